//! When, from where and how a shared access signature may be used: for every operation, and to the edge.

use super::{SUITE, asked_with};
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    SasExt as _, StepExt as _, account_sas, at, batch, delete, get, insert, insert_or_merge, int, merge, page,
    table_sas, update,
};
use tablestakes_reference::history::{Sas, Step};
use tablestakes_reference::table::Query;

/// Reads and writes with a signature; nothing may be done.
fn each_with(sas: &Sas) -> Vec<Step> {
    let operations = [
        get(at("p", "1")),
        page(Query::default()),
        insert(at("p", "2"), []),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("A", int(2))]),
        insert_or_merge(at("p", "2"), []),
        delete(at("p", "1"), "*"),
        batch([insert(at("p", "2"), [])]),
    ];
    asked_with(sas, operations)
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.table-expired-everywhere",
            "A SAS for a table that has expired is refused, for every operation",
            "A minute is within the skew of clocks, it is thought.",
            [TABLE_SAS_EXPIRED],
            each_with(&Sas { expires: Some(-60), ..table_sas("raud") })
        ),
        check!(
            TableSas,
            "table.sas.table-not-yet-everywhere",
            "A SAS for a table that begins later is refused, for every operation",
            "Only one end is looked at.",
            [TABLE_SAS_NOT_YET],
            each_with(&Sas { starts: Some(1800), expires: Some(3600), ..table_sas("raud") })
        ),
        check!(
            TableSas,
            "table.sas.account-not-yet-everywhere",
            "A SAS of the account that begins later is refused, for every operation",
            "Only one end is looked at.",
            [TABLE_SAS_NOT_YET],
            each_with(&Sas { starts: Some(1800), expires: Some(3600), ..account_sas("rwdlacu") })
        ),
        check!(
            TableSas,
            "table.sas.table-protocol-everywhere",
            "A SAS for a table for HTTPS alone is refused over HTTP, for every operation",
            "The parameter is for clients, it is thought.",
            [TABLE_SAS_PROTOCOL],
            each_with(&Sas { protocols: Some("https".into()), ..table_sas("raud") })
        ),
        check!(
            TableSas,
            "table.sas.account-protocol-everywhere",
            "A SAS of the account for HTTPS alone is refused over HTTP, for every operation",
            "The parameter is for clients, it is thought.",
            [TABLE_SAS_PROTOCOL],
            each_with(&Sas { protocols: Some("https".into()), ..account_sas("rwdlacu") })
        ),
        check!(
            TableSas,
            "table.sas.table-address-everywhere",
            "A SAS for a table for another address is refused, for every operation",
            "The address is not known behind a proxy, and then none is compared.",
            [TABLE_SAS_ADDRESS],
            each_with(&Sas { addresses: Some("192.0.2.1".into()), ..table_sas("raud") })
        ),
        check!(
            TableSas,
            "table.sas.account-address-everywhere",
            "A SAS of the account for other addresses is refused, for every operation",
            "Ranges are taken for two single addresses, or for none.",
            [TABLE_SAS_ADDRESS],
            each_with(&Sas { addresses: Some("192.0.2.1-192.0.2.254".into()), ..account_sas("rwdlacu") })
        ),
        check!(
            TableSas,
            "table.sas.expiry-required",
            "A SAS without an expiry is refused, unless a stored access policy has one",
            "What is not there cannot be over.",
            [TABLE_SAS_EXPIRED],
            each_with(&Sas { expires: None, ..table_sas("raud") })
        ),
        check!(
            TableSas,
            "table.sas.account-expiry-required",
            "A SAS of the account without an expiry is refused",
            "What is not there cannot be over.",
            [TABLE_SAS_EXPIRED],
            each_with(&Sas { expires: None, ..account_sas("rwdlacu") })
        ),
        check!(
            TableSas,
            "table.sas.within-limits",
            "A SAS that is for now, for here and for this protocol is taken",
            "Limits are compared the wrong way round, or as text.",
            [TABLE_SAS_TABLE, TABLE_SAS_ACCOUNT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")).auth(Sas { starts: Some(-60), expires: Some(120), ..table_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { starts: Some(-60), expires: Some(120), ..account_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { protocols: Some("https,http".into()), ..account_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { addresses: Some(ANYWHERE.into()), ..account_sas("r") }.auth()),
                get(at("p", "1")).auth(Sas { addresses: Some(ANYWHERE.into()), ..table_sas("r") }.auth()),
            ]
        ),
    ]
}

/// Every address.
const ANYWHERE: &str = "0.0.0.0-255.255.255.255";
