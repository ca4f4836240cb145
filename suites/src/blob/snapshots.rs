//! Snapshots: what they keep, how they are named, and that nothing changes them.

use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, container, copy, copy_from, create_append,
    create_page, delete, further, get, get_block_list, get_metadata, head, list, put, put_block, put_block_list,
    put_page, set_metadata, set_properties, set_tags, set_tier, snapshot, tags_document, told, url,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Snapshots;

/// The time of the snapshot that a step made.
fn time(step: usize) -> String {
    told(step, Told::Snapshot)
}

/// Of the snapshot that step 1 made.
fn first(ask: Ask) -> Ask {
    ask.of_snapshot(time(1))
}

/// Texts that are no times of snapshots.
const NO_TIMES: [&str; 7] = [
    "abc",
    "2020-01-01",
    "2020-13-01T00:00:00.0000000Z",
    "0",
    "2020-01-01 00:00:00",
    "2020-01-01T25:00:00.0000000Z",
    "*",
];

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [kept(), made(), named(), unchanged(), deleted(), listed()].concat()
}

fn kept() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.content",
            "A snapshot keeps content, properties and metadata of its blob as they were",
            "It refers to the blob, or keeps the content alone.",
            [BLOB_SNAPSHOTS_CONTENT, BLOB_PUT_REPLACES, BLOB_READ_LENGTH],
            [
                put("b", "one").with("x-ms-blob-content-type", "text/plain").with_metadata(&[("a", "1")]),
                snapshot("b"),
                put("b", "other").with("x-ms-blob-content-type", "text/html").with_metadata(&[("b", "2")]),
                first(get("b")),
                first(head("b")),
                first(get_metadata("b")),
                first(get("b")).range("1-2"),
                get("b"),
                head("b"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.several",
            "Each snapshot keeps what the blob was when it was made",
            "The last one is read, whichever is asked for.",
            [BLOB_SNAPSHOTS_CONTENT, BLOB_PUT_REPLACES, BLOB_READ_LENGTH],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "22"),
                snapshot("b"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                snapshot("b"),
                put("b", "333"),
                get("b").of_snapshot(time(1)),
                get("b").of_snapshot(time(3)),
                get("b").of_snapshot(time(5)),
                get("b"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.kinds",
            "Snapshots are made of append blobs and page blobs as well",
            "Only block blobs are stored in a way that can be kept.",
            [BLOB_SNAPSHOTS_CONTENT, BLOB_READ_TYPE, BLOB_APPEND_COUNT_SHOWN],
            [
                create_append("a"),
                append("a", "1"),
                snapshot("a"),
                append("a", "2"),
                get("a").of_snapshot(time(2)),
                create_page("p", 1024),
                put_page("p", 0, 511),
                snapshot("p"),
                put_page("p", 512, 1023),
                get("p").of_snapshot(time(7)),
                head("p").of_snapshot(time(7)),
                get("a"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.blocks",
            "A snapshot has the blocks that were committed when it was made",
            "The parameter is passed over, and the blob's are listed.",
            [BLOB_BLOCK_LISTS_OF_SNAPSHOT],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                snapshot("b"),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Latest", "2")])),
                get_block_list("b", "committed").of_snapshot(time(2)),
                get_block_list("b", "all").of_snapshot(time(2)),
                get_block_list("b", "all"),
                get("b").of_snapshot(time(2)),
                get("b"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.conditions",
            "Conditions on a snapshot are asked of the snapshot, and not of its blob",
            "The ETag is that of the blob, since the address is.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                first(get("b")).if_match("${etag:0}"),
                first(get("b")).if_match("${etag:2}"),
                first(head("b")).if_none_match("${etag:0}"),
                first(get("b")).if_none_match("${etag:2}"),
                get("b").if_match("${etag:0}"),
            ]
        ),
    ]
}

fn made() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.metadata",
            "A snapshot made with metadata has that and not the blob's, and an ETag of its own",
            "The metadata is added to the blob's, or set on the blob.",
            [BLOB_SNAPSHOTS_METADATA],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b").with_metadata(&[("c", "3")]),
                first(head("b")),
                head("b"),
                first(get("b")).if_match("${etag:0}"),
                first(get("b")).if_match("${etag:1}"),
                get("b").if_match("${etag:0}"),
                get("b").if_match("${etag:1}"),
                first(get_metadata("b")),
                list().including("snapshots,metadata"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.without-metadata",
            "A snapshot made without metadata has the blob's, and its ETag",
            "It has none, or is a new blob.",
            [BLOB_SNAPSHOTS_METADATA, BLOB_METADATA_SHOWN],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b"),
                first(head("b")),
                first(get("b")).if_match("${etag:0}"),
                get("b").if_match("${etag:0}"),
                get("b").if_match("${etag:1}"),
                snapshot("b"),
                head("b").of_snapshot(time(6)),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.guarded",
            "A snapshot is made under conditions",
            "It changes nothing, and so nothing is asked.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                put("b", "1"),
                snapshot("b").if_match("\"0x0\""),
                snapshot("b").if_none_match("${etag:0}"),
                snapshot("b").if_none_match("*"),
                list().including("snapshots"),
                snapshot("b").if_match("${etag:0}"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.encrypted",
            "Snapshot Blob tells that the request was not encrypted by a key of its own",
            "It tells what the blob tells, or nothing.",
            [BLOB_SNAPSHOTS_ENCRYPTED],
            [
                put("b", "1"),
                snapshot("b"),
                snapshot("b").with_metadata(&[("a", "1")]),
                snapshot("b").version(Version::V2020_12_06),
                snapshot("b").version(Version::V2018_03_28),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.of-nothing",
            "Of what is not there no snapshot is made",
            "It is made, and is empty.",
            [BLOB_READ_MISSING, BLOB_CONTAINERS_MISSING],
            [
                snapshot("b"),
                put_block("u", "1", "one"),
                snapshot("u"),
                snapshot("b").on(further("absent")),
                list().including("snapshots"),
                list().including("snapshots,uncommittedblobs"),
            ]
        ),
    ]
}

/// A read of what is no snapshot, each in another way.
fn wrongly_named(asks: impl Fn(&str) -> Vec<Ask>) -> Vec<Step> {
    let mut steps = steps![put("b", "1"), snapshot("b")];
    steps.extend(NO_TIMES.iter().flat_map(|text| asks(text)).map(Step::from));
    steps.push(get("b").into());
    steps
}

fn named() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.time-form",
            "A snapshot that is no time is refused, before the service is reached",
            "The blob itself is read, or nothing is found.",
            [BLOB_SNAPSHOTS_TIME_FORM, BLOB_SNAPSHOTS_TIME_FORM_FRONT],
            wrongly_named(|text| vec![get("b").of_snapshot(text), head("b").of_snapshot(text)])
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.time-form-of-others",
            "A snapshot that is no time is refused by every read of a blob",
            "One of them looks at the parameter.",
            [BLOB_SNAPSHOTS_TIME_FORM],
            [
                put("b", "1"),
                get_metadata("b").of_snapshot("abc"),
                get_block_list("b", "all").of_snapshot("abc"),
                delete("b").of_snapshot("abc"),
                get("b").range("0-0").of_snapshot("2020-01-01"),
                set_tier("b", "Cool").of_snapshot("abc"),
                get("absent").of_snapshot("abc"),
                get("b"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.time-form-before",
            "A snapshot that is no time is refused in all versions",
            "The parameter is passed over.",
            [BLOB_SNAPSHOTS_TIME_FORM],
            [
                put("b", "1"),
                get("b").of_snapshot("abc").version(Version::V2015_02_21),
                get("b").of_snapshot("abc").version(Version::V2018_03_28),
                get("b").of_snapshot("abc").version(Version::V2018_11_09),
                get("b").of_snapshot("abc").version(Version::V2020_12_06),
                get("b").of_snapshot("abc").version(Version::V2012_02_12),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.absent",
            "A snapshot that is not there is not found, nor is that of another blob",
            "The nearest one is read, or the blob itself.",
            [BLOB_READ_MISSING],
            [
                put("b", "1"),
                snapshot("b"),
                put("c", "2"),
                get("b").of_snapshot("2020-01-01T00:00:00.0000000Z"),
                head("b").of_snapshot("2099-01-01T00:00:00.0000000Z"),
                first(get("c")),
                first(head("c")),
                first(get("absent")),
                first(delete("c")),
                get("c"),
                first(get("b")),
            ]
        ),
    ]
}

fn unchanged() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.read-only",
            "No write changes a snapshot, nor its blob in its place",
            "The parameter is passed over, and the blob is written.",
            [BLOB_SNAPSHOTS_READ_ONLY],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b"),
                first(put("b", "2")),
                first(put_block("b", "1", "one")),
                first(put_block_list("b", block_list(&[]))),
                first(set_metadata("b").with_metadata(&[("b", "2")])),
                first(set_properties("b").with("x-ms-blob-content-type", "text/plain")),
                first(snapshot("b")),
                first(copy("b", "b")),
                first(acquire_lease("b", 15)),
                get("b"),
                first(get("b")),
                get_block_list("b", "all"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.read-only-of-others",
            "No append and no page changes a snapshot, nor its blob in its place",
            "The parameter is passed over, and the blob is written.",
            [BLOB_SNAPSHOTS_READ_ONLY],
            [
                create_append("a"),
                snapshot("a"),
                append("a", "1").of_snapshot(time(1)),
                create_append("a").of_snapshot(time(1)),
                get("a"),
                create_page("p", 512),
                snapshot("p"),
                put_page("p", 0, 511).of_snapshot(time(6)),
                create_page("p", 1024).of_snapshot(time(6)),
                set_properties("p").with("x-ms-blob-content-length", "1024").of_snapshot(time(6)),
                get("p"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.no-lease",
            "Nothing is told of the lease of a snapshot, where its blob is leased neither",
            "It is told that there is none.",
            [BLOB_SNAPSHOTS_NO_LEASE],
            [
                put("b", "1"),
                snapshot("b"),
                first(head("b")),
                first(get("b")),
                acquire_lease("b", 60),
                first(head("b")),
                snapshot("b"),
                head("b").of_snapshot(time(6)),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.copied",
            "A copy of a snapshot is a blob, and may take the place of its own blob",
            "The time is cut off the address, and the blob is copied.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_PROPERTIES],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                snapshot("b"),
                put("b", "2"),
                copy_from("c", format!("{}?snapshot={}", url("b"), time(1))),
                get("c"),
                copy_from("b", format!("{}?snapshot={}", url("b"), time(1))),
                get("b"),
                first(get("b")),
                list().including("snapshots"),
            ]
        ),
    ]
}

fn deleted() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.deleted",
            "A snapshot is deleted alone, and its blob and the others stay",
            "The blob is deleted, or all snapshots.",
            [BLOB_DELETE_STATUS, BLOB_DELETE_GONE],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                snapshot("b"),
                first(delete("b")),
                first(get("b")),
                get("b").of_snapshot(time(3)),
                get("b"),
                first(delete("b")),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.blob-with-snapshots",
            "A blob with snapshots is deleted with them, or only they are, or nothing is",
            "They are deleted with it, without a word.",
            [BLOB_DELETE_SNAPSHOTS_PRESENT, BLOB_DELETE_ONLY_SNAPSHOTS, BLOB_DELETE_WITH_SNAPSHOTS],
            [
                put("b", "1"),
                snapshot("b"),
                snapshot("b"),
                delete("b"),
                list().including("snapshots"),
                delete("b").with("x-ms-delete-snapshots", "only"),
                get("b"),
                list().including("snapshots"),
                snapshot("b"),
                delete("b").with("x-ms-delete-snapshots", "include"),
                get("b"),
                get("b").of_snapshot(time(8)),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.overwritten",
            "A blob with snapshots is overwritten, by a blob of the same kind, and they stay",
            "They are those of the blob that was.",
            [BLOB_PUT_REPLACES, BLOB_DELETE_SNAPSHOTS_PRESENT],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                put_block("b", "1", "three"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                first(get("b")),
                delete("b"),
                get("b"),
                list().including("snapshots"),
            ]
        ),
    ]
}

fn listed() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.snapshots.listed",
            "Snapshots are listed where that is asked for, before their blob, the oldest first",
            "They are listed always, never, or behind it.",
            [BLOB_LISTING_ORDER],
            [
                put("a", "1"),
                put("b", "1"),
                snapshot("b"),
                put("b", "22"),
                snapshot("b"),
                snapshot("a"),
                list(),
                list().including("snapshots"),
                list().including("snapshots").option("prefix", "b"),
                list().including("snapshots,metadata"),
                list().on(container()),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.snapshots.tags",
            "A snapshot has the tags of its blob",
            "Tags are kept by name.",
            [BLOB_TAGS_COUNT_SHOWN],
            [
                put("b", "1").version(Version::V2019_12_12),
                set_tags("b", tags_document(&[("a", "1")])).version(Version::V2019_12_12),
                snapshot("b").version(Version::V2019_12_12),
                set_tags("b", tags_document(&[("a", "1"), ("b", "2")])).version(Version::V2019_12_12),
                head("b").of_snapshot(time(2)).version(Version::V2019_12_12),
                head("b").version(Version::V2019_12_12),
            ]
        ),
    ]
}
