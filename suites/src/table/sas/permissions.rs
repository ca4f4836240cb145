//! The letters, services and resource types of an account SAS: each operation with what it needs and no more, and without.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::properties::set;
use crate::table::steps::{
    SasExt as _, StepExt as _, account_sas, at, bare_request, batch, create_table, delete, delete_table, get,
    get_table, insert, insert_or_merge, insert_or_replace, int, merge, page, query_tables, scan_all, seed, update,
};
use tablestakes_reference::history::{Auth, Step};
use tablestakes_reference::table::{Operation, Query};

/// All letters that say something about tables.
const ALL: &str = "rwdlacu";

fn listing() -> Operation {
    query_tables(Query { top: Some("1".into()), ..Query::default() })
}

/// The operations on entities that a letter opens, on rows `1` to `3`, which are there.
fn opened_by(letter: char) -> Vec<Operation> {
    match letter {
        'r' => vec![get(at("p", "1")), page(Query::default()), get(at("p", "absent"))],
        'a' => vec![insert(at("p", "4"), [("A", int(1))]), batch([insert(at("p", "5"), [("A", int(1))])])],
        'u' => vec![
            update(at("p", "1"), "*", [("B", int(2))]),
            merge(at("p", "2"), "*", [("C", int(3))]),
            batch([update(at("p", "1"), "*", [("B", int(3))])]),
        ],
        _ => vec![delete(at("p", "1"), "*"), batch([delete(at("p", "2"), "*")])],
    }
}

/// With these letters, and objects as the one type.
fn on_objects(permissions: &str) -> Auth {
    account_sas(permissions).for_types("t", "o").auth()
}

fn with(letters: &str, operations: Vec<Operation>) -> Vec<Step> {
    let mut script = steps![seed(["1", "2", "3"].map(|row| insert(at("p", row), [("A", int(1))])))];
    script.extend(operations.into_iter().map(|operation| operation.auth(on_objects(letters))));
    script.push(scan_all().into());
    script
}

fn granted(letter: char) -> Vec<Step> {
    with(&letter.to_string(), opened_by(letter))
}

fn refused(letter: char) -> Vec<Step> {
    with(&ALL.replace(letter, ""), opened_by(letter))
}

/// What the other letters open, with this one alone.
fn alone(letter: char) -> Vec<Step> {
    with(&letter.to_string(), "raud".chars().filter(|other| *other != letter).flat_map(opened_by).collect())
}

/// Every operation on entities.
fn on_entities() -> Vec<Operation> {
    vec![
        get(at("p", "1")),
        page(Query::default()),
        insert(at("p", "4"), []),
        update(at("p", "1"), "*", []),
        merge(at("p", "1"), "*", []),
        insert_or_replace(at("p", "1"), []),
        insert_or_merge(at("p", "4"), []),
        delete(at("p", "1"), "*"),
    ]
}

fn on_entities_for(kinds: &str) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    let auth = account_sas(ALL).for_types("t", kinds).auth();
    script.extend(on_entities().into_iter().map(|operation| operation.auth(auth.clone())));
    script.push(scan_all().into());
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [entities(), tables(), kinds()].concat()
}

fn entities() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.account-r",
            "The letter r of an account SAS opens every read of entities",
            "A query is a listing, and is asked for l.",
            [TABLE_SAS_ACCOUNT],
            granted('r')
        ),
        check!(
            TableSas,
            "table.sas.account-a",
            "The letter a of an account SAS opens inserts, in batches too",
            "Adding is for queues and append blobs.",
            [TABLE_SAS_ACCOUNT],
            granted('a')
        ),
        check!(
            TableSas,
            "table.sas.account-u",
            "The letter u of an account SAS opens updates and merges, in batches too",
            "They are asked for w.",
            [TABLE_SAS_ACCOUNT],
            granted('u')
        ),
        check!(
            TableSas,
            "table.sas.account-d",
            "The letter d of an account SAS opens deletes, in batches too",
            "A batch is asked for every letter.",
            [TABLE_SAS_ACCOUNT],
            granted('d')
        ),
        check!(
            TableSas,
            "table.sas.account-without-r",
            "Without r an account SAS reads no entities",
            "Listing, or writing, is enough.",
            [TABLE_SAS_PERMISSION],
            refused('r')
        ),
        check!(
            TableSas,
            "table.sas.account-without-a",
            "Without a an account SAS inserts nothing",
            "w or c is enough.",
            [TABLE_SAS_PERMISSION],
            refused('a')
        ),
        check!(
            TableSas,
            "table.sas.account-without-u",
            "Without u an account SAS updates and merges nothing",
            "w is enough.",
            [TABLE_SAS_PERMISSION],
            refused('u')
        ),
        check!(
            TableSas,
            "table.sas.account-without-d",
            "Without d an account SAS deletes nothing",
            "w is enough.",
            [TABLE_SAS_PERMISSION],
            refused('d')
        ),
        check!(
            TableSas,
            "table.sas.account-r-alone",
            "With r alone an account SAS writes nothing",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_PERMISSION],
            alone('r')
        ),
        check!(
            TableSas,
            "table.sas.account-a-alone",
            "With a alone an account SAS does nothing but insert",
            "The table of permissions has a hole for one method.",
            [TABLE_SAS_PERMISSION],
            alone('a')
        ),
        check!(
            TableSas,
            "table.sas.account-w-alone",
            "With w alone an account SAS does nothing to entities",
            "To write is what it says.",
            [TABLE_SAS_PERMISSION],
            with("w", "raud".chars().flat_map(opened_by).collect())
        ),
        check!(
            TableSas,
            "table.sas.account-upserts-refused",
            "An upsert by an account SAS needs a and u, whether or not the row is there",
            "The row is looked up, and then it is an insert or an update.",
            [TABLE_SAS_UPSERT_NEEDS_BOTH, TABLE_SAS_PERMISSION],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert_or_replace(at("p", "1"), []).auth(on_objects("a")),
                insert_or_replace(at("p", "1"), []).auth(on_objects("u")),
                insert_or_merge(at("p", "1"), [("A", int(2))]).auth(on_objects("rwdlac")),
                insert_or_merge(at("p", "1"), [("A", int(2))]).auth(on_objects("rwdlcu")),
                insert_or_replace(at("p", "2"), []).auth(on_objects("rwdlac")),
                insert_or_merge(at("p", "2"), []).auth(on_objects("rwdlcu")),
                insert_or_merge(at("p", "2"), []).auth(on_objects("rwdlc")),
                insert_or_replace(at("p", "1"), []).auth(on_objects("rwdlc")),
                insert_or_merge(at("p", "2"), [("A", int(1))]).auth(on_objects("au")),
                insert_or_replace(at("p", "2"), [("A", int(2))]).auth(on_objects("ua")),
                scan_all(),
            ]
        ),
    ]
}

fn tables() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.account-tables",
            "An account SAS creates a table with c or w, lists with l and deletes with d",
            "Tables are asked for what entities need.",
            [TABLE_SAS_ACCOUNT],
            [
                create_table("${table}x").auth(account_sas("c").for_types("t", "c").auth()),
                listing().auth(account_sas("l").auth()),
                delete_table("${table}x").auth(account_sas("d").for_types("t", "c").auth()),
                create_table("${table}y").auth(account_sas("w").for_types("t", "c").auth()),
                delete_table("${table}y").auth(account_sas("d").for_types("t", "c").auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.account-tables-refused",
            "An account SAS without the permission creates, lists and deletes no tables",
            "Tables are asked for what entities need.",
            [TABLE_SAS_PERMISSION],
            [
                create_table("${table}x").auth(account_sas("rdlau").auth()),
                create_table("${table}x").auth(account_sas("a").auth()),
                get_table("${table}x"),
                listing().auth(account_sas("rwdacu").auth()),
                listing().auth(account_sas("r").auth()),
                get_table("${table}").auth(account_sas("wdacu").auth()),
                delete_table("${table}").auth(account_sas("rwlacu").auth()),
                delete_table("${table}").auth(account_sas("w").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.account-properties-refused",
            "An account SAS reads and sets the properties of the service with r and w, of the service alone",
            "Permissions are looked at where entities are, and the front end is forgotten.",
            [TABLE_SAS_RESOURCE_TYPE, TABLE_SAS_PERMISSION],
            [
                bare_request("GET", "/?restype=service&comp=properties")
                    .auth(account_sas("r").for_types("t", "s").auth()),
                bare_request("GET", "/?restype=service&comp=properties").auth(account_sas("wdlacu").auth()),
                bare_request("GET", "/?restype=service&comp=properties")
                    .auth(account_sas(ALL).for_types("t", "o").auth()),
                bare_request("GET", "/?restype=service&comp=properties")
                    .auth(account_sas(ALL).for_types("t", "c").auth()),
                set("").auth(account_sas("rdlacu").auth()),
                set("").auth(account_sas(ALL).for_types("t", "co").auth()),
            ]
        ),
    ]
}

fn kinds() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.account-objects",
            "An account SAS for objects works on entities",
            "Entities are no objects to anybody who reads the code.",
            [TABLE_SAS_ACCOUNT],
            on_entities_for("o")
        ),
        check!(
            TableSas,
            "table.sas.account-containers-alone",
            "An account SAS for containers alone does nothing to entities",
            "Entities are in the table, and the table is the container.",
            [TABLE_SAS_RESOURCE_TYPE],
            on_entities_for("c")
        ),
        check!(
            TableSas,
            "table.sas.account-service-alone",
            "An account SAS for the service alone does nothing to entities",
            "The service is the whole, it is thought.",
            [TABLE_SAS_RESOURCE_TYPE],
            on_entities_for("s")
        ),
        check!(
            TableSas,
            "table.sas.account-without-objects",
            "An account SAS for all but objects does nothing to entities",
            "Two of three are enough.",
            [TABLE_SAS_RESOURCE_TYPE],
            on_entities_for("sc")
        ),
        check!(
            TableSas,
            "table.sas.account-without-containers",
            "An account SAS for all but containers creates and deletes no tables",
            "Two of three are enough.",
            [TABLE_SAS_RESOURCE_TYPE],
            [
                create_table("${table}x").auth(account_sas(ALL).for_types("t", "so").auth()),
                create_table("${table}x").auth(account_sas(ALL).for_types("t", "o").auth()),
                create_table("${table}x").auth(account_sas(ALL).for_types("t", "s").auth()),
                get_table("${table}x"),
                delete_table("${table}").auth(account_sas(ALL).for_types("t", "so").auth()),
                delete_table("${table}").auth(account_sas(ALL).for_types("t", "o").auth()),
                listing().auth(account_sas(ALL).for_types("t", "o").auth()),
                get_table("${table}").auth(account_sas(ALL).for_types("t", "o").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.account-written-otherwise",
            "A permission of the account is asked for what is done, however it is written",
            "It is looked up by the method on the wire: a POST inserts, a PATCH is nothing.",
            [TABLE_SAS_PERMISSION, TABLE_SAS_ACCOUNT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), "*", [("B", int(1))]).tunnelled().auth(on_objects("a")),
                update(at("p", "1"), "*", []).tunnelled().auth(on_objects("a")),
                delete(at("p", "1"), "*").tunnelled().auth(on_objects("au")),
                merge(at("p", "1"), "*", [("B", int(1))]).patched().auth(on_objects("rad")),
                merge(at("p", "1"), "*", [("B", int(1))]).tunnelled().auth(on_objects("u")),
                merge(at("p", "1"), "*", [("C", int(1))]).patched().auth(on_objects("u")),
                delete(at("p", "1"), "*").tunnelled().auth(on_objects("d")),
                scan_all(),
            ]
        ),
    ]
}
