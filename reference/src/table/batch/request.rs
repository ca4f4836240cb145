//! The requests within a transaction.

use crate::http::Headers;
use crate::multipart::{Part, boundary, headers, parts};
use crate::rules::{Trace, id};

/// One request within a transaction.
#[derive(Debug)]
pub(super) struct Inner {
    pub(super) method: String,
    /// The address as written: absolute, or from the slash on.
    pub(super) address: String,
    pub(super) headers: Headers,
    /// `Content-ID` among the MIME headers in front of the request.
    pub(super) mime_content_id: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Inner {
    /// The `Content-ID` that the answer echoes.
    pub(super) fn content_id(&self, trace: &mut Trace<'_>) -> Option<String> {
        let own = self.headers.get("content-id").map(str::to_owned);
        match &self.mime_content_id {
            Some(other) if own.is_none() && !trace.enforce(id::TABLE_BATCH_CONTENT_ID_MIME) => Some(other.clone()),
            _ => own,
        }
    }
}

/// What a transaction holds.
#[derive(Debug)]
pub(super) enum Contents {
    /// One change set.
    Changes(Vec<Inner>),
    /// One query.
    Query(Inner),
    /// Another mixture; what the service makes of it is an open question.
    Other,
}

/// Takes the body of a transaction apart; `None` if it is no multipart body.
pub(super) fn read(content_type: &str, body: &[u8]) -> Option<Contents> {
    let outer = parts(body, boundary(content_type)?)?;
    let mut read = Vec::new();
    for part in &outer {
        let content_type = part.headers.get("content-type").unwrap_or_default();
        match boundary(content_type) {
            Some(inner) => {
                let changes = parts(part.content, inner)?.iter().map(request).collect::<Option<Vec<_>>>()?;
                read.push(Contents::Changes(changes));
            }
            None => read.push(Contents::Query(request(part)?)),
        }
    }
    match (read.pop(), read.is_empty()) {
        (Some(Contents::Query(query)), true) if query.method != "GET" => Some(Contents::Other),
        (Some(contents), true) => Some(contents),
        _ => Some(Contents::Other),
    }
}

fn request(part: &Part<'_>) -> Option<Inner> {
    let content = part.content;
    let start = content.iter().position(|octet| !matches!(octet, b'\r' | b'\n'))?;
    let end = content[start..].iter().position(|octet| *octet == b'\n').map_or(content.len(), |end| start + end);
    let line = std::str::from_utf8(&content[start..end]).ok()?.trim_end();
    let (method, rest) = line.split_once(' ')?;
    let address = rest.rsplit_once(" HTTP/").map_or(rest, |(address, _)| address);
    let (headers, body) = headers(content.get(end + 1..).unwrap_or_default());
    let body = if body.iter().all(u8::is_ascii_whitespace) { &[] } else { body };
    Some(Inner {
        method: method.to_owned(),
        address: address.trim().to_owned(),
        headers,
        mime_content_id: part.headers.get("content-id").map(str::to_owned),
        body: body.to_vec(),
    })
}
