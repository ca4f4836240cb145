//! What a lease leaves as it is, what leaves a lease as it is, and where it is shown.

use super::{A, B, C, SUITE, State, Thing, both};
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, block_list, change_lease, copy, create_append, create_page,
    delete, get, head, lease, list, put, put_block, put_block_list, put_page, release_lease, set_metadata,
    set_properties, set_tier, snapshot, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [shown(), etags(), kept()].concat()
}

fn shown() -> Vec<Check> {
    [
        both!(
            "shown",
            "How a lease stands is shown by every read, and by listings",
            "It is shown where it was asked for first.",
            [BLOB_LEASES_SHOWN],
            |thing| thing.in_state(
                State::Available,
                [
                    thing.show(),
                    thing.read(),
                    thing.listed(),
                    thing.acquire_as(A, 60),
                    thing.show(),
                    thing.read(),
                    thing.listed(),
                    thing.break_in(30),
                    thing.show(),
                    thing.read(),
                    thing.listed(),
                    thing.break_in(0),
                    thing.show(),
                    thing.read(),
                    thing.listed(),
                ]
            )
        ),
        both!(
            "shown-endless",
            "A lease without end is shown as one, by every read and by listings",
            "A duration has a number.",
            [BLOB_LEASES_SHOWN],
            |thing| thing.in_state(
                State::Endless,
                [thing.show(), thing.read(), thing.listed(), thing.break_it(), thing.show(), thing.listed()]
            )
        ),
        both!(
            "shown-of-versions",
            "Before 2012-02-12 the status of a lease is shown, and neither its state nor its duration",
            "Headers are the same at all times.",
            [BLOB_LEASES_SHOWN],
            |thing| {
                let mut steps = thing.created();
                steps.extend(steps![
                    thing.show().version(Version::V2011_08_18),
                    thing.acquire_as(A, 60),
                    thing.show().version(Version::V2011_08_18),
                    thing.show().version(Version::V2012_02_12),
                    thing.show().version(Version::V2013_08_15),
                    thing.show().version(Version::V2020_12_06),
                    thing.listed().version(Version::V2011_08_18),
                    thing.listed().version(Version::V2013_08_15),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
    ]
    .concat()
}

fn etags() -> Vec<Check> {
    [
        both!(
            "etag",
            "Answers about a lease carry ETag and Last-Modified, whatever the action",
            "A lease is no write, and so has neither.",
            [BLOB_LEASES_ETAG],
            |thing| thing.in_state(
                State::Available,
                [
                    thing.acquire_as(A, 60),
                    thing.renew(A),
                    thing.change(A, B),
                    thing.break_in(30),
                    thing.release(B),
                    thing.acquire(-1),
                    thing.break_it(),
                ]
            )
        ),
        vec![
            check!(
                BlobLease,
                "blob.leases.keep-etag",
                "No action on a lease changes the ETag of its blob",
                "What is stored is stored anew, and gets a new ETag.",
                [BLOB_LEASES_KEEP_ETAG],
                [
                    put("b", "1"),
                    acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                    get("b").if_match("${etag:0}"),
                    lease("b", "renew").leased(A),
                    get("b").if_match("${etag:0}"),
                    change_lease("b", A, B),
                    get("b").if_match("${etag:0}"),
                    lease("b", "break").with("x-ms-lease-break-period", "0"),
                    head("b").if_match("${etag:0}"),
                    release_lease("b", B),
                    head("b").if_match("${etag:0}"),
                    set_metadata("b").if_match("${etag:0}"),
                ]
            ),
            check!(
                BlobLease,
                "blob.leases.keep-modified",
                "No action on a lease changes Last-Modified of its blob",
                "What is stored is stored anew, at that time.",
                [BLOB_LEASES_KEEP_ETAG],
                [
                    put("b", "1"),
                    acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                    get("b").with("If-Unmodified-Since", told(0, Told::Modified)),
                    lease("b", "break").with("x-ms-lease-break-period", "0"),
                    get("b").with("If-Unmodified-Since", told(0, Told::Modified)),
                    get("b").with("If-Modified-Since", told(0, Told::Modified)),
                    list(),
                ]
            ),
        ],
    ]
    .concat()
}

fn kept() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.leases.overwritten",
            "A blob that is overwritten with the id of its lease stays leased",
            "The new blob takes the place of the old one, with everything.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_ID_MISSING],
            [
                put("b", "1"),
                acquire_lease("b", -1).with("x-ms-proposed-lease-id", A),
                put("b", "2").leased(A),
                head("b"),
                put("b", "3"),
                lease("b", "renew").leased(A),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.committed",
            "A blob whose blocks are committed anew stays leased",
            "The list makes another blob.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_ID_MISSING],
            [
                put("b", "1"),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                put_block("b", "1", "one").leased(A),
                put_block_list("b", block_list(&[("Latest", "1")])).leased(A),
                head("b"),
                put_block("b", "2", "two"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                lease("b", "renew").leased(A),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.copied-onto",
            "A blob that another one is copied onto stays leased",
            "The copy comes with the lease of its source, or with none.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_ID_MISSING],
            [
                put("a", "1"),
                put("b", "2"),
                acquire_lease("b", -1).with("x-ms-proposed-lease-id", A),
                copy("b", "a").leased(A),
                head("b"),
                head("a"),
                copy("b", "a"),
                lease("b", "renew").leased(A),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.not-copied",
            "The lease of a source is not copied",
            "A copy is the whole record.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_NONE_TO_SHOW],
            [
                put("a", "1"),
                acquire_lease("a", -1).with("x-ms-proposed-lease-id", A),
                copy("b", "a"),
                head("b"),
                set_metadata("b"),
                set_metadata("b").leased(A),
                head("a"),
                list(),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.written-stays",
            "Writes to a leased blob leave the lease as it is",
            "Each of them stores what it knows of, and the lease it does not.",
            [BLOB_LEASES_SHOWN],
            [
                put("b", "1"),
                acquire_lease("b", -1).with("x-ms-proposed-lease-id", A),
                set_metadata("b").leased(A).with_metadata(&[("a", "1")]),
                head("b"),
                set_properties("b").leased(A).with("x-ms-blob-content-type", "text/plain"),
                head("b"),
                set_tier("b", "Cool").leased(A),
                head("b"),
                snapshot("b"),
                head("b"),
                lease("b", "renew").leased(A),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.appended-stays",
            "Appends and pages leave the lease of their blob as it is",
            "Each kind of blob is stored in its own way.",
            [BLOB_LEASES_SHOWN],
            [
                create_append("a"),
                acquire_lease("a", -1).with("x-ms-proposed-lease-id", A),
                append("a", "1").leased(A),
                head("a"),
                append("a", "2"),
                create_page("p", 1024),
                acquire_lease("p", 60).with("x-ms-proposed-lease-id", B),
                put_page("p", 0, 511).leased(B),
                head("p"),
                put_page("p", 512, 1023),
                get("p"),
                get("a"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.deleted",
            "With a blob its lease is deleted; another of its name has none",
            "Leases are kept beside blobs, by name.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_ID_FOR_NOTHING],
            [
                put("b", "1"),
                acquire_lease("b", -1).with("x-ms-proposed-lease-id", A),
                delete("b"),
                delete("b").leased(A),
                put("b", "2").leased(A),
                put("b", "2"),
                head("b"),
                lease("b", "renew").leased(A),
                set_metadata("b"),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.of-each-blob",
            "Each blob has a lease of its own",
            "There is one for all blobs of a container, or one for each name.",
            [BLOB_LEASES_OTHER_ID, BLOB_LEASES_MISMATCH],
            [
                put("a", "1"),
                put("b", "2"),
                acquire_lease("a", 60).with("x-ms-proposed-lease-id", A),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", B),
                set_metadata("a").leased(B),
                lease("b", "renew").leased(A),
                release_lease("a", A),
                set_metadata("a"),
                set_metadata("b"),
                acquire_lease("a", -1).with("x-ms-proposed-lease-id", B),
                list(),
                lease("b", "renew").leased(B),
                release_lease("b", C),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.container-and-blobs",
            "The lease of a container does not guard its blobs, nor theirs the container's properties",
            "A lease is looked up along the path.",
            [BLOB_LEASES_NONE_TO_SHOW, BLOB_LEASES_ID_MISSING],
            [
                put("b", "1"),
                Thing::Container.acquire_as(A, 60),
                set_metadata("b"),
                put("c", "2"),
                put("b", "2").leased(A),
                get("b").leased(A),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", B),
                Thing::Container.write().leased(B),
                Thing::Container.write().leased(A),
                Thing::Container.show(),
                head("b"),
                Thing::Container.break_in(0),
                head("b"),
            ]
        ),
    ]
}
