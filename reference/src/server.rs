//! The reference behind HTTP/1.1: sockets, time and random ids are here and nowhere else in the crate.
//!
//! Requests reach the oracle with their target as it was received. One lock guards the state, and is held only while the
//! oracle answers. A request whose body does not come in whole reaches it not at all.

mod body;
mod spelling;

pub use body::Patience;

use crate::answer::Answer;
use crate::datetime::DateTime;
use crate::http::{Headers, Request, Response};
use crate::ids::{Guid, IdSource};
use crate::service::Service;
use body::{Read, Unread, read};
use bytes::Bytes;
use http_body_util::{Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use spelling::{Spelled, Spelling};
use std::convert::Infallible;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Tells the time at which a request arrives.
pub trait Clock: std::fmt::Debug + Send + Sync {
    /// The time.
    fn now(&self, request: &Request) -> DateTime;
}

/// The system's clock.
#[derive(Debug)]
struct SystemClock;

impl Clock for SystemClock {
    fn now(&self, _: &Request) -> DateTime {
        now()
    }
}

/// The state that connections share.
#[derive(Debug)]
pub struct Shared {
    service: Mutex<Served>,
    clock: Arc<dyn Clock>,
}

#[derive(Debug)]
struct Served {
    service: Box<dyn Service>,
    ids: RandomIds,
}

impl Shared {
    /// A service to be served; ids are drawn from the seed.
    pub fn new(service: impl Service + 'static, seed: u64) -> Arc<Self> {
        Self::by_clock(Arc::new(SystemClock), service, seed)
    }

    /// The same by another clock than the system's.
    pub fn by_clock(clock: Arc<dyn Clock>, service: impl Service + 'static, seed: u64) -> Arc<Self> {
        let served = Served { service: Box::new(service), ids: RandomIds::new(seed) };
        Arc::new(Self { service: Mutex::new(served), clock })
    }

    /// Puts another service in the place of the one that is served.
    pub fn replace(&self, service: impl Service + 'static) {
        self.lock().service = Box::new(service);
    }

    /// Restarts the service, as if its process had ended and been started again.
    pub fn restart(&self) {
        self.lock().service.restart();
    }

    /// How much the service holds: entities, messages.
    pub fn held(&self) -> usize {
        self.lock().service.held()
    }

    /// The answer, and how long it is to be held back.
    fn answer(&self, request: &Request, connection: u64) -> (Answer, Option<Duration>) {
        let mut served = self.lock();
        let Served { service, ids } = &mut *served;
        service.on_connection(connection);
        (service.handle(request, self.clock.now(request), ids), service.hold_back(request))
    }

    /// The body to carry out though it broke off.
    fn completed(&self, came: &Bytes, head: &http::request::Parts) -> Option<Bytes> {
        let length = head.headers.get(http::header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()?;
        self.lock().service.completed(came, length)
    }

    fn broke_off(&self) {
        self.lock().service.broke_off();
    }

    fn has_metadata(&self) -> bool {
        self.lock().service.has_metadata()
    }

    /// The largest body that is read of the next request; none if that is left without an answer.
    fn largest_body(&self) -> Option<usize> {
        let service = &mut self.lock().service;
        (!service.is_upset()).then(|| service.largest_body())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Served> {
        // A panic while answering leaves a state that is still consistent enough to serve: better than none.
        self.service.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Random ids, the same for the same seed.
#[derive(Debug)]
struct RandomIds(ChaCha8Rng);

impl RandomIds {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl IdSource for RandomIds {
    fn next_id(&mut self) -> Guid {
        let mut octets = [0; 16];
        self.0.fill_bytes(&mut octets);
        octets[6] = octets[6] & 0x0f | 0x40;
        octets[8] = octets[8] & 0x3f | 0x80;
        Guid(octets)
    }
}

/// The time by the system's clock.
pub fn now() -> DateTime {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos())
}

/// Serves until `shutdown` is ready; connections that are open then are closed.
///
/// # Errors
/// The listener failed for good.
pub async fn serve(
    listener: TcpListener,
    shared: Arc<Shared>,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    serve_with(listener, shared, Patience::default(), shutdown).await
}

/// [`serve`] with as much patience as is told.
///
/// # Errors
/// The listener failed for good.
pub async fn serve_with(
    listener: TcpListener,
    shared: Arc<Shared>,
    patience: Patience,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let mut connections = JoinSet::new();
    let mut number = 0_u64;
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => return Ok(()),
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
        };
        match accepted {
            Ok((stream, _)) => {
                number += 1;
                connections.spawn(connection(stream, number, Arc::clone(&shared), patience));
            }
            // Out of descriptors, or the peer has gone already: the next one may do better, once others have closed.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionAborted => {}
            Err(error) if connections.is_empty() => return Err(error),
            Err(_) => {
                connections.join_next().await;
            }
        }
    }
}

async fn connection(stream: TcpStream, number: u64, shared: Arc<Shared>, patience: Patience) {
    // Without it a small answer may wait for an acknowledgement; where it cannot be set, answers are only slower.
    let _ = stream.set_nodelay(true);
    let spelling = Spelling::new(shared.has_metadata());
    let service = service_fn(|request| {
        let (shared, spelling) = (Arc::clone(&shared), spelling.clone());
        async move { exchange(request, number, &shared, &spelling, patience).await }
    });
    let stream = Spelled { stream, spelling: spelling.clone() };
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(patience.head).auto_date_header(false);
    // A peer that breaks the protocol or goes away ends its connection, and concerns nobody else.
    let served = server.serve_connection(TokioIo::new(stream), service).await;
    if served.is_err_and(|error| error.is_incomplete_message()) {
        shared.broke_off();
    }
}

/// An answer that is held back. If its client goes away meanwhile, this is dropped before it is over.
struct HeldBack<'s> {
    shared: &'s Shared,
    connection: u64,
    over: bool,
}

impl Drop for HeldBack<'_> {
    fn drop(&mut self) {
        if !self.over {
            self.shared.lock().service.went_away(self.connection);
        }
    }
}

type Body = http_body_util::Either<Full<Bytes>, StreamBody<Once>>;
type Once = futures_util::stream::Once<std::future::Ready<Result<Frame<Bytes>, Infallible>>>;

async fn exchange(
    request: hyper::Request<Incoming>,
    connection: u64,
    shared: &Shared,
    spelling: &Spelling,
    patience: Patience,
) -> Result<hyper::Response<Body>, Unread> {
    let (head, body) = request.into_parts();
    let names = spelling.of_request();
    let target = head.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str).to_owned();
    let largest = shared.largest_body().ok_or(Unread::Unwanted)?;
    let Read { body, cut } = match read(body, largest, patience).await {
        Err(Unread::BrokenOff { came }) => match shared.completed(&came, &head) {
            Some(body) => Read { body, cut: false },
            None => {
                shared.broke_off();
                return Err(Unread::BrokenOff { came });
            }
        },
        read => read?,
    };
    spelling.body_came();
    let spelled = |name: &str| {
        let found = names.iter().find(|spelled| spelled.eq_ignore_ascii_case(name));
        found.map_or_else(|| name.to_owned(), Clone::clone)
    };
    let headers: Headers =
        head.headers.iter().map(|(name, value)| (spelled(name.as_str()), header_text(value.as_bytes()))).collect();
    let request = Request { method: head.method.as_str().to_owned(), target, headers, body };
    let (answer, held_back) = shared.answer(&request, connection);
    if let Some(moment) = held_back {
        let mut held_back = HeldBack { shared, connection, over: false };
        // A timer counts in milliseconds: one more, so that the moment is surely over.
        tokio::time::sleep(moment + Duration::from_millis(1)).await;
        held_back.over = true;
    }
    spelling.answer(answer.response.headers.iter().map(|(name, _)| name));
    let mut response = written(answer.response, request.method == "HEAD");
    if cut {
        // What was thrown away was not looked at; whoever sends so much begins anew.
        response.headers_mut().insert(http::header::CONNECTION, http::HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// The text of a header value: UTF-8, or else the characters of ISO 8859-1.
fn header_text(octets: &[u8]) -> String {
    std::str::from_utf8(octets).map_or_else(|_| octets.iter().copied().map(char::from).collect(), str::to_owned)
}

/// The answer as it is sent; `head` tells whether it is one to a HEAD, which says how long the body would be.
fn written(response: Response, head: bool) -> hyper::Response<Body> {
    let chunked = response.headers.get("transfer-encoding").is_some();
    let mut built = hyper::Response::builder().status(response.status);
    for (name, value) in response.headers.iter() {
        // The framing is the transport's: it follows from the kind of body.
        let said = head && name.eq_ignore_ascii_case("content-length");
        if said || !name.eq_ignore_ascii_case("transfer-encoding") && !name.eq_ignore_ascii_case("content-length") {
            built = built.header(name, value);
        }
    }
    let body = if chunked {
        let frame = std::future::ready(Ok(Frame::data(response.body)));
        Body::Right(StreamBody::new(futures_util::stream::once(frame)))
    } else {
        Body::Left(Full::new(response.body))
    };
    built.body(body).unwrap_or_else(|_| {
        // A header that cannot be written: only a key with line ends in a broken reference gets here.
        let mut plain = hyper::Response::new(Body::Left(Full::new(Bytes::new())));
        *plain.status_mut() = http::StatusCode::INTERNAL_SERVER_ERROR;
        plain
    })
}
