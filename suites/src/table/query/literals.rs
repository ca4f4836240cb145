//! Literals of every type.

use super::SUITE;
use super::filtering::every_type;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, scan, seed, text};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.literal-string",
            "A string literal stands in quotes, and a quote within it is written twice",
            "Unescaping is left out.",
            [TABLE_QUERY_LITERAL_STRING],
            [
                seed([
                    insert(at("p", "1"), [("S", text("o'clock"))]),
                    insert(at("p", "2"), [("S", text("o''clock"))]),
                    insert(at("p", "3"), [("S", text("oclock"))]),
                ]),
                scan("S eq 'o''clock'"),
                scan("S eq 'o''''clock'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-int64",
            "An integer with the suffix L is an Int64",
            "The suffix is not known, or its digits pass through a double.",
            [TABLE_QUERY_LITERAL_INT64],
            [
                seed([
                    insert(at("p", "1"), [("L", long(9_007_199_254_740_993))]),
                    insert(at("p", "2"), [("L", long(9_007_199_254_740_992))]),
                    insert(at("p", "3"), [("L", long(i64::MIN))]),
                ]),
                scan("L eq 9007199254740993L"),
                scan("(L eq 9007199254740992L )"),
                scan("L lt 0L"),
                scan("L gt 2147483697L"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-double-suffix",
            "A number with the suffix D is a Double",
            "The suffix is not known, and the number is an identifier.",
            [TABLE_QUERY_LITERAL_DOUBLE_SUFFIX],
            [
                seed([insert(at("p", "1"), [("D", double(3.0))]), insert(at("p", "2"), [("D", double(2.5))]),]),
                scan("D eq 3D"),
                scan("D lt 3D"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-negative",
            "A number may be negative",
            "The minus is an operator without a left side.",
            [TABLE_QUERY_LITERAL_NEGATIVE],
            [
                seed([
                    insert(at("p", "1"), [("I", int(-5)), ("L", long(-5)), ("D", double(-2.5))]),
                    insert(at("p", "2"), [("I", int(5)), ("L", long(5)), ("D", double(2.5))]),
                ]),
                scan("I eq -5"),
                scan("I gt -6 and I lt -4"),
                scan("L eq -5L"),
                scan("D eq -2.5"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-double",
            "A number with a decimal point is a Double",
            "It is cut, rounded, or compared as text.",
            [TABLE_QUERY_LITERAL_DOUBLE],
            [
                seed([
                    insert(at("p", "1"), [("D", double(123.45))]),
                    insert(at("p", "2"), [("D", double(123.0))]),
                    insert(at("p", "3"), [("D", double(123.46))]),
                ]),
                scan("D eq 123.45"),
                scan("D gt 123.0"),
                scan("D lt 123.46"),
                scan("D eq 123.0"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-boolean",
            "true and false are literals",
            "They are taken for properties of that name.",
            [TABLE_QUERY_LITERAL_BOOLEAN],
            [
                seed([
                    insert(at("p", "t"), [("B", boolean(true))]),
                    insert(at("p", "f"), [("B", boolean(false))]),
                    insert(at("p", "s"), [("B", text("true"))]),
                ]),
                scan("B eq true"),
                scan("B eq false"),
                scan("B ne true"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-boolean-capitals",
            "Boolean literals may be written in capitals",
            "Keywords are compared with case.",
            [TABLE_QUERY_LITERAL_BOOLEAN_CASE],
            [
                seed([insert(at("p", "t"), [("B", boolean(true))]), insert(at("p", "f"), [("B", boolean(false))])]),
                scan("B eq TRUE"),
                scan("B eq False"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-datetime",
            "datetime'…' is a DateTime, to 100 nanoseconds and with or without a fraction",
            "Dates are compared as text, in which `12:00:00Z` is greater than `12:00:00.5Z`.",
            [TABLE_QUERY_LITERAL_DATETIME],
            [
                seed([
                    insert(at("p", "1"), [("T", datetime((2024, 2, 29), (12, 0, 0), 0))]),
                    insert(at("p", "2"), [("T", datetime((2024, 2, 29), (12, 0, 0), 5_000_000))]),
                    insert(at("p", "3"), [("T", datetime((2024, 2, 29), (12, 0, 1), 0))]),
                ]),
                scan("T eq datetime'2024-02-29T12:00:00Z'"),
                scan("T eq datetime'2024-02-29T12:00:00.5000000Z'"),
                scan("T gt datetime'2024-02-29T12:00:00Z' and T lt datetime'2024-02-29T12:00:01Z'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-guid",
            "guid'…' is a Guid, and a string of the same digits is not",
            "GUIDs are kept as strings.",
            [TABLE_QUERY_LITERAL_GUID],
            [
                seed([
                    insert(at("p", "1"), [("G", guid(0xa455_c695_df98_5678_aaaa_81d3_367e_5a34))]),
                    insert(at("p", "2"), [("G", text("a455c695-df98-5678-aaaa-81d3367e5a34"))]),
                ]),
                scan("G eq guid'a455c695-df98-5678-aaaa-81d3367e5a34'"),
                scan("G eq 'a455c695-df98-5678-aaaa-81d3367e5a34'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-binary",
            "X'…' and binary'…' are Binary",
            "Binary is forgotten, or expected in base64.",
            [TABLE_QUERY_LITERAL_BINARY],
            [
                seed([
                    insert(at("p", "1"), [("X", binary([1, 2, 50]))]),
                    insert(at("p", "2"), [("X", binary([1, 2]))]),
                    insert(at("p", "3"), [("X", text("010232"))]),
                ]),
                scan("X eq X'010232'"),
                scan("X eq binary'010232'"),
                scan("X eq '010232'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literals-together",
            "One filter may hold literals of every type",
            "Each literal is translated by its own replacement over the whole text.",
            [TABLE_QUERY_FILTER, TABLE_QUERY_AND],
            [
                every_type(),
                scan(
                    "S eq 'b' and I eq 2 and L eq 2L and D eq 2.5 and B eq true and \
                     T eq datetime'2024-02-29T12:00:00.0000005Z' and \
                     G eq guid'68260000-0000-4000-8000-000000000001' and X eq X'0a0b'"
                ),
                scan("S eq '2L' or S eq 'guid''x''' or S eq 'true' or I eq 2"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.property-names",
            "Property names that look like keywords or literals are names",
            "Replacement by pattern, without a grammar.",
            [TABLE_QUERY_PROPERTY_UNDERSCORE],
            [
                seed([
                    insert(at("p", "1"), [("_x", int(1)), ("android", int(1)), ("x1L", int(1))]),
                    insert(at("p", "2"), [("_x", int(2)), ("android", int(2)), ("x1L", int(2))]),
                ]),
                scan("_x eq 1"),
                scan("android eq 2"),
                scan("x1L eq 1"),
            ]
        ),
    ]
}
