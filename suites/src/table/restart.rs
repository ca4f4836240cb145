//! The service is stopped at once and started again.

use super::steps::{
    at, batch, create_table, datetime, delete, delete_table, etag, get, get_table, insert, insert_every_type,
    insert_or_merge, insert_or_replace, int, merge, on, scan_all, text, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Call;

const SUITE: Suite = Suite::Restart;

/// The checks of the suite. What a target is asked that does not keep its data needs nothing from before.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableDurability,
            "table.restart.comes-back",
            "A restarted service does everything anew",
            "A lock file, a port or half a file of the process before is in the way.",
            [TABLE_TABLES_CREATE, TABLE_ENTITIES_INSERT_STORED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                Call::Restart,
                create_table("${table}x"),
                on("${table}x", insert(at("p", "1"), [("A", int(2))])),
                on("${table}x", get(at("p", "1"))),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableDurability,
            "table.restart.writes-kept",
            "Every kind of write is there after a restart, and what was deleted is not",
            "What was acknowledged is in memory, and written out now and then.",
            [TABLE_DURABILITY_ACKNOWLEDGED],
            [
                insert_every_type("types", "text", datetime((2014, 2, 14), (1, 2, 3), 0)),
                insert(at("p", "updated"), [("A", int(1))]),
                update(at("p", "updated"), etag(1), [("A", int(2))]),
                insert(at("p", "merged"), [("A", int(1))]),
                merge(at("p", "merged"), "*", [("B", int(2))]),
                insert(at("p", "deleted"), [("A", int(1))]),
                delete(at("p", "deleted"), "*"),
                insert_or_replace(at("q", "%"), [("A", text("plus+"))]),
                insert_or_merge(at("q", "\u{e9}"), [("A", text("\u{1f600}"))]),
                Call::Restart,
                scan_all(),
                get(at("p", "updated")),
                get(at("p", "deleted")),
                insert(at("p", "deleted"), [("A", int(3))]),
            ]
        ),
        check!(
            TableDurability,
            "table.restart.transactions-kept",
            "A transaction that was acknowledged is there as a whole after a restart",
            "The operations of a transaction are written out one by one.",
            [TABLE_DURABILITY_ACKNOWLEDGED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                batch([
                    update(at("p", "1"), "*", [("A", int(2))]),
                    insert(at("p", "2"), [("A", int(2))]),
                    insert_or_replace(at("p", "3"), [("A", int(2))]),
                ]),
                Call::Restart,
                scan_all(),
                batch([delete(at("p", "1"), "*"), delete(at("p", "2"), "*"), delete(at("p", "3"), "*")]),
                Call::Restart,
                scan_all(),
            ]
        ),
        check!(
            TableDurability,
            "table.restart.etags-kept",
            "An ETag from before a restart holds for what was not changed since, and for nothing else",
            "ETags are counted from the start of the process.",
            [TABLE_DURABILITY_ACKNOWLEDGED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), etag(0), [("A", int(2))]),
                Call::Restart,
                get(at("p", "1")),
                update(at("p", "1"), etag(0), [("A", int(3))]),
                update(at("p", "1"), etag(1), [("A", int(4))]),
                update(at("p", "1"), etag(1), [("A", int(5))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableDurability,
            "table.restart.tables-kept",
            "Tables that were created are there after a restart, and those that were deleted are not",
            "Tables are created in memory, and their files when the first row is written.",
            [TABLE_DURABILITY_ACKNOWLEDGED],
            [
                create_table("${table}x"),
                create_table("${table}y"),
                delete_table("${table}y"),
                Call::Restart,
                get_table("${table}x"),
                get_table("${table}y"),
                on("${table}x", insert(at("p", "1"), [("A", int(1))])),
                create_table("${table}x"),
            ]
        ),
    ]
}
