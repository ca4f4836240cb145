//! Headers of requests and answers.

use super::everything::{each, on_absent_blobs, on_absent_containers, on_blocks, on_containers, on_later, on_others};
use super::steps::{
    AskExt as _, StepExt as _, append, block_list, container, containers, copy, create_append, create_page, delete,
    delete_container, get, get_acl, get_block_list, get_container, get_service_properties, get_tags, head, list,
    page_ranges, policy_document, put, put_block, put_block_list, put_page, set_acl, set_container_metadata,
    set_metadata, set_properties, set_tags, snapshot, tags_document, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Headers;

/// A name that a client gives to its request.
const MINE: &str = "0123-my request";

/// What is granted, in groups, each with a name for the end of ids.
macro_rules! everywhere {
    ($slug:literal, $title:literal, $why:literal, $rule:ident, $written:expr) => {
        vec![
            check!(
                BlobCore,
                concat!("blob.headers.", $slug),
                concat!($title, ", about block blobs"),
                $why,
                [$rule],
                each(on_blocks(), $written)
            ),
            check!(
                BlobCore,
                concat!("blob.headers.", $slug, "-of-others"),
                concat!($title, ", about other blobs"),
                $why,
                [$rule],
                each(on_others(), $written)
            ),
            check!(
                BlobCore,
                concat!("blob.headers.", $slug, "-of-later"),
                concat!($title, ", about tags and seals"),
                $why,
                [$rule],
                each(on_later(), |ask| {
                    let write: fn(_) -> Step = $written;
                    write(ask).version(Version::V2019_12_12)
                })
            ),
            check!(
                BlobCore,
                concat!("blob.headers.", $slug, "-of-containers"),
                concat!($title, ", about containers and the service"),
                $why,
                [$rule],
                each(on_containers(), $written)
            ),
            check!(
                BlobCore,
                concat!("blob.headers.", $slug, "-on-errors"),
                concat!($title, ", if it is a refusal"),
                "Errors are made by other code.",
                [$rule],
                each(on_absent_blobs(), $written)
            ),
            check!(
                BlobCore,
                concat!("blob.headers.", $slug, "-on-errors-of-containers"),
                concat!($title, ", if it is a refusal about a container"),
                "Errors are made by other code.",
                [$rule],
                each(on_absent_containers(), $written)
            ),
        ]
    };
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        everywhere!(
            "version-echo",
            "Every answer names the version of its request",
            "Each operation puts its headers together for itself.",
            BLOB_HEADERS_VERSION_ECHO,
            Step::from
        ),
        everywhere!(
            "request-id",
            "Every answer has an x-ms-request-id of its own",
            "One id for a connection, or for the process.",
            BLOB_HEADERS_REQUEST_ID,
            Step::from
        ),
        everywhere!(
            "client-request-id",
            "The name that a client gives to its request is sent back in every answer",
            "It is written to a log, and forgotten.",
            BLOB_HEADERS_CLIENT_REQUEST_ID,
            |ask: Ask| ask.header("x-ms-client-request-id", MINE)
        ),
        of_versions(),
        of_things(),
        of_documents(),
    ]
    .concat()
}

fn of_versions() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.headers.version-echoed-each",
            "The version that an answer names is that of the request, and not that of the server",
            "A constant.",
            [BLOB_HEADERS_VERSION_ECHO],
            [
                put("b", "1").version(Version::V2012_02_12),
                get("b").version(Version::V2015_12_11),
                head("b").version(Version::V2016_05_31),
                get_acl().version(Version::V2017_04_17),
                list().version(Version::V2018_03_28),
                get_service_properties().version(Version::V2013_08_15),
                get("absent").version(Version::V2014_02_14),
                set_metadata("b").version(Version::V2019_07_07),
                delete("b").version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobCore,
            "blob.headers.version-unreadable",
            "A version that is none is refused, and nothing is done",
            "Versions are compared as text, or not at all.",
            [BLOB_HEADERS_VERSION_UNREADABLE],
            [
                put("b", "1"),
                get("b").header("x-ms-version", "today"),
                put("b", "2").header("x-ms-version", "12.0.0b1"),
                delete("b").header("x-ms-version", "2019/02/02"),
                head("b").header("x-ms-version", "1"),
                delete_container(container()).header("x-ms-version", "2019-13-41"),
                list().header("x-ms-version", "latest"),
                get("b"),
            ]
        ),
    ]
}

fn of_things() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.headers.etag",
            "Answers about a blob carry its ETag and when it was changed, whatever was asked",
            "Writes are answered with a status alone.",
            [BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [
                put("b", "1"),
                get("b"),
                head("b"),
                get("b").range("0-0"),
                set_metadata("b").with_metadata(&[("a", "1")]),
                set_properties("b").with("x-ms-blob-content-type", "text/plain"),
                put_block("b", "1", "one"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get_block_list("b", "all"),
                snapshot("b"),
                head("b").of_snapshot(told(9, Told::Snapshot)),
                copy("c", "b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.headers.etag-of-others",
            "Answers about append blobs and page blobs carry ETag and when they were changed",
            "Writes are answered with a status alone.",
            [BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [
                create_append("a"),
                append("a", "1"),
                get("a"),
                create_page("p", 512),
                put_page("p", 0, 511),
                page_ranges("p"),
                head("p"),
            ]
        ),
        check!(
            BlobCore,
            "blob.headers.etag-of-containers",
            "Answers about a container carry its ETag and when it was changed, whatever was asked",
            "Containers are names.",
            [BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [
                get_container(),
                set_container_metadata().with_metadata(&[("a", "1")]),
                get_container(),
                set_acl(""),
                get_acl(),
            ]
        ),
        check!(
            BlobCore,
            "blob.headers.etag-quoted",
            "ETags stand in quotes, from 2011-08-18 on",
            "They are hexadecimal numbers.",
            [BLOB_HEADERS_ETAG_QUOTED],
            [
                put("b", "1"),
                get("b"),
                head("b"),
                put("b", "2").version(Version::V2011_08_18),
                set_metadata("b").version(Version::V2012_02_12),
                get_container().version(Version::V2020_12_06),
                get("b").if_match("${etag:4}"),
            ]
        ),
    ]
}

fn of_documents() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.headers.content-type",
            "Documents are application/xml",
            "They are text, or have no type.",
            [BLOB_HEADERS_CONTENT_TYPE],
            {
                let mut steps = documents();
                steps.extend(steps![get("absent"), list().on("${container}-absent"), get("b").range("9-")]);
                steps
            }
        ),
        check!(
            BlobCore,
            "blob.headers.byte-order-mark",
            "Documents begin with a byte order mark",
            "The document is written without one, as documents are.",
            [BLOB_HEADERS_BYTE_ORDER_MARK],
            documents()
        ),
        check!(
            BlobCore,
            "blob.headers.byte-order-mark-on-errors",
            "The document of every refusal begins with a byte order mark",
            "Errors are made by other code.",
            [BLOB_HEADERS_BYTE_ORDER_MARK],
            each(on_absent_blobs(), Step::from)
        ),
    ]
}

/// An answer with each document.
fn documents() -> Vec<Step> {
    steps![
        put("b", "1"),
        create_page("p", 512),
        put_page("p", 0, 511),
        list(),
        list().version(Version::V2012_02_12),
        containers(container()),
        get_block_list("b", "all"),
        page_ranges("p"),
        set_acl(&policy_document(&[])),
        get_acl(),
        get_service_properties(),
        set_tags("b", tags_document(&[("a", "1")])).version(Version::V2019_12_12),
        get_tags("b").version(Version::V2019_12_12),
    ]
}
