//! The body of an answer, whatever it is.

use super::atom;
use super::entity::Row;
use super::error::{self, ErrorBody};
use super::json::{self, Json};
use super::markup::{self, Markup};
use super::multipart::{self, Part};
use crate::judge::blob;
use crate::judge::queue::{self, Listing, Message};
use crate::xml::Tree;
use bytes::Bytes;
use tablestakes_reference::ServiceName;
use tablestakes_reference::http::{Request, Response};

/// What a body holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Document {
    /// Nothing.
    Empty,
    /// One entity or table entry.
    Entity(Row),
    /// A set of entities or table entries.
    Set {
        /// The set's own `odata.` members.
        annotations: Vec<(String, Json)>,
        /// Its rows.
        rows: Vec<Row>,
    },
    /// An error.
    Error(ErrorBody),
    /// The parts of an answer to a transaction.
    Batch(Vec<Part>),
    /// The answers within the answer to a batch about blobs.
    Answers(Vec<Part>),
    /// Policies, properties or statistics.
    Markup(Markup),
    /// Messages of a queue.
    Messages(Vec<Message>),
    /// A page of a listing of queues.
    Queues(Listing),
    /// A page of a listing of containers or blobs.
    Listing(blob::Listing),
    /// Octets of a blob.
    Content(Bytes),
    /// Something else: a page of markup, a format that is not read here.
    Other(String),
    /// What calls itself JSON, XML or multipart and is not.
    Malformed(String),
}

impl Document {
    /// Reads the body of an answer of this service to a request.
    pub(crate) fn of(service: ServiceName, request: &Request, response: &Response) -> Self {
        match service {
            ServiceName::Queue => queue::read(response),
            ServiceName::Blob => blob::read(request, response),
            ServiceName::Table => Self::read(response),
        }
    }

    /// Reads the body of an answer of the queue service.
    pub(crate) fn of_queue(response: &Response) -> Self {
        queue::read(response)
    }

    /// Reads a body by its `Content-Type`, and where that says nothing by its first octet.
    pub(crate) fn read(response: &Response) -> Self {
        if response.body.is_empty() {
            return Self::Empty;
        }
        let kind = response.headers.get("content-type").unwrap_or_default();
        let media = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let first = response.body.iter().find(|octet| !octet.is_ascii_whitespace()).copied();
        let read = if multipart::is_multipart(kind) {
            multipart::read(kind, &response.body).map(Self::Batch)
        } else if media.contains("json") || first == Some(b'{') {
            json::read(&response.body).map_err(|error| format!("it is not JSON: {error}")).and_then(Self::from_json)
        } else if media == "application/atom+xml" {
            atom::read(&response.body)
        } else if media.contains("xml") && !media.contains("html") || media.is_empty() && first == Some(b'<') {
            match error::from_xml(&response.body) {
                Ok(error) => Ok(Self::Error(error)),
                Err(_) if response.status < 400 => markup::read(&response.body).map(Self::Markup),
                Err(what) => Err(what),
            }
        } else {
            Ok(Self::Other(if media.is_empty() { "a body without Content-Type".to_owned() } else { media }))
        };
        read.unwrap_or_else(Self::Malformed)
    }

    fn from_json(value: Json) -> Result<Self, String> {
        if let Some(error) = error::from_json(&value) {
            return Ok(Self::Error(error));
        }
        let Json::Object(mut members) = value else { return Err("it is JSON, but no object".to_owned()) };
        let set = members.iter().position(|(name, value)| name == "value" && matches!(value, Json::Array(_)));
        // An entity may have a property called `value`, but a string or number, never an array.
        let Some(place) = set else { return Ok(Self::Entity(Row::read(members))) };
        let (_, Json::Array(items)) = members.swap_remove(place) else { return Err("it holds no set".to_owned()) };
        let rows = items
            .into_iter()
            .map(|item| match item {
                Json::Object(members) => Ok(Row::read(members)),
                _ => Err("a row is no object".to_owned()),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self::Set { annotations: members, rows })
    }

    /// The document of queues or blobs that a body is.
    ///
    /// # Errors
    /// What it is else.
    pub(in crate::judge) fn tree(response: &Response) -> Result<Tree, Self> {
        let kind = response.headers.get("content-type").unwrap_or_default();
        let media = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if !(media.is_empty() || media.contains("xml")) || media.contains("html") {
            return Err(Self::Other(media));
        }
        Tree::read(&response.body).ok_or_else(|| match media.is_empty() {
            true => Self::Other("a body without Content-Type".to_owned()),
            false => Self::Malformed("it is not well-formed XML".to_owned()),
        })
    }

    /// What it is, in a few words.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Empty => "no body".to_owned(),
            Self::Entity(row) => format!("the entity {}", row.shown()),
            Self::Set { rows, .. } => format!("a set of {}", rows.len()),
            Self::Error(error) => format!("error {}", error.code.as_deref().unwrap_or("without a code")),
            Self::Batch(parts) => format!("a transaction's answer of {} parts", parts.len()),
            Self::Answers(parts) => format!("the answer to a batch of {}", parts.len()),
            Self::Markup(markup) => {
                markup.lines.first().map(|root| format!("a document of {root}")).unwrap_or_default()
            }
            Self::Messages(messages) => format!("a list of {} messages", messages.len()),
            Self::Queues(listing) => format!("a listing of {} queues", listing.queues.len()),
            Self::Listing(listing) => format!("a listing of {}", listing.items.len()),
            Self::Content(octets) => format!("{} octets", octets.len()),
            Self::Other(media) => media.clone(),
            Self::Malformed(why) => format!("a malformed body: {why}"),
        }
    }
}

/// The answers within the answer to a transaction; none if it is no such answer, or malformed.
pub(crate) fn parts(response: &Response) -> Vec<Response> {
    let kind = response.headers.get("content-type").unwrap_or_default();
    if !multipart::is_multipart(kind) {
        return Vec::new();
    }
    let parts = multipart::read(kind, &response.body).unwrap_or_default();
    parts.into_iter().map(|part| part.response).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use tablestakes_reference::http::Headers;

    fn read(kind: &str, body: &'static [u8]) -> Document {
        let headers = Headers::from_iter([("content-type", kind)]);
        Document::read(&Response { status: 200, headers, body: Bytes::from_static(body) })
    }

    #[test]
    fn bodies_are_told_apart() {
        assert_eq!(read("", b""), Document::Empty);
        assert!(matches!(read("application/json", b"{\"value\":[]}"), Document::Set { rows, .. } if rows.is_empty()));
        assert!(matches!(read("application/json", b"{\"value\":\"x\"}"), Document::Entity(_)));
        assert!(matches!(read("text/plain", b" {\"odata.error\":{}}"), Document::Error(_)));
        assert!(matches!(read("text/html", b"<html>"), Document::Other(_)));
        for body in [&b"{"[..], b"[]", b"{\"value\":[1]}", b"\xff"] {
            assert!(matches!(read("application/json", body), Document::Malformed(_)));
        }
        assert!(matches!(read("multipart/mixed", b"x"), Document::Malformed(_)));
    }
}
