//! Which single rule, if the oracle broke it, would make the oracle answer as the target did.
//!
//! Costs no request: the history is played again in process, once for each rule in question, up to the step that
//! differs. A rule explains differences if breaking it makes some of them go away and no other come.

use super::oracle::Oracles;
use super::oracle_side::{OracleSide, applied};
use super::own_tables;
use crate::judge::{Difference, Expected, Outcome};
use crate::target::{Axes, Target};
use std::time::SystemTime;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{Broken, RuleId, id};

/// Steps played over all rules together. Long histories are explained by fewer rules.
const MOST_STEPS: usize = 4000;

/// What was played so far.
pub(super) struct Past<'a> {
    pub(super) oracles: &'a dyn Oracles,
    pub(super) broken: &'a Broken,
    pub(super) target: &'a Target,
    pub(super) axes: Axes,
    pub(super) prefix: &'a str,
    pub(super) history: &'a History,
    /// When the tables were created, and when each step was sent, the one that differs last.
    pub(super) began: SystemTime,
    pub(super) times: &'a [SystemTime],
    /// The rules that took part in any answer so far.
    pub(super) seen: &'a [RuleId],
}

/// A rule, and the differences that go away if it is broken.
pub(super) struct Explanation {
    pub(super) rule: RuleId,
    pub(super) gone: Vec<Difference>,
}

impl Past<'_> {
    /// The first rule that explains the first difference: one that the history tries, else one of the answer, and of a history
    /// that tries none one of its earlier answers.
    pub(super) fn explain(
        &self,
        answers: &[Expected],
        differences: &[Difference],
        judge: impl Fn(&[Expected]) -> Outcome,
    ) -> Option<RuleId> {
        let mut rules = self.tried();
        rules.extend(applied(answers).into_iter().filter(|rule| !self.history.rules.contains(rule)));
        if self.history.rules.is_empty() {
            let earlier: Vec<RuleId> = self.seen.iter().rev().copied().filter(|rule| !rules.contains(rule)).collect();
            rules.extend(earlier);
        }
        let first = differences.first()?;
        let explained = self.explanations(rules, differences, judge).find(|explained| explained.gone.contains(first));
        explained.map(|explained| explained.rule)
    }

    /// The first rule that the history tries and that explains any difference.
    pub(super) fn explain_by_tried(
        &self,
        differences: &[Difference],
        judge: impl Fn(&[Expected]) -> Outcome,
    ) -> Option<Explanation> {
        self.explanations(self.tried(), differences, judge).next()
    }

    fn tried(&self) -> Vec<RuleId> {
        self.history.rules.iter().copied().filter(|rule| self.seen.contains(rule)).collect()
    }

    fn explanations(
        &self,
        mut rules: Vec<RuleId>,
        differences: &[Difference],
        judge: impl Fn(&[Expected]) -> Outcome,
    ) -> impl Iterator<Item = Explanation> {
        rules.retain(|rule| rule.rule().broken.is_some() && !self.broken.contains(*rule));
        rules.truncate(MOST_STEPS / self.times.len().max(1));
        rules.into_iter().filter_map(move |rule| {
            let answers = self.play(self.broken.clone().and(rule))?;
            let Outcome::Compared { differences: left, .. } = judge(&answers) else { return None };
            let gone: Vec<Difference> = differences.iter().filter(|held| !left.contains(held)).cloned().collect();
            // What was lost in a restart is told in the target's own way of telling errors, which is tried elsewhere.
            let lost = rule == id::TABLE_DURABILITY_ACKNOWLEDGED;
            let is_old = |difference: &Difference| differences.contains(difference);
            let none_comes = left.iter().all(|other| is_old(other) || (lost && !other.counts(&self.history.rules)));
            (none_comes && !gone.is_empty()).then_some(Explanation { rule, gone })
        })
    }

    /// What an oracle that breaks these rules answers to the last step.
    fn play(&self, broken: Broken) -> Option<Vec<Expected>> {
        let mut side = OracleSide::new(self.oracles, &broken, self.target, self.axes, self.prefix);
        for step in own_tables::creating(self.history) {
            side.set_up(&step, self.began).ok()?;
        }
        let mut last = None;
        for (index, (step, now)) in self.history.steps.iter().zip(self.times).enumerate() {
            last = Some(side.play(index, step, *now).ok()?);
        }
        last
    }
}
