//! Smoke: what imitations most often fail, in a few seconds.

use super::steps::{
    StepExt as _, at, batch, delete, etag, get, get_table, insert, insert_or_merge, insert_or_replace, int,
    list_tables, long, merge, next_page, page, scan, scan_all, seed, text, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Auth;
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Smoke;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.smoke.insert-then-get",
            "What was inserted is read back",
            "The least that a table service does; everything else builds on it.",
            [TABLE_ENTITIES_INSERT_STORED, TABLE_ENTITIES_GET, TABLE_ENTITIES_GET_MISSING],
            [insert(at("p", "1"), [("A", text("x")), ("B", int(2))]), get(at("p", "1")), get(at("p", "2"))]
        ),
        check!(
            TableAuth,
            "table.smoke.signature-verified",
            "A request signed with another key is refused",
            "Emulators skip the check of signatures, because their clients always know the key.",
            [TABLE_AUTH_SIGNATURE],
            [insert(at("p", "1"), []).auth(Auth::WrongKey), get(at("p", "1")).auth(Auth::WrongKey), get(at("p", "1")),]
        ),
        check!(
            TableCore,
            "table.smoke.insert-conflict",
            "A second insert under the same key is refused and changes nothing",
            "A map's `put` overwrites; an insert must not.",
            [TABLE_ENTITIES_INSERT_CONFLICT],
            [insert(at("p", "1"), [("A", int(1))]), insert(at("p", "1"), [("A", int(2))]), get(at("p", "1")),]
        ),
        check!(
            TableQuery,
            "table.smoke.filter-filters",
            "A filter lets through what it names, and nothing else",
            "Servers that do not know $filter answer with everything.",
            [TABLE_QUERY_FILTER],
            [
                seed([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [("A", int(2))])]),
                scan("A gt 1"),
                scan("PartitionKey eq 'p' and RowKey lt '2'"),
                scan("PartitionKey eq 'q'"),
            ]
        ),
        check!(
            TableBatch,
            "table.smoke.batch-atomic",
            "A batch with one bad operation changes nothing",
            "A loop over the operations has done the first ones when a later one fails.",
            [TABLE_BATCH_ATOMIC, TABLE_BATCH_FAILURE_ONE_PART, TABLE_BATCH_FAILURE_STATUS],
            [
                insert(at("p", "2"), []),
                batch([insert(at("p", "1"), []), insert(at("p", "2"), []), insert(at("p", "3"), [])]),
                scan_all(),
                batch([insert(at("p", "1"), []), insert(at("p", "3"), [])]),
                scan_all(),
            ]
        ),
        check!(
            TableConcurrency,
            "table.smoke.etag-enforced",
            "A write with an old ETag is refused and changes nothing",
            "If-Match is easily ignored: everything works until two clients meet.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_ETAG_STALE_DELETE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                update(at("p", "1"), etag(0), [("A", int(3))]),
                delete(at("p", "1"), etag(0)),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableQuery,
            "table.smoke.continuation-continues",
            "A short page says where to go on, and going on finds the rest",
            "Servers cut at $top and forget the token, so that rows are lost silently.",
            [TABLE_CONTINUATION_TOP_TOKEN, TABLE_CONTINUATION_TOP, TABLE_CONTINUATION_RESUMES],
            [
                seed([insert(at("p", "1"), []), insert(at("p", "2"), []), insert(at("p", "3"), [])]),
                page(Query { top: Some("2".into()), ..Query::default() }),
                next_page(1, Query { top: Some("2".into()), ..Query::default() }),
            ]
        ),
        check!(
            TableCore,
            "table.smoke.replace-and-merge",
            "Replace drops the properties that it lacks, merge keeps them",
            "The two upserts differ in nothing else, and are often one function.",
            [TABLE_ENTITIES_REPLACE, TABLE_ENTITIES_MERGE],
            [
                insert_or_replace(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                insert_or_merge(at("p", "1"), [("A", int(2))]),
                get(at("p", "1")),
                insert_or_replace(at("p", "1"), [("A", int(3))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.smoke.update-needs-a-row",
            "Update and merge of what does not exist are refused, upserts are not",
            "With `If-Match: *` a write looks like an upsert, but is none.",
            [TABLE_ENTITIES_REPLACE_MISSING, TABLE_ENTITIES_MERGE_MISSING, TABLE_ENTITIES_DELETE_MISSING],
            [
                update(at("p", "1"), "*", [("A", int(1))]),
                merge(at("p", "2"), "*", [("A", int(1))]),
                delete(at("p", "3"), "*"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.smoke.percent-in-a-key",
            "A percent sign in a key survives the way to the service and back",
            "Frameworks decode the path before the code does so again.",
            [TABLE_KEYS_PERCENT_ONCE],
            [
                insert_or_replace(at("p", "50%25"), [("A", int(1))]),
                get(at("p", "50%25")),
                get(at("p", "50%")),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.smoke.types-survive",
            "A 64-bit integer stays one",
            "A JSON parser that makes a double of every number loses the low digits.",
            [TABLE_TYPES_INT64],
            [insert(at("p", "1"), [("L", long(i64::MAX)), ("I", int(i32::MIN))]), get(at("p", "1"))]
        ),
        check!(
            TableCore,
            "table.smoke.tables-listed",
            "A table that was created is listed and found",
            "Clean-up tools and clients that create on demand rely on it.",
            [TABLE_TABLES_LIST, TABLE_TABLES_GET, TABLE_TABLES_GET_MISSING],
            [list_tables(), get_table("${table}"), get_table("${table}absent")]
        ),
    ]
}
