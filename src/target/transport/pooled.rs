//! Exchanges over kept connections, by hyper.

use super::failure::TransportFailure;
use super::limits::Limits;
use super::stream::Connector;
use bytes::{Bytes, BytesMut};
use http::header::{HeaderMap, HeaderName, HeaderValue};
use http::{Method, Uri};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tablestakes_reference::http::{Headers, Request, Response};
use tokio::task::JoinHandle;

type Message = http::Request<Full<Bytes>>;

/// How long a connection may lie idle and still be used again. Servers close idle connections when they like (Node after
/// five seconds); a request that crosses the closing would look like a target that hangs up.
const IDLE: Duration = Duration::from_secs(1);

/// From this size on, a body and the answer to it may cross: a server may refuse it half-way and hang up.
const LARGE_BODY: usize = 512 << 10;

/// Headers that steer the connection or the framing: hyper would have a say in them.
const FRAMING: &[&str] = &["connection", "expect", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/// The request as a message for hyper, if hyper sends it byte for byte.
pub(super) fn expressible(request: &Request) -> Option<Message> {
    if request.body.len() > LARGE_BODY || request.method == "CONNECT" || request.headers.get("host").is_none() {
        return None;
    }
    let method = Method::from_bytes(request.method.as_bytes()).ok()?;
    let uri = Uri::try_from(request.target.as_str()).ok()?;
    let kept = uri.authority().is_none() && uri.path_and_query().is_some_and(|held| held.as_str() == request.target);
    if !kept || !request.target.starts_with('/') {
        return None;
    }
    let mut message = http::Request::new(Full::new(request.body.clone()));
    *message.method_mut() = method;
    *message.uri_mut() = uri;
    fields(request, message.headers_mut())?;
    Some(message)
}

fn fields(request: &Request, map: &mut HeaderMap) -> Option<()> {
    let mut sized = false;
    for (name, value) in request.headers.iter() {
        // hyper writes names in lower case, and the fields of one name together.
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) || FRAMING.contains(&name) || map.contains_key(name) {
            return None;
        }
        if name == "content-length" {
            sized = value == request.body.len().to_string();
            if !sized {
                return None;
            }
        }
        let value = HeaderValue::from_bytes(value.as_bytes()).ok()?;
        map.append(HeaderName::from_bytes(name.as_bytes()).ok()?, value);
    }
    // hyper gives a body without a length one.
    (sized || request.body.is_empty()).then_some(())
}

/// Connections that wait for their next exchange.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Idle>>);

struct Idle {
    link: Link,
    since: Instant,
}

/// A connection and the task that serves it. The task ends with it.
struct Link {
    sender: SendRequest<Full<Bytes>>,
    served: JoinHandle<()>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.served.abort();
    }
}

impl Pool {
    /// Sends the message over a kept or a new connection. The connection is kept only after a whole answer.
    pub(super) async fn exchange(
        &self,
        connector: &Connector,
        limits: &Limits,
        message: Message,
    ) -> Result<Response, TransportFailure> {
        let kept = self.take();
        let mut message = message;
        if let Some(mut link) = kept {
            match link.sender.try_send_request(message).await {
                Ok(answer) => return self.finish(link, answer, limits).await,
                Err(mut refused) => match refused.take_message() {
                    // Not a retry: not one octet of it has left.
                    Some(unsent) => message = unsent,
                    None => return Err(failure(refused.error())),
                },
            }
        }
        let mut link = open(connector, limits).await?;
        let answer = link.sender.send_request(message).await.map_err(|error| failure(&error))?;
        self.finish(link, answer, limits).await
    }

    async fn finish(
        &self,
        mut link: Link,
        answer: http::Response<hyper::body::Incoming>,
        limits: &Limits,
    ) -> Result<Response, TransportFailure> {
        let response = read(answer, limits).await?;
        if link.sender.ready().await.is_ok() {
            self.held().push(Idle { link, since: Instant::now() });
        }
        Ok(response)
    }

    /// Ends every connection that waits.
    pub(super) fn clear(&self) {
        self.held().clear();
    }

    fn take(&self) -> Option<Link> {
        let mut held = self.held();
        held.retain(|idle| idle.since.elapsed() < IDLE && idle.link.sender.is_ready());
        held.pop().map(|idle| idle.link)
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Vec<Idle>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

async fn open(connector: &Connector, limits: &Limits) -> Result<Link, TransportFailure> {
    let stream = connector.connect().await?;
    let (sender, connection) = Builder::new()
        .max_buf_size(limits.head.max(8192))
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|error| failure(&error))?;
    let served = tokio::spawn(async move {
        // What goes wrong here is told to the sender as well.
        let _ = connection.await;
    });
    Ok(Link { sender, served })
}

async fn read(answer: http::Response<hyper::body::Incoming>, limits: &Limits) -> Result<Response, TransportFailure> {
    let (head, mut incoming) = answer.into_parts();
    let mut body = BytesMut::new();
    while let Some(frame) = incoming.frame().await {
        let frame = frame.map_err(|error| failure(&error))?;
        if let Some(data) = frame.data_ref() {
            if body.len() + data.len() > limits.body {
                return Err(TransportFailure::TooLarge(limits.body));
            }
            body.extend_from_slice(data);
        }
    }
    let headers: Headers =
        head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes()))).collect();
    Ok(Response { status: head.status.as_u16(), headers, body: body.freeze() })
}

/// A header value as text: UTF-8, or the octets as the characters of the same numbers.
pub(crate) fn text(octets: &[u8]) -> String {
    std::str::from_utf8(octets)
        .map_or_else(|_| octets.iter().map(|&octet| char::from(octet)).collect(), ToOwned::to_owned)
}

fn failure(error: &hyper::Error) -> TransportFailure {
    let told = || {
        let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
        format!("{error}{cause}")
    };
    if error.is_parse() { TransportFailure::NotHttp(told()) } else { TransportFailure::Closed(told()) }
}
