//! The verdict on one step, before a rule is blamed: one exchange, or the pages of a scan.

use super::compare::{self, Grounds, Outcome, Side};
use super::difference::Difference;
use super::question::Question;
use super::verdict::{MismatchKind, Undecided};
use crate::target::{Busy, TransportFailure};
use tablestakes_reference::Answer;
use tablestakes_reference::rules::id;

/// What the oracle said to one request.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// Its answer.
    pub(crate) answer: Answer,
    /// The same, read.
    pub(crate) side: Side,
}

impl Expected {
    /// Whether the oracle answers with a status of refusals, or allows it.
    pub(crate) fn allows(&self, status: u16) -> bool {
        let mut alternatives = self.answer.alternatives.iter();
        self.side.status == status || alternatives.any(|held| held.status == status)
    }
}

/// What the target said to one request.
pub(crate) type Actual = Result<Side, TransportFailure>;

/// How the target's scan ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScanEnd {
    /// With a page without a token, or with an answer that is no page.
    Whole,
    /// After so many pages that no end was in sight.
    Endless,
}

/// Compares one exchange.
pub(crate) fn one(question: &Question<'_>, expected: &Expected, actual: &Actual) -> Outcome {
    match arrived(expected, actual) {
        Err(outcome) => outcome,
        Ok(side) => {
            let grounds = grounds(&expected.answer);
            compare::answers(question, &expected.side, grounds, &expected.answer.parts, side)
        }
    }
}

/// What the target's answer keeps of form and the oracle's does not.
pub(crate) fn kept_by_target_alone(question: &Question<'_>, expected: &Expected, actual: &Actual) -> Vec<Difference> {
    let Ok(side) = actual else { return Vec::new() };
    compare::kept_by_target_alone(question, &expected.side, &expected.answer.rules, side)
}

/// Compares the pages of a scan.
pub(crate) fn scan(question: &Question<'_>, expected: &[Expected], actual: &[Actual], end: ScanEnd) -> Outcome {
    let Some(last) = expected.last() else { return Outcome::same() };
    let mut pages = Vec::with_capacity(actual.len());
    for (number, came) in actual.iter().enumerate() {
        let held = expected.get(number).unwrap_or(last);
        let side = match arrived(held, came) {
            Err(outcome) => return outcome,
            Ok(side) => side,
        };
        if let Some(outcome) = compare::kinds_differ(question, &held.side, grounds(&held.answer), side) {
            return outcome;
        }
        if held.side.is_granted() && !side.is_granted() {
            // An allowed refusal: there are no rows to compare.
            return Outcome::same();
        }
        pages.push(side.clone());
    }
    if end == ScanEnd::Endless {
        let rules = [id::TABLE_CONTINUATION_RESUMES, id::TABLE_CONTINUATION_NO_TOKEN_AT_END];
        let came = format!("{} pages, each with a continuation token", actual.len());
        let held = format!("an end after {} pages", expected.len());
        return Outcome::of(vec![Difference::new(MismatchKind::Continuation, &rules, held, came)], false);
    }
    if !last.side.is_granted() {
        return Outcome::same();
    }
    let held: Vec<Side> = expected.iter().map(|page| page.side.clone()).collect();
    compare::scans(question, &held, &pages)
}

fn grounds(answer: &Answer) -> Grounds<'_> {
    Grounds { refused_by: answer.refused_by, alternatives: &answer.alternatives, rules: &answer.rules }
}

fn arrived<'a>(expected: &Expected, actual: &'a Actual) -> Result<&'a Side, Outcome> {
    match actual {
        Err(failure) => {
            let held = expected.side.shown();
            let difference = Difference::new(MismatchKind::NoAnswer, &[], held, failure.to_string());
            Err(Outcome::of(vec![difference], false))
        }
        Ok(side) => match side.busy.filter(|_| !expected.allows(side.status)) {
            Some(Busy::Refused { .. }) => Err(Outcome::Undecided(Undecided::Busy)),
            Some(Busy::TimedOut) => Err(Outcome::Undecided(Undecided::TimedOut)),
            None => Ok(side),
        },
    }
}
