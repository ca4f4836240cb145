//! The wire of the queue service as the reference speaks it. Never used by the harness, which has codecs of its own: a
//! mistake shared by both sides would cancel out.

mod address;
mod body;
mod documents;
mod metadata;
mod operation;
mod parameters;
mod questions;
mod receipt;
mod reply;

pub use address::Resource;
pub(super) use body::invalid_document;
pub use body::message_text;
pub(super) use operation::{Kind, Message};
pub(super) use questions::raise;
pub use receipt::{read as read_receipt, written as written_receipt};
pub(super) use reply::Frame;
