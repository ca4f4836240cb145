//! Blobs that cannot be deleted: until an instant, or as long as they are held. What is set is taken back at the end, so that
//! the container can be deleted.

use super::steps::{
    AskExt as _, StepExt as _, delete, delete_policy, get, head, hold, list, put, set_policy, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Immutability;

/// Until when blobs are kept that nobody is to delete in a run.
const LATER: &str = "Fri, 01 Jan 2100 00:00:00 GMT";
const STILL_LATER: &str = "Sat, 01 Jan 2101 00:00:00 GMT";

/// The same in the version that has policies and holds.
fn later(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2020_06_12)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobImmutability,
            "blob.immutability.policy-set",
            "A policy is set, replaced and taken back, and changes neither ETag nor Last-Modified",
            "It is granted and forgotten, or taken for a change of the blob.",
            [BLOB_IMMUTABILITY_SET, BLOB_IMMUTABILITY_SHOWN],
            later(steps![
                put("b", "1"),
                set_policy("b", LATER, "Unlocked"),
                head("b").if_match("${etag:0}"),
                get("b").with("If-Unmodified-Since", told(0, Told::Modified)),
                set_policy("b", STILL_LATER, "unlocked"),
                head("b"),
                delete_policy("b"),
                head("b").if_match("${etag:0}"),
                get("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.hold-set",
            "A hold is set and taken back, and changes neither ETag nor Last-Modified",
            "It is granted and forgotten, or taken for a change of the blob.",
            [BLOB_IMMUTABILITY_SET, BLOB_IMMUTABILITY_SHOWN],
            later(steps![
                put("b", "1"),
                hold("b", "true"),
                head("b").if_match("${etag:0}"),
                get("b").with("If-Unmodified-Since", told(0, Told::Modified)),
                hold("b", "true"),
                hold("b", "false"),
                head("b").if_match("${etag:0}"),
                get("b"),
                delete("b"),
                get("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.shown",
            "Until when a blob is kept, and whether it is held, is told by GET, HEAD and of parts",
            "It is told where it was set alone.",
            [BLOB_IMMUTABILITY_SHOWN, BLOB_IMMUTABILITY_SET],
            later(steps![
                put("b", "123"),
                put("c", "123"),
                head("b"),
                set_policy("b", LATER, "Unlocked"),
                hold("b", "true"),
                head("b"),
                get("b"),
                get("b").range("0-1"),
                head("c"),
                hold("b", "false"),
                delete_policy("b"),
                head("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.put",
            "A blob may be put with a policy and with a hold",
            "The headers are read by the operations that are called so.",
            [BLOB_IMMUTABILITY_SHOWN, BLOB_IMMUTABILITY_HOLD],
            later(steps![
                put("b", "1").with("x-ms-legal-hold", "true"),
                put("c", "1")
                    .with("x-ms-immutability-policy-until-date", LATER)
                    .with("x-ms-immutability-policy-mode", "Unlocked"),
                head("b"),
                head("c"),
                delete("b"),
                delete("c"),
                head("b"),
                head("c"),
                hold("b", "false"),
                delete_policy("c"),
                delete("b"),
                delete("c"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.hold",
            "A blob that is held is not deleted, until it is held no more",
            "What is shown is not looked at by Delete Blob.",
            [BLOB_IMMUTABILITY_HOLD],
            later(steps![
                put("b", "1"),
                hold("b", "true"),
                delete("b"),
                get("b"),
                delete("b").if_match("${etag:0}"),
                list(),
                hold("b", "false"),
                delete("b"),
                get("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.policy",
            "A blob that has a policy is not deleted before its end, unless the policy is",
            "The policy is shown and nothing else.",
            [BLOB_IMMUTABILITY_POLICY],
            later(steps![
                put("b", "1"),
                set_policy("b", LATER, "Unlocked"),
                delete("b"),
                get("b"),
                delete("b").if_match("${etag:0}"),
                head("b"),
                list(),
                delete_policy("b"),
                delete("b"),
                get("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.both",
            "A blob with a policy and a hold is kept by either",
            "One is looked at, or each takes the place of the other.",
            [BLOB_IMMUTABILITY_HOLD, BLOB_IMMUTABILITY_POLICY],
            later(steps![
                put("b", "1"),
                set_policy("b", LATER, "Unlocked"),
                hold("b", "true"),
                delete("b"),
                hold("b", "false"),
                delete("b"),
                hold("b", "true"),
                delete_policy("b"),
                delete("b"),
                head("b"),
                hold("b", "false"),
                delete("b"),
            ])
        ),
        check!(
            BlobImmutability,
            "blob.immutability.others",
            "What keeps one blob keeps neither another nor its snapshots",
            "It is kept for the container, or for the name.",
            [BLOB_IMMUTABILITY_HOLD, BLOB_IMMUTABILITY_SET],
            later(steps![
                put("b", "1"),
                snapshot("b"),
                put("c", "1"),
                hold("b", "true"),
                head("c"),
                delete("c"),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b"),
                hold("b", "false"),
                delete("b"),
            ])
        ),
    ]
}
