//! MD5 and CRC64 of what is sent, and what is answered and stored of them.

use super::steps::{
    AskExt as _, StepExt as _, append, block_list, create_append, create_page, get, get_block_list, head, list,
    page_ranges, put, put_block, put_block_list, put_page, set_metadata,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;

const SUITE: Suite = Suite::Hashes;

/// MD5 and CRC64 of `Hello World!`.
const HELLO: &str = "Hello World!";
const MD5: &str = "7Qdih1MuhjZehB6Sv8UNjA==";
const CRC64: &str = "peH8Xsgc5QI=";
/// Those of something else.
const OTHER_MD5: &str = "AAAAAAAAAAAAAAAAAAAAAA==";
const OTHER_CRC64: &str = "AAAAAAAAAAA=";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [told(), checked()].concat()
}

fn told() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.hashes.put",
            "Put Blob tells MD5 and CRC64 of the content, whether or not they were sent",
            "What was sent is sent back.",
            [BLOB_PUT_MD5_TOLD, BLOB_PUT_CRC64_TOLD],
            [
                put("b", HELLO),
                put("b", ""),
                put("b", HELLO).with("Content-MD5", MD5),
                put("b", HELLO).with("x-ms-content-crc64", CRC64),
                put("b", "").octets(&[0, 255, 128, 7]),
                put("b", "").pattern(5, 70_000),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.stored",
            "Put Blob stores the MD5 of the content, whether or not it was sent",
            "It is stored if it was sent.",
            [BLOB_PUT_MD5_STORED],
            [
                put("b", HELLO),
                get("b"),
                head("b"),
                list(),
                put("c", HELLO).with("Content-MD5", MD5),
                head("c"),
                put("e", ""),
                head("e"),
                put("b", "other"),
                head("b"),
                set_metadata("b"),
                head("b"),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.stored-before",
            "Before 2012-02-12 Put Blob stores an MD5 that is sent, and computes none",
            "What holds today is taken for all versions.",
            [BLOB_PUT_MD5_TOLD],
            [
                put("b", HELLO).version(Version::V2011_08_18),
                head("b").into(),
                put("c", HELLO).with("Content-MD5", MD5).version(Version::V2011_08_18),
                head("c").into(),
            ]
            .to_vec()
        ),
        check!(
            BlobRead,
            "blob.hashes.blocks",
            "Blocks, lists, appends and pages tell the CRC64 of the body, or its MD5 if that was sent",
            "Both are told, or those of the whole blob.",
            [BLOB_WRITES_HASH],
            [
                put_block("b", "1", HELLO),
                put_block("b", "2", HELLO).with("Content-MD5", MD5),
                put_block("b", "3", HELLO).with("x-ms-content-crc64", CRC64),
                put_block_list("b", block_list(&[("Latest", "1")])),
                create_append("a"),
                append("a", HELLO),
                append("a", HELLO).with("Content-MD5", MD5),
                append("a", HELLO).with("x-ms-content-crc64", CRC64),
                create_page("p", 512),
                put_page("p", 0, 511),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.blocks-before",
            "Before 2019-02-02 blocks, lists and appends tell the MD5 of the body",
            "What holds today is taken for all versions.",
            [BLOB_WRITES_HASH_BEFORE],
            [
                put_block("b", "1", HELLO).version(Version::V2018_11_09),
                put_block("b", "1", HELLO).with("Content-MD5", MD5).version(Version::V2018_11_09),
                put_block_list("b", block_list(&[("Latest", "1")])).version(Version::V2018_11_09),
                create_append("a").version(Version::V2018_11_09),
                append("a", HELLO).version(Version::V2018_11_09),
                put("b", HELLO).version(Version::V2018_11_09),
            ]
            .to_vec()
        ),
        check!(
            BlobRead,
            "blob.hashes.not-stored",
            "The hashes of blocks, lists and appends are not stored as those of the blob",
            "The last that was sent is.",
            [BLOB_PROPERTIES_SHOWN, BLOB_WRITES_HASH],
            [
                put_block("b", "1", HELLO).with("Content-MD5", MD5),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
                head("b"),
                create_append("a"),
                append("a", HELLO).with("Content-MD5", MD5),
                get("a"),
                head("a"),
                list(),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.own-md5",
            "x-ms-blob-content-md5 is stored as the MD5 of the blob",
            "It is passed over, for the MD5 is computed.",
            [BLOB_PUT_MD5_STORED],
            [
                put("b", HELLO).with("x-ms-blob-content-md5", MD5),
                get("b"),
                head("b"),
                put_block("c", "1", HELLO),
                put_block_list("c", block_list(&[("Latest", "1")])).with("x-ms-blob-content-md5", MD5),
                head("c"),
                get("c"),
            ]
        ),
    ]
}

fn checked() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.hashes.md5-wrong",
            "A body that has not the MD5 that it is said to have is refused, and nothing is written",
            "The header is stored and not checked, or checked by Put Blob alone.",
            [BLOB_WRITES_MD5_CHECKED],
            [
                put("b", "kept"),
                put("b", HELLO).with("Content-MD5", OTHER_MD5),
                get("b").if_match("${etag:0}"),
                put_block("b", "1", HELLO).with("Content-MD5", OTHER_MD5),
                get_block_list("b", "all"),
                put_block("b", "1", HELLO).with("Content-MD5", MD5),
                put_block_list("b", block_list(&[("Latest", "1")])).with("Content-MD5", OTHER_MD5),
                get("b").if_match("${etag:0}"),
                create_append("a"),
                append("a", HELLO).with("Content-MD5", OTHER_MD5),
                get("a"),
                create_page("p", 512),
                put_page("p", 0, 511).with("Content-MD5", OTHER_MD5),
                page_ranges("p"),
                put("n", HELLO).with("Content-MD5", OTHER_MD5),
                head("n"),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.crc64-wrong",
            "A body that has not the CRC64 that it is said to have is refused, and nothing is written",
            "The header is not known.",
            [BLOB_WRITES_CRC64_CHECKED],
            [
                put("b", "kept"),
                put("b", HELLO).with("x-ms-content-crc64", OTHER_CRC64),
                get("b").if_match("${etag:0}"),
                put_block("b", "1", HELLO).with("x-ms-content-crc64", OTHER_CRC64),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[])).with("x-ms-content-crc64", OTHER_CRC64),
                get("b").if_match("${etag:0}"),
                create_append("a"),
                append("a", HELLO).with("x-ms-content-crc64", OTHER_CRC64),
                get("a"),
                create_page("p", 512),
                put_page("p", 0, 511).with("x-ms-content-crc64", OTHER_CRC64),
                page_ranges("p"),
                put("n", HELLO).with("x-ms-content-crc64", OTHER_CRC64),
                head("n"),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.right",
            "A body that has the hash that it is said to have is written",
            "A hash that is not understood refuses, or base64 is compared with hexadecimal.",
            [BLOB_WRITES_CREATED, BLOB_WRITES_MD5_CHECKED, BLOB_WRITES_CRC64_CHECKED],
            [
                put("b", HELLO).with("Content-MD5", MD5),
                put("b", HELLO).with("x-ms-content-crc64", CRC64),
                get("b"),
                put("e", "").with("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="),
                put("e", "").with("x-ms-content-crc64", OTHER_CRC64),
                create_append("a"),
                append("a", HELLO).with("x-ms-content-crc64", CRC64),
                append("a", HELLO).with("Content-MD5", MD5),
                get("a"),
            ]
        ),
        check!(
            BlobRead,
            "blob.hashes.no-md5",
            "A Content-MD5 that is no hash is refused as such",
            "It is taken for one that does not match, or not looked at.",
            [BLOB_WRITES_MD5_FORM],
            [
                put("b", "1").with("Content-MD5", "short"),
                put("b", "1").with("Content-MD5", "AAAA"),
                put("b", "1").with("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAAAA"),
                put("b", "1").with("Content-MD5", "!!!!!!!!!!!!!!!!!!!!!!=="),
                put_block("b", "1", "1").with("Content-MD5", "short"),
                head("b"),
                get_block_list("b", "all"),
                create_append("a"),
                append("a", "1").with("Content-MD5", "short"),
                get("a"),
                create_page("p", 512),
                put_page("p", 0, 511).with("Content-MD5", "short"),
                page_ranges("p"),
                put("b", "1").with("Content-MD5", OTHER_MD5),
                list(),
            ]
        ),
    ]
}
