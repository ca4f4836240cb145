//! What a service is to what serves it: something that answers requests and holds what it was given. What becomes of requests
//! that break off, and of clients that go away, makes no difference to it, unless it is told to break a rule.

use crate::answer::Answer;
use crate::datetime::DateTime;
use crate::http::Request;
use crate::ids::IdSource;
use bytes::Bytes;
use std::fmt::Debug;
use std::time::Duration;

/// A service that can be served.
pub trait Service: Debug + Send {
    /// Answers a request.
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer;

    /// The largest body that it reads.
    fn largest_body(&self) -> usize;

    /// How much it holds: entities, messages.
    fn held(&self) -> usize;

    /// Whether what it holds has metadata, whose names keep their case.
    fn has_metadata(&self) -> bool {
        true
    }

    /// It is stopped and started again. What it was asked to keep, it keeps.
    fn restart(&mut self) {}

    /// The next request comes on this connection.
    fn on_connection(&mut self, _connection: u64) {}

    /// How long the answer to a request is to be held back.
    fn hold_back(&self, _request: &Request) -> Option<Duration> {
        None
    }

    /// The body to carry out where this came in of one that was to be so long; none, since it is incomplete.
    fn completed(&self, _came: &[u8], _length: usize) -> Option<Bytes> {
        None
    }

    /// The client on this connection went away before it was answered. What it asked for stays done.
    fn went_away(&mut self, _connection: u64) {}

    /// A connection ended within a request.
    fn broke_off(&mut self) {}

    /// Whether the next request is left without an answer.
    fn is_upset(&mut self) -> bool {
        false
    }
}
