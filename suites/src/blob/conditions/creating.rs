//! Conditions of writes that create a blob or replace it.

use super::{Dated as _, FUTURE, PAST, UNKNOWN};
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, acquire_lease, append, block_list, create_append, create_page, delete, get, get_block_list, head,
    list, put, put_block, put_block_list, put_from_url, set_acl, set_metadata, snapshot, told, url,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Conditions;

/// Every operation that creates a blob or replaces it by what the request holds.
fn creating(name: &str) -> [Ask; 4] {
    [
        put(name, "never"),
        put_block_list(name, block_list(&[("Latest", "1")])),
        create_append(name),
        create_page(name, 512),
    ]
}

/// A blob that was written twice, with a block that waits; each write with this said to it; and the blob as it still is.
fn refused(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let seen = [get("b"), head("b").if_match("${etag:1}"), get_block_list("b", "all"), list().including("metadata")];
    let kept = put("b", "2").with_metadata(&[("kept", "1")]);
    [steps![put("b", "1"), kept, put_block("b", "1", "never")], each(creating("b"), said), all(seen)].concat()
}

/// A blob that is there; each write with this said to it, of a blob of its own; and what came of it.
fn granted(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let [whole, listed, appendable, paged] = creating("b");
    let each = |before: Vec<Step>, ask: Ask| [before, steps![said(ask), head("b")]].concat();
    [
        each(steps![put("b", "1").with_metadata(&[("m", "1")])], whole),
        each(steps![put_block("b", "1", "block")], listed),
        each(steps![], appendable),
        each(steps![], paged),
        steps![list().including("metadata")],
    ]
    .concat()
}

pub(super) fn checks() -> Vec<Check> {
    [once(), replacing(), from_elsewhere()].concat()
}

fn once() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.create-once",
            "If-None-Match: * on a blob that is there is refused with 409 by every write that creates",
            "It is refused with 412, as other conditions are, or is for one kind of blob alone.",
            [BLOB_CONDITIONS_CREATE_ONCE],
            refused(|ask| ask.if_none_match("*"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.create-once-any-type",
            "If-None-Match: * is refused with 409 whatever blob is there",
            "It is asked of block blobs alone.",
            [BLOB_CONDITIONS_CREATE_ONCE],
            [
                steps![create_append("a"), append("a", "kept"), create_page("p", 512)],
                each([put("a", "never"), create_append("a"), create_page("a", 512)], |ask| ask.if_none_match("*")),
                each([put("p", "never"), create_append("p"), create_page("p", 1024)], |ask| ask.if_none_match("*")),
                all([get("a"), head("p"), list()]),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.create-once-absent",
            "If-None-Match: * creates what is not there, and what has uncommitted blocks alone",
            "Uncommitted blocks are taken for a blob.",
            [BLOB_CONDITIONS_CREATE_ONCE, BLOB_WRITES_CREATED],
            [
                put("b", "1").if_none_match("*"),
                put_block("u", "1", "one"),
                put_block_list("u", block_list(&[("Latest", "1")])).if_none_match("*"),
                put_block("v", "1", "one"),
                put("v", "whole").if_none_match("*"),
                create_append("a").if_none_match("*"),
                create_page("p", 512).if_none_match("*"),
                get("b"),
                get("u"),
                get("v"),
                put_block_list("u", block_list(&[("Latest", "1")])).if_none_match("*"),
                list(),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.create-once-leased",
            "If-None-Match: * does not stop whoever holds the lease of the blob",
            "The condition is asked first, and refuses.",
            [BLOB_CONDITIONS_CREATE_ONCE_LEASED],
            [
                put("b", "1"),
                acquire_lease("b", 15),
                put("b", "2").if_none_match("*").leased(told(1, Told::Lease)),
                get("b"),
                put_block("b", "1", "3").leased(told(1, Told::Lease)),
                put_block_list("b", block_list(&[("Latest", "1")])).if_none_match("*").leased(told(1, Told::Lease)),
                get("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.create-once-deleted",
            "If-None-Match: * creates a blob again that was deleted",
            "The name is remembered.",
            [BLOB_CONDITIONS_CREATE_ONCE],
            [
                put("b", "1"),
                snapshot("b"),
                delete("b").with("x-ms-delete-snapshots", "include"),
                put("b", "2").if_none_match("*"),
                put("b", "3").if_none_match("*"),
                get("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.match-nothing",
            "If-Match on a write that creates is refused if there is no blob, and none is created",
            "Without a blob there is nothing to compare, and the write goes on.",
            [BLOB_CONDITIONS_MATCH_NOTHING],
            [
                each(creating("b"), |ask| ask.if_match("*")),
                each([put("b", "1"), create_append("b")], |ask| ask.if_match(UNKNOWN)),
                steps![put_block("u", "1", "one")],
                each([put("u", "1"), put_block_list("u", block_list(&[("Latest", "1")]))], |ask| ask.if_match(UNKNOWN)),
                each([put("u", "1"), put_block_list("u", block_list(&[("Latest", "1")]))], |ask| ask.if_match("*")),
                all([head("b"), head("u"), get_block_list("u", "all"), list().including("uncommittedblobs")]),
            ]
            .concat()
        ),
        check!(
            BlobConditions,
            "blob.conditions.match-nothing-deleted",
            "If-Match with the ETag of a deleted blob is refused, and creates none",
            "The tag is remembered with the name.",
            [BLOB_CONDITIONS_MATCH_NOTHING],
            [
                put("b", "1"),
                delete("b"),
                put("b", "2").if_match("${etag:0}"),
                create_page("b", 512).if_match("${etag:0}"),
                head("b"),
                put("b", "3").if_none_match("${etag:0}"),
                get("b"),
            ]
        ),
    ]
}

fn replacing() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.replace-if-match",
            "A blob is not replaced with an ETag that it had before",
            "Put Blob asks, and the other ways to replace a blob do not.",
            [BLOB_CONDITIONS_IF_MATCH],
            refused(|ask| ask.if_match("${etag:0}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-if-match-unknown",
            "A blob is not replaced with an ETag that it never had",
            "Only old tags are recognised.",
            [BLOB_CONDITIONS_IF_MATCH],
            refused(|ask| ask.if_match(UNKNOWN))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-if-none-match",
            "A blob is not replaced unless it has another ETag than the one it has",
            "If-None-Match is asked with a star alone.",
            [BLOB_CONDITIONS_IF_NONE_MATCH],
            refused(|ask| ask.if_none_match("${etag:1}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-modified-since",
            "A blob is not replaced if it was not modified since a time",
            "Dates are for reads.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            refused(|ask| ask.modified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-unmodified-since",
            "A blob is not replaced if it was modified since a time",
            "Dates are for reads.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            refused(|ask| ask.unmodified_since(PAST))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-then",
            "The very time of Last-Modified is not modified since, and unmodified since",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_MODIFIED_SINCE, BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                put("b", "1"),
                put("b", "2").modified_since("${modified:0}"),
                put("b", "3").unmodified_since("${modified:0}"),
                create_append("b").modified_since("${modified:2}"),
                create_append("b").unmodified_since("${modified:2}"),
                create_page("b", 512).modified_since("${modified:4}"),
                create_page("b", 512).unmodified_since("${modified:4}"),
                head("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-star",
            "If-Match: * is met by every blob that is there, of whatever type",
            "A star is compared as a tag.",
            [BLOB_CONDITIONS_IF_MATCH],
            [
                put("b", "1"),
                put("b", "2").if_match("*"),
                get("b"),
                put_block("b", "1", "3"),
                put_block_list("b", block_list(&[("Latest", "1")])).if_match("*"),
                get("b"),
                create_append("b").if_match("*"),
                create_page("b", 512).if_match("*"),
                head("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-if-none-match-met",
            "A blob is replaced, or created, unless it has an ETag that it has not",
            "If-None-Match is taken for If-None-Match: *.",
            [BLOB_CONDITIONS_IF_NONE_MATCH, BLOB_WRITES_CREATED],
            granted(|ask| ask.if_none_match(UNKNOWN))
        ),
        check!(
            BlobConditions,
            "blob.conditions.replace-chain",
            "Each write is granted with the ETag that the one before answered, and refused with the one before that",
            "Writes of the same content, or within one second, have the same tag.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_WRITES_NEW_ETAG],
            [
                put("b", "same"),
                put("b", "same").if_match("${etag:0}"),
                put("b", "same").if_match("${etag:0}"),
                put_block("b", "1", "same"),
                put_block_list("b", block_list(&[("Latest", "1")])).if_match("${etag:1}"),
                put_block_list("b", block_list(&[("Latest", "1")])).if_match("${etag:1}"),
                put_block_list("b", block_list(&[("Latest", "1")])).if_match("${etag:4}"),
                create_append("b").if_match("${etag:4}"),
                create_append("b").if_match("${etag:6}"),
                create_page("b", 512).if_match("${etag:6}"),
                create_page("b", 512).if_match("${etag:8}"),
                set_metadata("b").if_match("${etag:8}"),
                set_metadata("b").if_match("${etag:10}"),
                head("b").if_match("${etag:12}"),
            ]
        ),
    ]
}

fn from_elsewhere() -> Vec<Check> {
    vec![check!(
        BlobConditions,
        "blob.conditions.from-url",
        "Put Blob From URL takes the conditions of its destination",
        "The content comes by another way, which has no conditions.",
        [
            BLOB_CONDITIONS_CREATE_ONCE,
            BLOB_COPY_TARGET_MATCH,
            BLOB_CONDITIONS_MODIFIED_SINCE,
            BLOB_CONDITIONS_UNMODIFIED_SINCE,
            BLOB_CONDITIONS_IF_NONE_MATCH
        ],
        [
            set_acl("").with("x-ms-blob-public-access", "blob"),
            put("s", "source"),
            put("b", "1"),
            put("b", "2"),
            put_from_url("b", url("s")).if_none_match("*"),
            put_from_url("b", url("s")).if_match("${etag:2}"),
            put_from_url("b", url("s")).if_none_match("${etag:3}"),
            put_from_url("b", url("s")).modified_since(FUTURE),
            put_from_url("b", url("s")).unmodified_since(PAST),
            get("b").if_match("${etag:3}"),
            put_from_url("b", url("s")).if_match("${etag:3}"),
            get("b").if_match("${etag:10}"),
            put_from_url("n", url("s")).if_none_match("*"),
            get("n"),
        ]
    )]
}
