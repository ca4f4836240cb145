//! Refusals: their codes, their form, and that nothing is left behind.

use super::everything::{
    absent, each, from_addresses, on_absent_blobs, on_absent_containers, on_blocks, on_containers, on_others,
};
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, bare_request, block_list, container, containers, create,
    create_append, create_page, delete, delete_container, get, get_acl, get_block_list, get_container, head, list,
    policy_document, put, put_block, put_block_list, put_page, set_acl, set_container_metadata, set_metadata,
    set_properties, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Auth, Step};

const SUITE: Suite = Suite::Errors;

/// Requests that are refused for what they say, on the blob `b`, which is there.
fn wrong() -> Vec<Ask> {
    vec![
        put("b", "1"),
        put("b", "2").if_match("\"0x0\""),
        put("b", "2").if_none_match("*"),
        get("b").if_match("\"0x0\""),
        get("b").range("5-"),
        append("b", "2"),
        put_page("b", 0, 511),
        put_block("b", "1", "x").leaving_out("x-ms-lease-id").leased("abc"),
        put_block_list("b", block_list(&[("Latest", "absent")])),
        put_block_list("b", "<BlockList>"),
        set_metadata("b").with_metadata(&[("a-b", "1")]),
        create_page("p", 511),
        create(container()),
        set_acl("<SignedIdentifiers>"),
        acquire_lease("b", 14),
        get("b").of_snapshot("abc"),
    ]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [forms(), codes(), effects()].concat()
}

fn forms() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.errors.body",
            "Each refusal tells a code and a message in a document, whatever was asked of a blob",
            "Errors of the framework have another form, or no body.",
            [BLOB_ERRORS_BODY],
            each(on_absent_blobs(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.body-of-containers",
            "Each refusal tells a code and a message in a document, whatever was asked of a container",
            "Errors of the framework have another form, or no body.",
            [BLOB_ERRORS_BODY],
            each(on_absent_containers(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.body-of-wrong",
            "Each refusal tells a code and a message in a document, whatever was wrong with the request",
            "Errors of the framework have another form, or no body.",
            [BLOB_ERRORS_BODY],
            each(wrong(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.body-of-versions",
            "Refusals have the same form in every version",
            "The form is that of the newest version, or of the oldest.",
            [BLOB_ERRORS_BODY],
            [
                get("b").version(Version::V2011_08_18),
                get("b").version(Version::V2012_02_12),
                put("b", "1").on(absent()).version(Version::V2013_08_15),
                delete("b").version(Version::V2015_12_11),
                list().on(absent()).version(Version::V2016_05_31),
                create(container()).version(Version::V2017_07_29),
                set_metadata("b").version(Version::V2018_11_09),
                snapshot("b").version(Version::V2019_07_07),
                get_container().on(absent()).version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.details",
            "A refusal tells which header or parameter it is about, its value, and what is allowed",
            "The code is enough for the author's client.",
            [BLOB_ERRORS_DETAILS],
            each(wrong(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.details-of-auth",
            "A refusal of a signature tells what is wrong with it",
            "The code is enough for the author's client.",
            [BLOB_ERRORS_DETAILS],
            [
                get("b").auth(Auth::WrongKey),
                put("b", "1").auth(Auth::Skewed { seconds: -2000 }),
                list().auth(Auth::WrongKey),
                set_acl(&policy_document(&["<SignedIdentifier/>".to_owned()])),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.message-ids",
            "The message of each refusal names the request and the time",
            "They are in the headers as well; but what people paste into a report is the message.",
            [BLOB_ERRORS_MESSAGE_IDS],
            each(on_absent_blobs(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.message-ids-of-wrong",
            "The message names the request and the time, whatever was wrong with the request",
            "They are in the headers as well; but what people paste into a report is the message.",
            [BLOB_ERRORS_MESSAGE_IDS],
            each(wrong(), Step::from)
        ),
    ]
}

fn codes() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.errors.code-header",
            "From 2017-07-29 on, each refusal about a blob tells its code in a header as well",
            "Clients read it from the body, and HEAD has none.",
            [BLOB_ERRORS_CODE_HEADER],
            each(on_absent_blobs(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.code-header-of-containers",
            "From 2017-07-29 on, each refusal about a container tells its code in a header as well",
            "Clients read it from the body, and HEAD has none.",
            [BLOB_ERRORS_CODE_HEADER],
            each(on_absent_containers(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.code-header-of-wrong",
            "From 2017-07-29 on, the code stands in a header, whatever was wrong with the request",
            "It is written where things are not found.",
            [BLOB_ERRORS_CODE_HEADER],
            each(wrong(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.code-header-since",
            "The code stands in a header in each version from 2017-07-29 on",
            "It came with the newest version that the author read about.",
            [BLOB_ERRORS_CODE_HEADER],
            [
                head("b").version(Version::V2017_07_29),
                get("b").version(Version::V2017_11_09),
                head("b").on(absent()).version(Version::V2018_03_28),
                create(container()).version(Version::V2018_11_09),
                delete("b").version(Version::V2019_07_07),
                head("b").version(Version::V2020_12_06),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.no-code-header",
            "Up to 2017-04-17, no refusal tells its code in a header",
            "There is one form of answers, the newest.",
            [BLOB_ERRORS_NO_CODE_HEADER],
            each(on_absent_containers(), |ask| ask.version(Version::V2017_04_17))
        ),
        check!(
            BlobCore,
            "blob.errors.no-code-header-before",
            "No refusal tells its code in a header in any of the first versions",
            "There is one form of answers, the newest.",
            [BLOB_ERRORS_NO_CODE_HEADER],
            [
                head("b").version(Version::V2011_08_18),
                get("b").version(Version::V2012_02_12),
                delete("b").version(Version::V2013_08_15),
                list().on(absent()).version(Version::V2014_02_14),
                create(container()).version(Version::V2015_12_11),
                head("b").on(absent()).version(Version::V2016_05_31),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.head",
            "A refusal of HEAD has no body, and its status and code are those of GET",
            "HEAD is answered as GET is, or not at all.",
            [BLOB_ERRORS_CODE_HEADER, BLOB_READ_MISSING],
            [
                put("b", "1"),
                head("absent"),
                get("absent"),
                head("b").on(absent()),
                head("b").if_match("\"0x0\""),
                head("b").if_none_match("${etag:0}"),
                head("b").of_snapshot("2020-01-01T00:00:00.0000000Z"),
                head("b").leased("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"),
                head("b").auth(Auth::WrongKey),
                bare_request("HEAD", "/${container}-absent?restype=container"),
                bare_request("HEAD", "/${container}?restype=container"),
            ]
        ),
    ]
}

fn effects() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.errors.implemented",
            "Each operation on block blobs is there",
            "What no client of the author's asks for is left for later.",
            [BLOB_ERRORS_IMPLEMENTED],
            each(on_blocks(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.implemented-of-others",
            "Each operation on append blobs and page blobs is there",
            "What no client of the author's asks for is left for later.",
            [BLOB_ERRORS_IMPLEMENTED],
            each(on_others(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.implemented-of-containers",
            "Each operation on containers and the service is there",
            "What no client of the author's asks for is left for later.",
            [BLOB_ERRORS_IMPLEMENTED],
            each(on_containers(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.implemented-from-addresses",
            "Each operation that reads what it writes from an address is there",
            "What no client of the author's asks for is left for later.",
            [BLOB_ERRORS_IMPLEMENTED],
            each(from_addresses(), Step::from)
        ),
        check!(
            BlobCore,
            "blob.errors.nothing-left-of-blobs",
            "A refused write leaves nothing behind and changes nothing",
            "Headers are looked at one after the other, while the work is done.",
            [BLOB_METADATA_NAME_CHARACTERS, BLOB_CONDITIONS_IF_MATCH],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                put("b", "2").with_metadata(&[("a-b", "1")]),
                put("c", "2").with_metadata(&[("a-b", "1")]),
                put("b", "2").if_match("\"0x0\""),
                set_metadata("b").with_metadata(&[("b", "2"), ("c-d", "3")]),
                set_properties("b").with("x-ms-blob-content-type", "text/html").if_match("\"0x0\""),
                put_block_list("b", block_list(&[("Latest", "absent")])),
                delete("b").if_match("\"0x0\""),
                get("b").if_match("${etag:0}"),
                head("b"),
                get_block_list("b", "all"),
                list().including("metadata,uncommittedblobs"),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.nothing-left-of-containers",
            "A refused creation or change of a container leaves nothing behind and changes nothing",
            "The container is made before its metadata is looked at.",
            [BLOB_METADATA_NAME_CHARACTERS, BLOB_CONTAINERS_CREATE_CONFLICT],
            [
                set_container_metadata().with_metadata(&[("a", "1")]),
                create(absent()).with_metadata(&[("a-b", "1")]),
                create(container()).with_metadata(&[("b", "2")]),
                set_container_metadata().with_metadata(&[("b", "2"), ("c-d", "3")]),
                set_acl("<SignedIdentifiers>").with("x-ms-blob-public-access", "blob"),
                get_container(),
                get_acl(),
                containers(container()).including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.nothing-made",
            "What is asked of a container that is not there makes none",
            "Containers are made on demand.",
            [BLOB_CONTAINERS_MISSING],
            [
                put("b", "1").on(absent()),
                create_append("b").on(absent()),
                create_page("b", 512).on(absent()),
                put_block("b", "1", "one").on(absent()),
                put_block_list("b", block_list(&[])).on(absent()),
                set_container_metadata().with_metadata(&[("a", "1")]).on(absent()),
                set_acl("").on(absent()),
                delete_container(absent()),
                containers(container()),
                create(absent()),
                list().on(absent()),
                delete_container(absent()),
            ]
        ),
        check!(
            BlobCore,
            "blob.errors.controls-in-path",
            "A control character in a path is refused before the service",
            "It reaches the service, and what is behind it.",
            [BLOB_ADDRESS_CONTROLS_IN_PATH],
            [
                put("b", "1"),
                bare_request("GET", "/${container}/%01"),
                bare_request("DELETE", "/${container}/b%01"),
                bare_request("PUT", "/${container}%1F?restype=container"),
                bare_request("GET", "/${container}%01?restype=container&comp=list"),
                bare_request("HEAD", "/${container}/%08"),
                get("b"),
            ]
        ),
    ]
}
