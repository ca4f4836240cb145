//! Snapshots as backups: made before a blob is overwritten, read and copied back afterwards, and kept from being deleted with it.

use super::SUITE;
use crate::blob::leases::A;
use crate::blob::steps::{
    AskExt as _, acquire_lease, block_list, copy_from, delete, get, get_block_list, head, list, put, put_block,
    put_block_list, snapshot, told, url,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

/// The snapshot that a step made, as a source.
fn copied_back(name: &str, step: usize) -> Ask {
    copy_from(name, format!("{}?snapshot={}", url(name), told(step, Told::Snapshot)))
}

/// What a snapshot that a step made says.
fn backup(name: &str, step: usize) -> Ask {
    get(name).of_snapshot(told(step, Told::Snapshot))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobSnapshot,
            "blob.patterns.backup",
            "A snapshot is made before a blob is overwritten, and copied back: content, properties and metadata are as before",
            "The content comes back, and the rest is that of the new blob.",
            [BLOB_COPY_PROPERTIES, BLOB_COPY_ACCEPTED, BLOB_METADATA_SHOWN],
            [
                put("site.css", "a{color:red}")
                    .with("x-ms-blob-content-type", "text/css")
                    .with_metadata(&[("release", "r_1")]),
                snapshot("site.css"),
                put("site.css", "<html>").with("x-ms-blob-content-type", "text/html"),
                backup("site.css", 1),
                copied_back("site.css", 1),
                get("site.css"),
                head("site.css"),
                backup("site.css", 1),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-of-days",
            "Of several backups each keeps its day, and any of them is copied back",
            "The last one is read, whichever is asked for.",
            [BLOB_PUT_REPLACES, BLOB_METADATA_SHOWN],
            [
                put("ledger.csv", "monday").with_metadata(&[("checked", "yes")]),
                snapshot("ledger.csv"),
                put("ledger.csv", "monday,tuesday"),
                snapshot("ledger.csv"),
                put("ledger.csv", "lost"),
                snapshot("ledger.csv"),
                copied_back("ledger.csv", 3),
                get("ledger.csv"),
                copied_back("ledger.csv", 1),
                get("ledger.csv"),
                backup("ledger.csv", 3),
                backup("ledger.csv", 5),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-by-etag",
            "A backup is made of what was read, or not at all; where nothing was written since, no other is made",
            "A snapshot changes nothing, and looks at no condition.",
            [BLOB_CONDITIONS_IF_MATCH, BLOB_CONDITIONS_IF_NONE_MATCH],
            [
                put("ledger.csv", "monday"),
                snapshot("ledger.csv").if_match("${etag:0}"),
                snapshot("ledger.csv").if_none_match("${etag:0}"),
                put("ledger.csv", "monday,tuesday").if_match("${etag:0}"),
                snapshot("ledger.csv").if_match("${etag:0}"),
                snapshot("ledger.csv").if_none_match("${etag:0}"),
                backup("ledger.csv", 5),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-kept",
            "A blob with backups is deleted with them or not at all; backups are dropped without the blob",
            "Backups go with the blob, or live on without one.",
            [BLOB_DELETE_SNAPSHOTS_PRESENT, BLOB_DELETE_ONLY_SNAPSHOTS, BLOB_DELETE_WITH_SNAPSHOTS],
            [
                put("ledger.csv", "monday"),
                snapshot("ledger.csv"),
                delete("ledger.csv"),
                backup("ledger.csv", 1),
                delete("ledger.csv").with("x-ms-delete-snapshots", "only"),
                get("ledger.csv"),
                backup("ledger.csv", 1),
                snapshot("ledger.csv"),
                delete("ledger.csv").with("x-ms-delete-snapshots", "include"),
                backup("ledger.csv", 7),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-of-blocks",
            "A backup of a blob of blocks keeps its blocks while the blob gets others",
            "The backup is a list of ids that are looked up in the blob.",
            [BLOB_BLOCK_LISTS_OF_SNAPSHOT, BLOB_BLOCK_LISTS_COMMITTED],
            [
                put_block("book.txt", "chapter-1", "once; "),
                put_block("book.txt", "chapter-2", "the end."),
                put_block_list("book.txt", block_list(&[("Latest", "chapter-1"), ("Latest", "chapter-2")])),
                snapshot("book.txt"),
                put_block("book.txt", "chapter-1", "twice; "),
                put_block("book.txt", "chapter-2", "no end."),
                put_block_list("book.txt", block_list(&[("Committed", "chapter-1"), ("Uncommitted", "chapter-2")])),
                get("book.txt"),
                backup("book.txt", 3),
                get_block_list("book.txt", "committed").of_snapshot(told(3, Told::Snapshot)),
                get_block_list("book.txt", "all"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-with-note",
            "A backup is given metadata of its own, which say why it was made; the blob's stay",
            "Metadata of the request are set on the blob.",
            [BLOB_SNAPSHOTS_METADATA],
            [
                put("ledger.csv", "monday").with_metadata(&[("owner", "ann")]),
                snapshot("ledger.csv").with_metadata(&[("why", "before_import")]),
                head("ledger.csv").of_snapshot(told(1, Told::Snapshot)),
                head("ledger.csv"),
                put("ledger.csv", "imported").if_match("${etag:0}"),
                head("ledger.csv").of_snapshot(told(1, Told::Snapshot)),
                list().including("snapshots,metadata"),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-under-lease",
            "Backups are made of a blob that is leased, and copied back by whoever holds the lease alone",
            "A lease keeps others from reading, or does not keep copies out.",
            [BLOB_LEASES_ID_MISSING, BLOB_SNAPSHOTS_NO_LEASE],
            [
                put("ledger.csv", "monday"),
                acquire_lease("ledger.csv", -1).with("x-ms-proposed-lease-id", A),
                snapshot("ledger.csv"),
                put("ledger.csv", "wrong").leased(A),
                copied_back("ledger.csv", 2),
                get("ledger.csv"),
                head("ledger.csv").of_snapshot(told(2, Told::Snapshot)),
                copied_back("ledger.csv", 2).leased(A),
                get("ledger.csv"),
                backup("ledger.csv", 2),
            ]
        ),
        check!(
            BlobSnapshot,
            "blob.patterns.backup-again",
            "A backup whose answer was lost is made again: two of them, alike, and both can be read",
            "A snapshot of what has not changed is the one that was made before.",
            [BLOB_COPY_PROPERTIES, BLOB_DELETE_GONE],
            [
                put("ledger.csv", "monday").with("x-ms-blob-content-type", "text/csv"),
                snapshot("ledger.csv"),
                snapshot("ledger.csv"),
                put("ledger.csv", "tuesday"),
                backup("ledger.csv", 1),
                backup("ledger.csv", 2),
                delete("ledger.csv").of_snapshot(told(2, Told::Snapshot)),
                backup("ledger.csv", 1),
                list().including("snapshots"),
                copied_back("ledger.csv", 1),
                copied_back("ledger.csv", 1),
                get("ledger.csv"),
            ]
        ),
    ]
}
