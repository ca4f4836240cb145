//! What happened when a history was replayed.

use crate::judge::{Mismatch, Verdict};
use std::time::Duration;
use tablestakes_reference::history::Fault;
use tablestakes_reference::http::{Request, Response};
use tablestakes_reference::rules::RuleId;

/// A history that was replayed on a target and on the oracle.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// One record a step, up to and including the first that was not allowed or could not be judged.
    pub steps: Vec<StepRecord>,
    /// How the names of its tables began; absent where it was not noted.
    pub prefix: Option<String>,
    /// How many requests were sent to the target, those for setting up and cleaning up included.
    pub requests: u64,
    /// The rules that took part in any of the oracle's answers, each once. None for a history of several clients, which has no
    /// oracle beside it.
    pub reached: Vec<RuleId>,
}

impl Replayed {
    /// The mismatches of the step that failed, the most telling first; empty if none failed.
    pub fn mismatches(&self) -> &[Mismatch] {
        self.steps
            .iter()
            .find_map(|step| match &step.verdict {
                Verdict::Mismatch(mismatches) => Some(mismatches.as_slice()),
                Verdict::Allowed | Verdict::Undecided(_) => None,
            })
            .unwrap_or_default()
    }
}

/// One step that was replayed.
#[derive(Debug, Clone)]
pub struct StepRecord {
    /// The step's place in the history.
    pub index: usize,
    /// The exchanges: one, or for a scan as many as the target had pages.
    pub exchanges: Vec<Exchange>,
    /// What the judge says.
    pub verdict: Verdict,
    /// Who took it and when, where several clients take part.
    pub taken: Option<Taken>,
}

/// Who took a step, and when, by the clock of the replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The client, from 0.
    pub client: usize,
    /// When the first request was sent.
    pub invoked: Duration,
    /// When the last answer was whole; none if it never was.
    pub returned: Option<Duration>,
}

/// One exchange with the target, and the oracle's answer to the same request where the two run in step.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The request as sent, secrets removed.
    pub request: Request,
    /// What the target answered.
    pub actual: Result<Response, TransportFailure>,
    /// What the oracle answered; absent for pages beyond the oracle's last.
    pub expected: Option<Response>,
    /// From the first octet sent to the last received.
    pub duration: Duration,
}

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
