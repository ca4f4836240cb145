//! Refusals: their codes, their form, and that nothing is left behind.

mod everywhere;

use super::steps::{
    RawExt as _, StepExt as _, at, batch, create_table, delete, delete_table, get, get_table, insert, insert_body,
    insert_or_merge, insert_or_replace, int, merge, on, page, post_json, query_tables, raw, repeated, scan_all, table,
    update,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Metadata;
use tablestakes_reference::table::{EntityBody, Operation, Query};

const SUITE: Suite = Suite::Errors;

/// The same operation on a table that is not there.
fn nowhere(operation: Operation) -> Operation {
    on(format!("{}absent", table(0)), operation)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), everywhere::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.errors.missing-table-reads",
            "Reading from a table that is not there answers TableNotFound",
            "A missing table is an empty one, or a missing row.",
            [TABLE_TABLES_MISSING_TABLE],
            [
                nowhere(get(at("p", "1"))),
                nowhere(page(Query::default())),
                nowhere(page(Query { filter: Some("A eq 1".into()), ..Query::default() })),
            ]
        ),
        check!(
            TableCore,
            "table.errors.unroutable",
            "A path that names no table answers 404",
            "The router finds no route, and says so in its own words.",
            [TABLE_ADDRESS_UNROUTABLE],
            [
                insert(at("p", "1"), []),
                raw("DELETE", "/(retry)").field("If-Match", "*"),
                raw("GET", "/(PartitionKey='p',RowKey='1')"),
            ]
        ),
        check!(
            TableCore,
            "table.errors.missing-table-insert",
            "An insert into a table that is not there answers TableNotFound, and makes none",
            "Tables are made on demand.",
            [TABLE_TABLES_MISSING_TABLE, TABLE_ERRORS_NOTHING_LEFT],
            [nowhere(insert(at("p", "1"), [])), get_table("${table}absent"), nowhere(get(at("p", "1")))]
        ),
        check!(
            TableCore,
            "table.errors.missing-table-writes",
            "Every write by key to a table that is not there answers TableNotFound",
            "The row is missing, and so ResourceNotFound is said.",
            [TABLE_TABLES_MISSING_TABLE],
            [
                nowhere(insert_or_replace(at("p", "1"), [])),
                nowhere(insert_or_merge(at("p", "1"), [])),
                nowhere(update(at("p", "1"), "*", [])),
                nowhere(merge(at("p", "1"), "*", [])),
                nowhere(delete(at("p", "1"), "*")),
                get_table("${table}absent"),
            ]
        ),
        check!(
            TableCore,
            "table.errors.body",
            "An error has a code and a message with its language",
            "Errors of the framework have another form, or no body.",
            [TABLE_ERRORS_BODY],
            [
                get(at("p", "1")),
                update(at("p", "1"), "*", []),
                insert_body(EntityBody::default()),
                page(Query { top: Some("-1".into()), ..Query::default() }),
            ]
        ),
        check!(
            TableCore,
            "table.errors.message-names-request",
            "The message of an error names the request and the time",
            "They are in the headers as well; but what people paste into a report is the message.",
            [TABLE_ERRORS_MESSAGE_IDS],
            [get(at("p", "1")), update(at("p", "1"), "*", [])]
        ),
        check!(
            TableCore,
            "table.errors.format",
            "An error is JSON at the level that was asked for",
            "Errors are XML, or bare JSON whatever is asked for.",
            [TABLE_ERRORS_FORMAT, TABLE_HEADERS_CONTENT_TYPE_JSON],
            [
                get(at("p", "1")).metadata(Metadata::None),
                get(at("p", "1")).metadata(Metadata::Minimal),
                get(at("p", "1")).metadata(Metadata::Full),
                page(Query { filter: Some("aaa bbb".into()), ..Query::default() }).metadata(Metadata::Full),
            ]
        ),
        check!(
            TableCore,
            "table.errors.nothing-left-by-insert",
            "A refused insert leaves nothing behind",
            "The row is made before its properties are looked at.",
            [TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("Good", int(1)), ("1bad", int(2))]),
                get(at("p", "1")),
                insert(at("p", "2"), [(repeated('n', 256).as_str(), int(1))]),
                insert(at("p", "a/b"), [("A", int(1))]),
                scan_all(),
                insert(at("p", "1"), [("A", int(1))]),
            ]
        ),
        check!(
            TableCore,
            "table.errors.nothing-left-by-writes",
            "Refused updates, merges and upserts change nothing",
            "Properties are written one by one until one is refused.",
            [TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                update(at("p", "1"), "*", [("A", int(2)), ("1bad", int(2))]),
                merge(at("p", "1"), "*", [("A", int(2)), ("1bad", int(2))]),
                insert_or_replace(at("p", "1"), [("A", int(2)), ("1bad", int(2))]),
                insert_or_merge(at("p", "1"), [("A", int(2)), ("1bad", int(2))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.errors.malformed-json",
            "A body that is no JSON is refused as bad input",
            "A parser's exception becomes 500.",
            [TABLE_JSON_MALFORMED],
            [
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":\"1\""),
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":}"),
                post_json("/${table}", "not json"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.duplicate-property",
            "A body that names a property twice is refused",
            "JSON parsers take the last.",
            [TABLE_JSON_DUPLICATE_PROPERTY],
            [
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":1,\"A\":2}"),
                post_json("/${table}", "{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":1,\"B\":2,\"A\":1}"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.below-a-table",
            "A POST to a path below a table is an insert, and a GET is not implemented",
            "Clients with a table's name in their endpoint send it; routers answer 404.",
            [TABLE_ADDRESS_SUBRESOURCE_POST, TABLE_ADDRESS_SUBRESOURCE_GET],
            [
                post_json("/${table}/Tables", "{\"TableName\":\"${table}x\"}"),
                raw("GET", "/${table}/Tables"),
                get_table("${table}x"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.below-a-table-with-key",
            "One unnamed key on a path below a table is refused",
            "Routers answer 404.",
            [TABLE_ADDRESS_SUBRESOURCE_KEY_COUNT],
            [raw("DELETE", "/${table}/Tables('${table}')"), get_table("${table}")]
        ),
        check!(
            TableCore,
            "table.errors.method-not-allowed",
            "A method that a resource does not know is refused",
            "The framework answers 404, or 200 to everything.",
            [TABLE_ERRORS_METHOD_NOT_ALLOWED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                raw("PUT", "/Tables").json("{\"TableName\":\"${table}x\"}"),
                raw("DELETE", "/Tables"),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.content-type-missing",
            "A body without Content-Type is refused",
            "JSON is what everybody sends.",
            [TABLE_HEADERS_CONTENT_TYPE_REQUIRED],
            [
                raw("POST", "/${table}").text("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}"),
                raw("POST", "/Tables").text("{\"TableName\":\"${table}x\"}"),
                scan_all(),
                get_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.errors.implemented",
            "Each operation on entities and tables is there",
            "What no client of the author's asks for is left for later.",
            [TABLE_ERRORS_IMPLEMENTED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get(at("p", "1")),
                page(Query::default()),
                update(at("p", "1"), "*", [("A", int(2))]),
                merge(at("p", "1"), "*", [("B", int(2))]),
                insert_or_replace(at("p", "2"), []),
                insert_or_merge(at("p", "2"), []),
                delete(at("p", "2"), "*"),
                create_table("${table}x"),
                get_table("${table}x"),
                query_tables(Query { filter: Some("TableName eq '${table}x'".into()), ..Query::default() }),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.errors.two-at-once",
            "A request that breaks two rules is refused for one of them and changes nothing",
            "The second error strikes while the first is reported.",
            [TABLE_ERRORS_NOTHING_LEFT],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("p", "1"), [("1bad", int(1))]),
                insert(at("p", "a/b"), [("1bad", int(1))]),
                nowhere(insert(at("p", "a#b"), [])),
                batch([insert(at("p", "1"), []), insert(at("q", "1"), [])]),
                update(at("p", "2"), "*", [("1bad", int(1))]),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.errors.other-account",
            "An account that is not there has no tables",
            "The first segment of the path is skipped.",
            [TABLE_ADDRESS_PATH_ACCOUNT],
            [insert(at("p", "1"), []), get(at("p", "1")).of_account("someoneelse"), get(at("p", "1"))]
        ),
    ]
}
