//! A step that took many times as long as others: is it always so, and what is the shortest history that shows it?

use super::campaign::Shared;
use super::pulse::slowness;
use super::state::{Found, Work};
use super::triage::publish;
use crate::engine::{Failure, Subject};
use crate::finding::{AxisNames, Origin, Severity, Signature, Stability};
use crate::history::{Replayed, shrink};
use crate::judge::{Mismatch, MismatchKind, Verdict};
use std::time::Duration;

/// More replays than the other failures get: one quick answer settles that it is nothing.
const REPLAYS: u32 = 5;
/// Making it smaller takes the time of each attempt.
const MOST_ATTEMPTS: u32 = 40;

/// Looks into a slow step; stores a finding if it is slow every time.
pub(super) async fn time<S: Subject>(
    shared: &Shared<S>,
    work: Work,
    mut replayed: Replayed,
    step: usize,
    usual: Duration,
) {
    let axes = work.entry.axes;
    let mut history = work.entry.history.clone();
    history.steps.truncate(step + 1);
    let Some(operation) = history.steps.last().map(|step| step.call.name()) else { return };
    replayed.steps.truncate(step + 1);
    let mut mismatch = Mismatch {
        rule: shared.settings.answer_time(),
        kind: MismatchKind::Slow,
        operation: operation.to_owned(),
        expected: format!("an answer in about {:.1} ms, as usual", usual.as_secs_f64() * 1000.0),
        actual: String::new(),
    };
    let signature = Signature::of(&mismatch, &AxisNames::from(axes));
    if shared.state(|state| state.found.contains_key(&signature)) {
        return;
    }
    let is_slow = async |history: &_, times: u32| {
        let slowness = slowness(&*shared.subject, axes, history, times).await.ok()?;
        (slowness.is_apart() && slowness.took > usual * 50).then_some(slowness)
    };
    let Some(slowness) = is_slow(&history, REPLAYS).await else { return };
    let mut budget = shared.settings.shrink;
    budget.attempts = budget.attempts.min(MOST_ATTEMPTS);
    let steps_before = history.steps.len();
    let shrunk = shrink(&history, budget, async |candidate| {
        shared.ended().is_none()
            && candidate.steps.last() == history.steps.last()
            && is_slow(candidate, 2).await.is_some()
    });
    let smallest = shrunk.await.history;
    mismatch.actual = format!(
        "{:.1} ms at least in {REPLAYS} replays, and {:.1} ms at most for harmless requests in between",
        slowness.took.as_secs_f64() * 1000.0,
        slowness.harmless.as_secs_f64() * 1000.0
    );
    if let Some(last) = replayed.steps.last_mut() {
        last.verdict = Verdict::Mismatch(vec![mismatch]);
    }
    let case = u32::try_from(work.number).ok();
    let origin = Origin { check: shared.settings.check().to_owned(), seed: shared.settings.seed, case };
    let failure = Failure { signature: signature.clone(), case, history: smallest, replayed };
    let mut finding = failure.unconfirmed(axes, origin);
    finding.steps_before = steps_before;
    finding.stability = Stability { failed: REPLAYS + 1, of: REPLAYS + 1 };
    let known = shared.explain(&signature, &finding.axes);
    let found = Found { known: known.clone(), ..Found::new(Severity::Advice) };
    shared.state(|state| state.found.insert(signature, found));
    if known.is_none() {
        publish(shared, &finding).await;
    }
}
