//! Everything that the service holds, and its clock.

use super::container::Container;
use super::slot::Slot;
use crate::blob::properties::ServiceProperties;
use crate::datetime::DateTime;
use crate::version::Version;
use std::collections::BTreeMap;

/// When a request comes, and in which version.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// The time.
    pub now: DateTime,
    /// The version in force.
    pub version: Version,
}

/// Everything that the service holds.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The service's properties.
    pub properties: ServiceProperties,
    pub(super) containers: BTreeMap<String, Container>,
    /// The names that cannot be used again before an instant.
    pub(super) deleted: BTreeMap<String, DateTime>,
    pub(super) deletion_takes: i64,
    /// Whether versions of blobs are kept.
    pub(super) versioning: bool,
    /// The last instant at which something changed.
    last: DateTime,
}

impl Model {
    /// A model in which the deletion of a container takes this long, in ticks.
    pub fn deleting_for(ticks: i64) -> Self {
        Self { deletion_takes: ticks, ..Self::default() }
    }

    /// The same model, which keeps versions of blobs if so.
    #[must_use]
    pub fn keeping_versions(self, versioning: bool) -> Self {
        Self { versioning, ..self }
    }

    /// Whether versions of blobs are kept.
    pub fn keeps_versions(&self) -> bool {
        self.versioning
    }

    /// The id of the version that a blob is.
    pub fn version_of(&self, container: &str, blob: &str) -> Option<DateTime> {
        self.slot(container, blob)?.base.as_ref()?.version
    }

    /// How many blobs it holds.
    pub fn blob_count(&self) -> usize {
        self.containers.values().map(|container| container.blobs.len()).sum()
    }

    /// The names of the containers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.containers.keys().map(String::as_str)
    }

    /// A container, if it is there.
    pub fn find(&self, name: &str) -> Option<&Container> {
        self.containers.get(name)
    }

    /// What is under a name, if there is something.
    pub fn slot(&self, container: &str, blob: &str) -> Option<&Slot> {
        self.containers.get(container)?.blobs.get(blob)
    }

    /// The instant of the next change: later than every one before, so that ETags differ.
    pub fn tick(&mut self, now: DateTime) -> DateTime {
        self.last = now.max(self.last.plus_ticks(1));
        self.last
    }
}
