//! Values that no type admits, by every write, alone and within a batch.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, datetime_text, insert, insert_or_merge, insert_or_replace, int, literal, merge, scan_all, seed, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Operation, PropertyValue};

/// Every write with this value: the last two on rows that are there.
fn writes(value: &PropertyValue) -> [Operation; 5] {
    let held = || [("Before", int(2)), ("V", value.clone())];
    [
        insert(at("p", "insert"), held()),
        insert_or_replace(at("p", "replace"), held()),
        insert_or_merge(at("p", "merge"), held()),
        update(at("p", "update"), "*", held()),
        merge(at("p", "change"), "*", held()),
    ]
}

/// Two rows, then every write with each of the two values, one alone and the other in a batch, and what is left.
fn refused(alone: &PropertyValue, in_batch: &PropertyValue) -> Vec<Step> {
    let mut script = steps![seed(["update", "change"].map(|row| insert(at("p", row), [("Before", int(1))])))];
    script.extend(writes(alone).map(Step::from));
    for (place, write) in writes(in_batch).into_iter().enumerate() {
        let beside = insert_or_replace(at("p", format!("beside-{place}")), []);
        script.push(Step::from(if place % 2 == 0 { batch([write, beside]) } else { batch([beside, write]) }));
    }
    script.push(Step::from(scan_all()));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.int32-range-everywhere",
            "An Edm.Int32 beyond 32 bits is refused by every write, alone and in a batch",
            "Values are checked on insert alone, or stored in a wider type.",
            [TABLE_TYPES_INT32_RANGE, TABLE_ERRORS_NOTHING_LEFT],
            refused(&literal("Edm.Int32", "2147483648"), &literal("Edm.Int32", "-2147483649"))
        ),
        check!(
            TableCore,
            "table.types.int64-range-everywhere",
            "An Edm.Int64 beyond 64 bits is refused by every write, alone and in a batch",
            "Values are checked on insert alone, or kept as text.",
            [TABLE_TYPES_INT64_RANGE, TABLE_ERRORS_NOTHING_LEFT],
            refused(
                &literal("Edm.Int64", "\"9223372036854775808\""),
                &literal("Edm.Int64", "\"-9223372036854775809\"")
            )
        ),
        check!(
            TableCore,
            "table.types.int64-invalid-everywhere",
            "An Edm.Int64 whose text is not an integer is refused by every write, alone and in a batch",
            "Values are checked on insert alone, or kept as text.",
            [TABLE_TYPES_INT64_INVALID, TABLE_ERRORS_NOTHING_LEFT],
            refused(&literal("Edm.Int64", "\"five\""), &literal("Edm.Int64", "\"\""))
        ),
        check!(
            TableCore,
            "table.types.guid-invalid-everywhere",
            "An Edm.Guid that is none is refused by every write, alone and in a batch",
            "GUIDs are kept as text.",
            [TABLE_TYPES_GUID_INVALID, TABLE_ERRORS_NOTHING_LEFT],
            refused(
                &literal("Edm.Guid", "\"no guid\""),
                &literal("Edm.Guid", "\"68260000-0000-4000-8000-00000000000\"")
            )
        ),
        check!(
            TableCore,
            "table.types.binary-invalid-everywhere",
            "An Edm.Binary that is not base64 is refused by every write, alone and in a batch",
            "Decoders that skip what they do not know, or text that is kept as it is.",
            [TABLE_TYPES_BINARY_INVALID, TABLE_ERRORS_NOTHING_LEFT],
            refused(&literal("Edm.Binary", "\"$$$$\""), &literal("Edm.Binary", "\"not base64!\""))
        ),
        check!(
            TableCore,
            "table.types.datetime-range-everywhere",
            "An Edm.DateTime before 1601 is refused by every write, alone and in a batch",
            "Values are checked on insert alone, or dates begin in year 1.",
            [TABLE_TYPES_DATETIME_RANGE, TABLE_ERRORS_NOTHING_LEFT],
            refused(&datetime_text("1600-12-31T23:59:59.999Z"), &datetime_text("0001-01-01T00:00:00Z"))
        ),
        check!(
            TableCore,
            "table.types.datetime-invalid-everywhere",
            "An Edm.DateTime that is none is refused by every write, alone and in a batch",
            "Dates are kept as text.",
            [TABLE_TYPES_DATETIME_INVALID, TABLE_ERRORS_NOTHING_LEFT],
            refused(&datetime_text("yesterday"), &datetime_text(""))
        ),
    ]
}
