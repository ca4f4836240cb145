//! Versions in listings.

use super::{SUITE, kept, of};
use crate::blob::steps::{
    AskExt as _, StepExt as _, block_list, container, create_append, create_page, delete, list, put, put_block,
    put_block_list, set_metadata, set_tags, snapshot, tags_document,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [listed(), ids(), only()].concat()
}

/// A listing in the version that has blobs with earlier versions alone.
fn list_of_deleted(ask: Ask) -> Step {
    ask.version(Version::V2020_10_02)
}

fn listed() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.listed",
            "Versions are listed where that is asked for, before their blob, the oldest first",
            "They are listed always, never, or behind it.",
            [BLOB_VERSIONING_LISTED, BLOB_LISTING_ORDER],
            kept(steps![
                put("a", "1"),
                put("b", "1"),
                put("b", "22"),
                put("a", "22"),
                put("b", "333"),
                list(),
                list().including("versions"),
                list().including("versions").option("prefix", "b"),
                list().including("versions,metadata"),
                list().on(container()).including("metadata"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-whole",
            "A listing tells of each version what it was: properties, metadata and tags",
            "What the blob is now is told of every one of them.",
            [BLOB_VERSIONING_LISTED, BLOB_LISTING_METADATA, BLOB_LISTING_TAGS],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]).with("x-ms-blob-content-type", "text/plain"),
                set_tags("b", tags_document(&[("a", "1")])),
                put("b", "22").with_metadata(&[("b", "2")]).with("x-ms-blob-content-type", "text/html"),
                set_metadata("b").with_metadata(&[("c", "3")]),
                list().including("versions,metadata,tags"),
                list().including("metadata,tags"),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-by-pages",
            "Pages of a listing go on between versions of one blob",
            "The next page begins with another blob, or with the same version.",
            [BLOB_VERSIONING_LISTED, BLOB_LISTING_MARKER, BLOB_LISTING_MAX_RESULTS],
            kept(steps![
                put("a", "1"),
                put("b", "1"),
                put("b", "22"),
                put("b", "333"),
                put("c", "1"),
                list().including("versions").at_most(2),
                list().including("versions").at_most(2).at_marker("${marker:5}"),
                list().including("versions").at_most(2).at_marker("${marker:6}"),
                list().including("versions").at_most(9),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-beside-snapshots",
            "Versions and snapshots are listed together, or each without the other",
            "Asking for one brings the other.",
            [BLOB_VERSIONING_LISTED, BLOB_LISTING_ORDER],
            kept(steps![
                put("b", "1"),
                snapshot("b"),
                put("b", "22"),
                list().including("snapshots,versions"),
                list().including("versions"),
                list().including("snapshots"),
                list(),
            ])
        ),
    ]
}

fn ids() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.listed-id",
            "A listing tells the id of each version, and which is the current one, of all kinds of blobs",
            "Earlier versions alone have ids.",
            [BLOB_VERSIONING_LISTED_ID],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                create_append("a"),
                create_page("p", 512),
                put_block("u", "1", "one"),
                list(),
                list().including("versions"),
                put_block_list("u", block_list(&[("Latest", "1")])),
                list().including("versions,uncommittedblobs"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-id-since",
            "Snapshots in a listing have no id of a version, and older clients are told of none",
            "Every entry has one.",
            [BLOB_VERSIONING_LISTED_ID],
            kept(steps![
                put("b", "1"),
                snapshot("b"),
                list().including("snapshots"),
                list().version(Version::V2019_07_07),
                list().including("snapshots").version(Version::V2018_11_09),
                list().version(Version::V2019_10_10),
                list().version(Version::V2020_10_02),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-id-deleted",
            "Of a blob that was deleted no version is listed as the current one",
            "The last one is.",
            [BLOB_VERSIONING_LISTED_ID, BLOB_VERSIONING_DELETE_KEEPS],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                delete("b"),
                list(),
                list().including("versions"),
                put("b", "333"),
                list(),
                list().including("versions"),
            ])
        ),
    ]
}

fn only() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.listed-deleted",
            "A deleted blob that has versions is listed once, where that is asked for, and told to have versions only",
            "It is listed as if it were there, or each of its versions is.",
            [BLOB_VERSIONING_LISTED_DELETED],
            kept(steps![
                put("a", "1"),
                put("b", "1"),
                put("b", "22"),
                delete("b"),
                list_of_deleted(list().including("deletedwithversions")),
                list_of_deleted(list()),
                put("b", "333"),
                list_of_deleted(list().including("deletedwithversions")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-deleted-gone",
            "A blob whose last version was deleted is no longer listed",
            "Its name is kept for ever.",
            [BLOB_VERSIONING_LISTED_DELETED, BLOB_VERSIONING_DELETE_ONE],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                delete("b"),
                of(0, delete("b")),
                list_of_deleted(list().including("deletedwithversions")),
                of(1, delete("b")),
                list_of_deleted(list().including("deletedwithversions")),
                list_of_deleted(list().including("versions")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.listed-deleted-by-prefix",
            "Deleted blobs with versions are listed among others by their names, page by page",
            "They come behind all that are there.",
            [BLOB_VERSIONING_LISTED_DELETED, BLOB_LISTING_PREFIX],
            kept(steps![
                put("a", "1"),
                put("b/1", "1"),
                put("b/2", "1"),
                put("c", "1"),
                delete("b/1"),
                delete("c"),
                list_of_deleted(list().including("deletedwithversions")),
                list_of_deleted(list().including("deletedwithversions").option("prefix", "b/")),
                list_of_deleted(list().including("deletedwithversions").at_most(2)),
                list_of_deleted(list().including("deletedwithversions").at_most(2).at_marker("${marker:8}")),
            ])
        ),
    ]
}
