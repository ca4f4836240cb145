//! Conditions on the source and on the destination of a copy.

use crate::blob::each::{all, each};
use crate::blob::steps::{AskExt as _, acquire_lease, copy, delete, get, head, list, put, set_tags, tags_document};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Copy;

const UNKNOWN: &str = "\"0x8D2C9167D53FC2C\"";
const PAST: &str = "Thu, 01 Jan 2015 00:00:00 GMT";
const FUTURE: &str = "Thu, 31 Dec 2037 23:59:59 GMT";

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.source-conditions",
            "A condition on the source that does not hold is refused with a code of its own, and copies nothing",
            "Conditions on the source are asked of the destination, or not at all.",
            [BLOB_COPY_SOURCE_CONDITIONS],
            [
                steps![put("s", "1"), put("s", "2"), put("b", "kept")],
                each(
                    [
                        ("x-ms-source-if-match", "${etag:0}"),
                        ("x-ms-source-if-match", UNKNOWN),
                        ("x-ms-source-if-none-match", "${etag:1}"),
                        ("x-ms-source-if-modified-since", FUTURE),
                        ("x-ms-source-if-modified-since", "${modified:1}"),
                        ("x-ms-source-if-unmodified-since", PAST),
                    ]
                    .map(|(name, value)| copy("b", "s").with(name, value)),
                    |ask| ask
                ),
                steps![copy("n", "s").with("x-ms-source-if-match", "${etag:0}")],
                all([get("b").if_match("${etag:2}"), head("n"), list().including("copy")]),
            ]
            .concat()
        ),
        check!(
            BlobCopy,
            "blob.copy.source-conditions-met",
            "A condition on the source that holds lets the copy go on",
            "A header that is not known refuses.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_SOURCE_CONDITIONS],
            [
                steps![put("s", "1"), put("s", "2")],
                [
                    ("x-ms-source-if-match", "${etag:1}"),
                    ("x-ms-source-if-none-match", "${etag:0}"),
                    ("x-ms-source-if-modified-since", PAST),
                    ("x-ms-source-if-unmodified-since", FUTURE),
                    ("x-ms-source-if-unmodified-since", "${modified:1}"),
                ]
                .into_iter()
                .enumerate()
                .flat_map(|(number, (name, value))| {
                    let target = format!("b{number}");
                    steps![copy(&target, "s").with(name, value), get(&target)]
                })
                .collect(),
            ]
            .concat()
        ),
        check!(
            BlobCopy,
            "blob.copy.target-conditions",
            "A condition on the destination that does not hold is refused with a code of its own, and copies nothing",
            "Conditions on the destination are asked of the source, or not at all.",
            [BLOB_COPY_TARGET_CONDITIONS],
            [
                steps![put("s", "source"), put("b", "1"), put("b", "2")],
                each(
                    [
                        ("If-Match", "${etag:1}"),
                        ("If-Match", "${etag:0}"),
                        ("If-None-Match", "${etag:2}"),
                        ("If-Modified-Since", FUTURE),
                        ("If-Modified-Since", "${modified:2}"),
                        ("If-Unmodified-Since", PAST),
                    ]
                    .map(|(name, value)| copy("b", "s").with(name, value)),
                    |ask| ask
                ),
                all([get("b").if_match("${etag:2}"), list().including("copy")]),
            ]
            .concat()
        ),
        check!(
            BlobCopy,
            "blob.copy.target-conditions-met",
            "A condition on the destination that holds lets the copy go on",
            "It is asked of the source.",
            [BLOB_COPY_TARGET_CONDITIONS, BLOB_COPY_ACCEPTED],
            [
                put("s", "source"),
                put("b", "1"),
                copy("b", "s").if_match("${etag:1}"),
                copy("b", "s").if_match("${etag:2}"),
                copy("b", "s").if_match("*"),
                copy("b", "s").if_none_match("${etag:0}"),
                copy("b", "s").with("If-Modified-Since", PAST),
                copy("b", "s").with("If-Unmodified-Since", FUTURE),
                get("b"),
                copy("n", "s").if_none_match("*"),
                get("n"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.create-once",
            "If-None-Match: * lets a copy create a blob, and not replace one; If-Match does the opposite",
            "Conditions need a blob to be asked of.",
            [BLOB_CONDITIONS_MATCH_NOTHING, BLOB_CONDITIONS_CREATE_ONCE],
            [
                put("s", "source"),
                copy("b", "s").if_match("*"),
                copy("b", "s").if_match(UNKNOWN),
                head("b"),
                copy("b", "s").if_none_match("*"),
                get("b"),
                put("b", "kept"),
                copy("b", "s").if_none_match("*"),
                get("b").if_match("${etag:6}"),
                delete("b"),
                copy("b", "s").if_none_match("*"),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.both-conditions",
            "Conditions on source and destination are asked of each",
            "They are put together, and one overwrites the other.",
            [BLOB_COPY_SOURCE_CONDITIONS, BLOB_COPY_TARGET_CONDITIONS],
            [
                put("s", "source"),
                put("b", "1"),
                both("${etag:0}", "${etag:0}"),
                both("${etag:1}", "${etag:1}"),
                get("b").if_match("${etag:1}"),
                both("${etag:0}", "${etag:1}"),
                get("b"),
                head("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.source-tags",
            "Copy Blob takes a condition on the tags of its source",
            "It is asked of the destination.",
            [BLOB_COPY_SOURCE_CONDITIONS],
            [
                put("s", "source"),
                set_tags("s", tags_document(&[("a", "1")])),
                put("b", "kept").with("x-ms-tags", "a=2"),
                copy("b", "s").with("x-ms-source-if-tags", "\"a\" = '2'"),
                get("b"),
                copy("b", "s").with("x-ms-source-if-tags", "\"a\" = '1'"),
                get("b"),
                acquire_lease("b", 15),
            ]
        ),
    ]
}

/// A copy if the source has one ETag, and the destination another.
fn both(source: &str, target: &str) -> Ask {
    copy("b", "s").with("x-ms-source-if-match", source).if_match(target)
}
