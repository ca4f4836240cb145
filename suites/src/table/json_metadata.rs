//! The three levels of JSON metadata, and what requests may carry of them.

mod everywhere;

use super::steps::{
    StepExt as _, at, bare, create_table, datetime, delete_table, get, get_table, insert, insert_every_type,
    insert_or_merge, insert_or_replace, int, merge, page, scan_all,
};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::Metadata;
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::JsonMetadata;

const LEVELS: [Metadata; 3] = [Metadata::None, Metadata::Minimal, Metadata::Full];

/// A row with a property of every type.
fn every_type(row: &str) -> Operation {
    insert_every_type(row, "s", datetime((2024, 2, 29), (1, 2, 3), 0))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), everywhere::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.json-metadata.entity",
            "An entity carries its context, tag and addresses as the level asks for",
            "One level is written well, and the others are made by leaving things out.",
            [TABLE_JSON_CONTEXT_ENTITY, TABLE_JSON_FULL_ENTITY, TABLE_JSON_ETAG_MEMBER, TABLE_JSON_NONE_BARE],
            [
                every_type("1"),
                get(at("p", "1")).metadata(LEVELS[0]),
                get(at("p", "1")).metadata(LEVELS[1]),
                get(at("p", "1")).metadata(LEVELS[2]),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.inserted",
            "The answer to an insert is written at the level that is asked for",
            "The body of the request is sent back.",
            [TABLE_ENTITIES_INSERT, TABLE_JSON_FULL_ENTITY, TABLE_JSON_NONE_BARE],
            [
                every_type("1").metadata(LEVELS[0]),
                every_type("2").metadata(LEVELS[1]),
                every_type("3").metadata(LEVELS[2]),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.set",
            "A set carries its context once, and each row what the level asks for",
            "Rows in a set are written by another function than single ones.",
            [TABLE_JSON_CONTEXT_SET, TABLE_JSON_ETAG_MEMBER],
            [
                every_type("1"),
                page(Query::default()).metadata(LEVELS[0]),
                page(Query::default()).metadata(LEVELS[1]),
                page(Query::default()).metadata(LEVELS[2]),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.tables",
            "The entry of a table is written at every level",
            "Tables have no tag, and type and addresses of their own.",
            [TABLE_JSON_FULL_TABLE, TABLE_TABLES_CREATE],
            [
                create_table("${table}x").metadata(Metadata::Full),
                get_table("${table}x").metadata(LEVELS[0]),
                get_table("${table}x").metadata(LEVELS[1]),
                get_table("${table}x").metadata(LEVELS[2]),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.annotations",
            "The types that JSON lacks are annotated, the others are not",
            "All are annotated, or none.",
            [TABLE_JSON_ANNOTATIONS, TABLE_JSON_NO_ANNOTATIONS],
            [every_type("1"), get(at("p", "1")).metadata(LEVELS[1]), get(at("p", "1")).metadata(LEVELS[2]), scan_all()]
        ),
        check!(
            TableCore,
            "table.json-metadata.timestamp",
            "Timestamp is there at every level, annotated in full metadata only",
            "It is a DateTime like others.",
            [TABLE_JSON_TIMESTAMP_ANNOTATION, TABLE_JSON_TIMESTAMP_MEMBER],
            [
                insert(at("p", "1"), []),
                get(at("p", "1")).metadata(LEVELS[0]),
                get(at("p", "1")).metadata(LEVELS[1]),
                get(at("p", "1")).metadata(LEVELS[2]),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.table-context",
            "A table and a set of tables carry their context",
            "Only entities have one.",
            [TABLE_JSON_CONTEXT_TABLE],
            [
                create_table("${table}x").metadata(LEVELS[1]),
                get_table("${table}x").metadata(LEVELS[0]),
                get_table("${table}x").metadata(LEVELS[1]),
                get_table("${table}x").metadata(LEVELS[2]),
                delete_table("${table}x"),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.special-keys",
            "Addresses in full metadata hold keys with quotes, blanks and percent signs escaped",
            "They are put together without escaping.",
            [TABLE_JSON_FULL_ENTITY],
            [insert(at("a'b", "c d%25"), []), get(at("a'b", "c d%25")).metadata(Metadata::Full)]
        ),
        check!(
            TableCore,
            "table.json-metadata.members-ignored",
            "Members of a request that begin with odata. are not stored",
            "Clients send back what they read.",
            [TABLE_JSON_ODATA_MEMBERS_IGNORED],
            [
                insert(at("p", "1"), [("odata.etag", bare("\"W/\\\"x\\\"\"")), ("A", int(1))]),
                get(at("p", "1")),
                insert_or_replace(at("p", "1"), [("odata.metadata", bare("\"x#y/@Element\"")), ("A", int(2))]),
                insert_or_merge(at("p", "1"), [("odata.etag", bare("\"x\""))]),
                get(at("p", "1")).metadata(Metadata::None),
                get(at("p", "1")).metadata(Metadata::Full),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.sent-back",
            "Timestamp in a request is ignored, as it comes from an earlier read",
            "Clients send back what they read.",
            [TABLE_JSON_TIMESTAMP_IGNORED],
            [
                insert(at("p", "1"), [("A", int(1))]),
                merge(at("p", "1"), "*", [("Timestamp", datetime((2001, 2, 3), (4, 5, 6), 7)), ("A", int(2))]),
                get(at("p", "1")).metadata(Metadata::Full),
                scan_all(),
            ]
        ),
        check!(
            TableCore,
            "table.json-metadata.empty-set",
            "An empty set is an empty array at every level",
            "Null, an empty object, or no value.",
            [TABLE_JSON_EMPTY_SET, TABLE_JSON_CONTEXT_SET],
            [
                page(Query::default()).metadata(LEVELS[0]),
                page(Query::default()).metadata(LEVELS[1]),
                page(Query::default()).metadata(LEVELS[2]),
            ]
        ),
    ]
}
