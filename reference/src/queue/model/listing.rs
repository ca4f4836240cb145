//! Pages of queues.

use super::state::Model;
use crate::queue::operation::{Listing, Metadata};
use crate::rules::{Trace, id};

/// A page of queues.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueuePage {
    /// Names and metadata.
    pub queues: Vec<(String, Metadata)>,
    /// The queue with which the next page begins.
    pub next: Option<String>,
}

impl Model {
    /// The queues that a listing asks for, from one with this name on.
    pub fn page(&self, listing: &Listing, from: &str, largest: usize, trace: &mut Trace<'_>) -> QueuePage {
        let prefix = listing.prefix.as_deref().unwrap_or_default();
        let prefixed = prefix.is_empty() || trace.enforce(id::QUEUE_LISTING_PREFIX);
        let begins = |name: &str| !prefixed || name.starts_with(prefix);
        let inclusive = from.is_empty() || trace.enforce(id::QUEUE_LISTING_MARKER);
        let there = self.queues.iter().filter(|(name, _)| {
            let name = name.as_str();
            begins(name) && (name > from || inclusive && name == from)
        });
        let mut there = there.map(|(name, queue)| (name.clone(), queue.metadata.clone()));
        let wanted = listing.max_results.filter(|_| trace.enforce(id::QUEUE_LISTING_MAX_RESULTS));
        let most = wanted.unwrap_or(largest).min(largest);
        let mut queues: Vec<_> = there.by_ref().take(most).collect();
        let mut next = there.next().map(|(name, _)| name);
        if next.is_none() && wanted == Some(queues.len()) && !trace.enforce(id::QUEUE_LISTING_LAST_PAGE) {
            next = queues.last().map(|(name, _)| name.clone());
        }
        if queues.len() > 1 && !trace.enforce(id::QUEUE_LISTING_ORDER) {
            queues.reverse();
        }
        QueuePage { queues, next }
    }
}
