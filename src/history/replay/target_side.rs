//! The target's side of a replay: what is sent to it, and what it has said.

use super::kept::Kept;
use super::oracle::Oracle;
use super::oracle_side::{instant, question};
use crate::history::Exchange;
use crate::history::bindings::{Bindings, Unbound};
use crate::history::lower::{Lowering, Page, redacted};
use crate::judge::{Actual, Document, Memory, ScanEnd, Side, has_token};
use crate::target::{Axes, Target, Transport, TransportFailure};
use std::time::{Duration, SystemTime};
use tablestakes_reference::Location;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::{Request, Response};
use tokio::time::Instant;

/// Pages that a target may have beyond the rows that there are: it may end pages where it likes, even empty.
const SPARE_PAGES: usize = 50;
/// The same for listings of tables: others may hold tables in the account.
const SPARE_PAGES_OF_TABLES: usize = 1000;

/// Where answers come from.
pub(super) enum Source<'a> {
    /// From the target itself.
    Wire(&'a Transport),
    /// From an earlier replay.
    Kept(Kept),
    /// From an oracle in its place, which has this time.
    Oracle(Box<dyn Oracle>, SystemTime),
}

/// The target's side.
pub(super) struct TargetSide<'a> {
    target: &'a Target,
    source: Source<'a>,
    /// How long reads wait behind a write.
    wait: Duration,
    written: Option<Instant>,
    axes: Axes,
    pub(super) bindings: Bindings,
    memory: Memory,
    pub(super) requests: u64,
    /// What was asked behind the step to learn the target's state.
    read_back: Vec<Exchange>,
}

/// What becomes of a request for which the target is too busy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is sent again.
    SentAgain,
    /// That is an answer to it like any other.
    Taken,
}

/// One request and what came of it.
pub(super) struct Sent {
    pub(super) request: Request,
    pub(super) outcome: Result<Response, TransportFailure>,
    pub(super) duration: Duration,
    /// How long it waited until it was sent, for the last time if it was sent again.
    pub(super) delayed: Duration,
}

/// What came of one step.
pub(super) struct Came {
    pub(super) sent: Vec<Sent>,
    pub(super) actual: Vec<Actual>,
    pub(super) end: ScanEnd,
}

impl<'a> TargetSide<'a> {
    /// Before the first step of a history whose tables have this prefix.
    pub(super) fn new(target: &'a Target, source: Source<'a>, axes: Axes, prefix: &str) -> Self {
        let bindings = Bindings::new(prefix, target);
        let (memory, read_back) = (Memory::default(), Vec::new());
        Self { target, source, wait: Duration::ZERO, written: None, axes, bindings, memory, requests: 0, read_back }
    }

    /// The same, where reads wait so long behind a write: the target gives what was written late.
    pub(super) fn waiting(self, wait: Duration) -> Self {
        Self { wait, ..self }
    }

    /// Whether the target itself is asked. Nothing is done to it, nor waited for, where its answers were kept.
    pub(super) fn is_live(&self) -> bool {
        matches!(self.source, Source::Wire(_))
    }

    /// What comes next belongs to this step.
    pub(super) fn begin(&mut self, step: usize) {
        if let Source::Kept(kept) = &mut self.source {
            kept.begin(step);
        }
    }

    /// The request of a step, as it would be sent at this time.
    pub(super) fn lower(&self, step: &Step, page: &Page, now: SystemTime) -> Result<Request, Unbound> {
        Lowering { target: self.target, axes: self.axes, bindings: &self.bindings, now }.request(step, page)
    }

    /// The request of a step that belongs to no history, but sets one up or cleans up behind it.
    pub(super) fn lower_own(&self, step: &Step, now: SystemTime) -> Result<Request, Unbound> {
        self.lower_own_page(step, &Page::default(), now)
    }

    /// The same of a page of what is read back.
    pub(super) fn lower_own_page(&self, step: &Step, page: &Page, now: SystemTime) -> Result<Request, Unbound> {
        let axes = self.axes.for_fixtures(self.target.service);
        Lowering { target: self.target, axes, bindings: &self.bindings, now }.request(step, page)
    }

    /// Sends one request, or takes the next exchange that was kept: its request is the one that was sent then.
    pub(super) async fn send(&mut self, request: Request) -> Sent {
        self.send_to(Location::Primary, request, Refusal::SentAgain).await
    }

    /// The same to a location.
    pub(super) async fn send_to(&mut self, location: Location, request: Request, refusal: Refusal) -> Sent {
        self.requests += 1;
        let transport = match &mut self.source {
            Source::Wire(transport) => transport,
            Source::Kept(kept) => return kept.next(request),
            Source::Oracle(oracle, now) => return answered(&mut **oracle, *now, request),
        };
        if let Some(written) = self.written.filter(|_| !self.wait.is_zero() && reads(&request)) {
            tokio::time::sleep_until(written + self.wait).await;
        }
        let started = Instant::now();
        let came = match refusal {
            Refusal::SentAgain => transport.send_to(location, &request).await,
            Refusal::Taken => transport.send_once_to(location, &request).await,
        };
        let took = started.elapsed();
        let sent = match came {
            Ok((response, duration)) => {
                Sent { request, outcome: Ok(response), duration, delayed: took.saturating_sub(duration) }
            }
            Err(failure) => Sent { request, outcome: Err(failure), duration: took, delayed: Duration::ZERO },
        };
        if sent.request.method != "GET" {
            self.written = Some(Instant::now());
        }
        sent
    }

    /// Sends one request that belongs to no step, or takes the next that was kept of them.
    pub(super) async fn send_own(&mut self, request: Request) -> Result<Response, TransportFailure> {
        let sent = match &mut self.source {
            Source::Kept(kept) => kept.next_read_back(request),
            Source::Wire(_) | Source::Oracle(..) => self.send(request).await,
        };
        self.read_back.push(Exchange {
            request: redacted(&sent.request),
            actual: sent.outcome.clone(),
            expected: None,
            duration: sent.duration,
        });
        sent.outcome
    }

    /// The oracle takes over what was read: what was said before need not agree with what it says from now on.
    pub(super) fn part(&mut self) {
        self.memory.part();
    }

    /// What was asked behind the step since this was asked last.
    pub(super) fn take_read_back(&mut self) -> Vec<Exchange> {
        std::mem::take(&mut self.read_back)
    }

    /// Plays one step: one exchange, or for a scan as many as there are pages. `rows` is how many rows the oracle has.
    pub(super) async fn play(
        &mut self,
        step: &Step,
        rows: usize,
        now: SystemTime,
        refusal: Refusal,
    ) -> Result<Came, Unbound> {
        let most = match step.call {
            Call::Scan { .. } => rows + SPARE_PAGES,
            Call::ScanTables { .. } => rows + SPARE_PAGES_OF_TABLES,
            Call::Operation { .. }
            | Call::Queue { .. }
            | Call::Blob { .. }
            | Call::Raw { .. }
            | Call::Wait { .. }
            | Call::Restart => 1,
        };
        if let Source::Oracle(_, at) = &mut self.source {
            *at = now;
        }
        let mut page = Page::default();
        let mut came = Came { sent: Vec::new(), actual: Vec::new(), end: ScanEnd::Whole };
        loop {
            let sent = self.send_to(step.wire.location, self.lower(step, &page, now)?, refusal).await;
            let actual = sent.outcome.as_ref().map_err(Clone::clone).map(|response| {
                let document = Document::of(self.target.service, &sent.request, response);
                let question = question(step, &sent.request, self.target, &self.bindings);
                let facts = self.memory.observe(&question, response, &document);
                Side::new(response, document, facts)
            });
            if actual.is_err() {
                self.memory.forget();
            }
            let goes_on = actual.as_ref().is_ok_and(|side| side.is_granted() && has_token(side));
            page = sent.outcome.as_ref().map(Page::after).unwrap_or_default();
            came.sent.push(sent);
            came.actual.push(actual);
            if most == 1 || !goes_on {
                return Ok(came);
            }
            if came.sent.len() >= most {
                came.end = ScanEnd::Endless;
                return Ok(came);
            }
        }
    }
}

/// What an oracle answers in the target's place.
fn answered(oracle: &mut dyn Oracle, now: SystemTime, request: Request) -> Sent {
    let outcome = Ok(oracle.answer(&request, instant(now)).response);
    Sent { request, outcome, duration: Duration::ZERO, delayed: Duration::ZERO }
}

/// Whether a request reads, itself or in a part.
pub(super) fn reads(request: &Request) -> bool {
    let reads_in_part = || request.body.windows(5).any(|octets| octets == b"\nGET ");
    matches!(request.method.as_str(), "GET" | "HEAD") || request.target.contains("/$batch") && reads_in_part()
}
