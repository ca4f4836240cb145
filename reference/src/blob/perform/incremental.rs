//! Incremental copies: what a snapshot of a page blob has more than the one that was copied last.

use super::performing::{Done, Performing, refused};
use crate::blob::model::{Body, Copied, CopyStarted, Increment, Stored};
use crate::blob::operation::{Guard, Place, Source};
use crate::blob::outcome::Outcome;
use crate::blob::refuse::{refusal, wrong_type_by};
use crate::refusal::Detailed;
use crate::rules::{RuleId, id};

fn conflict(code: &'static str, message: &str, rule: RuleId) -> Detailed {
    refused(refusal(409, code, message, rule))
}

impl Performing<'_, '_> {
    /// Copies a snapshot of a page blob, and makes a snapshot of the copy.
    pub(super) fn copy_incrementally(&mut self, place: &Place, guard: &Guard, source: &Source) -> Done {
        self.model.admit_creator(place, guard, self.moment, self.trace).map_err(refused)?;
        let blob = self.own_source(source)?;
        let Body::Page(..) = &blob.body else {
            return Err(refused(wrong_type_by(id::BLOB_PAGES_TYPE, self.trace)));
        };
        let rule = id::BLOB_COPY_INCREMENTAL_SOURCE;
        let Some(taken) = source.snapshot.or_else(|| (!self.trace.enforce(rule)).then_some(blob.changed)) else {
            let message = "The source for incremental copy request must be a snapshot.";
            return Err(conflict("IncrementalCopySourceMustBeSnapshot", message, rule));
        };
        let from = source.place.as_ref().map(|place| (place.container.clone(), place.blob.clone())).unwrap_or_default();
        let there = self.model.slot(&place.container, &place.blob).and_then(|slot| slot.base.clone());
        if let Some(there) = &there {
            let last = there.copied.as_ref().and_then(|copied| copied.incremental.as_ref());
            let rule = id::BLOB_COPY_INCREMENTAL_SAME;
            if last.is_none_or(|last| last.source != from) && self.trace.enforce(rule) {
                let message = "The specified source blob is different than the copy source of the existing incremental copy blob.";
                return Err(conflict("IncrementalCopyBlobMismatch", message, rule));
            }
            let rule = id::BLOB_COPY_INCREMENTAL_LATER;
            if last.is_some_and(|last| last.taken > taken) && self.trace.enforce(rule) {
                let message =
                    "The specified snapshot is earlier than the last snapshot copied into the incremental copy blob.";
                return Err(conflict("IncrementalCopyOfEarlierVersionSnapshotNotAllowed", message, rule));
            }
        }
        let (id, completed, length) = (self.fresh(), self.now(), blob.body.length());
        let made = self.model.tick(self.moment.now);
        let incremental = Some(Increment { made, source: from, taken });
        let copied = Some(Copied { id, source: source.address.clone(), completed, length, incremental });
        let stored = Stored { tags: Default::default(), ..blob.stored };
        let changed = self.model.replace(place, blob.body, stored, copied, self.moment, self.trace).map_err(refused)?;
        self.model.keep_snapshot(place, made, self.trace).map_err(refused)?;
        Ok(Outcome::Copied(CopyStarted {
            changed,
            id: Some(id),
            pending: self.trace.enforce(id::BLOB_COPY_INCREMENTAL_PENDING),
            hash: (None, None),
            version: if there.is_none() { self.made_version(place) } else { None },
        }))
    }
}
