//! One exchange on its way: from the client to the target and back.

use crate::target::{Target, Transport, TransportFailure, header_text};
use bytes::Bytes;
use http::header::{HeaderName, HeaderValue};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use tablestakes_reference::AccountIn;
use tablestakes_reference::http::{Headers, Request, Response};

/// What belongs to a connection, not to a message.
const OF_THE_CONNECTION: [&str; 9] = [
    "connection",
    "content-length",
    "expect",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The largest body of a request that is passed on.
pub(super) const LARGEST_REQUEST: usize = 256 << 20;

/// Where requests are passed on to.
#[derive(Clone)]
pub struct Upstream {
    /// The target.
    pub target: Target,
    /// Connections to it.
    pub transport: Transport,
}

/// An exchange that has passed.
#[derive(Debug)]
pub struct Passed {
    /// The request as it was sent on.
    pub request: Request,
    /// The answer, if a whole one came.
    pub outcome: Result<Response, TransportFailure>,
}

impl Upstream {
    /// Sends a request on, and waits for the answer.
    pub(super) async fn pass(&self, request: Request) -> Passed {
        let outcome = self.transport.send(&request).await.map(|(response, _)| response);
        Passed { request, outcome }
    }

    /// The request that a client's message is. Its target is the client's own, octet for octet; where the account stands
    /// in the host, the host is the target's, otherwise it stays, so that answers name the address that the client knows.
    ///
    /// # Errors
    /// What the client is told: its body did not come, or is larger than any service takes.
    pub(super) async fn request(&self, message: http::Request<Incoming>) -> Result<Request, http::StatusCode> {
        let (head, body) = message.into_parts();
        let target = head.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str).to_owned();
        let had_length = head.headers.contains_key(http::header::CONTENT_LENGTH);
        let body = Limited::new(body, LARGEST_REQUEST).collect().await.map_err(|error| {
            let too_large = error.downcast_ref::<LengthLimitError>().is_some();
            if too_large { http::StatusCode::PAYLOAD_TOO_LARGE } else { http::StatusCode::BAD_REQUEST }
        })?;
        let body = body.to_bytes();
        let by_host = self.target.addressing().account_in() == AccountIn::Host;
        let mut headers = Headers::new();
        for (name, value) in &head.headers {
            let name = name.as_str();
            let replaced = name == "host" && by_host;
            if !OF_THE_CONNECTION.contains(&name) && !replaced {
                headers.push(name.to_owned(), header_text(value.as_bytes()));
            }
        }
        if headers.get("host").is_none() {
            headers.push("host", self.target.endpoint.authority());
        }
        if had_length || !body.is_empty() {
            headers.push("content-length", body.len().to_string());
        }
        Ok(Request { method: head.method.as_str().to_owned(), target, headers, body })
    }
}

/// The message that the client gets.
pub(super) fn message(passed: &Passed) -> http::Response<Full<Bytes>> {
    let response = match &passed.outcome {
        Ok(response) => response,
        Err(failure) => {
            return refusal(http::StatusCode::BAD_GATEWAY, &format!("the target gave no answer: {failure}\n"));
        }
    };
    let mut message = http::Response::new(Full::new(response.body.clone()));
    let Ok(status) = http::StatusCode::from_u16(response.status) else {
        return refusal(http::StatusCode::BAD_GATEWAY, "the target's answer has no status that HTTP knows\n");
    };
    *message.status_mut() = status;
    for (name, value) in response.headers.iter() {
        // The length of the body that a HEAD would have had is the target's word.
        let kept = name.eq_ignore_ascii_case("content-length") && passed.request.method == "HEAD";
        if !kept && OF_THE_CONNECTION.iter().any(|held| held.eq_ignore_ascii_case(name)) {
            continue;
        }
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value.as_bytes()))
        {
            message.headers_mut().append(name, value);
        }
    }
    message
}

/// An answer of the tap's own.
pub(super) fn refusal(status: http::StatusCode, why: &str) -> http::Response<Full<Bytes>> {
    let mut message = http::Response::new(Full::new(Bytes::copy_from_slice(why.as_bytes())));
    *message.status_mut() = status;
    message
}
