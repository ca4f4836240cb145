//! Blobs: what several clients asked of them and were told, and what of it no service may do.
//!
//! Every write has content of its own, so whoever reads a content knows which write it comes from. Requests whose answers were lost
//! may have been carried out or not, and count as both.

mod anomaly;
mod event;

use super::client::Act;
use super::proof;
use crate::judge::Verdict;
use event::Events;
use std::collections::BTreeSet;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::rules::id;

/// What a played history of blobs comes to, and the step at which it came to light. Steps from `audit` on were taken when
/// everything else was over.
pub(super) fn judge(acts: &[Act], audit: usize) -> (Option<usize>, Verdict) {
    let events = Events::read(acts, audit);
    proof::verdict(acts, anomaly::find(&events), || (!events.any_done()).then_some("a write was granted"))
}

/// Whether something seems to be lost that may only be told of late.
pub(super) fn is_loss(acts: &[Act], audit: usize) -> bool {
    proof::breaks(&judge(acts, audit).1, id::BLOB_CONCURRENCY_NOTHING_LOST)
}

/// What is looked at when everything is over: every blob that a step names, and what its container lists.
pub(super) fn looks(history: &History) -> Vec<Step> {
    let mut places = BTreeSet::new();
    for step in history.all_steps() {
        if let Call::Blob { ask: Ask { container: Some(container), blob: Some(blob), .. } } = &step.call {
            places.insert((container.clone(), blob.clone()));
        }
    }
    let reads = places.into_iter().map(|(container, blob)| Ask::on_blob(Operation::GetBlob, container, blob));
    let listings = (0..history.fixtures).map(|number| {
        let container = Symbol::Container(number).to_string();
        Ask::on_container(Operation::ListBlobs, container)
    });
    reads.chain(listings).map(Step::from).collect()
}
