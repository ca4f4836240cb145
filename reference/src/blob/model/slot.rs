//! What is under one name in a container: the blob, blocks that are not committed, snapshots, versions, and what was deleted
//! and is kept.

use super::blob::Blob;
use super::blocks::Staged;
use crate::datetime::DateTime;
use std::collections::BTreeMap;

/// Which of what is under one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Which {
    /// The blob.
    #[default]
    Base,
    /// The snapshot of this time.
    Snapshot(DateTime),
    /// The version of this id, which may be the blob itself.
    Version(DateTime),
}

impl From<Option<DateTime>> for Which {
    fn from(snapshot: Option<DateTime>) -> Self {
        snapshot.map_or(Self::Base, Self::Snapshot)
    }
}

/// What is under one name.
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The blob.
    pub base: Option<Blob>,
    /// Blocks that are not committed.
    pub staged: Staged,
    /// Snapshots by their time.
    pub snapshots: BTreeMap<DateTime, Blob>,
    /// Earlier versions by their id.
    pub versions: BTreeMap<DateTime, Blob>,
    /// What was deleted and is kept for some days: snapshots by their time, the blob and versions without one.
    pub kept: Vec<(Option<DateTime>, Blob, DateTime)>,
}

impl Slot {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.staged.is_empty()
            && self.snapshots.is_empty()
            && self.versions.is_empty()
            && self.kept.is_empty()
    }

    /// The blob, a snapshot or a version.
    pub fn get(&self, which: impl Into<Which>) -> Option<&Blob> {
        match which.into() {
            Which::Base => self.base.as_ref(),
            Which::Snapshot(time) => self.snapshots.get(&time),
            Which::Version(id) if self.is_current(id) => self.base.as_ref(),
            Which::Version(id) => self.versions.get(&id),
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, which: impl Into<Which>) -> Option<&mut Blob> {
        match which.into() {
            Which::Base => self.base.as_mut(),
            Which::Snapshot(time) => self.snapshots.get_mut(&time),
            Which::Version(id) if self.is_current(id) => self.base.as_mut(),
            Which::Version(id) => self.versions.get_mut(&id),
        }
    }

    /// Whether this is the id of the blob itself.
    pub fn is_current(&self, version: DateTime) -> bool {
        self.base.as_ref().is_some_and(|blob| blob.version == Some(version))
    }

    /// The id of a version that is made at an instant: later than every one before.
    pub(super) fn next_version(&self, now: DateTime) -> DateTime {
        let current = self.base.as_ref().and_then(|blob| blob.version);
        let earlier = self.versions.keys().next_back().copied();
        now.max(current.max(earlier).map_or(now, |last| last.plus_ticks(1)))
    }

    /// Keeps the blob as it is as an earlier version.
    pub(super) fn keep_version(&mut self) {
        if let Some(blob) = &self.base {
            let id = blob.version.unwrap_or(blob.changed);
            self.versions.insert(id, Blob { version: Some(id), lease: Default::default(), ..blob.clone() });
        }
    }
}
