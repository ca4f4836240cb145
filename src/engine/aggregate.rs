//! From what happened to an outcome: one decision for each check, taken in one place.

use super::case::CheckRun;
use super::reach::Stop;
use super::selection::Unit;
use super::skill::Lack;
use super::skills::Skills;
use super::suited::{asks_secondary, unclaimed, unsuited, untimely};
use crate::baseline::{Applicable, Shown};
use crate::finding::{AxisNames, CheckResult, ErrorReason, Finding, Outcome, Severity, Signature, SkipReason};
use crate::judge::MismatchKind;
use crate::target::AddressStyle;
use std::collections::{BTreeMap, BTreeSet};
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;

/// What is known when checks are concluded.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    /// The findings.
    pub(super) findings: &'k [Finding],
    /// What failures are told as that replays blame on another rule.
    pub(super) renamed: &'k BTreeMap<Signature, Signature>,
    /// The rule that each finding comes down to; none while the run goes on.
    pub(super) roots: &'k BTreeMap<Signature, RuleId>,
    /// What the target can do.
    pub(super) skills: &'k Skills,
    /// The entries of the baseline.
    pub(super) baseline: &'k Applicable<'k>,
}

impl Known<'_> {
    /// The baseline's reason for a finding of a check.
    pub(super) fn explain(&self, check: &str, signature: &Signature, axes: &AxisNames) -> Option<String> {
        let cause = self.roots.get(signature).copied();
        self.baseline.explain(&Shown { check, signature, cause, explained: false, axes })
    }

    fn told(&self, signature: &Signature) -> Signature {
        self.renamed.get(signature).unwrap_or(signature).clone()
    }
}

/// The baseline's reason for a finding, now that all checks are through: it has one if it explains the finding in every check that
/// fails by it, and where none does in the check that came upon it.
pub(super) fn known(finding: &Finding, known: &Known<'_>, checks: &[CheckResult]) -> Option<String> {
    let fails = |check: &&CheckResult| check.findings.iter().any(|(held, _)| *held == finding.signature);
    let explain = |check: &CheckResult| known.explain(check.check.id, &finding.signature, &check.axes);
    let reasons: Vec<Option<String>> = checks.iter().filter(fails).map(explain).collect();
    if reasons.is_empty() {
        return known.explain(&finding.origin.check, &finding.signature, &finding.axes);
    }
    reasons.into_iter().collect::<Option<Vec<String>>>()?.into_iter().next()
}

/// The result of a check, once its findings are complete.
pub(super) fn conclude(unit: &Unit, run: &CheckRun, known: &Known<'_>) -> CheckResult {
    let mut result = CheckResult {
        check: unit.check.clone(),
        axes: AxisNames::from(unit.axes),
        outcome: Outcome::Fail,
        histories: run.histories,
        requests: run.requests,
        duration: run.duration,
        findings: Vec::new(),
        met: Vec::new(),
    };
    for signature in run.failures.iter().map(|failure| known.told(&failure.signature)) {
        let severity = known
            .findings
            .iter()
            .find(|finding| finding.signature == signature)
            .map_or(Severity::Failure, |finding| finding.severity);
        if result.findings.iter().any(|(held, _)| *held == signature) || result.met.contains(&signature) {
            continue;
        }
        if unit.tries(&signature) {
            result.findings.push((signature, severity));
        } else {
            result.met.push(signature);
        }
    }
    result.outcome = outcome(&result, run, known);
    result
}

/// At which addresses beside the one that was given the services of the target answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Reached {
    /// Those in which the host names the account.
    pub(super) by_host: BTreeSet<ServiceName>,
    /// Those of the secondary location.
    pub(super) secondary: BTreeSet<ServiceName>,
    /// The services that are not running.
    pub(super) absent: BTreeSet<ServiceName>,
}

/// The result of a check that has nothing to try on the axes asked for, or on those that the target has.
pub(super) fn outside(unit: &Unit, reached: &Reached) -> Option<CheckResult> {
    let unsuited = unsuited(&unit.check, unit.axes, unit.profile).or_else(|| unclaimed(&unit.check, unit.restarts));
    let unsuited = unsuited.or_else(|| untimely(unit));
    let service = unit.check.service();
    let unsuited = reached.absent.contains(&service).then_some(SkipReason::NoService { service }).or(unsuited);
    let is_by_host = unit.axes.address == AddressStyle::ByHost;
    let not_by_host = (is_by_host && !reached.by_host.contains(&service)).then_some(SkipReason::NotByHost);
    let has_secondary = reached.secondary.contains(&service);
    let no_secondary = || (!has_secondary && asks_secondary(&unit.check)).then_some(SkipReason::NoSecondary);
    let outcome = Outcome::Skip(unsuited.or(not_by_host).or_else(no_secondary)?);
    let axes = AxisNames::from(unit.axes);
    let duration = std::time::Duration::ZERO;
    Some(CheckResult {
        check: unit.check.clone(),
        axes,
        outcome,
        histories: 0,
        requests: 0,
        duration,
        findings: Vec::new(),
        met: Vec::new(),
    })
}

/// The first that holds: an unexplained failure, an error, an explained failure, a question that was not put, nothing judged,
/// passed.
fn outcome(result: &CheckResult, run: &CheckRun, known: &Known<'_>) -> Outcome {
    let explain = |signature: &Signature| known.explain(result.check.id, signature, &result.axes);
    let failing: Vec<&Signature> = result
        .findings
        .iter()
        .filter(|(_, severity)| *severity == Severity::Failure)
        .map(|(signature, _)| signature)
        .collect();
    let mut reasons: Vec<String> = failing.iter().filter_map(|signature| explain(signature)).collect();
    if reasons.len() < failing.len() {
        return Outcome::Fail;
    }
    if let Some(error) = error(run) {
        return Outcome::Error(error);
    }
    if !reasons.is_empty() {
        reasons.sort();
        reasons.dedup();
        return Outcome::Known(reasons);
    }
    if let Some(lack) = run.lacks.and_then(|skill| known.skills.lacking.iter().find(|lack| lack.skill == skill)) {
        return blocked_for_want(lack, known.findings);
    }
    if run.unasked.iter().any(|rule| !run.asked.contains(rule)) {
        return blocked(run, known);
    }
    if run.judged == 0 {
        return Outcome::Skip(run.diverged.map_or(SkipReason::OutOfTime, |rule| SkipReason::Diverged { rule }));
    }
    // A check with advice alone passes, but an entry for it is not out of date.
    if result.findings.is_empty()
        && run.stopped.is_none()
        && let Some(reason) = known.baseline.expects(result.check.id, &result.axes)
    {
        return Outcome::Fixed(reason);
    }
    Outcome::Pass { cut_short: run.cut_short }
}

/// What keeps a question from being put that a skill is needed for.
pub(super) fn blocked_for_want(lack: &Lack, findings: &[Finding]) -> Outcome {
    if lack.skill.is_setting() {
        return Outcome::Skip(SkipReason::Lacks { skill: lack.skill });
    }
    let finding = lack.by.as_ref().and_then(|by| findings.iter().find(|finding| finding.signature == *by));
    let known = finding.is_some_and(|finding| finding.known.is_some() || finding.severity == Severity::Advice);
    Outcome::Blocked { by: lack.by.iter().cloned().collect(), why: None, lacks: Some(lack.skill), known }
}

/// What keeps a question from being put. Where the history could not even begin, a finding about the creation of tables says why.
fn blocked(run: &CheckRun, known: &Known<'_>) -> Outcome {
    let findings = known.findings;
    let mut by: Vec<Signature> = run.blocked_by.iter().map(|signature| known.told(signature)).collect();
    let creates = |finding: &&Finding| {
        let refuses = finding.signature.kind().is_some_and(MismatchKind::is_outright);
        refuses && finding.mismatch().is_some_and(|mismatch| mismatch.operation == "Create Table")
    };
    let breaks = |finding: &&Finding| finding.signature.rule().is_some_and(|rule| run.blocked_by_rules.contains(&rule));
    by.extend(findings.iter().filter(breaks).map(|finding| finding.signature.clone()));
    if by.is_empty() {
        by.extend(findings.iter().find(creates).map(|finding| finding.signature.clone()));
    }
    // Of what the baseline knows a run need have no finding.
    let mut reasons = Vec::new();
    if by.is_empty() {
        let of_baseline = run.blocked_by_rules.iter().map(|rule| known.baseline.reason(*rule));
        reasons = of_baseline.collect::<Option<Vec<String>>>().unwrap_or_default();
    }
    if !reasons.is_empty() {
        return Outcome::Known(reasons);
    }
    let is_known = |signature: &Signature| {
        let finding = findings.iter().find(|finding| finding.signature == *signature);
        finding.is_some_and(|finding| finding.known.is_some() || finding.severity == Severity::Advice)
    };
    let known = !by.is_empty() && by.iter().all(is_known);
    Outcome::Blocked { why: run.blocked_why.clone(), by, lacks: None, known }
}

fn error(run: &CheckRun) -> Option<ErrorReason> {
    run.error.clone().or(match run.stopped {
        Some(Stop::TargetGone) => Some(ErrorReason::TargetGone),
        Some(Stop::Interrupted) => Some(ErrorReason::Interrupted),
        Some(Stop::OutOfTime) | None => None,
    })
}
