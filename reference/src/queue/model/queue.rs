//! A queue: its metadata, its policies, and its messages by id, by visibility and by expiry.

use super::message::Message;
use super::overlap::Overlap;
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::policies::Policy;
use crate::queue::operation::Metadata;
use crate::rules::{Trace, id};
use bytes::Bytes;
use std::collections::{BTreeSet, HashMap};

/// A queue.
#[derive(Debug, Clone, Default)]
pub struct Queue {
    /// Its metadata.
    pub metadata: Metadata,
    /// Its stored access policies.
    pub policies: Vec<Policy>,
    /// When they were set.
    pub policies_set: Option<DateTime>,
    /// Whether it tells how often messages were taken.
    pub(super) counts: bool,
    messages: HashMap<Guid, Message>,
    by_visibility: BTreeSet<(DateTime, u64, Guid)>,
    by_expiry: BTreeSet<(DateTime, u64, Guid)>,
    sequence: u64,
    /// How many messages have expired since somebody came across them.
    expired: usize,
    /// What happened a moment ago; kept only by a reference that breaks rules.
    pub(super) overlap: Overlap,
}

impl Queue {
    /// A queue without messages. `counts` tells whether it says how often messages are taken.
    pub(super) fn new(metadata: Metadata, counts: bool) -> Self {
        Self { metadata, counts, ..Self::default() }
    }

    /// Removes what has expired (`queue.messages.expired`).
    pub(super) fn expire(&mut self, now: DateTime, trace: &mut Trace<'_>) {
        while let Some(&(expires, _, id)) = self.by_expiry.first() {
            if expires > now || !trace.enforce(id::QUEUE_MESSAGES_EXPIRED) {
                return;
            }
            self.remove(id);
            self.expired += 1;
        }
    }

    /// How many messages it holds, visible or not.
    pub(super) fn count(&self, now: DateTime, trace: &mut Trace<'_>) -> usize {
        let mut count = self.messages.len();
        if self.hidden(now).next().is_some() && !trace.enforce(id::QUEUE_METADATA_COUNT_INVISIBLE) {
            count -= self.hidden(now).count();
        }
        if self.expired > 0 && !trace.enforce(id::QUEUE_METADATA_COUNT_EXPIRED) {
            count += self.expired;
        }
        count
    }

    /// The number of messages, whatever the time.
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    pub(super) fn get(&self, id: Guid) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// Adds a message, or puts it in the place of the one with its id.
    pub(super) fn put(&mut self, message: Message) {
        self.remove(message.id);
        self.by_visibility.insert((message.visible, message.sequence, message.id));
        self.by_expiry.insert((message.expires, message.sequence, message.id));
        self.messages.insert(message.id, message);
    }

    pub(super) fn remove(&mut self, id: Guid) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        self.by_visibility.remove(&(message.visible, message.sequence, id));
        self.by_expiry.remove(&(message.expires, message.sequence, id));
        Some(message)
    }

    /// Somebody comes across what has expired: from now on not even a reference that is told so counts it.
    pub(super) fn collect(&mut self) {
        self.expired = 0;
    }

    /// Removes every message; only the visible ones if the reference is told so.
    pub(super) fn clear(&mut self, now: DateTime, trace: &mut Trace<'_>) {
        self.collect();
        let all: Vec<Guid> = self.messages.keys().copied().collect();
        for id in all {
            let hidden = self.messages.get(&id).is_some_and(|message| message.visible > now);
            if !hidden || trace.enforce(id::QUEUE_MESSAGES_CLEAR) {
                self.remove(id);
            }
        }
    }

    /// The visible messages in the order in which they became so (`queue.messages.order`), this many at most. Those with one of
    /// these texts come first.
    pub(super) fn visible(&self, now: DateTime, count: usize, preferred: &[Bytes], trace: &mut Trace<'_>) -> Vec<Guid> {
        let last = (now, u64::MAX, Guid([u8::MAX; 16]));
        let mut ids: Vec<Guid> = Vec::new();
        for (_, _, id) in self.by_visibility.range(..=last) {
            let taken = self.messages.get(id).is_some_and(|message| message.dequeued > 0);
            if taken && !trace.enforce(id::QUEUE_VISIBILITY_RETURNS) {
                continue;
            }
            ids.push(*id);
            if ids.len() >= count && trace.enforce(id::QUEUE_MESSAGES_ORDER) && preferred.is_empty() {
                break;
            }
        }
        if ids.len() > 1 && !trace.enforce(id::QUEUE_MESSAGES_ORDER) {
            ids.reverse();
        }
        if !preferred.is_empty() {
            let place = |id: &Guid| {
                let text = self.messages.get(id).map(|message| &message.text);
                preferred.iter().position(|held| text == Some(held)).unwrap_or(usize::MAX)
            };
            ids.sort_by_key(place);
        }
        ids.truncate(count);
        ids
    }

    /// The invisible messages, the soonest first.
    pub(super) fn hidden(&self, now: DateTime) -> impl Iterator<Item = Guid> {
        let first = (now.plus_ticks(1), 0, Guid([0; 16]));
        self.by_visibility.range(first..).map(|(_, _, id)| *id)
    }

    /// What a reference returns that is told to return messages which another connection has just deleted.
    pub(super) fn deleted_a_moment_ago(&self, now: DateTime, trace: &mut Trace<'_>) -> Vec<Message> {
        let deleted = self.overlap.deleted_beside(now);
        if deleted.is_empty() || trace.enforce(id::QUEUE_CONCURRENCY_STAYS_DELETED) { Vec::new() } else { deleted }
    }

    pub(super) fn next_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }
}
