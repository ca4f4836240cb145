//! Tables: creating, listing, reading and deleting them.

use super::steps::{
    at, create_table, delete_table, get, get_table, insert, int, list_tables, on, post_json, preferring, query_tables,
    scan_all, table,
};
use crate::check::{Check, Suite};
use crate::define::{check, on_several, steps};
use tablestakes_reference::history::Call;
use tablestakes_reference::table::{Prefer, Query};

const SUITE: Suite = Suite::Tables;

/// Tables by a filter, all pages.
fn tables_where(filter: &str) -> Call {
    Call::ScanTables { query: Query { filter: Some(filter.to_owned()), ..Query::default() } }
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.tables.create",
            "Create Table answers with the entry of the new table",
            "Clients read TableName and Location of the answer.",
            [TABLE_TABLES_CREATE, TABLE_TABLES_CREATE_LOCATION, TABLE_TABLES_DELETE],
            [create_table("${table}x"), get_table("${table}x"), delete_table("${table}x"), get_table("${table}x")]
        ),
        check!(
            TableCore,
            "table.tables.create-without-content",
            "Create Table with Prefer: return-no-content answers 204",
            "Most clients ask for it, and some take 201 for a failure.",
            [TABLE_TABLES_CREATE_NO_CONTENT, TABLE_TABLES_CREATE_LOCATION],
            [
                preferring(Prefer::ReturnNoContent, create_table("${table}x")),
                preferring(Prefer::ReturnNoContent, create_table("${table}x")),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.tables.create-existing",
            "A table cannot be created twice",
            "Create-if-not-exists of every client tells the two cases apart by 409 TableAlreadyExists.",
            [TABLE_TABLES_CREATE_CONFLICT],
            [insert(at("p", "1"), []), create_table("${table}"), get(at("p", "1"))]
        ),
        check!(
            TableCore,
            "table.tables.case-of-names",
            "Names that differ only in case are one table",
            "A hash map of names takes them for two.",
            [TABLE_TABLES_NAME_CASE_INSENSITIVE],
            [
                create_table("${table}CamelCase"),
                create_table("${table}camelcase"),
                on("${table}CAMELCASE", insert(at("p", "1"), [("A", int(1))])),
                on("${table}camelCase", get(at("p", "1"))),
                get_table("${table}camelcase"),
                delete_table("${table}camelcase"),
                get_table("${table}CamelCase"),
            ]
        ),
        check!(
            TableCore,
            "table.tables.case-is-kept",
            "A listing gives a table's name in the case in which it was created",
            "Servers that fold names for comparison forget what was written.",
            [TABLE_TABLES_NAME_CASE_PRESERVED],
            [
                create_table("${table}CamelCase"),
                get_table("${table}CamelCase"),
                tables_where("TableName eq '${table}CamelCase'"),
                delete_table("${table}CamelCase"),
            ]
        ),
        check!(
            TableCore,
            "table.tables.delete",
            "A deleted table is gone, with its rows, from listings and for reads",
            "The list of tables and the store of rows are two things, and one is forgotten.",
            [TABLE_TABLES_DELETE, TABLE_TABLES_MISSING_TABLE, TABLE_TABLES_LIST],
            on_several(
                2,
                steps![
                    insert(at("p", "1"), []),
                    on(table(1), insert(at("p", "1"), [])),
                    delete_table(table(1)),
                    get_table(table(1)),
                    list_tables(),
                    on(table(1), get(at("p", "1"))),
                    get(at("p", "1")),
                ]
            )
        ),
        check!(
            TableCore,
            "table.tables.delete-missing",
            "Deleting a table that is not there is refused",
            "Idempotent deletes are good manners elsewhere; here clients ask for 404.",
            [TABLE_TABLES_DELETE_MISSING],
            [delete_table("${table}absent"), get_table("${table}absent"), list_tables()]
        ),
        check!(
            TableCore,
            "table.tables.delete-by-other-case",
            "A table is deleted by its name in any case",
            "Creation folds the name, and deletion forgets to.",
            [TABLE_TABLES_NAME_CASE_INSENSITIVE],
            [create_table("${table}Upper"), delete_table("${table}uPPER"), get_table("${table}Upper")]
        ),
        check!(
            TableCore,
            "table.tables.delete-prefix",
            "Deleting a table spares others whose names begin with its name or hold it",
            "Rows are kept under the table's name and deleted by prefix.",
            [TABLE_TABLES_DELETE_ONLY_NAMED],
            [
                create_table("${table}x"),
                create_table("${table}xy"),
                on("${table}xy", insert(at("p", "1"), [])),
                insert(at("p", "1"), []),
                delete_table("${table}x"),
                on("${table}xy", get(at("p", "1"))),
                get(at("p", "1")),
                delete_table("${table}xy"),
            ]
        ),
        check!(
            TableCore,
            "table.tables.apart",
            "Rows of one table are not seen in another",
            "One store for all rows whose key leaves the table out, or joins the names without a mark between.",
            [TABLE_ENTITIES_ISOLATION],
            on_several(
                2,
                steps![
                    insert(at("p", "1"), [("A", int(1))]),
                    on(table(1), insert(at("p", "1"), [("A", int(2))])),
                    on(table(1), insert(at("p", "2"), [])),
                    scan_all(),
                    Call::Scan { table: table(1), query: Query::default() },
                ]
            )
        ),
        check!(
            TableCore,
            "table.tables.get-missing",
            "Reading the entry of a table that is not there answers 404 ResourceNotFound",
            "It is another error than the one for its rows.",
            [TABLE_TABLES_GET_MISSING, TABLE_TABLES_GET],
            [get_table("${table}absent"), get_table("${table}")]
        ),
        check!(
            TableQuery,
            "table.tables.list-filter",
            "A listing of tables obeys $filter",
            "The filter is written for rows, and the listing returns everything.",
            [TABLE_TABLES_LIST_FILTER],
            on_several(
                3,
                steps![
                    tables_where("TableName eq '${table:1}'"),
                    tables_where("TableName ge '${table:1}' and TableName le '${table:2}'"),
                    tables_where("TableName eq '${table:1}absent'"),
                ]
            )
        ),
        check!(
            TableQuery,
            "table.tables.list-pages",
            "A listing of tables is cut at $top and goes on by NextTableName",
            "Paging is written for rows, and the listing ignores $top or has no token.",
            [TABLE_CONTINUATION_TABLES],
            on_several(
                3,
                steps![
                    query_tables(Query {
                        filter: Some("TableName ge '${table:0}' and TableName le '${table:2}'".into()),
                        top: Some("1".into()),
                        ..Query::default()
                    }),
                    Call::ScanTables { query: Query { top: Some("1".into()), ..Query::default() } },
                ]
            )
        ),
        check!(
            TableQuery,
            "table.tables.list-order",
            "Tables are listed in the order of their names",
            "The order of creation, or of a hash.",
            [TABLE_TABLES_LIST_ORDER, TABLE_TABLES_LIST],
            on_several(
                3,
                steps![
                    query_tables(Query {
                        filter: Some("TableName ge '${table:0}' and TableName le '${table:2}'".into()),
                        ..Query::default()
                    }),
                    tables_where("TableName ge '${table:0}' and TableName le '${table:2}'"),
                    list_tables(),
                ]
            )
        ),
        check!(
            TableQuery,
            "table.tables.list-filter-unknown",
            "A filter of tables on another property than TableName is an internal error",
            "Tables have no other property; the service stumbles, and a kind server finds nothing.",
            [TABLE_TABLES_LIST_FILTER_UNKNOWN_PROPERTY],
            [query_tables(Query { filter: Some("name eq 'does not exist'".into()), ..Query::default() })]
        ),
        check!(
            TableCore,
            "table.tables.created-again",
            "A table that was deleted and created again is empty",
            "Deleting takes the name off the list and leaves the rows.",
            [TABLE_TABLES_DELETE_DROPS_ENTITIES],
            [
                create_table("${table}x"),
                on("${table}x", insert(at("p", "1"), [])),
                delete_table("${table}x"),
                create_table("${table}x"),
                on("${table}x", get(at("p", "1"))),
                Call::Scan { table: "${table}x".to_owned(), query: Query::default() },
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.tables.body-empty",
            "Create Table without a body is refused as bad input",
            "An empty body is no JSON, and a parser's exception becomes 500.",
            [TABLE_TABLES_NAME_MISSING],
            [post_json("/Tables", ""), list_tables()]
        ),
    ]
}
