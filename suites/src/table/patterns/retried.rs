//! Requests that are sent again because the answer was lost: what the second is told, and that nothing is done twice.
//!
//! A row that points to a blob and is announced by a message is written in steps; those of the queue and of the blob are in the
//! suites of these services.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    at, batch, delete, etag, etag_in, get, insert, insert_or_merge, insert_or_replace, int, merge, scan, scan_all,
    text, update,
};
use tablestakes_reference::table::Operation;

/// The row of an upload, with who began it.
fn uploading(attempt: &str) -> Operation {
    insert(at("uploads", "scan-0042.tif"), [("State", text("uploading")), ("Attempt", text(attempt))])
}

/// Its row says that it is so far, if nobody else changed it.
fn advanced(known: usize, state: &str) -> Operation {
    merge(at("uploads", "scan-0042.tif"), etag(known), [("State", text(state))])
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableConcurrency,
            "table.patterns.insert-again",
            "An insert that is sent again is refused, and the row says whose it is",
            "What comes a second time is answered as the first was, though the row is another's.",
            [TABLE_ENTITIES_INSERT_CONFLICT, TABLE_ENTITIES_INSERT_STORED],
            [
                insert(at("orders", "o-7"), [("By", text("request-1")), ("Total", int(30))]),
                insert(at("orders", "o-7"), [("By", text("request-1")), ("Total", int(30))]),
                get(at("orders", "o-7")),
                insert(at("orders", "o-7"), [("By", text("request-2")), ("Total", int(40))]),
                get(at("orders", "o-7")),
                scan("PartitionKey eq 'orders'"),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.upsert-again",
            "An upsert that is sent again leaves one row as it was, under a new ETag",
            "A second row, or properties that were merged and not replaced.",
            [TABLE_ENTITIES_UPSERT_REPLACE_REPLACES, TABLE_ENTITIES_UPSERT_MERGE_MERGES, TABLE_ETAG_CHANGES],
            [
                insert_or_replace(at("profiles", "ann"), [("City", text("Porto")), ("Age", int(40))]),
                insert_or_replace(at("profiles", "ann"), [("City", text("Lima"))]),
                insert_or_replace(at("profiles", "ann"), [("City", text("Lima"))]),
                get(at("profiles", "ann")),
                update(at("profiles", "ann"), etag(1), [("City", text("Oslo"))]),
                insert_or_merge(at("profiles", "ann"), [("Age", int(41))]),
                insert_or_merge(at("profiles", "ann"), [("Age", int(41))]),
                merge(at("profiles", "ann"), etag(5), [("Age", int(42))]),
                scan_all(),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.update-again",
            "An update under an ETag that is sent again is refused, and the row says that the first was done",
            "The same body is taken for no change.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_STALE_MERGE],
            [
                insert(at("jobs", "j-1"), [("State", text("new"))]),
                update(at("jobs", "j-1"), etag(0), [("State", text("running")), ("Worker", text("w-1"))]),
                update(at("jobs", "j-1"), etag(0), [("State", text("running")), ("Worker", text("w-1"))]),
                get(at("jobs", "j-1")),
                merge(at("jobs", "j-1"), etag(3), [("State", text("done"))]),
                merge(at("jobs", "j-1"), etag(3), [("State", text("done"))]),
                get(at("jobs", "j-1")),
                update(at("jobs", "j-1"), etag(6), [("State", text("filed"))]),
                get(at("jobs", "j-1")),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.delete-again",
            "A delete that is sent again finds nothing, and leaves alone what was put there meanwhile",
            "What is not there is deleted with success, or by its key alone.",
            [TABLE_ENTITIES_DELETE_MISSING, TABLE_ETAG_STALE_DELETE, TABLE_ETAG_MISSING_BEFORE_STALE],
            [
                insert(at("carts", "ann"), [("Items", int(2))]),
                delete(at("carts", "ann"), etag(0)),
                delete(at("carts", "ann"), etag(0)),
                delete(at("carts", "ann"), "*"),
                insert(at("carts", "ann"), [("Items", int(5))]),
                delete(at("carts", "ann"), etag(0)),
                get(at("carts", "ann")),
            ]
        ),
        check!(
            TableBatch,
            "table.patterns.transaction-again",
            "A transaction that is sent again is refused as a whole, at its first insert, and nothing is there twice",
            "Those of its writes that can be done again are.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_STATUS, TABLE_BATCH_FAILURE_INDEX],
            {
                let paid = || {
                    batch([
                        insert_or_merge(at("acme", "seen"), [("Last", text("o-7"))]),
                        insert(at("acme", "paid|o-7"), [("Amount", int(30))]),
                        insert(at("acme", "receipt|o-7"), [("Number", int(1))]),
                    ])
                };
                steps![
                    paid(),
                    merge(at("acme", "seen"), etag_in(0, 0), [("Last", text("o-8"))]),
                    paid(),
                    scan("PartitionKey eq 'acme'"),
                    paid(),
                    merge(at("acme", "seen"), etag(1), [("Last", text("o-9"))]),
                    scan("PartitionKey eq 'acme'"),
                ]
            }
        ),
        check!(
            TableConcurrency,
            "table.patterns.announced-row",
            "A row that points to a blob goes from step to step under its ETag, and each step is sent again",
            "A step that is sent again is done again, and sets the row back.",
            [TABLE_ENTITIES_INSERT_CONFLICT, TABLE_ETAG_STALE_MERGE, TABLE_ENTITIES_MERGE],
            [
                uploading("attempt-1"),
                uploading("attempt-1"),
                get(at("uploads", "scan-0042.tif")),
                merge(
                    at("uploads", "scan-0042.tif"),
                    etag(2),
                    [("State", text("stored")), ("Blob", text("scans/2026/01/scan-0042.tif?v=1&part=2"))],
                ),
                merge(
                    at("uploads", "scan-0042.tif"),
                    etag(2),
                    [("State", text("stored")), ("Blob", text("scans/2026/01/scan-0042.tif?v=1&part=2"))],
                ),
                get(at("uploads", "scan-0042.tif")),
                advanced(5, "announced"),
                advanced(5, "announced"),
                advanced(2, "stored"),
                get(at("uploads", "scan-0042.tif")),
                scan("PartitionKey eq 'uploads' and State ne 'announced'"),
            ]
        ),
        check!(
            TableConcurrency,
            "table.patterns.announced-by-other",
            "Of two who take up an upload that was left, one goes on; who had left it is refused",
            "The state is compared by the clients, and nobody else.",
            [TABLE_ETAG_STALE_MERGE, TABLE_ETAG_STALE_REPLACE],
            [
                uploading("attempt-1"),
                get(at("uploads", "scan-0042.tif")),
                get(at("uploads", "scan-0042.tif")),
                merge(at("uploads", "scan-0042.tif"), etag(1), [("Attempt", text("attempt-2"))]),
                merge(at("uploads", "scan-0042.tif"), etag(2), [("Attempt", text("attempt-3"))]),
                advanced(0, "stored"),
                update(at("uploads", "scan-0042.tif"), etag(0), [("State", text("given up"))]),
                advanced(3, "stored"),
                get(at("uploads", "scan-0042.tif")),
            ]
        ),
    ]
}
