//! Shared access signatures, of the account and of a table.

mod altered;
mod permissions;
mod policies;
mod ranges;
mod table_permissions;
mod times;

use super::steps::{
    SasExt as _, StepExt as _, account_sas, at, bare_request, batch, create_table, delete, delete_table, get, insert,
    insert_or_merge, insert_or_replace, int, merge, on, page, query_tables, scan_all, seed, table_sas, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::{RawRequest, Sas, Step};
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::Sas;

fn forged(sas: Sas) -> Sas {
    Sas { forged: true, ..sas }
}

/// A row, these operations with a signature, and what is there then.
fn asked_with(sas: &Sas, operations: impl IntoIterator<Item = Operation>) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(operations.into_iter().map(|operation| operation.auth(sas.clone().auth())));
    script.push(scan_all().into());
    script
}

fn service_properties() -> RawRequest {
    bare_request("GET", "/?restype=service&comp=properties")
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        grants(),
        refusals(),
        limits(),
        policies::checks(),
        altered::checks(),
        times::checks(),
        permissions::checks(),
        table_permissions::checks(),
        ranges::checks(),
    ]
    .concat()
}

/// What signatures allow.
fn grants() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.account",
            "An account SAS authorizes what its permissions and resource types allow",
            "Only Shared Key is known, or only signatures for containers.",
            [TABLE_SAS_ACCOUNT],
            [
                create_table("${table}x").auth(account_sas("cw").auth()),
                query_tables(Query { top: Some("1".into()), ..Query::default() }).auth(account_sas("l").auth()),
                insert(at("p", "1"), [("A", int(1))]).auth(account_sas("a").auth()),
                get(at("p", "1")).auth(account_sas("r").for_types("bqtf", "o").auth()),
                update(at("p", "1"), "*", [("A", int(2))]).auth(account_sas("u").auth()),
                insert_or_merge(at("p", "2"), [("A", int(2))]).auth(account_sas("rwdlacu").auth()),
                delete(at("p", "2"), "*").auth(account_sas("d").auth()),
                delete_table("${table}x").auth(account_sas("d").for_types("t", "c").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table",
            "A SAS for a table authorizes operations on its entities",
            "The text that is signed has another order for tables, and ends in four lines of keys.",
            [TABLE_SAS_TABLE],
            [
                insert(at("p", "1"), [("A", int(1))]).auth(table_sas("a").auth()),
                get(at("p", "1")).auth(table_sas("r").auth()),
                page(Query { filter: Some("A eq 1".into()), ..Query::default() }).auth(table_sas("r").auth()),
                merge(at("p", "1"), "*", [("A", int(2))]).auth(table_sas("u").auth()),
                insert_or_replace(at("p", "2"), []).auth(table_sas("raud").auth()),
                delete(at("p", "2"), "*").auth(table_sas("d").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.name-case",
            "The table in a SAS is compared without case",
            "Names are signed in lower case, and written as they were created.",
            [TABLE_SAS_TABLE_NAME_CASE],
            [
                create_table("${table}Mixed"),
                on("${table}Mixed", insert(at("p", "1"), [])).auth(table_sas("a").named("${table}Mixed").auth()),
                on("${table}mixed", get(at("p", "1"))).auth(table_sas("r").named("${table}MIXED").auth()),
                delete_table("${table}Mixed"),
            ]
        ),
        check!(
            TableSas,
            "table.sas.batch",
            "A batch may come with a SAS for its table",
            "The batch has an address of its own, which belongs to no table.",
            [TABLE_SAS_BATCH],
            [
                batch([insert(at("p", "1"), [("A", int(1))]), insert_or_replace(at("p", "2"), [])])
                    .auth(table_sas("raud").auth()),
                batch([delete(at("p", "1"), "*")]).auth(table_sas("d").auth()),
                scan_all(),
            ]
        ),
    ]
}

/// What signatures do not allow at all.
fn refusals() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.signature",
            "A SAS whose signature does not match is refused",
            "The permissions are read, and the signature is not.",
            [TABLE_SAS_SIGNATURE],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(forged(table_sas("raud")).auth()),
                get(at("p", "1")).auth(forged(account_sas("rwdlacu")).auth()),
                delete(at("p", "1"), "*").auth(forged(table_sas("raud")).auth()),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableSas,
            "table.sas.expired",
            "A SAS that has expired is refused",
            "Times are signed, and so they are genuine; that they are over is not looked at.",
            [TABLE_SAS_EXPIRED],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Sas { expires: Some(-3600), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { expires: Some(-3600), ..account_sas("r") }.auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.not-yet",
            "A SAS that begins later is refused",
            "Only one end is looked at.",
            [TABLE_SAS_NOT_YET],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Sas { starts: Some(-3600), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { starts: Some(3600), expires: Some(7200), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { starts: Some(3600), expires: Some(7200), ..account_sas("r") }.auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.protocol",
            "A SAS for HTTPS alone is refused over HTTP",
            "The parameter is for clients, it is thought.",
            [TABLE_SAS_PROTOCOL],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Sas { protocols: Some("https,http".into()), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { protocols: Some("https".into()), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { protocols: Some("https".into()), ..account_sas("r") }.auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.address",
            "A SAS for another address is refused",
            "The address is not known behind a proxy, and then none is compared.",
            [TABLE_SAS_ADDRESS],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Sas { addresses: Some("192.0.2.1".into()), ..table_sas("r") }.auth()),
                get(at("p", "1"))
                    .auth(Sas { addresses: Some("192.0.2.1-192.0.2.9".into()), ..account_sas("r") }.auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.policy-unknown",
            "A SAS that names a stored access policy which is not there is refused",
            "That is how a SAS is revoked: by removing its policy.",
            [TABLE_SAS_POLICY_UNKNOWN],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(Sas { policy: Some("absent".into()), ..table_sas("r") }.auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.service",
            "An account SAS for other services is refused",
            "One secret for three services, and the list is not read.",
            [TABLE_SAS_SERVICE],
            [insert(at("p", "1"), []), get(at("p", "1")).auth(account_sas("r").for_types("bq", "sco").auth())]
        ),
        check!(
            TableSas,
            "table.sas.other-table",
            "A SAS for one table is refused for another",
            "The table is taken from the address, and the one that is signed is not compared.",
            [TABLE_SAS_OTHER_TABLE],
            [
                create_table("${table}other"),
                on("${table}other", insert(at("p", "1"), [])).auth(table_sas("raud").auth()),
                on("${table}other", page(Query::default())).auth(table_sas("raud").auth()),
                delete_table("${table}other"),
            ]
        ),
        check!(
            TableSas,
            "table.sas.entities-only",
            "A SAS for a table creates, lists and deletes no tables",
            "Permissions are letters, and `d` deletes.",
            [TABLE_SAS_ENTITIES_ONLY],
            [
                create_table("${table}new").auth(table_sas("raud").named("${table}new").auth()),
                query_tables(Query { top: Some("1".into()), ..Query::default() }).auth(table_sas("raud").auth()),
                delete_table("${table}").auth(table_sas("raud").auth()),
                scan_all(),
            ]
        ),
    ]
}

/// How far signatures go.
fn limits() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.permission",
            "An account SAS without the permission is refused",
            "A signature that is good is good for everything.",
            [TABLE_SAS_PERMISSION],
            [
                insert(at("p", "1"), []),
                create_table("${table}x").auth(account_sas("d").auth()),
                get(at("p", "1")).auth(account_sas("audl").auth()),
                insert(at("p", "2"), []).auth(account_sas("rud").auth()),
                update(at("p", "1"), "*", []).auth(account_sas("rad").auth()),
                delete(at("p", "1"), "*").auth(account_sas("rau").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.resource-type",
            "An account SAS without the resource type is refused",
            "Tables are containers, and entities are objects: nobody calls them so.",
            [TABLE_SAS_RESOURCE_TYPE],
            [
                create_table("${table}x").auth(account_sas("rwdlacu").for_types("t", "s").auth()),
                insert(at("p", "1"), []).auth(account_sas("rwdlacu").for_types("t", "sc").auth()),
                page(Query::default()).auth(account_sas("rwdlacu").for_types("t", "c").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.service-properties",
            "An account SAS reads the service's properties with the resource type and the permission for it alone",
            "Permissions are looked at where entities are, and the front end is forgotten.",
            [TABLE_SAS_RESOURCE_TYPE, TABLE_SAS_PERMISSION],
            [
                service_properties().auth(account_sas("r").for_types("t", "s").auth()),
                service_properties().auth(account_sas("rwdlacu").for_types("t", "co").auth()),
                service_properties().auth(account_sas("wdlacu").for_types("t", "s").auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-permission",
            "A SAS for a table without the permission is refused, for reading too",
            "A signature that is good is good for everything.",
            [TABLE_SAS_TABLE_PERMISSION],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(table_sas("aud").auth()),
                page(Query::default()).auth(table_sas("aud").auth()),
                insert(at("p", "2"), []).auth(table_sas("rud").auth()),
                merge(at("p", "1"), "*", []).auth(table_sas("rad").auth()),
                delete(at("p", "1"), "*").auth(table_sas("rau").auth()),
                batch([insert(at("p", "2"), [])]).auth(table_sas("rud").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.upsert",
            "An upsert needs the permissions to add and to update",
            "It is one operation, and one permission is looked for.",
            [TABLE_SAS_UPSERT_NEEDS_BOTH],
            [
                insert_or_replace(at("p", "1"), []).auth(table_sas("au").auth()),
                insert_or_merge(at("p", "2"), []).auth(table_sas("a").auth()),
                insert_or_replace(at("p", "1"), []).auth(table_sas("u").auth()),
                insert_or_merge(at("p", "3"), []).auth(account_sas("a").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-query",
            "A query by a SAS with a range of keys sees what lies within, both ends included",
            "The range is compared key by key, not as a pair.",
            [TABLE_SAS_RANGE_QUERY],
            [
                seed(["1", "2", "3"].map(|row| insert(at("p", row), []))),
                seed(["1", "2", "3"].map(|row| insert(at("q", row), []))),
                insert(at("r", "1"), []),
                scan_all().auth(table_sas("r").range(("p", Some("2")), ("q", Some("2"))).auth()),
                scan_all().auth(table_sas("r").range(("q", None), ("q", None)).auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-point",
            "An entity outside the range of keys of a SAS is not found",
            "The range is for queries, it is thought.",
            [TABLE_SAS_RANGE_POINT],
            [
                seed(["1", "2"].map(|row| insert(at("p", row), []))),
                get(at("p", "1")).auth(table_sas("r").range(("p", Some("1")), ("p", Some("1"))).auth()),
                get(at("p", "2")).auth(table_sas("r").range(("p", Some("1")), ("p", Some("1"))).auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.range-write",
            "A write outside the range of keys of a SAS is refused",
            "The range is for reading, it is thought.",
            [TABLE_SAS_RANGE_WRITE],
            [
                insert(at("q", "1"), []),
                insert(at("p", "1"), []).auth(table_sas("raud").range(("p", None), ("p", None)).auth()),
                insert(at("q", "2"), []).auth(table_sas("raud").range(("p", None), ("p", None)).auth()),
                update(at("q", "1"), "*", [("A", int(1))])
                    .auth(table_sas("raud").range(("p", None), ("p", None)).auth()),
                delete(at("q", "1"), "*").auth(table_sas("raud").range(("p", None), ("p", None)).auth()),
                scan_all(),
            ]
        ),
    ]
}
