//! Why writes are refused: the entity is there, or is not, or has another ETag.

use super::write::{Condition, etag};
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::{Row, WriteMode};

fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::Entities }
}

/// The refusal of an operation on an entity that is not there.
pub fn missing(rule: RuleId) -> Refusal {
    refusal(404, "ResourceNotFound", "The specified resource does not exist.", rule)
}

pub(super) fn conflict(rule: RuleId) -> Refusal {
    refusal(409, "EntityAlreadyExists", "The specified entity already exists.", rule)
}

pub(super) fn unsatisfied(rule: RuleId) -> Refusal {
    let message = "The update condition specified in the request was not satisfied.";
    refusal(412, "UpdateConditionNotSatisfied", message, rule)
}

/// Why an update, merge or upsert is refused.
pub(super) fn write_refusal(
    held: Option<&Row>,
    mode: WriteMode,
    condition: Option<&Condition>,
    in_batch: bool,
    trace: &mut Trace<'_>,
) -> Option<Refusal> {
    let replace = mode == WriteMode::Replace;
    let pick = |replacing: RuleId, merging: RuleId| if replace { replacing } else { merging };
    match (held, condition) {
        (None, None) => {
            let rule = pick(id::TABLE_ENTITIES_UPSERT_REPLACE_INSERTS, id::TABLE_ENTITIES_UPSERT_MERGE_INSERTS);
            if trace.enforce(rule) { None } else { Some(missing(rule)) }
        }
        (Some(_), None) => {
            let rule = id::TABLE_ENTITIES_UPSERT_REPLACE_REPLACES;
            if replace && !trace.enforce(rule) { Some(conflict(rule)) } else { None }
        }
        (None, Some(condition)) => {
            let stale = *condition != Condition::Exists;
            if stale && !trace.enforce(id::TABLE_ETAG_MISSING_BEFORE_STALE) {
                return Some(unsatisfied(id::TABLE_ETAG_MISSING_BEFORE_STALE));
            }
            let any = *condition == Condition::Exists;
            if any && in_batch && !trace.enforce(id::TABLE_BATCH_UPSERT) {
                return None;
            }
            let rule = pick(id::TABLE_ENTITIES_REPLACE_MISSING, id::TABLE_ENTITIES_MERGE_MISSING);
            if trace.enforce(rule) || !any { Some(missing(rule)) } else { None }
        }
        (Some(row), Some(condition)) => {
            let rule = pick(id::TABLE_ETAG_STALE_REPLACE, id::TABLE_ETAG_STALE_MERGE);
            let refused = condition_refusal(row, condition, rule, in_batch, trace);
            let current = replace && refused.is_none() && *condition != Condition::Exists;
            if current && !trace.enforce(id::TABLE_ETAG_CURRENT_REPLACE) {
                return Some(unsatisfied(id::TABLE_ETAG_CURRENT_REPLACE));
            }
            refused
        }
    }
}

/// Why a write is refused whose entity is there.
pub(super) fn condition_refusal(
    row: &Row,
    condition: &Condition,
    rule: RuleId,
    in_batch: bool,
    trace: &mut Trace<'_>,
) -> Option<Refusal> {
    let satisfied = match condition {
        Condition::Exists => trace.enforce(id::TABLE_ETAG_STAR),
        Condition::Tag(tag) => *tag == etag(row.timestamp, trace),
        Condition::Foreign(_) => false,
    };
    if satisfied {
        return None;
    }
    if *condition == Condition::Exists {
        return Some(unsatisfied(id::TABLE_ETAG_STAR));
    }
    let in_batch_kept = !in_batch || trace.enforce(id::TABLE_BATCH_CONDITIONS);
    if !in_batch_kept || !trace.enforce(rule) {
        return None;
    }
    match condition {
        Condition::Foreign(_) if trace.enforce(id::TABLE_ETAG_UNKNOWN_WEAK) => {
            let message = "The condition specified using HTTP conditional header(s) is not met.";
            let refused = refusal(412, "ConditionNotMet", message, id::TABLE_ETAG_UNKNOWN_WEAK);
            // Its answer has no Cache-Control.
            Some(Refusal { layer: Layer::Reader, ..refused })
        }
        Condition::Foreign(tag) => {
            let message = format!("The etag value '{tag}' specified in one of the request headers is not valid.");
            Some(refusal(400, "InvalidInput", &message, id::TABLE_ETAG_UNKNOWN_WEAK))
        }
        _ => Some(unsatisfied(rule)),
    }
}
