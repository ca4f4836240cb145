//! Values that no type admits.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    at, bare, batch, datetime_text, insert, insert_or_merge, insert_or_replace, int, literal, merge, scan_all, update,
};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.datetime-too-early",
            "An Edm.DateTime before 1601 is out of range",
            "The empty date of .NET is 0001-01-01, and is sent by accident.",
            [TABLE_TYPES_DATETIME_RANGE],
            [
                insert(at("p", "1"), [("A", datetime_text("0001-01-01T00:00:00Z"))]),
                insert(at("p", "1"), [("A", datetime_text("1600-12-31T23:59:59.999Z"))]),
                insert_or_replace(at("p", "1"), [("A", datetime_text("1600-12-31T23:59:59.999Z"))]),
                insert_or_merge(at("p", "1"), [("A", datetime_text("1600-12-31T23:59:59.999Z"))]),
                scan_all(),
                insert(at("p", "1"), [("A", datetime_text("1601-01-01T00:00:00Z"))]),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-too-early-update",
            "The same for update and merge, which change nothing then",
            "Values are checked on insert alone.",
            [TABLE_TYPES_DATETIME_RANGE],
            [
                insert(at("p", "1"), [("B", int(1))]),
                update(at("p", "1"), "*", [("A", datetime_text("1600-12-31T23:59:59.999Z"))]),
                merge(at("p", "1"), "*", [("A", datetime_text("0001-01-01T00:00:00Z"))]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.types.datetime-too-early-in-batch",
            "The same within a batch, which changes nothing then",
            "The batch calls the store past the checks.",
            [TABLE_TYPES_DATETIME_RANGE],
            [
                batch([
                    insert(at("p", "1"), []),
                    insert(at("p", "2"), [("A", datetime_text("1600-12-31T23:59:59.999Z"))]),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.guid-invalid",
            "An Edm.Guid that is no GUID is refused",
            "The text is kept under the declared type, and every reader fails on it.",
            [TABLE_TYPES_GUID_INVALID],
            [
                insert(at("p", "1"), [("A", literal("Edm.Guid", "\"not-a-guid\""))]),
                insert_or_replace(at("p", "1"), [("A", literal("Edm.Guid", "\"a455c695-df98-5678-aaaa\""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-empty",
            "An empty Edm.DateTime is refused",
            "What is empty is not looked at.",
            [TABLE_TYPES_DATETIME_INVALID],
            [
                insert(at("p", "1"), [("A", datetime_text(""))]),
                insert_or_merge(at("p", "1"), [("A", datetime_text(""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-invalid",
            "An Edm.DateTime that is no date is refused",
            "A lenient parser makes today of it, or the text is kept.",
            [TABLE_TYPES_DATETIME_INVALID],
            [
                insert(at("p", "1"), [("A", datetime_text("yesterday"))]),
                insert_or_merge(at("p", "1"), [("A", datetime_text("2023-02-30T00:00:00Z"))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.binary-invalid",
            "An Edm.Binary that is not base64 is refused",
            "Lenient decoders skip what they do not know.",
            [TABLE_TYPES_BINARY_INVALID],
            [
                insert(at("p", "1"), [("A", literal("Edm.Binary", "\"no base64!\""))]),
                insert_or_replace(at("p", "1"), [("A", literal("Edm.Binary", "\"@@@@\""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.nested",
            "An object or an array is no value",
            "JSON has them, and document stores take them.",
            [TABLE_JSON_NESTED],
            [
                insert(at("p", "1"), [("A", bare("{\"B\":1}"))]),
                insert_or_replace(at("p", "1"), [("A", bare("[1,2]"))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.int64-overflow",
            "An Edm.Int64 beyond its range is refused",
            "It wraps, or becomes a double.",
            [TABLE_TYPES_INT64_RANGE],
            [
                insert(at("p", "1"), [("A", literal("Edm.Int64", "\"9223372036854775808\""))]),
                insert_or_replace(at("p", "1"), [("A", literal("Edm.Int64", "\"-9223372036854775809\""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.int64-invalid",
            "An Edm.Int64 that is no integer is refused",
            "It is text in JSON, and text is kept as it is.",
            [TABLE_TYPES_INT64_INVALID],
            [
                insert(at("p", "1"), [("A", literal("Edm.Int64", "\"1.5\""))]),
                insert_or_replace(at("p", "1"), [("A", literal("Edm.Int64", "\"\""))]),
                insert_or_merge(at("p", "1"), [("A", literal("Edm.Int64", "\"twelve\""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.int32-overflow",
            "An Edm.Int32 beyond its range is refused",
            "It wraps, or becomes an Int64.",
            [TABLE_TYPES_INT32_RANGE],
            [
                insert(at("p", "1"), [("A", literal("Edm.Int32", "2147483648"))]),
                insert_or_merge(at("p", "1"), [("A", literal("Edm.Int32", "-2147483649"))]),
                scan_all(),
            ]
        ),
    ]
}
