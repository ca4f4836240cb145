//! What every answer to one request shares: headers, documents, refusals.

use crate::blob::model::Metadata;
use crate::datetime::DateTime;
use crate::http::{Headers, Response};
use crate::ids::Guid;
use crate::lexical::{datetime, guid, http_date};
use crate::refusal::{Detailed, Layer};
use crate::rules::{Trace, id};
use crate::version::Version;
use crate::xml::written;
use bytes::Bytes;

/// What every document begins with.
const HEAD: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>";
const SERVER: &str = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0";
/// What stands behind a refusal and is told in its headers, or of them.
const HIDDEN: [&str; 3] = ["Content-Range", "Content-Type", UNCODED];
/// That the refusal comes from before the service itself: neither its code nor the version stand in headers.
pub const UNCODED: &str = "uncoded";
const SERVER_BEFORE_SERVICE: &str = "Microsoft-HTTPAPI/2.0";
/// From which version on `x-ms-version` is answered.
const VERSION_SINCE: Version = Version::V2009_09_19;

/// What every answer to one request shares.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'f> {
    /// The address of the service, without a slash at its end.
    pub base: &'f str,
    /// The account.
    pub account: &'f str,
    /// The version in force.
    pub version: Version,
    /// The id of the request.
    pub request_id: Guid,
    /// The id that the client gave it.
    pub client_id: Option<&'f str>,
    /// The time of the answer.
    pub now: DateTime,
    /// The method of the request.
    pub method: &'f str,
    /// What kind of account it is.
    pub features: crate::blob::Features,
}

/// An answer without the headers that all of them have.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Its headers.
    pub headers: Headers,
    /// Its document.
    pub document: Option<String>,
    /// Its body, if that is no document.
    pub data: Option<Bytes>,
}

impl Reply {
    /// An answer without a body.
    pub fn empty(status: u16) -> Self {
        Self { status, headers: Headers::new(), document: None, data: None }
    }

    /// An answer with a document.
    pub fn with(status: u16, document: String) -> Self {
        Self { document: Some(document), ..Self::empty(status) }
    }

    /// The same with one more header.
    #[must_use]
    pub fn and(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push(name, value);
        self
    }
}

/// `<NAME>TEXT</NAME>`, or `<NAME />`.
pub fn element(name: &str, text: &str) -> String {
    if text.is_empty() { format!("<{name} />") } else { written(name, text) }
}

impl Frame<'_> {
    /// The answer that a reply is.
    pub fn answer(&self, reply: Reply, trace: &mut Trace<'_>) -> Response {
        let Reply { status, headers: own, document, data } = reply;
        let mut headers = Headers::new();
        let of_document = document.is_some();
        let body: Bytes = match (document, data) {
            (Some(document), _) => self.document(&document, trace).into(),
            (None, data) => data.unwrap_or_default(),
        };
        if of_document && trace.enforce(id::BLOB_HEADERS_CONTENT_TYPE) {
            headers.push("Content-Type", "application/xml");
        }
        let length_said = own.get("content-length").is_some();
        if of_document {
            headers.push("Transfer-Encoding", "chunked");
        } else if !length_said {
            headers.push("Content-Length", body.len().to_string());
        }
        self.service_headers(&mut headers, trace);
        own.iter().for_each(|(name, value)| headers.push(name.to_owned(), value));
        headers.push("Date", http_date(self.now));
        let body = if self.method == "HEAD" { Bytes::new() } else { body };
        Response { status, headers, body }
    }

    /// A preflight that was granted.
    pub fn preflight(&self, mut headers: Headers, trace: &mut Trace<'_>) -> Response {
        headers.push("Content-Length", "0");
        self.service_headers(&mut headers, trace);
        headers.push("Date", http_date(self.now));
        Response { status: 200, headers, body: Bytes::new() }
    }

    /// The answer to what was refused. `range` is what the blob's length is told as where a range is refused.
    pub fn refused(&self, refused: &Detailed, trace: &mut Trace<'_>) -> Response {
        let Detailed { refusal, details } = refused;
        let mut headers = Headers::new();
        let mut body = Vec::new();
        let silent = refusal.status == 304 || self.method == "HEAD";
        let (shown, hidden): (Vec<_>, Vec<_>) = details.iter().partition(|(name, _)| !HIDDEN.contains(name));
        if !silent && trace.enforce(id::BLOB_ERRORS_BODY) {
            let mut inner = element("Code", refusal.code);
            inner.push_str(&element("Message", &self.message(&refusal.message, trace)));
            for (name, text) in shown {
                if trace.enforce(id::BLOB_ERRORS_DETAILS) {
                    inner.push_str(&element(name, text));
                }
            }
            body = self.document(&format!("<Error>{inner}</Error>"), trace);
            headers.push("Content-Type", "application/xml");
        }
        if self.method == "HEAD" {
            headers.push("Transfer-Encoding", "chunked");
        } else {
            headers.push("Content-Length", body.len().to_string());
        }
        let coded = !hidden.iter().any(|(name, _)| *name == UNCODED);
        hidden.iter().filter(|(name, _)| *name != UNCODED).for_each(|(name, value)| headers.push(*name, value.clone()));
        if refusal.status == 401 {
            let challenge = "Bearer authorization_uri=https://login.microsoftonline.com/common/oauth2/authorize \
                             resource_id=https://storage.azure.com";
            headers.push("WWW-Authenticate", challenge);
        }
        if refusal.layer == Layer::Entities && coded {
            self.service_headers(&mut headers, trace);
        } else {
            headers.push("Server", if coded { SERVER_BEFORE_SERVICE } else { SERVER });
            headers.push("x-ms-request-id", guid::written(self.request_id));
        }
        let (with, without) = (id::BLOB_ERRORS_CODE_HEADER, id::BLOB_ERRORS_NO_CODE_HEADER);
        let told = if with.holds_for(self.version) { trace.enforce(with) } else { !trace.enforce(without) };
        if told && coded {
            headers.push("x-ms-error-code", refusal.code);
        }
        headers.push("Date", http_date(self.now));
        Response { status: refusal.status, headers, body: body.into() }
    }

    fn document(&self, inner: &str, trace: &mut Trace<'_>) -> Vec<u8> {
        let marked = trace.enforce(id::BLOB_HEADERS_BYTE_ORDER_MARK);
        let head = if marked { HEAD } else { HEAD.trim_start_matches('\u{feff}') };
        [head, inner].concat().into_bytes()
    }

    /// A message as errors tell it: with the id of the request and the time.
    fn message(&self, text: &str, trace: &mut Trace<'_>) -> String {
        if !trace.enforce(id::BLOB_ERRORS_MESSAGE_IDS) {
            return text.to_owned();
        }
        let (request_id, now) = (guid::written(self.request_id), datetime::written_full(self.now));
        format!("{text}\nRequestId:{request_id}\nTime:{now}")
    }

    /// The headers that every answer of the service has.
    fn service_headers(&self, headers: &mut Headers, trace: &mut Trace<'_>) {
        headers.push("Server", SERVER);
        let request_id = if trace.enforce(id::BLOB_HEADERS_REQUEST_ID) { self.request_id } else { Guid([0; 16]) };
        headers.push("x-ms-request-id", guid::written(request_id));
        if let Some(client_id) = self.client_id
            && trace.enforce(id::BLOB_HEADERS_CLIENT_REQUEST_ID)
        {
            headers.push("x-ms-client-request-id", client_id);
        }
        if self.version >= VERSION_SINCE && trace.enforce(id::BLOB_HEADERS_VERSION_ECHO) {
            headers.push("x-ms-version", self.version.to_string());
        }
    }

    /// An ETag as headers hold it.
    pub fn etag(&self, changed: DateTime, trace: &mut Trace<'_>) -> String {
        let plain = crate::blob::model::etag(changed);
        let rule = id::BLOB_HEADERS_ETAG_QUOTED;
        let quoted = rule.holds_for(self.version) && trace.enforce(rule);
        if quoted { format!("\"{plain}\"") } else { plain }
    }

    /// A reply that tells when something was changed.
    pub fn stamped(&self, status: u16, changed: DateTime, trace: &mut Trace<'_>) -> Reply {
        let etag = self.etag(changed, trace);
        let mut reply = Reply::empty(status);
        if trace.enforce(id::BLOB_HEADERS_LAST_MODIFIED) {
            reply = reply.and("Last-Modified", http_date(changed));
        }
        if trace.enforce(id::BLOB_HEADERS_ETAG) { reply.and("ETag", etag) } else { reply }
    }

    /// Metadata as headers.
    pub fn metadata(&self, reply: &mut Reply, metadata: &Metadata, trace: &mut Trace<'_>) {
        for (name, value) in metadata {
            if trace.enforce(id::BLOB_METADATA_SHOWN) {
                reply.headers.push(format!("{}{name}", super::metadata::PREFIX), value.as_str());
            }
        }
    }
}
