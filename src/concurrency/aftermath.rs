//! What must be so behind a fault: requests that nothing befell are answered, and what is sent again is refused for what is
//! there and for nothing else.

use super::client::Act;
use super::timeline::{Answer, Asked, Put};
use crate::judge::{Document, Facts, Mismatch, MismatchKind, Side};
use crate::target::TransportFailure;
use tablestakes_reference::http::Response;
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_reference::table::model::{Condition, Write};

/// What is not so in a history with faults, each with its step.
pub(super) fn find(acts: &[Act]) -> Vec<(usize, Mismatch)> {
    if acts.iter().all(|act| act.fault.is_none()) {
        return Vec::new();
    }
    let refused = acts.iter().filter_map(|act| Some((act.index, refused_otherwise(act)?)));
    refused.chain(acts.iter().filter_map(|act| Some((act.index, unanswered(act)?)))).collect()
}

/// A request without an answer that nothing befell.
fn unanswered(act: &Act) -> Option<Mismatch> {
    let failure = act.exchanges.iter().find_map(|exchange| exchange.actual.as_ref().err())?;
    let ours = act.fault.is_some() || matches!(failure, TransportFailure::Fault(_));
    (!ours).then(|| Mismatch {
        rule: id::TABLE_FAULTS_NEXT_REQUEST,
        kind: MismatchKind::NoAnswer,
        operation: super::verdict::OPERATION.to_owned(),
        expected: "an answer: nothing befell this request".to_owned(),
        actual: failure.to_string(),
    })
}

/// An insert that was refused, but not because the row is there, or a delete that was, but not because it is not.
fn refused_otherwise(act: &Act) -> Option<Mismatch> {
    let (_, entry) = act.readings.iter().find(|(_, entry)| entry.answer == Answer::Refused)?;
    let Asked::Write { puts, transaction: false } = &entry.asked else { return None };
    let (rule, status, code) = refusal(puts.first()?)?;
    let response = act.exchanges.last()?.actual.as_ref().ok()?;
    let (told_status, told_code) = told(response);
    let kind = if told_status != status { MismatchKind::Status } else { MismatchKind::ErrorCode };
    let same = told_status == status && told_code.as_deref().is_none_or(|told| told == code);
    (!same).then(|| Mismatch {
        rule,
        kind,
        operation: if rule == id::TABLE_ENTITIES_DELETE_MISSING { "Delete Entity" } else { "Insert Entity" }.to_owned(),
        expected: format!("{status} {code}, if it is refused"),
        actual: format!("{told_status} {}", told_code.unwrap_or_default()),
    })
}

/// The only refusal that the state can bring about.
fn refusal(put: &Put) -> Option<(RuleId, u16, &'static str)> {
    match &put.write {
        Write::Insert(_) => Some((id::TABLE_ENTITIES_INSERT_CONFLICT, 409, "EntityAlreadyExists")),
        Write::Delete(Condition::Exists) => Some((id::TABLE_ENTITIES_DELETE_MISSING, 404, "ResourceNotFound")),
        Write::Delete(_) | Write::Write { .. } => None,
    }
}

fn told(response: &Response) -> (u16, Option<String>) {
    let side = Side::new(response, Document::read(response), Facts::default());
    (side.status, side.code().map(str::to_owned))
}
