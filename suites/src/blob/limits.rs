//! Sizes and counts.

use super::steps::{AskExt as _, StepExt as _, block_id, get, get_block_list, head, put, put_block, put_block_list};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Limits;

/// A mebibyte.
const MIB: u32 = 1 << 20;

/// A block of so many octets.
fn block_of(length: u32) -> Ask {
    put_block("b", "1", "").pattern(1, length)
}

/// A blob of so many octets.
fn blob_of(length: u32) -> Ask {
    put("b", "").pattern(1, length)
}

/// A list that names one block so many times.
fn naming(count: usize) -> Ask {
    let block = format!("<Latest>{}</Latest>", block_id("1"));
    put_block_list("b", format!("<BlockList>{}</BlockList>", block.repeat(count)))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.limits.block-before",
            "Before 2016-05-31 a block has 4 MiB at most",
            "The limit of today is taken for all versions, or that of a web server.",
            [BLOB_BLOCKS_SIZE_BEFORE],
            [
                block_of(4 * MIB).version(Version::V2015_12_11),
                block_of(4 * MIB + 1).version(Version::V2015_12_11),
                get_block_list("b", "all").into(),
                block_of(4 * MIB + 1).version(Version::V2016_05_31),
                get_block_list("b", "all").into(),
            ]
            .to_vec()
        ),
        check!(
            BlobBlock,
            "blob.limits.five-mebibytes",
            "A blob of 5 MiB is put and read whole",
            "A web server takes less.",
            [BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            [blob_of(5 * MIB), head("b"), get("b"), get("b").range("5242879-"), get("b").range("0-4194304")]
        ),
        check!(
            BlobBlock,
            "blob.limits.list",
            "A list names 50,000 blocks at most",
            "There is no limit, or that of a reader of XML.",
            [BLOB_BLOCK_LISTS_MOST],
            [
                put_block("b", "1", "x"),
                naming(50_001),
                head("b"),
                get_block_list("b", "all"),
                naming(50_000),
                head("b")
            ]
        ),
        check!(
            BlobBlock,
            "blob.limits.list-hundreds",
            "A list of some hundred blocks is taken, in its order",
            "It is read with a small buffer, or sorted.",
            [BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            [put_block("b", "1", "0123456789"), naming(700), head("b"), get("b").range("6985-7000")]
        ),
    ]
}
