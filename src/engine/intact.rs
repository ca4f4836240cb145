//! Rules that a target is seen to keep: a check passed that fails where such a rule is broken.
//!
//! Several rules may explain one wrong answer, and the first that does need not be the one that the target breaks. What is blamed
//! on a rule that the target keeps elsewhere is blamed on another one that explains it as well, if there is one.

use super::attribute::{blaming, explanations_of, may_stand_for};
use super::case::{CheckRun, Failure};
use super::generation::draw;
use super::selection::Unit;
use super::subject::Subject;
use crate::finding::Finding;
use crate::history::Seeding;
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::check::Source;

/// The rules that a target is seen to keep, each asked for once.
pub(super) struct Intact<'r, S> {
    pub(super) subject: &'r S,
    /// The checks that passed, of those whose history is the same in every run.
    passed: Vec<&'r Unit>,
    /// How their rows were put there.
    seeding: Seeding,
    known: BTreeMap<RuleId, bool>,
}

impl<'r, S: Subject> Intact<'r, S> {
    /// What these checks say, and how their rows were put there.
    pub(super) fn of(subject: &'r S, units: &'r [Unit], runs: &[CheckRun], seeding: Seeding) -> Self {
        let tells =
            |(unit, run): &(&Unit, &CheckRun)| matches!(unit.check.source, Source::Scripted(_)) && run.is_flawless();
        let passed = units.iter().zip(runs).filter(tells).map(|(unit, _)| unit).collect();
        Self { subject, passed, seeding, known: BTreeMap::new() }
    }

    /// Whether the target keeps a rule, as far as a check asks for it.
    pub(super) fn has(&mut self, rule: RuleId) -> bool {
        let Self { subject, passed, seeding, known } = self;
        let shows = |unit: &&Unit| {
            let history = draw(&unit.check, 0, 0).map(|history| seeding.seed(history));
            history.is_ok_and(|history| subject.shows(unit.axes, &history, rule))
        };
        let tries = |unit: &&&Unit| unit.check.rules.contains(&rule);
        *known.entry(rule).or_insert_with(|| passed.iter().filter(tries).any(shows))
    }

    /// A finding told of a rule that explains it too and is not seen to be kept, if its own is; those of `preferred` before others.
    pub(super) fn told_otherwise(&mut self, finding: &Finding, preferred: &[RuleId]) -> Option<Finding> {
        let own = finding.signature.rule().filter(|_| finding.explained && !finding.history.is_judged_whole())?;
        if !self.has(own) {
            return None;
        }
        let Finding { asked, stability, steps_before, requests, .. } = *finding;
        let failure = Failure {
            signature: finding.signature.clone(),
            case: finding.origin.case,
            history: finding.history.clone(),
            replayed: finding.replayed(),
        };
        let reached = self.subject.judge_again(asked, &failure.history, &failure.replayed)?.reached;
        let mut others: Vec<RuleId> = Vec::new();
        for rule in preferred.iter().chain(&reached).filter(|rule| reached.contains(rule)) {
            if may_stand_for(*rule, own) && !others.contains(rule) {
                others.push(*rule);
            }
        }
        let explain = explanations_of(self.subject, finding, &others);
        let rule = explain.into_iter().find(|rule| !self.has(*rule))?;
        let told = blaming(self.subject, asked, &failure, rule)?;
        Some(Finding { stability, steps_before, requests, ..told.unconfirmed(asked, finding.origin.clone()) })
    }
}
