//! The refusals of the layer that authenticates.

use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace};

/// The code of a request whose sender is not recognised.
const FAILED: &str = "AuthenticationFailed";

pub(super) fn front_end(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::FrontEnd }
}

pub(super) fn failed(rule: RuleId) -> Refusal {
    let message = "Server failed to authenticate the request. Make sure the value of Authorization header is formed \
                   correctly including the signature.";
    front_end(403, FAILED, message, rule)
}

/// A refusal with the code that it has by the rule about these (`blob.errors.authentication-code` and its like): where that is
/// broken, who is not recognised is told to lack a permission.
pub(crate) fn coded(refusal: Refusal, rule: RuleId, trace: &mut Trace<'_>) -> Refusal {
    if refusal.code != FAILED || trace.enforce(rule) {
        return refusal;
    }
    let message = "This request is not authorized to perform this operation.".to_owned();
    Refusal { code: "AuthorizationFailure", message, ..refusal }
}
