//! What the lease of a container protects: that it is not deleted, and nothing else.

use super::{A, B, SUITE};
use crate::blob::steps::{
    AskExt as _, acquire_lease_of_container, container, create, delete_container, further, get, get_acl, get_container,
    get_container_metadata, lease_container, list, put, set_acl, set_container_metadata,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

fn leased(seconds: i64) -> Ask {
    acquire_lease_of_container(seconds).with("x-ms-proposed-lease-id", A)
}

fn broken() -> Ask {
    lease_container("break").with("x-ms-lease-break-period", "0")
}

/// An operation that needs no id: where there is a lease, and where there is none.
fn shown(ask: &Ask, seconds: i64) -> Vec<Step> {
    steps![
        ask.clone().leased(A),
        get_container(),
        leased(seconds),
        ask.clone(),
        ask.clone().leased(B),
        ask.clone().leased(A),
        get_container(),
        broken(),
        ask.clone().leased(A),
        ask.clone(),
        get_container(),
    ]
}

/// Two checks of one operation on a container: with a lease for a minute and with one for ever.
macro_rules! unguarded {
    ($slug:literal, $name:literal, $ask:expr) => {
        vec![
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug),
                concat!($name, " needs no id; one that is shown must be that of the lease"),
                "An id is asked for, or passed over.",
                [BLOB_LEASES_OTHER_ID, BLOB_LEASES_NONE_TO_SHOW, BLOB_LEASES_LOST],
                shown(&$ask, 60)
            ),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-endless"),
                concat!($name, " needs no id of a lease without end; one that is shown must be its"),
                "An id is asked for, or passed over.",
                [BLOB_LEASES_OTHER_ID, BLOB_LEASES_NONE_TO_SHOW, BLOB_LEASES_LOST],
                shown(&$ask, -1)
            ),
        ]
    };
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [
        unguarded!("container-get", "Get Container Properties", get_container()),
        unguarded!("container-get-metadata", "Get Container Metadata", get_container_metadata()),
        unguarded!(
            "container-set-metadata",
            "Set Container Metadata",
            set_container_metadata().with_metadata(&[("a", "1")])
        ),
        unguarded!("container-get-acl", "Get Container ACL", get_acl()),
        unguarded!("container-set-acl", "Set Container ACL", set_acl("")),
        deleted(),
    ]
    .concat()
}

/// Tries to delete a container in each way that is refused.
fn kept(before: Vec<Step>) -> Vec<Step> {
    let mut steps = before;
    let name = container;
    steps.extend(steps![
        delete_container(name()),
        delete_container(name()).leased(B),
        get_container(),
        get("b"),
        delete_container(name()).leased(A),
        get_container(),
        create(further("x")),
        delete_container(further("x")),
    ]);
    steps
}

fn deleted() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.lease-conditions.container-delete",
            "A leased container is deleted with the id of its lease alone",
            "Containers are deleted without a look at what they hold.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            kept(steps![put("b", "1"), leased(60)])
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.container-delete-endless",
            "A container that is leased for ever is deleted with the id of its lease alone",
            "What has no end is compared with the clock, and is over.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            kept(steps![put("b", "1"), leased(-1)])
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.container-delete-breaking",
            "A container whose lease is breaking is deleted with its id alone",
            "What is broken protects nothing, from that moment on.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            kept(steps![put("b", "1"), leased(60), lease_container("break").with("x-ms-lease-break-period", "30")])
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.container-delete-unleased",
            "A container that is not leased is not deleted with the id of a lease",
            "An id that nobody asked for is passed over.",
            [BLOB_LEASES_NONE_TO_SHOW, BLOB_LEASES_LOST],
            [
                delete_container(container()).leased(A),
                get_container(),
                leased(60),
                broken(),
                delete_container(container()).leased(A),
                get_container(),
                list(),
                delete_container(container()),
                get_container(),
            ]
        ),
    ]
}
