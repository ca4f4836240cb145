//! What is under one name in a container: the blob, blocks that are not committed, snapshots, and what was deleted and is kept.

use super::blob::Blob;
use super::blocks::Staged;
use crate::datetime::DateTime;
use std::collections::BTreeMap;

/// What is under one name.
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The blob.
    pub base: Option<Blob>,
    /// Blocks that are not committed.
    pub staged: Staged,
    /// Snapshots by their time.
    pub snapshots: BTreeMap<DateTime, Blob>,
    /// What was deleted and is kept for some days: snapshots by their time, the blob without one.
    pub kept: Vec<(Option<DateTime>, Blob, DateTime)>,
}

impl Slot {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.base.is_none() && self.staged.is_empty() && self.snapshots.is_empty() && self.kept.is_empty()
    }

    /// The blob, or a snapshot.
    pub fn get(&self, snapshot: Option<DateTime>) -> Option<&Blob> {
        match snapshot {
            None => self.base.as_ref(),
            Some(time) => self.snapshots.get(&time),
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, snapshot: Option<DateTime>) -> Option<&mut Blob> {
        match snapshot {
            None => self.base.as_mut(),
            Some(time) => self.snapshots.get_mut(&time),
        }
    }
}
