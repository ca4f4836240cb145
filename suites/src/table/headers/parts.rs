//! What every part of the answer to a batch carries: granted and refused.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::generate::NEVER_ISSUED;
use crate::table::steps::{
    at, batch, batch_without_preference, delete, get, insert, insert_or_merge, insert_or_replace, int, merge, update,
};
use tablestakes_reference::history::Step;

/// Batches, granted and refused.
fn batches() -> Vec<Step> {
    steps![
        batch_without_preference([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [])]),
        batch([insert(at("p", "3"), []), insert(at("p", "4"), [("A", int(1))])]),
        batch([
            update(at("p", "1"), "*", [("A", int(2))]),
            merge(at("p", "2"), "*", [("A", int(2))]),
            insert_or_replace(at("p", "3"), []),
            insert_or_merge(at("p", "5"), []),
            delete(at("p", "4"), "*"),
        ]),
        batch([get(at("p", "1"))]),
        batch([get(at("p", "absent"))]),
        batch([insert(at("p", "1"), []), insert(at("p", "9"), [])]),
        batch([update(at("p", "absent"), "*", []), insert(at("p", "9"), [])]),
        batch([merge(at("p", "1"), NEVER_ISSUED, []), insert(at("p", "9"), [])]),
        batch([insert(at("p", "9"), []), delete(at("p", "absent"), "*")]),
        batch([insert(at("p", "9"), []), insert(at("q", "9"), [])]),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableBatch,
            "table.headers.parts-nosniff",
            "A batch and each of its parts forbid sniffing",
            "The parts are put together by hand.",
            [TABLE_HEADERS_NOSNIFF],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-cache-control",
            "A batch and each of its parts forbid caching",
            "The parts are put together by hand.",
            [TABLE_HEADERS_CACHE_CONTROL],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-version",
            "Each part names its DataServiceVersion",
            "The parts have the headers of answers outside.",
            [TABLE_BATCH_PART_VERSION],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-location",
            "Parts that insert carry Location, the others do not",
            "Every part that makes something says where.",
            [TABLE_BATCH_INSERT_LOCATION, TABLE_ENTITIES_WRITE_NO_LOCATION],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-etag",
            "Parts that write carry the row's ETag, deletes do not",
            "Tags are made when the batch is through.",
            [TABLE_BATCH_ETAGS, TABLE_ENTITIES_DELETE_NO_ETAG],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-preference",
            "Parts confirm the preferences that they state",
            "The preference of the first holds for all, or that of the batch.",
            [TABLE_BATCH_PREFERENCE_APPLIED],
            batches()
        ),
        check!(
            TableBatch,
            "table.headers.parts-content-type",
            "Parts with a body announce it, those without do not",
            "The type is that of the batch.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            batches()
        ),
    ]
}
