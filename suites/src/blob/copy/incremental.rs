//! Incremental copies of page blobs.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, StepExt as _, copy_increment, create_page, delete, get, get_metadata, head, list, page_ranges, put,
    put_page, snapshot, told, url,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

/// Copies what is no snapshot.
fn copy_base(name: &str, source: &str) -> Ask {
    Ask { operation: Operation::IncrementalCopyBlob, ..crate::blob::steps::copy_from(name, url(source)) }
}

/// A page blob `p` with a snapshot by step 1, a page, and a snapshot by step 3.
fn source() -> Vec<Step> {
    steps![create_page("p", 1024), snapshot("p"), put_page("p", 0, 511), snapshot("p")]
}

/// What is done with the source and its snapshots.
fn with_source(further: Vec<Step>) -> Vec<Step> {
    [source(), further].concat()
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.incremental",
            "An incremental copy is accepted as pending, and tells which snapshot was made",
            "It is answered as Copy Blob is.",
            [BLOB_COPY_INCREMENTAL_PENDING, BLOB_COPY_INCREMENTAL_SHOWN],
            with_source(steps![
                copy_increment("c", "p", 1),
                head("c"),
                copy_increment("c", "p", 3),
                head("c"),
                head("p"),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-shown",
            "What is an incremental copy is told by HEAD and by listings",
            "It is a copy as others are.",
            [BLOB_COPY_INCREMENTAL_SHOWN],
            with_source(steps![
                copy_increment("c", "p", 1),
                head("c"),
                list().including("copy"),
                list().including("snapshots,copy"),
                copy_increment("c", "p", 3),
                list().including("snapshots"),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-unreadable",
            "An incremental copy itself is not read",
            "It is a page blob as others are.",
            [BLOB_COPY_INCREMENTAL_UNREADABLE],
            with_source(steps![copy_increment("c", "p", 3), get("c"), get("c").range("0-511"), head("c"), get("p"),])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-source",
            "What is no snapshot is not copied incrementally",
            "The blob itself is copied.",
            [BLOB_COPY_INCREMENTAL_SOURCE],
            with_source(steps![
                copy_base("c", "p"),
                head("c"),
                list(),
                copy_increment("c", "p", 1),
                copy_base("c", "p"),
                head("c"),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-same",
            "What is no incremental copy of the same blob is not written to by one",
            "It is overwritten, as by other copies.",
            [BLOB_COPY_INCREMENTAL_SAME],
            with_source(steps![
                create_page("q", 512),
                snapshot("q"),
                copy_increment("q", "p", 1),
                page_ranges("q"),
                head("q"),
                copy_increment("c", "p", 1),
                copy_increment("c", "q", 5),
                head("c"),
                list().including("snapshots"),
                copy_increment("c", "p", 3),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-later",
            "A snapshot before the last that was copied is not copied",
            "The copy goes back in time.",
            [BLOB_COPY_INCREMENTAL_LATER],
            with_source(steps![
                copy_increment("c", "p", 3),
                head("c"),
                copy_increment("c", "p", 1),
                head("c"),
                list().including("snapshots"),
            ])
        ),
        check!(
            BlobCopy,
            "blob.copy.incremental-types",
            "A block blob has no increments, and what is not there neither",
            "The bytes of any blob are copied.",
            [BLOB_PAGES_TYPE, BLOB_COPY_INCREMENTAL_SOURCE],
            [
                put("b", "1"),
                snapshot("b"),
                copy_increment("c", "b", 1),
                head("c"),
                get_metadata("c"),
                copy_base("c", "n"),
                delete("b").of_snapshot(told(1, Told::Snapshot)),
                list(),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.source-tags-asked",
            "The tags of the source are copied where that is asked for",
            "They are never copied, or always.",
            [BLOB_COPY_SOURCE_TAGS],
            {
                let copied = |name: &str, option: Option<&str>| {
                    let ask = crate::blob::steps::copy(name, "s").with("x-ms-requires-sync", "true");
                    match option {
                        Some(option) => ask.with("x-ms-copy-source-tag-option", option),
                        None => ask,
                    }
                };
                let script = steps![
                    crate::blob::steps::set_acl("").with("x-ms-blob-public-access", "blob"),
                    put("s", "source").with("x-ms-tags", "a=1&b=2"),
                    copied("c", Some("COPY")),
                    crate::blob::steps::get_tags("c"),
                    head("c"),
                    copied("d", Some("REPLACE")).with("x-ms-tags", "c=3"),
                    crate::blob::steps::get_tags("d"),
                    copied("e", None),
                    crate::blob::steps::get_tags("e"),
                    head("e"),
                ];
                script.into_iter().map(|step| step.version(Version::V2021_04_10)).collect::<Vec<_>>()
            }
        ),
    ]
}
