//! Every type of property beside every type of literal.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, scan, seed, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::PropertyValue;

/// Literals of the types that are no numbers of different widths, each equal to the value of one row of [`mixed`].
const LITERALS: [&str; 6] = [
    "'true'",
    "2",
    "true",
    "datetime'2024-02-29T12:00:00Z'",
    "guid'68260000-0000-4000-8000-000000000001'",
    "X'74727565'",
];

/// Rows whose property `A` has now one type, now another.
fn rows(values: impl IntoIterator<Item = (&'static str, PropertyValue)>) -> Step {
    seed(values.into_iter().map(|(row, value)| insert(at("p", row), [("A", value)])))
}

/// Rows of the types that [`LITERALS`] has; their texts are alike where that is possible.
fn mixed() -> Step {
    rows([
        ("string", text("true")),
        ("int32", int(2)),
        ("boolean", boolean(true)),
        ("datetime", datetime((2024, 2, 29), (12, 0, 0), 0)),
        ("guid", guid(0x6826_0000_0000_4000_8000_0000_0000_0001)),
        ("binary", binary(*b"true")),
    ])
}

fn compared(setup: Step, operators: &[&str], literals: &[&str]) -> Vec<Step> {
    let mut script = vec![setup];
    for operator in operators {
        script.extend(literals.iter().map(|literal| Step::from(scan(format!("A {operator} {literal}")))));
    }
    script
}

/// Strings that read like the literals of other types, and one like none.
fn lookalikes() -> Vec<Step> {
    let mut script = steps![rows([
        ("0", text("0")),
        ("1", text("1.0")),
        ("2", text("false")),
        ("3", text("null")),
        ("4", text("2024-02-29T12:00:00Z")),
        ("5", text("00000000-0000-0000-0000-000000000000")),
        ("6", text("")),
        ("7", text("0L")),
    ])];
    let literals = [
        "0",
        "0L",
        "0.0",
        "1.0",
        "false",
        "datetime'2024-02-29T12:00:00Z'",
        "guid'00000000-0000-0000-0000-000000000000'",
        "X''",
    ];
    for literal in literals {
        script.push(Step::from(scan(format!("A eq {literal}"))));
        script.push(Step::from(scan(format!("{literal} eq A"))));
    }
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.pairs-equal",
            "eq, ge and gt find values of the literal's own type only, for every pair of types",
            "Values are converted to the other side's type, or compared by their text.",
            [TABLE_QUERY_TYPE_MISMATCH_EQ],
            compared(mixed(), &["eq", "ge", "gt"], &LITERALS)
        ),
        check!(
            TableQuery,
            "table.query.pairs-different",
            "ne, le and lt find values of every other type, for every pair of types",
            "A mismatch of types is false, or an error.",
            [TABLE_QUERY_TYPE_MISMATCH_NE],
            compared(mixed(), &["ne", "le", "lt"], &LITERALS)
        ),
        check!(
            TableQuery,
            "table.query.pairs-numbers",
            "Int32, Int64 and Double beside literals of each of the three",
            "All numbers are one type, or each is one of its own.",
            [TABLE_QUERY_PROMOTION, TABLE_QUERY_NO_DEMOTION],
            compared(
                rows([("int32", int(2)), ("int64", long(2)), ("double", double(2.0))]),
                &["eq", "ne", "lt", "le", "gt", "ge"],
                &["2", "2L", "2.0"]
            )
        ),
        check!(
            TableQuery,
            "table.query.pairs-lookalikes",
            "A string is none of the other types, whatever it reads like",
            "A loose comparison: zero, false, null and the empty string are all alike.",
            [TABLE_QUERY_TYPE_MISMATCH_EQ, TABLE_QUERY_LITERAL_FIRST],
            lookalikes()
        ),
    ]
}
