//! The letters of a SAS for a table: each operation with what it needs and no more, and without it.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    RawExt as _, SasExt as _, StepExt as _, at, bare_request, batch, create_table, delete, delete_table, get,
    get_select, get_table, insert, insert_or_merge, insert_or_replace, int, merge, page, query_tables, scan_all, seed,
    table_sas, update,
};
use tablestakes_reference::history::{Auth, Step};
use tablestakes_reference::table::{Operation, Query};

/// All letters, in the order in which they are written.
const ALL: &str = "raud";

/// The operations that one letter opens, on rows `1` to `3`, which are there.
fn opened_by(letter: char) -> Vec<Operation> {
    match letter {
        'r' => vec![
            get(at("p", "1")),
            get_select(at("p", "1"), "A"),
            get(at("p", "absent")),
            page(Query::default()),
            page(Query { filter: Some("RowKey eq '1'".into()), ..Query::default() }),
        ],
        'a' => vec![insert(at("p", "4"), [("A", int(1))]), batch([insert(at("p", "5"), [("A", int(1))])])],
        'u' => vec![
            update(at("p", "1"), "*", [("B", int(2))]),
            merge(at("p", "2"), "*", [("C", int(3))]),
            batch([update(at("p", "1"), "*", [("B", int(3))]), merge(at("p", "2"), "*", [("D", int(3))])]),
        ],
        _ => vec![delete(at("p", "1"), "*"), batch([delete(at("p", "2"), "*")])],
    }
}

fn auth(permissions: &str) -> Auth {
    table_sas(permissions).auth()
}

fn seeded() -> Vec<Step> {
    steps![seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))])))]
}

/// What one letter opens, with that letter alone.
fn granted(letter: char) -> Vec<Step> {
    let mut script = seeded();
    script.extend(opened_by(letter).into_iter().map(|operation| operation.auth(auth(&letter.to_string()))));
    script.push(scan_all().into());
    script
}

/// What one letter opens, with all letters but that.
fn refused(letter: char) -> Vec<Step> {
    let others = ALL.replace(letter, "");
    let mut script = seeded();
    script.extend(opened_by(letter).into_iter().map(|operation| operation.auth(auth(&others))));
    script.push(scan_all().into());
    script
}

/// What other letters open, with this one alone.
fn alone(letter: char) -> Vec<Step> {
    let mut script = seeded();
    for other in ALL.chars().filter(|other| *other != letter) {
        script.extend(opened_by(other).into_iter().map(|operation| operation.auth(auth(&letter.to_string()))));
    }
    script.push(scan_all().into());
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [letters(), others()].concat()
}

fn letters() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.table-r",
            "The letter r of a SAS for a table opens every read",
            "A query is asked for l, or for more than a get.",
            [TABLE_SAS_TABLE],
            granted('r')
        ),
        check!(
            TableSas,
            "table.sas.table-a",
            "The letter a of a SAS for a table opens inserts, in batches too",
            "A batch is asked for every letter.",
            [TABLE_SAS_TABLE, TABLE_SAS_BATCH],
            granted('a')
        ),
        check!(
            TableSas,
            "table.sas.table-u",
            "The letter u of a SAS for a table opens updates and merges, in batches too",
            "Half of the writes ask for w, which tables do not have.",
            [TABLE_SAS_TABLE, TABLE_SAS_BATCH],
            granted('u')
        ),
        check!(
            TableSas,
            "table.sas.table-d",
            "The letter d of a SAS for a table opens deletes, in batches too",
            "A batch is asked for every letter.",
            [TABLE_SAS_TABLE, TABLE_SAS_BATCH],
            granted('d')
        ),
        check!(
            TableSas,
            "table.sas.table-without-r",
            "Without r a SAS for a table reads nothing",
            "Who may write may read, it is thought.",
            [TABLE_SAS_TABLE_PERMISSION],
            refused('r')
        ),
        check!(
            TableSas,
            "table.sas.table-without-a",
            "Without a a SAS for a table inserts nothing",
            "Writing is one permission.",
            [TABLE_SAS_TABLE_PERMISSION],
            refused('a')
        ),
        check!(
            TableSas,
            "table.sas.table-without-u",
            "Without u a SAS for a table updates and merges nothing",
            "Writing is one permission.",
            [TABLE_SAS_TABLE_PERMISSION],
            refused('u')
        ),
        check!(
            TableSas,
            "table.sas.table-without-d",
            "Without d a SAS for a table deletes nothing",
            "Writing is one permission.",
            [TABLE_SAS_TABLE_PERMISSION],
            refused('d')
        ),
        check!(
            TableSas,
            "table.sas.table-r-alone",
            "With r alone a SAS for a table writes nothing",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_TABLE_PERMISSION],
            alone('r')
        ),
        check!(
            TableSas,
            "table.sas.table-a-alone",
            "With a alone a SAS for a table does nothing but insert",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_TABLE_PERMISSION],
            alone('a')
        ),
        check!(
            TableSas,
            "table.sas.table-u-alone",
            "With u alone a SAS for a table does nothing but update and merge",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_TABLE_PERMISSION],
            alone('u')
        ),
        check!(
            TableSas,
            "table.sas.table-d-alone",
            "With d alone a SAS for a table does nothing but delete",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_TABLE_PERMISSION],
            alone('d')
        ),
    ]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.table-upserts-refused",
            "An upsert by a SAS for a table needs a and u, whether or not the row is there",
            "The row is looked up, and then it is an insert or an update.",
            [TABLE_SAS_UPSERT_NEEDS_BOTH, TABLE_SAS_TABLE_PERMISSION],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert_or_replace(at("p", "1"), []).auth(auth("a")),
                insert_or_replace(at("p", "1"), []).auth(auth("u")),
                insert_or_merge(at("p", "1"), [("A", int(2))]).auth(auth("ra")),
                insert_or_merge(at("p", "1"), [("A", int(2))]).auth(auth("rud")),
                insert_or_replace(at("p", "2"), []).auth(auth("rad")),
                insert_or_merge(at("p", "2"), []).auth(auth("ud")),
                insert_or_replace(at("p", "2"), []).auth(auth("rd")),
                insert_or_merge(at("p", "1"), [("A", int(2))]).auth(auth("rd")),
                batch([insert_or_replace(at("p", "2"), [])]).auth(auth("rad")),
                batch([insert_or_merge(at("p", "1"), [("A", int(2))])]).auth(auth("rud")),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-upserts-granted",
            "An upsert by a SAS for a table needs nothing beside a and u",
            "Reading comes first, and so r is asked for.",
            [TABLE_SAS_TABLE],
            [
                insert_or_replace(at("p", "1"), [("A", int(1))]).auth(auth("au")),
                insert_or_replace(at("p", "1"), [("A", int(2))]).auth(auth("au")),
                insert_or_merge(at("p", "1"), [("B", int(1))]).auth(auth("au")),
                insert_or_merge(at("p", "2"), [("B", int(1))]).auth(auth("au")),
                batch([insert_or_replace(at("p", "1"), []), insert_or_merge(at("p", "3"), [])]).auth(auth("au")),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-written-otherwise",
            "A permission is asked for what is done, however it is written",
            "It is looked up by the method on the wire: a POST inserts, a PATCH is nothing.",
            [TABLE_SAS_TABLE_PERMISSION, TABLE_SAS_TABLE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), "*", [("B", int(1))]).tunnelled().auth(auth("a")),
                update(at("p", "1"), "*", []).tunnelled().auth(auth("a")),
                delete(at("p", "1"), "*").tunnelled().auth(auth("au")),
                merge(at("p", "1"), "*", [("B", int(1))]).patched().auth(auth("rad")),
                merge(at("p", "1"), "*", [("B", int(1))]).tunnelled().auth(auth("u")),
                merge(at("p", "1"), "*", [("C", int(1))]).patched().auth(auth("u")),
                delete(at("p", "1"), "*").tunnelled().auth(auth("d")),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-no-tables",
            "A SAS for a table does nothing to tables, with any letter",
            "Permissions are letters, and `d` deletes.",
            [TABLE_SAS_ENTITIES_ONLY],
            [
                create_table("${table}x").auth(auth("a")),
                create_table("${table}x").auth(table_sas(ALL).named("${table}x").auth()),
                query_tables(Query { top: Some("1".into()), ..Query::default() }).auth(auth("r")),
                query_tables(Query { top: Some("1".into()), ..Query::default() }).auth(auth(ALL)),
                delete_table("${table}").auth(auth("d")),
                delete_table("${table}").auth(auth(ALL)),
                get_table("${table}x"),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-no-properties",
            "A SAS for a table reads no properties of the service",
            "The front end looks at the signature, and has no letters.",
            [TABLE_SAS_ENTITIES_ONLY],
            [
                bare_request("GET", "/?restype=service&comp=properties").auth(auth("r")),
                bare_request("GET", "/?restype=service&comp=properties").auth(auth(ALL)),
            ]
        ),
        check!(
            TableSas,
            "table.sas.other-table-everywhere",
            "A SAS for one table is refused for another, for every operation",
            "The table is taken from the address, and the one that is signed is not compared.",
            [TABLE_SAS_OTHER_TABLE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")).auth(table_sas(ALL).named("${table}other").auth()),
                page(Query::default()).auth(table_sas(ALL).named("${table}other").auth()),
                insert(at("p", "2"), []).auth(table_sas(ALL).named("${table}other").auth()),
                update(at("p", "1"), "*", []).auth(table_sas(ALL).named("${table}other").auth()),
                merge(at("p", "1"), "*", []).auth(table_sas(ALL).named("${table}other").auth()),
                insert_or_replace(at("p", "1"), []).auth(table_sas(ALL).named("${table}other").auth()),
                insert_or_merge(at("p", "1"), []).auth(table_sas(ALL).named("${table}other").auth()),
                delete(at("p", "1"), "*").auth(table_sas(ALL).named("${table}other").auth()),
                batch([insert(at("p", "2"), [])]).auth(table_sas(ALL).named("${table}other").auth()),
                get(at("p", "1")).auth(table_sas(ALL).named("tables").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-mixed-batch",
            "A batch by a SAS for a table needs the permission for each of its parts, and is done whole or not at all",
            "The first part decides, or what may be done is done.",
            [TABLE_SAS_TABLE_PERMISSION],
            [
                seed(["1", "2"].map(|row| insert(at("p", row), [("A", int(1))]))),
                batch([insert(at("p", "3"), []), delete(at("p", "1"), "*")]).auth(auth("a")),
                batch([delete(at("p", "1"), "*"), insert(at("p", "3"), [])]).auth(auth("d")),
                batch([insert(at("p", "3"), []), update(at("p", "1"), "*", [])]).auth(auth("rad")),
                batch([merge(at("p", "1"), "*", [("B", int(1))]), delete(at("p", "2"), "*")]).auth(auth("rau")),
                scan_all(),
                batch([merge(at("p", "1"), "*", [("B", int(1))]), delete(at("p", "2"), "*")]).auth(auth("ud")),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-before-body",
            "A SAS for a table without the permission leaves nothing behind, whatever else is wrong",
            "The row is written before the letters are read.",
            [TABLE_SAS_TABLE_PERMISSION, TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("A", int(1))]).auth(auth("r")),
                get(at("p", "1")),
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "1"), [("A", int(2))]).auth(auth("r")),
                bare_request("PUT", "/${table}(PartitionKey='p',RowKey='1')").json("{\"A\":3}").auth(auth("r")),
                get(at("p", "1")),
            ]
        ),
    ]
}
