//! The answer to an entity group transaction: as many parts as operations, or one failure.

use super::answer::{Grounds, Outcome, Side, outright};
use super::{body, error, headers};
use crate::judge::difference::{Difference, FAILING_PART};
use crate::judge::question::Question;
use crate::judge::read::document::Document;
use crate::judge::read::multipart::Part;
use crate::judge::verdict::MismatchKind;
use tablestakes_reference::answer::PartAnswer;
use tablestakes_reference::rules::{RuleId, id};

/// Compares the parts of two answers.
///
/// `why` is why each part of the oracle's answer is as it is, and the rules that took part in the answer.
pub(super) fn compare(
    question: &Question<'_>,
    expected: &[Part],
    why: (&[PartAnswer], &[RuleId]),
    actual: &[Part],
) -> Outcome {
    let (why, rules) = why;
    let fails = |part: &&Part| part.response.status >= 400;
    match (expected.iter().position(|part| fails(&part)), actual.iter().find(fails)) {
        (Some(place), failing) => failure(
            question,
            &expected[place],
            why.get(place).map_or(Grounds { rules, ..NOTHING }, |part| grounds(part, rules)),
            failing,
            actual,
        ),
        (None, Some(failing)) => {
            let side = Side::of_part(&failing.response);
            let grounds = why
                .iter()
                .map(|part| grounds(part, rules))
                .find(|grounds| grounds.alternatives.iter().any(|held| held.status == failing.response.status));
            if let (Some(grounds), Some(first)) = (grounds, expected.first()) {
                let held = Side::of_part(&first.response);
                if let Some(outcome) = outright(question, &held, grounds, &side) {
                    return outcome;
                }
            }
            let message = match &side.document {
                Document::Error(error) => error.message.as_deref().and_then(|message| message.lines().next()),
                _ => None,
            };
            let came = format!("a part with {}: {}", side.shown(), message.unwrap_or_default());
            let held = format!("{} granted parts", expected.len());
            let rules = [id::TABLE_BATCH_ACCEPTED];
            Outcome::of(vec![Difference::new(MismatchKind::RefusedValid, &rules, held, came)], false)
        }
        (None, None) => granted(question, expected, (why, rules), actual),
    }
}

const NOTHING: Grounds<'static> = Grounds { refused_by: None, alternatives: &[], rules: &[] };

fn grounds<'a>(part: &'a PartAnswer, rules: &'a [RuleId]) -> Grounds<'a> {
    Grounds { refused_by: part.refused_by, alternatives: &part.alternatives, rules }
}

fn failure(
    question: &Question<'_>,
    expected: &Part,
    grounds: Grounds<'_>,
    failing: Option<&Part>,
    actual: &[Part],
) -> Outcome {
    let held = Side::of_part(&expected.response);
    let Some(failing) = failing else {
        // A part that is granted may be among the alternatives.
        let first = actual.first().and_then(|part| outright(question, &held, grounds, &Side::of_part(&part.response)));
        match first {
            Some(outcome @ Outcome::Undecided(_)) => return outcome,
            Some(outcome) if outcome == Outcome::same() => return outcome,
            _ => {}
        }
        let rules: Vec<_> = grounds.refused_by.into_iter().collect();
        let came = format!("{} granted parts", actual.len());
        let held = format!("a part with {}", held.shown());
        return Outcome::of(vec![Difference::new(MismatchKind::AcceptedInvalid, &rules, held, came)], false);
    };
    let came = Side::of_part(&failing.response);
    if let Some(outcome) = outright(question, &held, grounds, &came) {
        return match outcome {
            Outcome::Compared { differences, early } => {
                let found = differences.into_iter().map(|mut difference| {
                    difference.rules.push(id::TABLE_BATCH_FAILURE_STATUS);
                    difference.within(FAILING_PART)
                });
                Outcome::of(found.collect(), early)
            }
            undecided => undecided,
        };
    }
    let mut differences = Vec::new();
    if actual.len() != 1 {
        let rules = [id::TABLE_BATCH_FAILURE_ONE_PART];
        let came = format!("{} parts", actual.len());
        differences.push(Difference::new(MismatchKind::BatchParts, &rules, "one part, the error", came));
    }
    let found = headers::compare(question, headers::Place::Part, grounds.rules, &held, &came).into_iter();
    // Freedom::FailureContentId.
    let speaks_of_id = |difference: &Difference| difference.rules.contains(&id::TABLE_BATCH_CONTENT_ID);
    differences
        .extend(found.filter(|difference| !speaks_of_id(difference) || came.headers.get("content-id").is_none()));
    if let (Document::Error(held), Document::Error(came)) = (&held.document, &came.document) {
        differences.extend(error::compare(held, came));
        // Which index a change set that is too long fails at is recorded as the first and as the last.
        let one_index = grounds.refused_by != Some(id::TABLE_BATCH_LIMIT);
        let index = one_index.then(|| error::index(held, came)).flatten();
        // That the index is there although the operation is the only one is recorded for few errors.
        let wanted = |index: &Difference| {
            question.operations() != Some(1) || index.rules.contains(&id::TABLE_BATCH_SINGLE_NO_INDEX)
        };
        differences.extend(index.filter(wanted));
    }
    Outcome::of(differences, false)
}

fn granted(
    question: &Question<'_>,
    expected: &[Part],
    (why, rules): (&[PartAnswer], &[RuleId]),
    actual: &[Part],
) -> Outcome {
    if expected.len() != actual.len() {
        let rules = [id::TABLE_BATCH_PARTS_IN_ORDER];
        let count = |parts: &[Part]| format!("{} parts", parts.len());
        let difference = Difference::new(MismatchKind::BatchParts, &rules, count(expected), count(actual));
        return Outcome::of(vec![difference], false);
    }
    let mut differences = Vec::new();
    for (place, (held, came)) in expected.iter().zip(actual).enumerate() {
        let shown = format!("part {place}");
        if held.in_change_set != came.in_change_set {
            let told = |part: &Part| if part.in_change_set { "in a change set" } else { "outside a change set" };
            let rules = [id::TABLE_BATCH_PARTS_IN_ORDER, id::TABLE_BATCH_QUERY];
            let difference = Difference::new(MismatchKind::BatchParts, &rules, told(held), told(came));
            differences.push(difference.within(&shown).incidental());
        }
        if !came.head_ends {
            let rules = [id::TABLE_BATCH_PART_FRAMING];
            let (held, came) = ("an empty line behind the headers", "the delimiter behind the headers");
            let difference = Difference::new(MismatchKind::BatchParts, &rules, held, came);
            differences.push(difference.within(&shown).incidental());
        }
        let (held, came) = (Side::of_part(&held.response), Side::of_part(&came.response));
        let grounds = why.get(place).map_or(Grounds { rules, ..NOTHING }, |part| grounds(part, rules));
        let found = match outright(question, &held, grounds, &came) {
            None => {
                let mut found = body::compare(question, &held, &came).differences;
                found.extend(headers::compare(question, headers::Place::Part, rules, &held, &came));
                found
            }
            Some(Outcome::Compared { differences, .. }) => differences,
            Some(undecided) => return undecided,
        };
        differences.extend(found.into_iter().map(|difference| difference.within(&shown)));
    }
    Outcome::of(differences, false)
}
