//! How many operations a batch has, how many octets a body, and how many rows a page.

use super::SUITE;
use super::writes::large;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    RawExt as _, at, batch, delete, insert, insert_or_merge, insert_or_replace, int, merge, next_page, page,
    query_tables, raw, scan, scan_all, seed, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Key, Query};

/// The row of this number.
fn row(number: i32) -> Key {
    at("p", format!("{number:03}"))
}

fn top(count: &str, filter: Option<&str>) -> Query {
    Query { top: Some(count.to_owned()), filter: filter.map(str::to_owned), select: None }
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.limits.batch-of-each-kind",
            "A batch may have 100 operations of every kind",
            "The limit is one too low for some of them, or counts lines.",
            [TABLE_BATCH_HUNDRED],
            [
                batch((0..100).map(|number| insert(row(number), [("A", int(number))]))),
                batch((0..100).map(|number| update(row(number), "*", [("A", int(number + 1))]))),
                batch((0..100).map(|number| merge(row(number), "*", [("B", int(number))]))),
                batch((0..100).map(|number| insert_or_replace(row(number), [("C", int(number))]))),
                scan("C ge 98"),
                batch((0..100).map(|number| delete(row(number), "*"))),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.limits.batch-beyond-of-each-kind",
            "A batch of 101 operations of any kind is refused, and nothing is done",
            "The limit is for inserts alone, or the hundred before it are done.",
            [TABLE_BATCH_LIMIT, TABLE_BATCH_ATOMIC],
            [
                batch((0..100).map(|number| insert(row(number), [("A", int(number))]))),
                batch((0..101).map(|number| insert_or_replace(row(number), []))),
                batch((0..101).map(|number| insert_or_merge(row(number), [("B", int(1))]))),
                batch((0..101).map(|number| delete(row(number), "*"))),
                batch((0..102).map(|number| {
                    if number % 2 == 0 { insert_or_merge(row(number), []) } else { delete(row(number), "*") }
                })),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.limits.batch-octets",
            "A batch of three mebibytes is done, and one of more than four is refused as a whole",
            "The framework has a limit of its own, for all requests or for none.",
            [TABLE_LIMITS_BODY_TOO_LARGE],
            [
                batch((0..36).map(|number| insert(row(number), large(&["A"])))),
                batch((0..50).map(|number| insert_or_replace(row(number), large(&["B"])))),
                scan("RowKey ge '035' and RowKey le '036'"),
            ]
        ),
        check!(
            TableCore,
            "table.limits.body-too-large-everywhere",
            "A body of more than 4 MiB is refused with 413 by inserts and merges too",
            "The framework's limit answers first, with an error of its own, or there is none.",
            [TABLE_LIMITS_BODY_TOO_LARGE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("POST", "/${table}").field("Content-Type", "application/json").octets(oversized("2")),
                raw("MERGE", "/${table}(PartitionKey='p',RowKey='1')")
                    .field("Content-Type", "application/json")
                    .field("If-Match", "*")
                    .octets(oversized("1")),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.limits.top-everywhere",
            "$top may be 1000 and not 1001 nor negative, with a filter and on tables too",
            "Each query has a reader of options of its own.",
            [TABLE_CONTINUATION_TOP_TOO_LARGE, TABLE_CONTINUATION_TOP_NEGATIVE],
            [
                seed((0..3).map(|number| insert(row(number), [("A", int(number))]))),
                page(top("1000", Some("A ge 1"))),
                page(top("1001", Some("A ge 1"))),
                page(top("2147483647", None)),
                page(top("9223372036854775807", None)),
                page(top("-1", Some("A ge 1"))),
                page(top("-1000", None)),
                query_tables(top("1000", Some("TableName eq '${table}'"))),
                query_tables(top("1001", Some("TableName eq '${table}'"))),
                query_tables(top("-1", None)),
                query_tables(top("-1", Some("TableName eq '${table}'"))),
            ]
        ),
        check!(
            TableQuery,
            "table.limits.pages-of-thousand",
            "A page of a thousand rows, with a filter, a selection and $top, and the one behind it",
            "The limit is applied before the filter, or with $top only.",
            [TABLE_CONTINUATION_PAGE_SIZE, TABLE_CONTINUATION_FILTER_KEPT],
            pages_of_thousand()
        ),
    ]
}

/// 1,002 rows in eleven batches, and queries for all of them but the first.
fn pages_of_thousand() -> Vec<Step> {
    let numbers: Vec<i32> = (0..1_002).collect();
    let rows = |number: &i32| insert(at("p", format!("{number:04}")), [("N", int(*number))]);
    let mut script: Vec<Step> = numbers.chunks(100).map(|hundred| seed(hundred.iter().map(rows))).collect();
    let filtered = Query { filter: Some("N ge 1".into()), select: Some("N".into()), top: None };
    let topped = Query { top: Some("1000".into()), ..Query::default() };
    let first = script.len();
    script.push(Step::from(page(filtered.clone())));
    script.push(Step::from(next_page(first, filtered)));
    script.push(Step::from(page(topped.clone())));
    script.push(Step::from(next_page(first + 2, topped)));
    script
}

/// A JSON body that is longer than 4 MiB by its blanks alone.
fn oversized(row: &str) -> Vec<u8> {
    let mut body = format!("{{\"PartitionKey\":\"p\",\"RowKey\":\"{row}\",\"A\":2").into_bytes();
    body.resize(4 * 1024 * 1024 + 1024, b' ');
    body.push(b'}');
    body
}
