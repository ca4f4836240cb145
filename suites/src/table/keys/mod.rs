//! Partition and row keys: what they may hold, how they are compared, and how they stand in a path.

mod allowed;
mod compared;
mod forbidden;
mod path;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Keys;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [path::checks(), allowed::checks(), forbidden::checks(), compared::checks()].concat()
}
