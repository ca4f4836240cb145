//! Annotations, answer by answer: every operation that has a body, at every level, and under `$select`.

use super::{LEVELS, SUITE, every_type};
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, batch, batch_without_preference, boolean, create_table, delete_table, double, get, get_select,
    get_table, insert, insert_or_replace, int, long, page, query_tables, scan_all, text, update,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{Operation, Query};

/// Everything that answers with rows, once a row of every type is there.
fn answers_with_rows() -> Vec<Operation> {
    vec![
        get(at("p", "1")),
        get_select(at("p", "1"), "S,L,T,G,X,N"),
        get_select(at("p", "1"), "PartitionKey,RowKey,Timestamp"),
        page(Query::default()),
        page(Query { select: Some("L,Timestamp".into()), ..Query::default() }),
        page(Query { select: Some("D".into()), ..Query::default() }),
        page(Query { filter: Some("RowKey eq '1'".into()), ..Query::default() }),
        batch_without_preference([insert(at("p", "2"), [("L", long(2)), ("D", double(2.5))])]),
        batch([get(at("p", "1"))]),
    ]
}

/// The same at one level, and the answer to an insert.
fn rows_at(level: Metadata) -> Vec<Step> {
    let mut script = steps![every_type("1").metadata(level)];
    script.extend(answers_with_rows().into_iter().map(|operation| operation.metadata(level)));
    script
}

/// Everything that answers with tables, at every level.
fn tables() -> Vec<Step> {
    let mut script = Vec::new();
    for (name, level) in ["${table}x", "${table}y", "${table}z"].into_iter().zip(LEVELS) {
        script.extend([
            create_table(name).metadata(level),
            get_table(name).metadata(level),
            query_tables(Query { filter: Some(format!("TableName eq '{name}'")), ..Query::default() }).metadata(level),
            delete_table(name).metadata(level),
        ]);
    }
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [rows(), of_tables(), written()].concat()
}

fn rows() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.json-metadata.none-everywhere",
            "Without metadata no answer has an annotation, whatever was asked",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_NONE_BARE],
            rows_at(Metadata::None)
        ),
        check!(
            TableCore,
            "table.json-metadata.context-minimal",
            "With minimal metadata every answer says what it holds",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_CONTEXT_ENTITY, TABLE_JSON_CONTEXT_SET, TABLE_PROJECTION_CONTEXT],
            rows_at(Metadata::Minimal)
        ),
        check!(
            TableCore,
            "table.json-metadata.context-full",
            "With full metadata every answer says what it holds",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_CONTEXT_ENTITY, TABLE_JSON_CONTEXT_SET, TABLE_PROJECTION_CONTEXT],
            rows_at(Metadata::Full)
        ),
        check!(
            TableCore,
            "table.json-metadata.etag-minimal",
            "With minimal metadata every row carries its ETag",
            "It is there for single rows, or where Timestamp is.",
            [TABLE_JSON_ETAG_MEMBER, TABLE_PROJECTION_KEEPS_ETAG],
            rows_at(Metadata::Minimal)
        ),
        check!(
            TableCore,
            "table.json-metadata.etag-full",
            "With full metadata every row carries its ETag",
            "It is there for single rows, or where Timestamp is.",
            [TABLE_JSON_ETAG_MEMBER, TABLE_PROJECTION_KEEPS_ETAG],
            rows_at(Metadata::Full)
        ),
        check!(
            TableCore,
            "table.json-metadata.full-everywhere",
            "With full metadata every row carries its type and addresses, whatever was asked",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_FULL_ENTITY],
            rows_at(Metadata::Full)
        ),
        check!(
            TableCore,
            "table.json-metadata.annotations-minimal",
            "With minimal metadata the types that JSON lacks are annotated in every answer",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_ANNOTATIONS, TABLE_JSON_NO_ANNOTATIONS],
            rows_at(Metadata::Minimal)
        ),
        check!(
            TableCore,
            "table.json-metadata.annotations-full",
            "With full metadata the types that JSON lacks are annotated in every answer",
            "Sets, projections and batches are written by other functions than single rows.",
            [TABLE_JSON_ANNOTATIONS, TABLE_JSON_NO_ANNOTATIONS],
            rows_at(Metadata::Full)
        ),
        check!(
            TableCore,
            "table.json-metadata.timestamp-everywhere",
            "Timestamp is annotated in full metadata alone, in every answer",
            "It is a DateTime like others.",
            [TABLE_JSON_TIMESTAMP_ANNOTATION, TABLE_JSON_TIMESTAMP_MEMBER],
            [
                insert(at("p", "1"), []).metadata(Metadata::None),
                insert(at("p", "2"), []).metadata(Metadata::Minimal),
                insert(at("p", "3"), []).metadata(Metadata::Full),
                page(Query::default()).metadata(Metadata::None),
                page(Query::default()).metadata(Metadata::Minimal),
                page(Query::default()).metadata(Metadata::Full),
                get_select(at("p", "1"), "Timestamp").metadata(Metadata::None),
                get_select(at("p", "1"), "Timestamp").metadata(Metadata::Minimal),
                get_select(at("p", "1"), "Timestamp").metadata(Metadata::Full),
                page(Query { select: Some("Timestamp".into()), ..Query::default() }).metadata(Metadata::Minimal),
                page(Query { select: Some("Timestamp".into()), ..Query::default() }).metadata(Metadata::Full),
                batch([get(at("p", "1"))]).metadata(Metadata::Full),
                batch([get(at("p", "1"))]).metadata(Metadata::Minimal),
            ]
        ),
    ]
}

fn of_tables() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.json-metadata.tables-context",
            "Tables, made, read and listed, say what they are at every level",
            "A listing is a set as well, and its context has no element.",
            [TABLE_JSON_CONTEXT_TABLE],
            tables()
        ),
        check!(
            TableCore,
            "table.json-metadata.tables-full",
            "Tables, made, read and listed, carry type and addresses in full metadata alone",
            "A listing is written by other code than an entry.",
            [TABLE_JSON_FULL_TABLE],
            tables()
        ),
        check!(
            TableCore,
            "table.json-metadata.tables-bare",
            "Tables, made, read and listed, have no annotation where none is asked for",
            "A listing is written by other code than an entry.",
            [TABLE_JSON_NONE_BARE, TABLE_TABLES_CREATE],
            tables()
        ),
    ]
}

fn written() -> Vec<Check> {
    vec![check!(
        TableCore,
        "table.json-metadata.after-each-write",
        "Rows are annotated alike, however they were written",
        "Types are kept as the body of an insert had them.",
        [TABLE_JSON_ANNOTATIONS, TABLE_JSON_NO_ANNOTATIONS, TABLE_JSON_FULL_ENTITY],
        [
            insert(at("p", "1"), [("L", long(1)), ("I", int(1)), ("D", double(1.5)), ("B", boolean(true))]),
            insert_or_replace(at("p", "2"), [("L", long(1)), ("I", int(1)), ("D", double(1.5)), ("S", text("1"))]),
            update(at("p", "1"), "*", [("L", int(1)), ("I", long(1)), ("D", text("1.5")), ("B", text("true"))]),
            get(at("p", "1")).metadata(Metadata::Full),
            get(at("p", "2")).metadata(Metadata::Full),
            scan_all().metadata(Metadata::Minimal),
            scan_all().metadata(Metadata::Full),
        ]
    )]
}
