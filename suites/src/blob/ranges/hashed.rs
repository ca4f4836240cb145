//! Hashes of ranges, and those of the blob in answers to ranges.

use crate::blob::each::each;
use crate::blob::steps::{
    AskExt as _, StepExt as _, append, block_list, create_append, get, put, put_block, put_block_list, set_properties,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Ranges;

fn with_md5(ask: Ask) -> Ask {
    ask.with("x-ms-range-get-content-md5", "true")
}

fn with_crc64(ask: Ask) -> Ask {
    ask.with("x-ms-range-get-content-crc64", "true")
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.ranges.md5",
            "The MD5 of a range is told if it is asked for",
            "It is that of the blob, or is not told.",
            [BLOB_RANGES_MD5, BLOB_RANGES_BLOB_MD5],
            [
                put("b", "0123456789"),
                with_md5(get("b").range("2-4")),
                with_md5(get("b").range("0-")),
                with_md5(get("b").range("0-9")),
                with_md5(get("b").range("8-99")),
                with_md5(get("b")).with("Range", "bytes=2-4"),
                get("b").range("2-4").with("x-ms-range-get-content-md5", "false"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.crc64",
            "The CRC64 of a range is told if it is asked for",
            "It is the CRC64 of another polynomial, or in another order of octets.",
            [BLOB_RANGES_CRC64],
            [
                put("b", "Hello World!").into(),
                with_crc64(get("b").range("0-11")).into(),
                with_crc64(get("b").range("2-4")).into(),
                with_crc64(get("b").range("11-99")).into(),
                with_crc64(get("b").range("0-0")).into(),
                with_crc64(get("b").range("2-4")).version(Version::V2021_12_02),
            ]
            .to_vec()
        ),
        check!(
            BlobRead,
            "blob.ranges.both-hashes",
            "Asking for MD5 and CRC64 of a range is refused",
            "Both are told.",
            [BLOB_RANGES_BOTH_HASHES],
            [
                put("b", "0123456789"),
                with_md5(with_crc64(get("b").range("2-4"))),
                with_crc64(with_md5(get("b").range("0-")))
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.no-stored-md5",
            "A range does not carry the MD5 of the blob as its own, but says beside it which the blob has",
            "Clients compare it with what they got.",
            [BLOB_RANGES_NO_STORED_MD5, BLOB_RANGES_BLOB_MD5],
            [
                put("b", "0123456789"),
                get("b"),
                get("b").range("2-4"),
                get("b").range("0-9"),
                with_md5(get("b").range("2-4")),
                set_properties("b").with("x-ms-blob-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="),
                get("b").range("2-4"),
                get("b"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.no-md5",
            "A range of a blob without MD5 has none, unless that of the range is asked for",
            "It is computed when it is read.",
            [BLOB_RANGES_MD5, BLOB_RANGES_BLOB_MD5],
            [
                put_block("b", "1", "0123456789"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b").range("2-4"),
                with_md5(get("b").range("2-4")),
                get("b"),
                create_append("a"),
                append("a", "0123456789"),
                get("a").range("2-4"),
                with_md5(get("a").range("2-4")),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.blob-md5-since",
            "Before 2016-05-31 a range does not tell the MD5 of the blob at all",
            "What holds today is taken for all versions.",
            [BLOB_RANGES_NO_STORED_MD5],
            [
                put("b", "0123456789").into(),
                get("b").range("2-4").version(Version::V2015_12_11),
                get("b").range("2-4").version(Version::V2016_05_31),
                with_md5(get("b").range("2-4")).version(Version::V2012_02_12),
            ]
            .to_vec()
        ),
        check!(
            BlobRead,
            "blob.ranges.hash-of-whole",
            "The hash of a range is not told without a range",
            "It is told of the whole blob, or the header is passed over.",
            [BLOB_RANGES_HASH_LIMIT],
            [put("b", "0123456789"), with_md5(get("b")), with_crc64(get("b")), get("b")]
        ),
        check!(
            BlobRead,
            "blob.ranges.hash-limit",
            "The hash of a range is told of 4 MiB at most",
            "Every hash is told that is asked for, or the limit is one octet less.",
            [BLOB_RANGES_HASH_LIMIT, BLOB_RANGES_MD5],
            [
                steps![put("b", "").pattern(1, (4 << 20) + 2)],
                each(
                    ["0-4194303", "2-4194305", "0-4194304", "0-", "1-4194305"].map(|range| get("b").range(range)),
                    with_md5
                ),
                each(["0-4194303", "0-4194304"].map(|range| get("b").range(range)), with_crc64),
            ]
            .concat()
        ),
    ]
}
