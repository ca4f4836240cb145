//! For what a signature is good: the container or the blob that it was made for, and never the container itself.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, SasExt as _, StepExt as _, acquire_lease_of_container, blob_sas, block_list, container, container_sas,
    containers, create, delete, delete_container, further, get, get_acl, get_container, get_container_metadata,
    get_service_properties, head, lease_container, list, put, put_block, put_block_list, set_acl,
    set_container_metadata, set_metadata, snapshot, told,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, Sas, SasScope, Step};

/// What is done to another blob.
fn elsewhere(ask: impl Fn(Ask) -> Ask) -> Vec<Ask> {
    let asks = [
        get("c"),
        head("c"),
        put("c", "2"),
        put_block("c", "1", "one"),
        put_block_list("c", block_list(&[])),
        set_metadata("c").with_metadata(&[("a", "1")]),
        snapshot("c"),
        delete("c"),
    ];
    asks.into_iter().map(ask).collect()
}

fn of_other_container(letters: &str) -> Sas {
    Sas::new(SasScope::Container { container: further("x") }, letters)
}

/// What is asked of the container itself and of the service, with this signature; then what is there.
fn above(auth: &Auth) -> Vec<Step> {
    let asks = [
        create(container()),
        get_container(),
        get_container_metadata(),
        set_container_metadata().with_metadata(&[("a", "1")]),
        get_acl(),
        set_acl(""),
        set_acl("").with("x-ms-blob-public-access", "container"),
        acquire_lease_of_container(15),
        lease_container("break"),
        containers(container()),
        get_service_properties(),
        delete_container(container()),
    ];
    let mut script = steps![put("b", "1")];
    script.extend(asks.into_iter().map(|ask| ask.auth(auth.clone())));
    script.extend(steps![get_container(), get_acl(), get("b")]);
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [others(), blobs_only(), snapshots()].concat()
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.other-container",
            "A SAS for one container is refused for another",
            "The container is taken from the address, and the one that is signed is not compared.",
            [BLOB_SAS_OTHER_RESOURCE],
            {
                let mut script = steps![create(further("x")), put("c", "1").on(further("x"))];
                let asks = elsewhere(|ask| ask.on(further("x")));
                script.extend(asks.into_iter().map(|ask| ask.auth(container_sas("racwdl").auth())));
                script.extend(steps![
                    list().on(further("x")).auth(container_sas("racwdl").auth()),
                    get("c").on(further("x")).auth(of_other_container("r").auth()),
                    put("b", "1").auth(of_other_container("racwdl").auth()),
                    list().on(further("x")),
                    list(),
                ]);
                script
            }
        ),
        check!(
            BlobSas,
            "blob.sas.other-blob",
            "A SAS for one blob is refused for another of its container, for every operation",
            "Signatures are made for containers, and this one too, it is thought.",
            [BLOB_SAS_SIGNATURE],
            {
                let mut script = steps![put("b", "1"), put("c", "1")];
                script.extend(elsewhere(|ask| ask).into_iter().map(|ask| ask.auth(blob_sas("b", "racwd").auth())));
                script.extend(steps![get("b").auth(blob_sas("b", "r").auth()), get("c"), list()]);
                script
            }
        ),
        check!(
            BlobSas,
            "blob.sas.other-blob-by-name",
            "A SAS for a blob is refused for blobs whose names begin or end so, or differ in case",
            "Names are compared by their beginning, or without case.",
            [BLOB_SAS_SIGNATURE],
            [
                put("b/c", "1"),
                put("bc", "1"),
                put("B", "1"),
                get("b/c").auth(blob_sas("b", "r").auth()),
                get("bc").auth(blob_sas("b", "r").auth()),
                get("B").auth(blob_sas("b", "r").auth()),
                get("b/c").auth(blob_sas("b/", "r").auth()),
                get("b/c").auth(blob_sas("c", "r").auth()),
                get("b/c").auth(blob_sas("", "r").auth()),
                get("b/c").auth(blob_sas("b/c", "r").auth()),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.blob-lists-nothing",
            "A SAS for a blob lists no blobs, whatever its letters",
            "The letter is there, and the scope is not looked at.",
            [BLOB_SAS_SIGNATURE],
            [
                put("b", "1"),
                list().auth(blob_sas("b", "racwdl").auth()),
                list().auth(blob_sas("b", "l").auth()),
                list().option("prefix", "b").auth(blob_sas("b", "rl").auth()),
                list(),
            ]
        ),
    ]
}

fn blobs_only() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.blobs-only",
            "A SAS for a container does nothing to the container itself nor to the service, whatever its letters",
            "Permissions are letters, and each operation is one of reading, writing or deleting.",
            [BLOB_SAS_BLOBS_ONLY],
            above(&container_sas("racwdl").auth())
        ),
        check!(
            BlobSas,
            "blob.sas.blobs-only-create",
            "A SAS for a container that is not there does not create it",
            "To create is what its letter says.",
            [BLOB_SAS_BLOBS_ONLY],
            [
                create(further("x")).auth(of_other_container("racwdl").auth()),
                create(further("x")).auth(of_other_container("c").auth()),
                get_container().on(further("x")),
                containers(container()),
            ]
        ),
    ]
}

/// A SAS for the snapshot that step 1 made.
fn of_snapshot(name: &str, letters: &str) -> Sas {
    let mut sas = blob_sas(name, letters);
    sas.further.push(("snapshot".to_owned(), told(1, Told::Snapshot)));
    sas
}

fn snapshots() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.snapshots-by-container",
            "A SAS for a container is good for snapshots of its blobs",
            "The text is put together with the snapshot's time.",
            [BLOB_SAS_SERVICE_SAS],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                get("b").of_snapshot(told(1, Told::Snapshot)).auth(container_sas("r").auth()),
                head("b").of_snapshot(told(1, Told::Snapshot)).auth(container_sas("r").auth()),
                get("b").of_snapshot(told(1, Told::Snapshot)).auth(container_sas("w").auth()),
                delete("b").of_snapshot(told(1, Told::Snapshot)).auth(container_sas("d").auth()),
                list().including("snapshots"),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.snapshot",
            "A SAS for a snapshot reads it, and neither the blob nor another blob's",
            "The time of the snapshot is not signed.",
            [BLOB_SAS_RESOURCE_LINE],
            [
                put("b", "1"),
                snapshot("b"),
                put("b", "2"),
                get("b").auth(of_snapshot("b", "r").auth()),
                head("b").auth(of_snapshot("b", "r").auth()),
                get("b").auth(of_snapshot("b", "r").without("snapshot").auth()),
                get("b").auth(of_snapshot("b", "w").auth()),
                get("b"),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.resource-line",
            "What kind of resource a SAS is for is signed",
            "sr is read from the query, and the signature is verified without.",
            [BLOB_SAS_RESOURCE_LINE, BLOB_SAS_SIGNATURE],
            [
                put("b", "1"),
                get("b").auth(blob_sas("b", "r").auth()),
                get("b").auth(container_sas("r").auth()),
                get("b").auth(blob_sas("b", "r").sending("sr", "c").auth()),
                get("b").auth(container_sas("r").sending("sr", "b").auth()),
                list().auth(container_sas("rl").sending("sr", "b").auth()),
                get("b").auth(blob_sas("b", "r").sending("sr", "bs").auth()),
                get("b"),
            ]
        ),
    ]
}
