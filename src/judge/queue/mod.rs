//! Answers of the queue service: what their documents hold, and comparing them by it.

mod compare;
mod document;
mod reading;
mod times;

pub(super) use compare::{listings, message_lists, metadata, next_visible};
pub(super) use document::read;
pub(crate) use document::{Listing, Message};
pub use reading::{QueueMessage, QueueReading};
