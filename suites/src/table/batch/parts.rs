//! What a batch does, and what its parts say.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    StepExt as _, at, batch, batch_without_preference, delete, etag, etag_in, get, insert, insert_or_merge,
    insert_or_replace, int, merge, preferring, scan_all, text, update,
};
use tablestakes_reference::history::Metadata;
use tablestakes_reference::table::Prefer;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.batch.all-operations",
            "Every kind of write works within a batch, and each has its part in its place",
            "Some methods are forgotten, or answers are sorted by kind.",
            [TABLE_BATCH_PARTS_IN_ORDER, TABLE_BATCH_ACCEPTED, TABLE_BATCH_VISIBLE_AFTER],
            [
                batch(["update", "merge", "delete"].map(|row| insert(at("p", row), [("A", int(1)), ("B", int(1))]))),
                batch([
                    insert(at("p", "new"), [("A", int(2))]),
                    update(at("p", "update"), etag_in(0, 0), [("A", int(2))]),
                    merge(at("p", "merge"), etag_in(0, 1), [("A", int(2))]),
                    delete(at("p", "delete"), etag_in(0, 2)),
                    insert_or_replace(at("p", "replaced"), [("A", int(2))]),
                    insert_or_merge(at("p", "merged"), [("A", int(2))]),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.insert-content",
            "An insert in a batch answers 201 with the entity, or 204 if asked to",
            "All parts answer 204.",
            [TABLE_BATCH_INSERT, TABLE_BATCH_INSERT_LOCATION, TABLE_BATCH_PREFERENCE_APPLIED],
            [
                batch_without_preference([
                    insert(at("p", "1"), [("A", int(1))]),
                    preferring(Prefer::ReturnNoContent, insert(at("p", "2"), [("A", int(2))])),
                    preferring(Prefer::ReturnContent, insert(at("p", "3"), [("A", int(3))])),
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.etags",
            "Every part but a delete's carries an ETag, and it is the row's",
            "Clients chain conditional writes on the tags of a batch.",
            [TABLE_BATCH_ETAGS],
            [
                batch([
                    insert(at("p", "1"), []),
                    insert_or_replace(at("p", "2"), []),
                    insert_or_merge(at("p", "3"), [])
                ]),
                get(at("p", "2")),
                update(at("p", "1"), etag_in(0, 0), [("A", int(1))]),
                update(at("p", "2"), etag_in(0, 1), [("A", int(1))]),
                delete(at("p", "3"), etag_in(0, 2)),
                batch([merge(at("p", "1"), etag(2), []), delete(at("p", "2"), etag(3))]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.part-framing",
            "The headers of a part without content end with an empty line",
            "The line end that belongs to the delimiter is taken for it; strict readers then miss the part.",
            [TABLE_BATCH_PART_FRAMING],
            [
                batch([insert_or_replace(at("p", "1"), []), insert_or_merge(at("p", "2"), [])]),
                batch([preferring(Prefer::ReturnNoContent, insert(at("p", "3"), [])), delete(at("p", "1"), "*")]),
                batch([merge(at("p", "2"), "*", []), update(at("p", "3"), "*", []), insert(at("p", "4"), [])]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.part-headers",
            "The parts carry DataServiceVersion, which other answers do not",
            "Parts are made by the function for whole answers.",
            [TABLE_BATCH_PART_VERSION, TABLE_BATCH_INSERT_LOCATION],
            [
                batch([insert(at("p", "1"), []), insert_or_replace(at("p", "2"), [])]),
                batch([update(at("p", "1"), "*", []), merge(at("p", "2"), "*", [])]),
                batch([delete(at("p", "1"), "*"), preferring(Prefer::ReturnNoContent, insert(at("p", "3"), []))]),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.upserts",
            "Without If-Match a write in a batch is an upsert, with If-Match an update",
            "All writes in a batch are treated alike.",
            [TABLE_BATCH_UPSERT],
            [
                batch([
                    insert_or_replace(at("p", "1"), [("A", int(1))]),
                    insert_or_merge(at("p", "2"), [("A", int(1))])
                ]),
                batch([update(at("p", "3"), "*", [("A", int(2))])]),
                batch([merge(at("p", "4"), "*", [("A", int(2))])]),
                batch([
                    insert_or_replace(at("p", "1"), [("B", int(2))]),
                    insert_or_merge(at("p", "2"), [("B", int(2))])
                ]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.patch",
            "PATCH is a merge within a batch too",
            "The batch has a list of methods of its own.",
            [TABLE_BATCH_PATCH],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                batch([merge(at("p", "1"), "*", [("A", int(2))]), insert_or_merge(at("p", "2"), [("A", int(2))]),])
                    .patched(),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.single",
            "A batch may hold one operation",
            "Clients for bulk loads send what is left over.",
            [TABLE_BATCH_ACCEPTED],
            [
                batch([insert(at("p", "1"), [("A", int(1))])]),
                batch([update(at("p", "1"), etag_in(0, 0), [("A", int(2))])]),
                batch([delete(at("p", "1"), etag_in(1, 0))]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.query",
            "A batch may hold one GET",
            "Batches are for writing.",
            [TABLE_BATCH_QUERY, TABLE_BATCH_QUERY_MISSING],
            [
                insert(at("p", "1"), [("A", text("x"))]),
                batch([get(at("p", "1"))]),
                batch([get(at("p", "2"))]),
                batch([get(at("p", "1"))]).metadata(Metadata::Full),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.hundred",
            "A batch may hold 99 and 100 operations",
            "The limit is one too low.",
            [TABLE_BATCH_HUNDRED, TABLE_BATCH_PARTS_IN_ORDER],
            [
                batch((0..99).map(|number| insert_or_replace(at("p", format!("{number:03}")), []))),
                batch((0..100).map(|number| insert_or_merge(at("p", format!("{number:03}")), [("A", int(number))]))),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.visible-after",
            "What a batch wrote is there for the next request, and for the next batch",
            "The batch is committed in the background.",
            [TABLE_BATCH_VISIBLE_AFTER],
            [
                batch([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [("A", int(1))])]),
                get(at("p", "2")),
                batch([update(at("p", "2"), etag_in(0, 1), [("A", int(2))]), delete(at("p", "1"), etag_in(0, 0))]),
                get(at("p", "1")),
                get(at("p", "2")),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.two-partitions-one-by-one",
            "Batches on different partitions do not meet",
            "The change set is kept under the row key.",
            [TABLE_ENTITIES_ISOLATION],
            [
                batch([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [("A", int(1))])]),
                batch([insert(at("q", "1"), [("A", int(2))]), insert(at("q", "2"), [("A", int(2))])]),
                batch([delete(at("p", "1"), "*"), update(at("p", "2"), "*", [("A", int(3))])]),
                scan_all(),
            ]
        ),
        check!(
            TableBatch,
            "table.batch.levels",
            "The parts of a batch are written at the level of metadata that is asked for",
            "The level of the outer request counts, or none.",
            [TABLE_BATCH_INSERT, TABLE_JSON_FULL_ENTITY, TABLE_JSON_NONE_BARE],
            [
                batch_without_preference([insert(at("p", "1"), [("A", int(1))])]).metadata(Metadata::Full),
                batch_without_preference([insert(at("p", "2"), [("A", int(1))])]).metadata(Metadata::None),
                batch_without_preference([insert(at("p", "3"), [("A", int(1))])]).metadata(Metadata::Minimal),
            ]
        ),
    ]
}
