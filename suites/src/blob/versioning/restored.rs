//! What versions are for: going back to one, and what applications rest on.

use super::{SUITE, kept, of, version};
use crate::blob::steps::{AskExt as _, copy_from, delete, get, get_metadata, head, list, put, set_metadata, url};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;

/// Makes the version that a step told of the current one.
fn promote(step: usize) -> Ask {
    copy_from("b", format!("{}?versionid={}", url("b"), version(step)))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.promoted",
            "An earlier version that is copied onto its blob is a new version like it, and both stay",
            "It is moved, or the blob is copied onto itself.",
            [BLOB_VERSIONING_READ, BLOB_VERSIONING_KEPT, BLOB_VERSIONING_TOLD, BLOB_COPY_PROPERTIES],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]).with("x-ms-blob-content-type", "text/plain"),
                put("b", "22"),
                promote(0),
                get("b"),
                of(2, head("b")),
                of(1, get("b")),
                of(0, get("b")),
                list().including("versions,metadata"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.promoted-from-deleted",
            "A deleted blob is brought back by a copy of any of its versions",
            "The source is looked for under a name that is gone.",
            [BLOB_VERSIONING_DELETE_KEEPS, BLOB_VERSIONING_READ, BLOB_VERSIONING_CURRENT_SHOWN],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                put("b", "22"),
                delete("b"),
                promote(0),
                get("b"),
                head("b"),
                of(1, get("b")),
                delete("b"),
                promote(1),
                get("b"),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.lost-update",
            "What a writer has overwritten unseen is found among the versions",
            "Versions are kept of what was read.",
            [BLOB_VERSIONING_KEPT, BLOB_CONDITIONS_IF_MATCH],
            kept(steps![
                put("b", "draft"),
                put("b", "mine").if_match("${etag:0}"),
                put("b", "theirs").if_match("${etag:0}"),
                put("b", "theirs"),
                of(1, get("b")),
                get("b"),
                promote(1),
                get("b"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.metadata-of-then",
            "Content, metadata and ETag of a version are those of one moment",
            "They are kept in different places, and come together anew.",
            [BLOB_VERSIONING_BY_METADATA, BLOB_VERSIONING_KEPT, BLOB_METADATA_REPLACED],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                set_metadata("b").with_metadata(&[("a", "2")]),
                put("b", "22").with_metadata(&[("a", "3")]),
                set_metadata("b").with_metadata(&[("a", "4")]),
                of(0, get("b")).if_match("${etag:0}"),
                of(1, get("b")).if_match("${etag:1}"),
                of(2, get("b")).if_match("${etag:2}"),
                of(3, get("b")).if_match("${etag:3}"),
                of(0, get_metadata("b")),
                of(1, get("b")).if_match("${etag:0}"),
            ])
        ),
    ]
}
