//! Ids of blocks, and blocks that are refused.

use crate::blob::steps::{AskExt as _, block_list, get, get_block_list, list, put, put_block, put_block_list};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::BlockLists;

/// A block whose id is written so.
fn with_id(name: &str, id: &str) -> Ask {
    put_block(name, "", "x").leaving_out_options().option("blockid", id)
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-lists.id-form",
            "A block id that is not base64 is refused",
            "An id is a text like any other.",
            [BLOB_BLOCKS_ID_FORM],
            [
                with_id("b", "1"),
                with_id("b", "a b="),
                with_id("b", "MQ="),
                with_id("b", "M!=="),
                with_id("b", "MQ==MQ=="),
                get_block_list("b", "all"),
                list().including("uncommittedblobs"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.id-long",
            "A block id may stand for 64 octets, which are more in base64",
            "The limit is taken for that of the base64.",
            [BLOB_BLOCK_LISTS_LATEST, BLOB_WRITES_CREATED],
            [
                put_block("a", &"x".repeat(64), "taken"),
                get_block_list("a", "all"),
                put_block_list("a", block_list(&[("Latest", &"x".repeat(64))])),
                get("a"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.id-signs",
            "Plus and slash in a block id are themselves, where they are percent-encoded",
            "The id is decoded by the rules of a form, or twice.",
            [BLOB_BLOCK_LISTS_LATEST, BLOB_BLOCKS_REPLACED],
            [
                with_id("b", "+/+/"),
                with_id("b", "////"),
                with_id("b", "ab+/"),
                get_block_list("b", "all"),
                put_block_list(
                    "b",
                    "<BlockList><Latest>////</Latest><Latest>ab+/</Latest><Latest>+/+/</Latest></BlockList>"
                ),
                get_block_list("b", "all"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.id-length",
            "The ids of a blob's uncommitted blocks are of one length; those of other blobs may have another",
            "The rule is passed over, or holds for the container.",
            [BLOB_BLOCKS_ID_LENGTH],
            [
                put_block("a", "1", "one"),
                put_block("a", "4444", "never"),
                put_block("b", "4444", "four"),
                put_block("a", "1", "ONE"),
                get_block_list("a", "all"),
                get_block_list("b", "all"),
                put_block_list("a", block_list(&[("Latest", "1")])),
                get("a"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.id-required",
            "Put Block without an id is refused",
            "The id is empty, or one is made up.",
            [BLOB_BLOCKS_ID_REQUIRED],
            [
                put_block("b", "", "never").leaving_out_options(),
                get_block_list("b", "all"),
                list().including("uncommittedblobs"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.block-empty",
            "An empty block is refused",
            "It is a block of length 0.",
            [BLOB_BLOCKS_EMPTY],
            [put_block("b", "1", ""), get_block_list("b", "all"), list().including("uncommittedblobs")]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.case",
            "Ids of blocks that differ in case are different, as are their octets",
            "They are compared without case.",
            [BLOB_BLOCK_LISTS_MISSING_BLOCK, BLOB_BLOCKS_REPLACED],
            [
                with_id("b", "AAAA"),
                with_id("b", "aaaa").text("y"),
                get_block_list("b", "all"),
                put_block_list("b", "<BlockList><Latest>aaaa</Latest><Latest>AAaa</Latest></BlockList>"),
                put_block_list("b", "<BlockList><Latest>aaaa</Latest><Latest>AAAA</Latest></BlockList>"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.container-missing",
            "Blocks and lists of a container that is not there are refused",
            "Blocks wait until the container is created.",
            [BLOB_CONTAINERS_MISSING],
            [
                put_block("b", "1", "x").on("${container}-n"),
                put_block_list("b", block_list(&[])).on("${container}-n"),
                get_block_list("b", "all").on("${container}-n"),
                put("b", "x").on("${container}-n"),
            ]
        ),
    ]
}
