//! Literals of every type on both sides of every operator, and beside parentheses and blanks.

use super::SUITE;
use super::filtering::every_type;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, scan, seed, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::PropertyValue;

const OPERATORS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// A row for each of the values, in order, and one without the property; then the literal compared with the property by
/// every operator, the property first and the literal first.
fn both_sides(values: impl IntoIterator<Item = PropertyValue>, literal: &str) -> Vec<Step> {
    let rows = values.into_iter().enumerate().map(|(place, value)| insert(at("p", place.to_string()), [("A", value)]));
    let mut script = steps![seed(rows.chain([insert(at("p", "without"), [])]))];
    script.extend(OPERATORS.map(|operator| Step::from(scan(format!("A {operator} {literal}")))));
    script.extend(OPERATORS.map(|operator| Step::from(scan(format!("{literal} {operator} A")))));
    script
}

/// A property of the row that [`every_type`] makes, and its value as a literal.
const HELD: [(&str, &str); 8] = [
    ("S", "'b'"),
    ("I", "2"),
    ("L", "2L"),
    ("D", "2.5"),
    ("B", "true"),
    ("T", "datetime'2024-02-29T12:00:00.0000005Z'"),
    ("G", "guid'68260000-0000-4000-8000-000000000001'"),
    ("X", "X'0a0b'"),
];

/// Two forms for each type, in which `P` stands for the property and `V` for the literal.
fn in_forms(first: &str, second: &str) -> Vec<Step> {
    let written = |form: &str, (property, literal): (&str, &str)| {
        let filter: Vec<String> = form
            .split(' ')
            .map(|word| match word.trim_matches(['(', ')']) {
                "P" => word.replace('P', property),
                "V" => word.replace('V', literal),
                _ => word.to_owned(),
            })
            .collect();
        Step::from(scan(filter.join(" ")))
    };
    let mut script = steps![every_type()];
    script.extend(HELD.into_iter().flat_map(|held| [written(first, held), written(second, held)]));
    script
}

/// A property that no row has, compared by every operator with two of the literals, on both sides.
fn missing(literals: [&str; 3]) -> Vec<Step> {
    let mut script = steps![every_type()];
    for (place, operator) in OPERATORS.into_iter().enumerate() {
        for (nth, literal) in literals.into_iter().enumerate() {
            let first = (place + nth) % 2 == 0;
            let filter =
                if first { format!("{literal} {operator} Absent") } else { format!("(Absent {operator} {literal})") };
            script.push(Step::from(scan(filter)));
        }
    }
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.sides-string",
            "A string literal on either side of every operator",
            "The parts of a comparison are taken by their place, and the operator is not turned round.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_STRING, TABLE_QUERY_STRING_ORDER],
            both_sides([text(""), text("a"), text("b"), text("c")], "'b'")
        ),
        check!(
            TableQuery,
            "table.query.sides-int32",
            "An Int32 literal on either side of every operator",
            "The parts of a comparison are taken by their place, and the operator is not turned round.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LT, TABLE_QUERY_LE, TABLE_QUERY_GT, TABLE_QUERY_GE],
            both_sides([int(-2), int(0), int(1), int(10)], "1")
        ),
        check!(
            TableQuery,
            "table.query.sides-int64",
            "An Int64 literal on either side of every operator",
            "The suffix is looked for behind the operator only.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_INT64],
            both_sides(
                [long(-2), long(9_007_199_254_740_992), long(9_007_199_254_740_993), long(9_007_199_254_740_994)],
                "9007199254740993L"
            )
        ),
        check!(
            TableQuery,
            "table.query.sides-double",
            "A Double literal on either side of every operator",
            "A number before the operator is read as an integer.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_DOUBLE],
            both_sides([double(-2.5), double(2.25), double(2.5), double(2.75)], "2.5")
        ),
        check!(
            TableQuery,
            "table.query.sides-boolean",
            "A Boolean literal on either side of every operator",
            "true in front is a condition, and what follows it is skipped.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_BOOLEAN, TABLE_QUERY_BOOLEAN_ORDER],
            both_sides([boolean(false), boolean(true)], "true")
        ),
        check!(
            TableQuery,
            "table.query.sides-datetime",
            "A DateTime literal on either side of every operator",
            "A prefix before the operator is taken for the property.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_DATETIME],
            both_sides(
                [0, 1, 2, 10_000].map(|ticks| datetime((2024, 2, 29), (12, 0, 0), ticks)),
                "datetime'2024-02-29T12:00:00.0000001Z'"
            )
        ),
        check!(
            TableQuery,
            "table.query.sides-guid",
            "A Guid literal on either side of eq and ne, and of the others",
            "A prefix before the operator is taken for the property.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_GUID, TABLE_QUERY_GUID_ORDER],
            both_sides(
                [0x58_u128, 0x68, 0x78].map(|lead| guid((lead << 120) | (0x100 - lead))),
                "guid'68000000-0000-0000-0000-000000000098'"
            )
        ),
        check!(
            TableQuery,
            "table.query.sides-binary",
            "A Binary literal on either side of every operator",
            "X before the operator is taken for the property.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_LITERAL_BINARY, TABLE_QUERY_BINARY_ORDER],
            both_sides([binary([]), binary([0x0a]), binary([0x0a, 0x00]), binary([0x0b])], "binary'0a'")
        ),
        check!(
            TableQuery,
            "table.query.forms-grouped",
            "A comparison of every type may stand in parentheses, its literal on either side",
            "Parentheses are cut off where the text begins with one and ends with one.",
            [TABLE_QUERY_PARENTHESES, TABLE_QUERY_LITERAL_FIRST],
            in_forms("(V eq P)", "((P eq V) and (V le P))")
        ),
        check!(
            TableQuery,
            "table.query.forms-blanks",
            "The same with blanks beside the parentheses, and with runs of them",
            "A literal is known by what stands around it.",
            [TABLE_QUERY_BLANKS, TABLE_QUERY_LITERAL_FIRST],
            in_forms("( V   eq P )", "( P  ge  V ) or( V ne P )")
        ),
        check!(
            TableQuery,
            "table.query.forms-not",
            "not takes a comparison of every type, its literal on either side",
            "not is read for the form with the property first.",
            [TABLE_QUERY_NOT, TABLE_QUERY_LITERAL_FIRST],
            in_forms("not (V ne P)", "not (P eq V) and RowKey eq 'all'")
        ),
        check!(
            TableQuery,
            "table.query.forms-among-others",
            "A comparison of every type may stand before and behind others",
            "The first or the last part of a filter is read by another function than the rest.",
            [TABLE_QUERY_AND, TABLE_QUERY_OR],
            in_forms("P eq V and RowKey eq 'all' and V eq P", "RowKey eq 'none' or V eq P or P lt V")
        ),
        check!(
            TableQuery,
            "table.query.missing-both-sides",
            "A missing property equals, differs from, and is before and behind no string, number or date",
            "Missing is null, zero or the empty string, which some literals are greater than.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_LITERAL_FIRST],
            missing(["''", "0", "datetime'9999-12-31T23:59:59Z'"])
        ),
        check!(
            TableQuery,
            "table.query.missing-both-sides-wide",
            "The same for Int64, Double and Boolean literals",
            "Missing is null, zero or false, which some literals are greater than.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_LITERAL_FIRST],
            missing(["9223372036854775807L", "-1.5", "false"])
        ),
        check!(
            TableQuery,
            "table.query.missing-both-sides-octets",
            "The same for Guid and Binary literals, the empty one too",
            "Missing is null, or no octets.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_LITERAL_FIRST],
            missing(["guid'ffffffff-ffff-ffff-ffff-ffffffffffff'", "X''", "binary'ff'"])
        ),
        check!(
            TableQuery,
            "table.query.keys-both-sides",
            "PartitionKey and RowKey on either side of every operator",
            "Keys are looked for at the beginning of a filter, to find the partition.",
            [TABLE_QUERY_LITERAL_FIRST, TABLE_QUERY_PARTITION_FILTER],
            keys()
        ),
        check!(
            TableQuery,
            "table.query.timestamp-both-sides",
            "Timestamp on either side of every operator",
            "It is kept apart from the other properties.",
            [TABLE_QUERY_TIMESTAMP, TABLE_QUERY_LITERAL_FIRST],
            timestamps()
        ),
    ]
}

/// Comparisons of keys in both forms, alternately.
fn keys() -> Vec<Step> {
    let mut script = steps![
        seed(["1", "2", "3"].map(|row| insert(at("b", row), []))),
        insert(at("a", "2"), []),
        insert(at("c", "2"), []),
    ];
    script.extend(OPERATORS.map(|operator| Step::from(scan(format!("'b' {operator} PartitionKey")))));
    script.extend(OPERATORS.map(|operator| Step::from(scan(format!("'2' {operator} RowKey")))));
    script.push(Step::from(scan("'b' eq PartitionKey and '2' lt RowKey")));
    script.push(Step::from(scan("('2' eq RowKey) and ('b' ge PartitionKey)")));
    script
}

fn timestamps() -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [])];
    for operator in OPERATORS {
        script.push(Step::from(scan(format!("datetime'2010-01-01T00:00:00Z' {operator} Timestamp"))));
        script.push(Step::from(scan(format!("(Timestamp {operator} datetime'2010-01-01T00:00:00.000Z')"))));
    }
    script
}
