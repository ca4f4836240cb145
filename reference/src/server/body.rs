//! Bodies of requests as they come in: whole, too large, or none at all because the peer went away or dawdles. Never more
//! than the largest allowed body and a little is held, whatever is sent.

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use std::time::Duration;

/// How much of a body is kept beyond the largest that is allowed: enough to see that it is too large.
const SLACK: usize = 64 << 10;
/// How much of a body is read and thrown away, so that a client that does not read while it writes gets its answer.
const DISCARDED: usize = 256 << 20;

/// How long a peer may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request.
    pub head: Duration,
    /// For the next octets of a body.
    pub pause: Duration,
    /// For a whole body.
    pub body: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { head: Duration::from_secs(30), pause: Duration::from_secs(30), body: Duration::from_secs(300) }
    }
}

/// Why there is no body to answer. The connection is given up: what is left of the request cannot be told from the next.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unread {
    /// The peer went away, or framed the body wrongly.
    #[error("the body broke off")]
    BrokenOff {
        /// What had come until then.
        came: Bytes,
    },
    /// The peer took too long.
    #[error("the body did not come in time")]
    TooSlow,
    /// The service answers nobody at the moment: only if it is told to break a rule.
    #[error("the request is left without an answer")]
    Unwanted,
    /// The peer sends without end.
    #[error("the body has no end")]
    Endless,
}

/// A body, as much of it as is kept.
#[derive(Debug)]
pub(super) struct Read {
    /// What was kept.
    pub(super) body: Bytes,
    /// Whether there was more.
    pub(super) cut: bool,
}

/// Reads a body to its end, which may be so large.
pub(super) async fn read(body: Incoming, largest: usize, patience: Patience) -> Result<Read, Unread> {
    tokio::time::timeout(patience.body, whole(body, largest, patience.pause)).await.unwrap_or(Err(Unread::TooSlow))
}

async fn whole(mut body: Incoming, largest: usize, pause: Duration) -> Result<Read, Unread> {
    let (mut kept, mut length) = (BytesMut::new(), 0_usize);
    loop {
        let Some(frame) = tokio::time::timeout(pause, body.frame()).await.map_err(|_| Unread::TooSlow)? else {
            return Ok(Read { cut: length > kept.len(), body: kept.freeze() });
        };
        // What is no data are trailers, which mean nothing here.
        let Ok(frame) = frame else { return Err(Unread::BrokenOff { came: kept.freeze() }) };
        let Ok(data) = frame.into_data() else { continue };
        length = length.saturating_add(data.len());
        let room = (largest + SLACK).saturating_sub(kept.len());
        kept.extend_from_slice(&data[..data.len().min(room)]);
        if length > largest + DISCARDED {
            return Err(Unread::Endless);
        }
    }
}
