//! With which code whoever is not recognised is refused.

use super::super::steps::{account_sas, at, get, insert, page, table_sas};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::steps::{asked_by, unrecognised, unrecognised_sas};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Auth;

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableAuth,
            "table.auth.code",
            "A signature that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "Each door has a code of its own, or all refusals of access share one.",
            [TABLE_ERRORS_AUTHENTICATION_CODE],
            asked_by(&[get(at("p", "1")), insert(at("p", "1"), []), page(Query::default())], unrecognised())
        ),
        check!(
            TableSas,
            "table.auth.code-of-sas",
            "A SAS that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "A SAS is a matter of permissions, and so is its refusal.",
            [TABLE_ERRORS_AUTHENTICATION_CODE],
            asked_by(
                &[get(at("p", "1")), insert(at("p", "1"), []), page(Query::default())],
                [table_sas("ra"), table_sas("raud"), account_sas("rl")].into_iter().flat_map(unrecognised_sas)
            )
        ),
    ]
}
