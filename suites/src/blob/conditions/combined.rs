//! Several conditions at once.

use super::{Dated as _, FUTURE, PAST, UNKNOWN};
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, create_append, create_page, delete, get,
    get_metadata, head, list, page_ranges, put, put_block_list, put_page, set_metadata, set_properties, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Conditions;

/// The two reads that take any number of conditions.
fn reads() -> [Ask; 2] {
    [get("b"), head("b")]
}

/// Every operation on a block blob that takes one condition, or one of two pairs.
fn others() -> [Ask; 8] {
    [
        get_metadata("b"),
        set_metadata("b").with_metadata(&[("never", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "never/so"),
        snapshot("b"),
        acquire_lease("b", 15),
        put("b", "never"),
        put_block_list("b", block_list(&[])),
        delete("b"),
    ]
}

/// A blob; each of the operations that take no such pair, with this said to it; and the blob as it still is.
fn unpaired(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let seen = [get("b").if_match("${etag:0}"), head("b"), list().including("snapshots,metadata")];
    [steps![put("b", "1")], each(others(), said), all(seen)].concat()
}

pub(super) fn checks() -> Vec<Check> {
    [of_reads(), of_others()].concat()
}

fn of_reads() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.either",
            "Of If-None-Match and If-Modified-Since on a read, one suffices",
            "A library decides by RFC 7232, where If-None-Match goes first.",
            [BLOB_CONDITIONS_EITHER],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.if_none_match("${etag:0}").modified_since(PAST)),
                each(reads(), |ask| ask.if_none_match(UNKNOWN).modified_since(FUTURE)),
                each(reads(), |ask| ask.if_none_match(UNKNOWN).modified_since(PAST)),
                each(reads(), |ask| ask.if_none_match("${etag:0}").modified_since(FUTURE)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.both-required",
            "Of If-Match and If-Unmodified-Since on a read, both must hold",
            "A library decides by RFC 7232, where If-Match goes first.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE, BLOB_CONDITIONS_IF_MATCH],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.if_match("${etag:0}").unmodified_since(PAST)),
                each(reads(), |ask| ask.if_match(UNKNOWN).unmodified_since(FUTURE)),
                each(reads(), |ask| ask.if_match("${etag:0}").unmodified_since(FUTURE)),
                each(reads(), |ask| ask.if_match(UNKNOWN).unmodified_since(PAST)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-pairs",
            "Get Blob and Get Blob Properties take every pair of conditions",
            "Pairs that RFC 7232 does not know are refused, or one of them is dropped.",
            [
                BLOB_CONDITIONS_IF_MATCH,
                BLOB_CONDITIONS_IF_NONE_MATCH,
                BLOB_CONDITIONS_MODIFIED_SINCE,
                BLOB_CONDITIONS_UNMODIFIED_SINCE
            ],
            [
                steps![put("b", "1")],
                each(reads(), |ask| ask.if_match("${etag:0}").if_none_match(UNKNOWN)),
                each(reads(), |ask| ask.if_match("${etag:0}").if_none_match("${etag:0}")),
                each(reads(), |ask| ask.if_match(UNKNOWN).if_none_match("${etag:0}")),
                each(reads(), |ask| ask.if_match("${etag:0}").modified_since(FUTURE)),
                each(reads(), |ask| ask.if_none_match(UNKNOWN).unmodified_since(PAST)),
                each(reads(), |ask| ask.if_none_match("${etag:0}").unmodified_since(FUTURE)),
                each(reads(), |ask| ask.modified_since(PAST).unmodified_since(PAST)),
                each(reads(), |ask| ask.modified_since(FUTURE).unmodified_since(FUTURE)),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-four",
            "Get Blob and Get Blob Properties take all four conditions at once",
            "Which of them goes first is left to the order of the code.",
            [BLOB_CONDITIONS_EITHER, BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                steps![put("b", "1")],
                each(reads(), |ask| four(ask, [true, true, true, true])),
                each(reads(), |ask| four(ask, [false, true, true, true])),
                each(reads(), |ask| four(ask, [true, false, true, true])),
                each(reads(), |ask| four(ask, [true, true, false, true])),
                each(reads(), |ask| four(ask, [true, true, true, false])),
                each(reads(), |ask| four(ask, [true, true, false, false])),
                each(reads(), |ask| four(ask, [true, false, false, false])),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.read-pairs-before",
            "Before 2013-08-15 reads take one condition, or one of two pairs, of which the tag decides",
            "The table of today is taken for all versions.",
            [BLOB_CONDITIONS_PAIRS],
            [
                put("b", "1").into(),
                get("b").if_none_match("${etag:0}").modified_since(PAST).version(Version::V2012_02_12),
                get("b").if_none_match(UNKNOWN).modified_since(FUTURE).version(Version::V2012_02_12),
                head("b").if_match("${etag:0}").unmodified_since(PAST).version(Version::V2012_02_12),
                head("b").if_match(UNKNOWN).unmodified_since(FUTURE).version(Version::V2012_02_12),
                get("b").if_match("${etag:0}").if_none_match(UNKNOWN).version(Version::V2012_02_12),
                get("b").modified_since(PAST).unmodified_since(FUTURE).version(Version::V2012_02_12),
                head("b").if_match("${etag:0}").modified_since(PAST).version(Version::V2012_02_12),
            ]
            .to_vec()
        ),
    ]
}

/// All four conditions, each of which holds or not: If-Match, If-Unmodified-Since, If-None-Match, If-Modified-Since.
fn four(ask: Ask, [matches, unmodified, differs, modified]: [bool; 4]) -> Ask {
    ask.if_match(if matches { "${etag:0}" } else { UNKNOWN })
        .unmodified_since(if unmodified { FUTURE } else { PAST })
        .if_none_match(if differs { UNKNOWN } else { "${etag:0}" })
        .modified_since(if modified { PAST } else { FUTURE })
}

fn of_others() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.pairs-tags",
            "If-Match together with If-None-Match is refused by every operation but Get Blob and Get Blob Properties",
            "All conditions are asked one by one.",
            [BLOB_CONDITIONS_PAIRS],
            unpaired(|ask| ask.if_match("${etag:0}").if_none_match(UNKNOWN))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-dates",
            "If-Modified-Since together with If-Unmodified-Since is refused by operations other than those two reads",
            "All conditions are asked one by one.",
            [BLOB_CONDITIONS_PAIRS],
            unpaired(|ask| ask.modified_since(PAST).unmodified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-match-modified",
            "If-Match together with If-Modified-Since is refused by operations other than those two reads",
            "All conditions are asked one by one.",
            [BLOB_CONDITIONS_PAIRS],
            unpaired(|ask| ask.if_match("${etag:0}").modified_since(PAST))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-differs-unmodified",
            "If-None-Match together with If-Unmodified-Since is refused by operations other than those two reads",
            "All conditions are asked one by one.",
            [BLOB_CONDITIONS_PAIRS],
            unpaired(|ask| ask.if_none_match(UNKNOWN).unmodified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-four",
            "All four conditions at once are refused by operations other than those two reads",
            "The first that is found decides.",
            [BLOB_CONDITIONS_PAIRS],
            unpaired(|ask| four(ask, [true; 4]))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-appends-and-pages",
            "Writes of append blobs and page blobs take one condition, or one of two pairs, as well",
            "They have code of their own.",
            [BLOB_CONDITIONS_PAIRS],
            [
                create_append("a"),
                append("a", "never").if_match("${etag:0}").if_none_match(UNKNOWN),
                append("a", "never").modified_since(PAST).unmodified_since(FUTURE),
                append("a", "one").if_match("${etag:0}").unmodified_since(FUTURE),
                get("a"),
                create_page("p", 1024),
                put_page("p", 0, 511).if_match("${etag:5}").if_none_match(UNKNOWN),
                put_page("p", 0, 511).modified_since(PAST).unmodified_since(FUTURE),
                put_page("p", 512, 1023).if_none_match(UNKNOWN).modified_since(PAST),
                page_ranges("p").if_match("${etag:8}").modified_since(PAST),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.pairs-first-counts",
            "Of the two pairs that writes take, the tag decides",
            "Both must hold, or one suffices, as it does for reads.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                put("b", "1"),
                set_metadata("b").with_metadata(&[("never", "1")]).if_match(UNKNOWN).unmodified_since(FUTURE),
                set_metadata("b").with_metadata(&[("never", "1")]).if_none_match("${etag:0}").modified_since(PAST),
                put("b", "never").if_match(UNKNOWN).unmodified_since(FUTURE),
                put("b", "never").if_none_match("${etag:0}").modified_since(PAST),
                get_metadata("b").if_match(UNKNOWN).unmodified_since(FUTURE),
                get_metadata("b").if_none_match("${etag:0}").modified_since(PAST),
                get("b"),
                put("b", "2").if_match("${etag:0}").unmodified_since(FUTURE),
                put("b", "3").if_none_match(UNKNOWN).modified_since(PAST),
                get_metadata("b").if_match("${etag:9}").unmodified_since(FUTURE),
                get_metadata("b").if_none_match("${etag:8}").modified_since(PAST),
                get("b"),
            ]
        ),
    ]
}
