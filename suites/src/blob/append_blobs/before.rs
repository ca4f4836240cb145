//! Append blobs in versions that have none, and ETags of a time before there were any.

use super::SUITE;
use crate::blob::steps::{AskExt as _, StepExt as _, append, create_append, get, head, list, put, seal};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;

/// An ETag that stands for a time before 1601, and one that is such with quotes.
const OLD: [&str; 2] = ["0x111111111111111", "\"0x111111111111111\""];

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobAppend,
            "blob.append-blobs.old-versions",
            "Append blobs are not read in versions that have none",
            "A blob is octets, whatever it is called.",
            [BLOB_APPEND_OLD_VERSIONS],
            {
                let mut steps = steps![create_append("a"), append("a", "1"), put("b", "1")];
                for version in [Version::V2014_02_14, Version::V2012_02_12, Version::V2009_09_19] {
                    steps.extend([get("a"), get("a").range("0-0"), get("b")].map(|ask| ask.version(version)));
                }
                steps.extend(steps![get("a").version(Version::V2015_02_21), get("a"), list()]);
                steps
            }
        ),
        check!(
            BlobAppend,
            "blob.append-blobs.old-tag",
            "An append for an ETag of a time before 1601 is refused as out of range",
            "Tags are compared as text.",
            [BLOB_APPEND_OLD_TAG],
            {
                let mut steps = steps![create_append("a"), append("a", "1")];
                for tag in OLD {
                    steps.extend(steps![append("a", "2").if_match(tag), head("a")]);
                }
                steps.extend(steps![
                    append("a", "2").if_match("${etag:0}"),
                    seal("a").if_match("${etag:0}").version(Version::V2019_12_12),
                    append("a", "2").if_match("${etag:1}"),
                    get("a"),
                ]);
                steps
            }
        ),
    ]
}
