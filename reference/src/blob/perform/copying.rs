//! Copying blobs, and putting blobs with content from elsewhere.

use super::performing::{Done, Performing, refused};
use super::sources::Wording;
use crate::blob::model::{Blob, Body, Copied, CopyStarted, Rope, Standing, Stored, Unmet};
use crate::blob::operation::{Copying, Guard, Hashes, Place, Source};
use crate::blob::outcome::{Outcome, Written};
use crate::blob::refuse::{blob_archived, blob_not_found, refusal, wrong_type};
use crate::blob::wire::md5;
use crate::ids::Guid;
use crate::refusal::{Detailed, Refusal};
use crate::rules::id;
use crate::version::Version;

impl Performing<'_, '_> {
    /// Copies a blob; within an account, that is done when it is answered.
    pub(super) fn copy(&mut self, place: &Place, guard: &Guard, copying: Copying) -> Done {
        let Copying { source, synchronous, stored: own, seal, source_tags } = copying;
        self.admit_destination(place, guard, synchronous)?;
        let blob = if synchronous { self.source(&source, Wording::TimedOut)? } else { self.own_source(&source)? };
        let is_archived = blob.tier.as_ref().is_some_and(|tier| tier.name == "Archive");
        if is_archived && own.tier.is_some() && !self.trace.enforce(id::BLOB_TIERS_ARCHIVED_COPIED) {
            return Err(refused(blob_archived(id::BLOB_TIERS_ARCHIVED_COPIED)));
        }
        let mut hash = (None, None);
        if synchronous {
            let data = blob.body.slice(0, blob.body.length());
            let said = Hashes { md5: source.md5.clone(), crc64: source.crc64.clone() };
            self.check_hashes(&data, &said, true)?;
            hash = self.told(&data, source.md5.is_some());
        }
        let there = self.model.slot(&place.container, &place.blob).and_then(|slot| slot.base.clone());
        let rule = id::BLOB_COPY_TYPE;
        let other = there.is_some_and(|there| there.body.type_name() != blob.body.type_name());
        if other && self.trace.enforce(rule) {
            return Err(refused(wrong_type(rule)));
        }
        let Stored { metadata, tier, tags, priority, immutability, legal_hold, .. } = own;
        let tags =
            if source_tags && self.trace.enforce(id::BLOB_COPY_SOURCE_TAGS) { blob.stored.tags.clone() } else { tags };
        let encryption = self.key();
        let mut stored = Stored { tags, tier, priority, encryption, immutability, legal_hold, ..blob.stored };
        if !self.trace.enforce(id::BLOB_COPY_PROPERTIES) {
            stored.content_type = None;
        }
        if !metadata.is_empty() && self.trace.enforce(id::BLOB_COPY_METADATA) {
            stored.metadata = metadata;
        }
        let mut body = blob.body;
        if let (Body::Append(_, _, sealed), Some(seal)) = (&mut body, seal) {
            *sealed = seal;
        }
        let asynchronous = self.keeps(id::BLOB_COPY_ACCEPTED);
        let copy = self.fresh();
        let (completed, length) = (self.now(), body.length());
        let copied = asynchronous.then(|| Copied {
            id: copy,
            source: source.address.clone(),
            completed,
            length,
            incremental: None,
        });
        let changed = self.model.replace(place, body, stored, copied, self.moment, self.trace).map_err(refused)?;
        let version = self.made_version(place);
        Ok(Outcome::Copied(CopyStarted { changed, id: asynchronous.then_some(copy), pending: false, hash, version }))
    }

    /// Whether the destination may be replaced.
    fn admit_destination(&mut self, place: &Place, guard: &Guard, synchronous: bool) -> Result<(), Detailed> {
        let admitted = self.model.admit_creator(place, guard, self.moment, self.trace);
        let rule = id::BLOB_COPY_TARGET_CONDITIONS;
        admitted.map_err(|refusal| match refusal.code {
            "ConditionNotMet" if !synchronous && self.trace.enforce(rule) => {
                let message = "The target condition specified using HTTP conditional header(s) is not met.".to_owned();
                refused(Refusal { code: "TargetConditionNotMet", message, ..refusal })
            }
            _ => refused(refusal),
        })?;
        let standing = self.model.slot(&place.container, &place.blob).and_then(|slot| slot.base.clone());
        let standing = standing.map(|blob| blob.lease.standing(self.moment.now, self.trace));
        let rule = id::BLOB_COPY_INFINITE_LEASE;
        if standing == Some(Standing::Leased(false)) && !synchronous && self.keeps(rule) {
            let message = "The lease ID matched, but the specified lease must be an infinite-duration lease.";
            return Err(refused(refusal(412, "InfiniteLeaseDurationRequired", message, rule)));
        }
        Ok(())
    }

    /// The refusal of a condition on the destination of a write from elsewhere: `If-Match` has a code of its own.
    pub(super) fn of_target(&mut self, refusal: Refusal) -> Detailed {
        let rule = id::BLOB_COPY_TARGET_MATCH;
        if refusal.rule == id::BLOB_CONDITIONS_IF_MATCH && self.trace.enforce(rule) {
            let message = "The target condition specified using HTTP conditional header(s) is not met.".to_owned();
            return refused(Refusal { code: "TargetConditionNotMet", message, ..refusal });
        }
        refused(refusal)
    }

    /// The source of Copy Blob, whose conditions have a code of their own.
    pub(super) fn own_source(&mut self, source: &Source) -> Result<Blob, Detailed> {
        let Some(place) = source.place.as_ref().filter(|_| source.readable) else {
            let unconditional = Source { conditions: Default::default(), ..source.clone() };
            return self.source(&unconditional, Wording::Source);
        };
        let found = self.model.blob(place, source.which(), self.trace).cloned();
        let rule = id::BLOB_COPY_SOURCE_ABSENT;
        let blob = found.map_err(|refusal| match self.trace.enforce(rule) {
            true => refused(Refusal { rule, ..refusal }),
            false => refused(super::sources::unverified(404, "The specified resource does not exist.", rule)),
        })?;
        let version = (self.moment.version, false);
        let unmet = source.conditions.admit_reader(&blob.etag(), blob.changed, &blob.stored.tags, version, self.trace);
        let rule = id::BLOB_COPY_SOURCE_CONDITIONS;
        match unmet {
            Ok(()) => Ok(blob),
            Err(Unmet::NotModified(_) | Unmet::Failed(_)) => {
                let code = if self.trace.enforce(rule) { "SourceConditionNotMet" } else { "ConditionNotMet" };
                let message = "The source condition specified using HTTP conditional header(s) is not met.";
                Err(refused(refusal(412, code, message, rule)))
            }
        }
    }

    /// Stops a copy: none of the reference's is ever under way.
    pub(super) fn abort(&mut self, place: &Place, guard: &Guard, _copy: Guid) -> Done {
        let blob = match self.model.blob(place, None, self.trace) {
            Ok(blob) => blob.clone(),
            Err(_) => return Err(refused(blob_not_found(self.trace))),
        };
        self.check_lease(&blob, guard.lease)?;
        let rule = id::BLOB_COPY_NONE_PENDING;
        if self.trace.enforce(rule) {
            let message = "There is currently no pending copy operation.";
            return Err(refused(refusal(409, "NoPendingCopyOperation", message, rule)));
        }
        Ok(Outcome::CopyStopped)
    }

    /// Puts a blob with content from elsewhere.
    pub(super) fn put_from(
        &mut self,
        place: &Place,
        guard: &Guard,
        source: &Source,
        properties: bool,
        own: Stored,
    ) -> Done {
        let admitted = self.model.admit_creator(place, guard, self.moment, self.trace);
        admitted.map_err(|refusal| self.of_target(refusal))?;
        let blob = self.source(source, Wording::Source)?;
        let data = blob.body.slice(0, blob.body.length());
        self.check_hashes(&data, &Hashes { md5: source.md5.clone(), crc64: None }, true)?;
        let (md5_told, crc64) = self.told(&data, source.md5.is_some());
        let mut stored = own;
        if properties && self.trace.enforce(id::BLOB_PUT_FROM_PROPERTIES) {
            let held = blob.stored;
            stored.content_type = stored.content_type.or(held.content_type);
            stored.encoding = stored.encoding.or(held.encoding);
            stored.language = stored.language.or(held.language);
            stored.cache_control = stored.cache_control.or(held.cache_control);
            stored.disposition = stored.disposition.or(held.disposition);
        }
        stored.content_type.get_or_insert_with(|| "application/octet-stream".to_owned());
        stored.md5 = stored.md5.or_else(|| Some(md5(&data)));
        let body = Body::Block(Rope::from(data), Vec::new());
        let changed = self.model.replace(place, body, stored, None, self.moment, self.trace).map_err(refused)?;
        let written = Written {
            changed: Some(changed),
            md5: md5_told,
            crc64: crc64.filter(|_| self.moment.version >= Version::V2019_02_02),
            encrypted: Some(self.key()),
            more: self.version_told(place),
        };
        Ok(Outcome::Created(written))
    }
}
