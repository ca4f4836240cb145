//! Append blobs: what is appended, where, under which conditions, and when no more is.

mod before;
mod generated;

use super::steps::{
    AskExt as _, StepExt as _, append, append_from_url, block_list, copy, create_append, create_page, delete, get,
    get_block_list, head, list, put, put_block, put_block_list, put_page, seal, set_acl, set_metadata, set_properties,
    snapshot, told, url,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::AppendBlobs;

const MIB: u32 = 1 << 20;

/// The same in a version.
fn of_version(version: Version, steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(version)).collect()
}

/// The same in the version that brought sealing.
fn later(steps: Vec<Step>) -> Vec<Step> {
    of_version(Version::V2019_12_12, steps)
}

fn at(ask: Ask, position: &str) -> Ask {
    ask.with("x-ms-blob-condition-appendpos", position)
}

fn at_most_long(ask: Ask, length: &str) -> Ask {
    ask.with("x-ms-blob-condition-maxsize", length)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [told_of(), conditions(), sizes(), types(), sealed(), copied(), before::checks(), generated::checks()].concat()
}

fn told_of() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.told",
            "Each append tells where its block begins and how many there are then",
            "The offset is the new length, or the count is of octets.",
            [BLOB_APPEND_TOLD],
            [
                create_append("a"),
                append("a", "one"),
                append("a", "\u{e9}\u{e9}"),
                append("a", "three"),
                get("a"),
                head("a"),
                create_append("b"),
                append("b", "x"),
                append("a", "four"),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.count-shown",
            "How many blocks an append blob has is shown by GET and HEAD, also where there are none",
            "It is told by the append alone.",
            [BLOB_APPEND_COUNT_SHOWN],
            [
                create_append("a"),
                head("a"),
                get("a"),
                append("a", "12"),
                append("a", "34"),
                head("a"),
                get("a"),
                get("a").range("1-2"),
                list(),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.created-again",
            "Creating an append blob anew makes it empty, with no blocks",
            "What is there is kept, since appending is what such a blob is for.",
            [BLOB_APPEND_COUNT_SHOWN, BLOB_APPEND_TOLD],
            [
                create_append("a").with_metadata(&[("a", "1")]),
                append("a", "12"),
                create_append("a"),
                get("a"),
                append("a", "3"),
                get("a"),
                delete("a"),
                create_append("a"),
                head("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.kept",
            "Metadata and properties leave content and blocks as they are, and appends leave metadata and properties",
            "Each of them stores what it knows of.",
            [BLOB_APPEND_COUNT_SHOWN, BLOB_APPEND_TOLD],
            [
                create_append("a").with("x-ms-blob-content-type", "text/plain").with_metadata(&[("a", "1")]),
                append("a", "12"),
                set_metadata("a").with_metadata(&[("b", "2")]),
                get("a"),
                set_properties("a").with("x-ms-blob-content-language", "de"),
                append("a", "34"),
                get("a"),
                head("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.new-etag",
            "Each append gives the blob another ETag",
            "The blob is the same, and only longer.",
            [BLOB_WRITES_NEW_ETAG],
            [
                create_append("a"),
                append("a", "1"),
                append("a", "2").if_match("${etag:0}"),
                append("a", "2").if_match("${etag:1}"),
                append("a", "3").if_none_match("${etag:3}"),
                append("a", "3").if_none_match("${etag:1}"),
                get("a"),
                head("a").if_match("${etag:5}"),
            ]
        ),
    ]
}

fn conditions() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.position",
            "An append at another place than the end is refused",
            "The header is not looked at, and clients that try again append twice.",
            [BLOB_APPEND_POSITION],
            [
                create_append("a"),
                at(append("a", "12"), "1"),
                at(append("a", "12"), "0"),
                at(append("a", "12"), "0"),
                at(append("a", "34"), "1"),
                at(append("a", "34"), "3"),
                at(append("a", "34"), "2"),
                at(append("a", "5"), "4294967300"),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.max-size",
            "An append that would make the blob longer than it may be is refused",
            "The length before is compared, or the limit itself is beyond.",
            [BLOB_APPEND_MAX_SIZE],
            [
                create_append("a"),
                at_most_long(append("a", "1234"), "3"),
                at_most_long(append("a", "1234"), "4"),
                at_most_long(append("a", "56"), "5"),
                at_most_long(append("a", "5"), "4"),
                at_most_long(append("a", "5"), "5"),
                at_most_long(append("a", "6"), "1"),
                at_most_long(append("a", "6"), "4294967300"),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.both-conditions",
            "Position and length must both hold",
            "One of the two is looked at.",
            [BLOB_APPEND_POSITION, BLOB_APPEND_MAX_SIZE],
            [
                create_append("a"),
                append("a", "12"),
                at_most_long(at(append("a", "34"), "2"), "3"),
                at_most_long(at(append("a", "34"), "1"), "4"),
                at_most_long(at(append("a", "34"), "2"), "4"),
                get("a"),
                head("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.numbers",
            "A position or a length below zero is refused",
            "It is taken for zero, or wraps around.",
            [BLOB_APPEND_NUMBERS],
            [
                create_append("a"),
                at(append("a", "1"), "-1"),
                at_most_long(append("a", "1"), "-1"),
                at(append("a", "1"), "-9223372036854775808"),
                at_most_long(append("a", "1"), "-100"),
                get("a"),
                append("a", "1"),
                at(append("a", "2"), "-1"),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.etag-conditions",
            "Appends depend on ETags as other writes do",
            "Append blobs have conditions of their own, and these are thought to be all.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                create_append("a"),
                append("a", "1").if_match("\"0x0\""),
                append("a", "1").if_none_match("${etag:0}"),
                append("a", "1").if_match("${etag:0}"),
                append("a", "2").if_match("${etag:0}"),
                append("a", "2").if_match("*"),
                get("a"),
            ]
        ),
    ]
}

fn sizes() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.empty",
            "An empty block is refused",
            "Nothing is appended, and that is no error.",
            [BLOB_APPEND_EMPTY],
            [create_append("a"), append("a", ""), head("a"), append("a", "1"), append("a", ""), get("a")]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.size",
            "A block has 4 MiB at most, and is read as it was sent",
            "The limit is that of the server's framework.",
            [BLOB_APPEND_SIZE],
            [
                create_append("a"),
                append("a", "").pattern(1, 4 * MIB),
                append("a", "").pattern(2, 4 * MIB + 1),
                head("a"),
                get("a").range("4194300-4194303"),
                append("a", "").pattern(3, 1),
                get("a").range("4194300-"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.size-later",
            "From 2022-11-02 on a block may have more than 4 MiB",
            "The limit is that of the first version.",
            [BLOB_APPEND_SIZE],
            [
                create_append("a"),
                append("a", "").pattern(1, 5 * MIB).version(Version::V2022_11_02),
                append("a", "").pattern(2, 5 * MIB).version(Version::V2021_12_02),
                append("a", "").pattern(3, 4 * MIB).version(Version::V2021_12_02),
                head("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.many",
            "Many small appends are read in their order",
            "They race for one place, or are put together out of order.",
            [BLOB_APPEND_TOLD, BLOB_APPEND_COUNT_SHOWN],
            {
                let mut steps = steps![create_append("a")];
                steps.extend((0..15).map(|count| Step::from(append("a", format!("{count},")))));
                steps.extend(steps![get("a"), head("a"), get("a").range("3-9")]);
                steps
            }
        ),
    ]
}

fn types() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.type",
            "Appending to a blob of another kind is refused, and changes nothing",
            "The blob is not found, or made into an append blob.",
            [BLOB_APPEND_TYPE],
            [
                put("b", "1"),
                append("b", "2"),
                at(append("b", "2"), "1"),
                get("b"),
                create_page("p", 512),
                append("p", "2"),
                head("p"),
                append("absent", "2"),
                list(),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.type-of-others",
            "Blocks and pages of append blobs are refused, and change nothing",
            "Each operation looks for its own structures, and makes them.",
            [BLOB_BLOCKS_TYPE, BLOB_PAGES_TYPE],
            [
                create_append("a"),
                append("a", "1"),
                put_block("a", "1", "one"),
                put_page("a", 0, 511),
                get_block_list("a", "all"),
                get("a"),
                put_block_list("a", block_list(&[])),
                head("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.replaced",
            "An append blob is replaced by a blob of another kind, and the other way round",
            "The kind is decided once.",
            [BLOB_APPEND_TYPE, BLOB_APPEND_COUNT_SHOWN],
            [
                create_append("a"),
                append("a", "1"),
                put("a", "2"),
                head("a"),
                append("a", "3"),
                create_append("a"),
                append("a", "4"),
                get("a"),
                list(),
            ]
        ),
    ]
}

fn sealed() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.sealed",
            "Nothing is appended to a sealed blob",
            "The mark is shown, and not looked at.",
            [BLOB_APPEND_SEALED, BLOB_APPEND_SEAL],
            later(steps![
                create_append("a"),
                append("a", "1"),
                seal("a"),
                append("a", "2"),
                at(append("a", "2"), "1"),
                get("a"),
                head("a"),
            ])
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.seal-shown",
            "That a blob is sealed is shown by GET and HEAD, and of one that is not nothing is",
            "It is told by the seal alone.",
            [BLOB_APPEND_SEAL_SHOWN, BLOB_APPEND_SEAL],
            later(steps![
                create_append("a"),
                create_append("b"),
                head("a"),
                seal("a"),
                head("a"),
                get("a"),
                head("b"),
                list(),
                set_metadata("a").with_metadata(&[("a", "1")]),
                head("a"),
            ])
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.sealed-in-all-versions",
            "Nothing is appended to a sealed blob in other versions either",
            "Each version has a handler of its own.",
            [BLOB_APPEND_SEALED],
            [
                create_append("a"),
                append("a", "1"),
                seal("a").version(Version::V2019_12_12),
                append("a", "2").version(Version::V2020_12_06),
                append("a", "2").version(Version::V2021_12_02),
                get("a").version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.seal-conditions",
            "A blob is sealed at the place that is said, and under the conditions that are said",
            "Sealing asks for nothing.",
            [BLOB_APPEND_POSITION, BLOB_APPEND_SEAL],
            later(steps![
                create_append("a"),
                append("a", "12"),
                at(seal("a"), "1"),
                seal("a").if_match("${etag:0}"),
                append("a", "3"),
                at(seal("a"), "3"),
                append("a", "4"),
                get("a"),
            ])
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.seal-type",
            "A blob of another kind is not sealed, nor one that is not there",
            "Every blob has the mark.",
            [BLOB_APPEND_TYPE],
            later(steps![
                put("b", "1"),
                seal("b"),
                head("b"),
                put("b", "2"),
                create_page("p", 512),
                seal("p"),
                head("p"),
                seal("absent"),
            ])
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.seal-created-again",
            "A sealed blob that is created anew is not sealed",
            "The mark stays with the name.",
            [BLOB_APPEND_SEAL_SHOWN],
            later(steps![create_append("a"), seal("a"), create_append("a"), head("a"), append("a", "1"), get("a"),])
        ),
    ]
}

fn copied() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.snapshot",
            "A snapshot of an append blob keeps what was there, and how many blocks",
            "It refers to the blob, which grows.",
            [BLOB_APPEND_COUNT_SHOWN],
            [
                create_append("a"),
                append("a", "1"),
                snapshot("a"),
                append("a", "2"),
                get("a").of_snapshot(told(2, Told::Snapshot)),
                head("a").of_snapshot(told(2, Told::Snapshot)),
                append("a", "3").of_snapshot(told(2, Told::Snapshot)),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.copied",
            "A copy of an append blob is one, with as many blocks",
            "Copies are block blobs.",
            [BLOB_APPEND_COUNT_SHOWN, BLOB_APPEND_TOLD],
            [
                create_append("a"),
                append("a", "1"),
                append("a", "2"),
                copy("b", "a"),
                head("b"),
                append("b", "3"),
                get("b"),
                get("a"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.from-url",
            "What is appended from an address is that of the source, or a range of it",
            "The body is appended, which is empty.",
            [BLOB_APPEND_TOLD],
            {
                let mut steps = steps![
                    set_acl("").with("x-ms-blob-public-access", "blob"),
                    put("src", "0123456789"),
                    create_append("a"),
                    append_from_url("a", url("src")),
                    append_from_url("a", url("src")).with("x-ms-source-range", "bytes=2-4"),
                    at(append_from_url("a", url("src")), "0"),
                    at_most_long(append_from_url("a", url("src")), "20"),
                    append_from_url("a", url("absent")),
                ];
                steps.extend(steps![get("a"), head("a")]);
                later(steps)
            }
        ),
    ]
}
