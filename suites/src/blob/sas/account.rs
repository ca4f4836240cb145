//! The resource types of an account SAS, and its letters for containers and the service.

use super::{ALL, SUITE, asked_with, everything};
use crate::blob::steps::{
    AskExt as _, SasExt as _, StepExt as _, account, account_sas, acquire_lease_of_container, container, containers,
    create, delete_container, further, get, get_acl, get_container, get_container_metadata, get_service_properties,
    lease_container, list, put, set_acl, set_container_metadata, set_service_properties,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Auth, Step};

/// These letters for these types.
fn of(types: &str, letters: &str) -> Auth {
    account_sas(letters).for_types("b", types).auth()
}

/// All letters but these.
fn but(letters: &[char]) -> String {
    ALL.replace(letters, "")
}

fn listing() -> Ask {
    containers(container())
}

fn metadata() -> Ask {
    set_container_metadata().with_metadata(&[("a", "1")])
}

/// What is asked of containers, with this signature; then what is there.
fn on_containers(auth: &Auth) -> Vec<Step> {
    let asks = [
        create(further("x")),
        get_container(),
        get_container_metadata(),
        metadata(),
        acquire_lease_of_container(15),
        lease_container("break").with("x-ms-lease-break-period", "0"),
        list(),
        delete_container(container()),
    ];
    let mut script: Vec<Step> = asks.into_iter().map(|ask| ask.auth(auth.clone())).collect();
    script.extend(steps![get_container(), listing()]);
    script
}

/// What is asked of the service.
fn on_service(auth: &Auth) -> Vec<Step> {
    [listing(), get_service_properties(), set_service_properties("<StorageServiceProperties/>")]
        .into_iter()
        .map(|ask| ask.auth(auth.clone()))
        .collect()
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [letters(), types(), policies()].concat()
}

fn letters() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.account-containers",
            "An account SAS creates with c or w, reads with r, sets metadata with w, leases with w or d, deletes with d",
            "Containers are asked for what blobs need.",
            [BLOB_SAS_ACCOUNT],
            [
                create(further("x")).auth(of("c", "c")),
                create(further("y")).auth(of("c", "w")),
                get_container().on(further("x")).auth(of("c", "r")),
                metadata().on(further("x")).auth(of("c", "w")),
                get_container_metadata().on(further("x")).auth(of("c", "r")),
                acquire_lease_of_container(15).on(further("x")).auth(of("c", "w")),
                lease_container("break").with("x-ms-lease-break-period", "0").on(further("x")).auth(of("c", "d")),
                list().on(further("x")).auth(of("c", "l")),
                delete_container(further("x")).auth(of("c", "d")),
                delete_container(further("y")).auth(of("c", "d")),
                listing().auth(of("s", "l")),
                get_service_properties().auth(of("s", "r")),
                listing(),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.account-containers-refused",
            "An account SAS without the letter creates, reads, changes, lists and deletes no containers",
            "Containers are asked for what blobs need.",
            [BLOB_SAS_PERMISSION],
            [
                create(further("x")).auth(of("c", &but(&['c', 'w']))),
                get_container().auth(of("c", &but(&['r']))),
                get_container_metadata().auth(of("c", &but(&['r']))),
                metadata().auth(of("c", &but(&['w']))),
                metadata().auth(of("c", "c")),
                acquire_lease_of_container(15).auth(of("c", &but(&['w', 'd']))),
                list().auth(of("c", &but(&['l']))),
                delete_container(container()).auth(of("c", &but(&['d']))),
                listing().auth(of("s", &but(&['l']))),
                listing().auth(of("s", "r")),
                get_service_properties().auth(of("s", &but(&['r']))),
                get_service_properties().auth(of("s", "l")),
                set_service_properties("<StorageServiceProperties/>").auth(of("s", &but(&['w']))),
                get_container(),
                listing(),
            ]
        ),
        check!(
            BlobSas,
            "blob.sas.account-information",
            "Account information is told to whoever holds a signature, with any letters",
            "It is asked for r, or for the service.",
            [BLOB_SERVICE_ACCOUNT, BLOB_SAS_ACCOUNT],
            [
                account().auth(of("s", "r")),
                account().auth(of("sco", "rl")),
                account().auth(of("o", "w")),
                account().auth(of("c", "d")),
            ]
        ),
    ]
}

fn types() -> Vec<Check> {
    vec![
        check!(
            BlobSas,
            "blob.sas.account-containers-alone",
            "An account SAS for containers alone does nothing to blobs",
            "Blobs are in the container, and what opens it opens them.",
            [BLOB_SAS_RESOURCE_TYPE],
            asked_with(&account_sas(ALL).for_types("b", "c"), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.account-service-alone",
            "An account SAS for the service alone does nothing to blobs",
            "The service is the whole, it is thought.",
            [BLOB_SAS_RESOURCE_TYPE],
            asked_with(&account_sas(ALL).for_types("b", "s"), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.account-without-objects",
            "An account SAS for all but objects does nothing to blobs",
            "Two of three are enough.",
            [BLOB_SAS_RESOURCE_TYPE],
            asked_with(&account_sas(ALL).for_types("b", "sc"), everything())
        ),
        check!(
            BlobSas,
            "blob.sas.account-objects-alone",
            "An account SAS for objects alone does nothing to containers, nor lists their blobs",
            "To list blobs is to read them.",
            [BLOB_SAS_RESOURCE_TYPE],
            on_containers(&of("o", ALL))
        ),
        check!(
            BlobSas,
            "blob.sas.account-without-containers",
            "An account SAS for all but containers does nothing to containers",
            "Two of three are enough.",
            [BLOB_SAS_RESOURCE_TYPE],
            on_containers(&of("so", ALL))
        ),
        check!(
            BlobSas,
            "blob.sas.account-without-service",
            "An account SAS for all but the service lists no containers, and has no part in the properties",
            "Containers are listed one by one, and each is a container.",
            [BLOB_SAS_RESOURCE_TYPE],
            [on_service(&of("co", ALL)), on_service(&of("c", ALL)), on_service(&of("o", ALL))].concat()
        ),
    ]
}

fn policies() -> Vec<Check> {
    vec![check!(
        BlobSas,
        "blob.sas.no-policies",
        "A SAS of the account neither reads nor sets policies, nor makes anything public, whatever its letters",
        "To read and to write is what its letters say.",
        [BLOB_SAS_NO_POLICIES],
        [
            get_acl().auth(account_sas(ALL).auth()),
            set_acl("").auth(account_sas(ALL).auth()),
            set_acl("").with("x-ms-blob-public-access", "container").auth(account_sas(ALL).auth()),
            get_acl().auth(of("c", "r")),
            set_acl("").auth(of("c", "w")),
            get_acl(),
            put("b", "1"),
            get("b").auth(Auth::Anonymous),
        ]
    )]
}
