//! The side of a tap that clients see.

use super::passing::{Passed, Upstream, message, refusal};
use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

/// How long a client may take to send a head.
const HEAD: Duration = Duration::from_secs(60);
/// How long exchanges that are under way at the end may take.
const LAST: Duration = Duration::from_secs(5);

/// Whether exchanges pass one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// One at a time, so that the order in which they are told of is the order in which they happened.
    Strict,
    /// Side by side, as clients send them; told of as they end.
    Free,
}

struct Shared<T> {
    upstream: Upstream,
    order: Order,
    turn: Mutex<()>,
    tell: T,
}

/// Serves until `shutdown` is ready, and tells of each exchange before its client has the answer. What is under way then
/// may end.
///
/// # Errors
/// The listener failed for good.
pub async fn serve<T>(
    listener: TcpListener,
    upstream: Upstream,
    order: Order,
    tell: T,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()>
where
    T: Fn(&Passed) + Send + Sync + 'static,
{
    let shared = Arc::new(Shared { upstream, order, turn: Mutex::new(()), tell });
    let (ending, ends) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
        };
        match accepted {
            Ok((stream, _)) => {
                connections.spawn(connection(stream, Arc::clone(&shared), ends.clone()));
            }
            // Out of descriptors, or the peer has gone already: the next one may do better, once others have closed.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionAborted => {}
            Err(error) if connections.is_empty() => return Err(error),
            Err(_) => {
                connections.join_next().await;
            }
        }
    }
    drop(ending);
    let all = async { while connections.join_next().await.is_some() {} };
    // Whoever takes longer is cut off.
    let _ = tokio::time::timeout(LAST, all).await;
    Ok(())
}

async fn connection<T: Fn(&Passed) + Send + Sync + 'static>(
    stream: TcpStream,
    shared: Arc<Shared<T>>,
    mut ends: watch::Receiver<()>,
) {
    // Without it a small answer may wait for an acknowledgement; where it cannot be set, answers are only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(exchange(request, shared).await) }
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).auto_date_header(false);
    let mut connection = std::pin::pin!(server.serve_connection(TokioIo::new(stream), service));
    // A client that breaks the protocol or goes away ends its connection, and concerns nobody else.
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = ends.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

async fn exchange<T: Fn(&Passed) + Send + Sync + 'static>(
    request: hyper::Request<Incoming>,
    shared: Arc<Shared<T>>,
) -> hyper::Response<Full<Bytes>> {
    let request = match shared.upstream.request(request).await {
        Ok(request) => request,
        Err(status) => return refusal(status, "the request's body did not come whole, or is too large\n"),
    };
    // A client that goes away does not undo what the target does: the exchange is seen to its end without it.
    let passing = tokio::spawn(async move {
        let _turn = match shared.order {
            Order::Strict => Some(shared.turn.lock().await),
            Order::Free => None,
        };
        let passed = shared.upstream.pass(request).await;
        (shared.tell)(&passed);
        message(&passed)
    });
    passing.await.unwrap_or_else(|_| refusal(http::StatusCode::BAD_GATEWAY, "the exchange was cut off\n"))
}
