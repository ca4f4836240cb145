//! The oracle's side of a replay: its state, its bindings, and what it has said.

use super::oracle::{Oracle, Oracles};
use super::played::Adoption;
use crate::history::bindings::{Bindings, Unbound};
use crate::history::lower::{Lowering, Page, base_path};
use crate::judge::{Document, Expected, Facts, Memory, Question, Side, has_token};
use crate::target::{Axes, Target};
use std::time::SystemTime;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::http::Request;
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
    /// A fresh oracle that breaks these rules, for a history whose tables have this prefix.
    pub(super) fn new(oracles: &dyn Oracles, broken: &Broken, target: &'a Target, axes: Axes, prefix: &str) -> Self {
        let bindings = Bindings::new(prefix, target);
        Self { oracle: oracles.fresh(broken), target, axes, bindings, memory: Memory::default() }
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

    /// Takes over what was read from the target behind a step, and binds the ETags that stand for its own. Gives the rules that
    /// took part in that.
    pub(super) fn adopt(&mut self, index: usize, adoption: &Adoption, now: SystemTime) -> Vec<RuleId> {
        let mut rules = Vec::new();
        for change in &adoption.changes {
            self.oracle.adopt(change, instant(now));
        }
        for (part, step) in &adoption.tags {
            let axes = self.axes.for_fixtures(self.target.service);
            let lowering = Lowering { target: self.target, axes, bindings: &self.bindings, now };
            let Ok(request) = lowering.request(step, &Page::default()) else { continue };
            let answer = self.oracle.answer(&request, instant(now));
            let tag = answer.response.headers.get("etag").map(str::to_owned);
            self.bindings.set_etag(index, *part, tag);
            rules.extend(answer.rules);
        }
        rules
    }
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

/// A time as the oracle has it.
pub(super) fn instant(now: SystemTime) -> DateTime {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos())
}
