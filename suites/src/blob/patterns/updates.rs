//! Updates by ETag, blobs that are created once, readers that keep what they have read, and writes that are sent again.

use super::SUITE;
use crate::blob::steps::{AskExt as _, delete, get, head, list, put, set_metadata, set_properties};
use crate::check::Check;
use crate::define::check;

const PROFILE: &str = "profiles/ann.json";
const SCAN: &str = "scans/2026/01/scan-0042.tif";

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [competing(), readers(), retried()].concat()
}

fn competing() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.patterns.update-by-etag",
            "Two change what both have read: the second is refused, reads again and changes that",
            "The last one wins, or a refused write leaves a part of itself.",
            [BLOB_CONDITIONS_IF_MATCH],
            [
                put(PROFILE, "{\"city\":\"Porto\"}"),
                get(PROFILE),
                get(PROFILE),
                put(PROFILE, "{\"city\":\"Lima\"}").if_match("${etag:1}"),
                put(PROFILE, "{\"city\":\"Porto\",\"age\":40}").if_match("${etag:2}"),
                get(PROFILE),
                put(PROFILE, "{\"city\":\"Lima\",\"age\":40}").if_match("${etag:5}"),
                put(PROFILE, "{\"city\":\"Oslo\"}").if_match("${etag:3}"),
                get(PROFILE),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.update-of-metadata",
            "Metadata and properties are changed by ETag as content is, and each change gives another",
            "Only content has a version.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_WRITES_NEW_ETAG, BLOB_METADATA_REPLACED],
            [
                put(PROFILE, "{}").with_metadata(&[("reviewed", "no")]),
                set_metadata(PROFILE).with_metadata(&[("reviewed", "by-ann")]).if_match("${etag:0}"),
                set_metadata(PROFILE).with_metadata(&[("reviewed", "by-bob")]).if_match("${etag:0}"),
                head(PROFILE),
                set_properties(PROFILE).with("x-ms-blob-content-type", "application/json").if_match("${etag:0}"),
                set_properties(PROFILE).with("x-ms-blob-content-type", "application/json").if_match("${etag:1}"),
                put(PROFILE, "late").if_match("${etag:1}"),
                get(PROFILE),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.created-once",
            "Of two who create a blob that is not there yet, one is refused, and may delete and create it later",
            "If-None-Match is for reads alone.",
            [BLOB_CONDITIONS_CREATE_ONCE, BLOB_DELETE_GONE],
            [
                put("locks/import", "worker-1").if_none_match("*"),
                put("locks/import", "worker-2").if_none_match("*"),
                get("locks/import"),
                delete("locks/import").if_match("${etag:0}"),
                put("locks/import", "worker-2").if_none_match("*"),
                put("locks/import", "worker-1").if_none_match("*"),
                get("locks/import"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.deleted-by-etag",
            "A blob is deleted as it was read, or not at all; one that was put again is another",
            "A delete looks at no condition, or the ETag is a hash of the content.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_DELETE_GONE],
            [
                put("cart/ann", "2 items"),
                put("cart/ann", "3 items"),
                delete("cart/ann").if_match("${etag:0}"),
                get("cart/ann"),
                delete("cart/ann").if_match("${etag:1}"),
                get("cart/ann"),
                put("cart/ann", "3 items"),
                delete("cart/ann").if_match("${etag:1}"),
                put("cart/ann", "1 item").if_match("${etag:1}"),
                get("cart/ann").if_match("${etag:6}"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.replaced-if-there",
            "What replaces and does not create is refused once the blob is gone",
            "If-Match of a star is no condition.",
            [BLOB_CONDITIONS_MATCH_NOTHING],
            [
                put("cart/ann", "2 items").if_match("*"),
                put("cart/ann", "2 items"),
                put("cart/ann", "3 items").if_match("*"),
                delete("cart/ann"),
                put("cart/ann", "4 items").if_match("${etag:2}"),
                put("cart/ann", "4 items").if_match("*"),
                list().option("prefix", "cart/"),
            ]
        ),
    ]
}

fn readers() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.patterns.reader-keeps",
            "A reader that keeps what it read asks whether there is something new: 304 until somebody writes",
            "304 is kept for browsers, or given for ever.",
            [BLOB_CONDITIONS_IF_NONE_MATCH, BLOB_CONDITIONS_NOT_MODIFIED],
            [
                put("settings.json", "{\"color\":\"red\"}"),
                get("settings.json"),
                get("settings.json").if_none_match("${etag:1}"),
                head("settings.json").if_none_match("${etag:1}"),
                put("settings.json", "{\"color\":\"blue\"}"),
                get("settings.json").if_none_match("${etag:1}"),
                get("settings.json").if_none_match("${etag:5}"),
                set_metadata("settings.json").with_metadata(&[("by", "ann")]),
                head("settings.json").if_none_match("${etag:5}"),
            ]
        ),
        check!(
            BlobRead,
            "blob.patterns.reader-in-parts",
            "A reader that reads part by part names the ETag of the first, and is refused where the blob changed meanwhile",
            "Ranges look at no conditions: a file of two halves.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_RANGES_PARTIAL],
            [
                put("dump.csv", "a,1;b,2;c,3;"),
                get("dump.csv").range("0-3"),
                get("dump.csv").range("4-7").if_match("${etag:1}"),
                put("dump.csv", "A,9;B,8;C,7;"),
                get("dump.csv").range("8-11").if_match("${etag:1}"),
                get("dump.csv").range("0-3"),
                get("dump.csv").range("4-11").if_match("${etag:5}"),
            ]
        ),
    ]
}

fn retried() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.patterns.put-again",
            "A write by ETag that is sent again is refused, and the metadata tells that the first was done",
            "The same content is taken for no change.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_METADATA_SHOWN],
            [
                put(PROFILE, "{\"city\":\"Porto\"}"),
                put(PROFILE, "{\"city\":\"Lima\"}").with_metadata(&[("attempt", "a_1")]).if_match("${etag:0}"),
                put(PROFILE, "{\"city\":\"Lima\"}").with_metadata(&[("attempt", "a_1")]).if_match("${etag:0}"),
                head(PROFILE),
                put(PROFILE, "{\"city\":\"Lima\"}").with_metadata(&[("attempt", "a_1")]).if_match("${etag:3}"),
                get(PROFILE),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.announced-blob",
            "A blob that a row points to is created once, however often it is sent, and read under the ETag of the row",
            "What is sent again replaces, and the row's ETag is no longer that of the blob.",
            [BLOB_CONDITIONS_CREATE_ONCE, BLOB_CONDITIONS_IF_MATCH, BLOB_METADATA_SHOWN],
            [
                put(SCAN, "page 1").with_metadata(&[("row", "uploads-0042")]).if_none_match("*"),
                put(SCAN, "page 1").with_metadata(&[("row", "uploads-0042")]).if_none_match("*"),
                head(SCAN),
                get(SCAN).if_match("${etag:0}"),
                set_metadata(SCAN).with_metadata(&[("row", "uploads-0042"), ("state", "done")]).if_match("${etag:2}"),
                set_metadata(SCAN).with_metadata(&[("row", "uploads-0042"), ("state", "done")]).if_match("${etag:2}"),
                get(SCAN).if_match("${etag:0}"),
                get(SCAN).if_match("${etag:4}"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.patterns.delete-again",
            "A delete that is sent again finds nothing, and leaves alone what was put there meanwhile",
            "What is not there is deleted with success, or by its name alone.",
            [BLOB_DELETE_MISSING, BLOB_DELETE_STATUS, BLOB_CONDITIONS_IF_MATCH],
            [
                put(SCAN, "page 1"),
                put("scans/2026/01/scan-0043.tif", "page 1"),
                delete(SCAN).if_match("${etag:0}"),
                delete(SCAN),
                put(SCAN, "page 2"),
                delete(SCAN).if_match("${etag:0}"),
                get(SCAN),
                list().option("prefix", "scans/2026/"),
            ]
        ),
    ]
}
