//! Conditions of writes to blobs that are there.

use super::{Dated as _, FUTURE, PAST, UNKNOWN};
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, acquire_lease, append, create_append, create_page, delete, get, get_block_list, head, list,
    page_ranges, put, put_page, seal, set_metadata, set_properties, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Conditions;

/// Every operation that changes a block blob which is there, and takes the four conditions of HTTP.
fn updates() -> [Ask; 5] {
    [
        set_metadata("b").with_metadata(&[("never", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "never/so"),
        snapshot("b"),
        acquire_lease("b", 15),
        delete("b"),
    ]
}

/// A blob that was written twice; each change with this said to it; and the blob as it still is.
fn refused(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let kept = || put("b", "2").with_metadata(&[("kept", "1")]).with("x-ms-blob-content-type", "text/kept");
    let seen = [get("b"), head("b").if_match("${etag:1}"), list().including("snapshots,metadata")];
    [steps![put("b", "1"), kept()], each(updates(), said), all(seen)].concat()
}

/// A blob that was written twice; each change with this said to it, each of a blob of its own.
fn granted(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let change = |ask: Ask| [steps![put("b", "2").with_metadata(&[("m", "1")])], steps![said(ask)]].concat();
    let [metadata, properties, taken, _, deleted] = updates();
    let seen = all([head("b"), list().including("snapshots,metadata")]);
    let changes = [change(metadata), change(properties), change(taken)].concat();
    [changes, seen, steps![put("b", "3"), said(deleted.with("x-ms-delete-snapshots", "include")), get("b")]].concat()
}

pub(super) fn checks() -> Vec<Check> {
    [refusing(), granting(), others()].concat()
}

fn refusing() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.update-if-match",
            "Changes with an ETag that the blob had before are refused, and change nothing",
            "One operation looks at the header, and the others do not.",
            [BLOB_CONDITIONS_IF_MATCH],
            refused(|ask| ask.if_match("${etag:0}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-if-match-unknown",
            "Changes with an ETag that the blob never had are refused, and change nothing",
            "Only old tags are recognised.",
            [BLOB_CONDITIONS_IF_MATCH],
            refused(|ask| ask.if_match(UNKNOWN))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-if-none-match",
            "Changes unless the blob has the ETag that it has are refused with 412, and change nothing",
            "They are answered 304 as reads are.",
            [BLOB_CONDITIONS_IF_NONE_MATCH],
            refused(|ask| ask.if_none_match("${etag:1}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-modified-since",
            "Changes if the blob was modified since a later time are refused with 412, and change nothing",
            "They are answered 304 as reads are, or the header is for reads.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            refused(|ask| ask.modified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-modified-since-then",
            "Changes if the blob was modified since its very Last-Modified are refused",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            refused(|ask| ask.modified_since("${modified:1}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-unmodified-since",
            "Changes if the blob was not modified since an earlier time are refused, and change nothing",
            "The header is read and not compared.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            refused(|ask| ask.unmodified_since(PAST))
        ),
    ]
}

fn granting() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.update-chain",
            "The ETag that a change answers is the one of the next condition",
            "It is computed for the answer, and stored otherwise.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_WRITES_NEW_ETAG],
            [
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]).if_match("${etag:0}"),
                set_properties("b").with("x-ms-blob-content-type", "a/b").if_match("${etag:1}"),
                put("b", "2").if_match("${etag:2}"),
                snapshot("b").if_match("${etag:3}"),
                set_metadata("b").if_match("${etag:4}"),
                set_properties("b").if_match("${etag:4}"),
                get("b").if_match("${etag:5}"),
                head("b").if_match("${etag:7}"),
                set_properties("b").if_match("${etag:8}"),
                delete("b").with("x-ms-delete-snapshots", "include").if_match("${etag:8}"),
                delete("b").with("x-ms-delete-snapshots", "include").if_match("${etag:9}"),
                get("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-star",
            "If-Match: * is met by every blob that is there",
            "A star is compared as a tag.",
            [BLOB_CONDITIONS_IF_MATCH],
            granted(|ask| ask.if_match("*"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-if-none-match-met",
            "Changes unless the blob has an ETag that it has not are granted",
            "If-None-Match is taken for If-None-Match: *.",
            [BLOB_CONDITIONS_IF_NONE_MATCH],
            granted(|ask| ask.if_none_match(UNKNOWN))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-modified-since-met",
            "Changes if the blob was modified since an earlier time are granted",
            "A condition on a date is always refused.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            granted(|ask| ask.modified_since(PAST))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-unmodified-since-met",
            "Changes if the blob was not modified since a later time are granted",
            "A condition on a date is always refused.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            granted(|ask| ask.unmodified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-unmodified-since-then",
            "Changes if the blob was not modified since its very Last-Modified are granted",
            "Last-Modified is rounded to seconds, and what it is compared with is not.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                put("b", "1"),
                set_metadata("b").with_metadata(&[("a", "1")]).unmodified_since("${modified:0}"),
                set_properties("b").unmodified_since("${modified:1}"),
                snapshot("b").unmodified_since("${modified:2}"),
                head("b"),
                delete("b").with("x-ms-delete-snapshots", "include").unmodified_since("${modified:4}"),
                head("b"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.update-missing",
            "Changes of a blob that is not there are refused as such, without conditions and with If-None-Match",
            "Conditions are asked first, and nothing differs from nothing.",
            [BLOB_READ_MISSING, BLOB_DELETE_MISSING],
            [
                all(updates()),
                each(updates(), |ask| ask.if_none_match(UNKNOWN)),
                each(updates(), |ask| ask.modified_since(PAST)),
                all([head("b"), list()]),
            ]
            .concat()
        ),
    ]
}

/// An append blob that was written twice, appends and a seal with this said to them, and the blob.
fn appended(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let asks = [append("b", "never"), seal("b"), set_metadata("b").with_metadata(&[("never", "1")])];
    [steps![create_append("b"), append("b", "one")], each(asks, said), all([get("b"), head("b")])].concat()
}

/// A page blob that was written twice, writes with this said to them, and the blob.
fn paged(said: impl Fn(Ask) -> Ask) -> Vec<Step> {
    let clear = put_page("b", 0, 511).leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(&[]);
    let resize = set_properties("b").with("x-ms-blob-content-length", "512");
    let asks = [put_page("b", 512, 1023), clear, resize];
    let seen = [page_ranges("b"), head("b")];
    [steps![create_page("b", 1024), put_page("b", 0, 511)], each(asks, said), all(seen)].concat()
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobConditions,
            "blob.conditions.append-if-match",
            "Append Block and Append Blob Seal with an ETag that the blob had before are refused",
            "Appends are unconditional, since they overwrite nothing.",
            [BLOB_CONDITIONS_IF_MATCH],
            appended(|ask| ask.if_match("${etag:0}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.append-if-none-match",
            "Append Block and Append Blob Seal unless the blob has the ETag that it has are refused",
            "Appends are unconditional, since they overwrite nothing.",
            [BLOB_CONDITIONS_IF_NONE_MATCH],
            appended(|ask| ask.if_none_match("${etag:1}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.append-dates",
            "Append Block takes both conditions on dates",
            "Appends are unconditional, since they overwrite nothing.",
            [BLOB_CONDITIONS_MODIFIED_SINCE, BLOB_CONDITIONS_UNMODIFIED_SINCE],
            [
                create_append("b"),
                append("b", "never").modified_since(FUTURE),
                append("b", "never").unmodified_since(PAST),
                get("b"),
                append("b", "one").modified_since(PAST),
                append("b", "two").unmodified_since(FUTURE),
                seal("b").modified_since(FUTURE),
                seal("b").unmodified_since(PAST),
                append("b", "three").if_match("${etag:5}"),
                append("b", "never").if_match("${etag:5}"),
                get("b"),
                head("b").if_match("${etag:8}"),
            ]
        ),
        check!(
            BlobConditions,
            "blob.conditions.pages-if-match",
            "Put Page, clearing and resizing with an ETag that the blob had before are refused",
            "Pages are guarded by sequence numbers alone.",
            [BLOB_CONDITIONS_IF_MATCH],
            paged(|ask| ask.if_match("${etag:0}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pages-if-none-match",
            "Put Page, clearing and resizing unless the blob has the ETag that it has are refused",
            "Pages are guarded by sequence numbers alone.",
            [BLOB_CONDITIONS_IF_NONE_MATCH],
            paged(|ask| ask.if_none_match("${etag:1}"))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pages-modified-since",
            "Put Page, clearing and resizing if the blob was modified since a later time are refused",
            "Pages are guarded by sequence numbers alone.",
            [BLOB_CONDITIONS_MODIFIED_SINCE],
            paged(|ask| ask.modified_since(FUTURE))
        ),
        check!(
            BlobConditions,
            "blob.conditions.pages-unmodified-since",
            "Put Page, clearing and resizing if the blob was not modified since an earlier time are refused",
            "Pages are guarded by sequence numbers alone.",
            [BLOB_CONDITIONS_UNMODIFIED_SINCE],
            paged(|ask| ask.unmodified_since(PAST))
        ),
        check!(
            BlobConditions,
            "blob.conditions.lost-update",
            "Of two who read the same ETag, the one who writes first is granted and the other is refused",
            "Tags are compared with what the client read last.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_WRITES_NEW_ETAG],
            [
                put("b", "0"),
                get("b"),
                get("b"),
                put("b", "1").if_match("${etag:1}"),
                put("b", "2").if_match("${etag:2}"),
                set_metadata("b").with_metadata(&[("a", "1")]).if_match("${etag:2}"),
                get("b"),
                get_block_list("b", "all"),
            ]
        ),
    ]
}
