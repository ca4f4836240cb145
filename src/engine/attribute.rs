//! Which rule a suite's failures are blamed on, where several would explain them.
//!
//! A replay blames the first rule that explains an answer, and prefers those that its history tries. Taken together,
//! the failures of a run say more: a target that breaks one rule is to be told of one. So of the rules that explain
//! failures, as few are chosen as explain them all, those first that are known already.

use super::case::Failure;
use super::subject::Subject;
use crate::finding::{AxisNames, Finding, Signature};
use crate::target::Axes;
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;

/// A failure, and the rules that alone explain it.
pub(super) struct Explained {
    pub(super) place: usize,
    pub(super) rules: Vec<RuleId>,
}

/// The signatures under which failures are to be told from here on: those of another rule, where few rules explain more.
pub(super) fn attribute<S: Subject>(
    subject: &S,
    failures: &mut [(Axes, Failure)],
    known: &[RuleId],
) -> BTreeMap<Signature, Signature> {
    let mut candidates: Vec<RuleId> = known.to_vec();
    for rule in failures.iter().filter_map(|(_, failure)| blamed(failure)) {
        if !candidates.contains(&rule) {
            candidates.push(rule);
        }
    }
    let mut explained: Vec<Explained> = Vec::new();
    for (place, (axes, failure)) in failures.iter().enumerate() {
        let Some(rule) = blamed(failure) else { continue };
        let beside: Vec<RuleId> = failure.replayed.explained.iter().copied().filter(|held| *held != rule).collect();
        let others: Vec<RuleId> = candidates
            .iter()
            .copied()
            .filter(|other| failure.replayed.reached.contains(other) && may_stand_for(*other, rule))
            .collect();
        let found = Failure::of(&failure.signature, &failure.replayed, &AxisNames::from(*axes));
        let Some((_, mismatch)) = found else { continue };
        let mut rules = subject.explanations(*axes, &failure.history, &failure.replayed, &mismatch, &beside, &others);
        rules.push(rule);
        explained.push(Explained { place, rules });
    }
    let chosen = cover(&explained, known);
    let mut renamed = BTreeMap::new();
    for Explained { place, rules } in explained {
        let (axes, failure) = &mut failures[place];
        let Some(rule) = chosen.iter().copied().find(|rule| rules.contains(rule)) else { continue };
        if Some(rule) == failure.signature.rule() {
            continue;
        }
        let Some(told) = blaming(subject, *axes, failure, rule) else { continue };
        renamed.insert(failure.signature.clone(), told.signature.clone());
        *failure = told;
    }
    renamed
}

/// A failure told of a rule that explains it; nothing if the rule is not blamed where the history tries it first.
pub(super) fn blaming<S: Subject>(subject: &S, axes: Axes, failure: &Failure, rule: RuleId) -> Option<Failure> {
    let mut history = failure.history.clone();
    history.rules.retain(|held| *held != rule);
    history.rules.insert(0, rule);
    let replayed = subject.judge_again(axes, &history, &failure.replayed)?;
    let mismatch = replayed.mismatches().find(|mismatch| mismatch.rule == rule)?;
    let signature = Signature::of(mismatch, &AxisNames::from(axes));
    Some(Failure { signature, history, replayed, case: failure.case })
}

/// Which of these rules alone explain a finding, beside what else is broken in it.
pub(super) fn explanations_of<S: Subject>(subject: &S, finding: &Finding, rules: &[RuleId]) -> Vec<RuleId> {
    let Some(mismatch) = finding.mismatch() else { return Vec::new() };
    let own = finding.signature.rule();
    let beside: Vec<RuleId> = finding.beside.iter().copied().filter(|held| Some(*held) != own).collect();
    subject.explanations(finding.asked, &finding.history, &finding.replayed(), mismatch, &beside, rules)
}

/// Whether a finding may come down to another rule than it is blamed on: what fails a target does not become advice.
pub(super) fn may_stand_for(other: RuleId, rule: RuleId) -> bool {
    other != rule && (other.rule().is_binding() || !rule.rule().is_binding())
}

/// The rule that an experiment blames.
fn blamed(failure: &Failure) -> Option<RuleId> {
    failure.signature.rule().filter(|rule| failure.replayed.explained.contains(rule))
}

/// As few rules as explain everything: each time the one that explains most of what is left, one that is known already
/// before others.
pub(super) fn cover(explained: &[Explained], known: &[RuleId]) -> Vec<RuleId> {
    let mut left: Vec<&Explained> = explained.iter().collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let mut counts: BTreeMap<RuleId, usize> = BTreeMap::new();
        for rule in left.iter().flat_map(|held| &held.rules) {
            *counts.entry(*rule).or_default() += 1;
        }
        let Some((rule, _)) =
            counts.into_iter().max_by_key(|(rule, count)| (known.contains(rule), *count, std::cmp::Reverse(*rule)))
        else {
            break;
        };
        chosen.push(rule);
        left.retain(|held| !held.rules.contains(&rule));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rules_explain_all() {
        let rules: Vec<RuleId> = RuleId::all().take(4).collect();
        let explained = |held: &[usize]| Explained { place: 0, rules: held.iter().map(|&at| rules[at]).collect() };
        let failures = [explained(&[0, 1]), explained(&[1, 2]), explained(&[1]), explained(&[3, 0])];
        assert_eq!(cover(&failures, &[]), [rules[1], rules[0]]);
        assert_eq!(cover(&failures, &[rules[3]]), [rules[3], rules[1]]);
        assert_eq!(cover(&[], &[rules[0]]), []);
    }
}
