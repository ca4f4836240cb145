//! Page blobs: pages that are written and cleared, listed and compared, and the sequence number.

mod generated;
mod listed;
mod sequence;
mod written;

use super::steps::{AskExt as _, put_page};
use crate::check::{Check, Suite};
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::PageBlobs;

/// Clears these octets of the blob `p`.
fn clear(first: u32, last: u32) -> Ask {
    put_page("p", first, last).leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(b"")
}

/// Writes these octets to the blob `p`.
fn write(first: u32, last: u32) -> Ask {
    put_page("p", first, last)
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [written::checks(), listed::checks(), sequence::checks(), generated::checks()].concat()
}
