//! The oracle's side of a replay: its state, its bindings, and what it has said.

use super::oracle::{Adopted, Oracle, Taken};
use super::played::{Adoption, Answers, Rows};
use crate::history::bindings::{Bindings, Unbound};
use crate::history::lower::{Lowering, Page, base_path};
use crate::judge::{Document, Expected, Facts, Memory, Question, Side, has_token};
use crate::target::{Axes, Target};
use std::time::SystemTime;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::{Request, Response};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::{Answer, DateTime};

/// An oracle never has more pages than this: no history holds so many rows.
const MOST_PAGES: usize = 10_000;

/// The oracle's side.
pub(super) struct OracleSide<'a> {
    oracle: Box<dyn Oracle>,
    target: &'a Target,
    axes: Axes,
    pub(super) bindings: Bindings,
    memory: Memory,
}

impl<'a> OracleSide<'a> {
    /// A fresh oracle, for a history whose tables have this prefix.
    pub(super) fn new(oracle: Box<dyn Oracle>, target: &'a Target, axes: Axes, prefix: &str) -> Self {
        let bindings = Bindings::new(prefix, target);
        Self { oracle, target, axes, bindings, memory: Memory::default() }
    }

    /// The same with all that it holds and has said, on an oracle that breaks these rules from now on.
    pub(super) fn breaking(&self, broken: &Broken) -> Self {
        let Self { oracle, target, axes, bindings, memory } = self;
        let (bindings, memory) = (bindings.clone(), memory.clone());
        Self { oracle: oracle.breaking(broken), target, axes: *axes, bindings, memory }
    }

    /// Creates one of the history's tables, and says which rules took part.
    ///
    /// # Errors
    /// What it answered instead.
    pub(super) fn set_up(&mut self, step: &Step, now: SystemTime) -> Result<Vec<RuleId>, String> {
        let axes = self.axes.for_fixtures(self.target.service);
        let lowering = Lowering { target: self.target, axes, bindings: &self.bindings, now };
        let request = lowering.request(step, &Page::default()).map_err(|unbound| unbound.to_string())?;
        let Answer { response, rules, .. } = self.oracle.answer(&request, instant(now));
        if response.status < 300 {
            Ok(rules)
        } else {
            Err(Side::new(&response, Document::of(self.target.service, &request, &response), Facts::default()).shown())
        }
    }

    /// Plays one step: one answer, or for a scan as many as there are pages.
    pub(super) fn play(&mut self, index: usize, step: &Step, now: SystemTime) -> Result<Vec<Expected>, Unbound> {
        if matches!(step.call, Call::Restart) {
            self.oracle.restart();
            self.bindings.note(index, None);
            return Ok(Vec::new());
        }
        if matches!(step.call, Call::Wait { .. }) {
            self.bindings.note(index, None);
            return Ok(Vec::new());
        }
        let is_scan = matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. });
        let mut page = Page::default();
        let mut answers = Vec::new();
        loop {
            let lowering = Lowering { target: self.target, axes: self.axes, bindings: &self.bindings, now };
            let request = lowering.request(step, &page)?;
            let answer = self.oracle.answer(&request, instant(now));
            let document = Document::of(self.target.service, &request, &answer.response);
            let question = question(step, &request, self.target, &self.bindings);
            let facts = self.memory.observe(&question, &answer.response, &document);
            let side = Side::new(&answer.response, document, facts);
            let goes_on = is_scan && side.is_granted() && has_token(&side);
            page = Page::after(&answer.response);
            answers.push(Expected { answer, side });
            if !goes_on || answers.len() >= MOST_PAGES {
                break;
            }
        }
        let only = if is_scan { None } else { answers.first().map(|held| &held.answer.response) };
        self.bindings.note(index, only);
        Ok(answers)
    }

    /// Has the next answer that returns messages return those with these texts first.
    pub(super) fn prefer(&mut self, texts: Vec<String>) {
        self.oracle.prefer(texts);
    }

    /// Leaves a step out: what refers to it has no value.
    pub(super) fn skip(&mut self, index: usize) {
        self.bindings.note(index, None);
    }

    /// Takes over what was read from the target behind a step, and binds what stands for its own. Nothing if that cannot be, and
    /// then this side is of no further use.
    pub(super) fn adopt(
        &mut self,
        index: usize,
        step: &Step,
        adoption: &Adoption,
        now: SystemTime,
    ) -> Option<Adopting> {
        match adoption {
            Adoption::Rows(rows) => Some(self.adopt_rows(index, rows, now)),
            Adoption::Answers(answers) => {
                self.memory.part();
                match &step.call {
                    Call::Blob { ask } => self.adopt_blob(index, ask, answers, now),
                    Call::Queue { ask } => self.adopt_queue(index, ask, answers, now),
                    _ => None,
                }
            }
        }
    }

    fn adopt_rows(&mut self, index: usize, rows: &Rows, now: SystemTime) -> Adopting {
        let mut adopting = Adopting::default();
        for change in &rows.changes {
            self.take(Adopted::Table(change.clone()), now, &mut adopting);
        }
        for (part, step) in &rows.tags {
            let Some(response) = self.own(step, now, &mut adopting) else { continue };
            let tag = response.headers.get("etag").map(str::to_owned);
            self.bindings.set_etag(index, *part, tag);
        }
        adopting
    }

    /// Takes one thing over.
    pub(super) fn take(&mut self, adopted: Adopted, now: SystemTime, adopting: &mut Adopting) -> Taken {
        adopting.changes += 1;
        self.oracle.adopt(&adopted, instant(now))
    }

    /// The answer to a request that is no part of the history.
    pub(super) fn own(&mut self, step: &Step, now: SystemTime, adopting: &mut Adopting) -> Option<Response> {
        let axes = self.axes.for_fixtures(self.target.service);
        let lowering = Lowering { target: self.target, axes, bindings: &self.bindings, now };
        let request = lowering.request(step, &Page::default()).ok()?;
        let answer = self.oracle.answer(&request, instant(now));
        adopting.rules.extend(answer.rules);
        Some(answer.response)
    }

    /// What is answered here to what was read of the target.
    pub(super) fn asked(
        &mut self,
        answers: &Answers,
        now: SystemTime,
        adopting: &mut Adopting,
    ) -> Option<Vec<Response>> {
        answers.reads.iter().map(|read| self.own(read, now, adopting)).collect()
    }
}

/// What came of taking a state over.
#[derive(Debug, Default)]
pub(super) struct Adopting {
    /// The rules that took part in it.
    pub(super) rules: Vec<RuleId>,
    /// How much was taken over.
    pub(super) changes: usize,
}

/// What the judge is asked about a step.
pub(super) fn question<'a>(
    step: &'a Step,
    request: &'a Request,
    target: &'a Target,
    bindings: &'a Bindings,
) -> Question<'a> {
    let base = base_path(target, &step.wire);
    Question { step, request, service: target.service, base, prefix: bindings.prefix() }
}

/// The rules that took part in these answers, each once, in order.
pub(super) fn applied(answers: &[Expected]) -> Vec<RuleId> {
    let mut rules = Vec::new();
    for rule in answers.iter().flat_map(|held| &held.answer.rules) {
        if !rules.contains(rule) {
            rules.push(*rule);
        }
    }
    rules
}

/// A time as the oracle is told it.
pub(super) fn instant(now: SystemTime) -> DateTime {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos())
}
