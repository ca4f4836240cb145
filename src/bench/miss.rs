//! Why an operation did not succeed. Throttling and timeouts are counted apart from refusals.

use crate::target::{Busy, TransportFailure};
use tablestakes_reference::http::Response;

/// An operation that did not succeed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    /// The target said that it is too busy: 503, 429, or 500 with `OperationTimedOut`.
    Throttled(u16),
    /// No whole answer came in time.
    TimedOut,
    /// The target refused otherwise.
    Refused(u16),
    /// The answer was granted and holds less than was asked for.
    Wrong,
    /// No connection, or one that ended before the answer was whole.
    Broken(String),
    /// The bound on requests was reached before it was sent.
    Bound,
}

impl From<&TransportFailure> for Miss {
    fn from(failure: &TransportFailure) -> Self {
        match failure {
            TransportFailure::TimedOut(_) => Self::TimedOut,
            other => Self::Broken(other.to_string()),
        }
    }
}

impl std::fmt::Display for Miss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Throttled(status) => write!(f, "throttled with status {status}"),
            Self::TimedOut => f.write_str("no whole answer in time"),
            Self::Refused(status) => write!(f, "refused with status {status}"),
            Self::Wrong => f.write_str("the answer holds less than was asked for"),
            Self::Broken(why) => f.write_str(why),
            Self::Bound => f.write_str("the bound on requests or octets was reached"),
        }
    }
}

/// What an answer says, by its status.
pub(super) fn granted(response: &Response) -> Result<(), Miss> {
    match (Busy::of(response), response.status) {
        (Some(busy), _) => Err(Miss::Throttled(busy.status())),
        (None, 200..300) => Ok(()),
        (None, status) => Err(Miss::Refused(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use std::time::Duration;
    use tablestakes_reference::http::Headers;

    fn answer(status: u16, code: Option<&str>, body: &'static str) -> Response {
        let headers = Headers::from_iter(code.map(|code| ("x-ms-error-code", code)));
        Response { status, headers, body: Bytes::from_static(body.as_bytes()) }
    }

    #[test]
    fn throttling_is_told_from_refusals() {
        for (answer, expected) in [
            (answer(201, None, ""), Ok(())),
            (answer(503, Some("ServerBusy"), ""), Err(Miss::Throttled(503))),
            (answer(429, None, ""), Err(Miss::Throttled(429))),
            (answer(500, Some("OperationTimedOut"), ""), Err(Miss::Throttled(500))),
            (answer(500, None, "{\"code\":\"OperationTimedOut\"}"), Err(Miss::Throttled(500))),
            (answer(500, Some("InternalError"), ""), Err(Miss::Refused(500))),
            (answer(404, None, ""), Err(Miss::Refused(404))),
        ] {
            assert_eq!(granted(&answer), expected);
        }
    }

    #[test]
    fn timeouts_are_told_from_broken_connections() {
        assert_eq!(Miss::from(&TransportFailure::TimedOut(Duration::ZERO)), Miss::TimedOut);
        assert!(matches!(Miss::from(&TransportFailure::Closed(String::new())), Miss::Broken(_)));
    }
}
