//! How long the harness waits and how much it reads.

use std::time::Duration;

/// The limits of one exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the first octet sent to the last received, connecting included.
    pub time: Duration,
    /// Octets of an answer's body.
    pub body: usize,
    /// Octets of an answer's status line and headers together.
    pub head: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), body: 32 << 20, head: 64 << 10 }
    }
}
