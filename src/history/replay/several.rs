//! Rules that explain together what none of them does alone: each hides the next, or from each other.

use super::experiment::{Judge, Past, usable};
use super::explain::{MOST_RULES, Together, refusing, shows_to_one_client};
use crate::judge::Difference;
use tablestakes_reference::rules::{Broken, RuleId};

/// So many pairs of rules are tried where no rule alone explains anything.
const MOST_PAIRS: usize = 60;

/// A rule that changes what differs, and explains nothing alone.
pub(super) struct Changing {
    pub(super) rule: RuleId,
    /// What differs where it is broken.
    pub(super) left: Vec<Difference>,
    /// Whether nothing of what differed before is among it.
    pub(super) turns: bool,
    /// The rules that then take part in the last answer.
    pub(super) taking_part: Vec<RuleId>,
}

impl<'a> Past<'a, '_> {
    /// Rules each of which refuses what the target grants: breaking one alone leaves the next to refuse it.
    pub(super) fn chain(
        &self,
        broken: &Broken,
        mut refused: Vec<RuleId>,
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Together<'a>> {
        let mut rules = Vec::new();
        let mut broken = broken.clone();
        while rules.len() < MOST_RULES && now.iter().any(|held| held.is_outright()) {
            let rule = usable(&refused, &broken).next()?;
            let attempt = self.attempt(&broken, rule, now, judge)?;
            broken = broken.and(rule);
            refused = refusing(attempt.replay.last());
            rules.push(rule);
            if self.lightens(&attempt, now, judge) {
                return Some(Together { rules, ..attempt.into() });
            }
        }
        None
    }

    /// Two rules of one topic, each of which sees to it that the answer tells something, so that breaking one alone shows nothing: an
    /// error code stands in a header and in the body.
    pub(super) fn pair(
        &self,
        broken: &Broken,
        taking_part: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Together<'a>> {
        if !now.iter().any(|held| held.is_outright()) {
            return None;
        }
        let rules: Vec<RuleId> = usable(taking_part, broken).filter(|rule| shows_to_one_client(*rule)).collect();
        let first = rules.iter().enumerate();
        let pairs = first.flat_map(|(place, one)| rules[place + 1..].iter().map(|other| (*one, *other)));
        let of_one_topic = pairs.filter(|(one, other)| one.rule().topic == other.rule().topic);
        of_one_topic
            .take(self.affordable().min(MOST_PAIRS))
            .find_map(|(one, other)| self.both(broken, one, other, now, judge))
    }

    /// Two rules, if they explain something together.
    fn both(
        &self,
        broken: &Broken,
        first: RuleId,
        second: RuleId,
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Together<'a>> {
        let attempt = self.attempt(&broken.clone().and(first), second, now, judge)?;
        self.lightens(&attempt, now, judge).then(|| Together { rules: vec![first, second], ..attempt.into() })
    }

    /// Two rules that explain together what neither does alone: each changes what differs, or the second takes part only where the
    /// first is broken. A text may have lost its blanks and its accents, and what is not there be told in another way.
    pub(super) fn one_behind_the_other(
        &self,
        broken: &Broken,
        changing: &[Changing],
        taking_part: &[RuleId],
        now: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Together<'a>> {
        let mut affordable = self.affordable().min(MOST_PAIRS);
        changing.iter().enumerate().find_map(|(place, first)| {
            let new = first.taking_part.iter().copied().filter(|rule| !taking_part.contains(rule));
            let both_change = changing[place + 1..].iter().map(|held| held.rule);
            let second: Vec<RuleId> = new.filter(|rule| shows_to_one_client(*rule)).chain(both_change).collect();
            usable(&second, &broken.clone().and(first.rule)).find_map(|second| {
                affordable = affordable.checked_sub(1)?;
                self.both(broken, first.rule, second, now, judge)
            })
        })
    }
}
