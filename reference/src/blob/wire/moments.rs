//! Times of snapshots as they stand in targets and headers.

use crate::datetime::DateTime;
use crate::lexical::datetime;

/// The time of a snapshot, if the text is one.
pub fn read(text: &str) -> Option<DateTime> {
    datetime::read(text)
}

/// The text of a snapshot's time: seven digits behind the second.
pub fn written(time: DateTime) -> String {
    datetime::written_full(time)
}
