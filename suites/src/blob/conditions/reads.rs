//! Conditions of reads.

use super::{Dated as _, FUTURE, PAST, UNKNOWN};
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, create_page, get, get_metadata, head, page_ranges, put, put_block, put_page, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Conditions;

/// Every read of a block blob that takes the four conditions of HTTP.
fn reads() -> [Ask; 3] {
    [get("b"), head("b"), get_metadata("b")]
}

pub(super) fn checks() -> Vec<Check> {
    [alone(), dates(), places()].concat()
}

fn alone() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.read-if-match",
            "A read with If-Match of another ETag than the blob's is refused, with the blob's or a star it is granted",
            "If-Match is for writes.",
            [BLOB_CONDITIONS_IF_MATCH],
            [
                steps![put("b", "1"), put("b", "2")],
                each(reads(), |ask| ask.if_match("${etag:0}")),
                each(reads(), |ask| ask.if_match(UNKNOWN)),
                each(reads(), |ask| ask.if_match("${etag:1}")),
                each(reads(), |ask| ask.if_match("*")),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-if-none-match",
            "A read with If-None-Match of the blob's ETag is answered 304, with another it is granted",
            "It is refused with 412, as writes are, or 304 comes with a body.",
            [BLOB_CONDITIONS_IF_NONE_MATCH, BLOB_CONDITIONS_NOT_MODIFIED],
            [
                steps![put("b", "1"), put("b", "2")],
                each(reads(), |ask| ask.if_none_match("${etag:1}")),
                each(reads(), |ask| ask.if_none_match("${etag:0}")),
                each(reads(), |ask| ask.if_none_match(UNKNOWN)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-unquoted",
            "An ETag may stand without quotes in a condition",
            "What has no quotes is refused as malformed, or equals everything.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.if_match("0x111111111111111")),
                each(reads(), |ask| ask.if_none_match("0x111111111111111")),
                each(reads(), |ask| ask.if_match("\"invalidetag\"")),
                each(reads(), |ask| ask.if_match("garbage")),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-list",
            "Get Blob and Get Blob Properties take several ETags, of which one suffices",
            "The value is compared as a whole, or only its first tag.",
            [BLOB_CONDITIONS_LIST, BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                steps![put("b", "1"), put("b", "2"), put("b", "3")],
                each([get("b"), head("b")], |ask| ask.if_match("${etag:0}, ${etag:2}")),
                each([get("b"), head("b")], |ask| ask.if_match("${etag:2},${etag:1}")),
                each([get("b"), head("b")], |ask| ask.if_match("${etag:0}, ${etag:1}")),
                each([get("b"), head("b")], |ask| ask.if_none_match("${etag:0}, ${etag:2}")),
                each([get("b"), head("b")], |ask| ask.if_none_match("${etag:2},${etag:0}")),
                each([get("b"), head("b")], |ask| ask.if_none_match("${etag:0}, ${etag:1}")),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-missing",
            "A read of a blob that is not there is refused as such, whatever its conditions",
            "A missing ETag differs from every tag, so the answer is 412 or 304.",
            [BLOB_READ_MISSING],
            [
                steps![put_block("u", "1", "never committed")],
                each(reads(), |ask| ask.if_match("*")),
                each(reads(), |ask| ask.if_match(UNKNOWN)),
                each(reads(), |ask| ask.if_none_match(UNKNOWN)),
                each(reads(), |ask| ask.modified_since(PAST)),
                each(reads(), |ask| ask.unmodified_since(PAST)),
                all([get("u").if_match("*"), head("u").if_none_match(UNKNOWN)]),
            ]
            .concat()
        ),
    ]
}

fn dates() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.read-modified-since",
            "A read with If-Modified-Since of a later time is answered 304, of an earlier one it is granted",
            "Times are read and not compared.",
            [BLOB_CONDITIONS_MODIFIED_SINCE, BLOB_CONDITIONS_NOT_MODIFIED],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.modified_since(FUTURE)),
                each(reads(), |ask| ask.modified_since(PAST)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-modified-since-then",
            "A read with If-Modified-Since of the very time of Last-Modified is answered 304",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            [steps![put("b", "1"), put("b", "2")], each(reads(), |ask| ask.modified_since("${modified:1}")),].concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-unmodified-since",
            "A read with If-Unmodified-Since of an earlier time is refused with 412, of a later one it is granted",
            "It is answered 304 as the other conditions of reads are.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.unmodified_since(PAST)),
                each(reads(), |ask| ask.unmodified_since(FUTURE)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-unmodified-since-then",
            "A read with If-Unmodified-Since of the very time of Last-Modified is granted",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                steps![put("b", "1"), put("b", "2").with_metadata(&[("a", "1")])],
                each(reads(), |ask| ask.unmodified_since("${modified:1}")),
            ]
            .concat()
        ),
    ]
}

fn places() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.read-range",
            "Conditions are asked before the range is looked at",
            "Ranges are answered by another path through the code, which has no conditions.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH, BLOB_RANGES_PARTIAL],
            [
                put("b", "01234"),
                put("b", "56789"),
                get("b").range("1-2").if_match("${etag:0}"),
                get("b").range("1-2").if_match("${etag:1}"),
                get("b").range("1-2").if_none_match("${etag:1}"),
                get("b").range("1-2").if_none_match("${etag:0}"),
                get("b").range("1-2").modified_since(FUTURE),
                get("b").range("1-2").unmodified_since(PAST),
                get("b").range("9-").if_match("${etag:0}"),
                get("b").range("9-").if_match("${etag:1}"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-snapshot",
            "Conditions on a snapshot are asked of its own ETag",
            "They are asked of the blob.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                steps![put("b", "1"), snapshot("b").with_metadata(&[("s", "1")]), put("b", "2")],
                each(reads(), |ask| ask.of_snapshot(told(1, Told::Snapshot)).if_match("${etag:1}")),
                each(reads(), |ask| ask.of_snapshot(told(1, Told::Snapshot)).if_match("${etag:2}")),
                each(reads(), |ask| ask.of_snapshot(told(1, Told::Snapshot)).if_none_match("${etag:1}")),
                each(reads(), |ask| ask.of_snapshot(told(1, Told::Snapshot)).if_none_match("${etag:2}")),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-page-ranges",
            "Get Page Ranges takes conditions as other reads do",
            "It was forgotten.",
            [
                BLOB_CONDITIONS_IF_MATCH,
                BLOB_CONDITIONS_IF_NONE_MATCH,
                BLOB_CONDITIONS_MODIFIED_SINCE,
                BLOB_CONDITIONS_UNMODIFIED_SINCE
            ],
            [
                create_page("b", 1024),
                put_page("b", 0, 511),
                page_ranges("b").if_match("${etag:0}"),
                page_ranges("b").if_match("${etag:1}"),
                page_ranges("b").if_none_match("${etag:1}"),
                page_ranges("b").if_none_match("${etag:0}"),
                page_ranges("b").modified_since(FUTURE),
                page_ranges("b").modified_since(PAST),
                page_ranges("b").unmodified_since(PAST),
                page_ranges("b").unmodified_since(FUTURE),
                get("b").if_match("${etag:0}"),
                head("b").if_none_match("${etag:1}"),
            ]
        ),
    ]
}
