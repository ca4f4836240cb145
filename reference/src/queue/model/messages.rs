//! What can be done with messages.

use super::message::{Former, Message, Receipt};
use super::refuse::{message_not_found, unknown_id};
use super::state::Model;
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::ids::Guid;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};
use bytes::Bytes;

/// Whoever holds this receipt for this message wants to change it.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// The id, if it has the form of one.
    pub id: Option<Guid>,
    /// The receipt, if it has the form of one.
    pub receipt: Option<Receipt>,
}

impl Model {
    /// Adds a message. `lives` is absent for one that lives forever.
    ///
    /// # Errors
    /// The queue is not there.
    pub fn put(
        &mut self,
        name: &str,
        id: Guid,
        text: Bytes,
        (hidden, lives): (i64, Option<i64>),
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Message, Refusal> {
        self.held(name, trace)?;
        let now = self.tick(now);
        let connection = self.connection;
        let queue = self.held(name, trace)?;
        queue.expire(now, trace);
        let hidden = if hidden == 0 || trace.enforce(id::QUEUE_VISIBILITY_PUT) { hidden } else { 0 };
        let message = Message {
            id,
            text,
            inserted: now,
            expires: lives.map_or(DateTime::MAX, |lives| after(now, lives)),
            visible: after(now, hidden),
            dequeued: 0,
            updated: false,
            counted: queue.counts,
            sequence: queue.next_sequence(),
            former: Vec::new(),
        };
        let beside = queue.overlap.on_connection(connection).is_beside_put(now);
        let lost = beside && !trace.enforce(id::QUEUE_CONCURRENCY_NOTHING_LOST);
        let twice = beside && !trace.enforce(id::QUEUE_CONCURRENCY_PUT_ONCE);
        if !trace.is_intact() {
            queue.overlap.put(now);
        }
        if twice {
            let mut octets = id.0;
            octets[15] = !octets[15];
            queue.put(Message { id: Guid(octets), ..message.clone() });
        }
        if !lost {
            queue.put(message.clone());
        }
        Ok(message)
    }

    /// Takes messages: all at one instant, so that they have one receipt.
    ///
    /// # Errors
    /// The queue is not there.
    pub fn take(
        &mut self,
        name: &str,
        count: usize,
        hidden: i64,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Vec<Message>, Refusal> {
        self.held(name, trace)?;
        let now = self.tick(now);
        let (preferred, connection) = (std::mem::take(&mut self.preferred), self.connection);
        let queue = self.held(name, trace)?;
        let beside = queue.overlap.on_connection(connection).taken_beside(now);
        let mut again = Vec::new();
        if !beside.is_empty() && !trace.enforce(id::QUEUE_CONCURRENCY_ONE_RECEIVER) {
            again.clone_from(&beside);
        }
        let mut taken = queue.deleted_a_moment_ago(now, trace);
        queue.expire(now, trace);
        queue.collect();
        let mut ids = queue.visible(now, count, &preferred, trace);
        again.retain(|id| !ids.contains(id));
        ids.extend(again);
        ids.truncate(count);
        for id in ids {
            let Some(mut message) = queue.remove(id) else { continue };
            message.supersede(false, trace);
            let counts = !beside.contains(&id) || trace.enforce(id::QUEUE_CONCURRENCY_COUNT_BY_ONE);
            if trace.enforce(id::QUEUE_MESSAGES_DEQUEUE_COUNT) && counts {
                message.dequeued = message.dequeued.saturating_add(1);
            }
            message.updated = false;
            message.visible = after(now, hidden);
            let mut stored = message.clone();
            if !trace.enforce(id::QUEUE_VISIBILITY_GET_HIDES) {
                stored.visible = now;
                stored.former.push(Former { receipt: message.receipt(), by_update: false });
            }
            queue.put(stored);
            taken.push(message);
        }
        if !trace.is_intact() {
            queue.overlap.take(now, taken.iter().map(|message| message.id));
        }
        Ok(taken)
    }

    /// Looks at messages.
    ///
    /// # Errors
    /// The queue is not there.
    pub fn peek(
        &mut self,
        name: &str,
        count: usize,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Vec<Message>, Refusal> {
        if !trace.enforce(id::QUEUE_MESSAGES_PEEK_CHANGES_NOTHING) {
            return self.take(name, count, 30, now, trace);
        }
        let now = self.instant(now);
        let (preferred, connection) = (std::mem::take(&mut self.preferred), self.connection);
        let queue = self.held(name, trace)?;
        queue.overlap.on_connection(connection);
        let mut seen = queue.deleted_a_moment_ago(now, trace);
        queue.expire(now, trace);
        let mut ids = queue.visible(now, count, &preferred, trace);
        if !trace.enforce(id::QUEUE_MESSAGES_PEEK_VISIBLE) {
            ids.extend(queue.hidden(now));
            ids.truncate(count);
        }
        seen.extend(ids.into_iter().filter_map(|id| queue.get(id).cloned()));
        Ok(seen)
    }

    /// Deletes all messages.
    ///
    /// # Errors
    /// The queue is not there.
    pub fn clear(&mut self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let now = self.instant(now);
        self.held(name, trace)?.clear(now, trace);
        Ok(())
    }

    /// Changes for how long a message is invisible, and its content if there is another.
    ///
    /// # Errors
    /// The queue is not there, or nobody holds such a message.
    pub fn update(
        &mut self,
        name: &str,
        claim: Claim,
        hidden: i64,
        text: Option<Bytes>,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Message, Refusal> {
        let id = self.claimed(name, claim, now, trace)?;
        let now = self.tick(now);
        let queue = self.held(name, trace)?;
        if let Some(receipt) = claim.receipt.filter(|_| !trace.is_intact()) {
            queue.overlap.use_up(now, id, receipt, None);
        }
        let Some(mut message) = queue.remove(id) else { return Err(unknown_id(trace)) };
        message.supersede(true, trace);
        if trace.enforce(id::QUEUE_VISIBILITY_UPDATE) {
            message.visible = after(now, hidden);
        }
        message.updated = true;
        match text {
            Some(text) if trace.enforce(id::QUEUE_UPDATE_TEXT) => message.text = text,
            None if !trace.enforce(id::QUEUE_UPDATE_KEEPS_TEXT) => message.text = Bytes::new(),
            _ => {}
        }
        if !trace.enforce(id::QUEUE_UPDATE_KEEPS_TIMES) {
            let lives = message.expires.ticks() - message.inserted.ticks();
            (message.inserted, message.expires) = (now, now.plus_ticks(lives));
        }
        if !trace.enforce(id::QUEUE_MESSAGES_DEQUEUE_COUNT_KEPT) {
            message.dequeued = 0;
        }
        queue.put(message.clone());
        Ok(message)
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// The queue is not there, or nobody holds such a message.
    pub fn delete_message(
        &mut self,
        name: &str,
        claim: Claim,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let used_up = self.is_used_up(name, claim, now, trace);
        let id = match self.claimed(name, claim, now, trace) {
            Err(_) if used_up => return Ok(()),
            claimed => claimed?,
        };
        if trace.enforce(id::QUEUE_MESSAGES_DELETE) {
            let now = self.instant(now);
            let queue = self.held(name, trace)?;
            let deleted = queue.remove(id);
            if let (Some(receipt), false) = (claim.receipt, trace.is_intact()) {
                queue.overlap.use_up(now, id, receipt, deleted);
            }
        }
        Ok(())
    }

    /// Whether another connection used a receipt up a moment ago, and the reference is told that it is good all the same.
    fn is_used_up(&mut self, name: &str, claim: Claim, now: DateTime, trace: &mut Trace<'_>) -> bool {
        let (now, connection) = (self.instant(now), self.connection);
        let (Some(queue), Some(id)) = (self.queues.get_mut(name), claim.id) else { return false };
        let used = queue.overlap.on_connection(connection).is_used_beside(now, id, claim.receipt);
        used && !trace.enforce(id::QUEUE_CONCURRENCY_ONE_WINNER)
    }

    /// The message that is claimed.
    fn claimed(&mut self, name: &str, claim: Claim, now: DateTime, trace: &mut Trace<'_>) -> Result<Guid, Refusal> {
        let used_up = self.is_used_up(name, claim, now, trace);
        let now = self.instant(now);
        if self.queue(name).is_none() && !trace.enforce(id::QUEUE_RECEIPTS_QUEUE_FIRST) {
            return Err(message_not_found(id::QUEUE_RECEIPTS_QUEUE_FIRST));
        }
        let queue = self.held(name, trace)?;
        queue.expire(now, trace);
        let Some(message) = claim.id.and_then(|id| queue.get(id)) else { return Err(unknown_id(trace)) };
        if used_up {
            return Ok(message.id);
        }
        message.check(claim.receipt, now, trace).map(|()| message.id)
    }
}

impl Message {
    /// Whether a receipt is the present one.
    fn check(&self, receipt: Option<Receipt>, now: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let stale = |rule: RuleId, trace: &mut Trace<'_>| {
            trace.raise(id::QUEUE_OPEN_STALE_RECEIPT);
            Err(message_not_found(rule))
        };
        if receipt == Some(self.receipt()) {
            let lapsed = self.visible <= now && (self.dequeued > 0 || self.updated);
            if lapsed && !trace.enforce(id::QUEUE_RECEIPTS_LAPSE) {
                return stale(id::QUEUE_RECEIPTS_LAPSE, trace);
            }
            let fresh = self.dequeued == 0 && !self.updated;
            if fresh && !trace.enforce(id::QUEUE_RECEIPTS_PUT) {
                return stale(id::QUEUE_RECEIPTS_PUT, trace);
            }
            return Ok(());
        }
        let former = self.former.iter().find(|former| Some(former.receipt) == receipt);
        let rule = match former {
            Some(former) if former.by_update => id::QUEUE_RECEIPTS_UPDATE_RENEWS,
            Some(_) => id::QUEUE_RECEIPTS_GET_RENEWS,
            None => id::QUEUE_RECEIPTS_OTHER_MESSAGE,
        };
        // Without its past, which an intact reference does not keep, it may be any of the three.
        let renewed = [id::QUEUE_RECEIPTS_GET_RENEWS, id::QUEUE_RECEIPTS_UPDATE_RENEWS];
        renewed.into_iter().filter(|_| former.is_none()).for_each(|rule| {
            trace.enforce(rule);
        });
        if trace.enforce(rule) { stale(rule, trace) } else { Ok(()) }
    }

    /// The present receipt is stale from now on.
    fn supersede(&mut self, by_update: bool, trace: &Trace<'_>) {
        if !trace.is_intact() {
            self.former.push(Former { receipt: self.receipt(), by_update });
        }
    }
}

fn after(now: DateTime, seconds: i64) -> DateTime {
    now.plus_ticks(seconds.saturating_mul(TICKS_PER_SECOND))
}
