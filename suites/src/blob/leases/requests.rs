//! How requests about leases must be written, and what they must be about.

use super::{A, B, SUITE, State, both};
use crate::blob::steps::{
    AskExt as _, StepExt as _, acquire_lease, acquire_lease_of_container, append, change_lease, create_append,
    create_page, further, get, head, lease, lease_container, list, put, release_lease, renew_lease, snapshot, told,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::symbol::Told;

/// Ids that are none.
const NO_IDS: [&str; 5] =
    ["abc", "f81d4fae-7dec-41d0-a765-00a0c91e6bf", "f81d4fae-7dec-41d0-a765-00a0c91e6bfg", "*", "f81d4fae 7dec 41d0"];

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [required(), forms(), absent(), kinds()].concat()
}

fn required() -> Vec<Check> {
    [
        both!(
            "required",
            "A lease action without the headers that it needs is refused",
            "What is missing is taken for empty, and an empty id matches none.",
            [BLOB_LEASES_REQUIRED],
            |thing| thing.in_state(
                State::Leased,
                [
                    thing.act("renew"),
                    thing.act("release"),
                    thing.act("change"),
                    thing.act("change").leased(A),
                    thing.act("change").with("x-ms-proposed-lease-id", B),
                    thing.act("acquire"),
                    thing.act("acquire").with("x-ms-proposed-lease-id", A),
                    thing.write(),
                    thing.renew(A),
                ]
            )
        ),
        both!(
            "required-available",
            "A lease action without the headers that it needs is refused where nothing is leased, too",
            "The state is looked at first.",
            [BLOB_LEASES_REQUIRED],
            |thing| thing.in_state(
                State::Available,
                [
                    thing.act("acquire"),
                    thing.act("acquire").with("x-ms-proposed-lease-id", A),
                    thing.act("renew"),
                    thing.act("release"),
                    thing.act("change"),
                    thing.act("change").leased(A),
                    thing.write(),
                ]
            )
        ),
    ]
    .concat()
}

fn forms() -> Vec<Check> {
    [
        both!(
            "id-form",
            "A lease id that is no GUID is refused as a header, whatever the action",
            "It is compared as text, and is that of nobody.",
            [BLOB_LEASES_ID_FORM],
            |thing| thing.in_state(
                State::Leased,
                [
                    thing.renew("abc"),
                    thing.release("abc"),
                    thing.change("abc", B),
                    thing.change(A, "abc"),
                    thing.acquire_as("abc", 60),
                    thing.write().leased("abc"),
                    thing.show().leased("abc"),
                    thing.renew(A),
                ]
            )
        ),
        both!(
            "id-form-proposed",
            "A proposed id that is no GUID is refused, and nothing is leased",
            "Any text is good for an id.",
            [BLOB_LEASES_ID_FORM],
            |thing| thing.in_state(
                State::Available,
                NO_IDS.iter().map(|id| thing.acquire_as(id, 60)).chain([thing.show(), thing.write()])
            )
        ),
        both!(
            "id-form-renew",
            "An id that is no GUID does not open a lease, and is refused as a header",
            "It is compared, and does not match.",
            [BLOB_LEASES_ID_FORM],
            |thing| thing.in_state(State::Leased, NO_IDS.iter().map(|id| thing.renew(id)).chain([thing.renew(A)]))
        ),
        both!(
            "id-normalised",
            "A lease id may be written without dashes, and comes back with them",
            "It is stored and compared as text.",
            [BLOB_LEASES_ID_NORMALISED],
            |thing| thing.in_state(
                State::Available,
                [
                    thing.acquire_as("f81d4fae7dec41d0a76500a0c91e6bf6", 60),
                    thing.renew(A),
                    thing.renew("f81d4fae7dec41d0a76500a0c91e6bf6"),
                    thing.write().leased("f81d4fae7dec41d0a76500a0c91e6bf6"),
                    thing.change("f81d4fae7dec41d0a76500a0c91e6bf6", "0e3a2b6c11d24c0e9f3e5a1b2c3d4e5f"),
                    thing.renew(B),
                    thing.release("0e3a2b6c11d24c0e9f3e5a1b2c3d4e5f"),
                ]
            )
        ),
        both!(
            "id-case",
            "A lease id is the same in capital letters",
            "It is compared as text.",
            [BLOB_LEASES_MISMATCH, BLOB_LEASES_OTHER_ID],
            |thing| thing.in_state(
                State::Leased,
                [
                    thing.renew("F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"),
                    thing.write().leased("F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"),
                    thing.release("F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6"),
                ]
            )
        ),
        vec![check!(
            BlobLease,
            "blob.leases.id-form-before",
            "A lease id that is no GUID is refused before it is looked whether anything is there",
            "Headers are read when they are needed.",
            [BLOB_LEASES_ID_FORM],
            [
                renew_lease("absent", "abc"),
                put("absent", "1").leased("abc"),
                get("absent").leased("abc"),
                head("absent").leased("abc"),
                lease_container("renew").leased("abc").on(further("absent")),
                get("absent"),
            ]
        )],
    ]
    .concat()
}

fn absent() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.leases.of-nothing",
            "What is not there is not leased, whatever the action",
            "A lease creates what it is of.",
            [BLOB_READ_MISSING],
            [
                acquire_lease("b", 60),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                renew_lease("b", A),
                release_lease("b", A),
                change_lease("b", A, B),
                lease("b", "break"),
                list(),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.of-no-container",
            "A container that is not there is not leased, nor are blobs in it",
            "A lease creates what it is of.",
            [BLOB_CONTAINERS_MISSING],
            [
                acquire_lease_of_container(60).on(further("absent")),
                lease_container("renew").leased(A).on(further("absent")),
                lease_container("release").leased(A).on(further("absent")),
                lease_container("break").on(further("absent")),
                lease_container("change").leased(A).with("x-ms-proposed-lease-id", B).on(further("absent")),
                acquire_lease("b", 60).on(further("absent")),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.of-snapshot",
            "A snapshot is not leased",
            "The parameter is passed over, and the blob is leased.",
            [BLOB_SNAPSHOTS_READ_ONLY, BLOB_SNAPSHOTS_NO_LEASE],
            [
                put("b", "1"),
                snapshot("b"),
                acquire_lease("b", 60).of_snapshot(told(1, Told::Snapshot)),
                head("b"),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                renew_lease("b", A).of_snapshot(told(1, Told::Snapshot)),
                lease("b", "break").of_snapshot(told(1, Told::Snapshot)),
                head("b"),
                list().including("snapshots"),
            ]
        ),
    ]
}

fn kinds() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.leases.of-append-blob",
            "An append blob is leased as any other",
            "Leases are built into one kind of blob.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
            [
                create_append("b"),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", A),
                acquire_lease("b", 60),
                append("b", "1"),
                append("b", "1").leased(B),
                append("b", "2").leased(A),
                renew_lease("b", A),
                get("b"),
                release_lease("b", A),
                append("b", "3").leased(A),
                append("b", "4"),
                get("b"),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.of-page-blob",
            "A page blob is leased as any other",
            "Leases are built into one kind of blob.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_MISMATCH],
            [
                create_page("b", 1024),
                acquire_lease("b", -1).with("x-ms-proposed-lease-id", A),
                acquire_lease("b", 60),
                renew_lease("b", B),
                renew_lease("b", A),
                head("b"),
                lease("b", "break").with("x-ms-lease-break-period", "0"),
                head("b"),
                get("b"),
                list(),
            ]
        ),
        check!(
            BlobLease,
            "blob.leases.versions",
            "A lease is one through all versions",
            "Each version has a handler of its own.",
            [BLOB_LEASES_MISMATCH, BLOB_LEASES_PRESENT],
            [
                put("b", "1"),
                acquire_lease("b", 60).with("x-ms-proposed-lease-id", A).version(Version::V2012_02_12),
                renew_lease("b", A).version(Version::V2013_08_15),
                acquire_lease("b", 60).version(Version::V2020_12_06),
                renew_lease("b", B).version(Version::V2019_12_12),
                change_lease("b", A, B).version(Version::V2015_02_21),
                release_lease("b", B).version(Version::V2021_12_02),
                head("b"),
            ]
        ),
    ]
}
