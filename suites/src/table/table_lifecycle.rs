//! What becomes of a table's rows, tags and tokens when it goes and comes again: every operation on a table that is not
//! there yet, that is gone, and that is there anew.

use super::steps::{
    at, batch, create_table, delete, delete_table, etag, get, get_table, insert, insert_or_merge, insert_or_replace,
    int, list_tables, merge, next_page, on, page, scan_all, update,
};
use crate::check::{Check, Suite};
use crate::define::{Script, check, on_several, steps};
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::TableLifecycle;

/// The table that comes and goes.
const TABLE: &str = "${table}x";

fn there(operation: Operation) -> Operation {
    on(TABLE, operation)
}

fn scan_there() -> Call {
    Call::Scan { table: TABLE.to_owned(), query: Query::default() }
}

fn top(count: &str) -> Query {
    Query { top: Some(count.to_owned()), ..Query::default() }
}

/// Every operation that reads rows.
fn reads() -> Vec<Step> {
    steps![there(get(at("p", "1"))), there(page(Query::default())), there(page(top("1"))), scan_there()]
}

/// Every operation that writes one row, none of which may bring the table back.
fn writes() -> Vec<Step> {
    steps![
        there(insert(at("p", "1"), [("A", int(1))])),
        there(insert_or_replace(at("p", "1"), [("A", int(1))])),
        there(insert_or_merge(at("p", "1"), [("A", int(1))])),
        there(update(at("p", "1"), "*", [("A", int(1))])),
        there(merge(at("p", "1"), "*", [("A", int(1))])),
        there(delete(at("p", "1"), "*")),
        get_table(TABLE),
    ]
}

/// Transactions, none of which may bring the table back.
fn transactions() -> Vec<Step> {
    steps![
        there(batch([insert(at("p", "1"), []), insert(at("p", "2"), [])])),
        there(batch([insert_or_replace(at("p", "1"), [])])),
        there(batch([delete(at("p", "1"), "*"), insert_or_merge(at("p", "2"), [])])),
        get_table(TABLE),
    ]
}

/// The table is made, filled with two rows, and deleted.
fn gone() -> Vec<Step> {
    steps![
        create_table(TABLE),
        there(insert(at("p", "1"), [("A", int(1))])),
        there(insert(at("p", "2"), [("A", int(2))])),
        delete_table(TABLE),
    ]
}

/// The table is made, filled with two rows, deleted, and made again.
fn anew() -> Vec<Step> {
    [gone(), steps![create_table(TABLE)]].concat()
}

fn all(parts: impl IntoIterator<Item = Vec<Step>>) -> Script {
    on_several(1, parts.into_iter().flatten().collect())
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [before_and_after(), there_anew()].concat()
}

fn before_and_after() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.table-lifecycle.written-before-made",
            "No write brings a table into being, and none is remembered when it is made",
            "Stores that make a collection when something is put into it.",
            [TABLE_TABLES_MISSING_TABLE, TABLE_TABLES_CREATE],
            all([writes(), steps![create_table(TABLE), scan_there()]])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.batched-before-made",
            "No transaction brings a table into being, and none is remembered when it is made",
            "The table is looked up for single requests alone.",
            [TABLE_BATCH_MISSING_TABLE, TABLE_TABLES_CREATE],
            all([transactions(), steps![create_table(TABLE), scan_there()]])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.read-when-gone",
            "Every read of a deleted table is refused",
            "Rows are deleted later, or a cache still holds them.",
            [TABLE_TABLES_MISSING_TABLE, TABLE_TABLES_DELETE],
            all([gone(), reads()])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.written-when-gone",
            "Every write to a deleted table is refused, and does not bring it back",
            "Stores that make a collection when something is put into it.",
            [TABLE_TABLES_MISSING_TABLE, TABLE_TABLES_DELETE],
            all([gone(), writes()])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.batched-when-gone",
            "Every transaction on a deleted table is refused, and does not bring it back",
            "The table is looked up for single requests alone.",
            [TABLE_BATCH_MISSING_TABLE, TABLE_TABLES_DELETE],
            all([gone(), transactions()])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.deleted-twice",
            "A table is deleted once; a table beside it stays through both",
            "Deleting is idempotent in most stores.",
            [TABLE_TABLES_DELETE_MISSING, TABLE_TABLES_DELETE_ONLY_NAMED],
            [
                insert(at("p", "1"), []),
                create_table(TABLE),
                delete_table(TABLE),
                delete_table(TABLE),
                list_tables(),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.table-lifecycle.listed-throughout",
            "The list of tables follows every creation and deletion at once",
            "Listings come from a copy.",
            [TABLE_TABLES_LIST, TABLE_TABLES_DELETE, TABLE_TABLES_CREATE],
            [
                list_tables(),
                create_table("${table}b"),
                list_tables(),
                create_table("${table}a"),
                list_tables(),
                delete_table("${table}b"),
                list_tables(),
                create_table("${table}c"),
                delete_table("${table}a"),
                list_tables(),
            ]
        ),
    ]
}

fn there_anew() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.table-lifecycle.read-anew",
            "A table that is there anew has none of its rows",
            "The name goes off the list, and the rows stay.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([anew(), steps![scan_there(), there(get(at("p", "1"))), there(page(top("1")))]])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.inserted-anew",
            "The same rows can be inserted into a table that is there anew",
            "Keys are kept in an index that outlives the table.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([anew(), steps![there(insert(at("p", "1"), [("B", int(1))])), there(get(at("p", "1"))), scan_there()]])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.updated-anew",
            "Updates, merges and deletions find no row in a table that is there anew",
            "Writes by key go past the list of tables.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([
                anew(),
                steps![
                    there(update(at("p", "1"), "*", [("B", int(1))])),
                    there(merge(at("p", "1"), "*", [("B", int(1))])),
                    there(delete(at("p", "1"), "*")),
                    scan_there(),
                ]
            ])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.batched-anew",
            "A transaction finds no row in a table that is there anew",
            "Transactions work on the rows of a snapshot.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([
                anew(),
                steps![
                    there(batch([insert(at("p", "1"), []), delete(at("p", "2"), "*")])),
                    there(batch([insert(at("p", "1"), []), insert(at("p", "2"), [])])),
                    scan_there(),
                ]
            ])
        ),
        check!(
            TableConcurrency,
            "table.table-lifecycle.tags-anew",
            "An ETag from before is none of a row that was inserted anew",
            "Versions are counted for each row, from one on.",
            [TABLE_ETAG_STALE_REPLACE, TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([
                anew(),
                steps![
                    there(insert(at("p", "1"), [("B", int(1))])),
                    there(update(at("p", "1"), etag(1), [("B", int(2))])),
                    there(delete(at("p", "1"), etag(1))),
                    there(update(at("p", "1"), etag(5), [("B", int(3))])),
                    scan_there(),
                ]
            ])
        ),
        check!(
            TableQuery,
            "table.table-lifecycle.tokens-anew",
            "A continuation token from before shows none of the rows from before",
            "A token names a cursor that holds on to what it was opened on.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            all([steps![
                create_table(TABLE),
                there(insert(at("p", "1"), [])),
                there(insert(at("p", "2"), [])),
                there(page(top("1"))),
                delete_table(TABLE),
                create_table(TABLE),
                there(next_page(3, top("1"))),
                there(insert(at("p", "2"), [("B", int(1))])),
                there(next_page(3, top("1"))),
            ]])
        ),
        check!(
            TableCore,
            "table.table-lifecycle.spelt-anew",
            "A table that is made anew in another spelling is listed in that one",
            "The first spelling is remembered for ever.",
            [TABLE_TABLES_NAME_CASE_PRESERVED],
            [
                create_table("${table}Spelt"),
                delete_table("${table}spelt"),
                create_table("${table}SPELT"),
                list_tables(),
                get_table("${table}spelt"),
                on("${table}spelt", insert(at("p", "1"), [])),
                Call::Scan { table: "${table}Spelt".to_owned(), query: Query::default() },
            ]
        ),
        check!(
            TableCore,
            "table.table-lifecycle.others-stay",
            "A table that goes and comes again leaves another's rows as they are",
            "Rows of all tables lie in one store, and are deleted by what they have in common.",
            [TABLE_TABLES_DELETE_ONLY_NAMED],
            all([
                steps![insert(at("p", "1"), [("A", int(7))]), insert(at("p", "2"), [("A", int(8))])],
                anew(),
                steps![scan_all(), update(at("p", "1"), etag(0), [("A", int(9))]), scan_all(), scan_there()],
            ])
        ),
    ]
}
