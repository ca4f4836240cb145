//! The refusals of the layer that authenticates.

use crate::refusal::{Layer, Refusal};
use crate::rules::RuleId;

pub(super) fn front_end(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::FrontEnd }
}

pub(super) fn failed(rule: RuleId) -> Refusal {
    let message = "Server failed to authenticate the request. Make sure the value of Authorization header is formed \
                   correctly including the signature.";
    front_end(403, "AuthenticationFailed", message, rule)
}
