//! How `not`, `and` and `or` bind, how deep and long filters may be, and what they may join.

use super::SUITE;
use super::filtering::{each, every_type, scans, three};
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{at, boolean, get, insert, int, scan, seed, text};
use tablestakes_reference::history::Step;

/// Eight rows, one for each assignment to the Booleans `A`, `B` and `C`.
fn assignments() -> Step {
    seed((0..8).map(|number| {
        let bit = |place: i32| boolean((number >> place) & 1 == 1);
        insert(at("p", format!("{number:03b}")), [("A", bit(2)), ("B", bit(1)), ("C", bit(0))])
    }))
}

/// Comparisons of `N`, joined by this word.
fn joined(word: &str, count: i32, operator: &str) -> String {
    (1..=count).map(|number| format!("N {operator} {number}")).collect::<Vec<_>>().join(&format!(" {word} "))
}

/// The same filter in this many pairs of parentheses.
fn nested(depth: usize, filter: &str) -> String {
    format!("{}{filter}{}", "(".repeat(depth), ")".repeat(depth))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.bindings",
            "not binds tighter than and, and that tighter than or, in every order",
            "Read from left to right, or from right to left.",
            [TABLE_QUERY_PRECEDENCE, TABLE_QUERY_NOT, TABLE_QUERY_BARE_BOOLEAN],
            scans(
                assignments(),
                [
                    "A and B or C",
                    "A or B and C",
                    "(A or B) and C",
                    "A and (B or C)",
                    "A or B or C",
                    "A and B and C",
                    "not (A and B)",
                    "not (A or B) and C",
                    "A and not (B or C)",
                    "A or not (B) and C",
                    "not (A) and not (B) or C",
                    "not (not (A) or B)",
                    "A and B or A and C or B and C",
                    "(A or B) and (B or C) and (A or C)",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.bindings-compared",
            "The same with comparisons in place of Boolean properties",
            "Comparisons are joined as they are read.",
            [TABLE_QUERY_PRECEDENCE, TABLE_QUERY_PARENTHESES, TABLE_QUERY_NOT],
            scans(
                assignments(),
                [
                    "A eq true and B eq true or C eq true",
                    "A eq true or B eq true and C eq true",
                    "(A eq true or B eq true) and C eq true",
                    "A eq true and (true eq B or C ne false)",
                    "not (A eq true) and B eq true",
                    "not (A eq true) or B eq true and C eq true",
                    "not (A eq true and B eq true) and C eq true",
                    "((A eq true) or ((B eq true) and (C eq true)))",
                    "RowKey lt '100' and A eq false or RowKey gt '110' and C eq true",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.nesting",
            "Parentheses may be nested twenty deep, around a part and around the whole",
            "A pattern for one or two levels.",
            [TABLE_QUERY_PARENTHESES],
            [
                three(),
                scan(nested(2, "N eq 1")),
                scan(nested(5, "2 eq N")),
                scan(nested(20, "N eq 1 or N eq 3")),
                scan(format!("{} and {}", nested(10, "N gt 1"), nested(10, "N lt 3"))),
                scan(format!("not {}", nested(10, "N eq 2"))),
            ]
        ),
        check!(
            TableQuery,
            "table.query.long-chains",
            "Fifteen comparisons joined by and, by or, and by both",
            "A limit of ten, or a tree that is as deep as the filter is long.",
            [TABLE_QUERY_MANY_COMPARISONS],
            [
                seed((1..=16).map(|number| insert(at("p", format!("{number:02}")), [("N", int(number))]))),
                scan(joined("or", 15, "eq")),
                scan(joined("and", 15, "ne")),
                scan(format!("({}) and ({})", joined("or", 7, "eq"), joined("and", 8, "ge"))),
                scan(format!("not ({})", joined("or", 15, "eq"))),
            ]
        ),
        check!(
            TableQuery,
            "table.query.fifty-one-comparisons",
            "A filter of 51 comparisons is answered like any other",
            "The limit of fifteen that the documentation gives is enforced.",
            [TABLE_QUERY_MORE_COMPARISONS],
            [three(), scan(joined("or", 51, "eq")), scan(joined("and", 51, "ge"))]
        ),
        check!(
            TableQuery,
            "table.query.bare-in-forms",
            "A Boolean property by itself, in parentheses, negated and joined; others are never true",
            "The grammar wants a comparison, or a truthy value will do.",
            [TABLE_QUERY_BARE_BOOLEAN, TABLE_QUERY_BARE_OTHER],
            [
                seed([
                    insert(at("p", "t"), [("B", boolean(true)), ("S", text("true"))]),
                    insert(at("p", "f"), [("B", boolean(false)), ("S", text("x"))]),
                    insert(at("p", "o"), [("B", text("true")), ("S", text(""))]),
                    insert(at("p", "n"), []),
                ]),
                scan("(B)"),
                scan("( B )"),
                scan("not (B)"),
                scan("B and RowKey eq 't'"),
                scan("RowKey eq 'f' or B"),
                scan("(B) or (S eq 'x')"),
                scan("S"),
                scan("(S)"),
                scan("S or RowKey eq 'n'"),
                scan("B and S"),
                scan("b"),
                get(at("p", "t")),
            ]
        ),
        check!(
            TableQuery,
            "table.query.boolean-alone",
            "true lets everything through and false nothing, alone, in parentheses and among conditions",
            "A literal is no condition, or every literal is true.",
            [TABLE_QUERY_LITERAL_BOOLEAN],
            scans(
                three(),
                [
                    "true",
                    "false",
                    "(true)",
                    "( false )",
                    " true ",
                    "not false",
                    "not (true)",
                    "false or N eq 2",
                    "N eq 2 and true",
                    "true or N eq 2",
                    "N ne 2 and false",
                    "(false) or (N gt 2)",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.constants-compared",
            "Two constants of any type cannot be compared",
            "An evaluator can, and then everything comes or nothing.",
            [TABLE_QUERY_TWO_CONSTANTS],
            each(
                three(),
                [
                    "'a' eq 'a'",
                    "1 eq 1L",
                    "(1 eq 1)",
                    "1 lt 2",
                    "true eq true",
                    "N eq 1 or 1 eq 1",
                    "not (1 eq 2)",
                    "'1' ne '1' and N eq 1",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.properties-compared",
            "Two properties of any kind cannot be compared, by any operator",
            "An evaluator can, and does.",
            [TABLE_QUERY_TWO_PROPERTIES],
            each(
                every_type(),
                [
                    "S eq S",
                    "S ne Absent",
                    "I lt L",
                    "I le D",
                    "L gt I",
                    "D ge L",
                    "(I eq L)",
                    "not (I eq L)",
                    "I eq 2 and I eq L",
                    "PartitionKey eq RowKey",
                    "RowKey lt S",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.null-everywhere",
            "null is compared with nothing, on either side, in parentheses and among others",
            "Null is the natural way to ask for what is missing.",
            [TABLE_QUERY_NULL_EQUALITY, TABLE_QUERY_NULL_ORDER],
            each(
                every_type(),
                [
                    "null eq S",
                    "null ne Absent",
                    "(S eq null)",
                    "not (S eq null)",
                    "S eq 'b' and I eq null",
                    "S eq 'b' or Absent ne null",
                    "null lt I",
                    "(null ge I)",
                    "T le null",
                    "G gt null",
                    "X ge null",
                    "B lt null",
                ]
            )
        ),
    ]
}
