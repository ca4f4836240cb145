//! Deletions that take time: for how long the name of a table is neither free nor in use.

use super::state::{Model, identity};
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::rules::Trace;

/// Nobody is known to take longer. Documented are at least 40 seconds.
const LONGEST: i64 = 600 * TICKS_PER_SECOND;

/// What has become of a table that was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// It is being deleted.
    UnderWay,
    /// It is gone, and so short a time ago that another service might still be at it.
    Lately,
}

impl Model {
    /// A model whose deletions of tables take this long, in ticks.
    pub fn deleting_for(ticks: i64) -> Self {
        Self { deletion_takes: ticks, ..Self::default() }
    }

    /// What has become of a table that is not there; nothing if it was deleted long ago, or never was.
    pub fn deletion(&self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Option<Deletion> {
        let since = *self.deletions.get(&*identity(name, trace))?;
        if now < since.plus_ticks(self.deletion_takes) {
            return Some(Deletion::UnderWay);
        }
        (now < since.plus_ticks(LONGEST)).then_some(Deletion::Lately)
    }

    /// Notes a deletion, and forgets those that matter no longer.
    pub(super) fn note_deletion(&mut self, identity: String, now: DateTime) {
        let matters = LONGEST.max(self.deletion_takes);
        self.deletions.retain(|_, since| now < since.plus_ticks(matters));
        self.deletions.insert(identity, now);
    }
}
