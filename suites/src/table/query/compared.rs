//! The six operators on every type, on types that differ, and on properties that are missing.

use super::SUITE;
use super::filtering::{every_type, three};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, scan, seed, text};
use tablestakes_reference::history::Step;

/// `property OP literal` for all six operators, as one step each.
fn operators(property: &str, literal: &str) -> impl Iterator<Item = Step> {
    ["eq", "ne", "lt", "le", "gt", "ge"]
        .map(|operator| Step::from(scan(format!("{property} {operator} {literal}"))))
        .into_iter()
}

/// Steps on rows of which `setup` makes some: all operators for each of the literals.
fn all_operators(setup: impl Into<Step>, comparisons: &[(&str, &str)]) -> Vec<Step> {
    let compared = comparisons.iter().flat_map(|(property, literal)| operators(property, literal));
    std::iter::once(setup.into()).chain(compared).collect()
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.eq",
            "eq finds equal values, case and all",
            "Comparison by locale.",
            [TABLE_QUERY_EQ],
            [
                seed(["abc", "ABC", "abc ", "ab"].map(|value| insert(at("p", value), [("S", text(value))]))),
                scan("S eq 'abc'"),
                scan("S eq 'ABC'"),
                scan("S eq 'aBC'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.ne",
            "ne finds different values",
            "It is written as the negation of eq, and then finds rows without the property as well.",
            [TABLE_QUERY_NE],
            [three(), scan("N ne 2"), scan("N ne 9")]
        ),
        check!(
            TableQuery,
            "table.query.order-operators",
            "lt, le, gt and ge differ where values are equal",
            "One sign too many or too few.",
            [TABLE_QUERY_LT, TABLE_QUERY_LE, TABLE_QUERY_GT, TABLE_QUERY_GE],
            [three(), scan("N lt 2"), scan("N le 2"), scan("N gt 2"), scan("N ge 2")]
        ),
        check!(
            TableQuery,
            "table.query.numbers",
            "Int32, Int64 and Double are compared by their value",
            "Numbers kept as text: 10 is less than 9.",
            [TABLE_QUERY_LT, TABLE_QUERY_GT],
            [
                seed([
                    insert(at("p", "1"), [("I", int(9)), ("L", long(9)), ("D", double(9.5))]),
                    insert(at("p", "2"), [("I", int(10)), ("L", long(10)), ("D", double(10.5))]),
                    insert(at("p", "3"), [("I", int(-10)), ("L", long(-10)), ("D", double(-10.5))]),
                ]),
                scan("I lt 10"),
                scan("L ge 9L"),
                scan("D gt 9.5"),
                scan("I lt -9"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.strings-ordered",
            "Strings are ordered by code unit: capitals before small letters, a prefix first",
            "Order by locale, in which `a` stands before `B`.",
            [TABLE_QUERY_STRING_ORDER],
            [
                seed(["a", "B", "b", "aa", "Z", "_", "1"].map(|value| insert(at("p", value), [("S", text(value))]))),
                scan("S lt 'a'"),
                scan("S gt 'B'"),
                scan("S ge 'a' and S lt 'b'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.booleans-ordered",
            "false is less than true",
            "Booleans have no order in some languages.",
            [TABLE_QUERY_BOOLEAN_ORDER],
            all_operators(
                seed([insert(at("p", "t"), [("B", boolean(true))]), insert(at("p", "f"), [("B", boolean(false))])]),
                &[("B", "true"), ("B", "false")]
            )
        ),
        check!(
            TableQuery,
            "table.query.guids-ordered",
            "GUIDs are ordered by their leading digits",
            "As text with another layout, or octet by octet in Microsoft's mixed order.",
            [TABLE_QUERY_GUID_ORDER],
            all_operators(
                seed([0x58_u128, 0x68, 0x78].map(|lead| {
                    // The last digits run the other way, so that an order from the end shows.
                    let digits = (lead << 120) | (0x100 - lead);
                    insert(at("p", lead.to_string()), [("G", guid(digits))])
                })),
                &[("G", "guid'68000000-0000-0000-0000-000000000098'")]
            )
        ),
        check!(
            TableQuery,
            "table.query.binaries-ordered",
            "Binary values are ordered octet by octet",
            "As base64 text, by length, or as signed octets.",
            [TABLE_QUERY_BINARY_ORDER],
            all_operators(
                seed([
                    insert(at("p", "1"), [("X", binary([0x0a]))]),
                    insert(at("p", "2"), [("X", binary([0x0a, 0x00]))]),
                    insert(at("p", "3"), [("X", binary([0x0b]))]),
                    insert(at("p", "4"), [("X", binary([0xff]))]),
                    insert(at("p", "5"), [("X", binary([0x01, 0x02, 0x03]))]),
                ]),
                &[("X", "X'0a00'")]
            )
        ),
        check!(
            TableQuery,
            "table.query.datetimes-ordered",
            "DateTimes are ordered to 100 nanoseconds",
            "Dates in milliseconds.",
            [TABLE_QUERY_LITERAL_DATETIME],
            all_operators(
                seed([4, 5, 6].map(|ticks| {
                    insert(at("p", ticks.to_string()), [("T", datetime((2024, 2, 29), (12, 0, 0), ticks))])
                })),
                &[("T", "datetime'2024-02-29T12:00:00.0000005Z'")]
            )
        ),
        check!(
            TableQuery,
            "table.query.missing-property",
            "A comparison with a property that the row lacks is never true, ne included",
            "Undefined differs from everything.",
            [TABLE_QUERY_MISSING_PROPERTY],
            all_operators(every_type(), &[("Absent", "'b'"), ("S", "'c'")])
        ),
        check!(
            TableQuery,
            "table.query.missing-property-typed",
            "The same with literals of every type",
            "The default of the type is compared: zero, the empty GUID, the first date.",
            [TABLE_QUERY_MISSING_PROPERTY],
            steps![
                insert(at("p", "1"), []),
                scan("A ge 0"),
                scan("A le 0L"),
                scan("A ne 1.5"),
                scan("A eq false"),
                scan("A lt datetime'9999-12-31T23:59:59Z'"),
                scan("A le guid'00000000-0000-0000-0000-000000000000'"),
                scan("A ne X'00'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.other-type-equal",
            "eq, gt and ge are not true where the property has another type than the literal",
            "Values are compared by their text: the string `2` equals the number.",
            [TABLE_QUERY_TYPE_MISMATCH_EQ],
            [
                seed([
                    insert(at("p", "1"), [("A", text("2"))]),
                    insert(at("p", "2"), [("A", int(2))]),
                    insert(at("p", "3"), [("A", text("true"))]),
                    insert(at("p", "4"), [("A", text("68260000-0000-4000-8000-000000000001"))]),
                    insert(at("p", "5"), [("A", guid(0x6826_0000_0000_4000_8000_0000_0000_0001))]),
                ]),
                scan("A eq '2'"),
                scan("A eq 2"),
                scan("A eq true"),
                scan("A eq '68260000-0000-4000-8000-000000000001'"),
                scan("A eq guid'68260000-0000-4000-8000-000000000001'"),
                scan("A ge '1'"),
                scan("A gt 1"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.empty-string-of-other-type",
            "An empty string equals no GUID, date, number or Boolean",
            "The empty string is zero, false or missing once it is converted.",
            [TABLE_QUERY_TYPE_MISMATCH_EQ],
            [
                insert(at("p", "1"), [("A", text(""))]),
                scan("A eq guid'00000000-0000-0000-0000-000000000000'"),
                scan("A ge guid'00000000-0000-0000-0000-000000000000'"),
                scan("A gt datetime'1601-01-01T00:00:00Z'"),
                scan("A eq 0"),
                scan("A eq false"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.other-type-different",
            "ne, lt and le are true where the property has another type than the literal",
            "A mismatch of types is an error or false everywhere else.",
            [TABLE_QUERY_TYPE_MISMATCH_NE],
            steps![
                every_type(),
                scan("S ne 2"),
                scan("I lt 'a'"),
                scan("B le 1"),
                scan("G ne 'x'"),
                scan("X lt true"),
                scan("T le 'x'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.promotion",
            "A narrower literal is compared by its number with an Int64 or Double property",
            "Types are compared before values.",
            [TABLE_QUERY_PROMOTION],
            [
                every_type(),
                scan("L eq 2"),
                scan("L lt 3"),
                scan("D gt 2"),
                scan("D lt 3L"),
                scan("D eq 2"),
                scan("L gt 2"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.no-demotion",
            "A wider literal is of another type for an Int32 or Int64 property",
            "All numbers are one type.",
            [TABLE_QUERY_NO_DEMOTION],
            [
                every_type(),
                scan("I eq 2L"),
                scan("I ge 1L"),
                scan("I eq 2.0"),
                scan("L eq 2.0"),
                scan("L ge 1.0"),
                scan("I ne 2L"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literal-first",
            "The literal may stand on either side",
            "The grammar wants a property first, or forgets to turn the operator round.",
            [TABLE_QUERY_LITERAL_FIRST],
            [three(), scan("2 eq N"), scan("2 lt N"), scan("2 ge N"), scan("'p' eq PartitionKey and '1' ne RowKey"),]
        ),
        check!(
            TableQuery,
            "table.query.empty-string",
            "The empty string is a value that can be found and compared",
            "It counts as missing.",
            [TABLE_QUERY_EMPTY_STRING],
            [
                seed([
                    insert(at("p", "1"), [("S", text(""))]),
                    insert(at("p", "2"), [("S", text("a"))]),
                    insert(at("p", "3"), []),
                ]),
                scan("S eq ''"),
                scan("S ne ''"),
                scan("S gt ''"),
                scan("S lt ''"),
                scan("S le ''"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.property-case",
            "Property names in a filter are compared with case",
            "Names are folded, as columns of a database are.",
            [TABLE_QUERY_PROPERTY_CASE],
            [
                insert(at("p", "1"), [("Name", int(1))]),
                insert(at("p", "2"), [("name", int(1))]),
                scan("Name eq 1"),
                scan("name eq 1"),
                scan("NAME eq 1"),
            ]
        ),
    ]
}
