//! Deleting a blob, and deleting its versions.

use super::{SUITE, kept, of};
use crate::blob::steps::{
    AskExt as _, append, create_append, create_page, delete, get, head, list, put, put_page, set_metadata, snapshot,
    told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::history::symbol::Told;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [whole(), current(), one(), with_snapshots()].concat()
}

fn whole() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.delete-keeps",
            "A deleted blob is gone, and all its versions are left, the last among them",
            "Its versions go with it, or the last one does.",
            [BLOB_VERSIONING_DELETE_KEEPS, BLOB_DELETE_GONE],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                put("b", "22"),
                delete("b"),
                get("b"),
                head("b"),
                of(0, get("b")),
                of(1, get("b")),
                list(),
                list().including("versions,metadata"),
                delete("b"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-keeps-first",
            "A blob that was written once and deleted has a version, of any kind of blob",
            "Only what was replaced has versions.",
            [BLOB_VERSIONING_DELETE_KEEPS],
            kept(steps![
                create_append("a"),
                append("a", "1"),
                delete("a"),
                of(0, get("a")),
                create_page("p", 512),
                put_page("p", 0, 511),
                delete("p"),
                of(4, get("p")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-keeps-again",
            "A blob that was deleted is written again, and deleted again, beside all its versions",
            "What is written where nothing is begins anew.",
            [BLOB_VERSIONING_DELETE_KEEPS, BLOB_VERSIONING_KEPT],
            kept(steps![
                put("b", "1"),
                delete("b"),
                put("b", "22").if_none_match("*"),
                of(0, get("b")),
                get("b"),
                delete("b"),
                of(0, get("b")),
                of(2, get("b")),
                get("b"),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-told",
            "The deletion of a blob whose versions are kept is not told to be for ever",
            "It is, since the blob is gone.",
            [BLOB_VERSIONING_DELETE_TOLD],
            kept(steps![
                put("b", "1"),
                delete("b"),
                of(0, get("b")),
                put("c", "1"),
                put("c", "22"),
                delete("c").if_match("${etag:4}"),
                of(4, get("c")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-told-of-kinds",
            "That is told of append and page blobs, and of a blob that was changed in place",
            "It is told where something was replaced.",
            [BLOB_VERSIONING_DELETE_TOLD],
            kept(steps![
                create_append("a"),
                append("a", "1"),
                delete("a"),
                create_page("p", 512),
                delete("p"),
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                delete("b"),
                list().including("versions"),
            ])
        ),
    ]
}

fn current() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.delete-current",
            "The current version is not deleted by its id",
            "It is one like any other, and the blob is gone with it.",
            [BLOB_VERSIONING_DELETE_CURRENT],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                of(1, delete("b")),
                get("b"),
                of(1, get("b")),
                of(0, get("b")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-current-only",
            "The only version of a blob is not deleted by its id, and is once the blob is deleted",
            "Who names it wants it gone.",
            [BLOB_VERSIONING_DELETE_CURRENT, BLOB_VERSIONING_DELETE_ONE],
            kept(steps![
                put("b", "1"),
                of(0, delete("b")),
                get("b"),
                delete("b"),
                of(0, get("b")),
                of(0, delete("b")),
                of(0, get("b")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-current-moved",
            "A version may be deleted when another is the current one",
            "What was the current one once stays it.",
            [BLOB_VERSIONING_DELETE_CURRENT, BLOB_VERSIONING_DELETE_ONE],
            kept(steps![
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                of(1, delete("b")),
                of(0, delete("b")),
                of(0, head("b")),
                of(1, head("b")),
                get("b"),
            ])
        ),
    ]
}

fn one() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.delete-one",
            "A version is deleted by its id, and its blob and the others stay",
            "The blob is deleted, or all versions, or none.",
            [BLOB_VERSIONING_DELETE_ONE, BLOB_VERSIONING_UNKNOWN],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                put("b", "333"),
                of(1, delete("b")),
                of(1, get("b")),
                of(0, get("b")),
                of(2, get("b")),
                get("b"),
                of(1, delete("b")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-one-of-kinds",
            "Versions of append and page blobs are deleted by their ids",
            "Their content is the blob's, and goes with it.",
            [BLOB_VERSIONING_DELETE_ONE],
            kept(steps![
                create_append("a"),
                set_metadata("a").with_metadata(&[("a", "1")]),
                append("a", "1"),
                of(0, delete("a")),
                of(0, get("a")),
                get("a"),
                create_page("p", 512),
                set_metadata("p").with_metadata(&[("a", "1")]),
                of(6, delete("p")),
                of(6, get("p")),
                head("p"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-one-guarded",
            "Conditions on the deletion of a version are asked of that version",
            "They are asked of the blob, or of nothing.",
            [BLOB_VERSIONING_DELETE_ONE, BLOB_CONDITIONS_IF_MATCH],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                of(0, delete("b")).if_match("${etag:1}"),
                of(0, get("b")),
                of(0, delete("b")).if_match("${etag:0}"),
                of(0, get("b")),
                get("b"),
            ])
        ),
    ]
}

fn with_snapshots() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.delete-with-snapshots",
            "The deletion of a version that says what becomes of snapshots is refused",
            "The header is passed over, since a version has no snapshots.",
            [BLOB_VERSIONING_DELETE_WITH_SNAPSHOTS],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                of(0, delete("b")).with("x-ms-delete-snapshots", "include"),
                of(0, delete("b")).with("x-ms-delete-snapshots", "only"),
                of(0, get("b")),
                get("b"),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.delete-with-snapshots-kept",
            "It is refused of the current version too, and the snapshots of the blob stay",
            "The snapshots are deleted, whatever becomes of the version.",
            [BLOB_VERSIONING_DELETE_WITH_SNAPSHOTS],
            kept(steps![
                put("b", "1"),
                snapshot("b"),
                put("b", "22"),
                of(2, delete("b")).with("x-ms-delete-snapshots", "include"),
                of(0, delete("b")).with("x-ms-delete-snapshots", "only"),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                of(0, get("b")),
                get("b"),
            ])
        ),
    ]
}
