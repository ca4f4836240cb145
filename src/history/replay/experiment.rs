//! Experiments: what an oracle that breaks some rules would have answered to what was played, and how far that is what the
//! target answered. They cost no request: the history is played again in process and judged again, every step of it.

use super::course::{Course, Turn};
use super::fixtures;
use super::oracle_side::{OracleSide, applied};
use super::played::Played;
use super::replayer::Replayer;
use super::target_side::Sent;
use crate::judge::{Difference, Expected, Mismatch, MismatchKind, Outcome};
use crate::target::{Axes, Target};
use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::time::SystemTime;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::rules::{Broken, RuleId};

/// Steps played over all rules together. Long histories are explained by fewer rules.
const MOST_STEPS: usize = 2_500;
/// A step with more octets than these counts as several.
const OCTETS_OF_A_STEP: usize = 16 << 10;
/// So many rules are tried, whatever the steps cost: those that a history tries come first.
const LEAST_TRIED: usize = 8;
/// So many experiments are cheaper without the course of the oracle that they are made from.
const FEW: usize = 2;
/// So many rules that explain something and bring something else are tried beside known ones.
const MOST_TURNED: usize = 8;

/// What was played so far.
pub(super) struct Past<'a, 'p> {
    pub(super) replayer: &'a Replayer,
    pub(super) target: &'a Target,
    pub(super) axes: Axes,
    pub(super) prefix: &'p str,
    pub(super) history: &'p History,
    /// When the tables were created.
    pub(super) began: SystemTime,
    /// The steps that were played, the one that differs last.
    pub(super) played: &'p [Played],
    /// What the oracle breaks that others are made from.
    pub(super) base: &'p Broken,
    pub(super) courses: Courses<'a>,
}

/// What is kept of experiments for the next.
#[derive(Default)]
pub(super) struct Courses<'a> {
    /// How many were made.
    made: Cell<usize>,
    /// The course on the oracle that others are made from; nothing if there is none.
    base: OnceCell<Option<Course<'a>>>,
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
    pub(super) answers: Vec<Arc<Vec<Expected>>>,
}

impl Replay<'_> {
    /// What it said to the last step.
    pub(super) fn last(&self) -> &[Expected] {
        self.answers.last().map(|answers| answers.as_slice()).unwrap_or_default()
    }

    /// The rules that took part in any step.
    pub(super) fn applied(&self) -> impl Iterator<Item = RuleId> {
        self.answers.iter().flat_map(|answers| applied(answers))
    }
}

/// An oracle that breaks one rule more, and what then still differs in the last step.
pub(super) struct Attempt<'a> {
    pub(super) rule: RuleId,
    pub(super) left: Vec<Difference>,
    pub(super) replay: Replay<'a>,
}

impl<'a> Past<'a, '_> {
    /// How many experiments the steps that were played allow.
    pub(super) fn affordable(&self) -> usize {
        // What was sent is played again, and what was answered is judged again.
        let octets = |sent: &Sent| sent.request.body.len() + sent.outcome.as_ref().map_or(0, |held| held.body.len());
        let octets = |played: &Played| played.came.iter().flat_map(|came| &came.sent).map(octets).sum::<usize>();
        let cost: usize = self.played.iter().map(|played| 1 + octets(played) / OCTETS_OF_A_STEP).sum();
        (MOST_STEPS / cost.max(1)).max(LEAST_TRIED)
    }

    /// What differs in the last step from an oracle that breaks these rules. It must answer as the target did, and not leave open
    /// how: nothing, if of what differed before something is gone because the oracle now lacks what the target has, or because it
    /// answers something else where the answer was right as a whole, and the target's is allowed beside that.
    pub(super) fn leaves(
        &self,
        broken: &Broken,
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<(Vec<Difference>, Replay<'a>)> {
        let replay = self.play(broken)?;
        let (last, answers) = (self.played.last()?, replay.answers.last()?);
        let step = self.history.steps.get(self.played.len() - 1)?;
        let Outcome::Compared { differences, early } = judge.judge(step, answers, last) else { return None };
        if !now.iter().any(Difference::is_outright) && !answers_itself(last, answers) {
            return None;
        }
        // Of a page that may end where it does, nothing is compared that comes with its end.
        if early && !last.early && now.iter().all(|held| held.incidental) {
            return None;
        }
        let gone: Vec<&Difference> = now.iter().filter(|held| !differences.contains(held)).collect();
        let is_about = |alone: &Difference, held: &Difference| {
            let one_header = || alone.rules.iter().any(|rule| held.rules.contains(rule));
            let is_one_thing = matches!(alone.kind, MismatchKind::ETag | MismatchKind::ErrorCode);
            alone.kind == held.kind && (is_one_thing || one_header())
        };
        let alone = judge.kept_by_target_alone(step, answers, last);
        let is_told = alone.iter().any(|alone| gone.iter().any(|held| is_about(alone, held)));
        (!is_told).then_some((differences, replay))
    }

    pub(super) fn attempt(
        &self,
        broken: &Broken,
        rule: RuleId,
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Attempt<'a>> {
        let (left, replay) = self.leaves(&broken.clone().and(rule), now, judge)?;
        Some(Attempt { rule, left, replay })
    }

    /// Whether a mismatch is gone from every step.
    fn turns(&self, replay: &Replay<'_>, mismatch: &Mismatch, judge: Judge<'_>) -> bool {
        let mut steps = self.history.steps.iter().zip(self.played).zip(&replay.answers);
        !steps.any(|((step, played), answers)| match judge.judge(step, answers, played) {
            Outcome::Compared { differences, .. } => differences.iter().any(|held| is_told(held, mismatch)),
            Outcome::Undecided(_) => false,
        })
    }

    /// Every rule of these that, beside what is broken already, explains a mismatch: it is gone, and no step has other differences
    /// than are unexplained there. If none does, and the rule that is blamed is itself in question, those that do it beside a few that
    /// the target is known to break.
    pub(super) fn all_that_explain(
        &self,
        mismatch: &Mismatch,
        broken: &Broken,
        rules: &[RuleId],
        known: &[RuleId],
        judge: Judge<'_>,
    ) -> Vec<RuleId> {
        let consistent = |replay: &Replay<'_>| self.is_consistent(replay, self.played.len(), Some(mismatch), judge);
        let mut turned = Vec::new();
        let mut alone = Vec::new();
        for rule in usable(rules, broken).take(self.affordable()) {
            let Some(replay) = self.play(&broken.clone().and(rule)) else { continue };
            if consistent(&replay) {
                alone.push(rule);
            } else if turned.len() < MOST_TURNED && self.turns(&replay, mismatch, judge) {
                turned.push(rule);
            }
        }
        if !alone.is_empty() || !rules.contains(&mismatch.rule) {
            return alone;
        }
        let mut affordable = self.affordable();
        let does_it = |attempt: &Attempt<'_>| consistent(&attempt.replay);
        let explains = |rule: &RuleId| {
            let with_rule = broken.clone().and(*rule);
            let Some((left, _)) = self.leaves(&with_rule, &[], judge) else { return false };
            let few = self.few_of(&with_rule, known, &left, &mut affordable, &does_it, judge);
            // What these do alone leaves no part in it to the rule.
            let without = |few: &[RuleId]| self.play(&breaking(broken, few)).is_some_and(|replay| !consistent(&replay));
            few.is_some_and(|(few, _)| without(&few))
        };
        turned.into_iter().filter(explains).collect()
    }

    /// Whether an attempt leaves less of what differs, and adds nothing to the steps before.
    pub(super) fn lightens(&self, attempt: &Attempt<'_>, now: &[Difference], judge: Judge<'_>) -> bool {
        weight(&attempt.left) < weight(now) && self.is_consistent_before(&attempt.replay, judge)
    }

    pub(super) fn is_consistent_before(&self, replay: &Replay<'_>, judge: Judge<'_>) -> bool {
        self.is_consistent(replay, self.played.len().saturating_sub(1), None, judge)
    }

    /// Whether the first steps differ in nothing but what is unexplained in any case, and not in this.
    pub(super) fn is_consistent(
        &self,
        replay: &Replay<'_>,
        steps: usize,
        but: Option<&Mismatch>,
        judge: Judge<'_>,
    ) -> bool {
        let counts = |played: &Played| played.judged || but.is_some();
        self.differing(replay, steps, counts, judge).all(|(played, differences)| {
            differences.iter().all(|found| !but.is_some_and(|but| is_told(found, but)) && played.is_unexplained(found))
        })
    }

    /// Whether nothing speaks for a rule to be broken but that the first steps in which this was found differ in what no rule
    /// explains: the others agree without it, or differ as these do, and so does what is left of the last step.
    pub(super) fn agrees_without(
        &self,
        rule: RuleId,
        replay: &Replay<'_>,
        steps: usize,
        left: &[Difference],
        judge: Judge<'_>,
    ) -> bool {
        let has_it = |played: &Played| played.found.contains(&rule);
        let differing = self.differing(replay, steps, |played| played.judged || has_it(played), judge);
        let new = differing.map(|(played, mut differences)| {
            differences.retain(|found| !played.is_unexplained(found));
            (played, differences)
        });
        let (of_it, others): (Vec<_>, Vec<_>) = new.partition(|(played, _)| has_it(played));
        let is_excused = |found: &Difference| of_it.iter().flat_map(|(_, held)| held).any(|held| held.is_same(found));
        others.iter().flat_map(|(_, found)| found).chain(left).all(is_excused)
    }

    /// Whether an oracle answers the steps in which a rule was found broken as the target did, and not something else beside which
    /// it allows the target's answer.
    pub(super) fn answers_as_found(&self, rule: RuleId, replay: &Replay<'_>) -> bool {
        let mut found = self.played.iter().zip(&replay.answers).filter(|(played, _)| played.found.contains(&rule));
        found.all(|(played, answers)| answers_itself(played, answers))
    }

    /// What differs in each of the first steps that count and can be compared.
    fn differing<'s>(
        &'s self,
        replay: &'s Replay<'_>,
        steps: usize,
        counts: impl Fn(&Played) -> bool,
        judge: Judge<'s>,
    ) -> impl Iterator<Item = (&'s Played, Vec<Difference>)> {
        let steps = self.history.steps.iter().zip(self.played).zip(&replay.answers).take(steps);
        let counted = steps.filter(move |((_, played), _)| counts(played));
        counted.filter_map(move |((step, played), answers)| match judge.judge(step, answers, played) {
            Outcome::Compared { differences, .. } => Some((played, differences)),
            Outcome::Undecided(_) => None,
        })
    }

    /// What an oracle that breaks these rules answers to every step.
    pub(super) fn play(&self, broken: &Broken) -> Option<Replay<'a>> {
        let Courses { made, base } = &self.courses;
        made.set(made.get() + 1);
        let course = if made.get() > FEW { base.get_or_init(|| self.course()).as_ref() } else { None };
        let (mut side, mut answers) = match course.and_then(|course| course.until(broken)) {
            Some(known) => known,
            None => (self.set_up(broken)?.0, Vec::with_capacity(self.played.len())),
        };
        for index in answers.len()..self.played.len() {
            answers.push(Arc::new(self.turn(broken, &mut side, index)?.answers));
        }
        Some(Replay { side, answers })
    }

    /// The course on the oracle that others are made from.
    fn course(&self) -> Option<Course<'a>> {
        let expectant = self.base.clone().expectant();
        let (mut side, rules) = self.set_up(&expectant)?;
        let mut course = Course::new(self.base, rules);
        for index in 0..self.played.len() {
            let before = Course::keeps_state(index, self.played.len()).then(|| side.breaking(self.base));
            course.push(before, self.turn(&expectant, &mut side, index)?);
        }
        Some(course)
    }

    /// A fresh oracle that breaks these rules, before the first step, and the rules that took part until then.
    fn set_up(&self, broken: &Broken) -> Option<(OracleSide<'a>, Vec<RuleId>)> {
        let mut side =
            OracleSide::new(self.replayer.fresh_oracle(self.history, broken), self.target, self.axes, self.prefix);
        let mut rules = Vec::new();
        for step in fixtures::creating(self.history) {
            rules.extend(side.set_up(&step, self.began).ok()?);
        }
        Some((side, rules))
    }

    /// Plays one step as it was played, on an oracle that breaks these rules. What the target left undone is answered, and leaves
    /// nothing behind.
    fn turn(&self, broken: &Broken, side: &mut OracleSide<'a>, index: usize) -> Option<Turn> {
        let (step, played) = (self.history.steps.get(index)?, self.played.get(index)?);
        if played.skipped {
            side.skip(index);
            return Some(Turn { answers: Vec::new(), rules: Some(Vec::new()) });
        }
        let answers = if played.undone {
            let answers = side.breaking(broken).play(index, step, played.now).unwrap_or_default();
            side.skip(index);
            answers
        } else {
            side.prefer(played.chosen.clone());
            side.play(index, step, played.now).ok()?
        };
        let adopted = match &played.adoption {
            Some(adoption) => side.adopt(index, step, adoption, played.now)?.rules,
            None => Vec::new(),
        };
        // What takes part in a restart is told by no answer.
        let rules = (!matches!(step.call, Call::Restart)).then_some(adopted);
        Some(Turn { answers, rules })
    }

    /// The rules that take part in each step where the target has no part: on an oracle that keeps every rule.
    pub(super) fn applied_when_intact(&self, broken: &Broken, now: SystemTime) -> Vec<Vec<RuleId>> {
        let mut side =
            OracleSide::new(self.replayer.fresh_oracle(self.history, broken), self.target, self.axes, self.prefix);
        for step in fixtures::creating(self.history) {
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

/// Whether an oracle answers a step with the status of the target's answer itself, and does not only allow it.
pub(super) fn answers_itself(played: &Played, answers: &[Expected]) -> bool {
    let actual = played.came.iter().flat_map(|came| &came.actual);
    let mut both = answers.iter().zip(actual);
    both.all(|(expected, actual)| actual.as_ref().is_ok_and(|actual| actual.status == expected.side.status))
}

/// Whether a mismatch tells of a difference, whatever was expected instead.
fn is_told(held: &Difference, mismatch: &Mismatch) -> bool {
    held.kind == mismatch.kind && held.actual == mismatch.actual
}

/// What is broken with these rules as well.
pub(super) fn breaking(broken: &Broken, rules: &[RuleId]) -> Broken {
    rules.iter().fold(broken.clone(), |broken, rule| broken.and(*rule))
}

/// The rules that can be broken and are not, each once.
pub(super) fn usable(rules: &[RuleId], broken: &Broken) -> impl Iterator<Item = RuleId> {
    rules.iter().copied().filter(|rule| rule.rule().broken.is_some() && !broken.contains(*rule))
}

/// How much differs: first what answers as a whole were, then which error was told, then whether refusals say why, then which entities
/// or messages they hold, then what is in these, then what comes with them. What one side refused, or has not, is not compared: with it
/// on both, more may differ.
pub(super) fn weight(differences: &[Difference]) -> [usize; 6] {
    let mut weight = [0; 6];
    for held in differences {
        let place = match () {
            () if held.incidental => 5,
            () if held.is_of_form_of_refusal() => 2,
            () if held.kind == MismatchKind::ErrorCode => 1,
            () if held.is_outright() => 0,
            () if held.kind.is_of_rows() => 3,
            () => 4,
        };
        weight[place] += 1;
    }
    weight
}
