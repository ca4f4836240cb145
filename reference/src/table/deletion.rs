//! Requests for a table that was deleted a moment ago: a service may take its time over the deletion.

use super::model::{Deletion, Model};
use crate::datetime::DateTime;
use crate::refusal::{Layer, Refusal};
use crate::rules::{Trace, id};

/// Why nothing can be done with a table that is not there: it is being deleted. If it is gone, but only just, the question is
/// raised whether it is.
pub(super) fn refusal(
    model: &Model,
    name: &str,
    now: DateTime,
    layer: Layer,
    trace: &mut Trace<'_>,
) -> Option<Refusal> {
    let under_way = model.deletion(name, now, trace)? == Deletion::UnderWay;
    let rule = id::TABLE_TABLES_BEING_DELETED;
    if under_way && trace.enforce(rule) {
        let message = "The specified table is being deleted. Try operation later.".to_owned();
        return Some(Refusal { status: 409, code: "TableBeingDeleted", message, rule, layer });
    }
    trace.raise(id::TABLE_OPEN_BEING_DELETED);
    None
}

/// Raises the same question where a table that is being deleted is one that is not there.
pub(super) fn raise(model: &Model, name: &str, now: DateTime, trace: &mut Trace<'_>) {
    if model.deletion(name, now, trace).is_some() {
        trace.raise(id::TABLE_OPEN_BEING_DELETED);
    }
}
