//! The refusals of the model.

use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

pub(super) fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::Entities }
}

/// The refusal of an operation on a queue that is not there.
pub fn queue_not_found(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::QUEUE_QUEUES_MISSING;
    if trace.enforce(rule) {
        refusal(404, "QueueNotFound", "The specified queue does not exist.", rule)
    } else {
        refusal(404, "ResourceNotFound", "The specified resource does not exist.", rule)
    }
}

/// The refusal of a receipt or an id that fits no message.
pub fn message_not_found(rule: RuleId) -> Refusal {
    refusal(404, "MessageNotFound", "The specified message does not exist.", rule)
}

/// The refusal of an id that no message has.
pub(super) fn unknown_id(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::QUEUE_RECEIPTS_UNKNOWN_ID;
    if trace.enforce(rule) {
        return message_not_found(rule);
    }
    let message = "Value for one of the query parameters specified in the request URI is invalid.";
    refusal(400, "InvalidQueryParameterValue", message, rule)
}

pub(super) fn already_exists() -> Refusal {
    let rule = id::QUEUE_QUEUES_CREATE_CONFLICT;
    refusal(409, "QueueAlreadyExists", "The specified queue already exists.", rule)
}

pub(super) fn being_deleted() -> Refusal {
    let rule = id::QUEUE_QUEUES_BEING_DELETED;
    refusal(409, "QueueBeingDeleted", "The specified queue is being deleted.", rule)
}

pub(super) fn not_empty() -> Refusal {
    let rule = id::QUEUE_QUEUES_DELETE_WITH_MESSAGES;
    refusal(409, "QueueNotEmpty", "The specified queue is not empty.", rule)
}
