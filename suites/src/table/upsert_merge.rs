//! Insert, update, merge, the two upserts and delete: what each does to a row in every state.

mod types;

use super::steps::{
    StepExt as _, at, delete, etag, get, insert, insert_or_merge, insert_or_replace, int, merge, preferring, scan_all,
    text, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Key, Operation, Prefer};

const SUITE: Suite = Suite::UpsertMerge;

/// One operation on rows that are absent, present, deleted and recreated, each read afterwards; then all rows.
fn in_every_state(operation: impl Fn(Key) -> Operation) -> Vec<Step> {
    let mut script = steps![
        insert(at("p", "present"), [("A", int(1)), ("B", text("old"))]),
        insert(at("p", "deleted"), [("A", int(1)), ("B", text("old"))]),
        insert(at("p", "recreated"), [("A", int(1)), ("B", text("old"))]),
        delete(at("p", "deleted"), "*"),
        delete(at("p", "recreated"), "*"),
        insert(at("p", "recreated"), [("A", int(2)), ("C", text("new"))]),
    ];
    for state in ["absent", "present", "deleted", "recreated"] {
        script.push(Step::from(operation(at("p", state))));
        script.push(Step::from(get(at("p", state))));
    }
    script.push(Step::from(scan_all()));
    script
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), types::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.upsert-merge.insert-states",
            "Insert makes a row that is not there, and only that",
            "A row that was deleted may leave a mark.",
            [TABLE_ENTITIES_INSERT_CONFLICT, TABLE_ENTITIES_INSERT, TABLE_ENTITIES_INSERT_STORED],
            in_every_state(|key| insert(key, [("A", int(3)), ("D", int(3))]))
        ),
        check!(
            TableCore,
            "table.upsert-merge.update-states",
            "Update replaces a row that is there, and only that",
            "`If-Match: *` on a row that is not there looks like no condition.",
            [TABLE_ENTITIES_REPLACE, TABLE_ENTITIES_REPLACE_MISSING],
            in_every_state(|key| update(key, "*", [("A", int(3)), ("D", int(3))]))
        ),
        check!(
            TableCore,
            "table.upsert-merge.merge-states",
            "Merge changes a row that is there, and only that",
            "`If-Match: *` on a row that is not there looks like no condition.",
            [TABLE_ENTITIES_MERGE, TABLE_ENTITIES_MERGE_MISSING, TABLE_ENTITIES_MERGE_OVERWRITES],
            in_every_state(|key| merge(key, "*", [("A", int(3)), ("D", int(3))]))
        ),
        check!(
            TableCore,
            "table.upsert-merge.replace-states",
            "Insert Or Replace makes the row, or replaces it",
            "A conflict, or 404, of the function it is built on.",
            [TABLE_ENTITIES_UPSERT_REPLACE_INSERTS, TABLE_ENTITIES_UPSERT_REPLACE_REPLACES, TABLE_ENTITIES_REPLACE],
            in_every_state(|key| insert_or_replace(key, [("A", int(3)), ("D", int(3))]))
        ),
        check!(
            TableCore,
            "table.upsert-merge.merge-or-insert-states",
            "Insert Or Merge makes the row, or merges into it",
            "A conflict, or 404, of the function it is built on.",
            [TABLE_ENTITIES_UPSERT_MERGE_MERGES, TABLE_ENTITIES_UPSERT_MERGE_INSERTS],
            in_every_state(|key| insert_or_merge(key, [("A", int(3)), ("D", int(3))]))
        ),
        check!(
            TableCore,
            "table.upsert-merge.delete-states",
            "Delete removes a row that is there, and is refused otherwise",
            "Idempotent deletes are good manners elsewhere.",
            [TABLE_ENTITIES_DELETE, TABLE_ENTITIES_DELETE_MISSING],
            in_every_state(|key| delete(key, "*"))
        ),
        check!(
            TableCore,
            "table.upsert-merge.get-states",
            "Get finds what is there and nothing else",
            "A row that is not there becomes an empty one.",
            [TABLE_ENTITIES_GET, TABLE_ENTITIES_GET_MISSING],
            in_every_state(get)
        ),
        check!(
            TableCore,
            "table.upsert-merge.neighbours-untouched",
            "An operation leaves every other row alone",
            "The row key alone is looked up, or a prefix.",
            [TABLE_ENTITIES_ISOLATION],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("q", "1"), [("A", int(2))]),
                insert(at("p", "11"), [("A", int(3))]),
                update(at("p", "1"), "*", [("A", int(4))]),
                scan_all(),
                delete(at("p", "1"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.merge-empty",
            "A merge without properties changes none",
            "An empty body is a replace by nothing.",
            [TABLE_ENTITIES_MERGE],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", text("b"))]),
                merge(at("p", "1"), "*", []),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), []),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.replace-empty",
            "A replace without properties drops them all",
            "An empty body changes nothing.",
            [TABLE_ENTITIES_REPLACE],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", text("b"))]),
                update(at("p", "1"), "*", []),
                get(at("p", "1")),
                insert_or_replace(at("p", "2"), []),
                get(at("p", "2")),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.patch",
            "PATCH is a merge",
            "Clients of today send PATCH, those of yesterday MERGE.",
            [TABLE_HEADERS_PATCH_IS_MERGE],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                merge(at("p", "1"), "*", [("A", int(2))]).patched(),
                get(at("p", "1")),
                insert_or_merge(at("p", "2"), [("A", int(3))]).patched(),
                merge(at("p", "3"), "*", [("A", int(3))]).patched(),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.tunnelled",
            "A POST with X-HTTP-Method is that method",
            "Java cannot send MERGE; its client tunnels every merge.",
            [TABLE_HEADERS_TUNNEL],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                merge(at("p", "1"), "*", [("A", int(2))]).tunnelled(),
                get(at("p", "1")),
                update(at("p", "1"), "*", [("A", int(3))]).tunnelled(),
                get(at("p", "1")),
                insert_or_merge(at("p", "2"), [("A", int(4))]).tunnelled(),
                delete(at("p", "1"), "*").tunnelled(),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.insert-without-content",
            "An insert with Prefer: return-no-content answers 204, and stores the row",
            "The preference is ignored, or taken for a dry run.",
            [TABLE_ENTITIES_INSERT_NO_CONTENT, TABLE_HEADERS_PREFERENCE_APPLIED, TABLE_ENTITIES_INSERT_LOCATION],
            [
                preferring(Prefer::ReturnNoContent, insert(at("p", "1"), [("A", int(1))])),
                preferring(Prefer::ReturnContent, insert(at("p", "2"), [("A", int(2))])),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.delete-needs-if-match",
            "A delete without If-Match is refused",
            "Every other server deletes.",
            [TABLE_ENTITIES_DELETE_IF_MATCH_REQUIRED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                Operation::DeleteEntity { table: "${table}".into(), key: at("p", "1"), if_match: None },
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.no-location",
            "Updates, merges and upserts answer with an ETag and without Location",
            "One function answers for all writes.",
            [TABLE_ENTITIES_WRITE_NO_LOCATION, TABLE_ENTITIES_WRITE_ETAG_HEADER, TABLE_ENTITIES_DELETE_NO_ETAG],
            [
                insert_or_replace(at("p", "1"), [("A", int(1))]),
                insert_or_merge(at("p", "2"), [("A", int(1))]),
                update(at("p", "1"), etag(0), []),
                merge(at("p", "2"), etag(1), []),
                delete(at("p", "1"), etag(2)),
                delete(at("p", "2"), etag(3)),
            ]
        ),
        check!(
            TableCore,
            "table.upsert-merge.etag-property",
            "A property called ETag is a property",
            "It is taken for the row's tag, or hidden.",
            [TABLE_TYPES_ETAG_PROPERTY],
            [
                insert(at("p", "1"), [("ETag", text("foo")), ("etag", text("bar"))]),
                get(at("p", "1")),
                merge(at("p", "1"), etag(1), [("ETag", text("baz"))]),
                get(at("p", "1")),
            ]
        ),
    ]
}
