//! `$select`.

mod types;

use super::steps::{StepExt as _, at, get, get_select, insert, int, long, raw, scan_with, seed, text};
use crate::check::{Check, Suite};
use crate::define::check;
use tablestakes_reference::history::{Call, Metadata};
use tablestakes_reference::table::Query;

const SUITE: Suite = Suite::Projection;

fn select(names: &str) -> Call {
    scan_with(Query { select: Some(names.to_owned()), ..Query::default() })
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [one_by_one(), types::checks()].concat()
}

fn one_by_one() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.projection.selected-only",
            "A query returns the selected properties and no others",
            "The option is ignored; most clients do not notice.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_CONTEXT],
            [
                seed([
                    insert(at("p", "1"), [("A", int(1)), ("B", long(2)), ("C", text("c"))]),
                    insert(at("p", "2"), [("A", int(3)), ("C", text("c"))]),
                ]),
                select("A"),
                select("B,C"),
                select("PartitionKey,RowKey,Timestamp,A"),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.keys-dropped",
            "PartitionKey, RowKey and Timestamp come only if they are selected",
            "They are added for the client's convenience.",
            [TABLE_PROJECTION_DROPS_KEYS],
            [insert(at("p", "1"), [("A", int(1))]), select("A"), select("RowKey"), get_select(at("p", "1"), "A")]
        ),
        check!(
            TableQuery,
            "table.projection.missing-null",
            "A selected property that a row lacks comes back as null",
            "It is left out; old clients fail on that.",
            [TABLE_PROJECTION_MISSING_NULL],
            [
                seed([insert(at("p", "1"), [("A", int(1))]), insert(at("p", "2"), [("B", int(2))])]),
                select("A"),
                select("Absent,RowKey"),
                get_select(at("p", "1"), "A,Absent"),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.etag-kept",
            "odata.etag stays, whatever is selected",
            "It is made from Timestamp, which is not selected.",
            [TABLE_PROJECTION_KEEPS_ETAG],
            [
                insert(at("p", "1"), [("A", int(1))]),
                get_select(at("p", "1"), "A"),
                select("A"),
                get_select(at("p", "1"), "A").metadata(Metadata::Full),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.point",
            "$select works on a single entity",
            "It is written for queries alone.",
            [TABLE_PROJECTION_POINT],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(2))]),
                get_select(at("p", "1"), "B"),
                get_select(at("p", "1"), "B").metadata(Metadata::None),
                get(at("p", "1")),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.empty",
            "An empty $select selects everything",
            "Split at commas it is one empty name.",
            [TABLE_PROJECTION_EMPTY],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(2))]),
                raw("GET", "/${table}()?$select="),
                get_select(at("p", "1"), ""),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.blanks",
            "Blanks around the names do not count",
            "The list is split at commas and not trimmed.",
            [TABLE_PROJECTION_MANY],
            [insert(at("p", "1"), [("A", int(1)), ("B", int(2))]), select("A, B"), get_select(at("p", "1"), " B , A ")]
        ),
        check!(
            TableQuery,
            "table.projection.filter-on-unselected",
            "A filter may use what is not selected",
            "Rows are cut down first and filtered then.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_QUERY_FILTER],
            [
                seed([
                    insert(at("p", "1"), [("A", int(1)), ("B", int(1))]),
                    insert(at("p", "2"), [("A", int(2)), ("B", int(2))]),
                ]),
                scan_with(Query { filter: Some("A eq 2".into()), select: Some("B".into()), top: None }),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.case",
            "Selected names are compared with case",
            "Names are folded.",
            [TABLE_PROJECTION_MISSING_NULL, TABLE_TYPES_NAMES_CASE_SENSITIVE],
            [insert(at("p", "1"), [("Name", int(1)), ("name", int(2))]), select("name"), select("NAME")]
        ),
        check!(
            TableQuery,
            "table.projection.stored-kept",
            "Selecting leaves what is stored as it is",
            "The row in memory is cut down.",
            [TABLE_PROJECTION_POINT],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(2))]),
                get_select(at("p", "1"), "A"),
                select("B"),
                get(at("p", "1")),
            ]
        ),
    ]
}
