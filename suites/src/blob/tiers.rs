//! Tiers of blobs, and leaving the archive.

use super::everything::absent;
use super::steps::{
    AskExt as _, StepExt as _, block_list, copy, create_append, create_page, get, get_metadata, head, list, put,
    put_block, put_block_list, set_metadata, set_properties, set_tier, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Tiers;

/// The same in a version.
fn later(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2019_12_12)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [set(), refused(), archived()].concat()
}

fn set() -> Vec<Check> {
    vec![
        check!(
            BlobTier,
            "blob.tiers.set",
            "The tier of a blob is set, and shown by HEAD and listings",
            "The operation is granted, and nothing is kept.",
            [BLOB_TIERS_SET, BLOB_TIERS_SHOWN],
            [
                put("b", "1"),
                head("b"),
                set_tier("b", "Cool"),
                head("b"),
                list(),
                set_tier("b", "Hot"),
                head("b"),
                get("b"),
                set_tier("b", "Archive"),
                head("b"),
                list(),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.no-etag",
            "A tier changes neither ETag nor Last-Modified of its blob",
            "What is stored is stored anew.",
            [BLOB_TIERS_SET],
            [
                put("b", "1"),
                set_tier("b", "Cool"),
                get("b").if_match("${etag:0}"),
                head("b").if_none_match("${etag:0}"),
                head("b").with("If-Unmodified-Since", told(0, Told::Modified)),
                set_tier("b", "Hot"),
                set_metadata("b").if_match("${etag:0}"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.case",
            "Tiers are read without regard to case, and shown as they are called",
            "They are compared letter by letter, or come back as they were sent.",
            [BLOB_TIERS_SET, BLOB_TIERS_SHOWN],
            [put("b", "1"), set_tier("b", "cool"), head("b"), set_tier("b", "HOT"), head("b"), list()]
        ),
        check!(
            BlobTier,
            "blob.tiers.put",
            "A blob may be put into a tier, at once or by its blocks, or copied into one",
            "The header is read by one operation.",
            [BLOB_TIERS_SHOWN],
            [
                put("b", "1").with("x-ms-access-tier", "Cool"),
                head("b"),
                put_block("c", "1", "one"),
                put_block_list("c", block_list(&[("Latest", "1")])).with("x-ms-access-tier", "Cool"),
                head("c"),
                copy("d", "b").with("x-ms-access-tier", "Hot"),
                head("d"),
                copy("e", "b"),
                head("e"),
                list(),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.kept",
            "The tier stays when metadata and properties are set, and when the blob is overwritten",
            "Each write stores what it knows of.",
            [BLOB_TIERS_SHOWN],
            [
                put("b", "1"),
                set_tier("b", "Cool"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                head("b"),
                set_properties("b").with("x-ms-blob-content-type", "text/plain"),
                head("b"),
                put("b", "2"),
                head("b"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.versions",
            "Tiers are shown from 2017-04-17 on, and not before",
            "Headers are the same at all times.",
            [BLOB_TIERS_SHOWN],
            [
                put("b", "1"),
                set_tier("b", "Cool").version(Version::V2017_04_17),
                head("b").version(Version::V2017_04_17),
                head("b").version(Version::V2016_05_31),
                head("b").version(Version::V2015_02_21),
                head("b").version(Version::V2020_12_06),
                list().version(Version::V2016_05_31),
                list().version(Version::V2017_04_17),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobTier,
            "blob.tiers.names",
            "A tier that there is not is refused, and the tier stays",
            "Any name is kept.",
            [BLOB_TIERS_NAMES],
            [
                put("b", "1"),
                set_tier("b", "Cool"),
                set_tier("b", "Lukewarm"),
                set_tier("b", "P5"),
                set_tier("b", "Cool,Hot"),
                head("b"),
                put("c", "1").with("x-ms-access-tier", "Lukewarm"),
                head("c"),
                copy("c", "b").with("x-ms-access-tier", "Lukewarm"),
                head("c"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.required",
            "Set Blob Tier needs a tier",
            "Nothing is set, and that is no error.",
            [BLOB_TIERS_REQUIRED],
            [
                put("b", "1"),
                set_tier("b", "Cool"),
                set_tier("b", "x").leaving_out("x-ms-access-tier"),
                set_tier("b", ""),
                head("b"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.family",
            "The tiers of block blobs are not those of page blobs",
            "A tier is a word.",
            [BLOB_TIERS_FAMILY],
            [
                create_page("p", 512),
                set_tier("p", "Hot"),
                set_tier("p", "Cool"),
                set_tier("p", "Archive"),
                head("p"),
                list(),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.of-nothing",
            "What is not there is in no tier",
            "The tier is noted for when it comes.",
            [BLOB_READ_MISSING, BLOB_CONTAINERS_MISSING],
            [set_tier("b", "Cool"), set_tier("b", "Cool").on(absent()), put("b", "1"), head("b"), list(),]
        ),
        check!(
            BlobTier,
            "blob.tiers.of-append-blob",
            "What is shown of the tier of an append blob",
            "Only block blobs have tiers, it is thought.",
            [BLOB_TIERS_SHOWN],
            [create_append("a"), head("a"), get("a"), list()]
        ),
    ]
}

fn archived() -> Vec<Check> {
    vec![
        check!(
            BlobTier,
            "blob.tiers.archived",
            "Properties and metadata of what is in the archive are read",
            "The tier is a label.",
            [BLOB_TIERS_SET],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                set_tier("b", "Archive"),
                head("b"),
                get_metadata("b"),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.later",
            "A blob leaves the archive later: 202, and it is on its way",
            "It is out at once.",
            [BLOB_TIERS_LATER, BLOB_TIERS_SHOWN],
            later(steps![
                put("b", "1"),
                set_tier("b", "Archive"),
                set_tier("b", "Archive"),
                head("b"),
                set_tier("b", "Hot"),
                head("b"),
                list(),
                set_tier("b", "Hot"),
                head("b"),
            ])
        ),
        check!(
            BlobTier,
            "blob.tiers.later-to-cool",
            "A blob leaves the archive for Cool as slowly as for Hot",
            "It is out at once, since Cool is near.",
            [BLOB_TIERS_LATER],
            [put("b", "1"), set_tier("b", "Archive"), set_tier("b", "Cool"), head("b"), list(),]
        ),
        check!(
            BlobTier,
            "blob.tiers.rehydrating",
            "A blob that is leaving the archive does not change its way",
            "The last word counts.",
            [BLOB_TIERS_REHYDRATING],
            later(steps![
                put("b", "1"),
                set_tier("b", "Archive"),
                set_tier("b", "Hot"),
                set_tier("b", "Cool"),
                set_tier("b", "Archive"),
                head("b"),
                list(),
            ])
        ),
        check!(
            BlobTier,
            "blob.tiers.of-snapshots",
            "A snapshot goes into the archive, and does not leave it",
            "It is a blob as any other.",
            [BLOB_TIERS_OF_SNAPSHOTS],
            later(steps![
                put("b", "1"),
                snapshot("b"),
                set_tier("b", "Archive").of_snapshot(told(1, Told::Snapshot)),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                set_tier("b", "Hot").of_snapshot(told(1, Told::Snapshot)),
                set_tier("b", "Cool").of_snapshot(told(1, Told::Snapshot)),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                head("b"),
                get("b"),
                list().including("snapshots"),
            ])
        ),
        check!(
            BlobTier,
            "blob.tiers.archived-copied",
            "A blob in the archive is copied into another tier, and stays where it is",
            "What is not read is not copied.",
            [BLOB_TIERS_ARCHIVED_COPIED],
            [
                put("b", "123"),
                set_tier("b", "Archive"),
                copy("n", "b").with("x-ms-access-tier", "Hot"),
                copy("m", "b").with("x-ms-access-tier", "Cool"),
                head("b"),
            ]
        ),
        check!(
            BlobTier,
            "blob.tiers.archived-unread",
            "A blob in the archive is not read, but its properties are",
            "The tier is a word that is kept and told.",
            [BLOB_TIERS_ARCHIVED],
            [
                put("b", "123"),
                set_tier("b", "Archive"),
                get("b"),
                get("b").range("0-1"),
                get("b").range("2-"),
                head("b"),
                list(),
                put("c", "123").with("x-ms-access-tier", "Archive"),
                get("c"),
                head("c"),
                put("c", "456"),
                get("c"),
            ]
        ),
    ]
}
