//! Queues: what several clients asked of messages and were told, and what of it no queue may do.
//!
//! A queue promises no order, so there is none to look for: each anomaly here is proof by itself. Requests whose answers were lost
//! may have been carried out or not, and count as both.

mod anomaly;
mod event;

use super::client::Act;
use super::proof;
use crate::judge::Verdict;
use event::{Asked, Event};
use std::collections::BTreeMap;
use tablestakes_reference::rules::id;

/// What a played history of queues comes to, and the step at which it came to light. Steps from `audit` on were taken when
/// everything else was over.
pub(super) fn judge(acts: &[Act], audit: usize) -> (Option<usize>, Verdict) {
    let mut by_queue: BTreeMap<String, Vec<Event>> = BTreeMap::new();
    for event in acts.iter().flat_map(event::read) {
        by_queue.entry(event.queue.clone()).or_default().push(event);
    }
    let found = by_queue.values().flat_map(|events| anomaly::find(events, audit)).collect();
    proof::verdict(acts, found, || {
        let is_told = |is: fn(&Asked) -> bool| {
            let mut asked = by_queue.values().flatten().filter(|event| is(&event.asked)).peekable();
            asked.peek().is_none() || asked.any(|event| event.may_be_done())
        };
        let silent = [
            (is_told(|asked| matches!(asked, Asked::Put { .. })), "a Put was granted"),
            (is_told(|asked| matches!(asked, Asked::Get { .. })), "a Get was granted"),
        ];
        silent.into_iter().find(|(told, _)| !told).map(|(_, what)| what)
    })
}

/// Whether messages seem to be lost that may only be told of late.
pub(super) fn is_loss(acts: &[Act], audit: usize) -> bool {
    proof::breaks(&judge(acts, audit).1, id::QUEUE_CONCURRENCY_NOTHING_LOST)
}
