//! What a batch may not be.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    RawExt as _, StepExt as _, at, batch, delete, etag, get, insert, insert_or_merge, insert_or_replace, int, merge,
    on, post_json, preferring, raw, scan_all, update,
};
use tablestakes_reference::history::Auth;
use tablestakes_reference::table::Prefer;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.batch.duplicate",
            "A batch may not name a row twice, whatever it does with it",
            "The second operation works on what the first left.",
            [TABLE_BATCH_DUPLICATE],
            [
                batch([
                    insert_or_replace(at("p", "1"), [("A", int(1))]),
                    insert_or_merge(at("p", "1"), [("B", int(1))])
                ]),
                batch([insert(at("p", "1"), []), insert(at("p", "2"), []), insert(at("p", "1"), [])]),
                batch([insert_or_merge(at("p", "1"), []), delete(at("p", "1"), "*")]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.case-is-no-duplicate",
            "Rows whose keys differ in case are two rows in a batch",
            "Duplicates are found in a set that ignores case.",
            [TABLE_KEYS_CASE_SENSITIVE],
            [batch([insert(at("p", "a"), []), insert(at("p", "A"), [])]), scan_all()]
        ),
        check!(
            TableBatch,
            "table.batch.one-partition",
            "A batch stays within one partition",
            "It is a loop, and a loop can do more.",
            [TABLE_BATCH_ONE_PARTITION],
            [
                batch([insert(at("p", "1"), []), insert(at("q", "1"), [])]),
                batch([insert(at("p", "1"), []), insert(at("p", "2"), []), insert_or_replace(at("P", "3"), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.hundred-and-one",
            "A batch of 101 operations is refused, and nothing is done",
            "The limit is left to the size of the body.",
            [TABLE_BATCH_LIMIT],
            [batch((0..101).map(|number| insert(at("p", format!("{number:03}")), []))), scan_all()]
        ),
        check!(
            TableBatch,
            "table.batch.missing-table",
            "A batch on a table that is not there says so, with the index 0",
            "The outer answer is 404.",
            [TABLE_BATCH_MISSING_TABLE],
            [
                batch([on("${table}absent", insert(at("p", "1"), []))]),
                batch([on("${table}absent", insert_or_merge(at("p", "1"), []))]),
                batch(
                    [on("${table}absent", insert(at("p", "1"), [])), on("${table}absent", insert(at("p", "2"), [])),]
                ),
                on("${table}absent", get(at("p", "1"))),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.failure-accepted",
            "A batch that fails answers 202 all the same, with one part that tells",
            "The outer status is that of the failure; clients then do not look into the parts.",
            [TABLE_BATCH_FAILURE_ACCEPTED, TABLE_BATCH_FAILURE_ONE_PART, TABLE_BATCH_FAILURE_STATUS],
            [
                insert(at("p", "1"), []),
                batch([insert(at("p", "1"), [])]),
                batch([insert(at("p", "2"), []), insert(at("p", "1"), [])]),
                batch([delete(at("p", "3"), "*")]),
                batch([insert(at("p", "2"), []), preferring(Prefer::ReturnNoContent, insert(at("p", "1"), []))]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.failure-index",
            "The message begins with the index, where there are several operations",
            "Clients find the failed operation by it.",
            [TABLE_BATCH_FAILURE_INDEX],
            [
                insert(at("p", "1"), []),
                batch([insert(at("p", "1"), []), insert(at("p", "2"), [])]),
                batch([insert(at("p", "2"), []), insert(at("p", "1"), [])]),
                batch([insert(at("p", "2"), []), insert(at("p", "3"), []), update(at("p", "4"), "*", [])]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.single-no-index",
            "The message has no index where there is one operation",
            "The index is written whenever an operation fails.",
            [TABLE_BATCH_SINGLE_NO_INDEX],
            [
                insert(at("p", "1"), []),
                batch([insert(at("p", "1"), [])]),
                batch([delete(at("p", "2"), "*")]),
                update(at("p", "1"), etag(0), [("A", int(1))]),
                batch([merge(at("p", "1"), etag(0), [("A", int(2))])]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.stale",
            "A stale ETag in a batch is answered 412 in its part",
            "The condition is not looked at in a batch.",
            [TABLE_BATCH_CONDITIONS, TABLE_BATCH_FAILURE_STATUS],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                batch([insert(at("p", "2"), []), update(at("p", "1"), etag(0), [("A", int(3))])]),
                batch([merge(at("p", "1"), etag(0), [("A", int(3))])]),
                batch([delete(at("p", "1"), etag(0)), insert(at("p", "2"), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.not-multipart",
            "A batch whose body is no multipart body is refused",
            "The body is searched for operations, and none is a success.",
            [TABLE_BATCH_MALFORMED],
            [
                insert(at("p", "1"), []),
                post_json("/$batch", r#"{"PartitionKey":"p","RowKey":"2"}"#),
                raw("POST", "/$batch").field("Content-Type", "multipart/mixed; boundary=b").text("no boundary"),
                scan_all(),
            ]
        ),
        check!(
            TableAuth,
            "table.batch.signature",
            "A batch with a wrong signature is refused as a whole, without parts",
            "The parts are authorized one by one, or not at all.",
            [TABLE_AUTH_SIGNATURE],
            [batch([insert(at("p", "1"), []), insert(at("p", "2"), [])]).auth(Auth::WrongKey), scan_all()]
        ),
    ]
}
