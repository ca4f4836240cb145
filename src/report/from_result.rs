//! From a run's result to the document of it.

use super::cause::CauseDocument;
use super::certificate::hexadecimal;
use super::document::{
    BaselineEntryDocument, CheckDocument, ClassDocument, EnvironmentDocument, FindingEntry, OperationDocument,
    ReportDocument, RuleCountsDocument, RunDocument, SkillDocument,
};
use crate::baseline::Oddity;
use crate::engine::{Latencies, RunResult, Setup, Skills};
use crate::finding::{
    Cause, CheckResult, Finding, Impact, Outcome, RuleDocument, SCHEMA, Severity, StabilityDocument, TargetDocument,
    ToolDocument, redact,
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tablestakes_reference::Profile;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::check::Source;
use tablestakes_suites::{Class, Skill, catalogue};

impl From<&RunResult> for ReportDocument {
    fn from(result: &RunResult) -> Self {
        Self {
            schema: SCHEMA,
            tool: ToolDocument::this(),
            target: TargetDocument {
                given: result.target.given.clone(),
                argument: redact(&result.target.argument).into_owned(),
                server: result.target.server.as_deref().map(|server| redact(server).into_owned()),
                gone_during: result.gone.as_ref().and_then(|gone| gone.during.clone()),
                gone: result.gone.as_ref().map(|gone| redact(&gone.failure).into_owned()),
            },
            seed: result.seed,
            started: result.started.to_string(),
            duration_ms: milliseconds(result.duration),
            requests: result.requests,
            baseline: result.baseline.clone(),
            run: RunDocument {
                skills: result.skills.asked.iter().map(|asked| skill(*asked, &result.skills)).collect(),
                seeding: result.skills.seeding,
                late_ms: result.skills.late.longest().map(milliseconds),
                late_requests: result.skills.late.requests,
                throttled: result.throttled.answers,
                throttled_ms: milliseconds(result.throttled.waited),
                ..RunDocument::from(&result.setup)
            },
            environment: EnvironmentDocument::this(),
            exit: result.exit() as u8,
            checks: result.checks.iter().map(check).collect(),
            findings: result.findings.iter().map(|held| finding(held, &result.causes)).collect(),
            causes: result.causes.iter().map(CauseDocument::from).collect(),
            rules: rules(&result.findings, &result.causes),
            classes: result
                .classes
                .iter()
                .map(|class| ClassDocument {
                    name: class.class.name().to_owned(),
                    met: class.met,
                    passed: class.passed,
                    failed: class.failed,
                    blocked: class.blocked,
                    skipped: class.skipped,
                    unjudged: class.unjudged,
                    rules: RuleCountsDocument {
                        met: class.rules.met,
                        violated: class.rules.violated,
                        not_reached: class.rules.not_reached,
                    },
                    checks: selected(result, class.class),
                    of: catalogue().iter().filter(|check| check.class == class.class).count(),
                })
                .collect(),
            summary: Outcome::NAMES.iter().map(|&name| (name.to_owned(), result.count(name))).collect(),
            baseline_entries: result.oddities.iter().map(BaselineEntryDocument::from).collect(),
            denied: result.denied.iter().map(ToString::to_string).collect(),
            operations: operations(&result.latencies),
        }
    }
}

impl From<&Oddity> for BaselineEntryDocument {
    fn from(oddity: &Oddity) -> Self {
        Self {
            entry: oddity.place.entry,
            line: oddity.place.line,
            what: oddity.lint.name().to_owned(),
            told: redact(&oddity.to_string()).into_owned(),
        }
    }
}

fn check(result: &CheckResult) -> CheckDocument {
    let rule = result.check.rules.first().map(|id| id.rule());
    let signatures = |wanted: Severity| {
        let of_severity = result.findings.iter().filter(move |(_, severity)| *severity == wanted);
        of_severity.map(|(signature, _)| signature.to_string()).collect()
    };
    CheckDocument {
        id: result.check.id.to_owned(),
        suite: result.check.suite.name().to_owned(),
        class: result.check.class.name().to_owned(),
        title: result.check.title.to_owned(),
        rules: result.check.rules.iter().map(ToString::to_string).collect(),
        axes: result.axes.clone(),
        level: rule.map(|rule| rule.level.to_string().to_lowercase()),
        evidence: rule.map(|rule| rule.evidence.to_string()),
        outcome: result.outcome.name().to_owned(),
        reason: result.outcome.reason().map(|reason| redact(&reason).into_owned()),
        histories: result.histories,
        requests: result.requests,
        duration_ms: milliseconds(result.duration),
        findings: signatures(Severity::Failure),
        advice: signatures(Severity::Advice),
        met: result.met.iter().map(ToString::to_string).collect(),
        blocked_by: match &result.outcome {
            Outcome::Blocked { by, .. } => by.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        },
    }
}

fn skill((skill, requests): (Skill, u64), skills: &Skills) -> SkillDocument {
    let lack = skills.lacking.iter().find(|lack| lack.skill == skill);
    SkillDocument {
        name: skill.name().to_owned(),
        title: skill.title().to_owned(),
        has: lack.is_none(),
        requests,
        finding: lack.and_then(|lack| lack.by.as_ref()).map(ToString::to_string),
    }
}

fn finding(finding: &Finding, causes: &[Cause]) -> FindingEntry {
    let cause = causes.iter().find(|cause| cause.findings.contains(&finding.signature)).map(|cause| cause.rule);
    let text = |part: fn(&crate::judge::Mismatch) -> String| finding.mismatch().map(part).unwrap_or_default();
    FindingEntry {
        signature: finding.signature.to_string(),
        severity: finding.severity,
        known: finding.known.clone(),
        rule: text(|mismatch| mismatch.rule.to_string()),
        kind: text(|mismatch| mismatch.kind.to_string()),
        operation: text(|mismatch| mismatch.operation.clone()),
        axes: finding.axes.clone(),
        check: finding.origin.check.clone(),
        case: finding.origin.case,
        expected: text(|mismatch| redact(&mismatch.expected).into_owned()),
        actual: text(|mismatch| redact(&mismatch.actual).into_owned()),
        stability: StabilityDocument { failed: finding.stability.failed, of: finding.stability.of },
        steps: finding.history.all_steps().count(),
        requests: finding.requests,
        file: finding.signature.file(),
        impact: Some(Impact::of(&finding.signature)),
        alone: finding.alone,
        explained: finding.explained,
        cause: cause.or(finding.signature.rule()).map(|rule| rule.to_string()).unwrap_or_default(),
    }
}

fn selected(result: &RunResult, class: Class) -> usize {
    let of_class = result.checks.iter().map(|check| &check.check).filter(|check| check.class == class);
    of_class.map(|check| check.id).collect::<BTreeSet<_>>().len()
}

fn rules(findings: &[Finding], causes: &[Cause]) -> Vec<RuleDocument> {
    let broken = findings.iter().filter_map(Finding::mismatch).map(|mismatch| mismatch.rule);
    let rules = broken.chain(causes.iter().map(|cause| cause.rule)).map(RuleId::rule);
    rules.map(|rule| (rule.id, RuleDocument::from(rule))).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The times of a run by operation.
pub(super) fn operations(latencies: &Latencies) -> Vec<OperationDocument> {
    let document = |(name, histogram): (&str, &hdrhistogram::Histogram<u64>)| OperationDocument {
        name: name.to_owned(),
        answers: histogram.len(),
        p50_us: histogram.value_at_quantile(0.5),
        p90_us: histogram.value_at_quantile(0.9),
        p99_us: histogram.value_at_quantile(0.99),
        max_us: histogram.max(),
        histogram: histogram
            .iter_recorded()
            .map(|bucket| (bucket.value_iterated_to(), bucket.count_since_last_iteration()))
            .collect(),
    };
    latencies.iter().map(document).collect()
}

impl From<&Setup> for RunDocument {
    fn from(setup: &Setup) -> Self {
        let profile = match setup.profile {
            Profile::Cloud => "cloud",
            Profile::Emulator => "emulator",
        };
        Self {
            cases: setup.cases,
            jobs: setup.jobs,
            shard: setup.shard.map(|shard| shard.to_string()),
            profile: profile.to_owned(),
            catalogue: catalogue_digest(),
            skills: Vec::new(),
            seeding: None,
            late_ms: None,
            late_requests: 0,
            throttled: 0,
            throttled_ms: 0,
        }
    }
}

/// What identifies the rules and checks of this build.
fn catalogue_digest() -> String {
    let mut digest = Sha256::new();
    for rule in RuleId::all().map(RuleId::rule) {
        digest.update(serde_json::to_string(rule).unwrap_or_default());
        digest.update("\n");
    }
    for check in catalogue() {
        digest.update(format!("{} {:?}\n", check.id, check.rules));
        if let Source::Scripted(history) = check.source {
            digest.update(serde_json::to_string(&history()).unwrap_or_default());
        }
    }
    hexadecimal(&digest.finalize())
}

impl EnvironmentDocument {
    /// Of this process.
    pub(super) fn this() -> Self {
        Self {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cpus: std::thread::available_parallelism().ok().map(usize::from),
        }
    }
}

/// Whole milliseconds.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
