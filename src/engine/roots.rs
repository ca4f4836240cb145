//! What each finding comes down to, now that all findings of a run are known.
//!
//! Of the rules that explain findings as few are chosen as explain them all, by themselves or a few together. A target that breaks
//! one rule is to be told of one.

use super::alike::gather;
use super::attribute::{Explained, cover, explanations_of, may_stand_for};
use super::intact::Intact;
use super::subject::Subject;
use crate::finding::{Finding, Signature};
use crate::history::Learned;
use crate::judge::{Mismatch, MismatchKind};
use std::collections::BTreeMap;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// So many known rules may explain together what no rule explains alone, beside those that show in it as well.
const TOGETHER: usize = 3;
/// So many known rules may explain together what another one explains alone.
const INSTEAD: usize = 2;

/// The rule that each finding comes down to. `late` is the rule that the target breaks if its reads are late.
pub(super) fn roots<S: Subject>(
    intact: &mut Intact<'_, S>,
    findings: &[Finding],
    late: Option<RuleId>,
) -> BTreeMap<Signature, RuleId> {
    let subject = intact.subject;
    let mut roots = Roots { subject, intact, findings, chosen: Vec::new(), of: vec![None; findings.len()] };
    for (place, finding) in findings.iter().enumerate() {
        roots.of[place] = late.filter(|_| is_late_read(finding)).or(finding.signature.rule());
    }
    let unexplained = roots.alone();
    let mut left: Vec<usize> = unexplained.into_iter().filter(|place| !roots.explain_together(*place)).collect();
    roots.drop_needless();
    left.retain(|place| roots.of[*place] == findings[*place].signature.rule());
    subject.learn(Learned { broken: roots.chosen, ..Learned::default() });
    let held = findings.iter().zip(roots.of).filter_map(|(finding, rule)| Some((finding.signature.clone(), rule?)));
    let mut roots: BTreeMap<Signature, RuleId> = held.collect();
    let left: Vec<&Finding> = left.into_iter().filter_map(|place| findings.get(place)).collect();
    gather(&left, &mut roots);
    roots
}

/// What findings come down to, as far as it is known.
struct Roots<'r, 's, S> {
    subject: &'s S,
    /// What the target is seen to keep: nothing comes down to it that comes down to another rule as well.
    intact: &'r mut Intact<'s, S>,
    findings: &'r [Finding],
    /// The rules that explain findings.
    chosen: Vec<RuleId>,
    /// The rule of each finding, by its place.
    of: Vec<Option<RuleId>>,
}

impl<S: Subject> Roots<'_, '_, S> {
    /// Finds which rules explain which findings alone, and chooses among them. Gives what is left.
    fn alone(&mut self) -> Vec<usize> {
        let mut candidates: Vec<RuleId> = Vec::new();
        for finding in self.findings.iter().filter(|finding| finding.explained) {
            candidates.extend(finding.signature.rule().filter(|rule| !candidates.contains(rule)));
        }
        let mut explained: Vec<Explained> = Vec::new();
        let mut left = Vec::new();
        for (place, finding) in self.findings.iter().enumerate() {
            let Some(rule) = finding.signature.rule() else { continue };
            if finding.history.is_judged_whole() {
                continue;
            }
            let mut others: Vec<RuleId> =
                candidates.iter().copied().filter(|other| may_stand_for(*other, rule)).collect();
            // Nothing explained it when it was found; now more is known that shows beside it.
            others.splice(0..0, (!finding.explained).then_some(rule));
            let mut rules = explanations_of(self.subject, finding, &others);
            rules.extend(finding.explained.then_some(rule));
            if rules.iter().any(|rule| !self.intact.has(*rule)) {
                rules.retain(|rule| !self.intact.has(*rule));
            }
            if rules.is_empty() {
                left.push(place);
            } else {
                explained.push(Explained { place, rules });
            }
        }
        self.chosen = cover(&explained, &[]);
        for Explained { place, rules } in explained {
            let own = self.findings[place].signature.rule().filter(|rule| rules.contains(rule));
            let own = own.filter(|rule| self.chosen.contains(rule));
            let first = || self.chosen.iter().copied().find(|rule| rules.contains(rule));
            self.of[place] = own.or_else(first).or(self.of[place]);
        }
        left
    }

    /// Whether a few of the chosen rules explain together what none does alone.
    fn explain_together(&mut self, place: usize) -> bool {
        let Some(held) = self.of[place] else { return false };
        let others: Vec<RuleId> = self.chosen.iter().copied().filter(|rule| may_stand_for(*rule, held)).collect();
        let rule = self.together(place, &others, TOGETHER);
        self.of[place] = rule.or(Some(held));
        rule.is_some()
    }

    /// Gives up chosen rules of which a few others explain every finding: those first that explain least.
    fn drop_needless(&mut self) {
        let mut counted: Vec<(usize, RuleId)> = Vec::new();
        for rule in &self.chosen {
            counted.push((self.of.iter().filter(|held| **held == Some(*rule)).count(), *rule));
        }
        counted.sort_unstable();
        for (_, rule) in counted {
            let others: Vec<RuleId> = self.chosen.iter().copied().filter(|other| may_stand_for(*other, rule)).collect();
            let places: Vec<usize> = (0..self.of.len()).filter(|place| self.of[*place] == Some(rule)).collect();
            let instead: Option<Vec<RuleId>> =
                places.iter().map(|place| self.together(*place, &others, INSTEAD)).collect();
            if let Some(instead) = instead {
                places.into_iter().zip(instead).for_each(|(place, other)| self.of[place] = Some(other));
                self.chosen.retain(|held| *held != rule);
            }
        }
    }

    /// The last of these rules that is needed, if so few of them, beside those that show in a finding as well, explain everything
    /// in it together.
    fn together(&self, place: usize, rules: &[RuleId], most: usize) -> Option<RuleId> {
        let finding = &self.findings[place];
        if finding.history.is_judged_whole() {
            return None;
        }
        self.subject.learn(Learned { broken: rules.to_vec(), thorough: true, ..Learned::default() });
        let bare = History { rules: Vec::new(), ..finding.history.clone() };
        let again = self.subject.judge_again(finding.asked, &bare, &finding.replayed())?;
        let by_them = |mismatch: &Mismatch| again.explained.contains(&mismatch.rule) && rules.contains(&mismatch.rule);
        if again.undecided().is_some() || again.steps.len() < finding.steps.len() {
            return None;
        }
        let beside = finding.beside.iter().filter(|rule| Some(**rule) != finding.signature.rule()).count();
        let few = again.explained.len() <= beside + most;
        let last = again.steps.last()?.mismatches().first().or(again.mismatches().last())?.rule;
        (few && again.mismatches().all(by_them)).then_some(last)
    }
}

/// Whether late reads are why clients side by side see what differs: pages lack what is late, no order explains it, and it may look
/// like something else as long as that shows together with it alone.
fn is_late_read(finding: &Finding) -> bool {
    use MismatchKind::{NotLinearizable, RowMissing, StaleRead};
    let may_be = |held: &Mismatch| matches!(held.kind, StaleRead | RowMissing | NotLinearizable) || !finding.alone;
    finding.history.is_judged_whole() && finding.mismatch().is_some_and(may_be)
}
