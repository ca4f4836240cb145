//! What an operation that was granted comes to.

use super::model::{Message, QueuePage, Receipt};
use super::operation::{Listing, Metadata};
use crate::datetime::DateTime;
use crate::policies::Policy;

/// What an operation that was granted comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The queues of a page.
    Queues(Listing, QueuePage),
    /// The document of properties.
    Properties(String),
    /// The properties were set.
    PropertiesSet,
    /// How far the secondary location is.
    Statistics,
    /// A queue was created.
    QueueCreated,
    /// A queue like that was there already.
    QueueThere,
    /// A queue was deleted.
    QueueDeleted,
    /// Metadata, and how many messages there are.
    Metadata(Metadata, usize),
    /// Metadata was set.
    MetadataSet,
    /// The stored access policies.
    Policies(Vec<Policy>),
    /// They were set.
    PoliciesSet,
    /// A message was added.
    Put(Message),
    /// Messages were taken.
    Taken(Vec<Message>),
    /// Messages were looked at.
    Seen(Vec<Message>),
    /// All messages were deleted.
    Cleared,
    /// A message was changed: its new receipt, and when it is visible.
    Updated(Receipt, DateTime),
    /// A message was deleted.
    MessageDeleted,
}
