//! Which rules the differences of a step are blamed on, and what that says of the steps before.

use super::experiment::{Courses, Judging as _, Past};
use super::explain::{GivenUp, Question, shows_to_one_client};
use super::lockstep::Lockstep;
use super::oracle_side::applied;
use super::played::Played;
use super::target_side::reads;
use crate::at_length::at_length;
use crate::history::StepRecord;
use crate::judge::{Difference, Evidence, Expected, IMPLEMENTED, Mismatch, Outcome, Verdict, blame};
use std::sync::Arc;
use std::time::SystemTime;
use tablestakes_reference::history::Step;
use tablestakes_reference::rules::RuleId;

impl<'a> Lockstep<'a> {
    /// The differences of a step, each with the rule that it breaks. Where rules explain them, the oracle breaks these from
    /// here on.
    pub(super) fn mismatches(
        &mut self,
        index: usize,
        step: &Step,
        answers: &[Expected],
        differences: Vec<Difference>,
    ) -> Vec<Mismatch> {
        let operation = step.call.name();
        let is_known = |held: &Difference| {
            self.unexplained
                .iter()
                .any(|(of, kind, rules)| *of == operation && *kind == held.kind && *rules == held.rules)
        };
        let (held_before, new): (Vec<_>, Vec<_>) = differences.into_iter().partition(is_known);
        if new.is_empty() {
            return self.leave(index, operation, held_before);
        }
        let learned = self.replayer.learned();
        let mut known = learned.broken.clone();
        // What is granted, or refused in another way, is there.
        let may_lack = new.iter().any(Difference::is_not_implemented);
        let is_possible = |rule: &RuleId| may_lack || !IMPLEMENTED.contains(rule);
        known.retain(|rule| shows_to_one_client(*rule) && !self.withdrawn.contains(rule) && is_possible(rule));
        let by_table = self.by_table(operation, &new, &applied(answers));
        let gives_up = learned.gives_up(&by_table);
        let blamed: Vec<RuleId> = by_table.iter().map(|mismatch| mismatch.rule).collect();
        let mut rules = if gives_up { Vec::new() } else { self.in_question(&known, answers) };
        rules.retain(is_possible);
        let question = Question {
            broken: &self.broken,
            found: &self.explained,
            known: &known,
            thorough: learned.thorough,
            rules: &rules,
            answers,
            blamed: &blamed,
        };
        let all = new.iter().chain(&held_before).cloned().collect();
        let explanation = at_length(|| self.past().explain(&question, all, self));
        let mut mismatches = Vec::new();
        match explanation.given_up {
            Some(GivenUp { rule, instead: Some(instead) }) => {
                self.correct(rule, instead);
                // What was told of the earlier steps is told of this one as well.
                mismatches.extend(telling(&new).map(|difference| difference.breaking(instead, operation)));
            }
            Some(GivenUp { rule, instead: None }) => {
                let answers = explanation.replay.as_ref().map_or(&[][..], |replay| &replay.answers);
                self.withdraw(rule, answers);
            }
            None => {}
        }
        for (rule, gone) in &explanation.rules {
            self.broken = self.broken.clone().and(*rule);
            self.explained.push(*rule);
            self.played[index].found.push(*rule);
            mismatches.extend(telling(gone).map(|difference| difference.breaking(*rule, operation)));
        }
        if let Some(mut replay) = explanation.replay {
            let answers = replay.answers.pop().unwrap_or_default();
            self.oracle = replay.side;
            self.note(applied(&answers));
            self.played[index].applied = applied(&answers);
        }
        mismatches.extend(self.leave(index, operation, explanation.left));
        mismatches
    }

    /// What no rule explains of a step, each with the rule that a table blames.
    fn leave(&mut self, index: usize, operation: &'static str, left: Vec<Difference>) -> Vec<Mismatch> {
        self.note_unexplained(operation, &left);
        let mismatches = self.by_table(operation, &left, &self.played[index].applied);
        self.played[index].judged = !left.iter().any(|held| held.is_outright());
        self.played[index].unexplained = left;
        mismatches
    }

    /// Differences that no rule explains, each with the rule that a table blames.
    fn by_table(&self, operation: &str, differences: &[Difference], applied: &[RuleId]) -> Vec<Mismatch> {
        let (declared, seen) = (&self.history.rules, &self.seen);
        let is_lacking = self.replayer.learned().lacks(self.history.service, operation);
        blame(differences.to_vec(), Evidence { operation, declared, applied, seen, explained_by: None, is_lacking })
    }

    /// Blames another rule for what was blamed on one: it explains that, and more.
    fn correct(&mut self, given_up: RuleId, rule: RuleId) {
        self.broken = self.broken.clone().without(given_up).and(rule);
        self.explained.retain(|held| *held != given_up);
        self.explained.push(rule);
        let found = self.played.iter_mut().flat_map(|played| &mut played.found);
        found.filter(|held| **held == given_up).for_each(|held| *held = rule);
        for record in &mut self.records {
            if let Verdict::Mismatch(mismatches) = &mut record.verdict {
                mismatches.iter_mut().filter(|mismatch| mismatch.rule == given_up).for_each(|held| held.rule = rule);
            }
        }
    }

    fn note_unexplained(&mut self, operation: &'static str, left: &[Difference]) {
        for difference in left {
            let shape = (operation, difference.kind, difference.rules.clone());
            if !self.unexplained.contains(&shape) {
                self.unexplained.push(shape);
            }
        }
    }

    /// Takes back what was blamed on a rule that a later step shows to be kept: no rule explains it. `answers` are those of the
    /// oracle that keeps it.
    fn withdraw(&mut self, rule: RuleId, answers: &[Arc<Vec<Expected>>]) {
        self.broken = self.broken.clone().without(rule);
        self.explained.retain(|held| *held != rule);
        self.withdrawn.push(rule);
        let mut records = std::mem::take(&mut self.records);
        for record in records.iter_mut().filter(|record| !matches!(record.verdict, Verdict::Undecided(_))) {
            let place = record.index;
            let (Some(step), Some(answers)) = (self.history.steps.get(place), answers.get(place)) else { continue };
            let Outcome::Compared { differences, .. } = self.judge(step, answers, &self.played[place]) else {
                continue;
            };
            let is_new = |held: &&Difference| !self.played[place].is_unexplained(held);
            let new: Vec<Difference> = differences.iter().filter(is_new).cloned().collect();
            // What was found by it, and what was no difference because of it.
            if new.is_empty() && !record.mismatches().iter().any(|held| held.rule == rule) {
                continue;
            }
            let mut mismatches = self.by_table(step.call.name(), &new, &applied(answers));
            mismatches.splice(0..0, record.mismatches().iter().filter(|held| held.rule != rule).cloned());
            record.verdict = if mismatches.is_empty() { Verdict::Allowed } else { Verdict::Mismatch(mismatches) };
            self.note_unexplained(step.call.name(), &new);
            let played = &mut self.played[place];
            played.found.retain(|held| *held != rule);
            played.applied = applied(answers);
            played.judged = !differences.iter().any(|held| held.is_outright());
            played.unexplained = differences;
        }
        self.records = records;
    }

    /// The rules whose breaking may explain an answer: those that the history tries, those that the target is known to break,
    /// those that took part in this answer, and those of earlier ones.
    fn in_question(&self, known: &[RuleId], answers: &[Expected]) -> Vec<RuleId> {
        let known = known.iter().copied();
        let tried = self.history.rules.iter().copied();
        let applied = applied(answers).into_iter().filter(|rule| shows_to_one_client(*rule));
        let earlier = self.seen.iter().rev().copied().filter(|rule| shows_to_one_client(*rule));
        let mut rules: Vec<RuleId> = Vec::with_capacity(self.seen.len());
        let is_suspect = |rule: &RuleId| self.replayer.suspects.as_ref().is_none_or(|suspects| suspects.contains(rule));
        for rule in tried.chain(known).chain(applied).chain(earlier).filter(is_suspect) {
            if self.seen.contains(&rule) && !rules.contains(&rule) && !self.withdrawn.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    pub(super) fn past(&self) -> Past<'a, '_> {
        Past {
            replayer: self.replayer,
            target: &self.replayer.target,
            axes: self.replayer.axes,
            prefix: &self.prefix,
            history: self.history,
            began: self.began,
            played: &self.played,
            base: &self.broken,
            courses: Courses::default(),
        }
    }

    /// The rules that the history tries whose question could not be put: a step that they take part in was not played, or
    /// could not be judged, or was answered as if they had none.
    pub(super) fn unasked(&self) -> Vec<RuleId> {
        let whole = self.played.len() == self.history.steps.len() && self.played.iter().all(|played| played.judged);
        if whole && self.broken == *self.replayer.broken || self.adrift {
            return Vec::new();
        }
        let found =
            |rule: &RuleId| self.records.iter().flat_map(StepRecord::mismatches).any(|mismatch| mismatch.rule == *rule);
        let intact = self.past().applied_when_intact(&self.replayer.broken, SystemTime::now());
        let is_read = |played: &Played| played.came.iter().flat_map(|came| &came.sent).all(|sent| reads(&sent.request));
        // What a write did shows in the reads behind it, if the history has any.
        let is_seen = |rule: &RuleId| {
            let first = intact.iter().position(|applied| applied.contains(rule)).unwrap_or(intact.len());
            let mut reads = self.played.iter().skip(first).filter(|played| played.came.is_some() && is_read(played));
            reads.clone().next().is_none() || reads.any(|played| played.judged)
        };
        let asked = |rule: &RuleId| {
            is_seen(rule)
                && intact.iter().enumerate().all(|(index, applied)| {
                    let shows = |held: &Played| held.judged && !held.hides_values() && held.applied.contains(rule);
                    let played = || self.played.get(index).is_some_and(shows);
                    !applied.contains(rule) || played()
                })
        };
        self.history.rules.iter().copied().filter(|rule| !found(rule) && !asked(rule)).collect()
    }
}

/// Of differences the one that says most.
fn telling(differences: &[Difference]) -> Option<&Difference> {
    differences.iter().find(|held| !held.incidental).or(differences.first())
}
