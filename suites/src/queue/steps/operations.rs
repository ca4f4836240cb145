//! One word for each operation on queues, and what later steps call the things that earlier ones returned.

use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::queue::Ask;

/// The name of the history's first queue.
pub(crate) fn queue() -> String {
    Symbol::Queue(0).to_string()
}

/// The name of a further queue, which the history creates itself.
pub(crate) fn further(end: &str) -> String {
    format!("{}-{end}", queue())
}

/// The name of a queue that is not there.
pub(crate) fn absent() -> String {
    further("absent")
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

/// Peeks at one message.
pub(crate) fn peek_one() -> Ask {
    Ask::PeekMessages { queue: queue(), count: None }
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

fn pairs(metadata: &[(&str, &str)]) -> Vec<(String, String)> {
    metadata.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Replaces the metadata of the history's first queue.
pub(crate) fn set_metadata(metadata: &[(&str, &str)]) -> Ask {
    Ask::SetMetadata { queue: queue(), metadata: pairs(metadata) }
}

/// Creates a queue without metadata.
pub(crate) fn create(name: impl Into<String>) -> Ask {
    create_with(name, &[])
}

/// Creates a queue with metadata.
pub(crate) fn create_with(name: impl Into<String>, metadata: &[(&str, &str)]) -> Ask {
    Ask::CreateQueue { queue: name.into(), metadata: pairs(metadata) }
}

/// Deletes a queue.
pub(crate) fn delete_queue(name: impl Into<String>) -> Ask {
    Ask::DeleteQueue { queue: name.into() }
}

/// The stored access policies of the history's first queue.
pub(crate) fn policies() -> Ask {
    Ask::GetPolicies { queue: queue() }
}

/// Replaces the stored access policies of the history's first queue; without a document there is no body.
pub(crate) fn set_policies(document: impl Into<String>) -> Ask {
    Ask::SetPolicies { queue: queue(), document: document.into() }
}

/// Lists the queues whose names begin so. A check always says how, for a service has other queues than its own.
pub(crate) fn list(prefix: impl Into<String>) -> Ask {
    Ask::ListQueues { prefix: Some(prefix.into()), marker: None, max_results: None, metadata: false }
}

/// The properties of the service.
pub(crate) fn properties() -> Ask {
    Ask::GetProperties
}

/// Sets properties of the service.
pub(crate) fn set_properties(document: impl Into<String>) -> Ask {
    Ask::SetProperties { document: document.into() }
}

/// How far the replication is.
pub(crate) fn statistics() -> Ask {
    Ask::GetStatistics
}
