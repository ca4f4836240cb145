//! What a commit makes of a blob, and what becomes of blocks that nobody commits.

use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, copy, create_append, create_page, delete, get,
    get_block_list, get_tags, head, list, put, put_block, put_block_list, set_metadata, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::BlockLists;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [committed(), waiting(), listed()].concat()
}

fn committed() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-lists.empty",
            "An empty list makes an empty blob",
            "It is refused, or leaves the blob as it is.",
            [BLOB_WRITES_CREATED, BLOB_READ_LENGTH],
            [
                put_block_list("n", block_list(&[])),
                get("n"),
                head("n"),
                put("b", "kept no longer"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[])),
                get("b"),
                get_block_list("b", "all"),
                list(),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.replaces",
            "A commit replaces properties and metadata; what it does not set is gone",
            "Those of the blob that was there stay.",
            [BLOB_PUT_REPLACES, BLOB_PUT_DEFAULT_TYPE],
            [
                put("b", "1")
                    .with_metadata(&[("old", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache")
                    .with("x-ms-blob-content-disposition", "inline")
                    .with("x-ms-tags", "t=1"),
                put_block("b", "1", "one"),
                head("b"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
                head("b"),
                get_tags("b"),
                list().including("metadata,tags"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.sets",
            "A commit sets the properties, metadata and tags of the request",
            "They are those of the blocks, or of the list.",
            [BLOB_PROPERTIES_SHOWN, BLOB_METADATA_SHOWN, BLOB_PUT_OWN_PROPERTIES],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")]))
                    .with_metadata(&[("new", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache")
                    .with("x-ms-blob-content-disposition", "inline")
                    .with("x-ms-tags", "t=1"),
                get("b"),
                head("b"),
                get_tags("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.type-of-the-list",
            "The Content-Type of a list is not that of the blob",
            "Headers of HTTP are stored, as Put Blob does.",
            [BLOB_PUT_DEFAULT_TYPE],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])).with("Content-Type", "text/xml"),
                head("b"),
                put_block_list("b", block_list(&[("Latest", "1")]))
                    .with("Content-Type", "text/plain")
                    .with("Cache-Control", "no-store"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.no-md5",
            "A commit stores no MD5 but that of the request, which it does not check",
            "That of the list, or of the blob that was there, is stored.",
            [BLOB_PUT_REPLACES, BLOB_PROPERTIES_SHOWN],
            [
                put("b", "whole"),
                head("b"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                head("b"),
                put_block_list("b", block_list(&[("Latest", "1")]))
                    .with("x-ms-blob-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="),
                head("b"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.keeps-snapshots",
            "A commit leaves snapshots and their blocks as they were",
            "They refer to the blocks of the blob.",
            [BLOB_BLOCK_LISTS_TYPE],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                snapshot("b"),
                put_block("b", "1", "ONE"),
                put_block("b", "2", "TWO"),
                put_block_list("b", block_list(&[("Latest", "2"), ("Latest", "1")])),
                get("b").of_snapshot(told(2, Told::Snapshot)),
                get_block_list("b", "all").of_snapshot(told(2, Told::Snapshot)),
                get_block_list("b", "all"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.hashes",
            "Blocks and lists are answered with the CRC64 of what was sent, or its MD5 if that was sent",
            "Both are answered, or those of the blob.",
            [BLOB_WRITES_HASH, BLOB_WRITES_HASH_BEFORE, BLOB_BLOCKS_NO_ETAG],
            [
                put_block("b", "1", "one").into(),
                put_block("b", "2", "two").with("Content-MD5", "uKn3Fdu2T9XFbneDxoIKYQ==").into(),
                put_block("b", "1", "one").version(Version::V2018_11_09),
                put_block_list("b", block_list(&[("Latest", "1")])).into(),
                put_block_list("b", block_list(&[("Latest", "1")])).version(Version::V2018_11_09),
                put_block("b", "1", "one").version(Version::V2012_02_12),
                put_block_list("b", block_list(&[("Latest", "1")])).version(Version::V2012_02_12),
            ]
            .to_vec()
        ),
        check!(
            BlobBlock,
            "blob.block-lists.encrypted",
            "Blocks and lists are answered with x-ms-request-server-encrypted",
            "It is answered by Put Blob alone.",
            [BLOB_WRITES_ENCRYPTED],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                set_metadata("b").with_metadata(&[("m", "1")]),
            ]
        ),
    ]
}

fn waiting() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-lists.invisible",
            "Uncommitted blocks change nothing of the blob, and make none",
            "Putting a block touches the blob: its ETag, its length, its time.",
            [BLOB_BLOCKS_NO_ETAG, BLOB_READ_MISSING, BLOB_LISTING_UNCOMMITTED],
            [
                put("b", "kept").with_metadata(&[("kept", "1")]),
                put_block("b", "1", "one"),
                get("b").if_match("${etag:0}"),
                put_block("n", "1", "one"),
                get("n"),
                head("n"),
                set_metadata("n"),
                snapshot("n"),
                copy("c", "n"),
                list(),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.dropped-by-commit",
            "A commit drops the uncommitted blocks that it does not name",
            "They wait for the next commit.",
            [BLOB_PUT_DROPS_BLOCKS],
            [
                put_block("b", "1", "one"),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.dropped-by-put",
            "Put Blob drops the uncommitted blocks",
            "They wait for the next commit.",
            [BLOB_PUT_DROPS_BLOCKS],
            [
                put_block("b", "1", "one"),
                put("b", "whole"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Uncommitted", "1")])),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.dropped-by-delete",
            "Delete Blob drops the uncommitted blocks, of a blob that has nothing else as well",
            "Only the blob is looked at.",
            [BLOB_DELETE_DROPS_BLOCKS, BLOB_BLOCK_LISTS_MISSING_BLOCK],
            [
                put("b", "1"),
                put_block("b", "1", "one"),
                delete("b"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                put_block("u", "1", "one"),
                delete("u"),
                list().including("uncommittedblobs"),
                get_block_list("u", "all"),
                put_block_list("u", block_list(&[("Latest", "1")])),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.dropped-by-copy",
            "A copy drops the uncommitted blocks of its destination, and brings none of its source",
            "Blocks of source and destination get mixed up.",
            [BLOB_PUT_DROPS_BLOCKS],
            [
                put("s", "source"),
                put_block("s", "1", "never"),
                put("b", "1"),
                put_block("b", "2", "never"),
                copy("b", "s"),
                get_block_list("b", "all"),
                get_block_list("s", "all"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.other-types",
            "Blocks of an append blob or a page blob are refused, and change nothing",
            "They wait beside the blob, and a commit replaces it.",
            [BLOB_BLOCKS_TYPE],
            [
                create_append("a"),
                append("a", "kept"),
                create_page("p", 512),
                put_block("a", "1", "one"),
                put_block("p", "1", "one"),
                put_block_list("a", block_list(&[])),
                put_block_list("p", block_list(&[])),
                get("a").if_match("${etag:1}"),
                head("p").if_match("${etag:2}"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.replaced",
            "A block replaces the uncommitted block with its id",
            "The first one stays, or both do.",
            [BLOB_BLOCKS_REPLACED],
            [
                put_block("b", "1", "first"),
                put_block("b", "2", "two"),
                put_block("b", "1", "second one"),
                get_block_list("b", "uncommitted"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.leased",
            "Blocks and lists of a leased blob need the id of the lease",
            "Blocks are not the blob yet, and are not asked for it.",
            [BLOB_LEASES_ID_MISSING],
            [
                put("b", "1"),
                acquire_lease("b", 60),
                put_block("b", "1", "never"),
                put_block_list("b", block_list(&[])),
                get_block_list("b", "all"),
                put_block("b", "1", "one").leased(told(1, Told::Lease)),
                put_block_list("b", block_list(&[("Latest", "1")])).leased(told(1, Told::Lease)),
                get("b"),
            ]
        ),
    ]
}

fn listed() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-lists.types",
            "blocklisttype says which blocks are listed, and without it those of the blob are",
            "All are listed whatever is asked, or all without it.",
            [BLOB_BLOCK_LISTS_TYPE, BLOB_BLOCK_LISTS_ONLY_ASKED],
            [
                put_block("b", "1", "a"),
                put_block("b", "2", "bb"),
                put_block_list("b", block_list(&[("Latest", "2"), ("Latest", "1")])),
                put_block("b", "3", "ccc"),
                put_block("b", "4", "dddd"),
                get_block_list("b", "committed"),
                get_block_list("b", "uncommitted"),
                get_block_list("b", "all"),
                get_block_list("b", "").leaving_out_options(),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.stamp",
            "Get Block List tells ETag, Last-Modified and length of a committed blob, and not of uncommitted blocks",
            "There is a record of the blob as soon as there is a block.",
            [BLOB_BLOCK_LISTS_STAMP],
            [
                put_block("b", "1", "one"),
                get_block_list("b", "all"),
                get_block_list("b", "committed"),
                get_block_list("b", "uncommitted"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get_block_list("b", "uncommitted"),
                get_block_list("b", "all"),
                put_block("b", "2", "longer"),
                get_block_list("b", "all"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-lists.listed-missing",
            "Get Block List of a blob that is not there is refused",
            "It is answered with two empty lists.",
            [BLOB_READ_MISSING],
            [get_block_list("n", "all"), get_block_list("n", "committed"), get_block_list("n", "uncommitted")]
        ),
    ]
}
