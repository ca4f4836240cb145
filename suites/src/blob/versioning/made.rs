//! What makes a version, and what of a blob it keeps.

use super::{SUITE, kept, of};
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, copy, create_append, create_page, get, get_metadata,
    get_tags, head, list, put, put_block, put_block_list, put_page, release_lease, set_metadata, set_properties,
    set_tags, set_tier, snapshot, tags_document, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [told_of(), replaced(), by_metadata(), by_snapshot(), by_nothing_else()].concat()
}

fn told_of() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.told",
            "Each way to write a blob tells the id of the version that it makes",
            "Put Blob does, and the others were forgotten.",
            [BLOB_VERSIONING_TOLD],
            kept(steps![
                put("b", "1"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                copy("c", "b"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                snapshot("b"),
                create_append("a"),
                create_page("p", 512),
                of(0, get("b")),
                of(2, get("b")),
                of(3, get("c")),
                of(4, get_metadata("b")),
                of(6, head("a")),
                of(7, head("p")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.told-apart",
            "What is written again and again has another id each time, the same content or not",
            "Ids are times in whole seconds, or hashes of the content.",
            [BLOB_VERSIONING_TOLD, BLOB_VERSIONING_KEPT],
            kept(steps![
                put("b", "1"),
                put("b", "1"),
                put("b", "2"),
                put("b", "1"),
                list().including("versions"),
                of(0, head("b")),
                of(1, head("b")),
                of(2, get("b")),
                of(3, get("b")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.told-before",
            "Versions are kept of what older clients write, who are not told of them",
            "The protocol version of a request decides whether the account keeps versions.",
            [BLOB_VERSIONING_TOLD, BLOB_VERSIONING_KEPT],
            kept(steps![
                put("b", "1"),
                put("b", "22").version(Version::V2018_11_09),
                head("b").version(Version::V2018_11_09),
                get("b"),
                put("b", "333").version(Version::V2019_07_07),
                of(0, get("b")),
                of(3, get("b")),
                head("b"),
                list().including("versions"),
            ])
        ),
    ]
}

fn replaced() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.kept",
            "What Put Blob replaces is kept with its content, properties and metadata",
            "The content alone is kept, or what has not changed since.",
            [BLOB_VERSIONING_KEPT, BLOB_VERSIONING_READ, BLOB_PUT_REPLACES],
            kept(steps![
                put("b", "one").with("x-ms-blob-content-type", "text/plain").with_metadata(&[("a", "1")]),
                put("b", "other").with("x-ms-blob-content-type", "text/html").with_metadata(&[("b", "2")]),
                of(0, get("b")),
                of(0, head("b")),
                of(0, get_metadata("b")),
                of(0, get("b")).range("1-2"),
                get("b"),
                head("b"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.kept-deep",
            "Each of many versions keeps what the blob was",
            "The last one alone is kept, or all of them are the last one.",
            [BLOB_VERSIONING_KEPT, BLOB_VERSIONING_READ],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                put_block("b", "1", "333"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                copy("b", "b"),
                put("b", "4444"),
                of(0, get("b")),
                of(1, get("b")),
                of(2, get("b")),
                of(4, get("b")),
                of(5, get("b")),
                of(6, get("b")),
                of(0, get("b")),
                list().including("versions,metadata"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.kept-blocks",
            "What Put Block List replaces is kept, and blocks of the version before may be taken over",
            "A version shares its blocks with the blob, and changes with it.",
            [BLOB_VERSIONING_KEPT, BLOB_BLOCK_LISTS_COMMITTED],
            kept(steps![
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Committed", "1"), ("Uncommitted", "2")])),
                put_block("b", "1", "ONE"),
                put_block_list("b", block_list(&[("Uncommitted", "1"), ("Committed", "2")])),
                of(1, get("b")),
                of(3, get("b")),
                of(5, get("b")),
                get("b"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.kept-copied-over",
            "What Copy Blob replaces is kept, and its source makes no version",
            "A copy is put in the place of the blob, beside the way that writes take.",
            [BLOB_VERSIONING_KEPT, BLOB_COPY_ACCEPTED],
            kept(steps![
                put("b", "mine").with_metadata(&[("a", "1")]),
                put("s", "theirs").with_metadata(&[("b", "2")]),
                copy("b", "s"),
                of(0, get("b")),
                of(2, get("b")),
                get("b"),
                of(1, get("s")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.kept-kinds",
            "What is replaced of append and page blobs is kept as well",
            "Only block blobs are stored in a way that can be kept.",
            [BLOB_VERSIONING_KEPT, BLOB_READ_TYPE],
            kept(steps![
                create_append("a"),
                append("a", "1"),
                create_append("a"),
                append("a", "22"),
                of(0, get("a")),
                get("a"),
                create_page("p", 1024),
                put_page("p", 0, 511),
                create_page("p", 512),
                of(6, get("p")),
                of(6, head("p")),
                get("p"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.kept-apart",
            "Versions belong to one blob, and have tags and tiers of their own",
            "They are found by their ids alone, or share what is set later.",
            [BLOB_VERSIONING_KEPT, BLOB_VERSIONING_UNKNOWN, BLOB_TAGS_SET],
            kept(steps![
                put("b", "1"),
                set_tags("b", tags_document(&[("a", "1")])),
                put("b", "2"),
                put("c", "3"),
                of(0, get("c")),
                of(0, get_tags("b")),
                get_tags("b"),
                of(0, set_tags("b", tags_document(&[("b", "2"), ("c", "3")]))),
                of(0, get_tags("b")),
                get_tags("b"),
                of(0, set_tier("b", "Cool")),
                of(0, head("b")),
                head("b"),
                of(2, set_tags("b", tags_document(&[("d", "4")]))),
                get_tags("b"),
            ])
        ),
    ]
}

fn by_metadata() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.by-metadata",
            "Set Blob Metadata makes a version, and the one before has the metadata that was",
            "Metadata is changed in place, as properties are.",
            [BLOB_VERSIONING_BY_METADATA],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                set_metadata("b").with_metadata(&[("b", "2")]),
                set_metadata("b"),
                of(0, get_metadata("b")),
                of(1, get_metadata("b")),
                of(2, get_metadata("b")),
                of(0, get("b")),
                get("b"),
                list().including("versions,metadata"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.by-metadata-of-kinds",
            "Set Blob Metadata of append and page blobs keeps what was in them then",
            "Their versions are the blob itself, to which more is appended.",
            [BLOB_VERSIONING_BY_METADATA],
            kept(steps![
                create_append("a"),
                append("a", "1"),
                set_metadata("a").with_metadata(&[("a", "1")]),
                append("a", "2"),
                of(0, get("a")),
                of(2, get("a")),
                create_page("p", 512),
                set_metadata("p").with_metadata(&[("a", "1")]),
                put_page("p", 0, 511),
                of(6, get("p")),
                of(7, get("p")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.by-metadata-guarded",
            "Metadata that is not set, since a condition does not hold, makes no version",
            "The version is made first.",
            [BLOB_VERSIONING_BY_METADATA, BLOB_CONDITIONS_IF_MATCH],
            kept(steps![
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]).if_match("\"0x0\""),
                of(0, head("b")),
                set_metadata("b").with_metadata(&[("a", "1")]).if_match("${etag:0}"),
                of(0, head("b")),
                of(3, head("b")),
                list().including("versions"),
            ])
        ),
    ]
}

fn by_snapshot() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.by-snapshot",
            "Snapshot Blob makes a version of the blob as it is, beside the snapshot",
            "The snapshot is the version, or nothing but a snapshot is made.",
            [BLOB_VERSIONING_BY_SNAPSHOT],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b"),
                head("b"),
                of(0, get("b")),
                of(1, get("b")),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                list().including("snapshots,versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.by-snapshot-with-metadata",
            "The metadata of a snapshot is not that of the version which it makes",
            "Both are the same copy of the blob.",
            [BLOB_VERSIONING_BY_SNAPSHOT, BLOB_SNAPSHOTS_METADATA],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b").with_metadata(&[("b", "2")]),
                of(0, get_metadata("b")),
                of(1, get_metadata("b")),
                get_metadata("b").of_snapshot(told(1, Told::Snapshot)),
                head("b"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.by-snapshots",
            "Each of several snapshots makes a version, of other kinds of blobs too",
            "A version is made where something has changed.",
            [BLOB_VERSIONING_BY_SNAPSHOT],
            kept(steps![
                create_append("a"),
                snapshot("a"),
                snapshot("a"),
                append("a", "1"),
                of(0, head("a")),
                of(1, head("a")),
                of(2, head("a")),
                create_page("p", 512),
                snapshot("p"),
                put_page("p", 0, 511),
                of(7, get("p")),
                of(8, get("p")),
                list().including("versions"),
            ])
        ),
    ]
}

fn by_nothing_else() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.in-place",
            "Properties, tags, tiers, leases and blocks change the current version, and make none",
            "Every write makes one.",
            [BLOB_VERSIONING_SHOWN, BLOB_VERSIONING_TOLD],
            kept(steps![
                put("b", "1"),
                set_properties("b").with("x-ms-blob-content-type", "text/plain"),
                set_tags("b", tags_document(&[("a", "1")])),
                set_tier("b", "Cool"),
                acquire_lease("b", 15),
                release_lease("b", told(4, Told::Lease)),
                put_block("b", "1", "one"),
                head("b"),
                of(0, head("b")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.in-place-of-kinds",
            "Appends and pages change the current version, and make none",
            "Each makes one, or they cannot be written at all.",
            [BLOB_VERSIONING_SHOWN, BLOB_VERSIONING_TOLD],
            kept(steps![
                create_append("a"),
                append("a", "1"),
                append("a", "2"),
                of(0, get("a")),
                create_page("p", 1024),
                put_page("p", 0, 511),
                set_properties("p").with("x-ms-blob-content-length", "512"),
                of(4, get("p")),
                list().including("versions"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.refused",
            "What is refused makes no version",
            "The version is made first, and the refusal comes too late.",
            [BLOB_VERSIONING_SHOWN, BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            kept(steps![
                put("b", "1"),
                put("b", "2").if_match("\"0x0\""),
                put("b", "2").if_none_match("*"),
                put_block_list("b", block_list(&[("Latest", "9")])),
                copy("b", "absent"),
                snapshot("b").if_none_match("${etag:0}"),
                of(0, get("b")),
                list().including("versions"),
                copy("c", "b").with("x-ms-source-if-match", "${etag:0}"),
                of(8, get("c")),
                head("b"),
            ])
        ),
    ]
}
