//! Asking for a version by its id: what is read, what is told of it, and what is refused.

use super::{LATER, LONG_AGO, SUITE, kept, of, version};
use crate::blob::each::each;
use crate::blob::everything::absent;
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, copy, copy_from, create_append, create_page, delete,
    get, get_metadata, get_tags, head, list, put, put_block, put_block_list, put_page, set_metadata, set_properties,
    set_tags, set_tier, snapshot, tags_document, told, url,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [read(), shown(), current(), leased(), unknown(), beside_snapshot(), read_only()].concat()
}

/// Reads of a blob that take the id of a version.
fn reads(name: &str) -> [Ask; 4] {
    [get(name), head(name), get_metadata(name), get_tags(name)]
}

fn read() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.read",
            "Each read takes the id of a version, and reads that",
            "Get Blob alone looks at it.",
            [BLOB_VERSIONING_READ],
            kept(
                [
                    steps![
                        put("b", "1").with_metadata(&[("a", "1")]).with("x-ms-tags", "a=1"),
                        put("b", "22").with_metadata(&[("b", "2"), ("c", "3")]),
                    ],
                    each(reads("b"), |ask| of(0, ask)),
                    each(reads("b"), |ask| of(1, ask)),
                    each(reads("b"), |ask| ask),
                ]
                .concat()
            )
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-ranges",
            "Parts of a version are read, as far as it goes",
            "The range is measured by the blob.",
            [BLOB_VERSIONING_READ, BLOB_RANGES_PARTIAL],
            kept(steps![
                put("b", "0123456789"),
                put("b", "abc"),
                of(0, get("b")).range("2-6"),
                of(0, get("b")).range("5-"),
                of(1, get("b")).range("1-"),
                of(1, get("b")).range("5-"),
                of(0, get("b")).range("20-"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-by-what-is-read",
            "The id that a read tells names what it read, also when that is replaced",
            "Reads tell the time of the read, or ids that nothing has.",
            [BLOB_VERSIONING_READ, BLOB_VERSIONING_SHOWN],
            kept(steps![
                put("b", "1"),
                head("b"),
                put("b", "22"),
                get("b"),
                put("b", "333"),
                of(1, get("b")),
                of(3, get("b")),
                of(5, get("b")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-conditions",
            "Conditions on a version are asked of it, and not of its blob",
            "The ETag is that of the blob, since the address is.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH, BLOB_VERSIONING_READ],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                of(0, get("b")).if_match("${etag:0}"),
                of(0, get("b")).if_match("${etag:1}"),
                of(0, head("b")).if_none_match("${etag:0}"),
                of(0, get("b")).if_none_match("${etag:1}"),
                of(1, get("b")).if_match("${etag:1}"),
                of(1, get("b")).if_match("${etag:0}"),
                get("b").if_match("${etag:0}"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-copied",
            "A version is copied as a source that is named by its id",
            "The query is cut off the address, and the blob is copied.",
            [BLOB_VERSIONING_READ, BLOB_COPY_PROPERTIES],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                put("b", "22").with_metadata(&[("b", "2")]),
                copy_from("c", format!("{}?versionid={}", url("b"), version(0))),
                get("c"),
                copy_from("d", format!("{}?versionid={}", url("b"), version(1))),
                get("d"),
            ])
        ),
    ]
}

fn shown() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.shown",
            "Get Blob and Get Blob Properties tell the id of what they read",
            "Writes tell it, and reads do not.",
            [BLOB_VERSIONING_SHOWN],
            kept(steps![
                put("b", "1"),
                get("b"),
                head("b"),
                put("b", "22"),
                get("b"),
                of(0, get("b")),
                of(0, head("b")),
                get("b").range("0-0"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.shown-after",
            "The id that is told is another after each write that makes a version",
            "It is the id of the first version, or of the one before.",
            [BLOB_VERSIONING_SHOWN],
            kept(steps![
                put("b", "1"),
                head("b"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                head("b"),
                copy("b", "b"),
                head("b"),
                snapshot("b"),
                head("b"),
                of(3, head("b")),
                of(7, head("b")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.shown-since",
            "Snapshots tell no id of a version, and older clients are told of none",
            "Everything that can be read has one.",
            [BLOB_VERSIONING_SHOWN, BLOB_VERSIONING_CURRENT_SHOWN],
            kept(steps![
                put("b", "1"),
                snapshot("b"),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                get("b").version(Version::V2019_07_07),
                head("b").version(Version::V2018_11_09),
                head("b").version(Version::V2019_10_10),
                head("b").version(Version::V2020_10_02),
            ])
        ),
    ]
}

fn current() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.current-shown",
            "The current version is told to be that, by its id and without, and no other is",
            "It is told where no id was named, or false is told of the others.",
            [BLOB_VERSIONING_CURRENT_SHOWN],
            kept(steps![
                put("b", "1"),
                of(0, head("b")),
                put("b", "22"),
                get("b"),
                head("b"),
                of(2, get("b")),
                of(2, head("b")),
                of(0, get("b")),
                of(0, head("b")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.current-moves",
            "Which version is the current one changes with every version that is made",
            "The one that was made by Put Blob stays it.",
            [BLOB_VERSIONING_CURRENT_SHOWN],
            kept(steps![
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                of(0, head("b")),
                of(1, head("b")),
                snapshot("b"),
                of(1, head("b")),
                head("b"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                of(8, head("b")),
                of(6, head("b")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.current-of-nothing",
            "Of a blob that was deleted no version is the current one, until it is written again",
            "The last one is, since nothing is later.",
            [BLOB_VERSIONING_CURRENT_SHOWN, BLOB_VERSIONING_DELETE_KEEPS],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                delete("b"),
                of(1, head("b")),
                of(0, head("b")),
                put("b", "333"),
                of(1, head("b")),
                of(5, head("b")),
            ])
        ),
    ]
}

fn leased() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.no-lease",
            "Nothing is told of a lease of what is asked for by the id of a version, the current one included",
            "The current version is the blob, and has its lease.",
            [BLOB_VERSIONING_NO_LEASE],
            kept(
                steps![put("b", "1"), put("b", "22"), of(0, head("b")), of(1, head("b")), of(1, get("b")), head("b"),]
            )
        ),
        check!(
            BlobVersions,
            "blob.versioning.no-lease-while-leased",
            "Versions of a leased blob tell nothing of its lease, and are read without it",
            "They are leased with the blob.",
            [BLOB_VERSIONING_NO_LEASE],
            kept(steps![
                put("b", "1"),
                acquire_lease("b", -1),
                put("b", "22").leased(told(1, Told::Lease)),
                of(0, get("b")),
                of(2, head("b")),
                head("b"),
                list().including("versions"),
            ])
        ),
    ]
}

fn unknown() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.unknown",
            "A version that is not there is not found, by any read",
            "The nearest one is read, or the blob itself.",
            [BLOB_VERSIONING_UNKNOWN],
            kept(
                [
                    steps![put("b", "1"), put("b", "22")],
                    each(reads("b"), |ask| ask.of_version(LONG_AGO)),
                    each(reads("b"), |ask| ask.of_version(LATER)),
                    steps![get("b").of_version(LONG_AGO).range("0-0"), get("b")],
                ]
                .concat()
            )
        ),
        check!(
            BlobVersions,
            "blob.versioning.unknown-elsewhere",
            "A version of another blob, or one in a container that is not there, is not found",
            "Ids of versions are looked up without the blob.",
            [BLOB_VERSIONING_UNKNOWN, BLOB_CONTAINERS_MISSING],
            kept(steps![
                put("b", "1"),
                put("c", "2"),
                of(0, get("c")),
                of(1, head("b")),
                of(0, get("absent")),
                of(0, head("absent")),
                of(0, get("b")).on(absent()),
                of(0, set_tags("c", tags_document(&[("a", "1")]))),
                of(0, delete("c")),
                get("c"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.unknown-to-writers",
            "A version that is not there is not deleted, and gets neither tags nor a tier",
            "It is granted, since nothing is left to do, or the blob gets them.",
            [BLOB_VERSIONING_UNKNOWN],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                delete("b").of_version(LONG_AGO),
                set_tags("b", tags_document(&[("a", "1")])).of_version(LATER),
                set_tier("b", "Cool").of_version(LONG_AGO),
                head("b"),
                list().including("versions"),
            ])
        ),
    ]
}

fn beside_snapshot() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.beside-snapshot",
            "A read that names both a version and a snapshot is refused",
            "One of the two is passed over.",
            [BLOB_VERSIONING_BESIDE_SNAPSHOT],
            kept(
                [
                    steps![put("b", "1"), snapshot("b"), put("b", "22")],
                    each(reads("b"), |ask| of(0, ask).of_snapshot(told(1, Told::Snapshot))),
                    each(reads("b"), |ask| of(2, ask).of_snapshot(told(1, Told::Snapshot))),
                    steps![get("b"), get("b").of_snapshot(told(1, Told::Snapshot))],
                ]
                .concat()
            )
        ),
        check!(
            BlobVersions,
            "blob.versioning.beside-snapshot-to-delete",
            "A deletion that names both a version and a snapshot is refused, and deletes neither",
            "The one that is looked at first is deleted.",
            [BLOB_VERSIONING_BESIDE_SNAPSHOT],
            kept(steps![
                put("b", "1"),
                snapshot("b"),
                put("b", "22"),
                of(0, delete("b")).of_snapshot(told(1, Told::Snapshot)),
                of(0, get("b")),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                list().including("snapshots,versions"),
            ])
        ),
    ]
}

fn read_only() -> Vec<Check> {
    vec![
        check!(
            BlobVersions,
            "blob.versioning.read-only",
            "No write of a block blob takes the id of a version, be it the current one",
            "The parameter is passed over, and the blob is written.",
            [BLOB_VERSIONING_READ_ONLY],
            kept(steps![
                put("b", "1").with_metadata(&[("a", "1")]),
                put("b", "22"),
                of(0, put("b", "333")),
                of(1, put("b", "333")),
                of(0, set_metadata("b").with_metadata(&[("b", "2")])),
                of(1, set_properties("b").with("x-ms-blob-content-type", "text/plain")),
                of(1, snapshot("b")),
                of(0, acquire_lease("b", 15)),
                of(0, put_block("b", "1", "one")),
                of(0, put_block_list("b", block_list(&[]))),
                of(0, copy("b", "b")),
                of(0, get("b")),
                head("b"),
                list().including("versions,metadata"),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-only-of-kinds",
            "No append and no page takes the id of a version",
            "The current version may be changed in place, and so may any.",
            [BLOB_VERSIONING_READ_ONLY],
            kept(steps![
                create_append("a"),
                of(0, append("a", "1")),
                of(0, create_append("a")),
                get("a"),
                create_page("p", 512),
                set_metadata("p"),
                of(4, put_page("p", 0, 511)),
                of(4, create_page("p", 1024)),
                of(5, set_properties("p").with("x-ms-blob-content-length", "1024")),
                get("p"),
                of(4, get("p")),
            ])
        ),
        check!(
            BlobVersions,
            "blob.versioning.read-only-but-tags",
            "Tags and tiers of a version are set by its id",
            "A write that names a version is refused, whatever it writes.",
            [BLOB_VERSIONING_READ_ONLY, BLOB_TAGS_SET, BLOB_TIERS_SET],
            kept(steps![
                put("b", "1"),
                put("b", "22"),
                of(0, set_tags("b", tags_document(&[("a", "1"), ("b", "2")]))),
                of(0, get_tags("b")),
                of(0, set_tier("b", "Cool")),
                of(0, head("b")),
                of(0, set_metadata("b").with_metadata(&[("a", "1")])),
                head("b"),
                of(1, set_tier("b", "Cool")),
                head("b"),
            ])
        ),
    ]
}
