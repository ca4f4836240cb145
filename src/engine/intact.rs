//! Rules that a target is seen to keep: a check passed that fails where such a rule is broken.
//!
//! Several rules may explain one wrong answer, and the first that does need not be the one that the target breaks. What is blamed
//! on a rule that the target keeps elsewhere is blamed on another one that explains it as well, if there is one.

use super::attribute::may_stand_for;
use super::case::{CheckRun, Failure};
use super::generation::draw;
use super::selection::Unit;
use super::subject::Subject;
use crate::finding::{AxisNames, Finding, Signature};
use crate::history::Seeding;
use crate::target::Axes;
use std::collections::BTreeMap;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::check::Source;

/// The rules that a target is seen to keep, each asked for once.
pub(super) struct Intact<'r, S> {
    pub(super) subject: &'r S,
    /// What passed of the histories that are the same in every run, by the rules that they try.
    passed: BTreeMap<RuleId, Vec<(Axes, History)>>,
    known: BTreeMap<RuleId, bool>,
}

impl<'r, S: Subject> Intact<'r, S> {
    /// What these checks say, and how their rows were put there.
    pub(super) fn of(subject: &'r S, units: &[Unit], runs: &[CheckRun], seeding: Seeding) -> Self {
        let mut passed: BTreeMap<RuleId, Vec<(Axes, History)>> = BTreeMap::new();
        let scripted = |unit: &Unit| matches!(unit.check.source, Source::Scripted(_));
        for (unit, _) in units.iter().zip(runs).filter(|(unit, run)| scripted(unit) && run.is_flawless()) {
            let Ok(history) = draw(&unit.check, 0, 0) else { continue };
            for rule in unit.check.rules {
                passed.entry(*rule).or_default().push((unit.axes, seeding.seed(history.clone())));
            }
        }
        Self { subject, passed, known: BTreeMap::new() }
    }

    /// Whether the target keeps a rule, as far as a check asks for it.
    pub(super) fn has(&mut self, rule: RuleId) -> bool {
        let Self { subject, passed, known } = self;
        let shows = |(axes, history): &(Axes, History)| subject.shows(*axes, history, rule);
        *known.entry(rule).or_insert_with(|| passed.get(&rule).is_some_and(|held| held.iter().any(shows)))
    }

    /// A finding told of a rule that explains it too and is not seen to be kept, if its own is; those of `preferred` before others.
    pub(super) fn told_otherwise(&mut self, finding: &Finding, preferred: &[RuleId]) -> Option<Finding> {
        let own = finding.signature.rule().filter(|_| finding.explained && !finding.history.is_judged_whole())?;
        if !self.has(own) {
            return None;
        }
        let (asked, replayed) = (finding.asked, finding.replayed());
        let reached = self.subject.judge_again(asked, &finding.history, &replayed)?.reached;
        let mut others: Vec<RuleId> = Vec::new();
        for rule in preferred.iter().chain(&reached).filter(|rule| reached.contains(rule)) {
            if may_stand_for(*rule, own) && !others.contains(rule) {
                others.push(*rule);
            }
        }
        let beside: Vec<RuleId> = finding.beside.iter().copied().filter(|held| *held != own).collect();
        let mismatch = finding.mismatch()?;
        let explain = self.subject.explanations(asked, &finding.history, &replayed, mismatch, &beside, &others);
        let rule = explain.into_iter().find(|rule| !self.has(*rule))?;
        blaming(self.subject, finding, rule)
    }
}

/// A finding told of a rule that explains it.
fn blaming<S: Subject>(subject: &S, finding: &Finding, rule: RuleId) -> Option<Finding> {
    let mut history = finding.history.clone();
    history.rules.retain(|held| *held != rule);
    history.rules.insert(0, rule);
    let replayed = subject.judge_again(finding.asked, &history, &finding.replayed())?;
    let mismatch = replayed.mismatches().find(|mismatch| mismatch.rule == rule)?;
    let signature = Signature::of(mismatch, &AxisNames::from(finding.asked));
    let failure = Failure { signature, case: finding.origin.case, history, replayed };
    let Finding { stability, steps_before, requests, .. } = *finding;
    Some(Finding { stability, steps_before, requests, ..failure.unconfirmed(finding.asked, finding.origin.clone()) })
}
