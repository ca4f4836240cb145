//! Rows, and steps that filter them, that the checks of several topics share.

use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, page, scan, seed, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Operation, Query};

/// One row of every type, and one with none of the properties.
pub(super) fn every_type() -> Step {
    seed([
        insert(
            at("p", "all"),
            [
                ("S", text("b")),
                ("I", int(2)),
                ("L", long(2)),
                ("D", double(2.5)),
                ("B", boolean(true)),
                ("T", datetime((2024, 2, 29), (12, 0, 0), 5)),
                ("G", guid(0x6826_0000_0000_4000_8000_0000_0000_0001)),
                ("X", binary([0x0a, 0x0b])),
            ],
        ),
        insert(at("p", "none"), []),
    ])
}

/// Three rows whose property `N` is 1, 2 and 3.
pub(super) fn three() -> Step {
    seed((1..=3).map(|number| insert(at("p", number.to_string()), [("N", int(number))])))
}

/// One page of what this filter finds.
pub(super) fn filtered(filter: &str) -> Operation {
    page(Query { filter: Some(filter.to_owned()), ..Query::default() })
}

/// One page for each filter.
pub(super) fn each(setup: impl Into<Step>, filters: impl IntoIterator<Item = &'static str>) -> Vec<Step> {
    std::iter::once(setup.into()).chain(filters.into_iter().map(|filter| Step::from(filtered(filter)))).collect()
}

/// All pages for each filter.
pub(super) fn scans(setup: impl Into<Step>, filters: impl IntoIterator<Item = &'static str>) -> Vec<Step> {
    std::iter::once(setup.into()).chain(filters.into_iter().map(|filter| Step::from(scan(filter)))).collect()
}
