//! Deletions that take time: for how long the name of a table is neither free nor in use.

use super::state::{Model, identity};
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::rules::Trace;
use std::collections::{BTreeMap, VecDeque};

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

/// When tables were deleted, as long as that matters.
#[derive(Debug, Clone, Default)]
pub struct Deletions {
    since: BTreeMap<String, DateTime>,
    /// The same in the order in which it happened. A table that was created and deleted again is in it twice.
    in_order: VecDeque<(DateTime, String)>,
}

impl Deletions {
    /// Notes a deletion, and forgets what was before this time.
    fn note(&mut self, identity: String, now: DateTime, forgotten: impl Fn(DateTime) -> bool) {
        while let Some((since, _)) = self.in_order.front()
            && forgotten(*since)
        {
            let Some((since, identity)) = self.in_order.pop_front() else { break };
            if self.since.get(&identity) == Some(&since) {
                self.since.remove(&identity);
            }
        }
        self.in_order.push_back((now, identity.clone()));
        self.since.insert(identity, now);
    }

    /// The table is there again.
    pub(super) fn forget(&mut self, identity: &str) {
        self.since.remove(identity);
    }
}

impl Model {
    /// A model whose deletions of tables take this long, in ticks.
    pub fn deleting_for(ticks: i64) -> Self {
        Self { deletion_takes: ticks, ..Self::default() }
    }

    /// What has become of a table that is not there; nothing if it was deleted long ago, or never was.
    pub fn deletion(&self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Option<Deletion> {
        let since = *self.deletions.since.get(&*identity(name, trace))?;
        if now < since.plus_ticks(self.deletion_takes) {
            return Some(Deletion::UnderWay);
        }
        (now < since.plus_ticks(LONGEST)).then_some(Deletion::Lately)
    }

    /// Notes a deletion, and forgets those that matter no longer.
    pub(super) fn note_deletion(&mut self, identity: String, now: DateTime) {
        let matters = LONGEST.max(self.deletion_takes);
        self.deletions.note(identity, now, |since| now >= since.plus_ticks(matters));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletions_are_kept_as_long_as_they_matter() {
        let mut deletions = Deletions::default();
        let at = |second: i64| DateTime::default().plus_ticks(second * TICKS_PER_SECOND);
        let old = |now: i64| move |since: DateTime| at(now) >= since.plus_ticks(10 * TICKS_PER_SECOND);
        deletions.note("a".into(), at(0), old(0));
        deletions.note("b".into(), at(0), old(0));
        deletions.forget("b");
        deletions.note("b".into(), at(5), old(5));
        deletions.note("c".into(), at(12), old(12));
        assert_eq!(deletions.since.keys().collect::<Vec<_>>(), ["b", "c"]);
        assert_eq!(deletions.in_order.len(), 2);
        deletions.note("d".into(), at(30), old(30));
        assert_eq!((deletions.since.len(), deletions.in_order.len()), (1, 1));
    }
}
