//! The sizes of values.

use super::SUITE;
use super::writes::{each_write, each_write_in_batch};
use crate::check::Check;
use crate::define::check;
use crate::table::steps::{binary, repeated, text};

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            TableCore,
            "table.limits.string-largest-everywhere",
            "A string of 32,768 units is stored by every write",
            "Each write has a limit of its own.",
            [TABLE_LIMITS_STRING_LARGEST],
            each_write(&text(repeated('s', 32_768)))
        ),
        check!(
            TableBatch,
            "table.limits.string-largest-in-batch",
            "The same within a batch",
            "The parts of a batch are read by another function, with a limit of its own.",
            [TABLE_LIMITS_STRING_LARGEST],
            each_write_in_batch(&text(repeated('s', 32_768)))
        ),
        check!(
            TableCore,
            "table.limits.string-too-large-everywhere",
            "A string of 65,536 units is refused by every write, and rows stay as they were",
            "Sizes are checked on insert alone.",
            [TABLE_LIMITS_STRING_TOO_LARGE, TABLE_ERRORS_NOTHING_LEFT],
            each_write(&text(repeated('s', 65_536)))
        ),
        check!(
            TableBatch,
            "table.limits.string-too-large-in-batch",
            "The same within a batch, which then does nothing",
            "The batch calls the store past the checks.",
            [TABLE_LIMITS_STRING_TOO_LARGE, TABLE_BATCH_ATOMIC],
            each_write_in_batch(&text(repeated('s', 65_536)))
        ),
        check!(
            TableCore,
            "table.limits.binary-largest-everywhere",
            "A binary value of 65,536 octets is stored by every write",
            "Each write has a limit of its own, or it is applied to base64.",
            [TABLE_LIMITS_BINARY_LARGEST],
            each_write(&binary(vec![1; 65_536]))
        ),
        check!(
            TableCore,
            "table.limits.binary-too-large-everywhere",
            "A binary value of 131,072 octets is refused by every write, and rows stay as they were",
            "Sizes are checked on insert alone.",
            [TABLE_LIMITS_BINARY_TOO_LARGE, TABLE_ERRORS_NOTHING_LEFT],
            each_write(&binary(vec![1; 131_072]))
        ),
        check!(
            TableBatch,
            "table.limits.binary-too-large-in-batch",
            "The same within a batch, which then does nothing",
            "The batch calls the store past the checks.",
            [TABLE_LIMITS_BINARY_TOO_LARGE, TABLE_BATCH_ATOMIC],
            each_write_in_batch(&binary(vec![1; 131_072]))
        ),
    ]
}
