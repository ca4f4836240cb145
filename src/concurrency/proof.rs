//! What is judged by its anomalies alone, each of which is proof by itself: what they come to.

use super::client::Act;
use super::verdict::OPERATION;
use crate::judge::{Mismatch, MismatchKind, Undecided, Verdict};
use tablestakes_reference::rules::RuleId;

/// An anomaly, and the step at which it came to light.
pub(super) type Found = (usize, Mismatch);

/// What these anomalies of a played history come to, and the step at which the first came to light. Where there is none, `mute` says
/// what was asked and never answered so that it told anything.
pub(super) fn verdict(
    acts: &[Act],
    mut found: Vec<Found>,
    mute: impl FnOnce() -> Option<&'static str>,
) -> (Option<usize>, Verdict) {
    let unfit = |why: String| (None, Verdict::Undecided(Undecided::Unfit { why }));
    if let Some(failure) = acts.iter().filter(|act| act.fault.is_none()).find_map(failure) {
        return unfit(failure);
    }
    if found.is_empty() {
        return mute().map_or((None, Verdict::Allowed), |what| unfit(format!("not once {what}")));
    }
    found.sort_by_key(|(step, _)| *step);
    let step = found.first().map(|(step, _)| *step);
    (step, Verdict::Mismatch(found.into_iter().map(|(_, mismatch)| mismatch).collect()))
}

/// Why a request without a fault has no answer.
fn failure(act: &Act) -> Option<String> {
    act.exchanges.iter().find_map(|exchange| exchange.actual.as_ref().err()).map(ToString::to_string)
}

/// Whether a verdict tells that this rule is broken.
pub(super) fn breaks(verdict: &Verdict, rule: RuleId) -> bool {
    matches!(verdict, Verdict::Mismatch(found) if found.iter().any(|mismatch| mismatch.rule == rule))
}

/// An anomaly that breaks this rule.
pub(super) fn mismatch(rule: RuleId, kind: MismatchKind, expected: &str, actual: String) -> Mismatch {
    Mismatch { rule, kind, operation: OPERATION.to_owned(), expected: expected.to_owned(), actual }
}

/// Steps, for people.
pub(super) fn shown_steps(steps: impl IntoIterator<Item = usize>) -> String {
    let steps: Vec<String> = steps.into_iter().map(|step| step.to_string()).collect();
    format!("steps {}", steps.join(" and "))
}
