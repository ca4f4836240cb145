//! Faults: what befalls a request, or the answer to it, between client and server.

use serde::{Deserialize, Serialize};

/// What befalls the first request of a step. The step's client is told nothing where no whole answer reaches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fault {
    /// There is no connection, and nothing is sent.
    Refused,
    /// The request pauses on its way, and is whole in the end.
    Delayed {
        /// Where it pauses, in thousandths of its octets.
        at: u16,
        /// For how long.
        milliseconds: u16,
    },
    /// The connection ends before the request is whole.
    CutRequest {
        /// Where, in thousandths of the request's octets; at the latest before the last octet.
        at: u16,
        /// How.
        ending: Ending,
    },
    /// The connection ends when the whole request was sent, and before any of the answer is read.
    CutBeforeAnswer {
        /// After so long, so that the server may have begun, or be through.
        milliseconds: u16,
        /// How.
        ending: Ending,
    },
    /// The connection ends within the answer. An answer that is no longer than this reaches the client whole.
    CutAnswer {
        /// After so many octets of it.
        after: u32,
        /// How.
        ending: Ending,
    },
    /// The request is sent on two connections at the same time. The client reads the answer on the first.
    Twice,
    /// So many attempts end in the middle of the request, each on a connection of its own; then it is sent whole.
    DroppedFirst {
        /// How many.
        attempts: u8,
    },
}

/// How a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It is closed in order.
    #[default]
    Closed,
    /// It is reset, as where a peer dies.
    Reset,
}

impl Fault {
    /// Its name, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "no connection",
            Self::Delayed { .. } => "a pause within the request",
            Self::CutRequest { .. } => "a cut within the request",
            Self::CutBeforeAnswer { .. } => "a cut before the answer",
            Self::CutAnswer { .. } => "a cut within the answer",
            Self::Twice => "the request sent twice",
            Self::DroppedFirst { .. } => "the first attempts dropped",
        }
    }
}
