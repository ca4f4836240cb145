//! One client: takes steps one after the other, on connections of its own, and notes when each was under way.

use super::reading::{Partition, Unfit, answered, asked};
use super::timeline::{Entry, Span};
use crate::history::{Bindings, Exchange, Lowering, Page, Taken, redacted};
use crate::judge::Verdict;
use crate::target::{Axes, Target, Transport};
use std::time::{Instant, SystemTime};
use tablestakes_reference::history::{Call, Step};
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
    pub(super) exchanges: Vec<Exchange>,
    /// What was asked and told, so far as it is about a partition.
    pub(super) readings: Vec<(Partition, Entry)>,
}

impl Act {
    /// The step for a report.
    pub(super) fn record(self, verdict: Verdict) -> crate::history::StepRecord {
        let Self { index, taken, exchanges, .. } = self;
        crate::history::StepRecord { index, exchanges, verdict, taken: Some(taken) }
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
            let invoked = self.began.elapsed();
            let sent = Instant::now();
            let outcome = self.transport.send(&request).await.map(|(response, _)| response);
            let duration = sent.elapsed();
            let returned = outcome.is_ok().then(|| self.began.elapsed());
            let taken = Taken { client: self.number, invoked, returned };
            let act = act.get_or_insert_with(|| Act { index, taken, exchanges: Vec::new(), readings: Vec::new() });
            act.taken.returned = returned;
            if let Some((partition, asked)) = asked {
                let answer = answered(&asked, &partition, &outcome)?;
                let span = Span { invoked, returned };
                act.readings.push((partition, Entry { client: self.number, step: index, span, asked, answer }));
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

fn goes_on(response: &Response) -> bool {
    response.status == 200 && Page::after(response) != Page::default()
}
