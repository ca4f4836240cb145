//! The refusals of filters.

use super::expression::Comparison;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, id};

fn refusal(status: u16, code: &'static str, message: String, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status, code, message, rule, layer }
}

/// A word that does not belong where it stands; the place is where it ends.
pub(super) fn syntax_error(text: &str, end: usize) -> Refusal {
    let place = text.get(..end).unwrap_or(text).encode_utf16().count();
    let message = format!("Syntax error at position {place} in '{text}'.");
    refusal(400, "InvalidInput", message, id::TABLE_QUERY_SYNTAX_ERROR, Layer::Reader)
}

/// A quote without its partner.
pub(super) fn unterminated(text: &str) -> Refusal {
    let place = text.encode_utf16().count();
    let message = format!("There is an unterminated string literal at position {place} in '{text}'.");
    refusal(400, "InvalidInput", message, id::TABLE_QUERY_SYNTAX_ERROR, Layer::Reader)
}

/// Something that is understood and not done.
pub(super) fn not_implemented(rule: RuleId) -> Refusal {
    let message = "The requested operation is not implemented on the specified resource.".to_owned();
    refusal(501, "NotImplemented", message, rule, Layer::Entities)
}

/// An input that is refused without further word.
pub(super) fn invalid_input(rule: RuleId) -> Refusal {
    refusal(400, "InvalidInput", "One of the request inputs is not valid.".to_owned(), rule, Layer::Entities)
}

/// `lt`, `le`, `gt` or `ge` with null.
pub(super) fn null_order(comparison: Comparison) -> Refusal {
    let message = format!(
        "The operator '{}' is not supported for the 'null' literal; only equality checks are supported.",
        comparison.long_name()
    );
    refusal(400, "InvalidInput", message, id::TABLE_QUERY_NULL_ORDER, Layer::Reader)
}

/// A property of a known type where a Boolean is needed.
pub(super) fn not_boolean(edm_type: &str) -> Refusal {
    let message = format!(
        "A binary operator with incompatible types was detected. Found operand types '{edm_type}' and 'Edm.Boolean' for \
         operator kind 'And'."
    );
    refusal(400, "InvalidInput", message, id::TABLE_QUERY_BARE_KEY, Layer::Reader)
}

/// A property of a known type compared with a literal of another.
pub(super) fn incompatible(property: &str, literal: &str, comparison: Comparison) -> Refusal {
    let message = format!(
        "A binary operator with incompatible types was detected. Found operand types '{property}' and '{literal}' for \
         operator kind '{}'.",
        comparison.long_name()
    );
    refusal(400, "InvalidInput", message, id::TABLE_QUERY_KEY_TYPE, Layer::Reader)
}

/// A number beyond the range of its type, or a literal of a type that entities do not hold.
pub(super) fn unheld_literal(text: &str, rule: RuleId) -> Refusal {
    Refusal { rule, ..syntax_error(text, text.len()) }
}

/// A property that tables do not have.
pub(super) fn unknown_table_property() -> Refusal {
    let message = "Server encountered an internal error. Please try again after some time.".to_owned();
    refusal(500, "InternalError", message, id::TABLE_TABLES_LIST_FILTER_UNKNOWN_PROPERTY, Layer::Entities)
}
