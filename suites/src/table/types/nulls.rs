//! Nulls: not stored, and not a way to remove.

use super::SUITE;
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{
    StepExt as _, at, get, insert, insert_or_merge, insert_or_replace, int, literal, merge, null, scan, text, update,
};
use tablestakes_reference::history::Metadata;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.types.null-not-stored",
            "A null in an insert is not stored",
            "It is stored as null, or as an empty string.",
            [TABLE_TYPES_NULL_NOT_STORED],
            [
                insert(at("p", "1"), [("A", null()), ("B", int(1))]),
                get(at("p", "1")).metadata(Metadata::Full),
                scan("A eq ''"),
            ]
        ),
        check!(
            TableCore,
            "table.types.null-replaces",
            "A null in a replace leaves the property out",
            "The old value stays, as in a merge.",
            [TABLE_TYPES_NULL_NOT_STORED],
            [
                insert(at("p", "1"), [("A", text("x")), ("B", int(1))]),
                insert_or_replace(at("p", "1"), [("A", null()), ("B", int(2))]),
                get(at("p", "1")),
                update(at("p", "1"), "*", [("B", null()), ("C", int(3))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.null-ignored-by-merge",
            "A null in a merge changes nothing",
            "It looks like the way to remove a property, but is none.",
            [TABLE_ENTITIES_MERGE_NULL_KEEPS],
            [
                insert(at("p", "1"), [("A", text("x")), ("B", int(1))]),
                merge(at("p", "1"), "*", [("A", null()), ("B", int(2))]),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), [("A", null()), ("C", int(3))]),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableCore,
            "table.types.timestamp-ignored",
            "The server sets Timestamp, whatever the client sends",
            "It is stored like any other property.",
            [TABLE_JSON_TIMESTAMP_IGNORED],
            [
                insert(at("p", "1"), [("Timestamp", literal("Edm.DateTime", "\"2001-01-01T00:00:00Z\""))]),
                get(at("p", "1")),
                insert_or_merge(at("p", "1"), [("Timestamp", literal("Edm.DateTime", "\"2001-01-01T00:00:00Z\""))]),
                get(at("p", "1")),
                insert(at("p", "2"), [("Timestamp", null())]),
                scan("Timestamp lt datetime'2002-01-01T00:00:00Z'"),
            ]
        ),
    ]
}
