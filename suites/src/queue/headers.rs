//! Headers of requests and answers.

use super::everything::{each_granted, each_refused};
use super::steps::{
    AskExt as _, StepExt as _, absent, bare_request, clear, create_with, delete_queue, further, get, list, metadata,
    peek, policies, policy_document, properties, put, set_metadata, set_policies, whole_policy,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::Headers;

/// A name that a client gives to its request.
const MINE: &str = "0123-my request";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [of_versions(), of_requests(), of_clients(), of_documents()].concat()
}

fn of_versions() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.headers.version-echo",
            "Every answer names the version of its request, whatever was asked",
            "Each operation puts its headers together for itself.",
            [QUEUE_HEADERS_VERSION_ECHO],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.version-on-errors",
            "Every refusal names the version of its request",
            "Errors are made by other code.",
            [QUEUE_HEADERS_VERSION_ECHO],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.version-echoed-each",
            "The version that an answer names is that of the request, and not that of the server",
            "A constant.",
            [QUEUE_HEADERS_VERSION_ECHO],
            [
                put("a").version(Version::V2012_02_12),
                peek().version(Version::V2015_12_11),
                metadata().version(Version::V2016_05_31),
                policies().version(Version::V2017_04_17),
                list(further("")).version(Version::V2018_03_28),
                properties().version(Version::V2013_08_15),
                metadata().on(absent()).version(Version::V2014_02_14),
                set_metadata(&[("a", "1")]).version(Version::V2019_07_07),
                clear().version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.version-of-first",
            "Every answer names the version of its request, whatever was asked, in the first versions too",
            "A constant.",
            [QUEUE_HEADERS_VERSION_ECHO],
            each_granted(|ask| ask.version(Version::V2012_02_12))
        ),
        check!(
            QueueCore,
            "queue.headers.version-of-later",
            "Every answer names the version of its request, whatever was asked, in later versions too",
            "A constant.",
            [QUEUE_HEADERS_VERSION_ECHO, QUEUE_HEADERS_CLIENT_REQUEST_ID],
            each_granted(|ask| ask.version(Version::V2020_12_06).header("x-ms-client-request-id", MINE))
        ),
        check!(
            QueueCore,
            "queue.headers.of-head",
            "Answers to HEAD carry the headers that all answers carry",
            "They are written where bodies are.",
            [
                QUEUE_HEADERS_VERSION_ECHO,
                QUEUE_HEADERS_REQUEST_ID,
                QUEUE_HEADERS_CLIENT_REQUEST_ID,
                QUEUE_HEADERS_CACHE_CONTROL,
                QUEUE_HEADERS_NO_ETAG,
            ],
            [
                bare_request("HEAD", "/${queue}?comp=metadata").header("x-ms-client-request-id", MINE),
                bare_request("HEAD", "/${queue}-absent?comp=metadata").header("x-ms-client-request-id", MINE),
                bare_request("HEAD", "/${queue}?comp=metadata").version(Version::V2012_02_12),
                bare_request("HEAD", "/${queue}?comp=metadata").version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.version-unreadable",
            "A version that is none is refused, and nothing is done",
            "Versions are compared as text, or not at all.",
            [QUEUE_HEADERS_VERSION_UNREADABLE],
            [
                put("a"),
                peek().header("x-ms-version", "today"),
                put("b").header("x-ms-version", "12.0.0b1"),
                clear().header("x-ms-version", "2019/02/02"),
                metadata().header("x-ms-version", "1"),
                delete_queue("${queue}").header("x-ms-version", "2019-13-41"),
                list(further("")).header("x-ms-version", "latest"),
                peek(),
            ]
        ),
    ]
}

fn of_requests() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.headers.request-id",
            "Every answer has an x-ms-request-id of its own, whatever was asked",
            "One id for a connection, or for the process.",
            [QUEUE_HEADERS_REQUEST_ID],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.request-id-on-errors",
            "Every refusal has an x-ms-request-id of its own",
            "Errors are made by other code.",
            [QUEUE_HEADERS_REQUEST_ID],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.cache-control",
            "An answer of 200 to GET and HEAD forbids caching, and no other answer says anything about it",
            "The header is written on everything, or on nothing.",
            [QUEUE_HEADERS_CACHE_CONTROL, QUEUE_HEADERS_NO_CACHE_CONTROL],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.cache-control-each",
            "Whatever is read, its answer forbids caching",
            "Each operation puts its headers together for itself.",
            [QUEUE_HEADERS_CACHE_CONTROL],
            [
                metadata(),
                bare_request("HEAD", "/${queue}?comp=metadata"),
                policies(),
                list(further("")),
                properties(),
                get(),
                peek(),
                peek().version(Version::V2014_02_14),
                list(further("")).version(Version::V2015_12_11),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.no-cache-control-on-errors",
            "No refusal says anything about caching",
            "The header is written before it is known what comes.",
            [QUEUE_HEADERS_NO_CACHE_CONTROL],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.no-cache-control-on-writes",
            "No answer to a write says anything about caching",
            "The header is written before it is known what comes.",
            [QUEUE_HEADERS_NO_CACHE_CONTROL],
            [
                put("a"),
                clear(),
                set_metadata(&[("a", "1")]),
                set_policies(""),
                create_with(further("x"), &[("a", "1")]),
                create_with(further("x"), &[("a", "1")]),
                delete_queue(further("x")),
                put("b").version(Version::V2015_12_11),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.no-etag",
            "No answer has an ETag, whatever was asked",
            "Blobs and entities have one.",
            [QUEUE_HEADERS_NO_ETAG],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.no-etag-of-versions",
            "No answer has an ETag in the first versions either",
            "The answer is that of a container.",
            [QUEUE_HEADERS_NO_ETAG],
            each_granted(|ask| ask.version(Version::V2015_12_11))
        ),
    ]
}

fn of_clients() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.headers.client-request-id",
            "From 2019-02-02 on, the name that a client gives to its request is sent back, whatever was asked",
            "It is written to the log.",
            [QUEUE_HEADERS_CLIENT_REQUEST_ID],
            each_granted(|ask| ask.header("x-ms-client-request-id", MINE))
        ),
        check!(
            QueueCore,
            "queue.headers.client-request-id-on-errors",
            "The name that a client gives to its request is sent back on refusals too",
            "Errors are made by other code.",
            [QUEUE_HEADERS_CLIENT_REQUEST_ID],
            each_refused(|ask| ask.header("x-ms-client-request-id", MINE))
        ),
        check!(
            QueueCore,
            "queue.headers.client-request-id-since",
            "The name of a request is sent back in each version from 2019-02-02 on, each its own",
            "It came with the newest version that the author read about.",
            [QUEUE_HEADERS_CLIENT_REQUEST_ID],
            [
                metadata().version(Version::V2019_02_02).header("x-ms-client-request-id", "a"),
                metadata().version(Version::V2019_07_07).header("x-ms-client-request-id", "b"),
                peek().version(Version::V2019_12_12).header("x-ms-client-request-id", "c"),
                list(further("")).version(Version::V2020_02_10).header("x-ms-client-request-id", "d"),
                metadata().on(absent()).version(Version::V2020_12_06).header("x-ms-client-request-id", "e"),
                metadata().version(Version::V2020_12_06),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.no-client-request-id",
            "Up to 2018-11-09, the name of a request is not sent back",
            "There is one form of answers, the newest.",
            [QUEUE_HEADERS_NO_CLIENT_REQUEST_ID],
            each_granted(|ask| ask.version(Version::V2018_11_09).header("x-ms-client-request-id", MINE))
        ),
        check!(
            QueueCore,
            "queue.headers.no-client-request-id-before",
            "The name of a request is not sent back in any of the first versions",
            "There is one form of answers, the newest.",
            [QUEUE_HEADERS_NO_CLIENT_REQUEST_ID],
            [
                put("a").version(Version::V2011_08_18).header("x-ms-client-request-id", MINE),
                peek().version(Version::V2012_02_12).header("x-ms-client-request-id", MINE),
                metadata().version(Version::V2014_02_14).header("x-ms-client-request-id", MINE),
                metadata().on(absent()).version(Version::V2015_12_11).header("x-ms-client-request-id", MINE),
                list(further("")).version(Version::V2017_07_29).header("x-ms-client-request-id", MINE),
                metadata().on(absent()).version(Version::V2018_03_28).header("x-ms-client-request-id", MINE),
            ]
        ),
    ]
}

fn of_documents() -> Vec<Check> {
    vec![
        check!(
            QueueCore,
            "queue.headers.content-type",
            "Every document is announced as application/xml, and nothing is announced where there is none",
            "Frameworks set a type of their own, also on empty answers.",
            [QUEUE_HEADERS_CONTENT_TYPE],
            each_granted(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.content-type-on-errors",
            "The document of every refusal is announced as application/xml",
            "Errors are JSON, or text, or a page.",
            [QUEUE_HEADERS_CONTENT_TYPE],
            each_refused(Step::from)
        ),
        check!(
            QueueCore,
            "queue.headers.byte-order-mark",
            "Every document begins with a byte order mark",
            "Writers are set up without one.",
            [QUEUE_HEADERS_BYTE_ORDER_MARK],
            [
                put("a"),
                peek(),
                get(),
                get(),
                set_policies(policy_document(&whole_policy("a"))),
                policies(),
                list(further("")),
                properties(),
                list(further("")).version(Version::V2012_02_12),
            ]
        ),
        check!(
            QueueCore,
            "queue.headers.byte-order-mark-on-errors",
            "The document of every refusal begins with a byte order mark",
            "Errors are made by other code.",
            [QUEUE_HEADERS_BYTE_ORDER_MARK],
            each_refused(Step::from)
        ),
    ]
}
