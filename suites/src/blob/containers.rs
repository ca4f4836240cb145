//! Creating, reading, changing and deleting containers.

mod life;

use super::each::{all, each};
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease_of_container, bare_request, container, containers, create,
    delete_container, further, get, get_acl, get_container, get_container_metadata, identifier, list, policy_document,
    put, set_acl, set_container_metadata,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Containers;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [told(), changed(), life::checks()].concat()
}

fn told() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.containers.properties",
            "Get Container Properties tells ETag, times, lease, policies and scope, by GET and by HEAD",
            "It tells metadata alone, or knows one method.",
            [
                BLOB_CONTAINERS_IMMUTABILITY_SHOWN,
                BLOB_CONTAINERS_SCOPE_SHOWN,
                BLOB_LEASES_SHOWN,
                BLOB_HEADERS_ETAG,
                BLOB_HEADERS_LAST_MODIFIED
            ],
            [
                create(further("a")).with_metadata(&[("m", "1")]).into(),
                get_container().on(further("a")).into(),
                bare_request("HEAD", "/${container}-a?restype=container").into(),
                acquire_lease_of_container(60).on(further("a")).into(),
                get_container().on(further("a")).into(),
                bare_request("HEAD", "/${container}-a?restype=container").into(),
                get_container().on(further("a")).version(Version::V2021_12_02),
            ]
            .to_vec()
        ),
        check!(
            BlobCore,
            "blob.containers.metadata-alone",
            "Get Container Metadata tells metadata, ETag and Last-Modified alone, by GET and by HEAD",
            "It is answered as Get Container Properties is.",
            [BLOB_CONTAINERS_METADATA_ALONE, BLOB_METADATA_SHOWN],
            [
                steps![
                    create(further("a")).with_metadata(&[("one", "1"), ("Two", "2")]),
                    get_container_metadata().on(further("a")),
                    bare_request("HEAD", "/${container}-a?restype=container&comp=metadata"),
                    get_container().on(further("a")),
                    acquire_lease_of_container(60).on(further("a")),
                    get_container_metadata().on(further("a")),
                    bare_request("HEAD", "/${container}-a?restype=container&comp=metadata"),
                ],
                steps![get_container_metadata().on(further("n"))],
                steps![bare_request("HEAD", "/${container}-n?restype=container&comp=metadata")],
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.containers.public-shown",
            "What is public of a container is told in its properties and its ACL",
            "It is told in the ACL alone, or as true.",
            [BLOB_CONTAINERS_PUBLIC_SHOWN],
            [
                create(further("a")).with("x-ms-blob-public-access", "container"),
                create(further("b")).with("x-ms-blob-public-access", "blob"),
                get_container().on(further("a")),
                get_container().on(further("b")),
                get_container(),
                get_acl().on(further("a")),
                get_acl().on(further("b")),
                set_acl("").on(further("a")),
                get_container().on(further("a")),
                set_acl("").on(further("b")).with("x-ms-blob-public-access", "container"),
                get_container().on(further("b")),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.since",
            "What is told of a container depends on the version of the request",
            "Clients pass over what they do not know.",
            [
                BLOB_CONTAINERS_IMMUTABILITY_SHOWN,
                BLOB_CONTAINERS_SCOPE_SHOWN,
                BLOB_CONTAINERS_PUBLIC_SHOWN,
                BLOB_CONTAINERS_METADATA_ALONE
            ],
            [
                steps![create(further("a")).with("x-ms-blob-public-access", "blob")],
                [
                    Version::V2011_08_18,
                    Version::V2012_02_12,
                    Version::V2015_12_11,
                    Version::V2016_05_31,
                    Version::V2017_11_09,
                    Version::V2019_02_02,
                    Version::V2021_12_02,
                ]
                .iter()
                .flat_map(|version| {
                    [
                        get_container().on(further("a")).version(*version),
                        get_container_metadata().on(further("a")).version(*version),
                    ]
                })
                .collect(),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.containers.missing",
            "Everything that is asked of a container that is not there is refused with ContainerNotFound",
            "Every 404 has one code, or a listing of nothing is empty.",
            [BLOB_CONTAINERS_MISSING, BLOB_CONTAINERS_DELETE_MISSING],
            [
                each(
                    [
                        get_container(),
                        get_container_metadata(),
                        set_container_metadata(),
                        get_acl(),
                        set_acl(""),
                        acquire_lease_of_container(15),
                        list(),
                        put("b", "1"),
                        get("b"),
                    ],
                    |ask| ask.on(further("n")),
                ),
                steps![delete_container(further("n"))],
                steps![bare_request("HEAD", "/${container}-n?restype=container")],
                all([containers(further("n"))]),
            ]
            .concat()
        ),
    ]
}

fn changed() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.containers.metadata-replaced",
            "Set Container Metadata replaces all metadata; without any it removes all",
            "It adds to what is there, or an empty set changes nothing.",
            [BLOB_CONTAINERS_METADATA_REPLACED, BLOB_CONTAINERS_CREATED_METADATA],
            [
                create(further("a")).with_metadata(&[("one", "1"), ("two", "2")]),
                get_container().on(further("a")),
                set_container_metadata().on(further("a")).with_metadata(&[("two", "II"), ("three", "3")]),
                get_container_metadata().on(further("a")),
                set_container_metadata().on(further("a")),
                get_container_metadata().on(further("a")),
                get_container().on(further("a")),
                containers(further("a")).including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.new-etag",
            "Metadata and ACL give the container another ETag each time; blobs do not",
            "The ETag is that of the metadata, or changes with everything in the container.",
            [BLOB_CONTAINERS_NEW_ETAG, BLOB_HEADERS_ETAG],
            [
                get_container(),
                set_container_metadata().with_metadata(&[("m", "1")]),
                set_container_metadata().with_metadata(&[("m", "1")]),
                get_container(),
                set_acl(""),
                get_container(),
                set_acl(&policy_document(&[])),
                get_acl(),
                put("b", "1"),
                get_container(),
                acquire_lease_of_container(60),
                get_container(),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.acl-keeps-metadata",
            "An ACL leaves metadata as it was, and metadata leaves the ACL",
            "The whole record is written anew.",
            [BLOB_CONTAINERS_METADATA_REPLACED, BLOB_ACL_SET],
            [
                set_container_metadata().with_metadata(&[("m", "1")]),
                set_acl(&policy_document(&[identifier("p", "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "rl")])),
                get_container(),
                set_container_metadata().with_metadata(&[("m", "2")]),
                get_acl(),
                get_container(),
                put("b", "1"),
                get_acl(),
                get_container_metadata(),
            ]
        ),
        check!(
            BlobCore,
            "blob.containers.blobs-kept",
            "Changes of a container leave its blobs as they were",
            "The container is stored with all that is in it.",
            [BLOB_CONTAINERS_NEW_ETAG],
            [
                put("b", "kept").with_metadata(&[("kept", "1")]),
                set_container_metadata().with_metadata(&[("m", "1")]),
                set_acl(""),
                create(container()).with_metadata(&[("never", "1")]),
                get("b").if_match("${etag:0}"),
                get_container(),
                list().including("metadata"),
            ]
        ),
    ]
}
