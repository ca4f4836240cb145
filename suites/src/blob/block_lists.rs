//! Block blobs put together block by block.

mod commits;
mod ids;
mod lookups;

use crate::check::Check;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [lookups::checks(), commits::checks(), ids::checks()].concat()
}
