//! What an answer of the blob service holds, as plain data: for those who want to know what the judge reads, and not what it
//! thinks of it.

use super::document;
use crate::judge::read::document::Document;
use bytes::Bytes;
use tablestakes_reference::http::{Request, Response};

/// What an answer of the blob service holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobReading {
    /// No body.
    Nothing,
    /// Octets of a blob.
    Content(Bytes),
    /// The names of containers or blobs, in their order, and where the listing goes on.
    Names(Vec<String>, Option<String>),
    /// Blocks, pages, tags, policies or properties: each element as the names down to it, with its text behind `=`.
    Lines(Vec<String>),
    /// The statuses of the answers within the answer to a batch.
    Answers(Vec<u16>),
    /// An error, and its code if it has one.
    Error(Option<String>),
    /// Another document.
    Other,
    /// A body that is not of the kind that it says it is, and why not.
    Malformed(String),
}

impl BlobReading {
    /// Reads the answer to a request.
    pub fn of(request: &Request, response: &Response) -> Self {
        match document::read(request, response) {
            Document::Empty => Self::Nothing,
            Document::Content(octets) => Self::Content(octets),
            Document::Listing(listing) => {
                Self::Names(listing.names().map(str::to_owned).collect(), listing.frame.next.clone())
            }
            Document::Markup(markup) => Self::Lines(markup.lines),
            Document::Answers(parts) => Self::Answers(parts.iter().map(|part| part.response.status).collect()),
            Document::Error(error) => Self::Error(error.code),
            Document::Malformed(why) => Self::Malformed(why),
            Document::Entity(_)
            | Document::Set { .. }
            | Document::Batch(_)
            | Document::Messages(_)
            | Document::Queues(_)
            | Document::Other(_) => Self::Other,
        }
    }
}
