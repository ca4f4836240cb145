//! Shared access signatures of which one parameter is not sent as it was signed, for every parameter that is signed.

use super::{SUITE, asked_with};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    SasExt as _, StepExt as _, account_sas, at, bare_request, batch, create_table, delete, delete_table, get,
    get_table, insert, insert_or_merge, insert_or_replace, int, merge, page, query_tables, scan_all, table_sas, update,
};
use tablestakes_reference::history::{Sas, Step};
use tablestakes_reference::table::Query;

/// Long ago, and a time that is not so soon over.
const THEN: &str = "2020-01-01T00:00:00Z";
const LATER: &str = "2099-01-01T00:00:00Z";
/// Every address.
const ANYWHERE: &str = "0.0.0.0-255.255.255.255";

/// A row, a read with each of these signatures, and a delete with the first.
fn read_with(signatures: impl IntoIterator<Item = Sas>) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    let mut signatures = signatures.into_iter().peekable();
    let first = signatures.peek().cloned();
    script.extend(signatures.map(|sas| get(at("p", "1")).auth(sas.auth())));
    script.extend(first.map(|sas| delete(at("p", "1"), "*").auth(sas.auth())));
    script.push(scan_all().into());
    script
}

/// A SAS for the table that says everything it can say.
fn full_table() -> Sas {
    Sas {
        starts: Some(-3600),
        protocols: Some("https,http".into()),
        addresses: Some(ANYWHERE.into()),
        ..table_sas("raud").range(("p", Some("0")), ("p", Some("5")))
    }
}

/// The same of the account.
fn full_account() -> Sas {
    Sas {
        starts: Some(-3600),
        protocols: Some("https,http".into()),
        addresses: Some(ANYWHERE.into()),
        ..account_sas("rwdlacu")
    }
}

/// Everything on entities, with this signature.
fn entities_with(sas: &Sas) -> Vec<Step> {
    let operations = [
        get(at("p", "1")),
        page(Query::default()),
        insert(at("p", "2"), []),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("A", int(2))]),
        insert_or_replace(at("p", "2"), []),
        insert_or_merge(at("p", "2"), []),
        delete(at("p", "1"), "*"),
        batch([insert(at("p", "2"), [])]),
    ];
    asked_with(sas, operations)
}

/// Times that are sent as others than were signed: a SAS that is over, one that begins later, and one that says less.
fn times_altered(whole: &Sas) -> [Sas; 5] {
    let later = Sas { starts: Some(3600), expires: Some(7200), ..whole.clone() };
    [
        Sas { expires: Some(-3600), ..whole.clone() }.sending("se", LATER),
        whole.clone().sending("se", LATER),
        later.clone().sending("st", THEN),
        later.without("st"),
        whole.clone().sending("st", THEN),
    ]
}

/// Addresses and protocols that are left out, or sent as others than were signed.
fn sender_altered(whole: &Sas) -> [Sas; 4] {
    let address = Sas { addresses: Some("192.0.2.1".into()), ..whole.clone() };
    let protocol = Sas { protocols: Some("https".into()), ..whole.clone() };
    [
        address.clone().without("sip"),
        address.sending("sip", ANYWHERE),
        protocol.clone().without("spr"),
        protocol.sending("spr", "https,http"),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [of_tables(), of_accounts()].concat()
}

fn of_tables() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.table-says-everything",
            "A SAS for a table may say everything that there is to say",
            "Each parameter has its line in the text that is signed, and lines are left out.",
            [TABLE_SAS_TABLE],
            [
                insert(at("p", "1"), [("A", int(1))]).auth(full_table().auth()),
                get(at("p", "1")).auth(full_table().auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.table-permissions-altered",
            "Permissions that were not signed are refused",
            "The letters are read from the query, and the signature is verified over others.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                table_sas("r").sending("sp", "raud"),
                table_sas("r").sending("sp", "rd"),
                table_sas("raud").sending("sp", "r"),
                table_sas("a").sending("sp", "r"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.table-times-altered",
            "Times that were not signed are refused",
            "A SAS that is over is made to last.",
            [TABLE_SAS_SIGNATURE],
            read_with(times_altered(&table_sas("raud")))
        ),
        check!(
            TableSas,
            "table.sas.table-sender-altered",
            "Addresses and protocols that were not signed are refused",
            "The two lines came later than the others.",
            [TABLE_SAS_SIGNATURE],
            read_with(
                sender_altered(&table_sas("raud")).into_iter().chain([
                    table_sas("raud").sending("spr", "https,http"),
                    table_sas("raud").sending("sip", ANYWHERE),
                ])
            )
        ),
        check!(
            TableSas,
            "table.sas.table-name-altered",
            "A table that was not signed is refused",
            "The name in the query is compared with the path, and the one that is signed is taken from there.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                table_sas("raud").named("${table}other").sending("tn", "${table}"),
                table_sas("raud").named("").sending("tn", "${table}"),
                full_table().named("${table}0").sending("tn", "${table}"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.table-range-altered",
            "A range of keys that was not signed is refused",
            "The last four lines are empty in every example.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                table_sas("raud").range(("q", None), ("q", None)).sending("spk", "p").sending("epk", "p"),
                table_sas("raud").range(("p", None), ("p", None)).without("epk"),
                table_sas("raud").range(("p", None), ("p", None)).without("spk"),
                table_sas("raud").range(("p", Some("1")), ("p", Some("1"))).without("srk"),
                table_sas("raud").range(("p", Some("1")), ("p", Some("1"))).without("erk"),
                table_sas("raud").range(("p", Some("2")), ("p", Some("3"))).sending("srk", "0"),
                table_sas("raud").range(("p", Some("0")), ("p", Some("0"))).sending("erk", "9"),
                table_sas("raud").sending("spk", "p"),
                table_sas("raud").sending("epk", "p"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.table-policy-altered",
            "A stored access policy that was not signed is refused",
            "The name is added to a SAS that has none, or taken away.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                table_sas("raud").sending("si", "p"),
                Sas { policy: Some("absent".into()), ..table_sas("raud") }.without("si"),
                Sas { policy: Some("absent".into()), ..table_sas("raud") }.sending("si", "other"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.table-version-altered",
            "A version that was not signed is refused",
            "It says how the text is put together, and so it is thought to be covered.",
            [TABLE_SAS_SIGNATURE],
            read_with([table_sas("raud").sending("sv", "2015-07-08"), full_table().sending("sv", "2018-03-28")])
        ),
        check!(
            TableSas,
            "table.sas.table-signature-shortened",
            "A SAS for a table whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [TABLE_SAS_SIGNATURE],
            entities_with(&table_sas("raud").shortened())
        ),
        check!(
            TableSas,
            "table.sas.table-forged-everywhere",
            "A SAS for a table signed with another key is refused, for every operation",
            "Each operation looks for itself.",
            [TABLE_SAS_SIGNATURE],
            entities_with(&super::forged(table_sas("raud")))
        ),
        check!(
            TableSas,
            "table.sas.table-signature-replaced",
            "A signature that signs something else is refused",
            "It is base64, and of the right length.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                table_sas("raud").sending("sig", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
                account_sas("rwdlacu").sending("sig", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
                table_sas("raud").sending("sig", "AAAA"),
                account_sas("rwdlacu").sending("sig", "AAAA"),
                table_sas("raud").sending("sig", "no base64"),
            ])
        ),
    ]
}

fn of_accounts() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.account-says-everything",
            "A SAS of the account may say everything that there is to say",
            "Each parameter has its line in the text that is signed, and lines are left out.",
            [TABLE_SAS_ACCOUNT],
            [
                insert(at("p", "1"), [("A", int(1))]).auth(full_account().auth()),
                get(at("p", "1")).auth(full_account().for_types("bfqt", "cos").auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.account-permissions-altered",
            "Permissions of the account that were not signed are refused",
            "The letters are read from the query, and the signature is verified over others.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                account_sas("r").sending("sp", "rwdlacu"),
                account_sas("rl").sending("sp", "lr"),
                account_sas("rwdlacu").sending("sp", "r"),
                account_sas("a").sending("sp", "r"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.account-scope-altered",
            "Services and resource types that were not signed are refused",
            "They are looked at once the signature is through, as they are sent.",
            [TABLE_SAS_SIGNATURE],
            read_with([
                account_sas("rwdlacu").for_types("b", "sco").sending("ss", "t"),
                account_sas("rwdlacu").for_types("bqt", "sco").sending("ss", "t"),
                account_sas("rwdlacu").for_types("t", "s").sending("srt", "sco"),
                account_sas("rwdlacu").for_types("t", "sco").sending("srt", "o"),
                account_sas("rwdlacu").for_types("t", "c").sending("srt", "o"),
            ])
        ),
        check!(
            TableSas,
            "table.sas.account-times-altered",
            "Times of the account that were not signed are refused",
            "A SAS that is over is made to last.",
            [TABLE_SAS_SIGNATURE],
            read_with(times_altered(&account_sas("rwdlacu")))
        ),
        check!(
            TableSas,
            "table.sas.account-sender-altered",
            "Addresses and protocols of the account that were not signed are refused",
            "Half of all signatures have neither.",
            [TABLE_SAS_SIGNATURE],
            read_with(sender_altered(&account_sas("rwdlacu")).into_iter().chain([
                account_sas("rwdlacu").sending("sip", ANYWHERE),
                account_sas("rwdlacu").sending("sv", "2018-03-28"),
            ]))
        ),
        check!(
            TableSas,
            "table.sas.account-forged-everywhere",
            "A SAS of the account signed with another key is refused, for every operation",
            "Each front door has a lock of its own.",
            [TABLE_SAS_SIGNATURE],
            everything_with(&super::forged(account_sas("rwdlacu")))
        ),
        check!(
            TableSas,
            "table.sas.account-shortened-everywhere",
            "A SAS of the account whose signature lacks its end is refused, for every operation",
            "The one is compared with the beginning of the other.",
            [TABLE_SAS_SIGNATURE],
            everything_with(&account_sas("rwdlacu").shortened())
        ),
        check!(
            TableSas,
            "table.sas.account-expired-everywhere",
            "A SAS of the account that has expired is refused, for every operation",
            "It was looked at when the page with the form was opened.",
            [TABLE_SAS_EXPIRED],
            everything_with(&Sas { expires: Some(-60), ..account_sas("rwdlacu") })
        ),
        check!(
            TableSas,
            "table.sas.service-everywhere",
            "A SAS of the account for other services is refused, for every operation",
            "One secret for four services, and the list is not read.",
            [TABLE_SAS_SERVICE],
            everything_with(&account_sas("rwdlacu").for_types("bqf", "sco"))
        ),
    ]
}

/// Everything, on entities, tables and the service, with this signature.
fn everything_with(sas: &Sas) -> Vec<Step> {
    let mut script = entities_with(sas);
    let last = script.pop();
    let operations = [
        query_tables(Query { top: Some("1".into()), ..Query::default() }),
        get_table("${table}"),
        create_table("${table}x"),
        delete_table("${table}"),
    ];
    script.extend(operations.into_iter().map(|operation| operation.auth(sas.clone().auth())));
    script.push(bare_request("GET", "/?restype=service&comp=properties").auth(sas.clone().auth()));
    script.extend(last);
    script
}
