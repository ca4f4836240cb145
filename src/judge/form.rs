//! The verdict on an answer of which nobody knows what it should be: whether one came, is well-formed, and is no failure
//! of the server.

use super::blob::is_content;
use super::compare::Outcome;
use super::difference::Difference;
use super::read::{json, markup, multipart};
use super::verdict::MismatchKind;
use crate::target::TransportFailure;
use tablestakes_reference::ServiceName;
use tablestakes_reference::http::{Request, Response};
use tablestakes_reference::rules::{RuleId, id};

/// The rules about such requests, of which each service has its own.
const RULES: &[RuleId] = &[id::TABLE_OPEN_ODD_REQUEST, id::QUEUE_OPEN_ODD_REQUEST, id::BLOB_OPEN_ODD_REQUEST];

/// Whether a rule speaks of requests of which nobody knows what comes of them.
pub(crate) fn is_of_odd_requests(rule: RuleId) -> bool {
    RULES.contains(&rule)
}

/// The methods whose requests and answers end where their headers say.
const METHODS: [&str; 6] = ["GET", "POST", "PUT", "DELETE", "MERGE", "PATCH"];
/// Headers that ask for another way of ending a message, or for another protocol.
const STEERING: [&str; 6] = ["connection", "expect", "te", "trailer", "transfer-encoding", "upgrade"];

/// Judges an answer by its form. An odd request may also be answered by nothing but the end of the connection; and one whose
/// end is anybody's guess by waiting for the rest of it.
pub(crate) fn by_form(
    service: ServiceName,
    request: &Request,
    odd: bool,
    actual: &Result<Response, TransportFailure>,
) -> Outcome {
    let rules: Vec<RuleId> = RULES.iter().copied().filter(|rule| rule.rule().service == service.name()).collect();
    let found = |kind, held: &str, came: String| Outcome::of(vec![Difference::new(kind, &rules, held, came)], false);
    match actual {
        Err(TransportFailure::Closed(_)) if odd => Outcome::same(),
        Err(TransportFailure::TimedOut(_)) if odd && !is_plain(request) => Outcome::same(),
        Err(failure @ TransportFailure::NotHttp(_)) => {
            found(MismatchKind::Malformed, "an answer that is HTTP, or none", failure.to_string())
        }
        Err(failure) => found(MismatchKind::NoAnswer, "an answer, or the end of the connection", failure.to_string()),
        // The service itself fails on some filters over its tables (`table.tables.list-filter-unknown-property`).
        Ok(response) if response.status == 500 && lists_by_filter(request) => Outcome::same(),
        Ok(response) if response.status == 500 => {
            let code = response.headers.get("x-ms-error-code").map(|code| format!(" {code}")).unwrap_or_default();
            found(MismatchKind::ServerError, "no failure of the server", format!("500{code}"))
        }
        Ok(response) if service == ServiceName::Blob && holds_content(request, response) => Outcome::same(),
        Ok(response) => match malformed(response) {
            Some(why) => found(MismatchKind::Malformed, "a body in the format that it names", why),
            None => Outcome::same(),
        },
    }
}

/// Whether it lists tables, and only some of them.
fn lists_by_filter(request: &Request) -> bool {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let lists = path.trim_end_matches("()").ends_with("/Tables");
    lists && (query.contains("$filter") || query.to_ascii_lowercase().contains("%24filter"))
}

/// Whether an answer carries octets of a blob, which are in no format, whatever the blob says that they are. An odd request may be
/// read as one for content without looking like one.
fn holds_content(request: &Request, response: &Response) -> bool {
    is_content(request, response) || response.headers.get("x-ms-blob-type").is_some()
}

/// Why a body is not in the format that its headers name, whatever it says.
fn malformed(response: &Response) -> Option<String> {
    let kind = response.headers.get("content-type").unwrap_or_default();
    let media = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if response.body.is_empty() {
        None
    } else if multipart::is_multipart(kind) {
        multipart::read(kind, &response.body).err()
    } else if media == "application/json" {
        json::read(&response.body).err().map(|error| format!("it is not JSON: {error}"))
    } else if matches!(media.as_str(), "application/xml" | "application/atom+xml") {
        markup::read(&response.body).err()
    } else {
        None
    }
}

/// Whether everybody reads the same end of the request.
fn is_plain(request: &Request) -> bool {
    let is_token = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&octet))
    };
    let is_text = |text: &str| !text.chars().any(|c| c.is_control() && c != '\t');
    let steers = |name: &str| STEERING.iter().any(|held| held.eq_ignore_ascii_case(name));
    let mut lengths = request.headers.all("content-length");
    let sized = match lengths.next() {
        Some(length) => *length == request.body.len().to_string(),
        None => request.body.is_empty(),
    };
    METHODS.contains(&request.method.as_str())
        && request.target.starts_with('/')
        && request.target.bytes().all(|octet| octet.is_ascii_graphic())
        && request.headers.iter().all(|(name, value)| is_token(name) && is_text(value) && !steers(name))
        && request.headers.all("host").count() == 1
        && sized
        && lengths.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use std::time::Duration;
    use tablestakes_reference::http::Headers;

    type Actual = Result<Response, TransportFailure>;

    fn request(length: &str) -> Request {
        let headers = Headers::from_iter([("host", "h"), ("content-length", length)]);
        Request { method: "POST".into(), target: "/t".into(), headers, body: Bytes::from_static(b"ab") }
    }

    fn kind(request: &Request, odd: bool, actual: Actual) -> Option<MismatchKind> {
        let Outcome::Compared { differences, .. } = by_form(ServiceName::Table, request, odd, &actual) else {
            panic!("decided")
        };
        differences.first().map(|difference| difference.kind)
    }

    fn answered(status: u16, body: &'static str) -> Actual {
        let headers = Headers::from_iter([("content-type", "application/json")]);
        Ok(Response { status, headers, body: Bytes::from_static(body.as_bytes()) })
    }

    #[test]
    fn refusals_of_every_kind_are_allowed() {
        for status in [200, 204, 400, 403, 404, 418, 501, 503, 505] {
            assert_eq!(kind(&request("2"), true, answered(status, "")), None, "{status}");
        }
        assert_eq!(kind(&request("2"), true, answered(500, "")), Some(MismatchKind::ServerError));
        assert_eq!(kind(&request("2"), false, answered(500, "")), Some(MismatchKind::ServerError));
        assert_eq!(kind(&request("2"), true, answered(200, "{")), Some(MismatchKind::Malformed));
        let garbage = Err(TransportFailure::NotHttp("x".into()));
        assert_eq!(kind(&request("2"), true, garbage), Some(MismatchKind::Malformed));
    }

    #[test]
    fn what_the_service_itself_fails_on_is_allowed() {
        let listing = |target: &str| Request { target: target.into(), ..request("2") };
        assert_eq!(kind(&listing("/a/Tables?x=y&$filter=a"), true, answered(500, "")), None);
        assert_eq!(kind(&listing("/a/Tables()?%24filter=a"), true, answered(500, "")), None);
        for other in ["/a/Tables?$top=1", "/a/t()?$filter=a"] {
            assert_eq!(kind(&listing(other), true, answered(500, "")), Some(MismatchKind::ServerError), "{other}");
        }
    }

    #[test]
    fn the_octets_of_a_blob_are_in_no_format() {
        let get = |target: &str| Request { method: "GET".into(), target: target.into(), ..request("2") };
        let judged = |request: &Request, actual| match by_form(ServiceName::Blob, request, true, &actual) {
            Outcome::Compared { differences, .. } => differences.first().map(|difference| difference.kind),
            _ => panic!("decided"),
        };
        assert_eq!(judged(&get("/a/c/b"), answered(200, "{")), None);
        assert_eq!(judged(&get("/a/c/b?%00comp=list"), answered(400, "{")), Some(MismatchKind::Malformed));
        let told = answered(200, "{").map(|mut response| {
            response.headers.push("x-ms-blob-type", "BlockBlob");
            response
        });
        assert_eq!(judged(&get("/a/c/b?comp=x"), told), None);
        assert_eq!(judged(&get("/a/c?comp=list"), answered(200, "{")), Some(MismatchKind::Malformed));
    }

    #[test]
    fn silence_counts_where_the_request_has_one_end() {
        let silence = || Err(TransportFailure::TimedOut(Duration::ZERO));
        let closed = || Err(TransportFailure::Closed("x".into()));
        assert_eq!(kind(&request("2"), true, silence()), Some(MismatchKind::NoAnswer));
        assert_eq!(kind(&request("3"), true, silence()), None);
        assert_eq!(kind(&request("3"), false, silence()), Some(MismatchKind::NoAnswer));
        assert_eq!(kind(&request("2"), true, closed()), None);
        assert_eq!(kind(&request("2"), false, closed()), Some(MismatchKind::NoAnswer));
        let refused = Err(TransportFailure::Connect("refused".into()));
        assert_eq!(kind(&request("2"), true, refused), Some(MismatchKind::NoAnswer));
    }
}
