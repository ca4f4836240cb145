//! The id of a lease on a write that creates a blob, and the order of what is looked at.

use super::{A, B, SUITE, broken_in, leased};
use crate::blob::steps::{
    AskExt as _, StepExt as _, block_list, copy, create_append, create_page, delete, get, get_block_list, head, list,
    put, put_block, put_block_list, put_from_url, set_acl, set_metadata, snapshot, url, wait,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::Version;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [created(), order(), ended()].concat()
}

fn created() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.lease-conditions.created",
            "A write that would create a blob is refused with the id of a lease, and creates none",
            "There is no lease that could be hurt, and so the id is passed over.",
            [BLOB_LEASES_ID_FOR_NOTHING],
            [
                put("b", "1").leased(A),
                create_append("b").leased(A),
                create_page("b", 512).leased(A),
                get("b"),
                put("src", "1"),
                copy("b", "src").leased(A),
                list(),
                put("b", "1"),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.created-from-blocks",
            "A list of blocks that would create a blob is refused with the id of a lease",
            "Blocks are there, and so is the blob, it is thought.",
            [BLOB_LEASES_ID_FOR_NOTHING],
            [
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])).leased(A),
                get("b"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.created-from-url",
            "Put Blob From URL is refused with the id of a lease if it would create the blob",
            "There is no lease that could be hurt, and so the id is passed over.",
            [BLOB_LEASES_ID_FOR_NOTHING],
            [
                set_acl("").with("x-ms-blob-public-access", "blob"),
                put("src", "1"),
                put_from_url("b", url("src")).leased(A).version(Version::V2020_04_08),
                get("b"),
                list(),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.after-delete",
            "The id of a lease is good for nothing when its blob is deleted",
            "Leases are kept by name.",
            [BLOB_LEASES_ID_FOR_NOTHING, BLOB_LEASES_NONE_TO_SHOW],
            [
                put("b", "1"),
                leased(-1),
                delete("b").leased(A),
                put("b", "2").leased(A),
                get("b").leased(A),
                put("b", "2"),
                get("b").leased(A),
                set_metadata("b").leased(A),
                head("b"),
            ]
        ),
    ]
}

fn order() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.lease-conditions.before-conditions",
            "A write without the id of the lease is refused for that, whatever its conditions",
            "Conditions are looked at first, and the lease where they hold.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            [
                put("b", "1"),
                leased(60),
                put("b", "2").if_match("\"0x0\""),
                put("b", "2").if_match("\"0x0\"").leased(B),
                put("b", "2").if_match("${etag:0}"),
                put("b", "2").if_match("\"0x0\"").leased(A),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.and-conditions",
            "The id of the lease does not take the place of conditions",
            "Who holds the lease may do everything.",
            [BLOB_CONDITIONS_IF_MATCH],
            [
                put("b", "1"),
                leased(60),
                put("b", "2").leased(A),
                put("b", "3").leased(A).if_match("${etag:0}"),
                set_metadata("b").leased(A).if_match("${etag:0}"),
                set_metadata("b").leased(A).if_match("${etag:2}"),
                delete("b").leased(A).if_match("${etag:2}"),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.before-snapshots-present",
            "A leased blob with snapshots is not deleted without the id",
            "That it has snapshots is told first.",
            [BLOB_LEASES_ID_MISSING],
            [
                put("b", "1"),
                snapshot("b"),
                leased(60),
                delete("b"),
                delete("b").with("x-ms-delete-snapshots", "include"),
                delete("b").with("x-ms-delete-snapshots", "include").leased(B),
                get("b"),
                list().including("snapshots"),
                delete("b").with("x-ms-delete-snapshots", "include").leased(A),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.blocks-while-leased",
            "Blocks that were put before the lease are committed with its id alone",
            "What is not committed is nobody's.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            [
                put("b", "1"),
                put_block("b", "1", "one"),
                leased(60),
                put_block_list("b", block_list(&[("Uncommitted", "1")])),
                put_block_list("b", block_list(&[("Uncommitted", "1")])).leased(B),
                get("b"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Uncommitted", "1")])).leased(A),
                get("b"),
            ]
        ),
    ]
}

fn ended() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.lease-conditions.break-passes",
            "When the break period is over, a write needs no id, and the old one is lost",
            "The period is over when somebody looks, or never.",
            [BLOB_LEASES_LOST, BLOB_LEASES_BREAK],
            [
                put("b", "1"),
                leased(-1),
                broken_in(2),
                put("b", "2"),
                wait(3),
                put("b", "3").leased(A),
                get("b").leased(A),
                get("b"),
                put("b", "4"),
                get("b"),
                head("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.expired",
            "When a lease ended by itself, a write needs no id, and the old one is lost",
            "Leases end when somebody ends them.",
            [BLOB_LEASES_EXPIRE, BLOB_LEASES_LOST],
            [
                put("b", "1"),
                leased(15),
                put("b", "2"),
                wait(16),
                put("b", "3").leased(A),
                get("b").leased(A),
                set_metadata("b").leased(A),
                delete("b").leased(A),
                get("b"),
                put("b", "4"),
                get("b"),
            ]
        ),
    ]
}
