//! `$filter`: operators, logic, literals, types, and what is refused.

mod bindings;
mod compared;
mod filtering;
mod literals;
mod logic;
mod pairs;
mod ranges;
mod refused;
mod sets;
mod sides;
mod words;

use crate::check::{Check, Suite};

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
