//! Conditions on containers, which are those of dates.

use super::{Dated as _, FUTURE, PAST};
use crate::blob::steps::{
    AskExt as _, acquire_lease_of_container, container, containers, create, delete_container, further, get_acl,
    get_container, list, policy_document, set_acl, set_container_metadata,
};
use crate::check::{Check, Suite};
use crate::define::check;

const SUITE: Suite = Suite::Conditions;

pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.container-modified-since",
            "Changes of a container if it was modified since a later time are refused, and change nothing",
            "Conditions are for blobs.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            [
                create(further("a")).with_metadata(&[("kept", "1")]),
                set_container_metadata().on(further("a")).with_metadata(&[("never", "1")]).modified_since(FUTURE),
                set_acl(&policy_document(&[])).on(further("a")).modified_since(FUTURE),
                acquire_lease_of_container(15).on(further("a")).modified_since(FUTURE),
                delete_container(further("a")).modified_since(FUTURE),
                get_container().on(further("a")),
                containers(further("a")).including("metadata"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.container-modified-since-then",
            "Changes of a container if it was modified since its very Last-Modified are refused",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            [
                set_container_metadata().with_metadata(&[("kept", "1")]),
                set_container_metadata().modified_since("${modified:0}"),
                set_acl("").modified_since("${modified:0}"),
                get_container(),
                acquire_lease_of_container(15).modified_since("${modified:0}"),
                delete_container(container()).modified_since("${modified:0}"),
                get_container(),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.container-unmodified-since",
            "Changes of a container if it was not modified since an earlier time are refused, and change nothing",
            "Conditions are for blobs.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                set_acl("").unmodified_since(PAST),
                acquire_lease_of_container(15).unmodified_since(PAST),
                delete_container(container()).unmodified_since(PAST),
                get_container(),
                get_acl(),
                list(),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.container-met",
            "Changes of a container under conditions that hold are granted",
            "A condition on a date is always refused.",
            [BLOB_CONDITIONS_MODIFIED_SINCE, BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                create(further("a")),
                set_container_metadata().on(further("a")).with_metadata(&[("m", "1")]).modified_since(PAST),
                set_acl("").on(further("a")).unmodified_since(FUTURE),
                set_acl("").on(further("a")).modified_since(PAST),
                get_container().on(further("a")),
                delete_container(further("a")).unmodified_since("${modified:4}"),
                get_container().on(further("a")),
            ]
        ),
    ]
}
