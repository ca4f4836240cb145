//! Atom, answer by answer.

use super::{SUITE, in_atom};
use crate::check::Check;
use crate::define::check;
use crate::table::headers::granted;
use crate::table::steps::{at, double, get, get_select, insert, insert_or_replace, int, long, merge, page, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::Query;

fn everything() -> Vec<Step> {
    granted().into_iter().map(in_atom).collect()
}

fn select(names: &str) -> Query {
    Query { select: Some(names.to_owned()), ..Query::default() }
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableAtom,
            "table.atom.announced-everywhere",
            "Every answer in Atom is announced as the entry or feed that it is",
            "The type is application/atom+xml for both.",
            [TABLE_ATOM_CONTENT_TYPE],
            everything()
        ),
        check!(
            TableAtom,
            "table.atom.entries-everywhere",
            "Every answer in Atom has its addresses, categories and tags",
            "Clients of today read only the properties.",
            [TABLE_ATOM_ENTRY, TABLE_ATOM_ETAG, TABLE_ATOM_FEED],
            everything()
        ),
        check!(
            TableAtom,
            "table.atom.headers-everywhere",
            "Answers in Atom carry the headers of those in JSON",
            "Old formats have old code.",
            [TABLE_HEADERS_NOSNIFF, TABLE_HEADERS_CACHE_CONTROL, TABLE_HEADERS_NO_DATA_SERVICE_VERSION],
            everything()
        ),
        check!(
            TableAtom,
            "table.atom.selected-everywhere",
            "What is selected in Atom is what comes, and null where it is missing",
            "Projection is for JSON.",
            [TABLE_ATOM_SELECTED_NULL, TABLE_PROJECTION_SELECTED_ONLY, TABLE_PROJECTION_DROPS_KEYS],
            [
                super::every_type("1"),
                insert(at("p", "2"), [("Other", int(1))]),
                in_atom(get_select(at("p", "1"), "S")),
                in_atom(get_select(at("p", "1"), "L,X,Absent")),
                in_atom(get_select(at("p", "1"), "PartitionKey,Timestamp")),
                in_atom(page(select("S,L"))),
                in_atom(page(select("RowKey,G,Absent"))),
            ]
        ),
        check!(
            TableAtom,
            "table.atom.types-after-each-write",
            "Types in Atom are those of the last write",
            "The type is kept from the insert.",
            [TABLE_ATOM_TYPES],
            [
                super::every_type("1"),
                insert(at("p", "2"), [("A", int(1)), ("B", long(1)), ("C", double(1.5)), ("D", text("1"))]),
                merge(at("p", "2"), "*", [("A", long(1)), ("B", text("1")), ("C", int(1)), ("D", double(1.5))]),
                in_atom(get(at("p", "2"))),
                insert_or_replace(at("p", "1"), [("S", int(1)), ("I", text("1")), ("L", double(2.5))]),
                in_atom(get(at("p", "1"))),
                in_atom(page(Query::default())),
            ]
        ),
    ]
}
