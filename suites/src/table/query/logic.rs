//! `and`, `or`, `not`, parentheses, and Boolean properties by themselves.

use super::SUITE;
use super::filtering::{every_type, three};
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{at, boolean, insert, int, scan, seed, text};

/// Fifteen comparisons of which the last alone holds for the row with 3.
fn many(comparisons: u32) -> String {
    (0..comparisons).map(|number| format!("N eq {}", comparisons + 2 - number)).collect::<Vec<_>>().join(" or ")
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.and",
            "and is true where both sides are",
            "Both are needed even where the first decides.",
            [TABLE_QUERY_AND],
            [three(), scan("N gt 1 and N lt 3"), scan("N gt 1 and N gt 2"), scan("N lt 1 and N gt 2")]
        ),
        check!(
            TableQuery,
            "table.query.or",
            "or is true where either side is, and no row comes twice",
            "The union of two result lists.",
            [TABLE_QUERY_OR],
            [three(), scan("N eq 1 or N eq 3"), scan("N lt 3 or N gt 1"), scan("N eq 8 or N eq 9")]
        ),
        check!(
            TableQuery,
            "table.query.not",
            "not turns round a comparison, a group and a Boolean property",
            "A prefix in a grammar of infixes.",
            [TABLE_QUERY_NOT],
            [
                three(),
                scan("not (N eq 2)"),
                scan("not (N eq 1 or N eq 2)"),
                scan("not (not (N eq 2))"),
                scan("N lt 3 and not (N eq 1)"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.precedence",
            "and binds tighter than or, on either side",
            "Read from left to right.",
            [TABLE_QUERY_PRECEDENCE],
            [
                three(),
                scan("N eq 1 or N eq 2 and N eq 3"),
                scan("N eq 3 and N eq 2 or N eq 1"),
                scan("N eq 1 and N eq 1 or N eq 2 and N eq 2"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.parentheses",
            "Parentheses group, however deep",
            "They are dropped, or allowed around the whole only.",
            [TABLE_QUERY_PARENTHESES],
            [
                three(),
                scan("(N eq 1 or N eq 2) and N eq 2"),
                scan("N eq 2 and (N eq 1 or N eq 2)"),
                scan("((((N eq 1)) or (((N eq 3)))))"),
                scan("(((RowKey eq '1') and (N eq 1)) or ((N eq 2) and ((RowKey eq 'x') or (N gt 1))))"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.parentheses-without-blanks",
            "No blank is needed beside parentheses, and runs of blanks are one",
            "A tokenizer that splits at single blanks.",
            [TABLE_QUERY_BLANKS],
            [
                three(),
                scan("(N eq 1)or(N eq 2)"),
                scan("not(N eq 2)and(N gt 0)"),
                scan("N   eq    2"),
                scan("  N eq 2  "),
                scan("N\teq\t2"),
                scan("N ne 2 and   RowKey ne   ''"),
                scan("( N eq 1 ) or ( N eq 3 )"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.literals-beside-parentheses",
            "A literal of every type may stand beside a parenthesis, with blanks between or without",
            "Literals are found by what stands around them.",
            [TABLE_QUERY_BLANKS],
            [
                every_type(),
                scan("(I eq 2)"),
                scan("( I eq 2 )"),
                scan("(L eq 2L)"),
                scan("( L eq 2L )"),
                scan("((L eq 2L ) and (L ge 2L))"),
                scan("(D eq 2.5 )"),
                scan("(B eq true )"),
                scan("(S eq 'b' )"),
                scan("( T eq datetime'2024-02-29T12:00:00.0000005Z' )"),
                scan("(G eq guid'68260000-0000-4000-8000-000000000001' )"),
                scan("(X eq X'0a0b' )"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.blanks-in-literals",
            "Blanks, words and parentheses within a literal are text",
            "The filter is split before its literals are read.",
            [TABLE_QUERY_LITERAL_STRING],
            [
                seed([
                    insert(at("p", "1"), [("S", text("a  b"))]),
                    insert(at("p", "2"), [("S", text("x and (y) eq 'z' or not"))]),
                    insert(at("p", "3"), [("S", text("a b"))]),
                ]),
                scan("S eq 'a  b'"),
                scan("S eq 'x and (y) eq ''z'' or not'"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.not-missing",
            "not of a comparison with a missing property is true",
            "With three-valued logic not of unknown would stay unknown.",
            [TABLE_QUERY_NOT_MISSING],
            [
                every_type(),
                scan("not (S eq 'b')"),
                scan("not (Absent ne 5)"),
                scan("not (S ne 'x')"),
                scan("not (Absent eq 1 and RowKey eq 'all')"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.missing-in-logic",
            "A missing property on one side of and or or leaves the decision to the other",
            "An exception, or unknown swallows the whole.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_OR],
            [
                every_type(),
                scan("Absent eq 1 or RowKey eq 'none'"),
                scan("RowKey eq 'none' or Absent eq 1"),
                scan("Absent eq 1 and RowKey eq 'none'"),
                scan("S eq 'b' or I eq 9"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.bare-boolean",
            "A Boolean property by itself is a filter, also under and, or and not",
            "The grammar wants a comparison.",
            [TABLE_QUERY_BARE_BOOLEAN],
            [
                seed([
                    insert(at("p", "t"), [("B", boolean(true)), ("N", int(1))]),
                    insert(at("p", "f"), [("B", boolean(false)), ("N", int(2))]),
                    insert(at("p", "n"), [("N", int(3))]),
                ]),
                scan("B"),
                scan("not B"),
                scan("B or N eq 3"),
                scan("N gt 0 and B"),
            ]
        ),
        check!(
            TableQuery,
            "table.query.bare-other",
            "A property that is not Boolean is never true by itself, and no error",
            "Truthiness.",
            [TABLE_QUERY_BARE_OTHER],
            [every_type(), scan("I"), scan("S"), scan("Absent"), scan("I or RowKey eq 'none'")]
        ),
        check!(
            TableQuery,
            "table.query.many-comparisons",
            "A filter may have fifteen comparisons",
            "A recursive parser with a small stack, or a limit on the query string.",
            [TABLE_QUERY_MANY_COMPARISONS],
            [three(), scan(many(15)), scan(many(14))]
        ),
        check!(
            TableQuery,
            "table.query.constants-in-logic",
            "Boolean literals may stand in a larger filter",
            "A literal is no operand of and.",
            [TABLE_QUERY_LITERAL_BOOLEAN],
            [three(), scan("true and N eq 1"), scan("N eq 1 or false"), scan("(true and RowKey eq '2')")]
        ),
    ]
}
