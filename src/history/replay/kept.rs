//! What an earlier replay kept: its exchanges take the place of a target that is asked again.

use super::target_side::Sent;
use crate::history::{Exchange, StepRecord, names};
use crate::target::TransportFailure;
use bytes::Bytes;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use tablestakes_reference::http::{Headers, Request, Response};

/// The exchanges of an earlier replay, by their steps.
pub(super) struct Kept {
    exchanges: HashMap<usize, VecDeque<Exchange>>,
    /// What was read back behind each step.
    read_back: HashMap<usize, VecDeque<Exchange>>,
    /// The step whose exchanges come next; none while the history's tables are created, of which nothing is kept.
    step: Option<usize>,
}

impl Kept {
    /// What these steps kept.
    pub(super) fn of(steps: &[StepRecord]) -> Self {
        let exchanges = steps.iter().map(|step| (step.index, step.exchanges.iter().cloned().collect()));
        let read_back = steps.iter().map(|step| (step.index, step.read_back.iter().cloned().collect()));
        Self { exchanges: exchanges.collect(), read_back: read_back.collect(), step: None }
    }

    /// How the names of the history's tables began, if a request names one.
    pub(super) fn prefix(&self) -> Option<String> {
        let requests = self.exchanges.values().flatten().map(|exchange| &exchange.request);
        // A continuation of a listing may name anybody's table.
        let own = |request: &&Request| !request.target.contains("NextTableName=");
        requests.filter(own).flat_map(|request| [request.target.as_bytes(), &request.body]).find_map(names::prefix_in)
    }

    /// What comes next belongs to this step.
    pub(super) fn begin(&mut self, step: usize) {
        self.step = Some(step);
    }

    /// The next exchange of the step.
    pub(super) fn next(&mut self, request: Request) -> Sent {
        let Some(step) = self.step else {
            let response = Response { status: 204, headers: Headers::new(), body: Bytes::new() };
            return Sent { request, outcome: Ok(response), duration: Duration::ZERO, delayed: Duration::ZERO };
        };
        let exchange = self.exchanges.get_mut(&step).and_then(VecDeque::pop_front);
        sent(exchange, request)
    }

    /// The next exchange that read something back behind the step.
    pub(super) fn next_read_back(&mut self, request: Request) -> Sent {
        let exchanges = self.step.and_then(|step| self.read_back.get_mut(&step));
        sent(exchanges.and_then(VecDeque::pop_front), request)
    }
}

fn sent(exchange: Option<Exchange>, request: Request) -> Sent {
    match exchange {
        Some(Exchange { request, actual, duration, .. }) => {
            Sent { request, outcome: actual, duration, delayed: Duration::ZERO }
        }
        None => {
            let nothing = TransportFailure::Unkept;
            Sent { request, outcome: Err(nothing), duration: Duration::ZERO, delayed: Duration::ZERO }
        }
    }
}

/// Whether a step that was judged again needed more answers than were kept of it.
pub(super) fn lacks_answers(step: &StepRecord) -> bool {
    step.exchanges.iter().any(|held| held.actual == Err(TransportFailure::Unkept))
}
