//! Answers that say that a target is too busy.

use bytes::Bytes;
use memchr::memmem;
use tablestakes_reference::http::{Request, Response};

/// What a timeout is called.
const TIMED_OUT: &str = "OperationTimedOut";
/// What stands before each answer within an answer.
const WITHIN: &[u8] = b"\r\n\r\nHTTP/1.1 ";

/// An answer that says that the target is too busy, and what it says of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Busy {
    /// 503 or 429, in the answer or as the only part of one to a transaction: nothing was done.
    Refused {
        /// The status.
        status: u16,
    },
    /// 500 `OperationTimedOut`, or a part of a batch was refused: nobody knows what was done.
    TimedOut,
}

impl Busy {
    /// What an answer says; nothing if the target is not too busy.
    pub fn of(response: &Response) -> Option<Self> {
        match response.status {
            202 => within(response),
            status => told(status, || {
                response.headers.get("x-ms-error-code") == Some(TIMED_OUT) || names_timeout(&response.body)
            }),
        }
    }

    /// The status that says so.
    pub(crate) fn status(self) -> u16 {
        match self {
            Self::Refused { status } => status,
            Self::TimedOut => 500,
        }
    }

    /// Whether the same request may be sent again without anything being done twice.
    pub(crate) fn leaves_alone(self, request: &Request) -> bool {
        match self {
            Self::Refused { .. } => true,
            Self::TimedOut => is_read(request),
        }
    }
}

fn told(status: u16, names_timeout: impl FnOnce() -> bool) -> Option<Busy> {
    match status {
        429 | 503 => Some(Busy::Refused { status }),
        500 if names_timeout() => Some(Busy::TimedOut),
        _ => None,
    }
}

fn names_timeout(octets: &[u8]) -> bool {
    memmem::find(octets, TIMED_OUT.as_bytes()).is_some()
}

/// What the answers within a multipart answer say. A transaction that failed has one.
fn within(response: &Response) -> Option<Busy> {
    if !response.headers.get("content-type").is_some_and(|kind| kind.starts_with("multipart/mixed")) {
        return None;
    }
    let body: &Bytes = &response.body;
    let mut count = 0_usize;
    let mut found = None;
    for place in memmem::find_iter(body, WITHIN) {
        let part = &body[place + WITHIN.len()..];
        let end = memmem::find(part, WITHIN).unwrap_or(part.len());
        let status = part.get(..3).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        count += 1;
        found = found.or(status.and_then(|status| told(status, || names_timeout(&part[..end]))));
    }
    // Of several parts some may have been carried out.
    found.map(|busy| if count == 1 { busy } else { Busy::TimedOut })
}

/// Whether a request changes nothing. To get messages takes them.
fn is_read(request: &Request) -> bool {
    let takes = request.target.contains("/messages") && !request.target.contains("peekonly=true");
    matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS") && !takes
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::Headers;

    fn answer(status: u16, kind: &'static str, body: &str) -> Option<Busy> {
        let headers = Headers::from_iter([("content-type", kind)]);
        Busy::of(&Response { status, headers, body: Bytes::copy_from_slice(body.as_bytes()) })
    }

    #[test]
    fn the_answers_of_a_busy_target_are_told_from_others() {
        let refused = |status| Some(Busy::Refused { status });
        assert_eq!(answer(503, "text/html", "<html>"), refused(503));
        assert_eq!(answer(429, "text/plain", ""), refused(429));
        assert_eq!(answer(500, "application/json", "{\"code\":\"OperationTimedOut\"}"), Some(Busy::TimedOut));
        for (status, body) in [(500, "InternalError"), (404, TIMED_OUT), (200, "ServerBusy"), (502, "")] {
            assert_eq!(answer(status, "application/json", body), None, "{status}");
        }
        let headers = Headers::from_iter([("x-ms-error-code", TIMED_OUT)]);
        assert_eq!(Busy::of(&Response { status: 500, headers, body: Bytes::new() }), Some(Busy::TimedOut));
    }

    #[test]
    fn answers_within_an_answer_count() {
        let part = |status: &str, body: &str| {
            format!("--c\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 {status}\r\nX: 1\r\n\r\n{body}\r\n")
        };
        let told = |body: String| answer(202, "multipart/mixed; boundary=b", &body);
        let busy = part("503 Service Unavailable", "ServerBusy");
        assert_eq!(told(busy.clone()), Some(Busy::Refused { status: 503 }));
        assert_eq!(told(part("500 Error", TIMED_OUT)), Some(Busy::TimedOut));
        assert_eq!(told(part("409 Conflict", TIMED_OUT)), None);
        assert_eq!(told(part("202 Accepted", "") + &busy), Some(Busy::TimedOut), "the other part may have been done");
        assert_eq!(told(part("204 No Content", "a HTTP/1.1 503 in a text")), None);
        assert_eq!(told("\r\n\r\nHTTP/1.1 5".to_owned()), None);
        assert_eq!(answer(202, "text/plain", &busy), None);
    }

    #[test]
    fn only_what_changes_nothing_is_sent_again_after_a_timeout() {
        let request = |method: &str, target: &str| Request {
            method: method.to_owned(),
            target: target.to_owned(),
            headers: Headers::new(),
            body: Bytes::new(),
        };
        for (method, target, again) in [
            ("GET", "/a/T()", true),
            ("HEAD", "/a/c/b", true),
            ("PUT", "/a/c/b", false),
            ("GET", "/a/q/messages?numofmessages=1", false),
            ("GET", "/a/q/messages?peekonly=true", true),
        ] {
            assert_eq!(Busy::TimedOut.leaves_alone(&request(method, target)), again, "{method} {target}");
            assert!(Busy::Refused { status: 503 }.leaves_alone(&request(method, target)));
        }
    }
}
