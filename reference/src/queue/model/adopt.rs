//! Taking over a state that was read from elsewhere: the oracle follows a target whose state is another.
//!
//! No rule takes part. What is taken over is what somebody else did, so nothing is refused and nothing broken.

use super::message::{Message, Receipt};
use super::queue::Queue;
use super::state::Model;
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::ids::Guid;
use crate::queue::operation::Metadata;
use crate::rules::{Broken, Trace};
use bytes::Bytes;

/// What is so elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adopted {
    /// There is no such queue.
    NoQueue(String),
    /// There is such a queue, with this metadata.
    Queue(String, Metadata),
    /// It holds a message.
    Message(String, AdoptedMessage),
    /// It holds no such message.
    NoMessage(String, Guid),
    /// It holds no messages.
    NoMessages(String),
}

/// A message as it is elsewhere. What is not known of it stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdoptedMessage {
    /// Its id.
    pub id: Guid,
    /// Its text.
    pub text: Option<Bytes>,
    /// In how many seconds it becomes visible.
    pub hidden: Option<i64>,
    /// When its life ends.
    pub expires: Option<DateTime>,
    /// How often it was taken.
    pub dequeued: Option<u32>,
    /// Whether its visibility was set by an update.
    pub updated: bool,
}

impl Model {
    /// Takes a state over. Gives the present receipt of the message that it speaks of.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) -> Option<Receipt> {
        match adopted {
            Adopted::NoQueue(name) => {
                self.queues.remove(name);
                None
            }
            Adopted::Queue(name, metadata) => {
                let queue = self.queues.entry(name.clone()).or_insert_with(|| Queue::new(Metadata::new(), true));
                queue.metadata.clone_from(metadata);
                None
            }
            Adopted::Message(name, message) => {
                let now = self.tick(now);
                self.queues.get_mut(name).map(|queue| queue.adopt(message, now))
            }
            Adopted::NoMessage(name, id) => {
                self.queues.get_mut(name).and_then(|queue| queue.remove(*id));
                None
            }
            Adopted::NoMessages(name) => {
                let queue = self.queues.get_mut(name)?;
                let intact = Broken::none();
                queue.clear(now, &mut Trace::new(&intact));
                None
            }
        }
    }
}

impl Queue {
    fn adopt(&mut self, adopted: &AdoptedMessage, now: DateTime) -> Receipt {
        let AdoptedMessage { id, text, hidden, expires, dequeued, updated } = adopted;
        let after = |seconds: i64| now.plus_ticks(seconds.saturating_mul(TICKS_PER_SECOND));
        let mut message = self.get(*id).cloned().unwrap_or_else(|| Message {
            id: *id,
            text: Bytes::new(),
            inserted: now,
            expires: DateTime::MAX,
            visible: now,
            dequeued: 0,
            updated: false,
            counted: self.counts,
            sequence: self.next_sequence(),
            former: Vec::new(),
        });
        if let Some(hidden) = hidden {
            (message.visible, message.updated) = (after(*hidden), *updated);
        }
        message.text = text.clone().unwrap_or(message.text);
        message.expires = expires.unwrap_or(message.expires);
        message.dequeued = dequeued.unwrap_or(message.dequeued);
        let receipt = message.receipt();
        self.put(message);
        receipt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Guid = Guid([7; 16]);

    fn adopted(text: Option<&'static str>, hidden: Option<i64>) -> Adopted {
        let text = text.map(Bytes::from);
        let message = AdoptedMessage { id: ID, text, hidden, expires: None, dequeued: Some(1), updated: true };
        Adopted::Message("q".into(), message)
    }

    #[test]
    fn a_message_is_changed_in_what_is_known_of_it() {
        let (mut model, now) = (Model::default(), DateTime::from_unix(1_700_000_000, 0));
        assert_eq!(model.adopt(&adopted(Some("a"), None), now), None, "there is no such queue");
        model.adopt(&Adopted::Queue("q".into(), Metadata::new()), now);
        let first = model.adopt(&adopted(Some("a"), None), now).unwrap();
        let again = model.adopt(&adopted(None, None), now.plus_ticks(5)).unwrap();
        assert_eq!(again, first, "who holds a receipt keeps it");
        let hidden = model.adopt(&adopted(None, Some(10)), now).unwrap();
        assert!(hidden.visible > first.visible && hidden.updated == Some(1));
        let broken = Broken::none();
        let mut trace = Trace::new(&broken);
        assert!(model.peek("q", 32, now.plus_ticks(9 * TICKS_PER_SECOND), &mut trace).unwrap().is_empty());
        let seen = model.peek("q", 32, now.plus_ticks(11 * TICKS_PER_SECOND), &mut trace).unwrap();
        assert_eq!(seen.first().map(|message| (&message.text[..], message.dequeued)), Some((&b"a"[..], 1)));
        model.adopt(&Adopted::NoMessage("q".into(), ID), now);
        assert_eq!(model.message_count(), 0);
    }
}
