//! `$select` of properties of every type, one by one and together, at every level of metadata.

use super::SUITE;
use crate::check::Check;
use crate::define::{check, steps};
use crate::table::steps::{
    StepExt as _, at, datetime, get_select, insert, insert_every_type, int, page, scan_with, seed, text,
};
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{Operation, Query};

/// The names of the properties of the row of every type.
const NAMES: [&str; 9] = ["S", "I", "L", "D", "N", "B", "T", "G", "X"];

fn every_type(row: &str) -> Operation {
    insert_every_type(row, "s", datetime((2024, 2, 29), (1, 2, 3), 4))
}

fn select(names: &str) -> Query {
    Query { select: Some(names.to_owned()), ..Query::default() }
}

/// Each property by itself, and all together, of one row.
fn one_row(level: Metadata) -> Vec<Step> {
    let mut script = steps![every_type("1")];
    script.extend(NAMES.iter().map(|name| get_select(at("p", "1"), name).metadata(level)));
    script.push(get_select(at("p", "1"), &NAMES.join(",")).metadata(level));
    script.push(get_select(at("p", "1"), "X,G,PartitionKey,Timestamp,RowKey,S").metadata(level));
    script
}

/// The same of a set, in which one row has none of them.
fn a_set(level: Metadata) -> Vec<Step> {
    let mut script = steps![every_type("1"), insert(at("p", "2"), [("Other", int(1))])];
    script.extend(NAMES.iter().map(|name| page(select(name)).metadata(level)));
    script.push(page(select(&NAMES.join(","))).metadata(level));
    script.push(scan_with(select("X,G,PartitionKey,Timestamp,RowKey,S")).metadata(level));
    script
}

/// Names that are not there, alone and beside others.
fn missing(level: Metadata) -> Vec<Step> {
    let mut script = steps![seed([
        insert(at("p", "1"), [("A", int(1)), ("B", text("b"))]),
        insert(at("p", "2"), [("B", text("c"))])
    ]),];
    for names in ["Absent", "A,Absent", "Absent,RowKey", "a,b", "Absent,Missing,Timestamp"] {
        script.push(get_select(at("p", "1"), names).metadata(level));
        script.push(page(select(names)).metadata(level));
    }
    script
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.projection.types-point-none",
            "Properties of every type can be selected of a row, without metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_POINT, TABLE_JSON_NONE_BARE],
            one_row(Metadata::None)
        ),
        check!(
            TableQuery,
            "table.projection.types-point-minimal",
            "Properties of every type can be selected of a row with their types, in minimal metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_POINT, TABLE_JSON_ANNOTATIONS],
            one_row(Metadata::Minimal)
        ),
        check!(
            TableQuery,
            "table.projection.types-point-full",
            "Properties of every type can be selected of a row with their types, in full metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_POINT, TABLE_JSON_ANNOTATIONS],
            one_row(Metadata::Full)
        ),
        check!(
            TableQuery,
            "table.projection.types-set-none",
            "Properties of every type can be selected of a set, without metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_MISSING_NULL, TABLE_JSON_NONE_BARE],
            a_set(Metadata::None)
        ),
        check!(
            TableQuery,
            "table.projection.types-set-minimal",
            "Properties of every type can be selected of a set with their types, in minimal metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_MISSING_NULL, TABLE_JSON_ANNOTATIONS],
            a_set(Metadata::Minimal)
        ),
        check!(
            TableQuery,
            "table.projection.types-set-full",
            "Properties of every type can be selected of a set with their types, in full metadata",
            "Annotations are properties to the code that drops what is not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_MISSING_NULL, TABLE_JSON_ANNOTATIONS],
            a_set(Metadata::Full)
        ),
        check!(
            TableQuery,
            "table.projection.missing-none",
            "What is selected and missing is null, without metadata",
            "It is left out where there is nothing to annotate.",
            [TABLE_PROJECTION_MISSING_NULL, TABLE_PROJECTION_DROPS_KEYS],
            missing(Metadata::None)
        ),
        check!(
            TableQuery,
            "table.projection.missing-minimal",
            "What is selected and missing is null, in minimal metadata",
            "It is left out, or annotated.",
            [TABLE_PROJECTION_MISSING_NULL, TABLE_PROJECTION_DROPS_KEYS],
            missing(Metadata::Minimal)
        ),
        check!(
            TableQuery,
            "table.projection.missing-full",
            "What is selected and missing is null, in full metadata",
            "It is left out, or annotated.",
            [TABLE_PROJECTION_MISSING_NULL, TABLE_PROJECTION_DROPS_KEYS],
            missing(Metadata::Full)
        ),
        check!(
            TableQuery,
            "table.projection.keys-one-by-one",
            "Each of PartitionKey, RowKey and Timestamp can be selected, and none comes unasked",
            "The three go together.",
            [TABLE_PROJECTION_DROPS_KEYS, TABLE_PROJECTION_SELECTED_ONLY],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get_select(at("p", "1"), "PartitionKey"),
                get_select(at("p", "1"), "RowKey"),
                get_select(at("p", "1"), "Timestamp"),
                get_select(at("p", "1"), "PartitionKey,A"),
                get_select(at("p", "1"), "Timestamp,RowKey"),
                page(select("PartitionKey")),
                page(select("Timestamp")),
                page(select("RowKey,A")),
                page(select("A")),
                page(select("PartitionKey,Timestamp")).metadata(Metadata::None),
                page(select("A")).metadata(Metadata::Full),
                page(Query { filter: Some("RowKey eq '1'".into()), select: Some("A".into()), top: None }),
                page(Query { filter: Some("A eq 1".into()), select: Some("RowKey".into()), top: Some("1".into()) }),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.context-everywhere",
            "The context says what was selected, of a row and of a set, in both levels that have one",
            "The context is written before the query is read.",
            [TABLE_PROJECTION_CONTEXT],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(2))]),
                get_select(at("p", "1"), "A").metadata(Metadata::Minimal),
                get_select(at("p", "1"), "A,B").metadata(Metadata::Full),
                get_select(at("p", "1"), "B,Absent,A").metadata(Metadata::Minimal),
                page(select("A")).metadata(Metadata::Minimal),
                page(select("A,B")).metadata(Metadata::Full),
                page(select("Absent")).metadata(Metadata::Minimal),
                get_select(at("p", "1"), "A").metadata(Metadata::None),
            ]
        ),
    ]
}
