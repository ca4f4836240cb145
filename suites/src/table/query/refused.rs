//! Filters that are refused.

use super::SUITE;
use super::filtering::{every_type, filtered, three};
use crate::check::Check;
use crate::define::check;
use crate::table::steps::query_tables;
use tablestakes_reference::table::Query;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.query.syntax-error",
            "A filter that cannot be parsed is refused",
            "Whatever cannot be parsed is taken for no filter, and everything comes.",
            [TABLE_QUERY_SYNTAX_ERROR],
            [three(), filtered("aaa bbb ccc"), filtered("N eq 1'invalid'"), filtered("N eq")]
        ),
        check!(
            TableQuery,
            "table.query.syntax-unbalanced",
            "A parenthesis or a quote that is left open is refused",
            "Parsers that stop at the first thing they cannot read.",
            [TABLE_QUERY_SYNTAX_ERROR],
            [three(), filtered("(N eq 1"), filtered("N eq 1)"), filtered("S eq 'open")]
        ),
        check!(
            TableQuery,
            "table.query.syntax-operators",
            "An operator without an operand is refused, and so is what is none",
            "Words that are not known are skipped.",
            [TABLE_QUERY_SYNTAX_ERROR],
            [three(), filtered("N eq 1 and"), filtered("or N eq 1"), filtered("N == 1"), filtered("N eq 1 N eq 2")]
        ),
        check!(
            TableQuery,
            "table.query.null-equality",
            "eq null and ne null are refused",
            "Null is the natural way to ask for what is missing.",
            [TABLE_QUERY_NULL_EQUALITY],
            [every_type(), filtered("S eq null"), filtered("S ne null"), filtered("Absent eq null")]
        ),
        check!(
            TableQuery,
            "table.query.null-order",
            "An order with null is refused",
            "It is unknown rather than wrong, in SQL.",
            [TABLE_QUERY_NULL_ORDER],
            [every_type(), filtered("I lt null"), filtered("I le null"), filtered("I gt null"), filtered("I ge null")]
        ),
        check!(
            TableQuery,
            "table.query.two-properties",
            "Two properties cannot be compared",
            "An evaluator can, and does.",
            [TABLE_QUERY_TWO_PROPERTIES],
            [every_type(), filtered("I eq L")]
        ),
        check!(
            TableQuery,
            "table.query.two-constants",
            "Two constants cannot be compared",
            "An evaluator can, and then everything comes or nothing.",
            [TABLE_QUERY_TWO_CONSTANTS],
            [three(), filtered("1 eq 1"), filtered("1 eq 2")]
        ),
        check!(
            TableQuery,
            "table.query.constant-alone",
            "A constant is no filter, unless it is true or false",
            "Truthiness: whatever is not zero lets everything through.",
            [TABLE_QUERY_CONSTANT_ALONE],
            [three(), filtered("(1)"), filtered("'p'"), filtered("2.5")]
        ),
        check!(
            TableQuery,
            "table.query.condition-compared",
            "A condition cannot be compared",
            "Conditions are values of type Boolean in an evaluator.",
            [TABLE_QUERY_CONDITION_COMPARED],
            [
                every_type(),
                filtered("B eq not B"),
                query_tables(Query { filter: Some("filter eq not valid".to_owned()), ..Query::default() }),
            ]
        ),
        check!(
            TableQuery,
            "table.query.key-type",
            "A key is compared with strings only, and Timestamp with DateTimes only",
            "Custom properties admit any type, and the system's are treated alike.",
            [TABLE_QUERY_KEY_TYPE],
            [three(), filtered("PartitionKey eq 5"), filtered("RowKey gt 1L"), filtered("Timestamp ge 'p'")]
        ),
        check!(
            TableQuery,
            "table.query.functions",
            "Functions are not implemented",
            "OData has them, and libraries for OData bring them along.",
            [TABLE_QUERY_FUNCTIONS],
            [three(), filtered("startswith(PartitionKey,'p')")]
        ),
        check!(
            TableQuery,
            "table.query.bare-key",
            "A key by itself is no filter",
            "Keys are of type String from the start, and the error is found before any row is.",
            [TABLE_QUERY_BARE_KEY],
            [three(), filtered("(PartitionKey ) and (RowKey ge '1')"), filtered("RowKey")]
        ),
    ]
}
