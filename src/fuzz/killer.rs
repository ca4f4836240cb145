//! A target that died: which step it died of, and going on without it or with a new one.

use super::campaign::Shared;
use super::state::{Found, Work};
use super::triage::{keep, publish};
use crate::engine::{Failure, Gone, Subject, find_gone};
use crate::finding::{AxisNames, Finding, Origin, Severity, Signature, Stability};
use crate::history::{Replayed, shrink};
use crate::judge::{Mismatch, MismatchKind, Verdict};
use crate::target::TransportFailure;
use std::time::Instant;
use tablestakes_reference::history::History;

/// Making a killing history smaller costs a start of the target for each attempt.
const MOST_ATTEMPTS: u32 = 24;

/// The target is gone, and this is what was asked last. Names the step, stores the finding, and starts the target again if
/// there is a command; without one the campaign ends.
pub(super) async fn bury<S: Subject>(shared: &Shared<S>, work: Work, replayed: Replayed) {
    let _alone = shared.gate.write().await;
    // Others saw it too; who comes second finds the target started again, or the campaign ended.
    if shared.reach.gone().is_some() {
        return;
    }
    let Some(failure) = find_gone(&*shared.subject, shared.settings.service).await else { return };
    // Of being busy it did not die.
    let finding = match failure {
        TransportFailure::Busy(_) => None,
        _ => named(shared, &work, replayed, &failure),
    };
    let Some(mut finding) = finding else {
        shared.reach.lose(Gone { during: None, failure: failure.to_string() });
        return;
    };
    let signature = finding.signature.clone();
    let first = shared.state(|state| {
        let found = Found { seen: 0, ..Found::new(Severity::Failure) };
        let found = state.found.entry(signature.clone()).or_insert(found);
        found.seen += 1;
        found.seen == 1 || found.stability.is_none()
    });
    if first {
        keep(shared, &finding);
    }
    let operation = finding.mismatch().map(|mismatch| mismatch.operation.clone()).unwrap_or_default();
    let step = finding.history.steps.len().saturating_sub(1);
    let during = format!("step {step} of {}: {operation}", signature.file());
    if !shared.subject.can_restart() {
        if first {
            publish(shared, &finding).await;
        }
        shared.reach.lose(Gone { during: Some(during), failure: failure.to_string() });
        return;
    }
    let mut alive = shared.subject.restart().await;
    if first {
        for _ in 0..shared.settings.confirmations {
            if alive.is_err() || shared.ended().is_some() {
                break;
            }
            let died;
            (died, alive) = dies(shared, &work, &finding.history).await;
            finding.stability.of += 1;
            finding.stability.failed += u32::from(died);
        }
        if alive.is_ok() && finding.stability.failed == finding.stability.of {
            alive = smaller(shared, &work, &mut finding).await;
        }
        publish(shared, &finding).await;
    }
    if let Err(reason) = alive {
        shared.reach.lose(Gone { during: Some(during), failure: format!("{failure}; {reason}") });
    }
}

/// Whether the target dies of a history; it is started again then.
async fn dies<S: Subject>(shared: &Shared<S>, work: &Work, history: &History) -> (bool, Result<(), String>) {
    // What it answers no longer matters, only whether it is there afterwards.
    drop(shared.subject.replay(work.entry.axes, history, None).await);
    match find_gone(&*shared.subject, shared.settings.service).await {
        Some(_) => (true, shared.subject.restart().await),
        None => (false, Ok(())),
    }
}

async fn smaller<S: Subject>(shared: &Shared<S>, work: &Work, finding: &mut Finding) -> Result<(), String> {
    let mut budget = shared.settings.shrink;
    budget.attempts = budget.attempts.min(MOST_ATTEMPTS);
    let began = Instant::now();
    let mut alive = Ok(());
    let shrunk = shrink(&finding.history, budget, async |candidate: &History| {
        if alive.is_err() || shared.ended().is_some() || began.elapsed() > budget.time {
            return false;
        }
        let died;
        (died, alive) = dies(shared, work, candidate).await;
        died
    });
    finding.history = shrunk.await.history;
    finding.stability = Stability { failed: finding.stability.failed + 1, of: finding.stability.of + 1 };
    alive
}

/// The finding that names the step after which the target was gone; none if nothing was asked.
fn named<S: Subject>(
    shared: &Shared<S>,
    work: &Work,
    mut replayed: Replayed,
    failure: &TransportFailure,
) -> Option<Finding> {
    let last = replayed.steps.last_mut()?;
    let mut history = work.entry.history.clone();
    history.steps.truncate(last.index + 1);
    let operation = history.steps.last()?.call.name().to_owned();
    let gone = format!("the target was gone: {failure}");
    let mismatch = match &last.verdict {
        // So the finding is told again by whoever replays it.
        Verdict::Mismatch(held) if held.first().is_some_and(|held| held.kind == MismatchKind::NoAnswer) => {
            let held = held.first()?.clone();
            Mismatch { actual: format!("{}; {gone}", held.actual), ..held }
        }
        _ => Mismatch {
            rule: shared.settings.odd_request(),
            kind: MismatchKind::NoAnswer,
            operation,
            expected: "the target goes on serving".to_owned(),
            actual: gone,
        },
    };
    last.verdict = Verdict::Mismatch(vec![mismatch.clone()]);
    let axes = AxisNames::from(work.entry.axes);
    let signature = Signature::of(&mismatch, &axes);
    let case = u32::try_from(work.number).ok();
    let origin = Origin { check: shared.settings.check().to_owned(), seed: shared.settings.seed, case };
    Some(Failure { signature, case, history, replayed }.unconfirmed(work.entry.axes, origin))
}
