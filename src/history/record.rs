//! What happened when a history was replayed.

use crate::judge::{Mismatch, Undecided, Verdict};
use crate::target::TransportFailure;
use std::time::Duration;
use tablestakes_reference::history::History;
use tablestakes_reference::http::{Request, Response};
use tablestakes_reference::rules::RuleId;

/// A history that was replayed on a target and on the oracle.
#[derive(Debug, Clone, Default)]
pub struct Replayed {
    /// One record a step, up to the last that was played.
    pub steps: Vec<StepRecord>,
    /// How the names of its tables began; absent where it was not noted.
    pub prefix: Option<String>,
    /// How many requests were sent to the target, those for setting up and cleaning up included.
    pub requests: u64,
    /// The rules that took part in any of the oracle's answers, each once. None for a history of several clients, which has no
    /// oracle beside it.
    pub reached: Vec<RuleId>,
    /// The rules among those that the history tries whose question could not be put.
    pub unasked: Vec<RuleId>,
    /// The history that was judged in the place of the one that was asked for: the same requests one after the other, where
    /// these show already what is wrong.
    pub instead: Option<History>,
    /// The rules that explain what differs: an oracle that breaks them answers as the target did.
    pub explained: Vec<RuleId>,
}

impl Replayed {
    /// Every mismatch, in the order of the steps; of one step the most telling first.
    pub fn mismatches(&self) -> impl Iterator<Item = &Mismatch> {
        self.steps.iter().flat_map(StepRecord::mismatches)
    }

    /// The first step that cannot be judged, and why.
    pub fn undecided(&self) -> Option<(usize, &Undecided)> {
        self.steps.iter().find_map(|step| match &step.verdict {
            Verdict::Undecided(undecided) => Some((step.index, undecided)),
            Verdict::Allowed | Verdict::Mismatch(_) => None,
        })
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
    /// What was asked behind it to learn the target's state, which is no part of the history and not judged.
    pub read_back: Vec<Exchange>,
}

impl StepRecord {
    /// The mismatches of the step, the most telling first.
    pub fn mismatches(&self) -> &[Mismatch] {
        match &self.verdict {
            Verdict::Mismatch(mismatches) => mismatches,
            Verdict::Allowed | Verdict::Undecided(_) => &[],
        }
    }
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
