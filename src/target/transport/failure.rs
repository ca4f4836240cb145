//! Why no whole answer came.

use std::time::Duration;
use tablestakes_reference::history::Fault;

/// No whole answer came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportFailure {
    /// No connection: refused, unreachable or the name does not resolve.
    #[error("could not connect: {0}")]
    Connect(String),
    /// The connection ended before the answer was whole.
    #[error("the connection ended before the answer was whole: {0}")]
    Closed(String),
    /// The time limit passed.
    #[error("no whole answer within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// The target has said nothing but that it is too busy for so long.
    #[error("always too busy: it answered nothing but 503, 429 or 500 OperationTimedOut for {:.1} s (--busy)", .0.as_secs_f64())]
    Busy(Duration),
    /// The answer is larger than the harness reads.
    #[error("the answer's body is larger than {0} bytes")]
    TooLarge(usize),
    /// The answer is not HTTP.
    #[error("the answer is not HTTP: {0}")]
    NotHttp(String),
    /// An earlier replay did not keep it, so that it cannot be judged again.
    #[error("the answer was not kept")]
    Unkept,
    /// What an earlier replay kept says why no whole answer came.
    #[error("{0}")]
    Kept(String),
    /// The history says so: a fault befell the exchange, and the target has no part in it.
    #[error("a fault of the history: {}", .0.name())]
    Fault(Fault),
}
