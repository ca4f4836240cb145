//! Headers of requests and answers.

mod everywhere;
mod parts;

pub(super) use everywhere::{granted, refused};

use super::steps::{
    RawExt as _, StepExt as _, at, create_table, delete, delete_table, etag, get, insert, insert_or_merge, int, merge,
    page, preferring, raw, scan_all, update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::table::{Prefer, Query};

const SUITE: Suite = Suite::Headers;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), everywhere::checks(), parts::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.headers.request-id",
            "Every answer has an x-ms-request-id of its own",
            "One id for a connection, or for the process.",
            [TABLE_HEADERS_REQUEST_ID],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")),
                get(at("p", "1")),
                get(at("p", "2")),
                delete(at("p", "1"), "*")
            ]
        ),
        check!(
            TableCore,
            "table.headers.version",
            "An answer names the version of its request",
            "The newest version of the server is named, or none.",
            [TABLE_HEADERS_VERSION_ECHO],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).version(Version::V2019_07_07),
                get(at("p", "2")).version(Version::V2018_03_28),
                delete(at("p", "1"), "*"),
            ]
        ),
        check!(
            TableCore,
            "table.headers.version-unknown",
            "A version that is none is refused",
            "Versions are compared as text, or not at all.",
            [TABLE_HEADERS_VERSION_UNKNOWN],
            [
                get(at("p", "1")).header("x-ms-version", "12.0.0b1"),
                insert(at("p", "1"), []).header("x-ms-version", "12.0.0b1"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.headers.of-every-answer",
            "Answers forbid sniffing and caching, and have no DataServiceVersion",
            "Security headers are left to a proxy.",
            [TABLE_HEADERS_NOSNIFF, TABLE_HEADERS_CACHE_CONTROL, TABLE_HEADERS_NO_DATA_SERVICE_VERSION],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")),
                page(Query::default()),
                update(at("p", "1"), "*", []),
                delete(at("p", "1"), "*"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.headers.content-type",
            "A JSON body is announced with its level, streaming and charset; no body with nothing",
            "Frameworks set a type of their own, also on empty answers.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON, TABLE_HEADERS_NO_CONTENT_TYPE_WHEN_EMPTY],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), []),
                preferring(Prefer::ReturnNoContent, insert(at("p", "2"), [])),
                delete(at("p", "1"), "*"),
                page(Query::default()),
            ]
        ),
        check!(
            TableCore,
            "table.headers.no-error-code",
            "Errors of the entity layer have no x-ms-error-code",
            "Blobs and queues have it.",
            [TABLE_HEADERS_NO_ERROR_CODE_HEADER],
            [get(at("p", "1")), insert(at("p", "1"), []), insert(at("p", "1"), []), delete(at("p", "2"), "*")]
        ),
        check!(
            TableCore,
            "table.headers.prefer",
            "A preference is confirmed with its own value",
            "Clients decide by it whether there is a body to read.",
            [TABLE_HEADERS_PREFERENCE_APPLIED],
            [
                preferring(Prefer::ReturnNoContent, insert(at("p", "1"), [])),
                preferring(Prefer::ReturnContent, insert(at("p", "2"), [])),
                insert(at("p", "3"), []),
                preferring(Prefer::ReturnNoContent, create_table("${table}x")),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.headers.prefer-on-conflict",
            "A preference is confirmed on a conflict too",
            "Errors are made elsewhere.",
            [TABLE_HEADERS_PREFERENCE_APPLIED_ON_CONFLICT],
            [
                insert(at("p", "1"), []),
                preferring(Prefer::ReturnNoContent, insert(at("p", "1"), [])),
                preferring(Prefer::ReturnContent, insert(at("p", "1"), [])),
                preferring(Prefer::ReturnNoContent, create_table("${table}")),
            ]
        ),
        check!(
            TableCore,
            "table.headers.format-parameter",
            "$format beats Accept",
            "Clients send both, and mean the first.",
            [TABLE_HEADERS_FORMAT_PARAMETER],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("GET", "/${table}(PartitionKey='p',RowKey='1')?$format=application%2Fjson%3Bodata%3Dfullmetadata")
                    .field("DataServiceVersion", "3.0"),
                raw("GET", "/${table}()?$format=application%2Fjson%3Bodata%3Dnometadata")
                    .field("DataServiceVersion", "3.0"),
            ]
        ),
        check!(
            TableCore,
            "table.headers.accept-plain",
            "Accept: application/json asks for minimal metadata",
            "No level means no metadata.",
            [TABLE_HEADERS_ACCEPT_PLAIN_JSON],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")).header("Accept", "application/json"),
                page(Query::default()).header("Accept", "application/json"),
                get(at("p", "2")).header("Accept", "application/json"),
            ]
        ),
        check!(
            TableCore,
            "table.headers.accept-with-blanks",
            "A level of metadata may stand behind a blank",
            "The header is compared as text; the .NET client writes a blank.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            [
                insert(at("p", "1"), [("A", int(1))]).header("Content-Type", "application/json; odata=nometadata"),
                get(at("p", "1")).header("Accept", "application/json; odata=fullmetadata"),
                get(at("p", "1")).header("Accept", "application/json; odata=nometadata"),
            ]
        ),
        check!(
            TableCore,
            "table.headers.tunnel-needs-post",
            "X-HTTP-Method stands on a POST only",
            "It is looked at first, or never.",
            [TABLE_HEADERS_TUNNEL_POST_ONLY],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")).header("X-HTTP-Method", "DELETE"),
                update(at("p", "1"), "*", [("A", int(2))]).header("X-HTTP-Method", "MERGE"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.headers.tunnel-value",
            "X-HTTP-Method names MERGE, PUT or DELETE",
            "Other values are ignored, and the request is a plain POST.",
            [TABLE_HEADERS_TUNNEL_VALUE],
            [
                insert(at("p", "1"), [("A", int(1))]).header("X-HTTP-Method", "NONSENSE"),
                raw("POST", "/${table}(PartitionKey='p',RowKey='1')")
                    .field("X-HTTP-Method", "COPY")
                    .field("If-Match", "*")
                    .json("{\"A\":1}"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.headers.tunnel-count",
            "There is one X-HTTP-Method",
            "The first is taken, or the last, or both in one text.",
            [TABLE_HEADERS_TUNNEL_COUNT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("POST", "/${table}(PartitionKey='p',RowKey='1')")
                    .field("X-HTTP-Method", "MERGE")
                    .field("X-HTTP-Method", "MERGE")
                    .field("If-Match", "*")
                    .json("{\"A\":2}"),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.headers.etag-of-writes",
            "Every write answers with the ETag that the row has then",
            "The tag of the row before, or none.",
            [TABLE_ENTITIES_WRITE_ETAG_HEADER, TABLE_ENTITIES_GET_ETAG_HEADER],
            [
                insert_or_merge(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), etag(0), [("A", int(2))]),
                update(at("p", "1"), etag(1), [("A", int(3))]),
                get(at("p", "1")),
                delete(at("p", "1"), etag(2)),
            ]
        ),
    ]
}
