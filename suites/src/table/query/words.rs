//! Words: constants alone, keywords in another case, functions, and names that are like them.

use super::SUITE;
use super::filtering::{each, every_type, three};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{at, insert, int, query_tables, scan, seed};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Query;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.constant-alone-number",
            "A number of any type is no filter, with parentheses and blanks or without",
            "Truthiness: whatever is not zero lets everything through.",
            [TABLE_QUERY_CONSTANT_ALONE],
            each(three(), ["1", "0", "-1", "( 1 )", "5L", "(5L)", "( 5L )", "0L", "2.5", "(0.0)", " 2.5 ", "((1))"])
        ),
        check!(
            TableQuery,
            "table.query.constant-alone-quoted",
            "A String, DateTime, Guid or Binary literal is no filter",
            "Truthiness: whatever is not empty lets everything through.",
            [TABLE_QUERY_CONSTANT_ALONE],
            each(
                every_type(),
                [
                    "''",
                    "('p')",
                    "( 'p' )",
                    "'true'",
                    "datetime'2024-02-29T12:00:00Z'",
                    "(datetime'2024-02-29T12:00:00Z' )",
                    "guid'68260000-0000-4000-8000-000000000001'",
                    "( guid'68260000-0000-4000-8000-000000000001')",
                    "X'0a0b'",
                    "(X'')",
                    "binary'0a0b'",
                    "( binary'' )",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.keywords-in-capitals",
            "Operators in capitals are no operators",
            "Keywords are compared without case, or the text is folded before it is read.",
            [TABLE_QUERY_SYNTAX_ERROR],
            [
                each(
                    three(),
                    [
                        "N EQ 1",
                        "N Eq 1",
                        "N NE 1",
                        "N GT 1",
                        "N Ge 1",
                        "N LT 2",
                        "N lE 2",
                        "N eq 1 AND N eq 1",
                        "N eq 1 OR N eq 2",
                        "N eq 1 And N eq 1",
                        "(N eq 1) Or (N eq 2)",
                    ]
                ),
                vec![scan("N eq 2").into()]
            ]
            .concat()
        ),
        check!(
            TableQuery,
            "table.query.operators-of-other-languages",
            "Operators of other languages are no operators",
            "The filter is handed to another language, after some words of it have been replaced.",
            [TABLE_QUERY_SYNTAX_ERROR],
            each(
                three(),
                [
                    "N = 1",
                    "N <> 1",
                    "N != 1",
                    "N === 1",
                    "N > 0",
                    "N eq 1 && N eq 1",
                    "N eq 1 || N eq 2",
                    "!(N eq 1)",
                    "N like '1'",
                    "N between 1 and 2",
                    "N is null",
                    "N in (1,2)",
                    "N eq \"1\"",
                    "[N] eq 1",
                    "N eq 1 -- and N eq 2",
                    "N eq 1 /* */",
                    "N eq @p1",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.parts-missing",
            "A filter that lacks a part is refused, wherever the gap is",
            "A parser that is content with the parts that it finds.",
            [TABLE_QUERY_SYNTAX_ERROR],
            each(
                three(),
                [
                    "eq 1",
                    "N eq",
                    "N eq 1 and",
                    "and N eq 1",
                    "N eq 1 or or N eq 2",
                    "N eq 1 and and N eq 1",
                    "not",
                    "N eq 1 not",
                    "()",
                    "( )",
                    "(N eq 1",
                    "N eq 1)",
                    "((N eq 1)",
                    "N eq 1 () ",
                    "(N eq) 1",
                    "N (eq 1)",
                    "N eq 1 N",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.functions-of-odata",
            "Functions of every type are not implemented, by themselves, compared and among others",
            "OData has them, and libraries for OData bring them along.",
            [TABLE_QUERY_FUNCTIONS],
            each(
                every_type(),
                [
                    "endswith(S,'b')",
                    "startswith(S,'b')",
                    "startswith(S,'b') eq true",
                    "substringof('b',S)",
                    "indexof(S,'b') eq 0",
                    "length(S) eq 1",
                    "tolower(S) eq 'b'",
                    "'B' eq toupper(S)",
                    "trim(S) ne ''",
                    "concat(S,'c') eq 'bc'",
                    "year(T) eq 2024",
                    "round(D) eq 3.0",
                    "not startswith(S,'b')",
                    "I eq 2 and startswith(S,'b')",
                    "startswith(RowKey,'a') or S eq 'b'",
                ]
            )
        ),
        check!(
            TableQuery,
            "table.query.functions-of-tables",
            "A listing of tables has no functions either",
            "The filter of tables is written apart, with a search for names that begin so.",
            [TABLE_QUERY_FUNCTIONS],
            ["startswith(TableName,'${table}')", "endswith(TableName,'x')", "indexof(TableName,'x') eq 1"]
                .map(|filter| Step::from(query_tables(Query { filter: Some(filter.into()), ..Query::default() })))
                .to_vec()
        ),
        check!(
            TableQuery,
            "table.query.functions-unknown",
            "A function that is nobody's is refused, and nothing is called",
            "Names are looked up in the language behind.",
            [TABLE_QUERY_FILTER],
            [
                each(
                    every_type(),
                    [
                        "contains(S,'b')",
                        "foo(S)",
                        "foo() eq 1",
                        "eval('1')",
                        "sleep(1000)",
                        "constructor(S)",
                        "NOT (S eq 'b')",
                    ]
                ),
                vec![scan("S eq 'b'").into()]
            ]
            .concat()
        ),
        check!(
            TableQuery,
            "table.query.arithmetic",
            "Arithmetic is not implemented",
            "OData has it, and libraries for OData bring it along.",
            [TABLE_QUERY_FUNCTIONS],
            each(
                three(),
                ["N add 1 eq 2", "N eq 1 add 1", "N mod 2 eq 1", "N sub 1 eq 0", "2 mul N eq 2", "N div 1 eq 1"]
            )
        ),
        check!(
            TableQuery,
            "table.query.names-like-words",
            "Properties whose names begin or end like keywords, functions and literals are properties",
            "Words are replaced wherever they stand.",
            [TABLE_QUERY_FILTER, TABLE_QUERY_PROPERTY_CASE],
            names_like_words()
        ),
    ]
}

fn names_like_words() -> Vec<Step> {
    const NAMES: [&str; 14] = [
        "order",
        "andy",
        "notes",
        "equal",
        "geo",
        "lte",
        "nullable",
        "trueish",
        "datetimes",
        "guids",
        "X1",
        "startswithA",
        "Eq",
        "AND",
    ];
    let values = |value| NAMES.map(|name| (name, int(value)));
    let mut script = steps![seed([insert(at("p", "1"), values(1)), insert(at("p", "2"), values(2))])];
    script.extend(NAMES.map(|name| Step::from(scan(format!("{name} eq 2 and 2 eq {name}")))));
    script.push(Step::from(scan("order eq 1 or andy eq 2 and not (notes eq 1)")));
    script
}
