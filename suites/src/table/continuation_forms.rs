//! Paging in more forms: of tables as of entities, with every option at once, with keys of every kind, and with tokens that
//! nobody issued.

use super::steps::{
    RawExt as _, at, boolean, create_table, delete, delete_table, insert, int, next_page, page, query_tables, raw,
    scan_all, scan_with, seed, text,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::Continuation;

/// The history's table and those whose names go on behind its name.
const OWN: &str = "TableName ge '${table}' and TableName lt '${table}{'";

fn tables(top: Option<&str>, filter: &str) -> Query {
    Query { top: top.map(str::to_owned), filter: Some(filter.to_owned()), select: None }
}

/// The page of tables that follows the one which this step returned.
fn next_tables(step: usize, query: Query) -> Operation {
    Operation::QueryTables { query, next_table: Some(Symbol::NextTable(step).to_string()) }
}

/// Creates tables whose names end so.
fn created(ends: &[&str]) -> Vec<Step> {
    ends.iter().map(|end| Step::from(create_table(format!("${{table}}{end}")))).collect()
}

/// Deletes them again.
fn deleted(ends: &[&str]) -> Vec<Step> {
    ends.iter().map(|end| Step::from(delete_table(format!("${{table}}{end}")))).collect()
}

/// Tables that end so, these steps, and the tables' end.
fn on_created(ends: &[&str], middle: Vec<Step>) -> Vec<Step> {
    [created(ends), middle, deleted(ends)].concat()
}

fn query(top: &str, filter: Option<&str>, select: Option<&str>) -> Query {
    Query { top: Some(top.to_owned()), filter: filter.map(str::to_owned), select: select.map(str::to_owned) }
}

/// Rows of these keys, one batch for each partition, numbered in `N`.
fn partitions(keys: &[(&str, &[&str])]) -> Vec<Step> {
    let rows = |partition: &str, rows: &[&str]| {
        let inserts = (1..).zip(rows).map(|(number, row)| {
            insert(at(partition, *row), [("N", int(number)), ("Odd", boolean(number % 2 == 1)), ("S", text(*row))])
        });
        seed(inserts)
    };
    keys.iter().map(|(partition, held)| rows(partition, held)).collect()
}

/// A page, and this many behind it.
fn walk(mut script: Vec<Step>, query: &Query, more: usize) -> Vec<Step> {
    let first = script.len();
    script.push(Step::from(page(query.clone())));
    script.extend((first..first + more).map(|step| Step::from(next_page(step, query.clone()))));
    script
}

const ROWS: &[&str] = &["1", "2", "3", "4", "5"];

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [of_tables(), of_entities()].concat()
}

fn of_tables() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.continuation.tables-page-by-page",
            "Page by page every table comes once, for pages of one and of two",
            "Paging is written for rows, and the token of a listing is skipped or doubled.",
            [TABLE_CONTINUATION_TABLES_RESUME, TABLE_CONTINUATION_TABLES],
            on_created(
                &["a", "b", "c", "d"],
                steps![
                    query_tables(tables(Some("2"), OWN)),
                    next_tables(4, tables(Some("2"), OWN)),
                    next_tables(5, tables(Some("2"), OWN)),
                    query_tables(tables(Some("1"), OWN)),
                    next_tables(7, tables(Some("1"), OWN)),
                    next_tables(8, tables(Some("3"), OWN)),
                    Call::ScanTables { query: tables(Some("1"), OWN) },
                    Call::ScanTables { query: tables(Some("3"), OWN) },
                    Call::ScanTables { query: tables(None, OWN) },
                ]
            )
        ),
        check!(
            TableQuery,
            "table.continuation.tables-filter-kept",
            "The filter of a listing holds on every page",
            "The token is the whole state, and the filter is not in it.",
            [TABLE_CONTINUATION_TABLES_FILTER_KEPT],
            on_created(
                &["a", "b", "c", "d"],
                steps![
                    query_tables(tables(Some("1"), "TableName ge '${table}b' and TableName lt '${table}d'")),
                    next_tables(4, tables(Some("1"), "TableName ge '${table}b' and TableName lt '${table}d'")),
                    query_tables(tables(Some("2"), "TableName ge '${table}' and TableName lt '${table}d'")),
                    next_tables(6, tables(Some("2"), "TableName ge '${table}' and TableName lt '${table}d'")),
                    query_tables(tables(Some("1"), "TableName gt '${table}' and TableName le '${table}b'")),
                    next_tables(8, tables(None, "TableName gt '${table}' and TableName le '${table}b'")),
                ]
            )
        ),
        check!(
            TableQuery,
            "table.continuation.tables-next-deleted",
            "If the table on which the next page begins is deleted, the page begins with the one behind",
            "The table is looked up, and not found.",
            [TABLE_CONTINUATION_TABLES_DELETED_NEXT, TABLE_CONTINUATION_TABLES_RESUME],
            [
                create_table("${table}a"),
                create_table("${table}b"),
                create_table("${table}c"),
                query_tables(tables(Some("2"), OWN)),
                delete_table("${table}b"),
                next_tables(3, tables(Some("2"), OWN)),
                delete_table("${table}a"),
                delete_table("${table}c"),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.tables-come-and-go",
            "A table that comes behind the token is listed, and one that goes before it does not move it",
            "Tokens that are offsets shift when tables come and go.",
            [TABLE_CONTINUATION_TABLES_RESUME],
            [
                create_table("${table}b"),
                create_table("${table}d"),
                create_table("${table}f"),
                query_tables(tables(Some("2"), OWN)),
                create_table("${table}a"),
                create_table("${table}e"),
                next_tables(3, tables(Some("2"), OWN)),
                delete_table("${table}b"),
                next_tables(6, tables(Some("2"), OWN)),
                delete_table("${table}a"),
                delete_table("${table}d"),
                delete_table("${table}e"),
                delete_table("${table}f"),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.tables-filters",
            "A listing of tables is filtered by every operator, the name on either side",
            "The filter of a listing is compared with one or two patterns.",
            [TABLE_TABLES_LIST_FILTER, TABLE_QUERY_LITERAL_FIRST],
            on_created(
                &["a", "b"],
                steps![
                    query_tables(tables(None, "TableName eq '${table}a'")),
                    query_tables(tables(None, "TableName gt '${table}' and TableName lt '${table}b'")),
                    query_tables(tables(None, "TableName ge '${table}' and TableName le '${table}a'")),
                    query_tables(tables(None, "(TableName ge '${table}a') and (TableName lt '${table}{')")),
                    query_tables(tables(None, "'${table}a' le TableName and '${table}b' gt TableName")),
                    query_tables(tables(None, "( '${table}' lt TableName ) and TableName lt '${table}{'")),
                    query_tables(tables(None, "TableName ge '${table}' and not (TableName ge '${table}b')")),
                    query_tables(tables(None, "TableName lt '${table}' and TableName gt '${table}'")),
                    query_tables(tables(None, "TableName ge '${table}' and TableName lt '${table}{' and true")),
                    raw("GET", "/Tables?%24filter=TableName+eq+%27${table}b%27&%24top=1"),
                    raw("GET", "/Tables?$top=1&$filter=TableName%20eq%20'${table}a'"),
                ]
            )
        ),
    ]
}

fn of_entities() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.continuation.all-options",
            "Filter, selection and $top hold together on every page",
            "Each option is kept by itself, and one of them is lost beside another.",
            [TABLE_CONTINUATION_FILTER_KEPT, TABLE_CONTINUATION_RESUMES, TABLE_PROJECTION_SELECTED_ONLY],
            walk(
                partitions(&[("a", ROWS), ("b", ROWS)]),
                &query("2", Some("Odd and (N gt 1 or PartitionKey eq 'b')"), Some("N,S,RowKey")),
                2
            )
        ),
        check!(
            TableQuery,
            "table.continuation.in-one-partition",
            "Paging stays within the partition that the filter names, whatever lies behind it",
            "The token is followed past the end of the partition.",
            [TABLE_CONTINUATION_FILTER_KEPT, TABLE_CONTINUATION_NO_TOKEN_AT_END],
            walk(
                partitions(&[("a", ROWS), ("b", ROWS), ("c", ROWS)]),
                &query("2", Some("PartitionKey eq 'b'"), None),
                2
            )
        ),
        check!(
            TableQuery,
            "table.continuation.in-a-range",
            "Paging goes on within a range of row keys, and over the partitions that have some",
            "The token's row key is taken for the lower bound of every partition.",
            [TABLE_CONTINUATION_PARTITIONS, TABLE_CONTINUATION_FILTER_KEPT],
            walk(
                partitions(&[("a", ROWS), ("b", &["9"]), ("c", ROWS)]),
                &query("2", Some("RowKey ge '2' and RowKey lt '5'"), None),
                2
            )
        ),
        check!(
            TableQuery,
            "table.continuation.many-partitions",
            "Many partitions of one row each, in pages that end within and between them",
            "A page ends where a partition does, or the next one begins at the wrong one.",
            [TABLE_CONTINUATION_PARTITIONS, TABLE_CONTINUATION_RESUMES],
            walk(
                partitions(&[("", &["x"]), ("A", &["z"]), ("AA", &["a"]), ("B", &["", "0"]), ("a", &["Z"])]),
                &query("2", None, None),
                2
            )
        ),
        check!(
            TableQuery,
            "table.continuation.top-changed",
            "$top may be another one on each page, or none",
            "The first page's limit is in the token.",
            [TABLE_CONTINUATION_RESUMES, TABLE_CONTINUATION_TOP],
            [
                seed(ROWS.iter().map(|row| insert(at("p", *row), []))),
                page(query("1", None, None)),
                next_page(1, query("2", None, None)),
                next_page(1, Query::default()),
                next_page(2, query("1000", None, None)),
                next_page(1, query("0", None, None)),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.token-again",
            "A token may be used again, and after others",
            "Tokens are handles of cursors that are closed once they are used.",
            [TABLE_CONTINUATION_RESUMES],
            [
                seed(ROWS.iter().map(|row| insert(at("p", *row), [("N", int(1))]))),
                page(query("2", None, None)),
                page(query("1", None, None)),
                next_page(1, query("2", None, None)),
                next_page(1, query("2", None, None)),
                next_page(2, query("2", None, None)),
                delete(at("p", "4"), "*"),
                next_page(1, query("2", None, None)),
                next_page(3, query("2", None, None)),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.expanded-keys",
            "Tokens carry keys that templates, formats, databases and shells would expand",
            "Tokens are put into headers and back into queries as they are.",
            [TABLE_CONTINUATION_RESUMES, TABLE_CONTINUATION_PARTITIONS],
            walk(
                partitions(&[
                    ("%s%n", &["$(id)"]),
                    ("' or '1' eq '1", &["{{7*7}}"]),
                    ("__proto__", &["constructor"]),
                    (".*", &["[a-z]"]),
                    ("1!4!cGs-", &["1!0!"]),
                    ("a&b=c", &["+ %2B"]),
                ]),
                &query("1", None, None),
                5
            )
        ),
        check!(
            TableQuery,
            "table.continuation.long-keys",
            "Tokens carry keys of 512 characters",
            "A token has a fixed size, or is too long for a header.",
            [TABLE_CONTINUATION_RESUMES, TABLE_KEYS_LONGEST],
            [
                insert(at("p".repeat(512), "r".repeat(511)), []),
                insert(at("p".repeat(512), "r".repeat(512)), []),
                insert(at("é".repeat(512), "世".repeat(512)), []),
                page(query("1", None, None)),
                next_page(3, query("1", None, None)),
                next_page(4, query("1", None, None)),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.tokens-of-nobody",
            "Tokens that nobody issued are refused or taken for something, and the service goes on",
            "What is decoded is not looked at.",
            [TABLE_QUERY_ALL],
            [
                seed(ROWS.iter().map(|row| insert(at("p", *row), []))),
                raw("GET", "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=x&NextRowKey=y"),
                raw(
                    "GET",
                    "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=1!4!zzzz&NextRowKey=1!400!MQ--"
                ),
                raw("GET", "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=1!!&NextRowKey=1!-1!MQ--"),
                raw("GET", "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=%00&NextRowKey=%FF"),
                raw(
                    "GET",
                    "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=1!8!8J-YgA--&NextRowKey=1!4!MTI"
                ),
                raw("GET", "/${table}()?$filter=PartitionKey%20eq%20'none'&NextPartitionKey=$(id)&NextRowKey={{7*7}}")
                    .field("X-Nothing", "1"),
                raw("GET", "/Tables?NextTableName=x&$filter=TableName%20eq%20'${table}none'"),
                raw("GET", "/Tables?NextTableName=1!4!zz&$filter=TableName%20eq%20'${table}none'"),
                scan_all(),
            ]
        ),
        check!(
            TableQuery,
            "table.continuation.every-size",
            "Every size of page gives the same rows, with a filter and without",
            "One size more or less than the number of rows.",
            [TABLE_CONTINUATION_RESUMES, TABLE_CONTINUATION_FILTER_KEPT],
            {
                let mut script = partitions(&[("a", ROWS), ("b", ROWS)]);
                for size in ["1", "2", "3", "5", "9", "10", "11"] {
                    script.push(Step::from(scan_with(query(size, None, None))));
                    script.push(Step::from(scan_with(query(size, Some("not (N eq 3) and 'a' le PartitionKey"), None))));
                }
                script
            }
        ),
    ]
}
