//! Limits in every operation that can reach them: at the limit, beyond it, alone and within a batch.

mod batches;
mod entities;
mod names;
mod values;
mod writes;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Limits;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [values::checks(), entities::checks(), names::checks(), batches::checks()].concat()
}
