//! Paging: `$top`, tokens, and what changes between two pages.

use super::steps::{at, delete, insert, int, next_page, page, raw, scan_all, scan_with, seed, text};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Operation, Query, Token};

const SUITE: Suite = Suite::Continuation;

fn top(count: &str) -> Query {
    Query { top: Some(count.to_owned()), ..Query::default() }
}

fn top_where(count: &str, filter: &str) -> Query {
    Query { filter: Some(filter.to_owned()), ..top(count) }
}

/// A batch of rows `1` to `count` in partition `p`, their numbers in `N`.
fn rows(count: i32) -> Step {
    seed((1..=count).map(|number| insert(at("p", format!("{number:04}")), [("N", int(number))])))
}

/// Rows in ten batches of a hundred, and one more.
fn thousand_and_one() -> Vec<Step> {
    let hundreds = (0..10).map(|hundred| {
        let inserts = (0..100).map(|number| insert(at("p", format!("{:04}", hundred * 100 + number)), []));
        seed(inserts)
    });
    let mut all: Vec<Step> = hundreds.collect();
    all.push(Step::from(insert(at("p", "1000"), [])));
    all.push(Step::from(page(Query::default())));
    all.push(Step::from(next_page(11, Query::default())));
    all
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.continuation.top-cuts",
            "$top limits a page and says where to go on",
            "It is ignored, or limits the query as a whole.",
            [TABLE_CONTINUATION_TOP, TABLE_CONTINUATION_TOP_TOKEN],
            [rows(3), page(top("1")), page(top("2")), page(top("3")), page(top("4"))]
        ),
        check!(
            TableQuery,
            "table.continuation.every-page",
            "Page by page every row comes once, for every size of page",
            "The row at the seam is lost, or comes twice.",
            [TABLE_CONTINUATION_RESUMES],
            [
                rows(5),
                page(top("2")),
                next_page(1, top("2")),
                next_page(2, top("2")),
                scan_with(top("1")),
                scan_with(top("3")),
                scan_with(top("4")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.full-last-page",
            "A full page with nothing behind it carries no token",
            "The token is made whenever the page is full.",
            [TABLE_CONTINUATION_NO_TOKEN_AT_END],
            [rows(2), page(top("2")), page(top("1")), next_page(2, top("1"))]
        ),
        check!(
            TableQuery,
            "table.continuation.over-partitions",
            "A continuation goes on into partitions whose row keys are less than the token's",
            "The two parts of the token are compared one by one in place of the pair.",
            [TABLE_CONTINUATION_PARTITIONS],
            [
                seed([insert(at("a", "8"), []), insert(at("a", "9"), [])]),
                seed([insert(at("b", "1"), []), insert(at("b", "5"), [])]),
                insert(at("c", "0"), []),
                page(top("1")),
                next_page(3, top("1")),
                next_page(4, top("1")),
                next_page(5, top("1")),
                next_page(6, top("1")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.filter-kept",
            "The filter holds on every page",
            "The token is the whole state, and the filter is not in it.",
            [TABLE_CONTINUATION_FILTER_KEPT],
            [
                rows(6),
                page(top_where("1", "N eq 1 or N eq 3 or N eq 6")),
                next_page(1, top_where("1", "N eq 1 or N eq 3 or N eq 6")),
                next_page(2, top_where("1", "N eq 1 or N eq 3 or N eq 6")),
                scan_with(top_where("2", "N gt 1 and N lt 6")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.look-ahead",
            "No token is given if rows follow but none that the filter lets through",
            "The token names the next row, matching or not.",
            [TABLE_CONTINUATION_LOOK_AHEAD],
            [rows(4), page(top_where("1", "N eq 1 or N eq 3")), next_page(1, top_where("1", "N eq 1 or N eq 3")),]
        ),
        check!(
            TableQuery,
            "table.continuation.next-deleted",
            "If the row on which the next page begins is deleted, the page begins with the one behind",
            "The row is looked up, and not found.",
            [TABLE_CONTINUATION_DELETED_NEXT],
            [rows(4), page(top("2")), delete(at("p", "0003"), "*"), next_page(1, top("2"))]
        ),
        check!(
            TableQuery,
            "table.continuation.partition-deleted",
            "The same where nothing is left of the partition that the token names",
            "The walk begins at a partition that is gone.",
            [TABLE_CONTINUATION_DELETED_NEXT],
            [
                insert(at("a", "1"), []),
                insert(at("b", "1"), []),
                insert(at("c", "1"), []),
                page(top("1")),
                delete(at("b", "1"), "*"),
                next_page(3, top("1")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.inserted-between",
            "A row that comes behind the token is seen, one before it is not",
            "Tokens that are offsets shift when rows come and go.",
            [TABLE_CONTINUATION_RESUMES],
            [
                rows(3),
                page(top("2")),
                insert(at("p", "0000"), []),
                insert(at("p", "00025"), []),
                insert(at("p", "0004"), []),
                next_page(1, top("5")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.deleted-before",
            "Rows that are deleted before the token do not move it",
            "Tokens that are offsets.",
            [TABLE_CONTINUATION_RESUMES],
            [
                rows(4),
                page(top("2")),
                delete(at("p", "0001"), "*"),
                delete(at("p", "0002"), "*"),
                next_page(1, top("2")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.partition-alone",
            "A token without NextRowKey goes on at the beginning of its partition",
            "A missing row key is `undefined`, which nothing is greater than.",
            [TABLE_CONTINUATION_PARTITION_ONLY],
            [
                insert(at("a", "1"), []),
                insert(at("b", "1"), []),
                insert(at("b", "2"), []),
                page(top("1")),
                Operation::QueryEntities {
                    table: "${table}".into(),
                    query: Query::default(),
                    next: Some(Token { partition: "${next-partition:3}".into(), row: None }),
                },
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.empty-row-token",
            "An empty NextRowKey is refused",
            "Clients send it where they had none, and kind servers help.",
            [TABLE_CONTINUATION_EMPTY_ROW_TOKEN],
            [
                insert(at("a", "1"), []),
                insert(at("b", "1"), []),
                page(top("1")),
                raw("GET", "/${table}()?NextPartitionKey=${next-partition:2}&NextRowKey="),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.keys-in-tokens",
            "Tokens carry every key: empty, beyond ASCII, with percent signs and quotes",
            "Tokens that are keys as they stand, in headers that are ASCII.",
            [TABLE_CONTINUATION_RESUMES],
            [
                insert(at("", ""), []),
                insert(at("%25", "+&='"), []),
                insert(at("é世", "😀"), []),
                insert(at("ÿÿÿ", "<.>"), []),
                page(top("1")),
                next_page(4, top("1")),
                next_page(5, top("1")),
                next_page(6, top("1")),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.select-kept",
            "$select holds on every page, though the keys are not selected",
            "The token is made of the selected properties.",
            [TABLE_CONTINUATION_RESUMES, TABLE_PROJECTION_SELECTED_ONLY],
            [
                rows(3),
                page(Query { select: Some("N".into()), ..top("2") }),
                next_page(1, Query { select: Some("N".into()), ..top("2") }),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.top-zero",
            "$top=0 answers an empty page",
            "Zero is false, and means no limit; or it is refused.",
            [TABLE_CONTINUATION_TOP_ZERO],
            [rows(2), page(top("0")), page(top_where("0", "N eq 1"))]
        ),
        check!(
            TableQuery,
            "table.continuation.top-negative",
            "A negative $top is refused",
            "It means no limit, or all but the last.",
            [TABLE_CONTINUATION_TOP_NEGATIVE],
            [rows(2), page(top("-1")), page(top("-2"))]
        ),
        check!(
            TableQuery,
            "table.continuation.top-limit",
            "$top may be 999 and 1000, and not 1001",
            "The limit is applied silently.",
            [TABLE_CONTINUATION_TOP_TOO_LARGE],
            [rows(2), page(top("999")), page(top("1000")), page(top("1001")), page(top("100000"))]
        ),
        check!(
            TableQuery,
            "table.continuation.thousand",
            "A page holds at most 1000 rows, and the next one the rest",
            "Small tests never see the second page.",
            [TABLE_CONTINUATION_PAGE_SIZE],
            thousand_and_one()
        ),
        check!(
            TableQuery,
            "table.continuation.wide-rows",
            "Rows are paged by number, also where they are large",
            "Pages that are cut by size must say so.",
            [TABLE_CONTINUATION_RESUMES],
            steps![
                seed((0..8).map(|number| insert(at("p", number.to_string()), [("S", text("x".repeat(20_000)))]))),
                page(top("5")),
                next_page(1, top("5")),
                scan_all(),
            ]
        ),
    ]
}
