//! From a failure to a finding on file: known or not, stored at once, confirmed, shrunk, stored again.

use super::campaign::{CHECK, Shared};
use super::state::Work;
use crate::engine::{
    AxisNames, Confirmation, Events, Failure, Finding, Origin, Reach, Severity, Signature, Subject, cut,
};
use crate::history::Replayed;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Makes a finding of a failure that is new, or takes note that the baseline knows it.
///
/// What was seen is on file before it is replayed again: a campaign that is killed in between loses nothing.
/// Says whether the target was gone on the way.
pub(super) async fn triage<S: Subject>(
    shared: &Shared<S>,
    work: Work,
    signature: Signature,
    replayed: Replayed,
) -> bool {
    let axes = AxisNames::from(work.entry.axes);
    if let Some(reason) = shared.explain(&signature, &axes) {
        shared.state(|state| {
            if let Some(found) = state.found.get_mut(&signature) {
                found.known = Some(reason);
            }
        });
        return false;
    }
    let case = u32::try_from(work.number).ok();
    let failure =
        Failure { signature: signature.clone(), case, history: work.entry.history.clone(), replayed: cut(replayed) };
    let origin = Origin { check: CHECK.to_owned(), seed: shared.settings.seed, case };
    if !shared.claim(&failure.clone().unconfirmed(axes, origin)).await {
        return false;
    }

    let reach = Reach::part_of(Arc::clone(&shared.reach));
    let (events, _nobody) = Events::channel();
    let settings = shared.engine_settings();
    let confirmation = Confirmation {
        subject: &*shared.subject,
        check: CHECK,
        axes: work.entry.axes,
        settings: &settings,
        reach: &reach,
        events: &events,
        requests: AtomicU64::new(0),
    };
    let finding = confirmation.finding(failure).await;
    publish(shared, &finding).await;
    reach.gone().is_some()
}

/// Stores a finding that is complete, here and where it is shared, and tells of it.
pub(super) async fn publish<S: Subject>(shared: &Shared<S>, finding: &Finding) {
    keep(shared, finding);
    shared.settle(finding).await;
    tell(shared, finding);
}

/// Stores a finding, and takes note of how it stands.
pub(super) fn keep<S: Subject>(shared: &Shared<S>, finding: &Finding) {
    let kept = shared.shelf.keep_finding(finding);
    shared.state(|state| {
        if let Some(found) = state.found.get_mut(&finding.signature) {
            found.severity = finding.severity;
            found.stability = Some(finding.stability);
        }
        if let Err(error) = kept {
            state.failed.get_or_insert(error);
        }
    });
}

/// A line about a finding.
fn tell<S: Subject>(shared: &Shared<S>, finding: &Finding) {
    let level = match finding.severity {
        Severity::Failure => "finding",
        Severity::Advice => "advice",
    };
    let Finding { signature, stability, history, .. } = finding;
    let steps = history.steps.len();
    let line = format!("{level:<8} {signature} ({steps} steps, {stability})\n         {}", signature.file());
    shared.state(|state| state.news.push(line));
}
