//! The eight EDM types: what they hold, how they are written, and what no type admits.

mod everywhere;
mod kept;
mod nulls;
mod refused;
mod refused_everywhere;
mod written;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Types;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [
        kept::checks(),
        written::checks(),
        nulls::checks(),
        refused::checks(),
        everywhere::checks(),
        refused_everywhere::checks(),
    ]
    .concat()
}
