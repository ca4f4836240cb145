//! Answers of the blob service: what their documents hold, and comparing them by it.

mod batch;
mod content;
mod document;
mod headers;
mod listing;
mod reading;

pub(super) use batch::answers;
pub(super) use content::contents;
pub(crate) use document::{Listing, listed, next_marker};
pub(super) use document::{is_content, read};
pub(super) use headers::HEADERS;
pub(super) use listing::listings;
pub use reading::BlobReading;
