//! What applications do with blobs, as the service's designers recommend it: uploads in blocks, updates by ETag, a lease as the
//! election of a leader, snapshots as backups, and requests that are sent again when the answer was lost.
//!
//! A request that is sent again is the same request once more: what the first attempt was answered is not used.

mod backups;
mod elections;
mod updates;
mod uploads;

use crate::check::{Check, Suite};

const SUITE: Suite = Suite::Patterns;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [uploads::checks(), updates::checks(), elections::checks(), backups::checks()].concat()
}
