//! What stands above and below the findings: classes, checks by suite, what was not judged, and the facts of the run.

use crate::finding::printable;
use crate::report::document::{CheckDocument, ReportDocument, RuleCountsDocument};
use crate::report::words::{cut, lacking, lateness, seeding, throttling};
use std::collections::{BTreeMap, HashMap};

/// The most checks that are named for one reason.
const MOST_NAMED: usize = 40;
/// The most reasons that are shown.
const MOST_REASONS: usize = 60;
/// The most rules that are named for a check.
const MOST_RULES: usize = 6;
/// The most combinations of axes that are named.
const MOST_AXES: usize = 40;
/// The most characters of a reason.
const LONGEST_REASON: usize = 600;

/// A conformance class.
pub(super) struct ClassView {
    pub name: String,
    pub met: bool,
    pub passed: usize,
    pub failed: usize,
    pub blocked: usize,
    pub skipped: usize,
    pub unjudged: usize,
    /// Binding rules that are met, violated and not reached.
    pub rules: RuleCountsDocument,
    /// How many of its checks were selected, if not all.
    pub part: Option<String>,
    /// Where the bar of those that passed ends, of those that failed, and of those that are blocked, of a thousand.
    pub passed_to: usize,
    pub failed_to: usize,
    pub blocked_to: usize,
}

/// A reason why checks were not judged, or stand out.
pub(super) struct ReasonView {
    pub outcome: String,
    pub reason: String,
    pub checks: Vec<String>,
    pub more: usize,
    pub in_all: usize,
}

/// A suite with its checks.
pub(super) struct SuiteView {
    pub name: String,
    pub summary: String,
    pub tone: &'static str,
    pub checks: Vec<CheckView>,
}

/// A check with what it came to on all its axes.
pub(super) struct CheckView {
    pub id: String,
    pub title: String,
    pub tone: &'static str,
    pub outcome: String,
    pub rules: Vec<String>,
    pub more: usize,
}

pub(super) fn classes(document: &ReportDocument) -> Vec<ClassView> {
    let view = |class: &crate::report::ClassDocument| {
        let all = (class.passed + class.failed + class.blocked + class.skipped + class.unjudged).max(1);
        ClassView {
            name: printable(&class.name),
            met: class.met,
            passed: class.passed,
            failed: class.failed,
            blocked: class.blocked,
            unjudged: class.unjudged,
            rules: class.rules,
            skipped: class.skipped,
            part: (class.checks < class.of)
                .then(|| format!("{} of its {} checks were selected", class.checks, class.of)),
            passed_to: class.passed * 1000 / all,
            failed_to: (class.passed + class.failed) * 1000 / all,
            blocked_to: (class.passed + class.failed + class.blocked) * 1000 / all,
        }
    };
    document.classes.iter().map(view).collect()
}

/// The reasons of the checks with these outcomes, those with the most checks first.
pub(super) fn reasons(document: &ReportDocument, outcomes: &[&str]) -> Vec<ReasonView> {
    let mut held: BTreeMap<(&str, &str), Vec<&CheckDocument>> = BTreeMap::new();
    for check in document.checks.iter().filter(|check| outcomes.contains(&check.outcome.as_str())) {
        held.entry((&check.outcome, check.reason.as_deref().unwrap_or_default())).or_default().push(check);
    }
    let mut reasons: Vec<_> = held.into_iter().collect();
    reasons.sort_by_key(|(_, checks)| std::cmp::Reverse(checks.len()));
    let view = |((outcome, reason), checks): ((&str, &str), Vec<&CheckDocument>)| ReasonView {
        outcome: outcome.to_owned(),
        reason: cut(&printable(reason), LONGEST_REASON),
        checks: checks.iter().take(MOST_NAMED).map(|check| printable(&check.full_name())).collect(),
        more: checks.len().saturating_sub(MOST_NAMED),
        in_all: checks.len(),
    };
    reasons.into_iter().take(MOST_REASONS).map(view).collect()
}

/// The suites in the order in which they ran.
pub(super) fn suites(document: &ReportDocument) -> Vec<SuiteView> {
    let roots: HashMap<&str, &str> =
        document.findings.iter().map(|finding| (finding.signature.as_str(), finding.root())).collect();
    document.checks.chunk_by(|left, right| left.suite == right.suite).map(|checks| suite(checks, &roots)).collect()
}

fn suite(checks: &[CheckDocument], roots: &HashMap<&str, &str>) -> SuiteView {
    let name = checks.first().map(|check| printable(&check.suite)).unwrap_or_default();
    let (tone, summary) = tally(checks);
    SuiteView {
        name,
        tone,
        summary,
        checks: checks.chunk_by(|left, right| left.id == right.id).map(|checks| check(checks, roots)).collect(),
    }
}

fn check(checks: &[CheckDocument], roots: &HashMap<&str, &str>) -> CheckView {
    let mut rules: Vec<&str> = Vec::new();
    for signature in checks.iter().flat_map(|check| check.findings.iter().chain(check.blocked_by.first())) {
        let Some(&rule) = roots.get(signature.as_str()) else { continue };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let (tone, outcome) = tally(checks);
    CheckView {
        id: checks.first().map(|check| printable(&check.id)).unwrap_or_default(),
        title: checks.first().map(|check| printable(&check.title)).unwrap_or_default(),
        tone,
        outcome,
        rules: rules.iter().take(MOST_RULES).map(|rule| printable(rule)).collect(),
        more: rules.len().saturating_sub(MOST_RULES),
    }
}

/// What some checks came to: the worst of it, and all of it in words.
fn tally(checks: &[CheckDocument]) -> (&'static str, String) {
    const WORST_FIRST: [(&str, &str); 7] = [
        ("fail", "fails"),
        ("error", "error"),
        ("blocked", "blocked"),
        ("known", "known"),
        ("fixed", "fixed"),
        ("pass", "passes"),
        ("skip", "skip"),
    ];
    let count = |outcome: &str| checks.iter().filter(|check| check.outcome == outcome).count();
    let came = WORST_FIRST.iter().filter(|(outcome, _)| count(outcome) > 0);
    let tone = came.clone().next().map_or("skip", |&(_, tone)| tone);
    let words = came.map(|(outcome, _)| match (checks.len(), count(outcome)) {
        (1, _) => (*outcome).to_owned(),
        (_, count) => format!("{count} {outcome}"),
    });
    (tone, words.collect::<Vec<_>>().join(", "))
}

/// The facts of the run, names and values.
pub(super) fn facts(document: &ReportDocument) -> Vec<(&'static str, String)> {
    let mut axes: Vec<String> = document.axes().iter().map(ToString::to_string).collect();
    let more = axes.len().saturating_sub(MOST_AXES);
    axes.truncate(MOST_AXES);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let environment = &document.environment;
    let cpus = environment.cpus.map(|cpus| format!(", {cpus} threads")).unwrap_or_default();
    let run = &document.run;
    let facts = [
        ("Target", document.target.given.clone()),
        ("Server header", document.target.server.clone().unwrap_or_else(|| "none".to_owned())),
        ("Tool", format!("{} {}", document.tool.name, document.tool.version)),
        ("Rules and checks", run.catalogue.clone()),
        ("Measured by", format!("the {} profile", run.profile)),
        ("Seed", document.seed.to_string()),
        ("Cases per generator", run.cases.to_string()),
        ("Checks side by side", run.jobs.to_string()),
        ("Shard", run.shard.clone().unwrap_or_else(|| "all checks".to_owned())),
        ("Axes", axes.join(", ") + &more),
        ("Rows put there", seeding(run).unwrap_or_default().to_owned()),
        ("Late", lateness(run).unwrap_or_default()),
        ("Throttled", throttling(run).unwrap_or_default()),
        ("Lacks", lacking(document).unwrap_or_default()),
        ("Baseline", document.baseline.clone().unwrap_or_else(|| "none".to_owned())),
        ("Began", document.started.clone()),
        ("Took", format!("{:.1} s", document.duration_ms as f64 / 1000.0)),
        ("Requests", document.requests.to_string()),
        ("System", format!("{} {}{cpus}", environment.os, environment.arch)),
    ];
    facts.into_iter().map(|(name, value)| (name, printable(&value))).filter(|(_, value)| !value.is_empty()).collect()
}
