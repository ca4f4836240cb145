//! With which code whoever is not recognised is refused.

use super::super::steps::{account_sas, metadata, peek, put, queue_sas};
use crate::check::{Check, Suite};
use crate::define::check;
use crate::steps::{asked_by, unrecognised, unrecognised_sas};

const SUITE: Suite = Suite::Auth;

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            QueueAuth,
            "queue.auth.code",
            "A signature that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "Each door has a code of its own, or all refusals of access share one.",
            [QUEUE_ERRORS_AUTHENTICATION_CODE],
            asked_by(&[peek(), put("a"), metadata()], unrecognised())
        ),
        check!(
            QueueSas,
            "queue.auth.code-of-sas",
            "A SAS that is not recognised is refused with AuthenticationFailed, whatever is wrong with it",
            "A SAS is a matter of permissions, and so is its refusal.",
            [QUEUE_ERRORS_AUTHENTICATION_CODE],
            asked_by(
                &[peek(), put("a"), metadata()],
                [queue_sas("ra"), queue_sas("raup"), account_sas("rl")].into_iter().flat_map(unrecognised_sas)
            )
        ),
    ]
}
