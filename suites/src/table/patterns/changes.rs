//! Logs of changes, counters, and rows that are marked as deleted before they are.

use super::{SUITE, top_where};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, boolean, delete, etag, etag_in, get, insert, int, long, merge, next_page, page, scan, seed, text, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Operation;

/// A change of a day's log.
fn change(day: &str, number: u32, what: &str) -> Operation {
    insert(at(format!("log-{day}"), format!("{number:08}")), [("What", text(what))])
}

/// A row of a document, and the change that made it so, in one partition.
fn changed(number: u32, known: String, body: &str) -> Operation {
    batch([
        insert(at("doc-5", format!("log|{number:08}")), [("Body", text(body))]),
        update(at("doc-5", "doc"), known, [("Body", text(body)), ("Number", int(number.cast_signed()))]),
    ])
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [logs(), counters(), marked()].concat()
}

fn logs() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.log-followed",
            "A reader of a log asks for what is behind the last change that it knows, and meets each once",
            "`gt` takes in the bound, or answers come from before the last write.",
            [TABLE_QUERY_GT, TABLE_KEYS_ORDER_ASCENDING],
            {
                let behind = |number: u32| {
                    Step::from(scan(format!("PartitionKey eq 'log-2026-01-31' and RowKey gt '{number:08}'")))
                };
                steps![
                    change("2026-01-31", 10, "renamed"),
                    change("2026-01-31", 9, "created"),
                    behind(0),
                    change("2026-01-31", 11, "shared"),
                    change("2026-02-01", 12, "archived"),
                    behind(10),
                    behind(11),
                    change("2026-01-31", 100, "late"),
                    behind(11),
                ]
            }
        ),
        check!(
            TableQuery,
            "table.patterns.log-paged",
            "A log in partitions by day is paged over its days, while it grows",
            "A token holds for its partition alone.",
            [TABLE_CONTINUATION_PARTITIONS, TABLE_CONTINUATION_FILTER_KEPT, TABLE_CONTINUATION_RESUMES],
            {
                let since = || top_where(2, "PartitionKey ge 'log-2026-01-31' and PartitionKey lt 'log.'");
                steps![
                    seed([change("2026-01-30", 1, "old"), change("2026-01-30", 2, "old")]),
                    seed([change("2026-01-31", 8, "a"), change("2026-01-31", 9, "b"), change("2026-01-31", 10, "c")]),
                    seed([change("2026-02-01", 1, "d"), change("2026-02-01", 2, "e")]),
                    insert(at("logs", "1"), [("What", text("no change"))]),
                    page(since()),
                    change("2026-02-02", 0, "f"),
                    change("2026-01-31", 7, "behind the reader"),
                    next_page(4, since()),
                    next_page(7, since()),
                    scan("PartitionKey ge 'log-2026-01-31' and PartitionKey lt 'log.'"),
                ]
            }
        ),
        check!(
            TableBatch,
            "table.patterns.log-with-change",
            "A row changes with an entry of its log; of two who take one number in the log, one changes the row",
            "The row is written, and the log refuses: then they say different things.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_CONDITIONS],
            [
                insert(at("doc-5", "doc"), [("Body", text("draft")), ("Number", int(0))]),
                changed(1, etag(0), "first"),
                changed(1, "*".to_owned(), "another first"),
                changed(2, etag(0), "too late"),
                get(at("doc-5", "doc")),
                scan("PartitionKey eq 'doc-5' and RowKey ge 'log|' and RowKey lt 'log}'"),
                changed(2, etag_in(1, 1), "second"),
                scan("PartitionKey eq 'doc-5'"),
            ]
        ),
    ]
}

fn counters() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.patterns.counter",
            "Two count on one row by its ETag: who comes second is refused, reads again and counts on",
            "The condition is looked at in the form of the tag alone, or on merges alone.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_CURRENT_REPLACE, TABLE_TYPES_INT64],
            [
                insert(at("counters", "visits"), [("Count", long(9_007_199_254_740_992))]),
                get(at("counters", "visits")),
                get(at("counters", "visits")),
                update(at("counters", "visits"), etag(1), [("Count", long(9_007_199_254_740_993))]),
                update(at("counters", "visits"), etag(2), [("Count", long(9_007_199_254_740_993))]),
                get(at("counters", "visits")),
                update(at("counters", "visits"), etag(5), [("Count", long(9_007_199_254_740_994))]),
                update(at("counters", "visits"), etag(3), [("Count", long(9_007_199_254_740_994))]),
                scan("Count eq 9007199254740994L"),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.counter-merged",
            "The same by merges of one property, which leave the others of the row alone",
            "The condition is looked at by replaces alone, or a merge replaces.",
            [TABLE_ETAG_STALE_MERGE, TABLE_ENTITIES_MERGE],
            [
                insert(at("posts", "p-1"), [("Title", text("On tables")), ("Likes", int(0)), ("Views", int(0))]),
                merge(at("posts", "p-1"), etag(0), [("Likes", int(1))]),
                merge(at("posts", "p-1"), etag(0), [("Views", int(1))]),
                get(at("posts", "p-1")),
                merge(at("posts", "p-1"), etag(3), [("Views", int(1))]),
                merge(at("posts", "p-1"), etag(1), [("Likes", int(2))]),
                get(at("posts", "p-1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.counter-created",
            "Who counts first inserts the row; of two, one is refused and goes on as others do",
            "An insert of what is there replaces it.",
            [TABLE_ENTITIES_INSERT_CONFLICT, TABLE_ETAG_CURRENT_REPLACE],
            [
                get(at("counters", "2026-01-31")),
                insert(at("counters", "2026-01-31"), [("Count", int(1))]),
                insert(at("counters", "2026-01-31"), [("Count", int(1))]),
                get(at("counters", "2026-01-31")),
                update(at("counters", "2026-01-31"), etag(3), [("Count", int(2))]),
                get(at("counters", "2026-01-31")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.counter-in-parts",
            "A counter in several rows: each has an ETag of its own, which writes to the others leave as it is",
            "ETags belong to the partition, or to the last write of all.",
            [TABLE_ETAG_STABLE, TABLE_ENTITIES_ISOLATION],
            [
                insert(at("visits", "part-1"), [("Count", int(0))]),
                insert(at("visits", "part-2"), [("Count", int(0))]),
                insert(at("visits", "part-3"), [("Count", int(0))]),
                insert(at("likes", "part-1"), [("Count", int(3))]),
                get(at("visits", "part-1")),
                get(at("visits", "part-2")),
                update(at("visits", "part-2"), etag(5), [("Count", int(5))]),
                get(at("visits", "part-1")),
                update(at("visits", "part-1"), etag(4), [("Count", int(7))]),
                update(at("visits", "part-2"), etag(6), [("Count", int(6))]),
                delete(at("likes", "part-1"), etag(3)),
                update(at("visits", "part-3"), etag(2), [("Count", int(1))]),
                scan("PartitionKey eq 'visits'"),
            ]
        ),
    ]
}

fn marked() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.patterns.marked-deleted",
            "Rows that are marked as deleted are left out by a filter; those that were never marked need `not`",
            "A property that is lacking is false.",
            [TABLE_QUERY_MISSING_PROPERTY, TABLE_QUERY_NOT_MISSING, TABLE_QUERY_LITERAL_BOOLEAN],
            [
                insert(at("files", "a.txt"), [("Size", int(1))]),
                insert(at("files", "b.txt"), [("Size", int(2)), ("Deleted", boolean(false))]),
                insert(at("files", "c.txt"), [("Size", int(3)), ("Deleted", boolean(false))]),
                merge(at("files", "c.txt"), etag(2), [("Deleted", boolean(true))]),
                scan("Deleted eq false"),
                scan("Deleted ne true"),
                scan("not (Deleted eq true)"),
                scan("Deleted eq true"),
                merge(at("files", "c.txt"), etag(3), [("Deleted", boolean(false))]),
                scan("not (Deleted eq true) and Size gt 1"),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.marked-purged",
            "What was marked is purged under the ETag of the mark; a row that was restored meanwhile stays",
            "A delete looks at no condition.",
            [TABLE_ETAG_STALE_DELETE, TABLE_ENTITIES_DELETE],
            [
                insert(at("files", "a.txt"), [("Size", int(1))]),
                insert(at("files", "b.txt"), [("Size", int(2))]),
                merge(at("files", "a.txt"), etag(0), [("Deleted", boolean(true))]),
                merge(at("files", "b.txt"), etag(1), [("Deleted", boolean(true))]),
                merge(at("files", "b.txt"), etag(3), [("Deleted", boolean(false))]),
                delete(at("files", "a.txt"), etag(2)),
                delete(at("files", "b.txt"), etag(3)),
                get(at("files", "a.txt")),
                get(at("files", "b.txt")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.created-again",
            "A row that was deleted and created again is another: who knew the first can neither change nor delete it",
            "An ETag is made of what is stored, or counts from one again.",
            [TABLE_ETAG_RECREATED, TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_STALE_DELETE],
            [
                insert(at("files", "a.txt"), [("Size", int(1))]),
                delete(at("files", "a.txt"), etag(0)),
                insert(at("files", "a.txt"), [("Size", int(1))]),
                update(at("files", "a.txt"), etag(0), [("Size", int(9))]),
                merge(at("files", "a.txt"), etag(0), [("Size", int(9))]),
                delete(at("files", "a.txt"), etag(0)),
                get(at("files", "a.txt")),
                update(at("files", "a.txt"), etag(2), [("Size", int(2))]),
                get(at("files", "a.txt")),
            ]
        ),
    ]
}
