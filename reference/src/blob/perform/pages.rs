//! Adding to blobs that are there: pages of page blobs, blocks of append blobs.

use super::performing::{Done, Performing, refused};
use super::sources::Wording;
use crate::blob::model::{Blob, Body};
use crate::blob::operation::{Content, Guard, Hashes, Operation, Place, Range, SequenceGuard};
use crate::blob::outcome::{Outcome, Written};
use crate::blob::refuse::{refusal, wrong_type, wrong_type_by};
use crate::refusal::Detailed;
use crate::rules::{RuleId, id};
use bytes::Bytes;

impl Performing<'_, '_> {
    /// What adds to a blob.
    pub(super) fn adds(&mut self, operation: Operation) -> Done {
        match operation {
            Operation::AppendBlock(place, guard, content, hashes, at, most) => {
                self.append(&place, &guard, &content, &hashes, (at, most))
            }
            Operation::SealBlob(place, guard, at) => self.seal(&place, &guard, at),
            Operation::PutPages(place, guard, range, content, hashes, sequence) => {
                self.write_pages(&place, &guard, range, Some((&content, &hashes)), sequence)
            }
            Operation::ClearPages(place, guard, range, sequence) => {
                self.write_pages(&place, &guard, range, None, sequence)
            }
            _ => Err(refused(wrong_type(id::BLOB_OPEN_UNROUTABLE))),
        }
    }

    fn appendable(&mut self, place: &Place, guard: &Guard, at: Option<u64>) -> Result<Blob, Detailed> {
        let blob = self.model.admit_writer(place, guard, self.moment, self.trace).map_err(refused)?.clone();
        let Body::Append(..) = &blob.body else { return Err(refused(wrong_type_by(id::BLOB_APPEND_TYPE, self.trace))) };
        blob.admits_key(&self.key(), self.trace).map_err(refused)?;
        let rule = id::BLOB_APPEND_POSITION;
        if at.is_some_and(|at| at != blob.body.length()) && self.trace.enforce(rule) {
            let message = "The append position condition specified was not met.";
            return Err(refused(refusal(412, "AppendPositionConditionNotMet", message, rule)));
        }
        Ok(blob)
    }

    fn append(
        &mut self,
        place: &Place,
        guard: &Guard,
        content: &Content,
        hashes: &Hashes,
        (at, most): (Option<u64>, Option<u64>),
    ) -> Done {
        let rule = id::BLOB_APPEND_OLD_TAG;
        let from_body = matches!(content, Content::Body(_));
        if from_body && guard.conditions.is_before_1601() && self.trace.enforce(rule) {
            let message = "One of the request inputs is out of range.";
            return Err(refused(refusal(400, "OutOfRangeInput", message, rule)));
        }
        let blob = self.appendable(place, guard, at)?;
        let rule = id::BLOB_APPEND_SEALED;
        if matches!(blob.body, Body::Append(_, _, true)) && self.trace.enforce(rule) {
            let message = "The blob is sealed and its contents cannot be modified.";
            return Err(refused(refusal(409, "BlobIsSealed", message, rule)));
        }
        let said_md5 = hashes.md5.is_some();
        let (data, from_elsewhere) = self.octets(content, hashes, Wording::TimedOut)?;
        let offset = blob.body.length();
        let rule = id::BLOB_APPEND_MAX_SIZE;
        if most.is_some_and(|most| offset + data.len() as u64 > most) && self.trace.enforce(rule) {
            let message = "The max blob size condition specified was not met.";
            return Err(refused(refusal(412, "MaxBlobSizeConditionNotMet", message, rule)));
        }
        let (md5, crc64) = self.told(&data, said_md5 || from_elsewhere);
        let mut count = 0;
        let changed = self.model.change(place, self.moment, self.trace, |blob, _, _| {
            if let Body::Append(held, blocks, _) = &mut blob.body {
                held.push(data);
                *blocks += 1;
                count = *blocks;
            }
        });
        let changed = Some(changed.map_err(refused)?);
        let mut more = Vec::new();
        if self.trace.enforce(id::BLOB_APPEND_TOLD) {
            more.push(("x-ms-blob-append-offset", offset.to_string()));
            more.push(("x-ms-blob-committed-block-count", count.to_string()));
        }
        Ok(Outcome::Created(Written { changed, md5, crc64, encrypted: Some(self.key()), more }))
    }

    fn seal(&mut self, place: &Place, guard: &Guard, at: Option<u64>) -> Done {
        self.appendable(place, guard, at)?;
        let changed = self.model.change(place, self.moment, self.trace, |blob, _, trace| {
            if let Body::Append(_, _, sealed) = &mut blob.body {
                *sealed = trace.enforce(id::BLOB_APPEND_SEAL);
            }
        });
        let changed = Some(changed.map_err(refused)?);
        let more = vec![("x-ms-blob-sealed", "true".to_owned())];
        Ok(Outcome::Changed(Written { changed, more, ..Written::default() }))
    }

    fn write_pages(
        &mut self,
        place: &Place,
        guard: &Guard,
        range: Range,
        update: Option<(&Content, &Hashes)>,
        sequence: SequenceGuard,
    ) -> Done {
        let from_elsewhere = matches!(update, Some((Content::From(_), _)));
        let admitted = self.model.admit_writer(place, guard, self.moment, self.trace).cloned();
        let blob = admitted.map_err(|refusal| match from_elsewhere {
            true => self.of_target(refusal),
            false => refused(refusal),
        })?;
        let Body::Page(pages, number) = &blob.body else {
            return Err(refused(wrong_type_by(id::BLOB_PAGES_TYPE, self.trace)));
        };
        blob.admits_key(&self.key(), self.trace).map_err(refused)?;
        let end = range.end.map_or(range.start, |end| end + 1);
        let rule = id::BLOB_PAGES_BEYOND;
        if end > pages.length() && self.trace.enforce(rule) {
            let message = "The page range specified is invalid.";
            return Err(refused(refusal(416, "InvalidPageRange", message, rule)));
        }
        self.check_sequence(*number, sequence)?;
        let mut written = Written::default();
        let mut data: Option<Bytes> = None;
        if let Some((content, hashes)) = update {
            let (octets, from_elsewhere) = self.octets(content, hashes, Wording::TimedOut)?;
            let said_md5 = match content {
                Content::From(source) if from_elsewhere => source.md5.is_some(),
                _ => hashes.md5.is_some(),
            };
            (written.md5, written.crc64) = self.told_of_pages(&octets, said_md5);
            written.encrypted = Some(self.key());
            data = Some(octets);
        }
        let number = *number;
        let changed = self.model.change(place, self.moment, self.trace, |blob, changed, trace| {
            let Body::Page(pages, _) = &mut blob.body else { return };
            match data {
                Some(octets) => pages.write(range.start, octets, changed),
                None if trace.enforce(id::BLOB_PAGES_CLEAR) => pages.clear(range.start, end, changed),
                None => {}
            }
        });
        written.changed = Some(changed.map_err(refused)?);
        if self.trace.enforce(id::BLOB_PAGES_SEQUENCE_SHOWN) {
            written.more.push(("x-ms-blob-sequence-number", number.to_string()));
        }
        Ok(Outcome::Created(written))
    }

    fn check_sequence(&mut self, number: i64, guard: SequenceGuard) -> Result<(), Detailed> {
        let rule: RuleId = id::BLOB_PAGES_SEQUENCE_CONDITIONS;
        let SequenceGuard { at_most, less_than, equal } = guard;
        let fails = at_most.is_some_and(|most| number > most)
            || less_than.is_some_and(|most| number >= most)
            || equal.is_some_and(|wanted| number != wanted);
        if fails && self.trace.enforce(rule) {
            let message = "The sequence number condition specified was not met.";
            return Err(refused(refusal(412, "SequenceNumberConditionNotMet", message, rule)));
        }
        Ok(())
    }
}
