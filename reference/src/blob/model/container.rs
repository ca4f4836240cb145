//! Containers, and what is done with them.

use super::blob::{Metadata, etag};
use super::conditions::Conditions;
use super::lease::{Lease, LeaseAction, LeaseDone, Leased};
use super::slot::Slot;
use super::state::{Model, Moment};
use crate::blob::operation::Guard;
use crate::blob::refuse::{container_not_found, refusal};
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::policies::Policy;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::version::Version;
use std::collections::BTreeMap;

/// What of a container may be read by anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PublicAccess {
    /// Nothing.
    #[default]
    None,
    /// Its blobs.
    Blob,
    /// Its blobs and what it holds.
    Container,
}

impl PublicAccess {
    /// As `x-ms-blob-public-access` tells it.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Blob => Some("blob"),
            Self::Container => Some("container"),
        }
    }
}

/// A container.
#[derive(Debug, Clone, Default)]
pub struct Container {
    /// Its metadata.
    pub metadata: Metadata,
    /// What of it is public.
    pub public: PublicAccess,
    /// Its stored access policies.
    pub policies: Vec<Policy>,
    /// When the policies were set.
    pub policies_set: Option<DateTime>,
    /// Its lease.
    pub lease: Lease,
    /// When it was changed.
    pub changed: DateTime,
    /// What is in it.
    pub blobs: BTreeMap<String, Slot>,
}

impl Container {
    /// Its ETag, without quotes.
    pub fn etag(&self) -> String {
        etag(self.changed)
    }
}

impl Model {
    /// A container.
    ///
    /// # Errors
    /// It is not there.
    pub fn container(&self, name: &str, trace: &mut Trace<'_>) -> Result<&Container, Refusal> {
        self.containers.get(name).ok_or_else(|| container_not_found(trace))
    }

    /// The same, to be changed.
    ///
    /// # Errors
    /// It is not there.
    pub fn container_mut(&mut self, name: &str, trace: &mut Trace<'_>) -> Result<&mut Container, Refusal> {
        self.containers.get_mut(name).ok_or_else(|| container_not_found(trace))
    }

    /// Creates a container; when that was.
    ///
    /// # Errors
    /// It is there, or still being deleted.
    pub fn create_container(
        &mut self,
        name: &str,
        metadata: Metadata,
        public: PublicAccess,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<DateTime, Refusal> {
        if let Some(until) = self.deleted.get(name).copied() {
            let rule = id::BLOB_CONTAINERS_BEING_DELETED;
            trace.enforce(rule);
            if until > moment.now {
                let message = "The specified container is being deleted. Try operation later.";
                return Err(refusal(409, "ContainerBeingDeleted", message, rule));
            }
            self.deleted.remove(name);
        }
        if self.containers.contains_key(name) {
            let rule = id::BLOB_CONTAINERS_CREATE_CONFLICT;
            if trace.enforce(rule) {
                let message = "The specified container already exists.";
                return Err(refusal(409, "ContainerAlreadyExists", message, rule));
            }
        }
        let kept = metadata.is_empty() || trace.enforce(id::BLOB_CONTAINERS_CREATED_METADATA);
        let metadata = if kept { metadata } else { Metadata::new() };
        let changed = self.tick(moment.now);
        self.containers.insert(name.to_owned(), Container { metadata, public, changed, ..Container::default() });
        Ok(changed)
    }

    /// Deletes a container with all that is in it.
    ///
    /// # Errors
    /// It is not there, or leased, or a condition does not hold.
    pub fn delete_container(
        &mut self,
        name: &str,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let Some(container) = self.containers.get(name) else {
            let rule = id::BLOB_CONTAINERS_DELETE_MISSING;
            return if trace.enforce(rule) { Err(Refusal { rule, ..container_not_found(trace) }) } else { Ok(()) };
        };
        container.lease.admits_writer(guard.lease, Leased::Container, moment.now, trace)?;
        admit_by_dates(container, &guard.conditions, trace)?;
        if trace.enforce(id::BLOB_CONTAINERS_DELETE) {
            self.containers.remove(name);
            if self.deletion_takes > 0 {
                self.deleted.insert(name.to_owned(), moment.now.plus_ticks(self.deletion_takes));
            }
        }
        Ok(())
    }

    /// A container that is read.
    ///
    /// # Errors
    /// It is not there, or the lease that the request shows is not its.
    pub fn read_container(
        &self,
        name: &str,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<&Container, Refusal> {
        let container = self.container(name, trace)?;
        container.lease.admits_reader(guard.lease, Leased::Container, moment.now, trace)?;
        Ok(container)
    }

    /// Changes a container; when that was.
    ///
    /// # Errors
    /// It is not there, or the lease that the request shows is not its, or a condition does not hold.
    pub fn change_container(
        &mut self,
        name: &str,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
        change: impl FnOnce(&mut Container, &mut Trace<'_>),
    ) -> Result<DateTime, Refusal> {
        let container = self.read_container(name, guard, moment, trace)?;
        admit_by_dates(container, &guard.conditions, trace)?;
        let changed =
            if trace.enforce(id::BLOB_CONTAINERS_NEW_ETAG) { self.tick(moment.now) } else { container.changed };
        let container = self.container_mut(name, trace)?;
        container.changed = changed;
        change(container, trace);
        Ok(changed)
    }

    /// Does something with the lease of a container; what came of it, and when the container was changed.
    ///
    /// # Errors
    /// It is not there, a condition does not hold, or its lease does not allow it.
    pub fn lease_container(
        &mut self,
        name: &str,
        conditions: &Conditions,
        action: LeaseAction,
        fresh: Guid,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(LeaseDone, DateTime), Refusal> {
        let moved = moment.version < Version::V2013_08_15;
        let tick = if moved { Some(self.tick(moment.now)) } else { None };
        let container = self.container_mut(name, trace)?;
        admit_by_dates(container, conditions, trace)?;
        let done = container.lease.act(action, fresh, Leased::Container, moment.now, trace)?;
        container.changed = tick.unwrap_or(container.changed);
        Ok((done, container.changed))
    }
}

/// Conditions on containers are those of dates alone.
fn admit_by_dates(container: &Container, conditions: &Conditions, trace: &mut Trace<'_>) -> Result<(), Refusal> {
    let dates = Conditions { matches: None, differs: None, tags: None, ..conditions.clone() };
    dates.admit_writer(&container.etag(), container.changed, &Default::default(), trace)
}
