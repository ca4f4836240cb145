//! A recorded session as plain data, whatever the format it was kept in.

use bytes::Bytes;
use std::fmt;
use tablestakes_reference::http::Headers;

/// Exchanges with one service in the order in which they were recorded.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// What the recording calls itself, or its file's name.
    pub name: String,
    /// What the recorder did not keep.
    pub losses: Losses,
    /// The exchanges in order.
    pub exchanges: Vec<Exchange>,
}

/// What a recorder did not keep, as the recording says or as it can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Losses {
    /// Some request bodies.
    pub request_bodies: bool,
    /// All request headers.
    pub request_headers: bool,
    /// Some query strings.
    pub query_strings: bool,
    /// `Content-Length` and `Transfer-Encoding` of all answers: they were recorded behind a connection of their own.
    pub framing: bool,
    /// JSON bodies went through a parser: blanks, escapes and the spelling of numbers are not the wire's.
    pub json_spelling: bool,
}

/// One request and its answer.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// Its number in the recording.
    pub number: usize,
    /// The service that was asked.
    pub service: Service,
    /// The account that was asked.
    pub account: String,
    /// Whether the secondary location was asked.
    pub secondary: bool,
    /// How the request proved where it comes from, where that is known.
    pub authorization: Authorization,
    /// The method.
    pub method: String,
    /// Path and query as recorded, without the account of path-style addresses.
    pub target: String,
    /// The headers of the request that were kept.
    pub request_headers: Headers,
    /// The body of the request.
    pub request_body: Body,
    /// The status of the answer.
    pub status: u16,
    /// The headers of the answer that were kept.
    pub response_headers: Headers,
    /// The body of the answer.
    pub response_body: Body,
}

/// A recorded body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// All of it; nothing, if there was none.
    Whole(Bytes),
    /// There was one, and the recorder kept its beginning, its length and its hash.
    Cut(Cut),
    /// There was one, and the recorder kept a part of it or nothing.
    Lost,
}

/// What was kept of a long body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Its beginning.
    pub start: Bytes,
    /// Its length.
    pub length: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Body {
    /// No body.
    pub const NONE: Self = Self::Whole(Bytes::new());

    /// The octets, if they were kept.
    pub fn octets(&self) -> Option<&Bytes> {
        match self {
            Self::Whole(octets) => Some(octets),
            Self::Cut(_) | Self::Lost => None,
        }
    }
}

/// The services of a storage account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    /// Tables.
    Table,
    /// Queues.
    Queue,
    /// Blobs.
    Blob,
    /// Another, or one that cannot be told.
    Other,
}

impl Service {
    /// The service with this name, the second label of a host in the cloud.
    pub fn named(name: &str) -> Self {
        match name {
            "table" => Self::Table,
            "queue" => Self::Queue,
            "blob" => Self::Blob,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "table",
            Self::Queue => "queue",
            Self::Blob => "blob",
            Self::Other => "unknown",
        })
    }
}

/// How a recorded request proved where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Authorization {
    /// The recording does not say.
    #[default]
    Unknown,
    /// With the account's key.
    Key,
    /// With a shared access signature.
    Signature,
    /// With a token of a directory.
    Token,
}
