//! Listing containers. Every listing says how names begin, for a service has other containers than those of a history.

use super::then;
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease_of_container, bare_request, container, containers, create,
    delete_container, further, get_container_metadata, set_acl, set_container_metadata,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Listing;

/// Containers of these names, then these questions.
fn of(ends: &[&str], asks: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let mut script: Vec<Step> = ends.iter().map(|end| create(further(end)).into()).collect();
    script.extend(asks.into_iter().map(Step::from));
    script
}

fn all() -> Ask {
    containers(further(""))
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [names(), pages(), told()].concat()
}

fn names() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.containers-order",
            "Containers are listed by name, a dash before digits and digits before letters",
            "They are listed as they were created, or in the order of a language.",
            [BLOB_LISTING_ORDER],
            of(&["b", "a", "a0", "aa", "a-0", "0", "9", "10", "z"], [all(), containers(further("a"))])
        ),
        check!(
            BlobList,
            "blob.listing.containers-prefix",
            "With a prefix, containers are listed whose names begin so, and no others",
            "It is looked for anywhere in a name, or is a pattern.",
            [BLOB_LISTING_PREFIX],
            of(
                &["a", "ab", "ba", "b-a"],
                [
                    containers(further("a")),
                    containers(further("b")),
                    containers(further("ab")),
                    containers(further("abc")),
                    containers(format!("{}-*", container())),
                    containers(further("A")),
                    containers(container()),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.containers-prefix-in-the-middle",
            "What stands in the middle of a container's name is no prefix of it",
            "Names are searched for it.",
            [BLOB_LISTING_PREFIX],
            of(&["middle", "a-middle"], [containers("middle"), containers("iddle"), containers(further("middle"))])
        ),
        check!(
            BlobList,
            "blob.listing.containers-changes",
            "A container is listed as soon as it is created, and is not any more when it is deleted",
            "Listings are cached.",
            [BLOB_CONTAINERS_DELETE, BLOB_CONTAINERS_CREATE],
            [
                all(),
                create(further("a")),
                all(),
                create(further("b")),
                delete_container(further("a")),
                all(),
                delete_container(further("b")),
                all(),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-decoded-once",
            "A prefix is decoded once",
            "The framework decodes the query, and the code does so again.",
            [BLOB_ADDRESS_PERCENT_ONCE],
            [
                create(further("a")).into(),
                Step::from(bare_request("GET", "/?comp=list&prefix=${container}%2Da")),
                Step::from(bare_request("GET", "/?comp=list&prefix=${container}%252Da")),
                Step::from(bare_request("GET", "/?comp=list&prefix=${container}-%2561")),
                Step::from(bare_request("GET", "/?prefix=${container}-&comp=list")),
            ]
            .to_vec()
        ),
    ]
}

fn pages() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.containers-pages",
            "Pages of containers follow each other by their markers until all are listed",
            "The marker is the last of a page, and what it names is listed twice or not at all.",
            [BLOB_LISTING_MARKER, BLOB_LISTING_MAX_RESULTS],
            of(
                &["a", "b", "c", "d"],
                [
                    all().at_most(1),
                    then(4, all().at_most(1)),
                    then(5, all().at_most(2)),
                    all().at_most(4),
                    all().at_most(5000),
                    then(4, all()),
                    all().at_most(3),
                    then(10, all().at_most(1)),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.containers-marker-deleted",
            "A listing goes on though the container at its marker was deleted",
            "The marker names a container that must be there.",
            [BLOB_LISTING_MARKER],
            [
                create(further("a")),
                create(further("b")),
                create(further("c")),
                all().at_most(1),
                delete_container(further("b")),
                then(3, all()),
                create(further("b-b")),
                then(3, all().at_most(1)),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-marker-malformed",
            "A marker that no answer gave is refused",
            "It is taken for a name, and the listing begins there or at the beginning.",
            [BLOB_LISTING_MARKER_MALFORMED],
            of(&["a"], ["garbage", "2!x!y", "/"].map(|marker| all().at_marker(marker)))
        ),
        check!(
            BlobList,
            "blob.listing.containers-echo",
            "Prefix, Marker and MaxResults are repeated as they were sent",
            "Clients do not look at them.",
            [BLOB_LISTING_ECHO],
            of(&["a", "b"], [all().at_most(1), then(2, all().at_most(1)), containers(further("z"))])
        ),
    ]
}

fn told() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.containers-metadata-case",
            "Listed metadata of containers has its names in the case in which they were sent last",
            "Headers were folded before they were stored.",
            [BLOB_LISTING_METADATA_CASE],
            [
                create(further("a")).with_metadata(&[("aBcD", "1")]),
                all().including("metadata"),
                set_container_metadata().on(further("a")).with_metadata(&[("AbcD", "1")]),
                all().including("metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-metadata-unasked",
            "Metadata of containers is not listed unasked, and the containers keep it",
            "It is taken out of the record that is told.",
            [BLOB_LISTING_METADATA],
            [
                create(further("a")).with_metadata(&[("one", "1")]),
                all(),
                all().at_most(1),
                get_container_metadata().on(further("a")),
                all().including("metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-metadata",
            "Metadata of containers is listed if it is asked for, and only then",
            "It is always listed, or never.",
            [BLOB_LISTING_METADATA],
            [
                create(further("a")).with_metadata(&[("one", "1"), ("Two", "a&b")]),
                create(further("b")),
                all(),
                all().including("metadata"),
                all().including("Metadata"),
                set_container_metadata().on(further("a")),
                set_container_metadata().on(further("b")).with_metadata(&[("n", "1")]),
                all().including("metadata"),
                all().including(""),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-public",
            "A listing tells which containers are public, and how",
            "It is told in the container's own properties alone.",
            [BLOB_LISTING_PUBLIC],
            [
                create(further("a")).with("x-ms-blob-public-access", "container"),
                create(further("b")).with("x-ms-blob-public-access", "blob"),
                create(further("c")),
                all(),
                set_acl("").on(further("a")),
                set_acl("").on(further("c")).with("x-ms-blob-public-access", "blob"),
                all(),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.containers-properties",
            "A listing tells ETag, times, lease and policies of containers",
            "It holds names alone.",
            [
                BLOB_LISTING_CONTAINER_ETAGS,
                BLOB_CONTAINERS_IMMUTABILITY_SHOWN,
                BLOB_CONTAINERS_SCOPE_SHOWN,
                BLOB_LEASES_SHOWN
            ],
            [create(further("a")), acquire_lease_of_container(60), containers(container())]
        ),
        check!(
            BlobList,
            "blob.listing.containers-before-2013",
            "Before 2013-08-15 a listing names the service in AccountName, and containers have a Url",
            "The form of today is given to all versions.",
            [BLOB_LISTING_ACCOUNT_NAME, BLOB_LISTING_SERVICE_ENDPOINT],
            [
                create(further("a")).with_metadata(&[("m", "1")]).into(),
                all().version(Version::V2012_02_12),
                all().including("metadata").version(Version::V2011_08_18),
                all().version(Version::V2013_08_15),
                all().version(Version::V2016_05_31),
                all().version(Version::V2017_11_09),
                all().into(),
            ]
            .to_vec()
        ),
    ]
}
