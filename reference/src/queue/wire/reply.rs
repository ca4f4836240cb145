//! Answers: headers and bodies of what operations come to.

use super::documents::{Shown, element};
use super::{metadata, receipt};
use crate::datetime::DateTime;
use crate::http::{Headers, Response};
use crate::ids::Guid;
use crate::lexical::{datetime, guid, http_date};
use crate::policies;
use crate::queue::outcome::Outcome;
use crate::queue::shared_rules::POLICIES;
use crate::refusal::{Detailed, Layer};
use crate::rules::{Trace, id};
use crate::version::Version;

/// What every document begins with.
const HEAD: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>";
const SERVER: &str = "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0";
const SERVER_BEFORE_SERVICE: &str = "Microsoft-HTTPAPI/2.0";
/// From which version on `x-ms-version` is answered.
const VERSION_SINCE: Version = Version::V2009_09_19;

/// What every answer to one request shares.
#[derive(Debug, Clone, Copy)]
pub(in crate::queue) struct Frame<'f> {
    /// The address of the service, without a slash at its end.
    pub(in crate::queue) base: &'f str,
    /// The account.
    pub(in crate::queue) account: &'f str,
    /// The version in force.
    pub(in crate::queue) version: Version,
    /// The id of the request.
    pub(in crate::queue) request_id: Guid,
    /// The id that the client gave it.
    pub(in crate::queue) client_id: Option<&'f str>,
    /// The time of the answer.
    pub(in crate::queue) now: DateTime,
    /// The method of the request.
    pub(in crate::queue) method: &'f str,
}

/// An answer without the headers that all of them have.
struct Reply {
    status: u16,
    headers: Headers,
    document: Option<String>,
}

impl Reply {
    fn empty(status: u16) -> Self {
        Self { status, headers: Headers::new(), document: None }
    }

    fn with(status: u16, document: String) -> Self {
        Self { document: Some(document), ..Self::empty(status) }
    }
}

impl Frame<'_> {
    /// The answer to an operation that was granted.
    pub(in crate::queue) fn granted(&self, outcome: &Outcome, trace: &mut Trace<'_>) -> Response {
        let reply = match outcome {
            Outcome::Queues(listing, page) => Reply::with(200, self.queues(listing, page, trace)),
            Outcome::Properties(document) => Reply::with(200, document.clone()),
            Outcome::PropertiesSet => Reply::empty(202),
            Outcome::Statistics => Reply::with(200, statistics(self.now)),
            Outcome::QueueCreated => Reply::empty(if trace.enforce(id::QUEUE_QUEUES_CREATE) { 201 } else { 200 }),
            Outcome::QueueThere => Reply::empty(204),
            Outcome::MetadataSet => Reply::empty(if trace.enforce(id::QUEUE_METADATA_SET) { 204 } else { 200 }),
            Outcome::QueueDeleted | Outcome::PoliciesSet | Outcome::Cleared | Outcome::MessageDeleted => {
                Reply::empty(204)
            }
            Outcome::Metadata(held, count) => {
                let mut reply = Reply::empty(200);
                if trace.enforce(id::QUEUE_METADATA_COUNT) {
                    reply.headers.push("x-ms-approximate-messages-count", count.to_string());
                }
                for (name, value) in held {
                    if trace.enforce(id::QUEUE_METADATA_GET) {
                        reply.headers.push(format!("{}{name}", metadata::PREFIX), value.as_str());
                    }
                }
                reply
            }
            Outcome::Policies(held) => Reply::with(200, policies::document(held, &POLICIES, trace)),
            Outcome::Put(message) => {
                let (with, without) = (id::QUEUE_MESSAGES_PUT_BODY, id::QUEUE_MESSAGES_PUT_NO_BODY);
                let told = if with.holds_for(self.version) { trace.enforce(with) } else { !trace.enforce(without) };
                let mut reply = Reply::empty(if trace.enforce(id::QUEUE_MESSAGES_PUT) { 201 } else { 200 });
                if told {
                    reply.document = Some(self.messages(std::slice::from_ref(message), Shown::Put, trace));
                }
                reply
            }
            Outcome::Taken(messages) | Outcome::Seen(messages) => {
                let shown = if matches!(outcome, Outcome::Taken(_)) { Shown::Taken } else { Shown::Seen };
                if messages.is_empty() && !trace.enforce(id::QUEUE_MESSAGES_NONE) {
                    Reply::empty(204)
                } else {
                    Reply::with(200, self.messages(messages, shown, trace))
                }
            }
            Outcome::Updated(new, visible) => {
                let mut reply = Reply::empty(204);
                if trace.enforce(id::QUEUE_UPDATE_ANSWER) {
                    reply.headers.push("x-ms-popreceipt", receipt::written(*new));
                    let visible = if trace.enforce(id::QUEUE_UPDATE_TIME_TOLD) { *visible } else { self.now };
                    reply.headers.push("x-ms-time-next-visible", http_date(visible));
                }
                reply
            }
        };
        self.answer(reply, trace)
    }

    fn answer(&self, reply: Reply, trace: &mut Trace<'_>) -> Response {
        let Reply { status, headers: own, document } = reply;
        let mut headers = Headers::new();
        let body = document.map(|document| self.document(&document, trace)).unwrap_or_default();
        if !body.is_empty() && trace.enforce(id::QUEUE_HEADERS_CONTENT_TYPE) {
            headers.push("Content-Type", "application/xml");
        }
        // What was put is answered in chunks even if nothing is told of it.
        if body.is_empty() && status != 201 {
            headers.push("Content-Length", "0");
        } else {
            headers.push("Transfer-Encoding", "chunked");
        }
        let reads = matches!(self.method, "GET" | "HEAD");
        let kept = if reads && status == 200 {
            trace.enforce(id::QUEUE_HEADERS_CACHE_CONTROL)
        } else {
            !trace.enforce(id::QUEUE_HEADERS_NO_CACHE_CONTROL)
        };
        if kept {
            headers.push("Cache-Control", "no-cache");
        }
        self.service_headers(&mut headers, trace);
        own.iter().for_each(|(name, value)| headers.push(name.to_owned(), value));
        if !trace.enforce(id::QUEUE_HEADERS_NO_ETAG) {
            headers.push("ETag", "\"0x8D0000000000000\"");
        }
        headers.push("Date", http_date(self.now));
        Response { status, headers, body: body.into() }
    }

    /// A preflight that was granted.
    pub(in crate::queue) fn preflight(&self, mut headers: Headers, trace: &mut Trace<'_>) -> Response {
        headers.push("Content-Length", "0");
        self.service_headers(&mut headers, trace);
        headers.push("Date", http_date(self.now));
        Response { status: 200, headers, body: bytes::Bytes::new() }
    }

    /// The answer to what was refused.
    pub(in crate::queue) fn refused(&self, refused: &Detailed, trace: &mut Trace<'_>) -> Response {
        let Detailed { refusal, details } = refused;
        let mut headers = Headers::new();
        let mut body = Vec::new();
        if self.method != "HEAD" && trace.enforce(id::QUEUE_ERRORS_BODY) {
            let mut inner = element("Code", refusal.code);
            inner.push_str(&element("Message", &self.message(&refusal.message, trace)));
            for (name, text) in details {
                if trace.enforce(id::QUEUE_ERRORS_DETAILS) {
                    inner.push_str(&element(name, text));
                }
            }
            body = self.document(&format!("<Error>{inner}</Error>"), trace);
            headers.push("Content-Type", "application/xml");
        }
        headers.push("Content-Length", body.len().to_string());
        if refusal.layer == Layer::Entities {
            self.service_headers(&mut headers, trace);
        } else {
            headers.push("Server", SERVER_BEFORE_SERVICE);
            headers.push("x-ms-request-id", guid::written(self.request_id));
        }
        let (with, without) = (id::QUEUE_ERRORS_CODE_HEADER, id::QUEUE_ERRORS_NO_CODE_HEADER);
        let told = if with.holds_for(self.version) { trace.enforce(with) } else { !trace.enforce(without) };
        if told {
            headers.push("x-ms-error-code", refusal.code);
        }
        headers.push("Date", http_date(self.now));
        Response { status: refusal.status, headers, body: body.into() }
    }

    fn document(&self, inner: &str, trace: &mut Trace<'_>) -> Vec<u8> {
        let marked = trace.enforce(id::QUEUE_HEADERS_BYTE_ORDER_MARK);
        let head = if marked { HEAD } else { HEAD.trim_start_matches('\u{feff}') };
        [head, inner].concat().into_bytes()
    }

    /// A message as errors tell it: with the id of the request and the time.
    fn message(&self, text: &str, trace: &mut Trace<'_>) -> String {
        if !trace.enforce(id::QUEUE_ERRORS_MESSAGE_IDS) {
            return text.to_owned();
        }
        let (request_id, now) = (guid::written(self.request_id), datetime::written_full(self.now));
        format!("{text}\nRequestId:{request_id}\nTime:{now}")
    }

    /// The headers that every answer of the service has.
    fn service_headers(&self, headers: &mut Headers, trace: &mut Trace<'_>) {
        headers.push("Server", SERVER);
        let request_id = if trace.enforce(id::QUEUE_HEADERS_REQUEST_ID) { self.request_id } else { Guid([0; 16]) };
        headers.push("x-ms-request-id", guid::written(request_id));
        if let Some(client_id) = self.client_id {
            let (with, without) = (id::QUEUE_HEADERS_CLIENT_REQUEST_ID, id::QUEUE_HEADERS_NO_CLIENT_REQUEST_ID);
            let echoed = if with.holds_for(self.version) { trace.enforce(with) } else { !trace.enforce(without) };
            if echoed {
                headers.push("x-ms-client-request-id", client_id);
            }
        }
        if self.version >= VERSION_SINCE && trace.enforce(id::QUEUE_HEADERS_VERSION_ECHO) {
            headers.push("x-ms-version", self.version.to_string());
        }
    }
}

/// The reference's secondary location is always up to date.
fn statistics(now: DateTime) -> String {
    let synchronised = http_date(now);
    format!(
        "<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>{synchronised}</LastSyncTime>\
         </GeoReplication></StorageServiceStats>"
    )
}
