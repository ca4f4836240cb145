//! `$filter`: operators, logic, literals, types, and what is refused.

mod bindings;
mod compared;
mod literals;
mod logic;
mod pairs;
mod ranges;
mod refused;
mod sets;
mod sides;
mod words;

use crate::check::{Check, Suite};
use crate::table::steps::{at, binary, boolean, datetime, double, guid, insert, int, long, page, seed, text};
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Operation, Query};

const SUITE: Suite = Suite::Query;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        sets::checks(),
        compared::checks(),
        logic::checks(),
        literals::checks(),
        refused::checks(),
        sides::checks(),
        pairs::checks(),
        ranges::checks(),
        words::checks(),
        bindings::checks(),
    ]
    .concat()
}

/// One row of every type, and one with none of the properties.
fn every_type() -> Step {
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
fn three() -> Step {
    seed((1..=3).map(|number| insert(at("p", number.to_string()), [("N", int(number))])))
}

/// One page of what this filter finds.
fn filtered(filter: &str) -> Operation {
    page(Query { filter: Some(filter.to_owned()), ..Query::default() })
}
