//! Which rules, if the oracle broke them, would make the oracle answer as the target did.
//!
//! A rule explains differences if breaking it makes some of them go away, and adds none to the steps before. Several rules
//! may be broken at once, so the search goes on with what the first leaves.

use super::experiment::{Attempt, Judge, Past, Replay, answers_itself, breaking, usable, weight};
use super::known::fewest;
use super::oracle_side::applied;
use super::several::Changing;
use crate::judge::{Difference, Expected, MismatchKind};
use tablestakes_reference::rules::{Broken, RuleId, id};

/// So many rules may be broken in one answer.
pub(super) const MOST_RULES: usize = 8;
/// So many known rules are a few.
const MOST_OF_FEW: usize = 3;
/// So many rules that change what differs are tried with each other.
const MOST_CHANGING: usize = 8;
/// So many sets of known rules go on.
const MOST_SETS: usize = 6;

/// By what the differences of the last step may be explained.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// What the oracle breaks already.
    pub(super) broken: &'q Broken,
    /// What of this was found on the way, and may be given up for a rule that explains more.
    pub(super) found: &'q [RuleId],
    /// What the target is known to break.
    pub(super) known: &'q [RuleId],
    /// Whether a few are looked for among all of these where all together bring something else, and not only among those that
    /// have to do with the answer.
    pub(super) thorough: bool,
    /// The rules in question, in their order of preference; none where it is known that nothing else explains it.
    pub(super) rules: &'q [RuleId],
    /// What the oracle answers.
    pub(super) answers: &'q [Expected],
    /// The rules that are blamed where nothing else is known.
    pub(super) blamed: &'q [RuleId],
}

/// What explains the differences of the last step.
#[derive(Default)]
pub(super) struct Explanation<'a> {
    /// The rules, each with the differences that it explains, the most telling first.
    pub(super) rules: Vec<(RuleId, Vec<Difference>)>,
    /// A rule that was found broken in earlier steps and that the last step shows to be kept.
    pub(super) given_up: Option<GivenUp>,
    /// What no rule explains.
    pub(super) left: Vec<Difference>,
    /// The oracle that breaks them, if there are any.
    pub(super) replay: Option<Replay<'a>>,
}

/// A rule that was found broken and is not.
pub(super) struct GivenUp {
    pub(super) rule: RuleId,
    /// The one that explains what it did, as well as the last step.
    pub(super) instead: Option<RuleId>,
}

/// Rules that are broken in one answer, what then still differs in it, and the oracle that breaks them.
pub(super) struct Together<'a> {
    pub(super) rules: Vec<RuleId>,
    pub(super) left: Vec<Difference>,
    pub(super) replay: Replay<'a>,
}

impl<'a> From<Attempt<'a>> for Together<'a> {
    fn from(attempt: Attempt<'a>) -> Self {
        let Attempt { rule, left, replay } = attempt;
        Self { rules: vec![rule], left, replay }
    }
}

impl<'a> Explanation<'a> {
    fn giving_up(given_up: GivenUp, replay: Replay<'a>) -> Self {
        Self { given_up: Some(given_up), replay: Some(replay), ..Self::default() }
    }
}

impl<'a> Past<'a, '_> {
    /// Explains the differences of the last step by rules of these, in their order of preference, on an oracle that breaks
    /// some already. Of these some were found on the way, and may be given up for one that explains more.
    pub(super) fn explain(
        &self,
        question: &Question<'_>,
        differences: Vec<Difference>,
        judge: Judge<'_>,
    ) -> Explanation<'a> {
        let Question { broken, known, rules, answers, .. } = *question;
        if let Some(explanation) = self.by_known(question, &differences, judge) {
            return explanation;
        }
        if rules.is_empty() {
            return Explanation { left: differences, ..Explanation::default() };
        }
        if let Some(explanation) = self.given_up(question, &differences, judge) {
            return explanation;
        }
        let (mut broken, thorough) = (broken.clone(), question.thorough);
        let refuses_valid = differences.iter().any(|held| held.kind == MismatchKind::RefusedValid);
        let mut found = Explanation { left: differences, ..Explanation::default() };
        let (mut refused, mut taking_part) = (refusing(answers), applied(answers));
        let mut rules = rules.to_vec();
        while !found.left.is_empty() && found.rules.len() < MOST_RULES {
            let mut changing = Vec::new();
            let best = self.best(&broken, &rules, &found.left, &mut changing, judge);
            // A rule that explains all of it beside one that is known does so better than one that leaves something.
            let together = match best {
                Some(attempt) if attempt.left.is_empty() => Some(attempt.into()),
                best => {
                    // What explains much explains nearly everything beside others: only what the history is about is tried so.
                    let is_about = |rule: &RuleId| thorough || self.history.rules.contains(rule);
                    let turned: Vec<&Changing> =
                        changing.iter().filter(|held| held.turns && is_about(&held.rule)).collect();
                    let beside = self.beside_known(&broken, &turned, known, &found.left, judge);
                    let best = beside.or(best.map(Together::from));
                    let chained = best.or_else(|| self.chain(&broken, refused, &found.left, judge));
                    let paired = chained.or_else(|| self.pair(&broken, &taking_part, &found.left, judge));
                    paired.or_else(|| self.one_behind_the_other(&broken, &changing, &taking_part, &found.left, judge))
                }
            };
            let Some(together) = together else { break };
            found.rules.extend(self.each_with_its_own(&broken, &together, &found.left, judge));
            broken = breaking(&broken, &together.rules);
            let answers = together.replay.last();
            (refused, taking_part) = (refusing(answers), applied(answers));
            // What was refused before is done now, and more rules take part in it.
            let further = taking_part.iter().copied().filter(|rule| shows_to_one_client(*rule));
            let further: Vec<RuleId> = further.filter(|rule| !rules.contains(rule)).collect();
            rules.extend(further);
            found.left = together.left;
            found.replay = Some(together.replay);
        }
        if refuses_valid && !found.rules.is_empty() {
            // With which code something is refused that is to be granted no rule says.
            found.left.retain(|held| held.kind != MismatchKind::ErrorCode);
        }
        found
    }

    /// A few of these rules that together do it, each of which changes what differs. Of sets of one size only those go on that
    /// leave the least.
    pub(super) fn few_of(
        &self,
        broken: &Broken,
        rules: &[RuleId],
        now: &[Difference],
        affordable: &mut usize,
        do_it: &dyn Fn(&Attempt<'a>) -> bool,
        judge: Judge<'_>,
    ) -> Option<(Vec<RuleId>, Replay<'a>)> {
        let mut taking_part = self.taking_part(broken)?;
        let mut sets: Vec<(Vec<RuleId>, Vec<Difference>)> = vec![(Vec::new(), now.to_vec())];
        let mut tried: Vec<Vec<RuleId>> = Vec::new();
        for _ in 0..MOST_OF_FEW {
            let mut next = Vec::new();
            for (set, left) in sets {
                let with_set = breaking(broken, &set);
                let further: Vec<RuleId> = usable(rules, &with_set).filter(|rule| taking_part.contains(rule)).collect();
                for rule in further {
                    let mut larger = set.clone();
                    larger.push(rule);
                    larger.sort_unstable();
                    if tried.contains(&larger) {
                        continue;
                    }
                    tried.push(larger.clone());
                    *affordable = affordable.checked_sub(1)?;
                    let Some(attempt) = self.attempt(&with_set, rule, now, judge) else { continue };
                    if do_it(&attempt) {
                        return Some((larger, attempt.replay));
                    }
                    // What shows nothing by itself may bring another to bear.
                    let of_set: Vec<RuleId> = attempt.replay.applied().collect();
                    let brings = |rule: &RuleId| rules.contains(rule) && !taking_part.contains(rule);
                    if attempt.left != left || of_set.iter().any(brings) {
                        taking_part.extend(of_set);
                        next.push((larger, attempt.left));
                    }
                }
            }
            next.sort_by_key(|(_, left)| weight(left));
            next.truncate(MOST_SETS);
            sets = next;
        }
        None
    }

    /// The rules that take part in the steps where these are broken: what is not refused any more, or comes out otherwise, goes by
    /// others.
    fn taking_part(&self, broken: &Broken) -> Option<Vec<RuleId>> {
        if broken == self.base {
            return Some(self.played.iter().flat_map(|played| &played.applied).copied().collect());
        }
        Some(self.play(broken)?.applied().collect())
    }

    /// Of the differences that several rules explain together those that each of them does: what differs when it alone is kept.
    /// One that only keeps the earlier steps as they were has none. All that they explain where that cannot be told.
    pub(super) fn each_with_its_own(
        &self,
        broken: &Broken,
        together: &Together<'_>,
        differences: &[Difference],
        judge: Judge<'_>,
    ) -> Vec<(RuleId, Vec<Difference>)> {
        let gone = || differences.iter().filter(|held| !together.left.contains(held)).cloned().collect();
        let keeping = |rule: &RuleId| {
            let others: Vec<RuleId> = together.rules.iter().copied().filter(|other| other != rule).collect();
            self.leaves(&breaking(broken, &others), differences, judge).map(|(left, _)| left)
        };
        let tells = together.rules.len() > 1 && together.left.is_empty();
        let of_each: Vec<_> =
            together.rules.iter().map(|rule| (*rule, tells.then(|| keeping(rule)).flatten())).collect();
        let nobody_has = of_each.iter().all(|(_, own)| own.as_ref().is_none_or(Vec::is_empty));
        let all_or = |own: Option<Vec<Difference>>| own.filter(|_| !nobody_has).unwrap_or_else(gone);
        of_each.into_iter().map(|(rule, own)| (rule, all_or(own))).collect()
    }

    /// The oracle that breaks these rules as well, if it answers as the target did in every step.
    pub(super) fn leaves_nothing(
        &self,
        broken: &Broken,
        rules: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Replay<'a>> {
        let (differences, replay) = self.leaves(&breaking(broken, rules), now, judge)?;
        (differences.is_empty() && self.is_consistent_before(&replay, judge)).then_some(replay)
    }

    /// Whether an oracle answers as the target did in every step.
    pub(super) fn explains_all(&self, attempt: &Attempt<'_>, judge: Judge<'_>) -> bool {
        attempt.left.is_empty() && self.is_consistent_before(&attempt.replay, judge)
    }

    /// Gives up a rule that was found before and has a part in the last answer: for one that explains the earlier steps and the
    /// last, or for none, if without it nothing differs anywhere but where it was found and what is like that, and no more differs in
    /// the last.
    fn given_up(
        &self,
        question: &Question<'_>,
        differences: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Explanation<'a>> {
        let Question { broken, found, rules, .. } = *question;
        let affordable = self.affordable() / found.len().max(1);
        let mut withdrawn = None;
        for given_up in found.iter().rev().copied() {
            let broken = broken.clone().without(given_up);
            let Some((left, replay)) = self.leaves(&broken, differences, judge) else { continue };
            if left.as_slice() == differences {
                continue;
            }
            for rule in usable(rules, &broken).filter(|rule| *rule != given_up).take(affordable) {
                let Some(attempt) = self.attempt(&broken, rule, differences, judge) else { continue };
                if self.explains_all(&attempt, judge) && self.answers_as_found(given_up, &attempt.replay) {
                    let given_up = GivenUp { rule: given_up, instead: Some(rule) };
                    return Some(Explanation::giving_up(given_up, attempt.replay));
                }
            }
            let before = self.played.len().saturating_sub(1);
            let costs_nothing = weight(&left) <= weight(differences);
            if withdrawn.is_none() && costs_nothing && self.agrees_without(given_up, &replay, before, &left, judge) {
                withdrawn = Some((given_up, left, replay));
            }
        }
        let (rule, left, replay) = withdrawn?;
        Some(Explanation { left, ..Explanation::giving_up(GivenUp { rule, instead: None }, replay) })
    }

    /// A rule of these, each of which explains the differences and brings others, together with a few that the target is known to
    /// break and that explain those.
    fn beside_known(
        &self,
        broken: &Broken,
        turned: &[&Changing],
        known: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Together<'a>> {
        let mut affordable = self.affordable();
        let explains_all = |attempt: &Attempt<'a>| self.explains_all(attempt, judge);
        turned.iter().find_map(|Changing { rule, left, .. }| {
            let with_rule = broken.clone().and(*rule);
            let (few, replay) = self.few_of(&with_rule, known, left, &mut affordable, &explains_all, judge)?;
            // These may do it alone: then one of them only makes up for what the rule brings.
            let suffices = |rules: &[RuleId]| self.leaves_nothing(broken, rules, now, judge);
            let (rules, replay) = fewest([few, vec![*rule]].concat(), replay, &suffices);
            Some(Together { rules, left: Vec::new(), replay })
        })
    }

    /// The rule that leaves the least; of several the first. `changing` are those that leave something else.
    fn best(
        &self,
        broken: &Broken,
        rules: &[RuleId],
        now: &[Difference],
        changing: &mut Vec<Changing>,
        judge: Judge<'_>,
    ) -> Option<Attempt<'a>> {
        let affordable = self.affordable();
        let mut best: Option<Attempt<'a>> = None;
        for rule in usable(rules, broken).take(affordable) {
            let Some(attempt) = self.attempt(broken, rule, now, judge) else { continue };
            if changing.len() < MOST_CHANGING && !attempt.left.is_empty() && attempt.left != now {
                let turns = !now.iter().any(|held| attempt.left.contains(held));
                let taking_part = applied(attempt.replay.last());
                changing.push(Changing { rule, left: attempt.left.clone(), turns, taking_part });
            }
            let bound = best.as_ref().map_or(now, |best| &best.left);
            if !self.merely_allows(&attempt, best.as_ref()) && self.lightens(&attempt, bound, judge) {
                let over = attempt.left.is_empty();
                best = Some(attempt);
                if over {
                    break;
                }
            }
        }
        best
    }

    /// Whether an oracle allows the last answer beside another of its own, of which no form is compared, where one that gives that
    /// answer leaves nothing but form.
    fn merely_allows(&self, attempt: &Attempt<'_>, best: Option<&Attempt<'_>>) -> bool {
        let gives =
            |held: &Attempt<'_>| self.played.last().is_some_and(|last| answers_itself(last, held.replay.last()));
        best.is_some_and(|best| best.left.iter().all(|held| held.incidental) && gives(best)) && !gives(attempt)
    }
}

/// Whether it shows in the answers to one client that a rule is broken. What isolates clients from each other would explain
/// nearly everything, and is asked by histories of several.
pub(super) fn shows_to_one_client(rule: RuleId) -> bool {
    !matches!(rule.rule().topic, "concurrency" | "faults") || rule == id::TABLE_CONCURRENCY_CONTINUATION_BY_KEY
}

/// The rules that the oracle refused a request by, or a part of it.
pub(super) fn refusing(answers: &[Expected]) -> Vec<RuleId> {
    let of = |held: &Expected| {
        let parts: Vec<RuleId> = held.answer.parts.iter().filter_map(|part| part.refused_by).collect();
        held.answer.refused_by.into_iter().chain(parts).collect::<Vec<_>>()
    };
    answers.iter().flat_map(of).collect()
}
