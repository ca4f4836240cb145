//! Conditions in every spelling: tags with something missing, more than one, and the other conditional headers.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, batch, delete, etag, etag_in, get, insert, insert_or_merge, insert_or_replace, int, merge, page,
    scan_all, text, update,
};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Key, Operation, Query};

/// What is neither `*` nor one entity tag. The row's own tag is that of step 0.
fn malformed() -> Vec<String> {
    vec![
        "MalformedETag".to_owned(),
        "W/unquoted".to_owned(),
        "datetime'2024-01-01T00%3A00%3A00Z'".to_owned(),
        "\"unclosed".to_owned(),
        "*, *".to_owned(),
        format!("{}, W/\"other\"", etag(0)),
        format!("W/\"other\", {}", etag(0)),
        format!("*, {}", etag(0)),
    ]
}

/// The operation with each of these conditions on a row that is there.
fn with_each(conditions: Vec<String>, operation: impl Fn(Key, String) -> Operation) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(conditions.into_iter().map(|condition| Step::from(operation(at("p", "1"), condition))));
    script.push(scan_all().into());
    script
}

/// The same, each behind an insert in a batch.
fn with_each_in_batch(conditions: Vec<String>, operation: impl Fn(Key, String) -> Operation) -> Vec<Step> {
    with_each(conditions, |key, condition| batch([insert(at("p", "beside"), []), operation(key, condition)]))
}

fn an_update(key: Key, condition: String) -> Operation {
    update(key, condition, [("A", int(2))])
}

fn a_merge(key: Key, condition: String) -> Operation {
    merge(key, condition, [("B", int(2))])
}

/// Tags that the row had, one after the other, and the one that it has: steps 0 to 3.
fn four_versions() -> Vec<Step> {
    steps![
        insert(at("p", "1"), [("A", int(1))]),
        insert_or_merge(at("p", "1"), [("A", int(2))]),
        insert_or_replace(at("p", "1"), [("A", int(3))]),
        merge(at("p", "1"), "*", [("A", int(4))]),
    ]
}

/// Every stale tag is refused and the current one taken.
fn stale_then_current(batched: bool, operation: impl Fn(Key, String) -> Operation) -> Vec<Step> {
    let mut script = four_versions();
    for version in [0, 1, 2, 3] {
        let operation = operation(at("p", "1"), etag(version));
        script.push(if batched { batch([operation]).into() } else { operation.into() });
        script.push(get(at("p", "1")).into());
    }
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [spellings(), versions(), others()].concat()
}

fn spellings() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.update-spelled",
            "Update takes one entity tag or *, and nothing else",
            "A list is cut at its commas, a tag is looked for anywhere in the header.",
            [TABLE_ETAG_MALFORMED],
            with_each(malformed(), an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-spelled",
            "Merge takes one entity tag or *, and nothing else",
            "A list is cut at its commas, a tag is looked for anywhere in the header.",
            [TABLE_ETAG_MALFORMED],
            with_each(malformed(), a_merge)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-spelled",
            "Delete takes one entity tag or *, and nothing else",
            "A list is cut at its commas, a tag is looked for anywhere in the header.",
            [TABLE_ETAG_MALFORMED],
            with_each(malformed(), delete)
        ),
        check!(
            TableBatch,
            "table.etag.update-spelled-in-batch",
            "In a batch, update takes one entity tag or *, and nothing else",
            "The headers of parts are read by other code.",
            [TABLE_ETAG_MALFORMED],
            with_each_in_batch(malformed(), an_update)
        ),
        check!(
            TableBatch,
            "table.etag.delete-spelled-in-batch",
            "In a batch, delete takes one entity tag or *, and nothing else",
            "The headers of parts are read by other code.",
            [TABLE_ETAG_MALFORMED],
            with_each_in_batch(malformed(), delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.tunnelled-spelled",
            "Conditions hold for tunnelled writes and for PATCH as well",
            "The header is read where the method is that of the wire.",
            [TABLE_ETAG_STALE_MERGE, TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_STALE_DELETE, TABLE_ETAG_MALFORMED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), "*", [("A", int(2))]),
                merge(at("p", "1"), etag(0), [("A", int(3))]).tunnelled(),
                merge(at("p", "1"), etag(0), [("A", int(3))]).patched(),
                update(at("p", "1"), etag(0), [("A", int(3))]).tunnelled(),
                delete(at("p", "1"), etag(0)).tunnelled(),
                merge(at("p", "1"), "MalformedETag", [("A", int(3))]).tunnelled(),
                merge(at("p", "1"), "MalformedETag", [("A", int(3))]).patched(),
                get(at("p", "1")),
                merge(at("p", "1"), etag(1), [("A", int(4))]).patched(),
                update(at("p", "1"), etag(9), [("A", int(5))]).tunnelled(),
                delete(at("p", "1"), etag(10)).tunnelled(),
                scan_all(),
            ]
        ),
    ]
}

fn versions() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.update-every-version",
            "Of all tags that a row had, update takes the last alone",
            "Tags are remembered, or compared for being older.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_CURRENT_REPLACE],
            stale_then_current(false, an_update)
        ),
        check!(
            TableConcurrency,
            "table.etag.merge-every-version",
            "Of all tags that a row had, merge takes the last alone",
            "Tags are remembered, or compared for being older.",
            [TABLE_ETAG_STALE_MERGE, TABLE_ETAG_STABLE],
            stale_then_current(false, a_merge)
        ),
        check!(
            TableConcurrency,
            "table.etag.delete-every-version",
            "Of all tags that a row had, delete takes the last alone",
            "Tags are remembered, or compared for being older.",
            [TABLE_ETAG_STALE_DELETE, TABLE_ENTITIES_DELETE],
            stale_then_current(false, delete)
        ),
        check!(
            TableBatch,
            "table.etag.update-every-version-in-batch",
            "In a batch, of all tags that a row had, update takes the last alone",
            "Conditions are checked before the batch, or not at all.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            stale_then_current(true, an_update)
        ),
        check!(
            TableBatch,
            "table.etag.merge-every-version-in-batch",
            "In a batch, of all tags that a row had, merge takes the last alone",
            "Conditions are checked before the batch, or not at all.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            stale_then_current(true, a_merge)
        ),
        check!(
            TableBatch,
            "table.etag.delete-every-version-in-batch",
            "In a batch, of all tags that a row had, delete takes the last alone",
            "Conditions are checked before the batch, or not at all.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            stale_then_current(true, delete)
        ),
        check!(
            TableConcurrency,
            "table.etag.each-write-is-current",
            "The tag that each kind of write returns is the row's, and the next write takes it",
            "The answer is written before the row is, with a time of its own.",
            [TABLE_ENTITIES_WRITE_ETAG_HEADER, TABLE_ETAG_CURRENT_REPLACE, TABLE_ETAG_STABLE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                merge(at("p", "1"), etag(1), [("A", int(3))]),
                update(at("p", "1"), etag(2), [("A", int(4))]),
                insert_or_replace(at("p", "1"), [("A", int(5))]),
                merge(at("p", "1"), etag(4), [("A", int(6))]),
                insert_or_merge(at("p", "1"), [("A", int(7))]),
                update(at("p", "1"), etag(6), [("A", int(8))]),
                batch([merge(at("p", "1"), etag(7), [("A", int(9))])]),
                update(at("p", "1"), etag_in(8, 0), [("A", int(10))]),
                get(at("p", "1")),
                batch([update(at("p", "1"), etag(10), [("A", int(11))])]),
                delete(at("p", "1"), etag_in(11, 0)),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.upserts-unconditional",
            "Upserts are done whatever tags the row had",
            "They are updates that remember the last tag.",
            [TABLE_ENTITIES_UPSERT_REPLACE_REPLACES, TABLE_ENTITIES_UPSERT_MERGE_MERGES, TABLE_ETAG_CHANGES],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", text("b"))]),
                insert_or_merge(at("p", "1"), [("A", int(2))]),
                insert_or_replace(at("p", "1"), [("A", int(3))]),
                update(at("p", "1"), etag(1), [("A", int(9))]),
                insert_or_merge(at("p", "1"), [("B", int(4))]),
                merge(at("p", "1"), etag(2), [("A", int(9))]),
                get(at("p", "1")),
                batch([insert_or_merge(at("p", "1"), [("A", int(5))])]),
                delete(at("p", "1"), etag(6)),
                get(at("p", "1")),
            ]
        ),
    ]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.etag.if-none-match",
            "If-None-Match on an update, an upsert by PUT or a delete is refused and changes nothing",
            "`*` makes a PUT an insert with every other service.",
            [TABLE_ETAG_IF_NONE_MATCH],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert_or_replace(at("p", "2"), [("A", int(2))]).header("If-None-Match", "*"),
                insert_or_replace(at("p", "1"), [("A", int(2))]).header("If-None-Match", etag(0)),
                update(at("p", "1"), "*", [("A", int(2))]).header("If-None-Match", "W/\"other\""),
                update(at("p", "1"), etag(0), [("A", int(2))]).header("If-None-Match", "*"),
                merge(at("p", "1"), "*", [("A", int(2))]).header("If-None-Match", "W/\"other\""),
                delete(at("p", "1"), "*").header("If-None-Match", "W/\"other\""),
                delete(at("p", "1"), etag(0)).header("If-None-Match", "*"),
                get(at("p", "1")),
                scan_all(),
            ]
        ),
        check!(
            TableConcurrency,
            "table.etag.conditions-on-reads",
            "A read says what is there, whatever the date that it is compared with",
            "A cache in the framework answers 304.",
            [TABLE_ENTITIES_GET, TABLE_ETAG_STABLE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")),
                page(Query::default()),
                merge(at("p", "1"), etag(1), [("A", int(2))]),
                get(at("p", "1")),
                page(Query::default()),
            ]
        ),
    ]
}
