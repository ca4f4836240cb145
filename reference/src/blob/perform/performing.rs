//! One operation at work: whose state it works on, when, and which room of this folder does it.

use crate::blob::model::{Encryption, Model, Moment};
use crate::blob::operation::{Operation, Place};
use crate::blob::outcome::Outcome;
use crate::blob::refuse::refusal;
use crate::datetime::DateTime;
use crate::http::Headers;
use crate::ids::{Guid, IdSource};
use crate::lexical::datetime::written_full;
use crate::refusal::{Detailed, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// One operation at work.
pub struct Performing<'p, 'b> {
    /// The state.
    pub model: &'p mut Model,
    /// When, and in which version.
    pub moment: Moment,
    /// Where ids come from.
    pub ids: &'p mut dyn IdSource,
    /// Which rules take part.
    pub trace: &'p mut Trace<'b>,
    /// The account.
    pub account: &'p str,
    /// The most that a page lists.
    pub page_size: usize,
    /// Whether the secondary location is asked.
    pub secondary: bool,
    /// The headers of the request.
    pub headers: &'p Headers,
}

/// What an operation comes to.
pub type Done = Result<Outcome, Detailed>;

impl Performing<'_, '_> {
    /// Does what is asked.
    ///
    /// # Errors
    /// Why not.
    pub fn perform(&mut self, operation: Operation) -> Done {
        match operation {
            Operation::ListContainers(..)
            | Operation::GetServiceProperties
            | Operation::SetServiceProperties(..)
            | Operation::GetStatistics
            | Operation::GetAccount
            | Operation::CreateContainer(..)
            | Operation::DeleteContainer(..)
            | Operation::GetContainer(..)
            | Operation::GetContainerMetadata(..)
            | Operation::SetContainerMetadata(..)
            | Operation::GetPolicies(..)
            | Operation::SetPolicies(..)
            | Operation::LeaseContainer(..)
            | Operation::FindBlobs(..)
            | Operation::GetDelegationKey(..)
            | Operation::ListBlobs(..) => self.of_containers(operation),
            Operation::GetBlockList(..)
            | Operation::GetBlob(..)
            | Operation::GetBlobProperties(..)
            | Operation::GetBlobMetadata(..)
            | Operation::GetTags(..)
            | Operation::GetPageRanges(..) => self.reads(operation),
            Operation::PutPages(..)
            | Operation::ClearPages(..)
            | Operation::AppendBlock(..)
            | Operation::SealBlob(..) => self.adds(operation),
            Operation::CopyBlob(place, guard, copying) => self.copy(&place, &guard, *copying),
            Operation::AbortCopy(place, guard, copy) => self.abort(&place, &guard, copy),
            Operation::PutBlobFrom(place, guard, source, properties, stored) => {
                self.put_from(&place, &guard, &source, properties, *stored)
            }
            Operation::CopyIncrementally(place, guard, source) => self.copy_incrementally(&place, &guard, &source),
            Operation::SetImmutability(read, until) => self.keep(&read, Some(until)),
            Operation::DeleteImmutability(read) => self.keep(&read, None),
            Operation::SetLegalHold(read, holds) => self.hold(&read, holds),
            Operation::DeleteForEver(read) => {
                let deleted = self.model.delete_for_ever(&read.place, read.snapshot, self.trace);
                deleted.map(|()| Outcome::Deleted(true)).map_err(refused)
            }
            Operation::SetExpiry(place) => {
                self.model.blob(&place, None, self.trace).map_err(refused)?;
                let message = "This operation is only supported on a hierarchical namespace account.";
                let rule = id::BLOB_WRITES_EXPIRY;
                match self.trace.enforce(rule) {
                    true => Err(refused(refusal(400, "HierarchicalNamespaceNotEnabled", message, rule))),
                    false => Ok(Outcome::Immutable(None)),
                }
            }
            operation => self.writes(operation),
        }
    }

    /// The time.
    pub fn now(&self) -> DateTime {
        self.moment.now
    }

    /// The version in force.
    pub fn version(&self) -> Version {
        self.moment.version
    }

    /// Whether a rule holds in the version in force, and is kept.
    pub fn keeps(&mut self, rule: RuleId) -> bool {
        rule.holds_for(self.moment.version) && self.trace.enforce(rule)
    }

    /// The id of the version that a write made, where the answer tells it.
    pub(super) fn made_version(&mut self, place: &Place) -> Option<DateTime> {
        let version = self.model.version_of(&place.container, &place.blob)?;
        self.keeps(id::BLOB_VERSIONING_TOLD).then_some(version)
    }

    /// The same as a header.
    pub(super) fn version_told(&mut self, place: &Place) -> Vec<(&'static str, String)> {
        let version = self.made_version(place);
        version.map(|version| ("x-ms-version-id", written_full(version))).into_iter().collect()
    }

    /// An id that was not given before.
    pub fn fresh(&mut self) -> Guid {
        self.ids.next_id()
    }

    /// The key that the request shows.
    pub fn key(&self) -> Encryption {
        crate::blob::wire::shown_key(self.headers)
    }
}

/// A refusal as operations tell it.
pub fn refused(refusal: Refusal) -> Detailed {
    refusal.into()
}
