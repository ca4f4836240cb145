//! Rules that no check names, and why.

use tablestakes_reference::rules::{RuleId, id};

const TOO_LARGE: &str = "asking takes a body of 64 to 256 MiB in every run; the histories beside the reference show it";

/// Each MUST and SHOULD that no check names, with the reason. A test keeps the list exact.
pub const UNCHECKED: &[(RuleId, &str)] =
    &[(id::BLOB_BLOCKS_SIZE, TOO_LARGE), (id::BLOB_PUT_SIZE, TOO_LARGE), (id::BLOB_PUT_SIZE_BEFORE, TOO_LARGE)];
