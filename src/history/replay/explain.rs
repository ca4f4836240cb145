//! Which rules, if the oracle broke them, would make the oracle answer as the target did.
//!
//! Costs no request: the history is played again in process, once for each rule in question, and judged again, every
//! step of it. A rule explains differences if breaking it makes some of them go away, and adds none to the steps
//! before. Several rules may be broken at once, so the search goes on with what the first leaves.

use super::oracle::Oracles;
use super::oracle_side::{OracleSide, applied};
use super::own_tables;
use super::played::Played;
use crate::judge::{Difference, Expected, Mismatch, MismatchKind, Outcome};
use crate::target::{Axes, Target};
use std::time::SystemTime;
use tablestakes_reference::history::{History, Step};
use tablestakes_reference::rules::{Broken, RuleId, id};

/// Steps played over all rules together. Long histories are explained by fewer rules.
const MOST_STEPS: usize = 2_500;
/// A step with more octets than these counts as several.
const OCTETS_OF_A_STEP: usize = 16 << 10;
/// So many rules are tried, whatever the steps cost: those that a history tries come first.
const LEAST_TRIED: usize = 8;
/// So many rules that explain something and bring something else are tried beside known ones.
const MOST_TURNED: usize = 4;
/// So many rules may be broken in one answer.
const MOST_RULES: usize = 8;

/// What was played so far.
pub(super) struct Past<'a, 'p> {
    pub(super) oracles: &'a dyn Oracles,
    pub(super) target: &'a Target,
    pub(super) axes: Axes,
    pub(super) prefix: &'p str,
    pub(super) history: &'p History,
    /// When the tables were created.
    pub(super) began: SystemTime,
    /// The steps that were played, the one that differs last.
    pub(super) played: &'p [Played],
}

/// Compares what the target answered with what an oracle says.
pub(super) trait Judging {
    /// What of the target's answers is not allowed.
    fn judge(&self, step: &Step, answers: &[Expected], played: &Played) -> Outcome;

    /// What of form the target's answers keep and the oracle's do not.
    fn kept_by_target_alone(&self, step: &Step, answers: &[Expected], played: &Played) -> Vec<Difference>;
}

pub(super) type Judge<'j> = &'j dyn Judging;

/// The oracle under an assumption, and what it said to each step.
pub(super) struct Replay<'a> {
    pub(super) side: OracleSide<'a>,
    pub(super) answers: Vec<Vec<Expected>>,
}

/// By what the differences of the last step may be explained.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// What the oracle breaks already.
    pub(super) broken: &'q Broken,
    /// What of this was found on the way, and may be given up for a rule that explains more.
    pub(super) found: &'q [RuleId],
    /// What the target is known to break.
    pub(super) known: &'q [RuleId],
    /// The rules in question, in their order of preference; none where it is known that nothing else explains it.
    pub(super) rules: &'q [RuleId],
    /// What the oracle answers.
    pub(super) answers: &'q [Expected],
}

/// What explains the differences of the last step.
pub(super) struct Explanation<'a> {
    /// The rules, each with the differences that it explains, the most telling first.
    pub(super) rules: Vec<(RuleId, Vec<Difference>)>,
    /// A rule that was found broken in earlier steps and is not, and the one that explains these as well as the last.
    pub(super) instead: Option<(RuleId, RuleId)>,
    /// A rule that was found broken in earlier steps and that the last step shows to be kept.
    pub(super) withdrawn: Option<RuleId>,
    /// What no rule explains.
    pub(super) left: Vec<Difference>,
    /// The oracle that breaks them, if there are any.
    pub(super) replay: Option<Replay<'a>>,
}

/// An oracle that breaks one rule more, and what then still differs in the last step.
struct Attempt<'a> {
    rule: RuleId,
    left: Vec<Difference>,
    replay: Replay<'a>,
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
        if let Some(explanation) = self.by_known(broken, known, &differences, judge) {
            return explanation;
        }
        if rules.is_empty() {
            return Explanation { rules: Vec::new(), instead: None, withdrawn: None, left: differences, replay: None };
        }
        if let Some(explanation) = self.given_up(question, &differences, judge) {
            return explanation;
        }
        let mut broken = broken.clone();
        let mut found =
            Explanation { rules: Vec::new(), instead: None, withdrawn: None, left: differences, replay: None };
        let mut refused = refusing(answers);
        let mut rules = rules.to_vec();
        while !found.left.is_empty() && found.rules.len() < MOST_RULES {
            let mut turned = Vec::new();
            let steps = match self.best(&broken, &rules, &found.left, &mut turned, judge) {
                Some(attempt) => vec![attempt],
                None => match self.paired(&broken, &turned, known, &found.left, judge) {
                    pair if !pair.is_empty() => pair,
                    _ => self.chain(&broken, refused, &found.left, judge),
                },
            };
            let Some(last) = steps.last() else { break };
            let gone: Vec<Difference> = found.left.iter().filter(|held| !last.left.contains(held)).cloned().collect();
            found.left = last.left.clone();
            let answers = last.replay.answers.last().map(Vec::as_slice).unwrap_or_default();
            refused = refusing(answers);
            // What was refused before is done now, and more rules take part in it.
            let further = applied(answers).into_iter().filter(|rule| shows_to_one_client(*rule));
            let further: Vec<RuleId> = further.filter(|rule| !rules.contains(rule)).collect();
            rules.extend(further);
            for attempt in steps {
                broken = broken.and(attempt.rule);
                found.rules.push((attempt.rule, gone.clone()));
                found.replay = Some(attempt.replay);
            }
        }
        found
    }

    /// As few as possible of the rules that the target is known to break, if these leave nothing.
    fn by_known(
        &self,
        broken: &Broken,
        known: &[RuleId],
        differences: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Explanation<'a>> {
        let mut needed: Vec<RuleId> = usable(known, broken).collect();
        let mut replay = self.leaves_nothing(broken, &needed, differences, judge).filter(|_| !needed.is_empty())?;
        // What is left out is left out in large parts first.
        let mut size = needed.len().div_ceil(2);
        loop {
            let mut start = 0;
            while start < needed.len() && needed.len() > 1 {
                let end = needed.len().min(start + size);
                let fewer = [&needed[..start], &needed[end..]].concat();
                match self.leaves_nothing(broken, &fewer, differences, judge).filter(|_| !fewer.is_empty()) {
                    Some(suffices) => (needed, replay) = (fewer, suffices),
                    None => start = end,
                }
            }
            if size == 1 {
                break;
            }
            size = size.div_ceil(2);
        }
        let rules = needed.iter().map(|rule| (*rule, self.own(broken, *rule, &needed, differences, judge))).collect();
        Some(Explanation { rules, instead: None, withdrawn: None, left: Vec::new(), replay: Some(replay) })
    }

    /// Of the differences that several rules explain together those that one of them does: what differs when it alone is kept.
    /// All of them where that cannot be told.
    fn own(
        &self,
        broken: &Broken,
        rule: RuleId,
        together: &[RuleId],
        differences: &[Difference],
        judge: Judge<'_>,
    ) -> Vec<Difference> {
        let others = together.iter().filter(|other| **other != rule);
        let kept = others.fold(broken.clone(), |broken, other| broken.and(*other));
        let left = (together.len() > 1).then(|| self.leaves(&kept, differences, judge)).flatten();
        left.map(|(left, _)| left).filter(|left| !left.is_empty()).unwrap_or_else(|| differences.to_vec())
    }

    /// The oracle that breaks these rules as well, if it answers as the target did in every step.
    fn leaves_nothing(
        &self,
        broken: &Broken,
        rules: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Replay<'a>> {
        let broken = rules.iter().fold(broken.clone(), |broken, rule| broken.and(*rule));
        let (differences, replay) = self.leaves(&broken, now, judge)?;
        (differences.is_empty() && self.is_consistent_before(&replay, judge)).then_some(replay)
    }

    /// Gives up a rule that was found before and has a part in the last answer: for one that explains the earlier steps and the
    /// last, or for none, if without it the last step agrees, and so do all but those that it was found in.
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
                if attempt.left.is_empty() && self.is_consistent_before(&attempt.replay, judge) {
                    return Some(Explanation {
                        rules: Vec::new(),
                        instead: Some((given_up, rule)),
                        withdrawn: None,
                        left: Vec::new(),
                        replay: Some(attempt.replay),
                    });
                }
            }
            let elsewhere = |played: &Played| played.judged && !played.found.contains(&given_up);
            let before = self.played.len().saturating_sub(1);
            if withdrawn.is_none() && left.is_empty() && self.agrees(&replay, before, None, elsewhere, judge) {
                withdrawn = Some((given_up, replay));
            }
        }
        withdrawn.map(|(given_up, replay)| Explanation {
            rules: Vec::new(),
            instead: None,
            withdrawn: Some(given_up),
            left: Vec::new(),
            replay: Some(replay),
        })
    }

    /// How many experiments the steps that were played allow.
    fn affordable(&self) -> usize {
        let octets = |played: &Played| {
            played.came.iter().flat_map(|came| &came.sent).map(|sent| sent.request.body.len()).sum::<usize>()
        };
        let cost: usize = self.played.iter().map(|played| 1 + octets(played) / OCTETS_OF_A_STEP).sum();
        (MOST_STEPS / cost.max(1)).max(LEAST_TRIED)
    }

    /// What differs in the last step from an oracle that breaks these rules. It must answer as the target did, and not leave open
    /// how: nothing, if of what differed before something is gone because the oracle now lacks what the target has.
    fn leaves(&self, broken: &Broken, now: &[Difference], judge: Judge<'_>) -> Option<(Vec<Difference>, Replay<'a>)> {
        let replay = self.play(broken)?;
        let (last, answers) = (self.played.last()?, replay.answers.last()?);
        let step = self.history.steps.get(self.played.len() - 1)?;
        let Outcome::Compared { differences, .. } = judge.judge(step, answers, last) else { return None };
        let gone: Vec<&Difference> = now.iter().filter(|held| !differences.contains(held)).collect();
        let is_about = |alone: &Difference, held: &Difference| {
            let one_header = || alone.rules.iter().any(|rule| held.rules.contains(rule));
            alone.kind == held.kind && (alone.kind == MismatchKind::ETag || one_header())
        };
        let alone = judge.kept_by_target_alone(step, answers, last);
        let is_told = alone.iter().any(|alone| gone.iter().any(|held| is_about(alone, held)));
        (!is_told).then_some((differences, replay))
    }

    /// Whether a mismatch is gone from every step.
    fn turns(&self, replay: &Replay<'_>, mismatch: &Mismatch, judge: Judge<'_>) -> bool {
        let mut steps = self.history.steps.iter().zip(self.played).zip(&replay.answers);
        let is_it = |held: &Difference| held.kind == mismatch.kind && held.actual == mismatch.actual;
        !steps.any(|((step, played), answers)| match judge.judge(step, answers, played) {
            Outcome::Compared { differences, .. } => differences.iter().any(is_it),
            Outcome::Undecided(_) => false,
        })
    }

    /// Every rule of these that, beside what is broken already and at most one that the target is known to break, explains a
    /// mismatch: it is gone, and no step has other differences than are unexplained there.
    pub(super) fn all_that_explain(
        &self,
        mismatch: &Mismatch,
        broken: &Broken,
        rules: &[RuleId],
        known: &[RuleId],
        judge: Judge<'_>,
    ) -> Vec<RuleId> {
        let affordable = self.affordable();
        let consistent = |replay: Replay<'_>| self.is_consistent(&replay, self.played.len(), Some(mismatch), judge);
        let explains = |rule: &RuleId| {
            let with_rule = broken.clone().and(*rule);
            let Some(replay) = self.play(&with_rule) else { return false };
            if !self.turns(&replay, mismatch, judge) {
                return false;
            }
            let answers = |broken: Broken| self.play(&broken).is_some_and(consistent);
            // The other one alone must not do: then the rule has no part in it.
            let with_known =
                |other: RuleId| answers(with_rule.clone().and(other)) && !answers(broken.clone().and(other));
            consistent(replay) || usable(known, &with_rule).take(affordable).any(with_known)
        };
        usable(rules, broken).take(affordable).filter(explains).collect()
    }

    /// A rule of these, each of which explains the differences and brings others, together with one that the target is known to break
    /// and that explains those.
    fn paired(
        &self,
        broken: &Broken,
        turned: &[RuleId],
        known: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Vec<Attempt<'a>> {
        for rule in turned {
            let with_rule = broken.clone().and(*rule);
            for other in usable(known, &with_rule).take(self.affordable()) {
                let Some(attempt) = self.attempt(&with_rule, other, now, judge) else { continue };
                if attempt.left.is_empty() && self.is_consistent_before(&attempt.replay, judge) {
                    let Some(first) = self.attempt(broken, *rule, now, judge) else { break };
                    return vec![first, attempt];
                }
            }
        }
        Vec::new()
    }

    /// The rule that leaves the least; of several the first. `turned` are those that leave nothing of what differs, but something
    /// else instead.
    fn best(
        &self,
        broken: &Broken,
        rules: &[RuleId],
        now: &[Difference],
        turned: &mut Vec<RuleId>,
        judge: Judge<'_>,
    ) -> Option<Attempt<'a>> {
        let affordable = self.affordable();
        let mut best: Option<Attempt<'a>> = None;
        for rule in usable(rules, broken).take(affordable) {
            let Some(attempt) = self.attempt(broken, rule, now, judge) else { continue };
            if !attempt.left.is_empty()
                && turned.len() < MOST_TURNED
                && !now.iter().any(|held| attempt.left.contains(held))
            {
                turned.push(rule);
            }
            let bound = best.as_ref().map_or(now, |best| &best.left);
            if weight(&attempt.left) < weight(bound) && self.is_consistent_before(&attempt.replay, judge) {
                let over = attempt.left.is_empty();
                best = Some(attempt);
                if over {
                    break;
                }
            }
        }
        best
    }

    /// Rules each of which refuses what the target grants: breaking one alone leaves the next to refuse it.
    fn chain(
        &self,
        broken: &Broken,
        mut refused: Vec<RuleId>,
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Vec<Attempt<'a>> {
        let mut steps: Vec<Attempt<'a>> = Vec::new();
        let mut broken = broken.clone();
        while steps.len() < MOST_RULES && now.iter().any(|held| held.is_outright()) {
            let Some(rule) = usable(&refused, &broken).next() else { break };
            let Some(attempt) = self.attempt(&broken, rule, now, judge) else { break };
            broken = broken.and(rule);
            refused = refusing(attempt.replay.answers.last().map(Vec::as_slice).unwrap_or_default());
            let better = weight(&attempt.left) < weight(now) && self.is_consistent_before(&attempt.replay, judge);
            steps.push(attempt);
            if better {
                return steps;
            }
        }
        Vec::new()
    }

    fn attempt(&self, broken: &Broken, rule: RuleId, now: &[Difference], judge: Judge<'_>) -> Option<Attempt<'a>> {
        let (left, replay) = self.leaves(&broken.clone().and(rule), now, judge)?;
        Some(Attempt { rule, left, replay })
    }

    fn is_consistent_before(&self, replay: &Replay<'_>, judge: Judge<'_>) -> bool {
        self.is_consistent(replay, self.played.len().saturating_sub(1), None, judge)
    }

    /// Whether the first steps differ in nothing but what is unexplained in any case, and not in this.
    fn is_consistent(&self, replay: &Replay<'_>, steps: usize, but: Option<&Mismatch>, judge: Judge<'_>) -> bool {
        self.agrees(replay, steps, but, |played| played.judged || but.is_some(), judge)
    }

    /// The same of those among them that count.
    fn agrees(
        &self,
        replay: &Replay<'_>,
        steps: usize,
        but: Option<&Mismatch>,
        counts: impl Fn(&Played) -> bool,
        judge: Judge<'_>,
    ) -> bool {
        let steps = self.history.steps.iter().zip(self.played).zip(&replay.answers).take(steps);
        let mut compared = steps.filter(|((_, played), _)| counts(played));
        compared.all(|((step, played), answers)| match judge.judge(step, answers, played) {
            Outcome::Compared { differences, .. } => differences.iter().all(|found| {
                let same = |held: &Difference| held.kind == found.kind && held.actual == found.actual;
                let is_it = but.is_some_and(|but| but.kind == found.kind && but.actual == found.actual);
                !is_it && played.unexplained.iter().any(same)
            }),
            Outcome::Undecided(_) => true,
        })
    }

    /// What an oracle that breaks these rules answers to every step.
    pub(super) fn play(&self, broken: &Broken) -> Option<Replay<'a>> {
        let mut side = OracleSide::new(self.oracles, broken, self.target, self.axes, self.prefix);
        for step in own_tables::creating(self.history) {
            side.set_up(&step, self.began).ok()?;
        }
        let mut answers = Vec::with_capacity(self.played.len());
        for (index, (step, played)) in self.history.steps.iter().zip(self.played).enumerate() {
            if played.skipped {
                side.skip(index);
                answers.push(Vec::new());
                continue;
            }
            answers.push(side.play(index, step, played.now).ok()?);
            if let Some(adoption) = &played.adoption {
                side.adopt(index, adoption, played.now);
            }
        }
        Some(Replay { side, answers })
    }

    /// The rules that take part in each step where the target has no part: on an oracle that keeps every rule.
    pub(super) fn applied_when_intact(&self, broken: &Broken, now: SystemTime) -> Vec<Vec<RuleId>> {
        let mut side = OracleSide::new(self.oracles, broken, self.target, self.axes, self.prefix);
        for step in own_tables::creating(self.history) {
            if side.set_up(&step, self.began).is_err() {
                return Vec::new();
            }
        }
        let play = |(index, step): (usize, &Step)| {
            let now = self.played.get(index).map_or(now, |played| played.now);
            match side.play(index, step, now) {
                Ok(answers) => applied(&answers),
                Err(_) => {
                    side.skip(index);
                    Vec::new()
                }
            }
        };
        self.history.steps.iter().enumerate().map(play).collect()
    }
}

/// The rules that can be broken and are not, each once.
fn usable(rules: &[RuleId], broken: &Broken) -> impl Iterator<Item = RuleId> {
    rules.iter().copied().filter(|rule| rule.rule().broken.is_some() && !broken.contains(*rule))
}

/// Whether it shows in the answers to one client that a rule is broken. What isolates clients from each other would explain
/// nearly everything, and is asked by histories of several.
pub(super) fn shows_to_one_client(rule: RuleId) -> bool {
    !matches!(rule.rule().topic, "concurrency" | "faults") || rule == id::TABLE_CONCURRENCY_CONTINUATION_BY_KEY
}

/// The rules that the oracle refused a request by, or a part of it.
fn refusing(answers: &[Expected]) -> Vec<RuleId> {
    let of = |held: &Expected| {
        let parts: Vec<RuleId> = held.answer.parts.iter().filter_map(|part| part.refused_by).collect();
        held.answer.refused_by.into_iter().chain(parts).collect::<Vec<_>>()
    };
    answers.iter().flat_map(of).collect()
}

/// How much differs: first what answers as a whole were, then what they hold, then what comes with them.
fn weight(differences: &[Difference]) -> [usize; 3] {
    let outright = differences.iter().filter(|held| held.is_outright()).count();
    let incidental = differences.iter().filter(|held| held.incidental).count();
    [outright, differences.len() - outright - incidental, incidental]
}
