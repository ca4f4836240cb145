//! Reads of a blob that is leased: they need no id, and one that they have must be right.

use super::{A, B, SUITE, as_is, block_blob, later, leased, read_while_leased, unleased, unneeded};
use crate::blob::steps::{
    AskExt as _, create_page, get, get_block_list, get_metadata, get_tags, head, list, page_ranges, put, release_lease,
    snapshot, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

/// Three checks of one operation: without a lease, with one for a minute, and with one for ever; then it is broken.
macro_rules! unguarded {
    ($slug:literal, $name:literal, $setup:expr, $ask:expr, $of:path) => {
        vec![
            unneeded!($slug, $name, $setup, $ask, $of),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-leased"),
                concat!($name, " needs no id, and with that of another lease it is refused"),
                "What needs none does not look at one.",
                [BLOB_LEASES_OTHER_ID, BLOB_LEASES_LOST],
                $of(read_while_leased($setup, &$ask, 60))
            ),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-endless"),
                concat!($name, " needs no id where the lease has no end, and with another it is refused"),
                "What needs none does not look at one.",
                [BLOB_LEASES_OTHER_ID, BLOB_LEASES_LOST],
                $of(read_while_leased($setup, &$ask, -1))
            ),
        ]
    };
}

fn page_blob() -> Vec<Step> {
    steps![create_page("b", 1024)]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [
        unguarded!("get", "Get Blob", block_blob(), get("b"), as_is),
        unguarded!("get-range", "Get Blob of a range", block_blob(), get("b").range("0-0"), as_is),
        unguarded!("head", "Get Blob Properties", block_blob(), head("b"), as_is),
        unguarded!("get-metadata", "Get Blob Metadata", block_blob(), get_metadata("b"), as_is),
        unguarded!("get-block-list", "Get Block List", block_blob(), get_block_list("b", "all"), as_is),
        unguarded!("page-ranges", "Get Page Ranges", page_blob(), page_ranges("b"), as_is),
        unguarded!("snapshot", "Snapshot Blob", block_blob(), snapshot("b"), as_is),
        unguarded!("get-tags", "Get Blob Tags", block_blob(), get_tags("b"), later),
        others(),
    ]
    .concat()
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.lease-conditions.released",
            "The id of a lease that was released is refused as one where there is no lease",
            "It is the last one that the blob had, and so it matches.",
            [BLOB_LEASES_NONE_TO_SHOW],
            [
                put("b", "1"),
                leased(60),
                release_lease("b", A),
                get("b").leased(A),
                head("b").leased(A),
                put("b", "2").leased(A),
                snapshot("b").leased(A),
                get("b"),
                list(),
            ]
        ),
        check!(
            BlobLease,
            "blob.lease-conditions.snapshot-of-leased",
            "A snapshot is read without regard to the lease of its blob",
            "It is the same blob.",
            [BLOB_SNAPSHOTS_NO_LEASE],
            [
                put("b", "1"),
                snapshot("b"),
                leased(60),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                snapshot("b").leased(B),
                snapshot("b"),
                head("b").of_snapshot(told(6, Told::Snapshot)),
                list().including("snapshots"),
            ]
        ),
    ]
}
