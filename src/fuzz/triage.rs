//! From a failure to a finding on file: known or not, stored at once, confirmed, shrunk, stored again.

use super::campaign::Shared;
use super::state::Work;
use crate::engine::{Confirmation, Events, Failure, Reach, Subject, cut};
use crate::finding::{AxisNames, Finding, Origin, Severity, Signature};
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
    let known = shared.explain(&signature, &axes);
    let is_known = known.is_some();
    shared.state(|state| {
        if let Some(found) = state.found.get_mut(&signature) {
            found.known = known;
        }
    });
    let case = u32::try_from(work.number).ok();
    let failure =
        Failure { signature: signature.clone(), case, history: work.entry.history.clone(), replayed: cut(replayed) };
    let origin = Origin { check: shared.settings.check().to_owned(), seed: shared.settings.seed, case };
    if !is_known && !shared.claim(&failure.clone().unconfirmed(work.entry.axes, origin)).await {
        return false;
    }

    let reach = Reach::part_of(Arc::clone(&shared.reach));
    let (events, _nobody) = Events::channel();
    let settings = shared.engine_settings();
    let confirmation = Confirmation {
        subject: &*shared.subject,
        check: shared.settings.check(),
        axes: work.entry.axes,
        suspects: None,
        settings: &settings,
        reach: &reach,
        events: &events,
        requests: AtomicU64::new(0),
    };
    let mut finding = confirmation.finding(failure).await;
    if let Some(root) = confirmation.root(&finding).await {
        finding.root = comes_down(shared, &finding, is_known, root).await;
    }
    if !is_known {
        publish(shared, &finding).await;
    }
    reach.gone().is_some()
}

/// Takes note of what a finding comes down to, which is a finding of its own unless it is known; gives its signature.
async fn comes_down<S: Subject>(
    shared: &Shared<S>,
    finding: &Finding,
    is_known: bool,
    root: Finding,
) -> Option<Signature> {
    let known = shared.explain(&root.signature, &root.axes);
    let known = known.or_else(|| is_known.then(|| format!("what {} comes down to", finding.signature)));
    let (signature, new) = shared.state(|state| {
        let (signature, new) = state.comes_down_to(&finding.signature, &root)?;
        let known = known.clone();
        if let Some(found) = state.found.get_mut(&signature).filter(|found| found.known.is_none()) {
            found.known = known;
        }
        Some((signature, new))
    })?;
    if new && known.is_none() && shared.claim(&root).await {
        publish(shared, &root).await;
    }
    Some(signature)
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
