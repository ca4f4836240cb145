//! ETags: their form, when they change, and what `If-Match` makes of them.

mod changes;
mod conditions;
mod spelled;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::ETag;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [changes::checks(), conditions::checks(), spelled::checks()].concat()
}
