//! What a table may be called.

use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

/// Everything that is wrong with the name of a table that shall be created, what the service reports first in front.
pub fn check(name: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |code, message: &str, rule: RuleId| {
        refusals.push(Refusal { status: 400, code, message: message.to_owned(), rule, layer: Layer::Entities });
    };
    let starts = name.bytes().next().is_none_or(|first| first.is_ascii_alphabetic());
    let plain = starts && name.bytes().all(|octet| octet.is_ascii_alphanumeric());
    if !plain && trace.enforce(id::TABLE_TABLES_NAME_CHARACTERS) {
        let message = "The specifed resource name contains invalid characters.";
        refuse("InvalidResourceName", message, id::TABLE_TABLES_NAME_CHARACTERS);
    }
    let length = "The specified resource name length is not within the permissible limits.";
    if name.chars().count() < 3 && trace.enforce(id::TABLE_TABLES_NAME_TOO_SHORT) {
        refuse("OutOfRangeInput", length, id::TABLE_TABLES_NAME_TOO_SHORT);
    }
    if name.chars().count() > 63 && trace.enforce(id::TABLE_TABLES_NAME_TOO_LONG) {
        refuse("OutOfRangeInput", length, id::TABLE_TABLES_NAME_TOO_LONG);
    }
    if name.eq_ignore_ascii_case("tables") && trace.enforce(id::TABLE_TABLES_NAME_RESERVED) {
        refuse("InvalidInput", "One of the request inputs is not valid.", id::TABLE_TABLES_NAME_RESERVED);
    }
    refusals
}
