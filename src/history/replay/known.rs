//! Which of the rules that the target is known to break explain an answer.

use super::experiment::{Attempt, Judge, Past, Replay, usable};
use super::explain::{Explanation, Question, Together, refusing};
use super::oracle_side::applied;
use crate::judge::{Difference, MismatchKind};
use tablestakes_reference::rules::RuleId;

/// So many small sets of known rules are tried where little may be spent.
const FEW_SETS: usize = 60;

impl<'a> Past<'a, '_> {
    /// As few as possible of the rules that the target is known to break, if these leave nothing. Those that have most to do with
    /// the last answer are tried first: what is left of all that are known may have little to do with it.
    pub(super) fn by_known(
        &self,
        question: &Question<'_>,
        differences: &[Difference],
        judge: Judge<'_>,
    ) -> Option<Explanation<'a>> {
        let Question { broken, thorough, answers, .. } = *question;
        // What is refused in either case is not granted by one rule for the next to refuse it: each of these explains it alone or
        // has no part in it.
        let alone_only = if is_refused_otherwise(differences) { refusing(answers) } else { Vec::new() };
        let (near, ends) = self.nearest(question, &alone_only);
        // Where all of a group bring something else, a few of them may do it.
        let (few_near, mut affordable) = match thorough {
            true => (&near[..], self.affordable()),
            false => {
                (&near[..ends.get(1).or(ends.first()).copied().unwrap_or_default()], self.affordable().min(FEW_SETS))
            }
        };
        let explains_all = |attempt: &Attempt<'a>| self.explains_all(attempt, judge);
        let suffices = |rules: &[RuleId]| self.leaves_nothing(broken, rules, differences, judge);
        let one_alone = usable(&alone_only, broken)
            .filter(|rule| question.known.contains(rule))
            .find_map(|rule| Some((vec![rule], suffices(&[rule])?)));
        let together = one_alone.or_else(|| {
            ends.iter().find_map(|end| suffices(&near[..*end]).map(|replay| (near[..*end].to_vec(), replay)))
        });
        let (needed, replay) = match together {
            Some((rules, replay)) => fewest(rules, replay, &suffices),
            None => {
                let (few, replay) =
                    self.few_of(broken, few_near, differences, &mut affordable, &explains_all, judge)?;
                fewest(few, replay, &suffices)
            }
        };
        let explained = |rules: Vec<RuleId>, replay: Replay<'a>| {
            let together = Together { rules, left: Vec::new(), replay };
            let rules = self.each_with_its_own(broken, &together, differences, judge);
            Explanation { rules, replay: Some(together.replay), ..Explanation::default() }
        };
        let explanation = explained(needed, replay);
        // Where one of several only makes up for what another brings, one of them all may do better.
        if explanation.rules.iter().any(|(_, own)| own.is_empty()) {
            let mut alone = near.iter().take(affordable).map(|rule| vec![*rule]);
            if let Some((rule, replay)) = alone.find_map(|rule| suffices(&rule).map(|replay| (rule, replay))) {
                return Some(explained(rule, replay));
            }
        }
        Some(explanation)
    }

    /// The rules that the target is known to break and that can be broken, the nearest first: those that are blamed without any
    /// search or that the history tries, those that have to do with the last answer, those that took part before, the others, and
    /// none of `but`. The numbers say where each of these groups ends.
    fn nearest(&self, question: &Question<'_>, but: &[RuleId]) -> (Vec<RuleId>, Vec<usize>) {
        let Question { broken, known, answers, blamed, .. } = *question;
        let tried: Vec<RuleId> = blamed.iter().chain(&self.history.rules).copied().collect();
        let of_answer = refusing(answers).into_iter().chain(applied(answers)).collect();
        let earlier = self.played.iter().rev().flat_map(|played| &played.applied).copied().collect();
        let (mut near, mut ends) = (Vec::new(), Vec::new());
        for group in [tried, of_answer, earlier, known.to_vec()] {
            for rule in usable(&group, broken).filter(|rule| known.contains(rule) && !but.contains(rule)) {
                if !near.contains(&rule) {
                    near.push(rule);
                }
            }
            if !near.is_empty() && ends.last() != Some(&near.len()) {
                ends.push(near.len());
            }
        }
        (near, ends)
    }
}

/// Whether a refusal differs in its code alone.
fn is_refused_otherwise(differences: &[Difference]) -> bool {
    let mut outright = differences.iter().filter(|held| held.is_outright()).peekable();
    outright.peek().is_some() && outright.all(|held| held.kind == MismatchKind::ErrorCode)
}

/// As few as possible of these rules, the nearest first, that suffice: the farthest are left out first, and in large parts.
pub(super) fn fewest<'a>(
    mut rules: Vec<RuleId>,
    mut replay: Replay<'a>,
    suffices: &dyn Fn(&[RuleId]) -> Option<Replay<'a>>,
) -> (Vec<RuleId>, Replay<'a>) {
    let mut size = rules.len().div_ceil(2);
    loop {
        let mut end = rules.len();
        while end > 0 && rules.len() > 1 {
            let start = end.saturating_sub(size);
            let fewer = [&rules[..start], &rules[end..]].concat();
            if !fewer.is_empty()
                && let Some(of_fewer) = suffices(&fewer)
            {
                (rules, replay) = (fewer, of_fewer);
            }
            end = start;
        }
        if size <= 1 {
            return (rules, replay);
        }
        size = size.div_ceil(2);
    }
}
