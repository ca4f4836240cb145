//! Queues: what several clients asked of messages and were told, and what of it no queue may do.
//!
//! A queue promises no order, so there is none to look for: each anomaly here is proof by itself. Requests whose answers were lost
//! may have been carried out or not, and count as both.

mod anomaly;
mod event;

use super::client::Act;
use crate::judge::{Mismatch, Undecided, Verdict};
use event::{Asked, Event};
use std::collections::BTreeMap;

/// What a played history of queues comes to, and the step at which it came to light. Steps from `audit` on were taken when
/// everything else was over.
pub(super) fn judge(acts: &[Act], audit: usize) -> (Option<usize>, Verdict) {
    if let Some(failure) = acts.iter().filter(|act| act.fault.is_none()).find_map(failure) {
        return (None, Verdict::Undecided(Undecided::Unfit { why: failure }));
    }
    let mut by_queue: BTreeMap<String, Vec<Event>> = BTreeMap::new();
    for event in acts.iter().flat_map(event::read) {
        by_queue.entry(event.queue.clone()).or_default().push(event);
    }
    let mut found: Vec<(usize, Mismatch)> = by_queue.values().flat_map(|events| anomaly::find(events, audit)).collect();
    if found.is_empty() {
        let is_told = |is: fn(&Asked) -> bool| {
            let mut asked = by_queue.values().flatten().filter(|event| is(&event.asked)).peekable();
            asked.peek().is_none() || asked.any(|event| event.may_be_done())
        };
        let silent = [
            (is_told(|asked| matches!(asked, Asked::Put { .. })), "a Put was granted"),
            (is_told(|asked| matches!(asked, Asked::Get { .. })), "a Get was granted"),
        ];
        return match silent.into_iter().find(|(told, _)| !told) {
            Some((_, what)) => (None, Verdict::Undecided(Undecided::Unfit { why: format!("not once {what}") })),
            None => (None, Verdict::Allowed),
        };
    }
    found.sort_by_key(|(step, _)| *step);
    let step = found.first().map(|(step, _)| *step);
    (step, Verdict::Mismatch(found.into_iter().map(|(_, mismatch)| mismatch).collect()))
}

/// Whether messages seem to be lost that may only be told of late.
pub(super) fn is_loss(acts: &[Act], audit: usize) -> bool {
    matches!(judge(acts, audit).1, Verdict::Mismatch(found) if found.iter().any(anomaly::is_loss))
}

/// Why a request without a fault has no answer.
fn failure(act: &Act) -> Option<String> {
    act.exchanges.iter().find_map(|exchange| exchange.actual.as_ref().err()).map(ToString::to_string)
}
