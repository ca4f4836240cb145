//! Containers that come and go.

use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, acquire_lease_of_container, container, containers, create, delete, delete_container, further, get,
    get_acl, get_container, list, put, put_block, set_acl, set_container_metadata, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Containers;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.containers.create",
            "Create Container answers 201, and the container is there at once, empty and private",
            "It answers 200, or 204.",
            [BLOB_CONTAINERS_CREATE, BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [
                create(further("a")),
                get_container().on(further("a")),
                get_acl().on(further("a")),
                list().on(further("a")),
                put("b", "1").on(further("a")),
                get("b").on(further("a")),
                containers(further("a")),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.created-metadata",
            "A container is created with the metadata of the request",
            "Metadata is for Set Container Metadata.",
            [BLOB_CONTAINERS_CREATED_METADATA, BLOB_METADATA_SHOWN],
            [
                create(further("a")).with_metadata(&[("one", "1"), ("two", "a b")]),
                get_container().on(further("a")),
                containers(further("a")).including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.create-conflict",
            "Create Container of one that is there is refused, and changes nothing of it",
            "It is replaced, or takes the metadata of the request.",
            [BLOB_CONTAINERS_CREATE_CONFLICT],
            [steps![
                create(further("a")).with_metadata(&[("kept", "1")]),
                put("b", "kept").on(further("a")),
                put_block("u", "1", "kept").on(further("a")),
                create(further("a")),
                create(further("a")).with_metadata(&[("kept", "1")]),
                create(further("a")).with_metadata(&[("other", "1")]).with("x-ms-blob-public-access", "blob"),
                get_container().on(further("a")),
                get("b").on(further("a")),
                list().on(further("a")).including("uncommittedblobs"),
                create(container()),
            ],]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.containers.delete",
            "Delete Container answers 202, and container and blobs are gone at once",
            "It answers 204, is only marked, or its blobs are still read.",
            [BLOB_CONTAINERS_DELETE, BLOB_CONTAINERS_MISSING],
            [
                steps![create(further("a")), put("b", "1").on(further("a")), delete_container(further("a"))],
                each([get_container(), get_acl(), list(), get("b"), put("b", "2")], |ask| ask.on(further("a"))),
                each([set_container_metadata(), set_acl("")], |ask| ask.on(further("a"))),
                all([delete_container(further("a")), containers(further("a"))]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.containers.delete-missing",
            "Delete Container of one that is not there is refused with 404",
            "Deleting is idempotent.",
            [BLOB_CONTAINERS_DELETE_MISSING],
            [
                delete_container(further("n")),
                create(further("n")),
                delete_container(further("n")),
                delete_container(further("n")),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.others-kept",
            "Deleting a container leaves others whose names begin with its own",
            "They are kept as folders, and the name is a prefix.",
            [BLOB_CONTAINERS_DELETE],
            [
                create(further("a")),
                create(further("ab")),
                create(further("a-b")),
                put("b", "1").on(further("ab")),
                put("b", "2").on(further("a-b")),
                delete_container(further("a")),
                get("b").on(further("ab")),
                get("b").on(further("a-b")),
                containers(further("a")),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.apart",
            "Blobs of one name in two containers are two blobs",
            "They are kept by their names.",
            [BLOB_READ_MISSING],
            [
                create(further("a")),
                put("b", "first"),
                get("b").on(further("a")),
                put("b", "second").on(further("a")).with_metadata(&[("m", "2")]),
                get("b"),
                get("b").on(further("a")),
                delete("b"),
                get("b").on(further("a")),
                list(),
                list().on(further("a")),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.leased",
            "A leased container is deleted with the id of the lease alone, and changed without it",
            "A lease guards everything, or nothing.",
            [BLOB_CONTAINERS_DELETE, BLOB_LEASES_ID_MISSING],
            [
                create(further("a")),
                acquire_lease_of_container(60).on(further("a")),
                delete_container(further("a")),
                set_container_metadata().on(further("a")).with_metadata(&[("m", "1")]),
                put("b", "1").on(further("a")),
                get_container().on(further("a")),
                delete_container(further("a")).leased(told(1, Told::Lease)),
                get_container().on(further("a")),
            ]
        ),
    ]
}
