//! The words that checks of queues are written in: one for each operation, by the names that the documentation gives them.

use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, RawRequest, Sas, SasScope, Step};
use tablestakes_reference::queue::Ask;

/// The name of the history's first queue.
pub(crate) fn queue() -> String {
    Symbol::Queue(0).to_string()
}

/// The id of the first message that a step returned.
pub(crate) fn message(step: usize) -> String {
    Symbol::Message { step, part: 0 }.to_string()
}

/// The pop receipt of the first message that a step returned, or of the one that it updated.
pub(crate) fn receipt(step: usize) -> String {
    Symbol::Receipt { step, part: 0 }.to_string()
}

/// Nothing for so many seconds.
pub(crate) fn wait(seconds: u32) -> Step {
    Step::from(Call::Wait { seconds })
}

/// Puts a message into the history's first queue.
pub(crate) fn put(text: impl Into<String>) -> Ask {
    Ask::PutMessage { queue: queue(), text: text.into(), visibility: None, time_to_live: None }
}

/// Gets messages of the history's first queue: as many as there are, for 30 seconds.
pub(crate) fn get() -> Ask {
    Ask::GetMessages { queue: queue(), count: Some("32".to_owned()), visibility: None }
}

/// Gets one message.
pub(crate) fn get_one() -> Ask {
    Ask::GetMessages { queue: queue(), count: None, visibility: None }
}

/// Peeks at messages: at as many as there are.
pub(crate) fn peek() -> Ask {
    Ask::PeekMessages { queue: queue(), count: Some("32".to_owned()) }
}

/// Deletes every message.
pub(crate) fn clear() -> Ask {
    Ask::ClearMessages { queue: queue() }
}

/// Updates the message that a step returned, by the receipt that another returned: visible after so many seconds.
pub(crate) fn update(of: usize, by: usize, visibility: u32, text: Option<&str>) -> Ask {
    Ask::UpdateMessage {
        queue: queue(),
        message: message(of),
        receipt: Some(receipt(by)),
        visibility: Some(visibility.to_string()),
        text: text.map(str::to_owned),
    }
}

/// Deletes the message that a step returned, by the receipt that another returned.
pub(crate) fn delete(of: usize, by: usize) -> Ask {
    Ask::DeleteMessage { queue: queue(), message: message(of), receipt: Some(receipt(by)) }
}

/// The metadata of the history's first queue, and how many messages it holds.
pub(crate) fn metadata() -> Ask {
    Ask::GetMetadata { queue: queue() }
}

/// A shared access signature for the history's first queue with these permissions, for an hour.
pub(crate) fn queue_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Queue { queue: queue() }, permissions)
}

/// A shared access signature of the account for the queue service with these permissions, for an hour.
pub(crate) fn account_sas(permissions: &str) -> Sas {
    Sas::new(SasScope::Account { services: "q".to_owned(), resource_types: "sco".to_owned() }, permissions)
}

/// Options of messages.
pub(crate) trait AskExt: Sized {
    /// With `visibilitytimeout`.
    fn invisible_for(self, seconds: impl ToString) -> Self;

    /// With `messagettl`.
    fn living_for(self, seconds: impl ToString) -> Self;

    /// With `numofmessages`.
    fn of_messages(self, count: impl ToString) -> Self;
}

impl AskExt for Ask {
    fn invisible_for(mut self, seconds: impl ToString) -> Self {
        if let Self::PutMessage { visibility, .. }
        | Self::GetMessages { visibility, .. }
        | Self::UpdateMessage { visibility, .. } = &mut self
        {
            *visibility = Some(seconds.to_string());
        }
        self
    }

    fn living_for(mut self, seconds: impl ToString) -> Self {
        if let Self::PutMessage { time_to_live, .. } = &mut self {
            *time_to_live = Some(seconds.to_string());
        }
        self
    }

    fn of_messages(mut self, number: impl ToString) -> Self {
        if let Self::GetMessages { count, .. } | Self::PeekMessages { count, .. } = &mut self {
            *count = Some(number.to_string());
        }
        self
    }
}

/// A message written out: a request with this body.
pub(crate) fn put_document(document: impl Into<String>) -> RawRequest {
    use crate::steps::RawExt as _;
    crate::steps::bare_request("POST", "/${queue}/messages").field("Content-Type", "application/xml").text(document)
}
