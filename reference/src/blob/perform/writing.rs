//! Writing blobs: content, properties, metadata, blocks, leases, snapshots, deletions.

use super::performing::{Done, Performing, refused};
use super::sources::Wording;
use crate::blob::model::{Block, Body, Encryption, Pages, Rope, Stored, Tier, Which};
use crate::blob::operation::{Content, Guard, Hashes, Lookup, Operation, Place, Put, Read, SequenceAction};
use crate::blob::outcome::{Outcome, Written};
use crate::blob::refuse::{condition_not_met, refusal, wrong_type, wrong_type_by};
use crate::blob::wire::{crc64, md5};
use crate::refusal::Detailed;
use crate::rules::id;
use crate::version::Version;
use bytes::Bytes;

impl Performing<'_, '_> {
    /// What writes a blob.
    pub(super) fn writes(&mut self, operation: Operation) -> Done {
        let moment = self.moment;
        match operation {
            Operation::PutBlob(place, guard, put, hashes, stored) => self.put(&place, &guard, put, &hashes, *stored),
            Operation::PutBlock(place, guard, id, content, hashes) => {
                self.put_block(&place, &guard, id, &content, &hashes)
            }
            Operation::PutBlockList(place, guard, list, body, hashes, stored) => {
                self.put_block_list(&place, &guard, &list, &body, &hashes, *stored)
            }
            Operation::SetBlobProperties(place, guard, stored, length, action) => {
                self.set_properties(&place, &guard, *stored, length, action)
            }
            Operation::SetBlobMetadata(place, guard, stored) => self.set_metadata(&place, &guard, *stored),
            Operation::LeaseBlob(place, conditions, action) => {
                let (fresh, guard) = (self.fresh(), Guard { lease: None, conditions });
                let done = self.model.lease_blob(&place, &guard, action, fresh, moment, self.trace);
                done.map(|(done, changed)| Outcome::Leased(done, changed)).map_err(refused)
            }
            Operation::SnapshotBlob(place, guard, stored) => {
                let key = self.key();
                if let Ok(blob) = self.model.blob(&place, None, self.trace).cloned() {
                    blob.admits_key(&key, self.trace).map_err(refused)?;
                }
                let made = self.model.snapshot(&place, &guard, *stored, moment, self.trace);
                let (time, changed) = made.map_err(refused)?;
                Ok(Outcome::Snapshot(time, changed, key, self.made_version(&place)))
            }
            Operation::DeleteBlob(read, with) => {
                let Read { place, snapshot, guard, .. } = &read;
                if let Some(version) = read.version {
                    let deleted = self.model.delete_version(place, version, guard, moment, self.trace);
                    return deleted.map(Outcome::Deleted).map_err(refused);
                }
                let deleted = self.model.delete_blob(place, *snapshot, guard, with, moment, self.trace);
                deleted.map(Outcome::Deleted).map_err(refused)
            }
            Operation::SetTier(read, tier) => self.set_tier(&read, tier),
            Operation::SetTags(Read { place, guard, version, .. }, tags) => {
                let which = version.map_or(Which::Base, Which::Version);
                let blob = self.model.blob(&place, which, self.trace).map_err(refused)?.clone();
                self.check_lease(&blob, guard.lease)?;
                let met = guard.conditions.admit_writer(&blob.etag(), blob.changed, &blob.stored.tags, self.trace);
                met.map_err(refused)?;
                let stored = self.trace.enforce(id::BLOB_TAGS_SET);
                let set = self.model.touch(&place, which, self.trace, |blob| {
                    if stored {
                        blob.stored.tags = tags;
                    }
                });
                set.map(|()| Outcome::TagsSet).map_err(refused)
            }
            Operation::Undelete(place) => {
                self.model.undelete(&place, self.trace).map(|()| Outcome::Undeleted).map_err(refused)
            }
            _ => Err(refused(wrong_type(id::BLOB_OPEN_UNROUTABLE))),
        }
    }

    fn put(&mut self, place: &Place, guard: &Guard, put: Put, hashes: &Hashes, mut stored: Stored) -> Done {
        self.model.admit_creator(place, guard, self.moment, self.trace).map_err(refused)?;
        let key = stored.encryption.clone();
        let mut written = Written { encrypted: Some(key), ..Written::default() };
        let body = match put {
            Put::Block(data) => {
                self.check_hashes(&data, hashes, true)?;
                let found = md5(&data);
                let computed = self.keeps(id::BLOB_PUT_MD5_STORED).then(|| found.clone());
                let own = stored.md5.take();
                stored.md5 = own.or_else(|| hashes.md5.clone()).or(computed);
                if self.trace.enforce(id::BLOB_PUT_MD5_TOLD) {
                    written.md5 = Some(found);
                }
                written.crc64 = self.keeps(id::BLOB_PUT_CRC64_TOLD).then(|| crc64(&data));
                Body::Block(Rope::from(data), Vec::new())
            }
            Put::Append => Body::Append(Rope::default(), 0, false),
            Put::Page(length, number) => Body::Page(Pages::of(length), number),
        };
        let changed = self.model.replace(place, body, stored, None, self.moment, self.trace).map_err(refused)?;
        written.changed = Some(changed);
        written.more = self.version_told(place);
        Ok(Outcome::Created(written))
    }

    fn put_block(&mut self, place: &Place, guard: &Guard, id: String, content: &Content, hashes: &Hashes) -> Done {
        self.model.admit_block(place, guard, self.moment, self.trace).map_err(refused)?;
        let said_md5 = hashes.md5.is_some() || matches!(content, Content::From(source) if source.md5.is_some());
        let (data, _) = self.octets(content, hashes, Wording::Source)?;
        let (md5, crc64) = self.told(&data, said_md5);
        let block = Block { id, data };
        self.model.put_block(place, guard, block, self.moment, self.trace).map_err(refused)?;
        let stamped = !self.trace.enforce(id::BLOB_BLOCKS_NO_ETAG);
        let changed = stamped.then(|| self.model.tick(self.moment.now));
        Ok(Outcome::Created(Written { changed, md5, crc64, encrypted: Some(self.key()), more: Vec::new() }))
    }

    fn put_block_list(
        &mut self,
        place: &Place,
        guard: &Guard,
        list: &[(Lookup, String)],
        document: &Bytes,
        hashes: &Hashes,
        stored: Stored,
    ) -> Done {
        self.model.admit_creator(place, guard, self.moment, self.trace).map_err(refused)?;
        let there = self.model.slot(&place.container, &place.blob).and_then(|slot| slot.base.clone());
        if let Some(blob) = &there {
            let rule = id::BLOB_BLOCKS_TYPE;
            if !matches!(blob.body, Body::Block(..)) && self.trace.enforce(rule) {
                return Err(refused(wrong_type(rule)));
            }
        }
        let (content, blocks) = self.model.blocks_of(place, list, self.moment.now, self.trace).map_err(refused)?;
        self.check_hashes(document, hashes, true)?;
        let (md5, crc64) = self.told(document, false);
        let key = stored.encryption.clone();
        let body = Body::Block(content, blocks);
        let changed = self.model.replace(place, body, stored, None, self.moment, self.trace).map_err(refused)?;
        let more = self.version_told(place);
        Ok(Outcome::Created(Written { changed: Some(changed), md5, crc64, encrypted: Some(key), more }))
    }

    fn set_properties(
        &mut self,
        place: &Place,
        guard: &Guard,
        stored: Stored,
        length: Option<u64>,
        action: Option<SequenceAction>,
    ) -> Done {
        let blob = self.model.admit_writer(place, guard, self.moment, self.trace).map_err(refused)?.clone();
        if let Body::Page(..) = blob.body {
        } else if length.is_some() || action.is_some() {
            return Err(refused(wrong_type_by(id::BLOB_PAGES_TYPE, self.trace)));
        }
        let Stored { content_type, encoding, language, cache_control, disposition, md5, .. } = &stored;
        let any = [content_type, encoding, language, cache_control, disposition, md5].iter().any(|held| held.is_some());
        let group = any || length.is_none() && action.is_none();
        let changed = self.model.change(place, self.moment, self.trace, |blob, _, trace| {
            let held = &mut blob.stored;
            if group && trace.enforce(id::BLOB_PROPERTIES_REPLACED) {
                held.content_type = stored.content_type;
                held.encoding = stored.encoding;
                held.language = stored.language;
                held.cache_control = stored.cache_control;
                held.disposition = stored.disposition;
                held.md5 = stored.md5;
            } else if group {
                let keep = |held: &mut Option<String>, new: Option<String>| *held = new.or(held.take());
                keep(&mut held.content_type, stored.content_type);
                keep(&mut held.encoding, stored.encoding);
                keep(&mut held.language, stored.language);
                keep(&mut held.cache_control, stored.cache_control);
                keep(&mut held.disposition, stored.disposition);
                keep(&mut held.md5, stored.md5);
            }
            if group {
                blob.copied = None;
            }
            if let Body::Page(pages, number) = &mut blob.body {
                if let Some(length) = length.filter(|_| trace.enforce(id::BLOB_PAGES_RESIZE)) {
                    pages.resize(length);
                }
                if let Some(action) = action
                    && trace.enforce(id::BLOB_PAGES_SEQUENCE_SET)
                {
                    *number = match action {
                        SequenceAction::Increment => number.saturating_add(1),
                        SequenceAction::Update(wanted) => wanted,
                        SequenceAction::Max(wanted) => (*number).max(wanted),
                    };
                }
            }
        });
        let changed = changed.map_err(refused)?;
        let number = match self.model.blob(place, None, self.trace).map(|blob| &blob.body) {
            Ok(Body::Page(_, number)) => Some(*number),
            _ => None,
        };
        let told = number.filter(|_| self.trace.enforce(id::BLOB_PAGES_SEQUENCE_SHOWN));
        let more = told.map(|number| ("x-ms-blob-sequence-number", number.to_string())).into_iter().collect();
        Ok(Outcome::Changed(Written { changed: Some(changed), more, ..Written::default() }))
    }

    fn set_metadata(&mut self, place: &Place, guard: &Guard, stored: Stored) -> Done {
        let blob = self.model.admit_writer(place, guard, self.moment, self.trace).map_err(refused)?.clone();
        let key = self.key();
        blob.admits_key(&key, self.trace).map_err(refused)?;
        self.make_version(place)?;
        let changed = self.model.change(place, self.moment, self.trace, |blob, _, trace| {
            if trace.enforce(id::BLOB_METADATA_REPLACED) {
                blob.stored.metadata = stored.metadata;
            } else {
                blob.stored.metadata.extend(stored.metadata);
            }
            blob.copied = None;
        });
        let changed = Some(changed.map_err(refused)?);
        let more = self.version_told(place);
        Ok(Outcome::Changed(Written { changed, encrypted: Some(key), more, ..Written::default() }))
    }

    /// Setting metadata makes a version.
    fn make_version(&mut self, place: &Place) -> Result<(), Detailed> {
        if self.model.keeps_versions() && self.trace.enforce(id::BLOB_VERSIONING_BY_METADATA) {
            let at = self.model.tick(self.moment.now);
            self.model.make_version(place, at, self.trace).map_err(refused)?;
        }
        Ok(())
    }

    fn set_tier(&mut self, read: &Read, tier: String) -> Done {
        let Read { place, snapshot, guard, .. } = read;
        let blob = self.model.blob(place, read.which(), self.trace).map_err(refused)?.clone();
        if read.which() == Which::Base && self.version() >= Version::V2018_11_09 {
            self.check_lease(&blob, guard.lease)?;
        }
        if guard.conditions.tags.as_ref().is_some_and(|filter| !filter.holds(&blob.stored.tags)) {
            return Err(refused(condition_not_met(id::BLOB_CONDITIONS_TAGS)));
        }
        blob.admits_key(&self.key_of_tier(&blob.stored.encryption), self.trace).map_err(refused)?;
        if matches!(blob.body, Body::Page(..)) && !tier.starts_with('P') {
            let rule = id::BLOB_TIERS_FAMILY;
            if self.trace.enforce(rule) {
                return Err(refused(refusal(400, "InvalidBlobTier", "The specified blob tier is invalid.", rule)));
            }
        }
        let archived = blob.tier.as_ref().filter(|held| held.name == "Archive");
        let rehydrating = archived.and_then(|held| held.rehydrating.clone());
        if let Some(to) = &rehydrating
            && *to != tier
            && self.trace.enforce(id::BLOB_TIERS_REHYDRATING)
        {
            let message = "This operation is not permitted because the blob is being rehydrated.";
            return Err(refused(refusal(409, "BlobBeingRehydrated", message, id::BLOB_TIERS_REHYDRATING)));
        }
        let later = archived.is_some() && tier != "Archive";
        if later && snapshot.is_some() && self.trace.enforce(id::BLOB_TIERS_OF_SNAPSHOTS) {
            let message = "Blob operation is not supported.";
            return Err(refused(refusal(409, "BlobOperationNotSupported", message, id::BLOB_TIERS_OF_SNAPSHOTS)));
        }
        let later = later && self.trace.enforce(id::BLOB_TIERS_LATER);
        let changed = self.moment.now;
        let priority = self.headers.get("x-ms-rehydrate-priority").unwrap_or("Standard").to_owned();
        let set = self.trace.enforce(id::BLOB_TIERS_SET);
        let touched = self.model.touch(place, read.which(), self.trace, |blob| {
            if set {
                blob.tier = Some(match later {
                    true => Tier { name: "Archive".to_owned(), changed, rehydrating: Some(tier), priority },
                    false => Tier { name: tier, changed, rehydrating: None, priority },
                });
            }
        });
        touched.map(|()| Outcome::TierSet(later)).map_err(refused)
    }

    /// Tiers are set without a key, unless it is a customer's.
    fn key_of_tier(&self, held: &Encryption) -> Encryption {
        let shown = self.key();
        if matches!(held, Encryption::Customer(_)) { shown } else { Encryption::Account }
    }
}
