//! Timestamps: each later than every one before, whatever the time handed in.

use crate::datetime::DateTime;
use crate::rules::{Trace, id};

/// Gives out timestamps.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    last: DateTime,
}

impl Clock {
    /// The timestamp of the next write (`table.etag.distinct`).
    pub fn tick(&mut self, now: DateTime, trace: &mut Trace<'_>) -> DateTime {
        if !trace.enforce(id::TABLE_ETAG_DISTINCT) {
            return now.plus_ticks(-(now.ticks() % 10_000_000));
        }
        self.last = now.max(self.last.plus_ticks(1));
        self.last
    }
}
