//! Shared access signatures that name a stored access policy. A policy may take half a minute to be seen, and a SAS is
//! refused until then; so most of these checks ask for what must be refused either way.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    RawExt as _, SasExt as _, StepExt as _, at, bare_request, delete, get, insert, insert_or_merge, insert_or_replace,
    int, merge, page, scan_all, table_sas, update,
};
use tablestakes_reference::history::{RawRequest, Sas, Step};
use tablestakes_reference::table::Query;

/// Sets one policy, `p`, of these elements.
fn set(policy: &str) -> RawRequest {
    bare_request("PUT", "/${table}?comp=acl").field("Content-Type", "application/xml").text(format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers><SignedIdentifier><Id>p</Id><AccessPolicy>{policy}\
         </AccessPolicy></SignedIdentifier></SignedIdentifiers>"
    ))
}

/// A SAS that says nothing but which policy holds.
fn named() -> Sas {
    Sas { policy: Some("p".into()), expires: None, ..table_sas("") }
}

const TIMES: &str = "<Start>2020-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry>";

/// Every operation that a policy of this one letter does not permit, and what is there then.
fn forbidden(letter: &str) -> Vec<Step> {
    let mut script =
        steps![insert(at("p", "1"), [("A", int(1))]), set(&format!("{TIMES}<Permission>{letter}</Permission>")),];
    let operations = [
        ("r", get(at("p", "1"))),
        ("r", page(Query::default())),
        ("a", insert(at("p", "2"), [])),
        ("u", update(at("p", "1"), "*", [("A", int(2))])),
        ("u", merge(at("p", "1"), "*", [("A", int(2))])),
        ("au", insert_or_replace(at("p", "1"), [])),
        ("au", insert_or_merge(at("p", "2"), [])),
        ("d", delete(at("p", "1"), "*")),
    ];
    let others = operations.into_iter().filter(|(needed, _)| *needed != letter);
    script.extend(others.map(|(_, operation)| operation.auth(named().auth())));
    script.push(scan_all().into());
    script
}

/// What policies allow, and what they do not.
pub(super) fn checks() -> Vec<Check> {
    [fields(), letters()].concat()
}

/// One letter in the policy, and everything else refused.
fn letters() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.policy-r-alone",
            "A SAS by a stored access policy with r alone writes nothing",
            "The letters in the address are looked at, of which there are none.",
            [TABLE_SAS_POLICY_PERMISSION],
            forbidden("r")
        ),
        check!(
            TableSas,
            "table.sas.policy-a-alone",
            "A SAS by a stored access policy with a alone does nothing but insert",
            "The letters in the address are looked at, of which there are none.",
            [TABLE_SAS_POLICY_PERMISSION],
            forbidden("a")
        ),
        check!(
            TableSas,
            "table.sas.policy-u-alone",
            "A SAS by a stored access policy with u alone does nothing but update and merge",
            "The letters in the address are looked at, of which there are none.",
            [TABLE_SAS_POLICY_PERMISSION],
            forbidden("u")
        ),
        check!(
            TableSas,
            "table.sas.policy-d-alone",
            "A SAS by a stored access policy with d alone does nothing but delete",
            "The letters in the address are looked at, of which there are none.",
            [TABLE_SAS_POLICY_PERMISSION],
            forbidden("d")
        ),
        check!(
            TableSas,
            "table.sas.policy-forged",
            "A SAS by a stored access policy is verified like any other",
            "What it allows is kept by the service, and so it is thought to be safe.",
            [TABLE_SAS_SIGNATURE],
            [
                insert(at("p", "1"), [("A", int(1))]),
                set(&format!("{TIMES}<Permission>raud</Permission>")),
                get(at("p", "1")).auth(super::forged(named()).auth()),
                get(at("p", "1")).auth(named().shortened().auth()),
                get(at("p", "1")).auth(table_sas("raud").without("sp").without("se").sending("si", "p").auth()),
                delete(at("p", "1"), "*").auth(super::forged(named()).auth()),
                insert(at("p", "2"), []).auth(named().shortened().auth()),
                scan_all(),
            ]
        ),
    ]
}

/// What the fields of policies allow.
fn fields() -> Vec<Check> {
    vec![
        check!(
            TableSas,
            "table.sas.policy",
            "A SAS may leave permissions and times to a stored access policy",
            "What the address does not say is taken for missing.",
            [TABLE_SAS_POLICY],
            [
                insert(at("p", "1"), [("A", int(1))]),
                set(&format!("{TIMES}<Permission>r</Permission>")),
                get(at("p", "1")).auth(named().auth()),
                page(Query::default()).auth(named().auth()),
            ]
        ),
        check!(
            TableSas,
            "table.sas.policy-permission",
            "A SAS allows nothing that its stored access policy does not",
            "The name of the policy is signed, and its permissions are not looked up.",
            [TABLE_SAS_POLICY_PERMISSION],
            [
                insert(at("p", "1"), [("A", int(1))]),
                set(&format!("{TIMES}<Permission>r</Permission>")),
                update(at("p", "1"), "*", [("A", int(2))]).auth(named().auth()),
                delete(at("p", "1"), "*").auth(named().auth()),
                insert(at("p", "2"), []).auth(named().auth()),
                set(&format!("{TIMES}<Permission>d</Permission>")),
                get(at("p", "1")).auth(named().auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.policy-expired",
            "A SAS whose stored access policy has expired is refused",
            "Times are looked for in the address alone.",
            [TABLE_SAS_POLICY_EXPIRED],
            [
                insert(at("p", "1"), []),
                set(
                    "<Start>2019-01-01T00:00:00Z</Start><Expiry>2020-01-01T00:00:00Z</Expiry><Permission>raud</Permission>"
                ),
                get(at("p", "1")).auth(named().auth()),
                delete(at("p", "1"), "*").auth(named().auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.policy-not-yet",
            "A SAS whose stored access policy begins later is refused",
            "Only one end is looked at.",
            [TABLE_SAS_POLICY_NOT_YET],
            [
                insert(at("p", "1"), []),
                set(
                    "<Start>2099-01-01T00:00:00Z</Start><Expiry>2100-01-01T00:00:00Z</Expiry><Permission>raud</Permission>"
                ),
                get(at("p", "1")).auth(named().auth()),
                delete(at("p", "1"), "*").auth(named().auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.policy-repeated",
            "A SAS that repeats a field of its stored access policy is refused",
            "One of the two wins, and it may be the one that the owner of the table does not control.",
            [TABLE_SAS_POLICY_REPEATED],
            [
                insert(at("p", "1"), []),
                set(&format!("{TIMES}<Permission>r</Permission>")),
                delete(at("p", "1"), "*").auth(Sas { permissions: "raud".into(), ..named() }.auth()),
                get(at("p", "1")).auth(Sas { expires: Some(3600), ..named() }.auth()),
                scan_all(),
            ]
        ),
        check!(
            TableSas,
            "table.sas.version",
            "The header says which version a request by SAS speaks",
            "The version that is signed is taken for the one that is spoken.",
            [TABLE_SAS_VERSION],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).auth(table_sas("r").auth()),
                get(at("p", "1")).auth(table_sas("r").auth()).header("x-ms-version", "2017-04-17"),
            ]
        ),
    ]
}
