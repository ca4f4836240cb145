//! What imitations of blobs most often fail, in a few seconds.

use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, container, copy, create_append, create_page, delete,
    get, head, list, page_ranges, put, put_block, put_block_list, put_page, set_metadata, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Auth;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Smoke;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.smoke.put-then-get",
            "A blob that was put is read with its content, length and type",
            "Content is taken for text, or its length is counted in characters.",
            [BLOB_WRITES_CREATED, BLOB_READ_TYPE, BLOB_READ_LENGTH],
            [put("b", "h\u{e9}llo"), get("b"), head("b")]
        ),
        check!(
            BlobCore,
            "blob.smoke.missing",
            "A blob that is not there is told as such",
            "Every 404 has one code.",
            [BLOB_READ_MISSING, BLOB_DELETE_MISSING],
            [get("b"), head("b"), delete("b"), set_metadata("b")]
        ),
        check!(
            BlobCore,
            "blob.smoke.deleted",
            "A deleted blob is gone, and not listed",
            "It is marked, and reads do not look at the mark.",
            [BLOB_DELETE_GONE, BLOB_DELETE_STATUS],
            [put("a", "1"), put("b", "2"), delete("a"), get("a"), list()]
        ),
        check!(
            BlobCore,
            "blob.smoke.metadata",
            "Metadata is replaced as a whole, and gives the blob another ETag",
            "It is merged, and the ETag is computed from the content.",
            [BLOB_METADATA_REPLACED, BLOB_METADATA_SHOWN, BLOB_WRITES_NEW_ETAG],
            [put("b", "x").with_metadata(&[("a", "1")]), set_metadata("b").with_metadata(&[("c", "2")]), head("b"),]
        ),
        check!(
            BlobBlock,
            "blob.smoke.blocks",
            "Blocks become a blob when they are committed, in the order of the list",
            "They are put together in the order in which they came.",
            [BLOB_BLOCK_LISTS_UNCOMMITTED, BLOB_BLOCKS_NO_ETAG],
            [
                put_block("b", "2", "two"),
                put_block("b", "1", "one"),
                get("b"),
                put_block_list("b", block_list(&[("Uncommitted", "1"), ("Uncommitted", "2")])),
                get("b"),
            ]
        ),
        check!(
            BlobRead,
            "blob.smoke.range",
            "A range is answered with 206, its octets and where they lie",
            "Ranges are an afterthought: the whole comes back.",
            [BLOB_RANGES_PARTIAL, BLOB_RANGES_CUT, BLOB_RANGES_BEYOND],
            [put("b", "0123456789"), get("b").range("2-4"), get("b").range("8-99"), get("b").range("10-")]
        ),
        check!(
            BlobConditions,
            "blob.smoke.conditions",
            "A write with an ETag that is no more is refused",
            "Conditions are read and not asked.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_CREATE_ONCE, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                put("b", "1"),
                put("b", "2").if_match("${etag:0}"),
                put("b", "3").if_match("${etag:0}"),
                put("b", "4").if_none_match("*"),
                get("b").if_none_match("${etag:1}"),
                get("b"),
            ]
        ),
        check!(
            BlobList,
            "blob.smoke.listing",
            "Blobs are listed by name, with a delimiter as folders",
            "Names are sorted as a language sorts them, or a folder is listed for every blob in it.",
            [BLOB_LISTING_ORDER, BLOB_LISTING_DELIMITER, BLOB_LISTING_PREFIX],
            [
                put("b/2", "1"),
                put("B", "1"),
                put("a", "1"),
                put("b/1", "1"),
                list(),
                list().option("delimiter", "/"),
                list().option("prefix", "b/"),
            ]
        ),
        check!(
            BlobLease,
            "blob.smoke.lease",
            "What is leased is written with the id of the lease alone",
            "A lease is a note that nobody reads.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_SHOWN, BLOB_LEASES_PRESENT],
            [
                put("b", "1"),
                acquire_lease("b", 60),
                put("b", "2"),
                acquire_lease("b", 60),
                put("b", "3").leased(told(1, Told::Lease)),
                get("b"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.smoke.snapshot",
            "A snapshot keeps what the blob was",
            "It refers to the blob.",
            [BLOB_SNAPSHOTS_METADATA, BLOB_DELETE_SNAPSHOTS_PRESENT],
            [
                put("b", "1"),
                snapshot("b").with_metadata(&[("a", "1")]),
                put("b", "2"),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b"),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.smoke.copy",
            "A copy has content, properties and metadata of its source",
            "The content is copied and nothing else.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_ID, BLOB_COPY_PROPERTIES],
            [
                put("a", "x").with("x-ms-blob-content-type", "text/plain").with_metadata(&[("m", "1")]),
                copy("b", "a"),
                get("b"),
            ]
        ),
        check!(
            BlobAppend,
            "blob.smoke.append",
            "What is appended is read behind what was there",
            "It replaces, or two appends race for one place.",
            [BLOB_APPEND_TOLD, BLOB_APPEND_COUNT_SHOWN],
            [create_append("b"), append("b", "one"), append("b", "two"), get("b")]
        ),
        check!(
            BlobPage,
            "blob.smoke.pages",
            "Pages are written where they belong, and those that were not are zeros",
            "The blob ends where the last page does.",
            [BLOB_PAGES_LISTED, BLOB_PAGES_ALIGNED],
            [create_page("b", 2048), put_page("b", 512, 1023), get("b"), page_ranges("b"), put_page("b", 1, 512)]
        ),
        check!(
            BlobAuth,
            "blob.smoke.signature-verified",
            "A request with a wrong signature is refused",
            "Signatures are not looked at.",
            [BLOB_AUTH_SIGNATURE, BLOB_AUTH_LITE],
            [
                put("b", "1").auth(Auth::WrongKey),
                put("b", "2"),
                get("b").auth(Auth::WrongKey),
                get("b").auth(Auth::SharedKeyLite),
            ]
        ),
        check!(
            BlobCore,
            "blob.smoke.names",
            "The name of a blob is percent-decoded once, and a plus sign in it is one",
            "It is decoded twice, or by the rules of a query.",
            [BLOB_NAMES_DECODED_ONCE, BLOB_NAMES_PLUS],
            [
                put("a%20b", "1"),
                put("a b", "2"),
                put("a+b", "3"),
                get("a%20b"),
                get("a b"),
                get("a+b"),
                list().on(container())
            ]
        ),
    ]
}
