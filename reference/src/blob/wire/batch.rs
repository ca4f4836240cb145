//! Batches of deletions or of changes of tiers: requests within the body of one, and answers within the body of its answer.
//!
//! (Microsoft Learn: Blob Batch.)

use super::frame::{Frame, Reply};
use crate::http::{Headers, Request, Response};
use crate::lexical::guid;
use crate::multipart::{boundary, headers, parts};
use crate::rules::{Trace, id};
use crate::xml::Element;
use bytes::Bytes;

/// A request within a batch.
#[derive(Debug)]
pub struct Part {
    /// The request.
    pub request: Request,
    /// What its answer is told by.
    pub content_id: Option<String>,
}

/// What a batch holds.
#[derive(Debug)]
pub enum Batched {
    /// Requests.
    Parts(Vec<Part>),
    /// What cannot be read.
    Unreadable,
}

/// The requests within a batch. Each has the host of the request around it.
pub fn batched(outer: &Request, trace: &mut Trace<'_>) -> Batched {
    let content_type = outer.headers.get("content-type").unwrap_or_default();
    let boundary = boundary(content_type).map(|boundary| match boundary.split_once('=') {
        Some((start, _)) if !trace.enforce(id::BLOB_BATCH_BOUNDARY) => start,
        _ => boundary,
    });
    let held = boundary.and_then(|boundary| parts(&outer.body, boundary));
    let read = held.and_then(|held| {
        held.iter()
            .map(|part| {
                let request = request(part.content, outer)?;
                let colons = request.headers.iter().any(|(_, value)| value.contains(": "));
                if colons && !trace.enforce(id::BLOB_BATCH_HEADER_VALUES) {
                    return None;
                }
                Some(Part { request, content_id: part.headers.get("content-id").map(str::to_owned) })
            })
            .collect::<Option<Vec<_>>>()
    });
    read.map_or(Batched::Unreadable, Batched::Parts)
}

fn request(content: &[u8], outer: &Request) -> Option<Request> {
    let start = content.iter().position(|octet| !matches!(octet, b'\r' | b'\n'))?;
    let end = content[start..].iter().position(|octet| *octet == b'\n').map_or(content.len(), |end| start + end);
    let line = std::str::from_utf8(&content[start..end]).ok()?.trim_end();
    let (method, rest) = line.split_once(' ')?;
    let target = rest.rsplit_once(" HTTP/").map_or(rest, |(target, _)| target).trim();
    let target = match target.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |slash| &rest[slash..]),
        None => target,
    };
    let (mut own, _) = headers(content.get(end + 1..).unwrap_or_default());
    own.remove("host");
    own.push("Host", outer.headers.get("host").unwrap_or_default());
    Some(Request { method: method.to_owned(), target: target.to_owned(), headers: own, body: Bytes::new() })
}

/// What a status is called where nothing was refused.
fn reason(response: &Response) -> String {
    let message = Element::read(&response.body).and_then(|error| {
        let text = error.child_text("Message")?.lines().next().unwrap_or_default().to_owned();
        Some(text)
    });
    match (message, response.status) {
        (Some(message), _) => message,
        (None, 202) => "Accepted".to_owned(),
        (None, _) => "OK".to_owned(),
    }
}

/// Headers of an answer that one within a batch does not have, or has elsewhere.
const LEFT_OUT: [&str; 5] = ["date", "server", "transfer-encoding", "content-length", "content-type"];

fn written(response: &Response) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response));
    let mut add = |name: &str, value: &str| text.push_str(&format!("{name}: {value}\r\n"));
    let own = |name: &str| LEFT_OUT.iter().any(|left| left.eq_ignore_ascii_case(name));
    response.headers.iter().filter(|(name, _)| !own(name)).for_each(|(name, value)| add(name, value));
    if !response.body.is_empty() {
        add("Content-Length", &response.body.len().to_string());
        add("Content-Type", "application/xml");
    }
    add("Server", "Windows-Azure-Blob/1.0");
    [text.as_bytes(), b"\r\n", &response.body].concat()
}

impl Frame<'_> {
    /// The answer to a batch: answers, and what each is told by.
    pub fn batch(&self, answers: &[(Option<String>, Response)]) -> Reply {
        let boundary = format!("batchresponse_{}", guid::written(self.request_id));
        let mut body = Vec::new();
        for (content_id, response) in answers {
            let content_id = content_id.as_ref().map(|id| format!("Content-ID: {id}\r\n")).unwrap_or_default();
            body.extend(format!("--{boundary}\r\nContent-Type: application/http\r\n{content_id}\r\n").into_bytes());
            body.extend(written(response));
            if !response.body.is_empty() {
                body.extend(b"\r\n");
            }
        }
        body.extend(format!("--{boundary}--").into_bytes());
        let mut headers = Headers::new();
        headers.push("Content-Type", format!("multipart/mixed; boundary={boundary}"));
        Reply { status: 202, headers, document: None, data: Some(body.into()) }
    }
}
