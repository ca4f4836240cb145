//! Putting block blobs at once.

use super::each::all;
use super::steps::{
    AskExt as _, StepExt as _, append, create_append, create_page, further, get, get_block_list, get_tags, head, list,
    page_ranges, put, put_block, set_metadata, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::BlockBlobs;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [created(), replaced(), encrypted()].concat()
}

fn created() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-blobs.created",
            "Put Blob answers 201 with ETag and Last-Modified, of a new blob and of one that was there",
            "A blob that is replaced is answered 200.",
            [BLOB_WRITES_CREATED, BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [put("b", "1"), put("b", "2"), put("b", "2"), get("b"), put("e", ""), head("e")]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.default-type",
            "A blob about whose type nothing is said is application/octet-stream",
            "It is guessed from the name or the content, or there is none.",
            [BLOB_PUT_DEFAULT_TYPE],
            [
                put("page.html", "<html></html>"),
                get("page.html"),
                head("page.html"),
                put("data.json", "{}"),
                head("data.json"),
                put("e", "").with("x-ms-blob-content-type", ""),
                head("e"),
                create_append("a.txt"),
                head("a.txt"),
                create_page("p.vhd", 512),
                head("p.vhd"),
                list(),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.own-properties",
            "x-ms-blob-content-type and its like are stored before Content-Type and its like",
            "Headers of HTTP are what is stored, or win.",
            [BLOB_PUT_OWN_PROPERTIES],
            [
                put("b", "1").with("Content-Type", "text/http").with("x-ms-blob-content-type", "text/own"),
                get("b"),
                put("c", "1")
                    .with("Content-Type", "text/http")
                    .with("Content-Language", "en")
                    .with("Cache-Control", "no-store"),
                get("c"),
                put("d", "1")
                    .with("Content-Language", "en")
                    .with("x-ms-blob-content-language", "de")
                    .with("Cache-Control", "no-store")
                    .with("x-ms-blob-cache-control", "no-cache"),
                head("d"),
                put("e", "1").with("Content-Encoding", "identity").with("x-ms-blob-content-encoding", "gzip"),
                head("e"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.type-required",
            "Put Blob without x-ms-blob-type, or with an unknown one, is refused, and nothing is put",
            "It is a block blob.",
            [BLOB_PUT_TYPE_REQUIRED],
            [
                put("n", "never").leaving_out("x-ms-blob-type"),
                put("n", "never").leaving_out("x-ms-blob-type").with("x-ms-blob-type", "Blob"),
                put("n", "never").leaving_out("x-ms-blob-type").with("x-ms-blob-type", "FileBlob"),
                put("n", "never").leaving_out("x-ms-blob-type").with("x-ms-blob-type", ""),
                head("n"),
                put("b", "kept"),
                put("b", "never").leaving_out("x-ms-blob-type"),
                get("b").if_match("${etag:5}"),
                list(),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.container-missing",
            "A blob is not put into a container that is not there",
            "The container is created with it.",
            [BLOB_CONTAINERS_MISSING],
            [
                put("b", "1").on(further("n")),
                create_append("b").on(further("n")),
                create_page("b", 512).on(further("n")),
                list().on(further("n")),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.encrypted",
            "Writes answer x-ms-request-server-encrypted",
            "It is for accounts that ask for it.",
            [BLOB_WRITES_ENCRYPTED],
            [
                put("b", "1").into(),
                put_block("b", "1", "x").into(),
                set_metadata("b").into(),
                create_append("a").into(),
                append("a", "x").into(),
                create_page("p", 512).into(),
                put("b", "1").version(Version::V2016_05_31),
                put("b", "1").version(Version::V2021_12_02),
            ]
            .to_vec()
        ),
    ]
}

fn replaced() -> Vec<Check> {
    vec![
        check!(
            BlobBlock,
            "blob.block-blobs.replaces",
            "Put Blob replaces content, properties, metadata and tags as a whole",
            "What is not sent stays.",
            [BLOB_PUT_REPLACES, BLOB_PUT_DEFAULT_TYPE],
            [
                put("b", "a longer content")
                    .with_metadata(&[("old", "1"), ("both", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache")
                    .with("x-ms-blob-content-disposition", "inline")
                    .with("x-ms-tags", "t=1"),
                put("b", "short").with_metadata(&[("both", "2")]),
                get("b"),
                head("b"),
                get_tags("b"),
                put("b", ""),
                get("b"),
                list().including("metadata,tags"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.keeps",
            "Put Blob keeps snapshots and the time of creation",
            "The blob is deleted first.",
            [BLOB_READ_CREATION_TIME],
            [
                put("b", "1"),
                head("b"),
                snapshot("b"),
                put("b", "2"),
                head("b"),
                get("b").of_snapshot(told(2, Told::Snapshot)),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.other-types",
            "Put Blob replaces blobs of other types, and nothing of them is left",
            "Pages and counts stay beside the new content.",
            [BLOB_READ_TYPE, BLOB_WRITES_CREATED],
            [
                create_append("b"),
                append("b", "appended"),
                put("b", "block"),
                get("b"),
                create_page("b", 1024),
                get("b"),
                page_ranges("b"),
                put("b", "block"),
                get("b"),
                get_block_list("b", "all"),
                create_append("b"),
                get("b"),
            ]
        ),
        check!(
            BlobBlock,
            "blob.block-blobs.etag",
            "Each write gives the blob another ETag, even of the same content",
            "The ETag is a hash of the content.",
            [BLOB_WRITES_NEW_ETAG],
            [
                put("b", "same"),
                put("b", "same"),
                put("b", "same").if_match("${etag:0}"),
                get("b").if_none_match("${etag:0}"),
                head("b").if_match("${etag:1}"),
                put("c", "same"),
                get("c").if_match("${etag:1}"),
            ]
        ),
    ]
}

/// What a request says that brings the customer's own key.
fn with_key(ask: tablestakes_reference::blob::Ask) -> tablestakes_reference::blob::Ask {
    ask.with("x-ms-encryption-key", "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=")
        .with("x-ms-encryption-key-sha256", "3QFFFpRA5+XANHqwwbT4yXDmrT/2JaLt/FKHjzhOdoE=")
        .with("x-ms-encryption-algorithm", "AES256")
}

fn encrypted() -> Vec<Check> {
    vec![check!(
        BlobBlock,
        "blob.block-blobs.key-needed",
        "A blob that was written with a customer's key is read and changed with that key alone",
        "The headers are passed over.",
        [BLOB_ENCRYPTION_KEY_NEEDED],
        [
            steps![with_key(put("b", "secret"))],
            all([get("b"), head("b"), set_metadata("b").with_metadata(&[("never", "1")]), snapshot("b")]),
            all([with_key(get("b")), with_key(head("b")), with_key(set_metadata("b")), list()]),
        ]
        .concat()
    )]
    .into_iter()
    .chain([key_form()])
    .collect()
}

/// The same with keys that are none.
fn by_malformed_keys(ask: &tablestakes_reference::blob::Ask) -> [tablestakes_reference::blob::Ask; 3] {
    ["short", "MDEyMzQ1Njc4OWFiY2RlZg==", "!!!!MzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc="]
        .map(|key| with_key(ask.clone()).leaving_out("x-ms-encryption-key").with("x-ms-encryption-key", key))
}

fn key_form() -> Check {
    check!(
        BlobBlock,
        "blob.block-blobs.key-form",
        "A customer's key that is not 32 octets in base64 is refused",
        "Whatever comes is hashed, and used.",
        [BLOB_ENCRYPTION_KEY_FORM],
        [
            all(by_malformed_keys(&put("b", "secret"))),
            all([head("b"), list()]),
            all(by_malformed_keys(&put_block("b", "1", "secret"))),
            all([get_block_list("b", "all")]),
        ]
        .concat()
    )
}
