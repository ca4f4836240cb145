//! Where the blocks of a list are looked for.

use crate::blob::steps::{
    AskExt as _, block_id, block_list, get, get_block_list, head, list, put, put_block, put_block_list,
};
use crate::check::{Check, Suite};
use crate::define::check;

const SUITE: Suite = Suite::BlockLists;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-lists.uncommitted",
            "Uncommitted means a block that was put since the last commit, and no other",
            "All blocks are in one table, and where they came from is not known.",
            [BLOB_BLOCK_LISTS_UNCOMMITTED, BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put_block("b", "1", "old"),
                put_block_list("b", block_list(&[("Uncommitted", "1")])),
                put_block_list("b", block_list(&[("Uncommitted", "1")])),
                get("b"),
                put_block("b", "1", "new"),
                put_block_list("b", block_list(&[("Uncommitted", "1")])),
                get("b"),
                get_block_list("b", "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.committed",
            "Committed means a block of the blob as it is, though one of its id was put since",
            "The new block takes the place of the old one at once.",
            [BLOB_BLOCK_LISTS_COMMITTED, BLOB_PUT_DROPS_BLOCKS],
            [
                put_block("b", "1", "old"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                put_block("b", "1", "new"),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Committed", "2")])),
                put_block_list("b", block_list(&[("Committed", "1"), ("Uncommitted", "2")])),
                get("b"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Committed", "2"), ("Committed", "1")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.latest",
            "Latest means the block that was put since, and failing that the one of the blob",
            "The blob's own goes first, or one of the two is never looked for.",
            [BLOB_BLOCK_LISTS_LATEST],
            [
                put_block("b", "1", "one"),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                put_block("b", "2", "TWO"),
                put_block("b", "3", "three"),
                put_block_list("b", block_list(&[("Latest", "3"), ("Latest", "2"), ("Latest", "1")])),
                get("b"),
                get_block_list("b", "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.mixed",
            "A list may mix the three, and put the blocks in any order",
            "They are put together in the order of their ids, or kind by kind.",
            [BLOB_BLOCK_LISTS_COMMITTED, BLOB_BLOCK_LISTS_UNCOMMITTED, BLOB_BLOCK_LISTS_LATEST],
            [
                put_block("b", "1", "a"),
                put_block("b", "2", "b"),
                put_block("b", "3", "c"),
                put_block_list("b", block_list(&[("Latest", "3"), ("Latest", "1"), ("Latest", "2")])),
                get("b"),
                put_block("b", "4", "d"),
                put_block("b", "5", "e"),
                put_block_list(
                    "b",
                    block_list(&[("Uncommitted", "5"), ("Committed", "2"), ("Latest", "4"), ("Latest", "3")])
                ),
                get("b"),
                get_block_list("b", "all"),
                head("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.repeated",
            "A block may be named more than once, and is there as often",
            "Blocks are kept in a table by their ids.",
            [BLOB_BLOCK_LISTS_LATEST],
            [
                put_block("b", "1", "ab"),
                put_block("b", "2", "-"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2"), ("Latest", "1"), ("Latest", "1")])),
                get("b"),
                head("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.missing",
            "A list that names a block which is not there is refused, and neither blob nor blocks change",
            "What was found is committed, or the blocks are dropped before the list is looked through.",
            [BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put("b", "kept"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                put_block_list("b", block_list(&[("Uncommitted", "2")])),
                put_block_list("b", block_list(&[("Committed", "1")])),
                put_block_list("b", block_list(&[("Uncommitted", "1"), ("Committed", "1")])),
                get("b").if_match("${etag:0}"),
                get_block_list("b", "all"),
                put_block_list("n", block_list(&[("Latest", "1")])),
                head("n"),
                list().including("uncommittedblobs"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.other-blob",
            "Blocks belong to one blob, and not to others of the same container",
            "They are kept by their ids.",
            [BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put_block("a", "1", "of a"),
                put_block("b", "1", "of b"),
                put_block("b", "2", "two"),
                put_block_list("a", block_list(&[("Latest", "1"), ("Latest", "2")])),
                put_block_list("a", block_list(&[("Latest", "1")])),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                get("a"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.whole-has-none",
            "A blob that was put at once has no committed blocks",
            "Its content is a block with an id of its own.",
            [BLOB_BLOCK_LISTS_TYPE, BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                put("b", "whole"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Committed", "1")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.malformed",
            "What is no list of blocks is refused, and changes nothing",
            "What cannot be read is passed over, and the blob is committed without it.",
            [BLOB_BLOCK_LISTS_MALFORMED],
            [
                put("b", "kept"),
                put_block("b", "1", "one"),
                put_block_list("b", ""),
                put_block_list("b", "{\"latest\":[\"MQ==\"]}"),
                put_block_list("b", "<BlockList><Latest>MQ=="),
                put_block_list("b", "<Blocks><Latest>MQ==</Latest></Blocks>"),
                put_block_list("b", "<BlockList><Newest>MQ==</Newest></BlockList>"),
                put_block_list("b", "MQ=="),
                get("b").if_match("${etag:0}"),
                get_block_list("b", "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.in-json",
            "A list in JSON that says so is refused as what is no XML, and changes nothing",
            "Content-Type decides how a body is parsed, and what is no list is read as one.",
            [BLOB_BLOCK_LISTS_MALFORMED],
            [
                put("b", "kept"),
                put_block("b", "1", "one"),
                put_block_list("b", "{\"latest\":[\"MQ==\"]}").with("Content-Type", "application/json"),
                get("b").if_match("${etag:0}"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.written-otherwise",
            "A list may be written without a declaration, with blanks, and with any Content-Type",
            "It is read by a pattern, or by its Content-Type.",
            [BLOB_BLOCK_LISTS_LATEST, BLOB_WRITES_CREATED],
            [
                put_block("b", "1", "one"),
                put_block("b", "2", "two"),
                put_block_list("b", format!("<BlockList><Latest>{}</Latest></BlockList>", block_id("1"))),
                get("b"),
                put_block("b", "2", "two"),
                put_block_list(
                    "b",
                    format!(
                        "<?xml version='1.0' encoding='utf-8' standalone=\"yes\"?>\n<BlockList>\n  <Latest>{}</Latest>\n  <Committed>{}</Committed>\n</BlockList>\n",
                        block_id("2"),
                        block_id("1")
                    )
                )
                .with("Content-Type", "text/plain"),
                get("b"),
                head("b"),
                put_block_list("b", "<BlockList/>").with("Content-Type", "application/octet-stream"),
                get("b"),
            ]
        ),
    ]
}
