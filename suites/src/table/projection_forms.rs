//! `$select` in more forms: every type, the keys one by one, many names, beside other options and at every level.

use super::steps::{
    StepExt as _, at, batch, get_select, insert, insert_body, insert_every_type, int, merge, next_page, null, page,
    raw, scan_with, seed, text, update,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::history::{Call, Metadata, Step};
use tablestakes_reference::table::{EntityBody, Query};

const SUITE: Suite = Suite::Projection;

fn select(names: &str) -> Call {
    scan_with(Query { select: Some(names.to_owned()), ..Query::default() })
}

fn query(select: &str, filter: Option<&str>, top: Option<&str>) -> Query {
    Query { select: Some(select.to_owned()), filter: filter.map(str::to_owned), top: top.map(str::to_owned) }
}

/// Each property of a row of every type by itself, from a query and from the row.
fn each_type() -> Vec<Step> {
    let instant = super::steps::datetime((2024, 2, 29), (12, 0, 0), 1_200_000);
    let mut script = steps![insert_every_type("1", "text", instant)];
    for (place, name) in ["S", "I", "L", "D", "N", "B", "T", "G", "X"].into_iter().enumerate() {
        let by_query = place % 2 == 0;
        script.push(if by_query { Step::from(select(name)) } else { Step::from(get_select(at("p", "1"), name)) });
    }
    script.extend([
        Step::from(select("X,G,T,B,N,D,L,I,S")),
        get_select(at("p", "1"), "S,X,T,L").metadata(Metadata::Full),
        get_select(at("p", "1"), "S,X,T,L").metadata(Metadata::None),
        select("G,N,D,I").metadata(Metadata::Full),
        select("G,N,D,I").metadata(Metadata::None),
    ]);
    script
}

fn many(count: usize) -> Vec<Step> {
    let name = |number: usize| format!("P{number:03}");
    let entity = (0..count).fold(EntityBody::keyed(&at("p", "1")), |body, number| body.with(name(number), int(1)));
    let names: Vec<String> = (0..count).map(name).collect();
    steps![
        insert_body(entity),
        get_select(at("p", "1"), &names.join(",")),
        select(&names.iter().rev().cloned().collect::<Vec<_>>().join(",")),
        select(&names[..count / 2].join(",")),
        get_select(at("p", "1"), &names[count - 1]),
    ]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableQuery,
            "table.projection.each-type",
            "A property of every type can be selected, with its annotation where it needs one",
            "The annotation is another member, and is dropped with those that are not selected.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_POINT, TABLE_PROJECTION_DROPS_KEYS],
            each_type()
        ),
        check!(
            TableQuery,
            "table.projection.each-key",
            "PartitionKey, RowKey and Timestamp are selected one by one, and beside properties",
            "The three go together.",
            [TABLE_PROJECTION_DROPS_KEYS, TABLE_PROJECTION_KEEPS_ETAG],
            [
                insert(at("p", "1"), [("A", int(1))]),
                insert(at("q", "2"), []),
                select("PartitionKey"),
                select("RowKey"),
                select("Timestamp"),
                select("Timestamp,PartitionKey"),
                select("A,RowKey"),
                get_select(at("p", "1"), "PartitionKey"),
                get_select(at("p", "1"), "RowKey,A"),
                get_select(at("p", "1"), "Timestamp"),
                get_select(at("p", "1"), "Timestamp").metadata(Metadata::None),
                get_select(at("p", "1"), "RowKey").metadata(Metadata::Full),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.missing-in-forms",
            "A selected property that a row lacks is null at every level, in every row that lacks it",
            "It is left out; old clients fail on that.",
            [TABLE_PROJECTION_MISSING_NULL],
            [
                seed([
                    insert(at("p", "1"), [("A", int(1)), ("N", null())]),
                    insert(at("p", "2"), [("B", text(""))]),
                    insert(at("p", "3"), []),
                ]),
                select("A"),
                select("B,A"),
                select("N"),
                select("Absent"),
                select("Absent,Never,A").metadata(Metadata::None),
                select("Absent,A").metadata(Metadata::Full),
                get_select(at("p", "3"), "A,B"),
                get_select(at("p", "1"), "N").metadata(Metadata::None),
                get_select(at("p", "2"), "A").metadata(Metadata::Full),
                batch([get_select(at("p", "3"), "A")]),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.beside-filters",
            "Filters and pages work on what is not selected",
            "Rows are cut down first, and filtered, ordered and continued then.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_QUERY_FILTER],
            [
                seed((1..=4).map(|number| {
                    insert(at("p", number.to_string()), [("A", int(number)), ("B", int(number * 10)), ("C", text("c"))])
                })),
                scan_with(query("B", Some("A ge 2 and 4 gt A"), None)),
                scan_with(query("C", Some("RowKey gt '1'"), Some("1"))),
                scan_with(query("C", Some("A eq 2 or A eq 3"), None)),
                scan_with(query("A", Some("Absent ne 1"), None)),
                page(query("C", Some("A ne 2"), Some("2"))),
                next_page(5, query("C", Some("A ne 2"), Some("2"))),
                page(query("A", Some("PartitionKey eq 'p' and RowKey eq '3'"), None)),
                raw("GET", "/${table}()?$top=2&%24select=B,C&$filter=A%20lt%203"),
                raw("GET", "/${table}()?$select=B%2CC&$filter=A%20lt%203"),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.many-names",
            "All 252 properties of a row can be selected, in any order",
            "A limit of fewer, or a query string that is too long.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_POINT],
            many(252)
        ),
        check!(
            TableQuery,
            "table.projection.names-alike",
            "Names that hold others, or differ in case, are selected for themselves",
            "A name is looked for in the list as a text.",
            [TABLE_PROJECTION_SELECTED_ONLY, TABLE_TYPES_NAMES_CASE_SENSITIVE],
            [
                insert(
                    at("p", "1"),
                    [("A", int(1)), ("AB", int(2)), ("ABC", int(3)), ("a", int(4)), ("_A", int(5)), ("Größe", int(6))]
                ),
                select("AB"),
                select("A"),
                select("ABC,a"),
                select("_A,Größe"),
                get_select(at("p", "1"), "B"),
                get_select(at("p", "1"), "partitionkey,ROWKEY"),
            ]
        ),
        check!(
            TableQuery,
            "table.projection.after-writes",
            "A selection shows what the last write left",
            "Selections are answered from a copy.",
            [TABLE_PROJECTION_POINT, TABLE_PROJECTION_SELECTED_ONLY],
            [
                insert(at("p", "1"), [("A", int(1)), ("B", int(1)), ("C", int(1))]),
                get_select(at("p", "1"), "A,C"),
                merge(at("p", "1"), "*", [("C", int(2))]),
                get_select(at("p", "1"), "A,C"),
                update(at("p", "1"), "*", [("A", int(3)), ("C", text("3"))]),
                get_select(at("p", "1"), "A,C"),
                select("C,A"),
            ]
        ),
    ]
}
