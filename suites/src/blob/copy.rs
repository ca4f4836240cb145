//! Copying blobs.

mod conditions;
mod elsewhere;
mod incremental;

use super::steps::{
    AskExt as _, StepExt as _, abort_copy, acquire_lease, append, block_list, copy, copy_from, create, create_append,
    create_page, delete, further, get, get_block_list, get_tags, head, list, page_ranges, put, put_block,
    put_block_list, put_page, renew_lease, set_metadata, set_properties, snapshot, told, url,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Copy;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [copied(), destinations(), sources(), aborted(), conditions::checks(), elsewhere::checks(), incremental::checks()]
        .concat()
}

fn copied() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.accepted",
            "Copy Blob answers 202 with the id and the status of the copy",
            "It answers 201, as other writes do, or tells no id.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_ID],
            [put("s", "source"), copy("b", "s"), get("b"), copy("b", "s"), head("b"), head("s")]
        ),
        check!(
            BlobCopy,
            "blob.copy.before",
            "Before 2012-02-12 Copy Blob answers 201, and tells no id",
            "What holds today is taken for all versions.",
            [BLOB_WRITES_CREATED],
            [
                put("s", "source").into(),
                copy_from("b", "/${account}/${container}/s").version(Version::V2011_08_18),
                get("b").into(),
                get("b").version(Version::V2011_08_18),
            ]
            .to_vec()
        ),
        check!(
            BlobCopy,
            "blob.copy.shown",
            "A copy tells of what it is one, until it is written again",
            "It is told for ever, or not at all.",
            [BLOB_COPY_SHOWN, BLOB_LISTING_COPY],
            [
                put("s", "source"),
                copy("b", "s"),
                get("b"),
                head("b"),
                head("s"),
                list().including("copy"),
                put("b", "other"),
                head("b"),
                copy("b", "s"),
                set_metadata("b"),
                get("b"),
                copy("b", "s"),
                set_properties("b"),
                head("b"),
                list().including("copy"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.shown-range",
            "A range of a copy tells of what it is one, too; its metadata does not",
            "Ranges are answered by another path through the code, which knows fewer headers.",
            [BLOB_COPY_SHOWN],
            [
                put("s", "source"),
                copy("b", "s"),
                get("b").range("1-2"),
                snapshot("b"),
                acquire_lease("b", 60),
                head("b")
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.properties",
            "A copy has content, properties and metadata of its source",
            "The content is copied, and the rest is that of a new blob.",
            [BLOB_COPY_PROPERTIES, BLOB_METADATA_SHOWN],
            [
                put("s", "source")
                    .with_metadata(&[("one", "1"), ("two", "2")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache")
                    .with("x-ms-blob-content-disposition", "inline"),
                put("b", "old").with_metadata(&[("old", "1")]).with("x-ms-blob-content-type", "a/old"),
                copy("b", "s"),
                get("b"),
                head("b"),
                copy("n", "s"),
                get("n"),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.metadata",
            "Metadata in the request takes the place of all metadata of the source",
            "It is added to that of the source.",
            [BLOB_COPY_METADATA],
            [
                put("s", "source").with_metadata(&[("one", "1"), ("two", "2")]),
                copy("b", "s").with_metadata(&[("two", "II"), ("three", "3")]),
                get("b"),
                head("s"),
                copy("b", "s"),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.itself",
            "A blob may be copied onto itself, with other metadata",
            "It is emptied before it is read.",
            [BLOB_COPY_METADATA, BLOB_COPY_ACCEPTED],
            [
                put("b", "itself").with_metadata(&[("m", "1")]).with("x-ms-blob-content-type", "text/plain"),
                copy("b", "b"),
                get("b"),
                copy("b", "b").with_metadata(&[("m", "2")]),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.apart",
            "A copy and its source are two blobs: changes of one leave the other as it is",
            "Both refer to one content.",
            [BLOB_COPY_PROPERTIES],
            [
                create_append("s"),
                append("s", "one"),
                copy("b", "s"),
                append("s", "two"),
                append("b", "three"),
                get("s"),
                get("b"),
                delete("s"),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.blocks",
            "The blocks of a copy are those of its source, with their ids",
            "Content is copied, and the blob can no longer be changed block by block.",
            [BLOB_COPY_ACCEPTED, BLOB_BLOCK_LISTS_COMMITTED],
            [
                put_block("s", "1", "one"),
                put_block("s", "2", "two"),
                put_block_list("s", block_list(&[("Latest", "1"), ("Latest", "2")])),
                put_block("s", "3", "never"),
                copy("b", "s"),
                get_block_list("b", "all"),
                put_block_list("b", block_list(&[("Committed", "2"), ("Committed", "1")])),
                get("b"),
                get_block_list("s", "all"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.tags",
            "Tags are not copied; those of the request are set",
            "They are copied with metadata.",
            [BLOB_COPY_PROPERTIES],
            [
                put("s", "source").with("x-ms-tags", "a=1"),
                copy("b", "s"),
                get_tags("b"),
                copy("b", "s").with("x-ms-tags", "b=2"),
                get_tags("b"),
                get_tags("s"),
            ]
        ),
    ]
}

fn destinations() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.type",
            "Copy Blob to a blob of another type is refused, and changes neither",
            "The destination is replaced, as Put Blob does.",
            [BLOB_COPY_TYPE],
            [
                put("block", "block"),
                create_append("append"),
                append("append", "append"),
                create_page("page", 512),
                copy("block", "append"),
                copy("block", "page"),
                copy("append", "block"),
                copy("append", "page"),
                copy("page", "block"),
                copy("page", "append"),
                get("block").if_match("${etag:0}"),
                get("append").if_match("${etag:2}"),
                head("page").if_match("${etag:3}"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.types",
            "A copy has the type of its source",
            "Every copy is a block blob.",
            [BLOB_COPY_SHOWN, BLOB_READ_TYPE],
            [
                create_append("a"),
                append("a", "append"),
                create_page("p", 1024),
                put_page("p", 512, 1023),
                copy("a2", "a"),
                copy("p2", "p"),
                get("a2"),
                append("a2", "ed"),
                get("a2"),
                get("p2"),
                page_ranges("p2"),
                put_page("p2", 0, 511),
                page_ranges("p2"),
                list(),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.leased",
            "Copy Blob to a leased blob needs its id, and a lease without end; the lease stays",
            "The destination is a new blob without a lease.",
            [BLOB_COPY_INFINITE_LEASE, BLOB_LEASES_ID_MISSING],
            [
                put("s", "source"),
                put("b", "old"),
                acquire_lease("b", -1),
                copy("b", "s"),
                get("b"),
                copy("b", "s").leased(told(2, Told::Lease)),
                get("b"),
                put("c", "old"),
                acquire_lease("c", 60),
                copy("c", "s"),
                copy("c", "s").leased(told(8, Told::Lease)),
                get("c"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.lease-kept",
            "A copy onto a leased blob with the id of its lease leaves the lease as it is",
            "The destination is a new blob without a lease.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_ID_MISSING],
            [
                put("s", "source"),
                put("b", "old"),
                acquire_lease("b", -1),
                copy("b", "s").leased(told(2, Told::Lease)),
                head("b"),
                set_metadata("b"),
                renew_lease("b", told(2, Told::Lease)),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.source-leased",
            "The lease of a source does not matter, and is not copied",
            "A source is read as its owner reads it.",
            [BLOB_COPY_ACCEPTED],
            [put("s", "source"), acquire_lease("s", 60), copy("b", "s"), head("b"), put("b", "free"), head("s")]
        ),
        check!(
            BlobCopy,
            "blob.copy.snapshots-kept",
            "The snapshots of a destination stay, and those of a source are not copied",
            "The destination is deleted first.",
            [BLOB_COPY_ACCEPTED],
            [
                put("s", "source"),
                snapshot("s"),
                put("b", "old"),
                snapshot("b"),
                copy("b", "s"),
                list().including("snapshots"),
                get("b").of_snapshot(told(3, Told::Snapshot)),
                get("b"),
            ]
        ),
    ]
}

fn sources() -> Vec<Check> {
    vec![
        check!(
            BlobCopy,
            "blob.copy.source-absent",
            "A copy of a blob of the account that is not there is refused, and creates nothing",
            "An empty blob is there, whose copy fails.",
            [BLOB_COPY_SOURCE_ABSENT],
            [
                copy("b", "n"),
                head("b"),
                put("b", "kept"),
                copy("b", "n"),
                get("b").if_match("${etag:2}"),
                put_block("u", "1", "never"),
                copy("b", "u"),
                copy("b", "b?snapshot=2020-01-01T00:00:00.0000000Z"),
                get("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.source-form",
            "A source that is no address is refused",
            "It is taken for a name, or for an address of nobody.",
            [BLOB_COPY_SOURCE_FORM],
            [
                put("s", "source"),
                copy_from("b", "garbage"),
                copy_from("b", "s"),
                copy_from("b", "/${account}/${container}/s"),
                copy_from("b", "00000000-0000-4000-8000-000000000000"),
                head("b"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.snapshot",
            "A snapshot may be copied, over its own blob as well",
            "The snapshot in the source is passed over.",
            [BLOB_COPY_SHOWN, BLOB_COPY_PROPERTIES],
            [
                put("b", "then").with_metadata(&[("m", "then")]),
                snapshot("b"),
                put("b", "now").with_metadata(&[("m", "now")]),
                copy_from("c", format!("{}?snapshot=${{snapshot:1}}", url("b"))),
                get("c"),
                copy_from("b", format!("{}?snapshot=${{snapshot:1}}", url("b"))),
                get("b"),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobCopy,
            "blob.copy.containers",
            "A source may be in another container",
            "Its name is looked for in the container of the destination.",
            [BLOB_COPY_ACCEPTED, BLOB_COPY_SOURCE_ABSENT, BLOB_CONTAINERS_MISSING],
            [
                create(further("a")),
                put("s", "of a").on(further("a")),
                put("s", "of the first"),
                copy_from("b", "${origin}${base}/${container}-a/s"),
                get("b"),
                copy("b", "s").on(further("a")),
                get("b").on(further("a")),
                copy_from("b", "${origin}${base}/${container}-n/s"),
                copy("b", "s").on(further("n")),
                get("b"),
            ]
        ),
    ]
}

fn aborted() -> Vec<Check> {
    vec![check!(
        BlobCopy,
        "blob.copy.abort",
        "A copy that is done cannot be aborted, and an id that is none is refused",
        "Aborting is always granted, since nothing is under way.",
        [BLOB_COPY_NONE_PENDING, BLOB_COPY_ABORT_ID],
        [
            put("s", "source"),
            copy("b", "s"),
            abort_copy("b", told(1, Told::Copy)),
            get("b"),
            abort_copy("b", "garbage"),
            abort_copy("b", "").leaving_out_options(),
            abort_copy("s", "00000000-0000-4000-8000-000000000000"),
            get("b"),
            head("b"),
        ]
    )]
}
