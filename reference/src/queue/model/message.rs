//! A message, and the receipt that whoever took it holds.

use crate::datetime::DateTime;
use crate::ids::Guid;
use bytes::Bytes;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its id.
    pub id: Guid,
    /// Its content.
    pub text: Bytes,
    /// When it was added.
    pub inserted: DateTime,
    /// When its life ends: from this instant on it is gone.
    pub expires: DateTime,
    /// When it becomes visible: from this instant on it is.
    pub visible: DateTime,
    /// How often it was taken.
    pub dequeued: u32,
    /// Whether an update set the instant, rather than the operation that added or took it.
    pub updated: bool,
    /// Whether its queue counts how often messages are taken.
    pub counted: bool,
    /// Its place among all messages of its queue.
    pub(super) sequence: u64,
    /// Receipts that it had before; kept only by a reference that breaks rules.
    pub(super) former: Vec<Former>,
}

/// A receipt that is stale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Former {
    pub(super) receipt: Receipt,
    /// Whether an update made it stale, rather than another taker.
    pub(super) by_update: bool,
}

/// What proves that somebody saw the last change of a message's visibility.
///
/// (Recorded: the octets of a receipt hold this instant; see the rules `queue.receipts`.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The instant at which the message becomes visible.
    pub visible: DateTime,
    /// For receipts of updates: how often the message had been taken.
    pub updated: Option<u32>,
}

impl Message {
    /// Its present receipt.
    pub fn receipt(&self) -> Receipt {
        Receipt { visible: self.visible, updated: self.updated.then_some(self.dequeued) }
    }
}
