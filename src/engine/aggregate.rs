//! From what happened to an outcome: one decision for each check, taken in one place.

use super::case::CheckRun;
use super::finding::{Finding, Severity};
use super::outcome::{ErrorReason, Outcome, SkipReason};
use super::reach::Stop;
use super::result::CheckResult;
use super::selection::Unit;
use super::suited::{asks_secondary, unclaimed, unsuited};
use super::{AxisNames, Signature};
use crate::baseline::Applicable;
use crate::target::AddressStyle;

/// The result of a check, once its findings are complete.
pub(super) fn conclude(unit: &Unit, run: &CheckRun, findings: &[Finding], baseline: &Applicable<'_>) -> CheckResult {
    let mut result = CheckResult {
        check: unit.check.clone(),
        axes: AxisNames::from(unit.axes),
        outcome: Outcome::Fail,
        histories: run.histories,
        requests: run.requests,
        duration: run.duration,
        findings: Vec::with_capacity(run.failures.len()),
    };
    for failure in &run.failures {
        let severity = findings
            .iter()
            .find(|finding| finding.signature == failure.signature)
            .map_or(Severity::Failure, |finding| finding.severity);
        result.findings.push((failure.signature.clone(), severity));
    }
    result.outcome = outcome(&result, run, baseline);
    result
}

/// Which addresses the target answers at, beside the one that was given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    /// Those in which the host names the account.
    pub(super) by_host: bool,
    /// Those of the secondary location.
    pub(super) secondary: bool,
}

/// The result of a check that has nothing to try on the axes asked for, or on those that the target has.
pub(super) fn outside(unit: &Unit, reached: Reached) -> Option<CheckResult> {
    let unsuited = unsuited(&unit.check, unit.axes, unit.profile).or_else(|| unclaimed(&unit.check, unit.restarts));
    let not_by_host = (unit.axes.address == AddressStyle::ByHost && !reached.by_host).then_some(SkipReason::NotByHost);
    let no_secondary = || (!reached.secondary && asks_secondary(&unit.check)).then_some(SkipReason::NoSecondary);
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
    })
}

/// The first that holds: an unexplained failure, an error, an explained failure, nothing judged, passed.
fn outcome(result: &CheckResult, run: &CheckRun, baseline: &Applicable<'_>) -> Outcome {
    let explain = |signature: &Signature| baseline.explain(result.check.id, signature, &result.axes);
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
    if run.judged == 0 {
        return Outcome::Skip(run.diverged.map_or(SkipReason::OutOfTime, |rule| SkipReason::Diverged { rule }));
    }
    // A check with advice alone passes, but an entry for it is not out of date.
    if result.findings.is_empty()
        && run.stopped.is_none()
        && let Some(reason) = baseline.expects(result.check.id, &result.axes)
    {
        return Outcome::Fixed(reason);
    }
    Outcome::Pass { cut_short: run.cut_short }
}

fn error(run: &CheckRun) -> Option<ErrorReason> {
    run.error.clone().or(match run.stopped {
        Some(Stop::TargetGone) => Some(ErrorReason::TargetGone),
        Some(Stop::Interrupted) => Some(ErrorReason::Interrupted),
        Some(Stop::OutOfTime) | None => None,
    })
}
