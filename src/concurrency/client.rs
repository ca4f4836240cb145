//! One client: takes steps one after the other, on connections of its own, and notes when each was under way.

use super::reading::{Partition, Unfit, answered, asked};
use super::timeline::{Answer, Entry, Span};
use crate::history::{Bindings, Exchange, Lowering, Page, Taken, redacted};
use crate::judge::Verdict;
use crate::target::{Asking, Axes, Target, Transport};
use std::time::{Instant, SystemTime};
use tablestakes_reference::history::{Call, Fault, Step};
use tablestakes_reference::http::Response;

/// A query that has more pages than this is given up.
const MOST_PAGES: usize = 500;

/// A client.
#[derive(Clone)]
pub(super) struct Client<'a> {
    pub(super) number: usize,
    pub(super) target: &'a Target,
    pub(super) transport: Transport,
    pub(super) axes: Axes,
    pub(super) bindings: Bindings,
    /// When the clock of the replay began.
    pub(super) began: Instant,
}

/// A step that a client took.
pub(super) struct Act {
    pub(super) index: usize,
    pub(super) taken: Taken,
    /// What befell it.
    pub(super) fault: Option<Fault>,
    pub(super) exchanges: Vec<Exchange>,
    /// What was asked and told, so far as it is about a partition.
    pub(super) readings: Vec<(Partition, Entry)>,
}

impl Act {
    /// When it was under way.
    pub(super) fn span(&self) -> Span {
        Span { invoked: self.taken.invoked, returned: self.taken.returned }
    }

    /// How often what it asks may have been carried out; none where no whole request can have come in.
    pub(super) fn times(&self) -> Option<usize> {
        match self.fault {
            Some(Fault::Refused | Fault::CutRequest { .. }) => None,
            Some(Fault::Twice) => Some(2),
            _ => Some(1),
        }
    }

    /// The step for a report.
    pub(super) fn record(self, verdict: Verdict) -> crate::history::StepRecord {
        let Self { index, taken, exchanges, .. } = self;
        crate::history::StepRecord { index, exchanges, verdict, taken: Some(taken), read_back: Vec::new() }
    }
}

impl Client<'_> {
    /// Takes a step. Nothing comes of one that refers to what its client was not told: it is not sent.
    ///
    /// # Errors
    /// What was asked or answered cannot be judged.
    pub(super) async fn take(&mut self, index: usize, step: &Step) -> Result<Option<Act>, Unfit> {
        let is_scan = matches!(step.call, Call::Scan { .. });
        let mut page = Page::default();
        let mut act: Option<Act> = None;
        loop {
            let lowering =
                Lowering { target: self.target, axes: self.axes, bindings: &self.bindings, now: SystemTime::now() };
            let Ok(request) = lowering.request(step, &page) else { return Ok(act) };
            let number = act.as_ref().map_or(0, |act| act.exchanges.len());
            let asked = asked(step, number, &self.bindings)?;
            let fault = step.wire.fault.filter(|_| number == 0);
            let mut asking = Asking::begin();
            let (invoked, duration, outcome) = loop {
                // Before the clock is looked at: when a request was sent is what its answer is judged by.
                self.transport.turn().await;
                let invoked = self.began.elapsed();
                let sent = Instant::now();
                let outcome = match fault {
                    None => self.transport.send_at_once_to(step.wire.location, &request).await,
                    Some(fault) => self.transport.send_into(&request, fault).await,
                };
                let duration = sent.elapsed();
                // What the target was too busy for it did not do: it is asked for the first time when it is sent again.
                if fault.is_some() || !self.transport.again(&mut asking, &request, &outcome).await {
                    break (invoked, duration, outcome.map(|(response, _)| response));
                }
            };
            // Of what cannot have come in whole it is known when it was over.
            let is_over = outcome.is_ok() || matches!(fault, Some(Fault::Refused | Fault::CutRequest { .. }));
            let returned = is_over.then(|| self.began.elapsed());
            let taken = Taken { client: self.number, invoked, returned };
            let act =
                act.get_or_insert_with(|| Act { index, taken, fault, exchanges: Vec::new(), readings: Vec::new() });
            act.taken.returned = returned;
            if let Some((partition, asked)) = asked {
                let told = answered(&asked, &partition, &outcome)?;
                for answer in came_of(fault, told) {
                    let (client, step, asked) = (self.number, index, asked.clone());
                    let returned = returned.filter(|_| answer.is_told());
                    let entry = Entry { client, step, span: Span { invoked, returned }, asked, answer };
                    act.readings.push((partition.clone(), entry));
                }
            }
            let goes_on = is_scan && outcome.as_ref().is_ok_and(goes_on) && act.exchanges.len() < MOST_PAGES;
            page = outcome.as_ref().map(Page::after).unwrap_or_default();
            if !is_scan {
                self.bindings.note(index, outcome.as_ref().ok());
            }
            act.exchanges.push(Exchange { request: redacted(&request), actual: outcome, expected: None, duration });
            if !goes_on {
                break;
            }
        }
        Ok(act)
    }
}

/// How often what is asked may have come in, and what is known of each time.
fn came_of(fault: Option<Fault>, told: Answer) -> Vec<Answer> {
    match fault {
        Some(Fault::Refused) => Vec::new(),
        Some(Fault::CutRequest { .. }) => vec![Answer::CutShort],
        Some(Fault::DroppedFirst { .. }) => vec![Answer::CutShort, told],
        Some(Fault::Twice) => vec![told, Answer::Unknown],
        Some(Fault::Delayed { .. } | Fault::CutBeforeAnswer { .. } | Fault::CutAnswer { .. }) | None => vec![told],
    }
}

fn goes_on(response: &Response) -> bool {
    response.status == 200 && Page::after(response) != Page::default()
}
