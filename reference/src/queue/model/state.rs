//! Queues, and what they are besides their messages.

use super::queue::Queue;
use super::refuse::{already_exists, being_deleted, not_empty, queue_not_found};
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::policies::Policy;
use crate::properties::Properties;
use crate::queue::operation::Metadata;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet};

/// A clock that goes back by more ticks than this was set back, and is followed.
const SET_BACK: i64 = TICKS_PER_SECOND;

/// For how long a service may take over the deletion of a queue, in ticks (`queue.open.created-anew`).
const MAY_TAKE: i64 = 60 * TICKS_PER_SECOND;

/// Everything that the service holds.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The service's properties.
    pub properties: Properties,
    pub(super) queues: BTreeMap<String, Queue>,
    /// The names of queues that were deleted a moment ago, each with the instant before which it cannot be used again.
    deleted: BTreeMap<String, DateTime>,
    deletion_takes: i64,
    /// The last instant at which a message changed.
    pub(super) last: DateTime,
    /// The texts of the messages that are returned first the next time.
    pub(super) preferred: Vec<Bytes>,
    /// The connection of the request that is carried out.
    pub(super) connection: u64,
}

impl Model {
    /// A model in which the deletion of a queue takes this long, in ticks.
    pub fn deleting_for(ticks: i64) -> Self {
        Self { deletion_takes: ticks, ..Self::default() }
    }

    /// Has the next request for messages return those with these texts first. Which of several are returned is advised
    /// (`queue.messages.order`), not promised.
    pub fn prefer(&mut self, texts: Vec<Bytes>) {
        self.preferred = texts;
    }

    /// The next request comes on this connection.
    pub fn on_connection(&mut self, connection: u64) {
        self.connection = connection;
    }

    /// How many messages it holds.
    pub fn message_count(&self) -> usize {
        self.queues.values().map(Queue::len).sum()
    }

    /// The names of the queues.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.queues.keys().map(String::as_str)
    }

    /// A queue.
    pub fn queue(&self, name: &str) -> Option<&Queue> {
        self.queues.get(name)
    }

    /// A queue to change.
    ///
    /// # Errors
    /// It is not there (`queue.queues.missing`).
    pub(super) fn held(&mut self, name: &str, trace: &mut Trace<'_>) -> Result<&mut Queue, Refusal> {
        if !self.queues.contains_key(name) {
            return Err(queue_not_found(trace));
        }
        self.queues.get_mut(name).ok_or_else(|| queue_not_found(trace))
    }

    /// Creates a queue; false if one like it is there already. `counts` tells whether it says how often messages are taken.
    ///
    /// # Errors
    /// Another of this name is there, or still being deleted.
    pub fn create(
        &mut self,
        name: &str,
        metadata: Metadata,
        counts: bool,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<bool, Refusal> {
        if let Some(until) = self.deleted.get(name).copied() {
            if until > now {
                trace.enforce(id::QUEUE_QUEUES_BEING_DELETED);
                return Err(being_deleted());
            }
            if until.plus_ticks(MAY_TAKE) > now {
                trace.raise(id::QUEUE_OPEN_CREATED_ANEW);
            }
            self.deleted.remove(name);
        }
        let metadata =
            if metadata.is_empty() || trace.enforce(id::QUEUE_METADATA_CREATED) { metadata } else { Vec::new() };
        if let Some(there) = self.queues.get(name) {
            let same = is_same(&there.metadata, &metadata);
            let names =
                |metadata: &Metadata| -> BTreeSet<String> { metadata.iter().map(|(name, _)| name.clone()).collect() };
            if same && names(&there.metadata) != names(&metadata) {
                trace.raise(id::QUEUE_OPEN_SAME_METADATA);
            }
            let granted = if same {
                trace.enforce(id::QUEUE_QUEUES_CREATE_SAME)
            } else {
                !trace.enforce(id::QUEUE_QUEUES_CREATE_CONFLICT)
            };
            return if granted { Ok(false) } else { Err(already_exists()) };
        }
        self.queues.insert(name.to_owned(), Queue::new(metadata, counts));
        Ok(true)
    }

    /// Deletes a queue with its messages.
    ///
    /// # Errors
    /// It is not there.
    pub fn delete(&mut self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let Some(queue) = self.queues.get(name) else {
            if !trace.enforce(id::QUEUE_QUEUES_DELETE_MISSING) {
                return Ok(());
            }
            return Err(Refusal { rule: id::QUEUE_QUEUES_DELETE_MISSING, ..queue_not_found(trace) });
        };
        if queue.len() > 0 && !trace.enforce(id::QUEUE_QUEUES_DELETE_WITH_MESSAGES) {
            return Err(not_empty());
        }
        if trace.enforce(id::QUEUE_QUEUES_DELETE) {
            self.queues.remove(name);
            self.deleted.retain(|_, until| until.plus_ticks(MAY_TAKE) > now);
            self.deleted.insert(name.to_owned(), now.plus_ticks(self.deletion_takes));
        }
        Ok(())
    }

    /// The metadata of a queue, and how many messages it holds.
    ///
    /// # Errors
    /// It is not there.
    pub fn metadata(&mut self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Result<(Metadata, usize), Refusal> {
        let now = self.instant(now);
        let queue = self.held(name, trace)?;
        queue.expire(now, trace);
        Ok((queue.metadata.clone(), queue.count(now, trace)))
    }

    /// Replaces the metadata of a queue.
    ///
    /// # Errors
    /// It is not there.
    pub fn set_metadata(&mut self, name: &str, metadata: Metadata, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let queue = self.held(name, trace)?;
        if trace.enforce(id::QUEUE_METADATA_REPLACED) {
            queue.metadata = metadata;
        } else {
            queue.metadata.retain(|(held, _)| !metadata.iter().any(|(name, _)| name.eq_ignore_ascii_case(held)));
            queue.metadata.extend(metadata);
        }
        Ok(())
    }

    /// Replaces the stored access policies of a queue.
    ///
    /// # Errors
    /// It is not there.
    pub fn set_policies(
        &mut self,
        name: &str,
        policies: Vec<Policy>,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let queue = self.held(name, trace)?;
        let rule = if policies.is_empty() { id::QUEUE_ACL_CLEARED } else { id::QUEUE_ACL_SET };
        if trace.enforce(rule) {
            queue.policies = policies;
            queue.policies_set = Some(now);
        }
        Ok(())
    }

    /// The present instant: never before the last change, unless the clock was set back.
    pub(super) fn instant(&self, now: DateTime) -> DateTime {
        let back = self.last.ticks() - now.ticks();
        if back > SET_BACK { now } else { now.max(self.last) }
    }

    /// The instant of the next change: later than the one before, so that receipts differ.
    pub(super) fn tick(&mut self, now: DateTime) -> DateTime {
        let instant = self.instant(now);
        self.last = if instant == self.last { instant.plus_ticks(1) } else { instant };
        self.last
    }
}

/// Whether metadata is the same: names without regard to case, in any order (`queue.open.same-metadata`).
fn is_same(held: &Metadata, sent: &Metadata) -> bool {
    let in_order = |metadata: &Metadata| {
        let mut pairs: Vec<_> =
            metadata.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())).collect();
        pairs.sort();
        pairs
    };
    in_order(held) == in_order(sent)
}
