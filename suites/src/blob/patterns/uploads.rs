//! Uploads in blocks: put in any order, sent again, taken up where they were left, and committed.

use super::SUITE;
use crate::blob::steps::{AskExt as _, block_list, get, get_block_list, head, list, put, put_block, put_block_list};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::blob::Ask;

const FILM: &str = "films/2026/holiday.mp4";
/// The MD5 of the second chapter as it should be.
const MD5: &str = "Ki+TpVHmDNMEDEfsfkwi8w==";

/// A commit of these blocks, each as it was put last.
fn commit(name: &str, ids: &[&str]) -> Ask {
    commit_from("Latest", name, ids)
}

/// A commit of these blocks, all looked for in one place.
fn commit_from(place: &str, name: &str, ids: &[&str]) -> Ask {
    put_block_list(name, block_list(&ids.iter().map(|id| (place, *id)).collect::<Vec<_>>()))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [blocks(), commits(), meetings()].concat()
}

fn blocks() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.patterns.upload-any-order",
            "Blocks are put in any order, and the blob is in the order of its list",
            "Content is in the order in which it came in.",
            [BLOB_BLOCK_LISTS_TYPE, BLOB_LISTING_UNCOMMITTED],
            [
                put_block(FILM, "part-03", "third, "),
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-04", "last."),
                put_block(FILM, "part-02", "second, "),
                get(FILM),
                list().option("prefix", "films/"),
                list().option("prefix", "films/").including("uncommittedblobs"),
                get_block_list(FILM, "committed"),
                get_block_list(FILM, "uncommitted"),
                commit(FILM, &["part-01", "part-02", "part-03", "part-04"]),
                get(FILM),
                get_block_list(FILM, "all"),
                list().option("prefix", "films/"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.upload-block-again",
            "A block that is sent again takes the place of the first, whether it is the same or not",
            "It is there twice, or the first one stays.",
            [BLOB_BLOCKS_REPLACED, BLOB_BLOCK_LISTS_TYPE],
            [
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-02", "sec"),
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-02", "second."),
                get_block_list(FILM, "uncommitted"),
                commit_from("Uncommitted", FILM, &["part-01", "part-02"]),
                get(FILM),
                get_block_list(FILM, "committed"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.upload-damaged",
            "A block that was damaged on its way is refused by its MD5, and what was there of it stays",
            "It is stored before it is compared.",
            [BLOB_WRITES_MD5_CHECKED, BLOB_BLOCKS_REPLACED],
            [
                put_block(FILM, "part-01", "chapter one; "),
                put_block(FILM, "part-02", "chapter two, a draft; "),
                put_block(FILM, "part-02", "chapter two? ").with("Content-MD5", MD5),
                get_block_list(FILM, "uncommitted"),
                put_block(FILM, "part-02", "chapter two; ").with("Content-MD5", MD5),
                put_block(FILM, "part-02", "chapter two?? ").with("Content-MD5", MD5),
                get_block_list(FILM, "uncommitted"),
                commit(FILM, &["part-01", "part-02"]),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.upload-taken-up",
            "An upload that was left is taken up: the list tells which blocks are there, and the rest is put",
            "Blocks are forgotten with the connection, or listed only once they are committed.",
            [BLOB_BLOCK_LISTS_TYPE, BLOB_BLOCK_LISTS_ONLY_ASKED],
            [
                put(FILM, "the film before"),
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-03", "third."),
                get(FILM).if_match("${etag:0}"),
                get_block_list(FILM, "uncommitted"),
                get_block_list(FILM, "committed"),
                put_block(FILM, "part-02", "second, "),
                get_block_list(FILM, "all"),
                commit_from("Uncommitted", FILM, &["part-01", "part-02", "part-03"]),
                get(FILM),
                get_block_list(FILM, "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.upload-large",
            "A blob of large blocks is read back over its seams",
            "A block is cut, or a range ends where a block does.",
            [BLOB_RANGES_PARTIAL, BLOB_READ_LENGTH],
            [
                put_block(FILM, "part-02", "").pattern(2, 70_000),
                put_block(FILM, "part-01", "").pattern(1, 65_536),
                put_block(FILM, "part-03", "").pattern(3, 10),
                commit(FILM, &["part-01", "part-02", "part-03"]),
                head(FILM),
                get(FILM).range("65530-65541"),
                get(FILM).range("135530-135545"),
                get(FILM).range("60000-135540"),
                get(FILM),
            ]
        ),
    ]
}

fn commits() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.patterns.commit-again",
            "A commit that is sent again is done again, of the blocks of the blob; the next one takes what was put since",
            "Blocks are gone with the first commit, or the old ones are taken for ever.",
            [BLOB_BLOCK_LISTS_LATEST, BLOB_PUT_REPLACES],
            [
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-02", "last."),
                commit(FILM, &["part-01", "part-02"]).with_metadata(&[("cut", "1")]),
                commit(FILM, &["part-01", "part-02"]).with_metadata(&[("cut", "1")]),
                get(FILM),
                get_block_list(FILM, "all"),
                get(FILM).if_match("${etag:3}"),
                put_block(FILM, "part-02", "the end."),
                commit(FILM, &["part-01", "part-02"]),
                commit(FILM, &["part-01", "part-02"]),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.commit-again-uncommitted",
            "A commit of uncommitted blocks that is sent again is refused, and the blob is that of the first",
            "Where a block is looked for is passed over; or the refusal empties the blob.",
            [BLOB_BLOCK_LISTS_MISSING_BLOCK, BLOB_BLOCK_LISTS_UNCOMMITTED, BLOB_BLOCK_LISTS_COMMITTED],
            [
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-02", "last."),
                commit_from("Committed", FILM, &["part-01", "part-02"]),
                commit_from("Uncommitted", FILM, &["part-01", "part-02"]),
                commit_from("Uncommitted", FILM, &["part-01", "part-02"]),
                get(FILM).if_match("${etag:3}"),
                commit_from("Committed", FILM, &["part-01", "part-02"]),
                get(FILM),
                get_block_list(FILM, "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.commit-again-once",
            "A commit that creates and is sent again is refused; the metadata tells whose the blob is",
            "The condition is asked of the blocks, or of nothing.",
            [BLOB_CONDITIONS_CREATE_ONCE, BLOB_METADATA_SHOWN],
            [
                put_block(FILM, "part-01", "all of it"),
                commit(FILM, &["part-01"]).with_metadata(&[("attempt", "a-1")]).if_none_match("*"),
                commit(FILM, &["part-01"]).with_metadata(&[("attempt", "a-1")]).if_none_match("*"),
                head(FILM),
                put_block(FILM, "part-01", "another"),
                commit(FILM, &["part-01"]).with_metadata(&[("attempt", "a-2")]).if_none_match("*"),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.commit-early",
            "A commit that names a block which is still on its way is refused; what was put waits for the next",
            "What is there is committed, or dropped.",
            [BLOB_BLOCK_LISTS_MISSING_BLOCK, BLOB_BLOCK_LISTS_TYPE],
            [
                put_block(FILM, "part-01", "first, "),
                put_block(FILM, "part-03", "last."),
                commit(FILM, &["part-01", "part-02", "part-03"]),
                get(FILM),
                get_block_list(FILM, "committed"),
                get_block_list(FILM, "uncommitted"),
                put_block(FILM, "part-02", "second, "),
                commit(FILM, &["part-01", "part-02", "part-03"]),
                get(FILM),
                commit(FILM, &["part-01", "part-02", "part-03", "part-04"]),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.commit-edited",
            "A part of a blob is replaced and another added: the rest is named as committed, and not sent again",
            "A commit takes new blocks alone, or the old one of two of an id.",
            [BLOB_BLOCK_LISTS_COMMITTED, BLOB_BLOCK_LISTS_LATEST, BLOB_BLOCK_LISTS_UNCOMMITTED],
            [
                put_block("log.txt", "line-1", "one;"),
                put_block("log.txt", "line-2", "tow;"),
                commit("log.txt", &["line-1", "line-2"]),
                put_block("log.txt", "line-2", "two;"),
                put_block("log.txt", "line-3", "three;"),
                get("log.txt"),
                put_block_list(
                    "log.txt",
                    block_list(&[("Committed", "line-1"), ("Latest", "line-2"), ("Uncommitted", "line-3")])
                ),
                get("log.txt"),
                put_block("log.txt", "line-1", "ONE;"),
                put_block_list(
                    "log.txt",
                    block_list(&[("Committed", "line-1"), ("Latest", "line-2"), ("Uncommitted", "line-1")])
                ),
                get("log.txt"),
                get_block_list("log.txt", "all"),
            ]
        ),
    ]
}

fn meetings() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.patterns.two-uploads",
            "Of two uploads to one blob the first commit drops the other's blocks, and the second is refused",
            "Blocks belong to whoever put them.",
            [BLOB_PUT_DROPS_BLOCKS, BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put_block(FILM, "ann-01", "Ann's "),
                put_block(FILM, "bob-01", "Bob's "),
                put_block(FILM, "ann-02", "film"),
                put_block(FILM, "bob-02", "movie"),
                get_block_list(FILM, "uncommitted"),
                commit(FILM, &["ann-01", "ann-02"]),
                commit(FILM, &["bob-01", "bob-02"]),
                get(FILM),
                get_block_list(FILM, "all"),
                put_block(FILM, "bob-01", "Bob's "),
                put_block(FILM, "bob-02", "movie"),
                commit(FILM, &["bob-01", "bob-02"]),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.two-uploads-by-etag",
            "Of two uploads that replace what both have read, the second is refused by its ETag and keeps its blocks",
            "Blocks are dropped before the condition is looked at.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_BLOCK_LISTS_TYPE],
            [
                put(FILM, "before"),
                put_block(FILM, "ann-01", "Ann's film"),
                commit(FILM, &["ann-01"]).if_match("${etag:0}"),
                put_block(FILM, "bob-01", "Bob's movie"),
                commit(FILM, &["bob-01"]).if_match("${etag:0}"),
                get(FILM),
                get_block_list(FILM, "uncommitted"),
                commit(FILM, &["bob-01"]).if_match("${etag:2}"),
                get(FILM),
            ]
        ),
        check!(
            BlobBlock,
            "blob.patterns.upload-given-up",
            "Blocks of an upload that was given up show nowhere, and are dropped by what is put at once",
            "They make a blob of no length, or wait for a later commit.",
            [BLOB_LISTING_UNCOMMITTED, BLOB_PUT_DROPS_BLOCKS, BLOB_READ_MISSING],
            [
                put_block(FILM, "part-01", "never committed"),
                head(FILM),
                list().option("prefix", "films/"),
                put(FILM, "put at once"),
                get_block_list(FILM, "all"),
                commit(FILM, &["part-01"]),
                get(FILM),
                list().option("prefix", "films/"),
            ]
        ),
    ]
}
