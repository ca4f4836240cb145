//! Spellings of values that the service takes.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    at, bare, datetime_text, get, insert, insert_or_replace, literal, post_json, scan, scan_all,
};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.inferred",
            "Without an annotation JSON's own types decide: Boolean, Int32, Double, String",
            "Every number becomes a double, or every value a string.",
            [TABLE_TYPES_INT32, TABLE_TYPES_BOOLEAN, TABLE_TYPES_DOUBLE],
            [
                insert(
                    at("p", "1"),
                    [
                        ("B", bare("true")),
                        ("I", bare("933311100")),
                        ("N", bare("-7")),
                        ("D", bare("1.5")),
                        ("E", bare("2.5E+3")),
                        ("S", bare("\"7\"")),
                    ]
                ),
                get(at("p", "1")),
                scan("I eq 933311100 and B and S eq '7'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.annotation-after",
            "An annotation counts before and behind its property",
            "A parser that reads one member at a time.",
            [TABLE_TYPES_ANNOTATION_ORDER],
            [
                post_json(
                    "/${table}",
                    "{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":\"39\",\"A@odata.type\":\"Edm.Int64\",\
                     \"B@odata.type\":\"Edm.Int64\",\"B\":\"40\"}"
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.annotation-of-plain-types",
            "Types that need no annotation may have one",
            "Only the types that need it are expected there.",
            [TABLE_TYPES_DOUBLE_ANNOTATED_INTEGER],
            [
                insert(
                    at("p", "1"),
                    [
                        ("S", literal("Edm.String", "\"x\"")),
                        ("I", literal("Edm.Int32", "5")),
                        ("B", literal("Edm.Boolean", "true")),
                        ("D", literal("Edm.Double", "3")),
                        ("F", literal("Edm.Double", "2.5")),
                    ]
                ),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.double-text",
            "An Edm.Double may be sent as a string, as the client for Go does",
            "A JSON number is expected where the type is a number.",
            [TABLE_TYPES_DOUBLE_TEXT],
            [
                insert(at("p", "1"), [("A", literal("Edm.Double", "\"1.5\""))]),
                insert_or_replace(at("p", "2"), [("A", literal("Edm.Double", "\"-12.25\""))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.types.double-spelling",
            "A double sent with more digits than it needs is the same double",
            "The text is kept instead of the number.",
            [TABLE_TYPES_DOUBLE],
            [
                insert(
                    at("p", "1"),
                    [
                        ("A", literal("Edm.Double", "3.0299999999999998")),
                        ("B", literal("Edm.Double", "20.100000000000001")),
                        ("C", bare("1.0")),
                    ]
                ),
                get(at("p", "1")),
                scan("A eq 3.03"),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-zone",
            "An Edm.DateTime with an offset is the same instant in UTC",
            "The offset is cut off.",
            [TABLE_TYPES_DATETIME_OFFSET],
            [
                insert(
                    at("p", "1"),
                    [
                        ("East", datetime_text("2024-01-01T01:30:00+02:00")),
                        ("West", datetime_text("2024-12-31T23:00:00.5-05:30")),
                    ]
                ),
                get(at("p", "1")),
                scan("East eq datetime'2023-12-31T23:30:00Z'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-zoneless",
            "An Edm.DateTime without a zone is accepted, and is UTC",
            "It is taken for local time, or refused.",
            [TABLE_TYPES_DATETIME_ZONELESS],
            [
                insert(at("p", "1"), [("A", datetime_text("2008-07-10T00:00:00"))]),
                insert_or_replace(at("p", "2"), [("A", datetime_text("2008-07-10T12:30:15.25"))]),
                scan_all(),
                scan("A eq datetime'2008-07-10T00:00:00Z'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.datetime-digits",
            "Digits beyond 100 nanoseconds are cut",
            "Parsers that take nine digits, or refuse more than seven.",
            [TABLE_TYPES_DATETIME],
            [insert(at("p", "1"), [("A", datetime_text("2021-04-01T01:01:01.000000001Z"))]), get(at("p", "1"))]
        ),
        check!(
            TableCore,
            "table.types.guid-case",
            "The digits of a GUID may be capitals",
            "GUIDs are compared as text.",
            [TABLE_TYPES_GUID],
            [
                insert(at("p", "1"), [("A", literal("Edm.Guid", "\"A455C695-DF98-5678-AAAA-81D3367E5A34\""))]),
                get(at("p", "1")),
                scan("A eq guid'a455c695-df98-5678-aaaa-81d3367e5a34'"),
            ]
        ),
        check!(
            TableCore,
            "table.types.int64-as-text",
            "An Edm.Int64 is a string in JSON, in both directions",
            "Sent as a number, it loses digits in JavaScript.",
            [TABLE_TYPES_INT64],
            [insert(at("p", "1"), [("A", literal("Edm.Int64", "\"-9223372036854775808\""))]), get(at("p", "1"))]
        ),
    ]
}
