//! Deleting blobs and snapshots.

use super::each::{all, each};
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, create_append, create_page, delete, get, get_block_list,
    get_metadata, get_tags, head, list, put, put_block, set_metadata, snapshot, told, undelete,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Deletion;

/// Delete Blob, saying what becomes of snapshots.
fn with_snapshots(name: &str, what: &str) -> Ask {
    delete(name).with("x-ms-delete-snapshots", what)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [blobs(), snapshots()].concat()
}

fn blobs() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.deletion.gone",
            "Delete Blob answers 202, and the blob is gone at once for everything that reads",
            "It answers 200 or 204, or one of the reads still finds it.",
            [BLOB_DELETE_STATUS, BLOB_DELETE_GONE, BLOB_DELETE_PERMANENT],
            [
                steps![put("b", "1").with_metadata(&[("m", "1")]), put("c", "2"), delete("b")],
                all([get("b"), head("b"), get_metadata("b"), get_tags("b"), get_block_list("b", "all")]),
                all([set_metadata("b"), snapshot("b"), list(), get("c")]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.deletion.types",
            "Blobs of every type are deleted",
            "The pages or blocks of a blob stay, and are found by the next of its name.",
            [BLOB_DELETE_GONE, BLOB_DELETE_STATUS],
            [
                create_append("a"),
                append("a", "old"),
                delete("a"),
                create_append("a"),
                get("a"),
                create_page("p", 512),
                delete("p"),
                head("p"),
                put("p", "now a block blob"),
                get("p"),
                delete("a"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.missing",
            "Delete Blob of one that is not there is refused with 404",
            "Deleting is idempotent.",
            [BLOB_DELETE_MISSING],
            [
                delete("n"),
                put("n", "1"),
                delete("n"),
                delete("n"),
                with_snapshots("n", "include"),
                delete("N"),
                delete("b").on("${container}-absent"),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.permanent",
            "Delete Blob tells whether the blob is gone for good",
            "It is told where it is kept, and nowhere else.",
            [BLOB_DELETE_PERMANENT],
            [
                put("b", "1").into(),
                delete("b").into(),
                put("b", "1").into(),
                snapshot("b").into(),
                with_snapshots("b", "include").into(),
                put("b", "1").into(),
                delete("b").version(Version::V2017_04_17),
                put("b", "1").into(),
                delete("b").version(Version::V2017_07_29),
            ]
            .to_vec()
        ),
        check!(
            BlobCore,
            "blob.deletion.again",
            "A blob that is created again has nothing of the one that was deleted",
            "Metadata, properties, tags, blocks or the lease come back with the name.",
            [BLOB_DELETE_GONE, BLOB_PUT_DEFAULT_TYPE],
            [
                put("b", "old")
                    .with_metadata(&[("old", "1")])
                    .with("x-ms-blob-content-type", "a/old")
                    .with("x-ms-tags", "o=1"),
                put_block("b", "1", "old"),
                acquire_lease("b", 60),
                delete("b").leased(told(2, Told::Lease)),
                put("b", "new"),
                get("b"),
                head("b"),
                get_tags("b"),
                get_block_list("b", "all"),
                list().including("metadata,tags"),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.neighbours",
            "Deleting a blob leaves those whose names begin with its own",
            "The name is a folder, or a prefix.",
            [BLOB_DELETE_GONE],
            [
                put("a", "1"),
                put("a/b", "2"),
                put("ab", "3"),
                put("A", "4"),
                delete("a"),
                get("a/b"),
                get("ab"),
                get("A"),
                delete("a/"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.leased",
            "A leased blob is deleted with the id of its lease alone",
            "Deleting is no write.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_MISMATCH],
            [
                put("b", "1"),
                acquire_lease("b", 60),
                delete("b"),
                delete("b").leased("00000000-0000-4000-8000-000000000000"),
                get("b"),
                delete("b").leased(told(1, Told::Lease)),
                get("b"),
            ]
        ),
    ]
}

fn snapshots() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.deletion.snapshots-present",
            "A blob with snapshots is not deleted unless the request says what becomes of them",
            "They are deleted with it, or stay without it.",
            [BLOB_DELETE_SNAPSHOTS_PRESENT],
            [
                put("b", "1"),
                snapshot("b"),
                delete("b"),
                get("b").if_match("${etag:0}"),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b"),
                get("b"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.with-snapshots",
            "include deletes the blob and all of its snapshots",
            "The blob is deleted, or one snapshot.",
            [BLOB_DELETE_WITH_SNAPSHOTS, BLOB_DELETE_GONE],
            [
                steps![put("b", "1"), snapshot("b"), put("b", "2"), snapshot("b"), with_snapshots("b", "include")],
                all([get("b"), list().including("snapshots")]),
                each([1, 3].map(|step| get("b").of_snapshot(told(step, Told::Snapshot))), |ask| ask),
                steps![put("c", "1"), with_snapshots("c", "Include"), get("c")],
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.deletion.only-snapshots",
            "only deletes the snapshots, and leaves the blob as it is",
            "It deletes the blob, too.",
            [BLOB_DELETE_ONLY_SNAPSHOTS, BLOB_DELETE_WITH_SNAPSHOTS],
            [
                put("b", "1"),
                snapshot("b"),
                snapshot("b"),
                with_snapshots("b", "only"),
                get("b").if_match("${etag:0}"),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                head("b").of_snapshot(told(2, Told::Snapshot)),
                list().including("snapshots"),
                delete("b"),
                get("b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.one-snapshot",
            "A snapshot is deleted by its time, and the others and the blob stay",
            "All are deleted, or the blob is.",
            [BLOB_DELETE_STATUS, BLOB_DELETE_MISSING],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                snapshot("b"),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(3, Told::Snapshot)),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                delete("b").of_snapshot("2020-01-01T00:00:00.0000000Z"),
                get("b"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobCore,
            "blob.deletion.undelete-nothing",
            "Undelete Blob of one that never was is refused, and of one that is there changes nothing",
            "It creates an empty blob.",
            [BLOB_READ_MISSING],
            [undelete("n"), head("n"), put("b", "1"), undelete("b"), get("b").if_match("${etag:2}"), list()]
        ),
        check!(
            BlobCore,
            "blob.deletion.snapshots-of-snapshot",
            "A snapshot has no snapshots, and is not deleted with some",
            "The header is not looked at, and the snapshot is deleted, or all are.",
            [BLOB_DELETE_SNAPSHOTS_OF_SNAPSHOT],
            [
                put("b", "1"),
                snapshot("b"),
                with_snapshots("b", "include").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                with_snapshots("b", "only").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                list().including("snapshots"),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                list().including("snapshots"),
            ]
        ),
    ]
}
