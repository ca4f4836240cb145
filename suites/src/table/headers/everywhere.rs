//! What every answer carries, operation by operation: granted, refused, at every level of metadata, and in old versions.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::generate::NEVER_ISSUED;
use crate::table::steps::{
    RawExt as _, StepExt as _, at, bare_request, batch, create_table, delete, delete_table, get, get_select, get_table,
    insert, insert_body, insert_or_merge, insert_or_replace, int, merge, on, page, preferring, query_tables, update,
};
use tablestakes_reference::Version;
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{EntityBody, Operation, Prefer, Query};

/// Every operation, each of which is granted.
pub(in crate::table) fn granted() -> Vec<Operation> {
    vec![
        insert(at("p", "1"), [("A", int(1))]),
        preferring(Prefer::ReturnNoContent, insert(at("p", "2"), [("A", int(1))])),
        preferring(Prefer::ReturnContent, insert(at("p", "3"), [("A", int(1))])),
        get(at("p", "1")),
        get_select(at("p", "1"), "A"),
        page(Query::default()),
        page(Query { filter: Some("A eq 5".into()), ..Query::default() }),
        update(at("p", "1"), "*", [("A", int(2))]),
        merge(at("p", "1"), "*", [("A", int(2))]),
        insert_or_replace(at("p", "4"), []),
        insert_or_merge(at("p", "4"), []),
        delete(at("p", "4"), "*"),
        create_table("${table}x"),
        preferring(Prefer::ReturnNoContent, create_table("${table}y")),
        get_table("${table}x"),
        query_tables(Query { top: Some("1".into()), ..Query::default() }),
        delete_table("${table}x"),
        delete_table("${table}y"),
    ]
}

/// Requests that are refused, for one reason each; the row `p`, `1` is there, and `2` is not.
pub(in crate::table) fn refused() -> Vec<Operation> {
    let absent = |operation| on("${table}absent", operation);
    vec![
        get(at("p", "2")),
        absent(get(at("p", "1"))),
        absent(page(Query::default())),
        page(Query { filter: Some("aaa bbb".into()), ..Query::default() }),
        insert(at("p", "1"), []),
        insert_body(EntityBody::default()),
        absent(insert(at("p", "1"), [])),
        update(at("p", "2"), "*", []),
        merge(at("p", "1"), NEVER_ISSUED, []),
        update(at("p", "1"), "MalformedETag", []),
        absent(insert_or_merge(at("p", "1"), [])),
        delete(at("p", "2"), "*"),
        delete(at("p", "1"), NEVER_ISSUED),
        create_table("${table}"),
        create_table("1nvalid"),
        get_table("${table}absent"),
        delete_table("${table}absent"),
        page(Query { top: Some("-1".into()), ..Query::default() }),
    ]
}

fn all(operations: Vec<Operation>) -> Vec<Step> {
    operations.into_iter().map(Step::from).collect()
}

fn all_refused() -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(all(refused()));
    script
}

fn at_level(level: Metadata, operations: Vec<Operation>) -> Vec<Step> {
    operations.into_iter().map(|operation| operation.metadata(level)).collect()
}

fn refused_at(level: Metadata) -> Vec<Step> {
    let mut script = steps![insert(at("p", "1"), [("A", int(1))])];
    script.extend(at_level(level, refused()));
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [whole(), levels()].concat()
}

fn whole() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.headers.nosniff-everywhere",
            "Every answer forbids sniffing, whatever was asked",
            "Each operation puts its headers together for itself.",
            [TABLE_HEADERS_NOSNIFF],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.nosniff-on-errors",
            "Every refusal forbids sniffing",
            "Errors are made by other code.",
            [TABLE_HEADERS_NOSNIFF],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.cache-control-everywhere",
            "Every answer of the entity layer forbids caching",
            "Each operation puts its headers together for itself.",
            [TABLE_HEADERS_CACHE_CONTROL],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.cache-control-on-errors",
            "The refusals of the entity layer forbid caching",
            "Errors are made by other code.",
            [TABLE_HEADERS_CACHE_CONTROL],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.version-everywhere",
            "Every answer names the version of its request, whatever was asked",
            "Each operation puts its headers together for itself.",
            [TABLE_HEADERS_VERSION_ECHO],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.version-on-errors",
            "Every refusal names the version of its request",
            "Errors are made by other code.",
            [TABLE_HEADERS_VERSION_ECHO],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.version-echoed-each",
            "The version that an answer names is that of the request, and not that of the server",
            "A constant.",
            [TABLE_HEADERS_VERSION_ECHO],
            [
                insert(at("p", "1"), []).version(Version::V2016_05_31),
                get(at("p", "1")).version(Version::V2017_04_17),
                page(Query::default()).version(Version::V2018_03_28),
                insert_or_merge(at("p", "1"), []).version(Version::V2019_02_02),
                update(at("p", "1"), "*", []).version(Version::V2019_07_07),
                get(at("p", "2")).version(Version::V2017_04_17),
                insert(at("p", "1"), []).version(Version::V2018_03_28),
                delete(at("p", "1"), "*").version(Version::V2016_05_31),
                batch([insert(at("p", "1"), [])]).version(Version::V2018_03_28),
                get_table("${table}").version(Version::V2017_04_17),
                Step::from(bare_request("GET", "/${table}?comp=acl")).version(Version::V2018_03_28),
                Step::from(bare_request("GET", "/?restype=service&comp=properties")).version(Version::V2016_05_31),
            ]
        ),
        check!(
            TableCore,
            "table.headers.request-id-everywhere",
            "Every answer has an x-ms-request-id of its own, whatever was asked",
            "Each operation puts its headers together for itself.",
            [TABLE_HEADERS_REQUEST_ID],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.request-id-on-errors",
            "Every refusal has an x-ms-request-id of its own",
            "Errors are made by other code.",
            [TABLE_HEADERS_REQUEST_ID],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.no-data-service-version-everywhere",
            "No answer outside a batch names a DataServiceVersion, whatever was asked",
            "The documentation's examples have it.",
            [TABLE_HEADERS_NO_DATA_SERVICE_VERSION],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.no-data-service-version-on-errors",
            "No refusal outside a batch names a DataServiceVersion",
            "The documentation's examples have it.",
            [TABLE_HEADERS_NO_DATA_SERVICE_VERSION],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.no-error-code-everywhere",
            "No refusal of the entity layer has an x-ms-error-code, whatever was asked",
            "Blobs and queues have it.",
            [TABLE_HEADERS_NO_ERROR_CODE_HEADER],
            all_refused()
        ),
        check!(
            TableCore,
            "table.headers.empty-answers",
            "No answer without a body announces one",
            "Frameworks set a type of their own, also on empty answers.",
            [TABLE_HEADERS_NO_CONTENT_TYPE_WHEN_EMPTY],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.preferred-everywhere",
            "A preference is confirmed by inserts and creations that state one, and by them alone",
            "The header is sent back whenever it comes, or always.",
            [TABLE_HEADERS_PREFERENCE_APPLIED],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.preferred-on-errors",
            "A preference is confirmed on the refusals of inserts and creations too",
            "Errors are made elsewhere.",
            [TABLE_HEADERS_PREFERENCE_APPLIED_ON_CONFLICT],
            [
                preferring(Prefer::ReturnNoContent, insert(at("p", "1"), [])),
                preferring(Prefer::ReturnNoContent, insert(at("p", "1"), [])),
                preferring(Prefer::ReturnContent, insert(at("p", "1"), [])).metadata(Metadata::Full),
                preferring(Prefer::ReturnContent, insert(at("p", "1"), [])).metadata(Metadata::None),
                preferring(Prefer::ReturnContent, create_table("${table}")),
                preferring(Prefer::ReturnNoContent, create_table("${table}")).metadata(Metadata::None),
            ]
        ),
        check!(
            TableCore,
            "table.headers.location-everywhere",
            "Location and DataServiceId are where something is made, and nowhere else",
            "Upserts make something as well; and every 204 is written by one function.",
            [TABLE_ENTITIES_INSERT_LOCATION, TABLE_TABLES_CREATE_LOCATION, TABLE_ENTITIES_WRITE_NO_LOCATION],
            all(granted())
        ),
        check!(
            TableCore,
            "table.headers.etag-everywhere",
            "An ETag is on every answer about one row, and on no other",
            "Sets and deletes have one, or Insert without content has none.",
            [TABLE_ENTITIES_WRITE_ETAG_HEADER, TABLE_ENTITIES_GET_ETAG_HEADER, TABLE_ENTITIES_DELETE_NO_ETAG],
            all(granted())
        ),
    ]
}

fn levels() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.headers.content-type-none",
            "Each answer without metadata is announced as that",
            "The level is written in the body, and not in the header.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            at_level(Metadata::None, granted())
        ),
        check!(
            TableCore,
            "table.headers.content-type-minimal",
            "Each answer with minimal metadata is announced as that",
            "The level is written in the body, and not in the header.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            at_level(Metadata::Minimal, granted())
        ),
        check!(
            TableCore,
            "table.headers.content-type-full",
            "Each answer with full metadata is announced as that",
            "The level is written in the body, and not in the header.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            at_level(Metadata::Full, granted())
        ),
        check!(
            TableCore,
            "table.headers.error-content-type-none",
            "Each refusal is announced at the level that was asked for: none",
            "Errors have one type, whatever is asked for.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            refused_at(Metadata::None)
        ),
        check!(
            TableCore,
            "table.headers.error-content-type-minimal",
            "Each refusal is announced at the level that was asked for: minimal",
            "Errors have one type, whatever is asked for.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            refused_at(Metadata::Minimal)
        ),
        check!(
            TableCore,
            "table.headers.error-content-type-full",
            "Each refusal is announced at the level that was asked for: full",
            "Errors have one type, whatever is asked for.",
            [TABLE_HEADERS_CONTENT_TYPE_JSON],
            refused_at(Metadata::Full)
        ),
        check!(
            TableCore,
            "table.headers.format-parameter-everywhere",
            "$format beats Accept for every read, at every level",
            "It is looked for where entities are listed.",
            [TABLE_HEADERS_FORMAT_PARAMETER],
            [
                insert(at("p", "1"), [("A", int(1))]),
                formatted("/${table}(PartitionKey='p',RowKey='1')?", "nometadata"),
                formatted("/${table}(PartitionKey='p',RowKey='1')?", "fullmetadata"),
                formatted("/${table}(PartitionKey='p',RowKey='1')?$select=A&", "fullmetadata"),
                formatted("/${table}()?", "nometadata"),
                formatted("/${table}()?$filter=A%20eq%201&", "fullmetadata"),
                formatted("/Tables('${table}')?", "fullmetadata"),
                formatted("/Tables('${table}')?", "nometadata"),
            ]
        ),
    ]
}

/// A GET that accepts minimal metadata and asks for another level in the query.
fn formatted(target: &str, level: &str) -> Step {
    let request = bare_request("GET", format!("{target}$format=application%2Fjson%3Bodata%3D{level}"));
    request.field("Accept", "application/json;odata=minimalmetadata").field("DataServiceVersion", "3.0").into()
}
