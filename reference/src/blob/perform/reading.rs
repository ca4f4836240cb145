//! Reading blobs: who may, under which conditions, and which octets.

use super::performing::{Done, Performing, refused};
use crate::blob::model::{Blob, Body, Facts, Leased, Slot, Unmet, Which};
use crate::blob::operation::{Operation, PageListing, Range, Read};
use crate::blob::outcome::{Found, Outcome};
use crate::blob::refuse::{
    blob_archived, blob_not_found, condition_not_met, container_not_found, invalid_header, invalid_range, refusal,
    wrong_type, wrong_type_by,
};
use crate::blob::wire::{crc64, md5};
use crate::datetime::DateTime;
use crate::refusal::{Detailed, Refusal};
use crate::rules::id;
use crate::version::Version;

/// The longest range whose hash is told.
const LONGEST_HASHED: u64 = 4 << 20;
/// The most that is read at once.
const LONGEST_READ: u64 = 256 << 20;
/// The size of a page.
const PAGE: u64 = 512;

impl Performing<'_, '_> {
    /// What reads a blob.
    pub(super) fn reads(&mut self, operation: Operation) -> Done {
        match operation {
            Operation::GetBlob(read) => self.content(&read),
            Operation::GetBlobProperties(read) => {
                let blob = self.admitted(&read, true)?;
                self.check_key(&blob)?;
                Ok(Outcome::BlobProperties(Box::new(self.facts(&blob, &read))))
            }
            Operation::GetBlobMetadata(read) => {
                let blob = self.admitted(&read, false)?;
                self.check_key(&blob)?;
                Ok(Outcome::BlobMetadata(blob.stored.metadata, blob.changed))
            }
            Operation::GetTags(read) => Ok(Outcome::Tags(self.admitted(&read, false)?.stored.tags)),
            Operation::GetBlockList(read, committed, uncommitted) => self.block_list(&read, committed, uncommitted),
            Operation::GetPageRanges(read, listing) => self.page_ranges(&read, &listing),
            _ => Err(refused(blob_not_found(self.trace))),
        }
    }

    fn check_key(&mut self, blob: &Blob) -> Result<(), Detailed> {
        let shown = self.key();
        if shown == Default::default() && blob.stored.encryption == Default::default() {
            return Ok(());
        }
        blob.admits_key(&shown, self.trace).map_err(refused)
    }

    /// The blob, if it may be read under these conditions.
    fn admitted(&mut self, read: &Read, combines: bool) -> Result<Blob, Detailed> {
        let blob = self.model.blob(&read.place, read.which(), self.trace).map_err(refused)?.clone();
        self.admit(&blob, read, combines)?;
        Ok(blob)
    }

    fn admit(&mut self, blob: &Blob, read: &Read, combines: bool) -> Result<(), Detailed> {
        blob.lease.admits_reader(read.guard.lease, Leased::Blob, self.moment.now, self.trace).map_err(refused)?;
        let conditions = &read.guard.conditions;
        let version = (self.moment.version, combines);
        let unmet = conditions.admit_reader(&blob.etag(), blob.changed, &blob.stored.tags, version, self.trace);
        match unmet {
            Ok(()) => Ok(()),
            Err(Unmet::Failed(rule)) => Err(refused(condition_not_met(rule))),
            Err(Unmet::NotModified(rule)) => {
                let form = id::BLOB_CONDITIONS_NOT_MODIFIED;
                let status = if self.trace.enforce(form) { 304 } else { 412 };
                let rule = if status == 304 { rule } else { form };
                Err(refused(Refusal { status, ..condition_not_met(rule) }))
            }
        }
    }

    /// What is told of what was read.
    fn facts(&mut self, blob: &Blob, read: &Read) -> Facts {
        let current = self.model.version_of(&read.place.container, &read.place.blob);
        match read.version {
            Some(_) => blob.facts_of_version(blob.version == current, self.now(), self.trace),
            None => blob.facts(read.snapshot.is_some(), self.now(), self.trace),
        }
    }

    fn content(&mut self, read: &Read) -> Done {
        let blob = self.admitted(read, true)?;
        self.check_key(&blob)?;
        let rule = id::BLOB_TIERS_ARCHIVED;
        if blob.tier.as_ref().is_some_and(|tier| tier.name == "Archive") && self.trace.enforce(rule) {
            return Err(refused(blob_archived(rule)));
        }
        let rule = id::BLOB_COPY_INCREMENTAL_UNREADABLE;
        let incremental = blob.copied.as_ref().is_some_and(|copied| copied.incremental.is_some());
        if incremental && read.snapshot.is_none() && self.trace.enforce(rule) {
            let message = "The specified operation is not allowed on an incremental copy blob.";
            return Err(refused(refusal(409, "OperationNotAllowedOnIncrementalCopyBlob", message, rule)));
        }
        let rule = id::BLOB_APPEND_OLD_VERSIONS;
        let old = self.moment.version < Version::V2015_02_21 && matches!(blob.body, Body::Append(..));
        if old && self.trace.enforce(rule) {
            let message = "The operation for AppendBlob requires at least version 2015-02-21.";
            return Err(refused(refusal(409, "FeatureVersionMismatch", message, rule)));
        }
        if read.range_md5 && read.range_crc64 && self.trace.enforce(id::BLOB_RANGES_BOTH_HASHES) {
            let rule = id::BLOB_RANGES_BOTH_HASHES;
            let message = "Both x-ms-range-get-content-crc64 header and x-ms-range-get-content-md5 header are present.";
            return Err(refused(refusal(400, "BothCrc64AndMd5RangeHeaderPresent", message, rule)));
        }
        let length = blob.body.length();
        let part = self.part(read.range, length)?;
        let (start, wanted) = part.unwrap_or((0, length));
        self.check_hashed(read, part.map(|(_, wanted)| wanted))?;
        if wanted > LONGEST_READ {
            let message = "The server is busy.";
            return Err(refused(refusal(503, "ServerBusy", message, id::BLOB_OPEN_LARGE_READS)));
        }
        let data = blob.body.slice(start, wanted);
        let told = |asked: bool| asked && part.is_some();
        let md5 = (told(read.range_md5) && self.trace.enforce(id::BLOB_RANGES_MD5)).then(|| md5(&data));
        let crc64 = (told(read.range_crc64) && self.keeps(id::BLOB_RANGES_CRC64)).then(|| crc64(&data));
        let facts = self.facts(&blob, read);
        let part = part.map(|(start, _)| start);
        Ok(Outcome::Content(Box::new(Found { facts, data, part, hash: (md5, crc64) })))
    }

    /// Where the part begins that is asked for, and how long it is; none if all is.
    fn part(&mut self, range: Option<Range>, length: u64) -> Result<Option<(u64, u64)>, Detailed> {
        let Some(Range { start, end }) = range else { return Ok(None) };
        if !self.trace.enforce(id::BLOB_RANGES_PARTIAL) {
            return Ok(None);
        }
        if end.is_none() && !self.trace.enforce(id::BLOB_RANGES_OPEN) {
            return Ok(None);
        }
        if length == 0 && start == 0 {
            let rule = id::BLOB_RANGES_OF_NOTHING;
            return if self.keeps(rule) { Err(beyond(rule, length)) } else { Ok(Some((0, 0))) };
        }
        if start >= length {
            let rule = id::BLOB_RANGES_BEYOND;
            return if self.trace.enforce(rule) { Err(beyond(rule, length)) } else { Ok(None) };
        }
        if start == 0 && end.is_none_or(|end| end + 1 >= length) && !self.trace.enforce(id::BLOB_RANGES_WHOLE) {
            return Ok(None);
        }
        if end.is_some_and(|end| end >= length) && !self.trace.enforce(id::BLOB_RANGES_CUT) {
            return Err(beyond(id::BLOB_RANGES_CUT, length));
        }
        let end = end.unwrap_or(length - 1).min(length - 1);
        Ok(Some((start, end - start + 1)))
    }

    /// The hash of a range is told of a range that is not too long.
    fn check_hashed(&mut self, read: &Read, part: Option<u64>) -> Result<(), Detailed> {
        let asked = if read.range_md5 { "x-ms-range-get-content-md5" } else { "x-ms-range-get-content-crc64" };
        let rule = id::BLOB_RANGES_HASH_LIMIT;
        let too_long = part.is_none_or(|length| length > LONGEST_HASHED);
        let refuses = (read.range_md5 || read.range_crc64) && too_long && self.trace.enforce(rule);
        if refuses { Err(invalid_header(asked, "true", rule)) } else { Ok(()) }
    }

    fn block_list(&mut self, read: &Read, committed: bool, uncommitted: bool) -> Done {
        let slot: Slot = match self.model.find(&read.place.container) {
            None => return Err(refused(container_not_found(self.trace))),
            Some(container) => container.blobs.get(&read.place.blob).cloned().unwrap_or_default(),
        };
        let snapshot = read.snapshot.filter(|_| self.trace.enforce(id::BLOB_BLOCK_LISTS_OF_SNAPSHOT));
        let blob = match read.version {
            Some(version) => {
                Some(self.model.blob(&read.place, Which::Version(version), self.trace).map_err(refused)?.clone())
            }
            None => slot.get(snapshot).cloned(),
        };
        if let Some(blob) = &blob {
            self.admit(blob, read, false)?;
            self.check_key(blob)?;
        } else if slot.staged.is_empty() || snapshot.is_some() {
            return Err(refused(blob_not_found(self.trace)));
        }
        let blocks = match blob.as_ref().map(|blob| &blob.body) {
            Some(Body::Block(_, blocks)) => blocks.clone(),
            Some(_) => return Err(refused(wrong_type(id::BLOB_OPEN_BLOCK_LIST_TYPE))),
            None => Vec::new(),
        };
        let mut staged = slot.staged.blocks();
        if snapshot.is_some() || read.version.is_some() {
            staged.clear();
        }
        let only = committed && uncommitted || self.trace.enforce(id::BLOB_BLOCK_LISTS_ONLY_ASKED);
        let blocks = if committed { Some(blocks) } else { (!only).then(Vec::new) };
        let staged = if uncommitted { Some(staged) } else { (!only).then(Vec::new) };
        let told = blob.is_some() || !self.trace.enforce(id::BLOB_BLOCK_LISTS_STAMP);
        let stamp = told.then(|| blob.map_or((DateTime::default(), 0), |blob| (blob.changed, blob.body.length())));
        Ok(Outcome::Blocks(stamp, blocks, staged))
    }

    fn page_ranges(&mut self, read: &Read, listing: &PageListing) -> Done {
        let blob = self.admitted(read, false).map_err(|refused| match refused.refusal.status {
            // This operation alone says of what type the body would be.
            304 if self.trace.enforce(id::BLOB_PAGES_NOT_MODIFIED) => refused.with("Content-Type", "application/xml"),
            _ => refused,
        })?;
        let Body::Page(pages, _) = &blob.body else {
            return Err(refused(wrong_type_by(id::BLOB_PAGES_TYPE, self.trace)));
        };
        let length = pages.length();
        let (start, end) = match read.range {
            None => (0, length),
            Some(range) if range.start >= length && self.trace.enforce(id::BLOB_PAGES_RANGE_BEYOND) => {
                return Err(refused(invalid_range(id::BLOB_PAGES_RANGE_BEYOND)));
            }
            Some(range) => {
                let end = range.end.map_or(length, |end| (end / PAGE + 1).saturating_mul(PAGE));
                ((range.start / PAGE * PAGE).min(length), end.min(length))
            }
        };
        let start = start.max(listing.marker.unwrap_or(0));
        let mut ranges = match listing.previous {
            None => pages.ranges(start, end, None),
            Some(time) => {
                let slot = self.model.slot(&read.place.container, &read.place.blob);
                let before = slot.and_then(|slot| slot.get(Some(time))).map(|blob| blob.body.clone());
                let rule = id::BLOB_PAGES_PREVIOUS;
                match before {
                    Some(Body::Page(..)) => {
                        let diff = self.trace.enforce(id::BLOB_PAGES_DIFF);
                        pages.ranges(start, end, diff.then_some(time))
                    }
                    _ if self.trace.enforce(rule) => {
                        let message = "The previous snapshot is not found.";
                        return Err(refused(refusal(409, "PreviousSnapshotNotFound", message, rule)));
                    }
                    _ => pages.ranges(start, end, None),
                }
            }
        };
        let merged = self.trace.enforce(id::BLOB_PAGES_LISTED);
        let mut next = None;
        if let Some(most) = &listing.max_results
            && self.trace.enforce(id::BLOB_PAGES_CONTINUED)
        {
            let most = self.most(Some(most))?;
            next = Some(ranges.get(most).map(|range| range.start));
            ranges.truncate(most);
        }
        Ok(Outcome::Pages(blob.changed, length, if merged { ranges } else { Vec::new() }, next))
    }
}

/// The refusal of a range that begins behind the end; the answer tells the length.
fn beyond(rule: crate::rules::RuleId, length: u64) -> Detailed {
    Detailed::from(invalid_range(rule)).with("Content-Range", format!("bytes */{length}"))
}
