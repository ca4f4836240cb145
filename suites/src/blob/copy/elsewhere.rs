//! Writes whose content comes from elsewhere: Put Blob From URL, Put Block From URL, and Copy Blob while one waits.

use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, StepExt as _, block_list, copy, get, get_block_list, head, list, put, put_block, put_block_from_url,
    put_block_list, put_from_url, set_acl, snapshot, url,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Copy;

const UNKNOWN: &str = "\"0x8D2C9167D53FC2C\"";
const PAST: &str = "Thu, 01 Jan 2015 00:00:00 GMT";
const FUTURE: &str = "Thu, 31 Dec 2037 23:59:59 GMT";
/// MD5 of `source`.
const MD5: &str = "Ns049Jua+ggiLA3J6/416w==";

/// What is in the container can be read without a signature.
fn public() -> Ask {
    set_acl("").with("x-ms-blob-public-access", "blob")
}

/// A copy that is done when it is answered, and reads its source as everybody may.
fn at_once(name: &str, source: &str) -> Ask {
    copy(name, source).with("x-ms-requires-sync", "true")
}

fn current(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2021_12_02)).collect()
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [blobs(), blocks(), waiting()].concat()
}

fn blobs() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.put-from-url",
            "Put Blob From URL takes over content and properties of its source, and is no copy afterwards",
            "It is answered and shown as Copy Blob is.",
            [BLOB_PUT_FROM_PROPERTIES, BLOB_WRITES_CREATED, BLOB_WRITES_HASH],
            current(steps![
                public(),
                put("s", "source")
                    .with_metadata(&[("m", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache"),
                put_from_url("b", url("s")),
                get("b"),
                head("b"),
                get_block_list("b", "all"),
                put_from_url("c", url("s")).with("x-ms-blob-content-type", "text/own").with_metadata(&[("own", "1")]),
                get("c"),
                put_from_url("d", url("s")).with("x-ms-copy-source-blob-properties", "false"),
                get("d"),
                list().including("copy,metadata"),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.put-from-url-refused",
            "Put Blob From URL of a source that is not there, or may not be read, is refused and creates nothing",
            "It is read by the key of the account, as Copy Blob does.",
            [BLOB_COPY_SOURCE_MISSING, BLOB_COPY_SOURCE_AUTHORIZED],
            current(steps![
                put("s", "source"),
                put_from_url("b", url("s")),
                head("b"),
                public(),
                put_from_url("b", url("n")),
                head("b"),
                put_from_url("b", url("s")),
                get("b"),
                put_from_url("c", "garbage"),
                list(),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.put-from-url-conditions",
            "A condition on the source of Put Blob From URL is answered as the source answers",
            "It is asked of the destination.",
            [BLOB_COPY_SOURCE_CONDITIONS_PASSED_ON, BLOB_COPY_SOURCE_MATCH],
            current(
                [
                    steps![public(), put("s", "source"), put("b", "kept")],
                    each(
                        [
                            ("x-ms-source-if-match", UNKNOWN),
                            ("x-ms-source-if-match", "${etag:2}"),
                            ("x-ms-source-if-none-match", "${etag:1}"),
                            ("x-ms-source-if-modified-since", FUTURE),
                            ("x-ms-source-if-unmodified-since", PAST),
                        ]
                        .map(|(name, value)| put_from_url("b", url("s")).with(name, value)),
                        |ask| ask
                    ),
                    all([
                        get("b").if_match("${etag:2}"),
                        put_from_url("b", url("s")).with("x-ms-source-if-match", "${etag:1}"),
                        get("b"),
                    ]),
                ]
                .concat()
            )
        ),
        check!(
            BlobCopy,
            "blob.copy.put-from-url-md5",
            "The content of a source is compared with the MD5 that it is said to have",
            "The header is passed over, since no content is sent.",
            [BLOB_WRITES_MD5_CHECKED, BLOB_WRITES_HASH],
            current(steps![
                public(),
                put("s", "source"),
                put_from_url("b", url("s")).with("x-ms-source-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="),
                head("b"),
                put_from_url("b", url("s")).with("x-ms-source-content-md5", MD5),
                get("b"),
            ])
        ),
    ]
}

fn blocks() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.block-from-url",
            "A block may be taken from elsewhere, whole or a range of it",
            "The range is passed over, or its end is not included.",
            [BLOB_WRITES_CREATED, BLOB_BLOCKS_NO_ETAG, BLOB_WRITES_HASH],
            [
                public(),
                put("s", "0123456789"),
                put_block_from_url("b", "1", url("s")),
                put_block_from_url("b", "2", url("s")).with("x-ms-source-range", "bytes=2-4"),
                put_block_from_url("b", "3", url("s")).with("x-ms-source-range", "bytes=9-9"),
                put_block("b", "4", "own"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Latest", "2"), ("Latest", "4"), ("Latest", "1"), ("Latest", "3")])),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.block-from-url-refused",
            "A block of a source that is not there, or may not be read, is refused",
            "It is read by the key of the account, as Copy Blob does.",
            [BLOB_COPY_SOURCE_MISSING, BLOB_COPY_SOURCE_AUTHORIZED],
            [
                put("s", "source"),
                put_block_from_url("b", "1", url("s")),
                public(),
                put_block_from_url("b", "1", url("n")),
                get_block_list("b", "all"),
                put_block_from_url("b", "1", url("s")),
                get_block_list("b", "all"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.block-from-url-conditions",
            "A condition on the source of a block is answered as the source answers: 304 or 412",
            "It is always 412.",
            [BLOB_COPY_SOURCE_CONDITIONS_PASSED_ON, BLOB_COPY_SOURCE_MATCH],
            [
                steps![public(), put("s", "1"), put("s", "2")],
                each(
                    [
                        ("x-ms-source-if-match", "${etag:1}"),
                        ("x-ms-source-if-none-match", "${etag:2}"),
                        ("x-ms-source-if-modified-since", FUTURE),
                        ("x-ms-source-if-unmodified-since", PAST),
                    ]
                    .map(|(name, value)| put_block_from_url("b", "1", url("s")).with(name, value)),
                    |ask| ask
                ),
                all([
                    get_block_list("b", "all"),
                    put_block_from_url("b", "1", url("s")).with("x-ms-source-if-match", "${etag:2}"),
                    put_block_from_url("b", "2", url("s")).with("x-ms-source-if-none-match", "${etag:1}"),
                    get_block_list("b", "all"),
                ]),
            ]
            .concat()
        ),
        check!(
            BlobCopy,
            "blob.copy.block-from-url-md5",
            "The content of a block from elsewhere is compared with the MD5 that it is said to have",
            "The header is passed over, since no content is sent.",
            [BLOB_WRITES_MD5_CHECKED, BLOB_WRITES_HASH],
            [
                public(),
                put("s", "source"),
                put_block_from_url("b", "1", url("s")).with("x-ms-source-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="),
                get_block_list("b", "all"),
                put_block_from_url("b", "1", url("s")).with("x-ms-source-content-md5", MD5),
                get_block_list("b", "all"),
            ]
        ),
    ]
}

fn waiting() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.at-once",
            "A copy that is asked to be done at once is one when it is answered, and tells a hash",
            "The header is passed over.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_ID, BLOB_WRITES_HASH],
            [
                public(),
                put("s", "source").with_metadata(&[("m", "1")]).with("x-ms-blob-content-type", "text/plain"),
                at_once("b", "s"),
                get("b"),
                at_once("c", "s").with_metadata(&[("own", "1")]),
                head("c"),
                at_once("d", "s").with("x-ms-source-content-md5", MD5),
                at_once("e", "s").with("x-ms-source-content-md5", "AAAAAAAAAAAAAAAAAAAAAA=="),
                head("e"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.at-once-md5",
            "A copy at once tells the MD5 that the request gave of its source",
            "It is compared, and not told.",
            [BLOB_WRITES_HASH],
            [public(), put("s", "source"), at_once("b", "s").with("x-ms-source-content-md5", MD5), get("b")]
        ),
        check!(
            BlobCopy,
            "blob.copy.at-once-refused",
            "Such a copy reads its source as everybody may, and passes its conditions on",
            "It is read by the key of the account.",
            [BLOB_COPY_SOURCE_MISSING, BLOB_COPY_SOURCE_AUTHORIZED, BLOB_COPY_SOURCE_CONDITIONS_PASSED_ON],
            [
                put("s", "source"),
                at_once("b", "s"),
                public(),
                at_once("b", "n"),
                at_once("b", "s").with("x-ms-source-if-none-match", "${etag:0}"),
                at_once("b", "s").with("x-ms-source-if-modified-since", FUTURE),
                at_once("b", "s").with("x-ms-source-if-match", UNKNOWN),
                at_once("b", "s").with("x-ms-source-if-unmodified-since", PAST),
                head("b"),
                snapshot("s"),
                at_once("b", "s").with("x-ms-source-if-match", "${etag:0}"),
                get("b"),
            ]
        ),
    ]
}
