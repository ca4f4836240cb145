//! What an answer of the queue service holds, as plain data: for those who want to know what the judge reads, and not what it
//! thinks of it.

use super::document::{self, Message};
use crate::judge::read::document::Document;
use tablestakes_reference::http::Response;

/// What an answer of the queue service holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueReading {
    /// No body.
    Nothing,
    /// Messages, in their order.
    Messages(Vec<QueueMessage>),
    /// The names of queues, in their order, and where the listing goes on.
    Queues(Vec<String>, Option<String>),
    /// An error, and its code if it has one.
    Error(Option<String>),
    /// Another document.
    Other,
    /// A body that is not of the kind that it says it is, and why not.
    Malformed(String),
}

/// A message, as far as an answer tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueMessage {
    /// Its id.
    pub id: Option<String>,
    /// Its text.
    pub text: Option<String>,
    /// Its receipt.
    pub receipt: Option<String>,
    /// How often it was taken.
    pub dequeued: Option<String>,
}

impl QueueReading {
    /// Reads an answer.
    pub fn of(response: &Response) -> Self {
        match document::read(response) {
            Document::Empty => Self::Nothing,
            Document::Messages(messages) => Self::Messages(messages.into_iter().map(QueueMessage::from).collect()),
            Document::Queues(listing) => {
                Self::Queues(listing.queues.into_iter().map(|queue| queue.name).collect(), listing.frame.next)
            }
            Document::Error(error) => Self::Error(error.code),
            Document::Malformed(why) => Self::Malformed(why),
            Document::Entity(_)
            | Document::Set { .. }
            | Document::Batch(_)
            | Document::Markup(_)
            | Document::Listing(_)
            | Document::Content(_)
            | Document::Answers(_)
            | Document::Other(_) => Self::Other,
        }
    }
}

impl From<Message> for QueueMessage {
    fn from(message: Message) -> Self {
        let Message { id, text, receipt, dequeued, .. } = message;
        Self { id, text, receipt, dequeued }
    }
}
