//! Entity group transactions: what they do, what their parts say, how they are framed, and what is refused.

mod addresses;
mod atomic;
mod framed;
mod parts;
mod refused;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Batch;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [parts::checks(), atomic::checks(), refused::checks(), framed::checks(), addresses::checks()].concat()
}
