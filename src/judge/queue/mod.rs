//! Answers of the queue service: what their documents hold, and comparing them by it.

mod compare;
mod document;
mod times;

pub(super) use compare::{listings, message_lists, metadata};
pub(super) use document::read;
pub(crate) use document::{Listing, Message};
