//! Writing blobs: what must hold before, and what becomes of a blob.

use super::blob::{Blob, Body, Copied, Stored, Tier};
use super::blocks::Block;
use super::conditions::{Creates, Tag};
use super::content::Rope;
use super::lease::{LeaseAction, LeaseDone, Leased};
use super::slot::{Slot, Which};
use super::state::{Model, Moment};
use crate::blob::operation::{Guard, Lookup, Place};
use crate::blob::refuse::{blob_not_found, refusal, wrong_type};
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

/// The most blocks of a blob, and the most that wait to be committed.
const MOST_UNCOMMITTED: usize = 100_000;
/// How much later than a snapshot the version is that it makes, in ticks: a millisecond, as recorded.
const VERSION_AFTER_SNAPSHOT: i64 = 10_000;

impl Model {
    /// A blob that can be read, a snapshot, or a version.
    ///
    /// # Errors
    /// It is not there.
    pub fn blob(&self, place: &Place, which: impl Into<Which>, trace: &mut Trace<'_>) -> Result<&Blob, Refusal> {
        let container = self.container(&place.container, trace)?;
        let slot = container.blobs.get(&place.blob);
        let which = which.into();
        let found = slot.and_then(|slot| slot.get(which));
        let base = slot.and_then(|slot| slot.base.as_ref());
        let Which::Version(_) = which else {
            let found = found.ok_or_else(|| blob_not_found(trace))?;
            let keeps = matches!(which, Which::Base) || trace.enforce(id::BLOB_SNAPSHOTS_CONTENT);
            return Ok(base.filter(|_| !keeps).unwrap_or(found));
        };
        let (read, unknown) = (id::BLOB_VERSIONING_READ, id::BLOB_VERSIONING_UNKNOWN);
        match found {
            Some(found) => Ok(if trace.enforce(read) { found } else { base.unwrap_or(found) }),
            None if trace.enforce(unknown) => Err(Refusal { rule: unknown, ..blob_not_found(trace) }),
            None => base.ok_or_else(|| blob_not_found(trace)),
        }
    }

    /// Makes a version of the blob as it is, so that what is changed next is another; its id, if versions are kept.
    ///
    /// # Errors
    /// The container is not there.
    pub fn make_version(
        &mut self,
        place: &Place,
        at: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Option<DateTime>, Refusal> {
        if !self.versioning {
            return Ok(None);
        }
        let slot = self.slot_mut(place, trace)?;
        let id = slot.next_version(at);
        if trace.enforce(id::BLOB_VERSIONING_KEPT) {
            slot.keep_version();
        }
        if let Some(blob) = slot.base.as_mut() {
            blob.version = Some(id);
        }
        Ok(Some(id))
    }

    pub(super) fn slot_mut(&mut self, place: &Place, trace: &mut Trace<'_>) -> Result<&mut Slot, Refusal> {
        let container = self.container_mut(&place.container, trace)?;
        Ok(container.blobs.entry(place.blob.clone()).or_default())
    }

    /// Whether a write may go on that creates a blob or replaces it.
    ///
    /// # Errors
    /// The container is not there, the blob is leased, or a condition does not hold.
    pub fn admit_creator(
        &self,
        place: &Place,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let container = self.container(&place.container, trace)?;
        let slot = container.blobs.get(&place.blob);
        let Some(blob) = slot.and_then(|slot| slot.base.as_ref()) else {
            let rule = id::BLOB_LEASES_ID_FOR_NOTHING;
            if guard.lease.is_some() && rule.holds_for(moment.version) && trace.enforce(rule) {
                let message = "There is currently no lease on the blob.";
                return Err(refusal(412, "LeaseNotPresentWithBlobOperation", message, rule));
            }
            let uncommitted = slot.is_some_and(|slot| !slot.staged.is_empty());
            let there = if uncommitted { Creates::Uncommitted } else { Creates::Nothing };
            return guard.conditions.admit_creator(there, moment.version, trace);
        };
        blob.lease.admits_writer(guard.lease, Leased::Blob, moment.now, trace)?;
        let etag = blob.etag();
        let there = Creates::Blob(&etag, blob.changed, &blob.stored.tags);
        let anything = guard.conditions.differs == Some(Tag::Any);
        if anything && guard.lease.is_some() && trace.enforce(id::BLOB_CONDITIONS_CREATE_ONCE_LEASED) {
            return Ok(());
        }
        guard.conditions.admit_creator(there, moment.version, trace)
    }

    /// Whether a write to a blob may go on that is there.
    ///
    /// # Errors
    /// It is not there, or leased, or a condition does not hold.
    pub fn admit_writer(
        &self,
        place: &Place,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<&Blob, Refusal> {
        let blob = self.blob(place, None, trace)?;
        blob.lease.admits_writer(guard.lease, Leased::Blob, moment.now, trace)?;
        guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, trace)?;
        Ok(blob)
    }

    /// Puts a blob in the place of what is there; when that was.
    ///
    /// # Errors
    /// The container is not there.
    pub fn replace(
        &mut self,
        place: &Place,
        body: Body,
        mut stored: Stored,
        copied: Option<Copied>,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<DateTime, Refusal> {
        let changed = self.tick(moment.now);
        let (keeps, versioning) = (self.properties.retention.is_some(), self.versioning);
        let slot = self.slot_mut(place, trace)?;
        if !slot.staged.is_empty() && trace.enforce(id::BLOB_PUT_DROPS_BLOCKS) {
            slot.staged.clear();
        }
        let priority = stored.priority.take().unwrap_or_default();
        let tier = stored.tier.take().map(|name| Tier { name, changed, rehydrating: None, priority });
        let version = versioning.then(|| slot.next_version(changed));
        if versioning && slot.base.is_some() && trace.enforce(id::BLOB_VERSIONING_KEPT) {
            slot.keep_version();
        }
        let before = slot.base.take();
        if let (true, false, Some(blob)) = (keeps, versioning, before.clone()) {
            slot.kept.push((Some(changed), Blob { lease: Default::default(), ..blob }, moment.now));
        }
        let created = before.as_ref().map_or(changed, |blob| blob.created);
        let mut lease = before.as_ref().map(|blob| blob.lease).unwrap_or_default();
        lease.written(moment.now, trace);
        if let Some(before) = &before
            && !before.stored.metadata.is_empty()
            && !trace.enforce(id::BLOB_PUT_REPLACES)
        {
            stored.metadata.extend(before.stored.metadata.clone());
        }
        if let Some(before) = &before
            && !before.stored.tags.is_empty()
            && !trace.enforce(id::BLOB_TAGS_REPLACED)
        {
            stored.tags.extend(before.stored.tags.clone());
        }
        let tier = tier.or_else(|| before.and_then(|blob| blob.tier));
        slot.base = Some(Blob { body, stored, created, changed, lease, copied, tier, version });
        Ok(changed)
    }

    /// Changes a blob that is there; when that was. What it is a copy of is forgotten.
    ///
    /// # Errors
    /// It is not there.
    pub fn change(
        &mut self,
        place: &Place,
        moment: Moment,
        trace: &mut Trace<'_>,
        change: impl FnOnce(&mut Blob, DateTime, &mut Trace<'_>),
    ) -> Result<DateTime, Refusal> {
        let tick = self.tick(moment.now);
        let slot = self.slot_mut(place, trace)?;
        let Some(blob) = slot.base.as_mut() else { return Err(blob_not_found(trace)) };
        let changed = if trace.enforce(id::BLOB_WRITES_NEW_ETAG) { tick } else { blob.changed };
        change(blob, changed, trace);
        blob.changed = changed;
        blob.lease.written(moment.now, trace);
        Ok(changed)
    }

    /// Changes a blob, or a snapshot, without it being another afterwards.
    ///
    /// # Errors
    /// It is not there.
    pub fn touch(
        &mut self,
        place: &Place,
        which: impl Into<Which>,
        trace: &mut Trace<'_>,
        change: impl FnOnce(&mut Blob),
    ) -> Result<(), Refusal> {
        let slot = self.slot_mut(place, trace)?;
        let Some(blob) = slot.get_mut(which) else { return Err(blob_not_found(trace)) };
        change(blob);
        Ok(())
    }

    /// Puts a block.
    ///
    /// # Errors
    /// The container is not there, the blob is leased or has no blocks, or the id is not as long as the others.
    pub fn put_block(
        &mut self,
        place: &Place,
        guard: &Guard,
        block: Block,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        self.admit_block(place, guard, moment, trace)?;
        let slot = self.slot_mut(place, trace)?;
        slot.staged.expire(moment.now);
        let other_length = slot.staged.id_length().is_some_and(|length| length != block.id.len());
        let full = slot.staged.count() >= MOST_UNCOMMITTED && slot.staged.get(&block.id).is_none();
        let refused = if other_length && trace.enforce(id::BLOB_BLOCKS_ID_LENGTH) {
            Some((
                "InvalidBlobOrBlock",
                "The specified blob or block content is invalid.",
                id::BLOB_BLOCKS_ID_LENGTH,
                400,
            ))
        } else if full {
            let message = "The uncommitted block count cannot exceed the maximum limit of 100,000 blocks.";
            Some(("BlockCountExceedsLimit", message, id::BLOB_BLOCKS_MOST, 409))
        } else {
            None
        };
        if let Some((code, message, rule, status)) = refused {
            return Err(refusal(status, code, message, rule));
        }
        let replaces = slot.staged.get(&block.id).is_none() || trace.enforce(id::BLOB_BLOCKS_REPLACED);
        slot.staged.put(block, moment.now, replaces);
        Ok(())
    }

    /// Whether a block may be put.
    ///
    /// # Errors
    /// The container is not there, or the blob is leased or has no blocks.
    pub fn admit_block(
        &self,
        place: &Place,
        guard: &Guard,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let container = self.container(&place.container, trace)?;
        match container.blobs.get(&place.blob).and_then(|slot| slot.base.as_ref()) {
            Some(blob) => {
                blob.lease.admits_writer(guard.lease, Leased::Blob, moment.now, trace)?;
                let rule = id::BLOB_BLOCKS_TYPE;
                let other = !matches!(blob.body, Body::Block(..));
                if other && trace.enforce(rule) { Err(wrong_type(rule)) } else { Ok(()) }
            }
            None => Ok(()),
        }
    }

    /// The blocks of a list.
    ///
    /// # Errors
    /// One is not there where it is looked for.
    pub fn blocks_of(
        &self,
        place: &Place,
        list: &[(Lookup, String)],
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<(Rope, Vec<Block>), Refusal> {
        let slot = self.slot(&place.container, &place.blob).cloned().unwrap_or_default();
        let mut staged = slot.staged;
        staged.expire(now);
        let committed = match slot.base.map(|blob| blob.body) {
            Some(Body::Block(_, blocks)) => blocks,
            _ => Vec::new(),
        };
        let (mut content, mut blocks) = (Rope::default(), Vec::new());
        for (lookup, id) in list {
            let old = committed.iter().find(|block| block.id == *id);
            let new = staged.get(id);
            let found = match lookup {
                Lookup::Committed if trace.enforce(id::BLOB_BLOCK_LISTS_COMMITTED) => old,
                Lookup::Uncommitted if trace.enforce(id::BLOB_BLOCK_LISTS_UNCOMMITTED) => new,
                Lookup::Latest if trace.enforce(id::BLOB_BLOCK_LISTS_LATEST) => new.or(old),
                Lookup::Committed => new.or(old),
                _ => old.or(new),
            };
            match found {
                Some(block) => {
                    content.push(block.data.clone());
                    blocks.push(block.clone());
                }
                None => {
                    let rule = id::BLOB_BLOCK_LISTS_MISSING_BLOCK;
                    if trace.enforce(rule) {
                        return Err(refusal(400, "InvalidBlockList", "The specified block list is invalid.", rule));
                    }
                }
            }
        }
        Ok((content, blocks))
    }

    /// Does something with the lease of a blob; what came of it, and when the blob was changed.
    ///
    /// # Errors
    /// It is not there, a condition does not hold, or its lease does not allow it.
    pub fn lease_blob(
        &mut self,
        place: &Place,
        guard: &Guard,
        action: LeaseAction,
        fresh: Guid,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(LeaseDone, DateTime), Refusal> {
        let blob = self.blob(place, None, trace)?;
        guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, trace)?;
        let (mut lease, changed) = (blob.lease, blob.changed);
        let done = lease.act(action, fresh, Leased::Blob, moment.now, trace)?;
        self.touch(place, None, trace, |blob| blob.lease = lease)?;
        let changed = match trace.enforce(id::BLOB_LEASES_KEEP_ETAG) {
            true => changed,
            false => self.change(place, moment, trace, |_, _, _| {})?,
        };
        Ok((done, changed))
    }

    /// Makes a snapshot; its time, and when what it shows was changed.
    ///
    /// # Errors
    /// The blob is not there, the lease that the request shows is not its, or a condition does not hold.
    pub fn snapshot(
        &mut self,
        place: &Place,
        guard: &Guard,
        stored: Stored,
        moment: Moment,
        trace: &mut Trace<'_>,
    ) -> Result<(DateTime, DateTime), Refusal> {
        let blob = self.blob(place, None, trace)?;
        blob.lease.admits_reader(guard.lease, Leased::Blob, moment.now, trace)?;
        guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, trace)?;
        let mut snapshot = blob.clone();
        let time = self.tick(moment.now);
        if !stored.metadata.is_empty() && trace.enforce(id::BLOB_SNAPSHOTS_METADATA) {
            snapshot.stored.metadata = stored.metadata;
            snapshot.changed = time;
        }
        (snapshot.lease, snapshot.version) = Default::default();
        let changed = snapshot.changed;
        let slot = self.slot_mut(place, trace)?;
        slot.snapshots.insert(time, snapshot);
        if self.versioning && trace.enforce(id::BLOB_VERSIONING_BY_SNAPSHOT) {
            self.make_version(place, time.plus_ticks(VERSION_AFTER_SNAPSHOT), trace)?;
        }
        Ok((time, changed))
    }

    /// Makes a snapshot of a blob as it is, of this time.
    ///
    /// # Errors
    /// The container is not there.
    pub fn keep_snapshot(&mut self, place: &Place, time: DateTime, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        let slot = self.slot_mut(place, trace)?;
        let kept = slot.base.clone().map(|blob| Blob { lease: Default::default(), version: None, ..blob });
        slot.snapshots.extend(kept.map(|blob| (time, blob)));
        Ok(())
    }
}
