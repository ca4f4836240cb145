//! One answer against another: granted or refused, status, error code, and then what it carries.

use super::{batch, body, facts, headers};
use crate::judge::difference::{Difference, WITHOUT_CODE};
use crate::judge::memory::Facts;
use crate::judge::question::Question;
use crate::judge::queue;
use crate::judge::read::document::Document;
use crate::judge::verdict::{MismatchKind, Undecided};
use crate::target::Busy;
use tablestakes_reference::http::{Headers, Response};
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::{Alternative, ServiceName};

/// One answer, read.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    pub(crate) status: u16,
    pub(crate) headers: Headers,
    pub(crate) document: Document,
    /// Facts about it and what this side said before.
    pub(crate) facts: Facts,
    /// Whether it says that the target is too busy.
    pub(crate) busy: Option<Busy>,
}

/// What comes of comparing two answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// They can be compared.
    Compared {
        /// What differs, the most telling first; what is incidental comes last.
        differences: Vec<Difference>,
        /// Whether the target's is a page that ended before the oracle's did.
        early: bool,
    },
    /// Whether the answer is allowed cannot be said, or nothing of what follows.
    Undecided(Undecided),
}

impl Outcome {
    /// Nothing differs.
    pub(crate) fn same() -> Self {
        Self::Compared { differences: Vec::new(), early: false }
    }

    /// These differences, sorted.
    pub(crate) fn of(mut differences: Vec<Difference>, early: bool) -> Self {
        differences.sort_by_key(|difference| difference.incidental);
        Self::Compared { differences, early }
    }
}

/// Why the oracle's answer is as it is, and what else it allows.
#[derive(Clone, Copy)]
pub(crate) struct Grounds<'a> {
    pub(crate) refused_by: Option<RuleId>,
    pub(crate) alternatives: &'a [Alternative],
    /// The rules that took part in the oracle's answer as a whole. A header of which none of them speaks is free there.
    pub(crate) rules: &'a [RuleId],
}

impl Side {
    /// Reads an answer about which these facts are known.
    pub(crate) fn new(response: &Response, document: Document, facts: Facts) -> Self {
        let busy = Busy::of(response);
        Self { status: response.status, headers: response.headers.clone(), document, facts, busy }
    }

    /// Reads a part of an answer.
    pub(super) fn of_part(response: &Response) -> Self {
        Self::new(response, Document::read(response), Facts::default())
    }

    pub(crate) fn is_granted(&self) -> bool {
        self.status < 400
    }

    /// How many rows it holds.
    pub(crate) fn rows(&self) -> usize {
        match &self.document {
            Document::Set { rows, .. } => rows.len(),
            _ => 0,
        }
    }

    /// The error code: from the body, else from the header.
    pub(crate) fn code(&self) -> Option<&str> {
        match &self.document {
            Document::Error(error) => error.code.as_deref(),
            _ => None,
        }
        .or_else(|| self.headers.get("x-ms-error-code"))
    }

    /// Status and code, and what the body is if that says more.
    pub(crate) fn shown(&self) -> String {
        match (self.is_granted(), self.code()) {
            (true, _) => format!("{} with {}", self.status, self.document.shown()),
            (false, Some(code)) => format!("{} {code}", self.status),
            (false, None) => format!("{} {WITHOUT_CODE}, with {}", self.status, self.document.shown()),
        }
    }
}

/// Compares two answers to the same question.
pub(crate) fn answers(
    question: &Question<'_>,
    expected: &Side,
    grounds: Grounds<'_>,
    parts: &[tablestakes_reference::answer::PartAnswer],
    actual: &Side,
) -> Outcome {
    if let Some(outcome) = outright(question, expected, grounds, actual) {
        return outcome;
    }
    let mut differences = headers::compare(question, headers::Place::Whole, grounds.rules, expected, actual);
    differences.extend(queue::metadata(expected, actual));
    differences.extend(queue::next_visible(expected, actual));
    let mut early = false;
    match (&expected.document, &actual.document) {
        (Document::Batch(held), Document::Batch(came)) => {
            match batch::compare(question, held, (parts, grounds.rules), came) {
                Outcome::Compared { differences: found, .. } => differences.splice(0..0, found).for_each(drop),
                undecided @ Outcome::Undecided(_) => return undecided,
            }
        }
        _ => {
            let found = body::compare(question, expected, actual);
            early = found.early;
            differences.splice(0..0, found.differences);
        }
    }
    differences.extend(facts::compare(&expected.facts, &actual.facts));
    // What services have in common is compared in one place; each has rules of its own for it.
    let is_own = |rule: &RuleId| rule.rule().service == question.service.name();
    differences.iter_mut().for_each(|difference| difference.rules.retain(is_own));
    Outcome::of(differences, early)
}

/// What the target's answer keeps of form and the oracle's does not: the same comparison of headers and facts the other way
/// round. Nothing where the two are different answers.
pub(crate) fn kept_by_target_alone(
    question: &Question<'_>,
    expected: &Side,
    rules: &[RuleId],
    actual: &Side,
) -> Vec<Difference> {
    if expected.status != actual.status {
        return Vec::new();
    }
    let mut differences = headers::compare(question, headers::Place::Whole, rules, actual, expected);
    if let (Document::Batch(held), Document::Batch(came)) = (&expected.document, &actual.document) {
        for (held, came) in held.iter().zip(came) {
            let (held, came) = (Side::of_part(&held.response), Side::of_part(&came.response));
            differences.extend(headers::compare(question, headers::Place::Part, rules, &came, &held));
        }
    }
    differences.extend(facts::compare(&actual.facts, &expected.facts));
    // An oracle that says no code agrees with every code, and explains none.
    if let (None, Some(code)) = (expected.code(), actual.code())
        && !actual.is_granted()
    {
        differences.push(Difference::new(MismatchKind::ErrorCode, &[], "no code", code));
    }
    differences
}

/// What status and code say by themselves; `None` if they agree and the rest must be looked at.
pub(super) fn outright(
    question: &Question<'_>,
    expected: &Side,
    grounds: Grounds<'_>,
    actual: &Side,
) -> Option<Outcome> {
    let code_agrees = expected.is_granted() || expected.code().is_none() || expected.code() == actual.code();
    if expected.status == actual.status && code_agrees {
        return malformed(expected, actual);
    }
    let chosen = grounds.alternatives.iter().find(|alternative| {
        alternative.status == actual.status && alternative.code.is_none_or(|code| actual.code() == Some(code))
    });
    if let Some(chosen) = chosen {
        return Some(match &actual.document {
            Document::Malformed(_) => malformed(expected, actual).unwrap_or_else(Outcome::same),
            _ if chosen.same_effect => Outcome::same(),
            _ => Outcome::Undecided(Undecided::StatesDiverged { rule: chosen.rule }),
        });
    }
    let kind = match (expected.is_granted(), actual.is_granted()) {
        (true, false) => MismatchKind::RefusedValid,
        (false, true) => MismatchKind::AcceptedInvalid,
        _ if expected.status != actual.status => MismatchKind::Status,
        _ => MismatchKind::ErrorCode,
    };
    let mut rules: Vec<RuleId> = grounds.refused_by.into_iter().collect();
    if kind == MismatchKind::ErrorCode && actual.code().is_none() {
        rules.push(match question.service {
            ServiceName::Queue => id::QUEUE_ERRORS_BODY,
            ServiceName::Blob => id::BLOB_ERRORS_BODY,
            ServiceName::Table => id::TABLE_ERRORS_BODY,
        });
    }
    let mut allowed = vec![expected.shown()];
    for alternative in grounds.alternatives {
        let code = alternative.code.map(|code| format!(" {code}")).unwrap_or_default();
        let shown = format!("{}{code}", alternative.status);
        if !allowed.contains(&shown) {
            allowed.push(shown);
        }
    }
    Some(Outcome::of(vec![Difference::new(kind, &rules, allowed.join(" or "), actual.shown())], false))
}

fn malformed(expected: &Side, actual: &Side) -> Option<Outcome> {
    // Where the oracle gives no protocol body either, there is none to be well-formed.
    if matches!(expected.document, Document::Other(_)) {
        return None;
    }
    let Document::Malformed(why) = &actual.document else { return None };
    let difference = Difference::new(MismatchKind::Malformed, &[], expected.document.shown(), why.clone());
    Some(Outcome::of(vec![difference], false))
}
