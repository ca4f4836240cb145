//! What applications do with queues, as the service's designers recommend it: workers that renew the time they have for a message,
//! messages that nobody can handle, and requests that are sent again when the answer was lost.
//!
//! A request that is sent again is the same request once more: what the first attempt was answered is not used.

mod poison;
mod retried;
mod workers;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Patterns;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [workers::checks(), poison::checks(), retried::checks()].concat()
}
