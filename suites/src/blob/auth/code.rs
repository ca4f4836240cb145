//! With which code whoever is not recognised is refused.

use super::super::steps::{account_sas, blob_sas, container_sas, get, list, put};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::steps::{asked_by, unrecognised, unrecognised_sas};

const SUITE: Suite = Suite::Auth;

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.code",
            "A signature that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "Each door has a code of its own, or all refusals of access share one.",
            [BLOB_ERRORS_AUTHENTICATION_CODE],
            asked_by(&[get("b"), put("b", "1"), list()], unrecognised())
        ),
        check!(
            BlobSas,
            "blob.auth.code-of-sas",
            "A SAS that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "A SAS is a matter of permissions, and so is its refusal.",
            [BLOB_ERRORS_AUTHENTICATION_CODE],
            asked_by(
                &[get("b"), put("b", "1"), list()],
                [container_sas("rwl"), blob_sas("b", "rw"), account_sas("rl")].into_iter().flat_map(unrecognised_sas)
            )
        ),
    ]
}
