//! Reading without credentials what is public.

use super::everything::absent;
use super::steps::{
    AskExt as _, StepExt as _, append, block_list, container, containers, create_append, create_page, delete,
    delete_container, get, get_acl, get_block_list, get_container, get_container_metadata, get_metadata,
    get_service_properties, get_tags, head, list, page_ranges, put, put_block, put_block_list, put_page, set_acl,
    set_container_metadata, set_metadata, set_properties, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Anonymous;

/// Makes the container public so far; empty for not at all.
fn public(what: &str) -> Ask {
    if what.is_empty() { set_acl("") } else { set_acl("").with("x-ms-blob-public-access", what) }
}

/// Without credentials.
fn anybody(ask: Ask) -> Step {
    ask.auth(Auth::Anonymous)
}

/// Every read of a blob.
fn reads() -> Vec<Ask> {
    vec![
        get("b"),
        head("b"),
        get("b").range("0-0"),
        get_metadata("b"),
        get_block_list("b", "committed"),
        get("absent"),
        head("absent"),
    ]
}

/// Every read of the container.
fn reads_of_container() -> Vec<Ask> {
    vec![list(), list().option("prefix", "b"), get_container(), get_container_metadata()]
}

/// What is never public.
fn owners() -> Vec<Ask> {
    vec![
        put("b", "2"),
        put("c", "2"),
        put_block("b", "1", "one"),
        put_block_list("b", block_list(&[])),
        set_metadata("b").with_metadata(&[("a", "1")]),
        set_properties("b").with("x-ms-blob-content-type", "text/plain"),
        snapshot("b"),
        delete("b"),
        get_acl(),
        set_acl(""),
        set_container_metadata().with_metadata(&[("a", "1")]),
        containers(container()),
        get_service_properties(),
        delete_container(container()),
    ]
}

/// A blob in a container that is public so far, these requests without credentials, and what is there then.
fn asked(what: &str, asks: Vec<Ask>) -> Vec<Step> {
    let mut steps = steps![put("b", "1").with_metadata(&[("a", "1")]), public(what)];
    steps.extend(asks.into_iter().map(anybody));
    steps.extend(steps![get("b"), get_acl(), list()]);
    steps
}

/// The same in a version.
fn of_version(steps: Vec<Step>, version: Version) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(version)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [granted(), refused(), changing()].concat()
}

fn granted() -> Vec<Check> {
    vec![
        check!(
            BlobAcl,
            "blob.anonymous.blobs",
            "Where blobs are public, every read of a blob is granted to anybody",
            "One of the reads is forgotten.",
            [BLOB_PUBLIC_BLOBS],
            asked("blob", reads())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.blobs-of-container",
            "Where the container is public, every read of a blob is granted to anybody",
            "One level does not contain the other.",
            [BLOB_PUBLIC_BLOBS],
            asked("container", reads())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.container",
            "Where the container is public, it is listed and read by anybody",
            "Listing is an operation of the account.",
            [BLOB_PUBLIC_CONTAINERS],
            asked("container", reads_of_container())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.kinds",
            "Append blobs, page blobs and snapshots are read by anybody where blobs are public",
            "Each kind of blob has a front door of its own.",
            [BLOB_PUBLIC_BLOBS],
            [
                put("b", "1"),
                snapshot("b"),
                public("blob"),
                create_append("a"),
                append("a", "1"),
                create_page("p", 512),
                put_page("p", 0, 511),
                anybody(get("a")),
                anybody(head("a")),
                anybody(get("p")),
                anybody(page_ranges("p")),
                anybody(get("b").of_snapshot(told(1, Told::Snapshot))),
                anybody(head("b").of_snapshot(told(1, Told::Snapshot))),
            ]
        ),
        check!(
            BlobAcl,
            "blob.anonymous.conditions",
            "Conditions and ranges hold for anybody as for the owner",
            "What is public is served by another server.",
            [BLOB_PUBLIC_BLOBS],
            [
                put("b", "0123"),
                public("blob"),
                anybody(get("b").if_none_match("${etag:0}")),
                anybody(get("b").if_match("\"0x0\"")),
                anybody(get("b").range("1-2")),
                anybody(get("b").range("4-")),
                anybody(head("b").if_none_match("${etag:0}")),
            ]
        ),
        check!(
            BlobAcl,
            "blob.anonymous.version",
            "A request without credentials and version is answered as in 2009-09-19",
            "The newest version is the default.",
            [BLOB_PUBLIC_VERSION],
            {
                let mut steps = steps![put("b", "1"), public("container")];
                steps.extend([get("b"), head("b"), get("b").range("0-0"), get("absent"), list(), get_container()].map(
                    |ask| {
                        let mut step = anybody(ask);
                        step.wire.headers.push(("x-ms-version".to_owned(), None));
                        step
                    },
                ));
                steps
            }
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobAcl,
            "blob.anonymous.private",
            "Nothing is read by anybody of a private container",
            "Containers are public until somebody closes them.",
            [BLOB_AUTH_REQUIRED],
            asked("", [reads(), reads_of_container()].concat())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.blobs-alone",
            "Where blobs alone are public, the container is neither listed nor read by anybody",
            "There is one switch.",
            [BLOB_PUBLIC_BLOBS_ALONE],
            asked("blob", reads_of_container())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.writes",
            "Nobody writes without credentials where the container is public",
            "Public is public.",
            [BLOB_AUTH_REQUIRED],
            asked("container", owners())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.writes-to-blobs",
            "Nobody writes without credentials where blobs are public",
            "Public is public.",
            [BLOB_AUTH_REQUIRED],
            asked("blob", owners())
        ),
        check!(
            BlobAcl,
            "blob.anonymous.tags",
            "Tags are not read by anybody, where the container is public neither",
            "To read them is to read the blob.",
            [BLOB_AUTH_REQUIRED],
            of_version(asked("container", vec![get_tags("b")]), Version::V2019_12_12)
        ),
        check!(
            BlobAcl,
            "blob.anonymous.absent",
            "Of a container that is not there anybody learns that nothing is public",
            "It is created, or shown as public.",
            [BLOB_AUTH_REQUIRED],
            [
                anybody(get("b").on(absent())),
                anybody(head("b").on(absent())),
                anybody(list().on(absent())),
                anybody(put("b", "1").on(absent())),
                containers(container()),
            ]
        ),
        check!(
            BlobAcl,
            "blob.anonymous.wrong-key",
            "A wrong signature is refused where no signature is needed",
            "What is public is granted before it is looked who asks.",
            [BLOB_AUTH_SIGNATURE],
            [
                put("b", "1"),
                public("container"),
                get("b").auth(Auth::WrongKey),
                head("b").auth(Auth::WrongKey),
                list().auth(Auth::WrongKey),
                put("b", "2").auth(Auth::WrongKey),
                anybody(get("b")),
            ]
        ),
    ]
}

fn changing() -> Vec<Check> {
    vec![check!(
        BlobAcl,
        "blob.anonymous.closed",
        "What was public and is so no more is not read by anybody",
        "What is public is kept in a cache for good.",
        [BLOB_ACL_PUBLIC_REPLACED, BLOB_PUBLIC_BLOBS_ALONE],
        [
            put("b", "1"),
            public("container"),
            anybody(get("b")),
            anybody(list()),
            public("blob"),
            anybody(get("b")),
            anybody(list()),
            public(""),
            anybody(get("b")),
            anybody(head("b")),
            anybody(list()),
            get("b"),
        ]
    )]
}
