//! Content from elsewhere: another blob of the account that may be read, under conditions of its own.

use super::performing::{Performing, refused};
use crate::blob::model::{Blob, Leased, Unmet};
use crate::blob::operation::{Content, Hashes, Range, Source};
use crate::blob::refuse::refusal;
use crate::blob::wire::{crc64, md5};
use crate::refusal::{Detailed, Refusal};
use crate::rules::{RuleId, id};
use crate::version::Version;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

/// How refusals of a source are worded, which differs by operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    /// As the source words them.
    Source,
    /// That it could not be verified in time.
    TimedOut,
}

impl Performing<'_, '_> {
    /// The blob that a source names, if it is there and may be read.
    ///
    /// # Errors
    /// It is not, or a condition on it does not hold.
    pub(super) fn source(&mut self, source: &Source, wording: Wording) -> Result<Blob, Detailed> {
        let rule = id::BLOB_COPY_SOURCE_MISSING;
        let found = source.place.as_ref().filter(|_| source.readable).and_then(|place| {
            self.model.slot(&place.container, &place.blob).and_then(|slot| slot.get(source.which())).cloned()
        });
        let Some(blob) = found else {
            return Err(match self.trace.enforce(rule) {
                true => unverified(404, "The specified resource does not exist.", rule).into(),
                false => refusal(404, "BlobNotFound", "The specified blob does not exist.", rule).into(),
            });
        };
        let version = (self.moment.version, false);
        let unmet = source.conditions.admit_reader(&blob.etag(), blob.changed, &blob.stored.tags, version, self.trace);
        let message = match wording {
            Wording::Source => "The condition specified using HTTP conditional header(s) is not met.",
            Wording::TimedOut => "Could not verify the copy source within the specified time.",
        };
        let rule = id::BLOB_COPY_SOURCE_CONDITIONS_PASSED_ON;
        match unmet {
            Ok(()) => Ok(blob),
            Err(Unmet::NotModified(_)) if self.trace.enforce(rule) => Err(unverified(304, message, rule).into()),
            Err(Unmet::Failed(failed)) if failed == id::BLOB_CONDITIONS_IF_MATCH && wording == Wording::Source => {
                let rule = id::BLOB_COPY_SOURCE_MATCH;
                let message = "The source condition specified using HTTP conditional header(s) is not met.";
                Err(match self.trace.enforce(rule) {
                    true => refusal(412, "SourceConditionNotMet", message, rule).into(),
                    false => unverified(412, message, rule).into(),
                })
            }
            Err(_) => {
                self.trace.enforce(rule);
                Err(unverified(412, message, rule).into())
            }
        }
    }

    /// The octets that a request brings or names, with their hashes checked; and whether they come from elsewhere.
    ///
    /// # Errors
    /// They cannot be had, or have other hashes.
    pub(super) fn octets(
        &mut self,
        content: &Content,
        hashes: &Hashes,
        wording: Wording,
    ) -> Result<(Bytes, bool), Detailed> {
        match content {
            Content::Body(body) => {
                self.check_hashes(body, hashes, true)?;
                Ok((body.clone(), false))
            }
            Content::From(source) => {
                let blob = self.source(source, wording)?;
                let length = blob.body.length();
                let Range { start, end } = source.range.unwrap_or(Range { start: 0, end: None });
                let end = end.map_or(length, |end| end.saturating_add(1)).min(length);
                let data = blob.body.slice(start, end.saturating_sub(start));
                let said = Hashes { md5: source.md5.clone(), crc64: source.crc64.clone() };
                self.check_hashes(&data, &said, wording == Wording::Source)?;
                Ok((data, true))
            }
        }
    }

    /// Whether octets have the hashes that they are said to have.
    ///
    /// # Errors
    /// They have not.
    pub(super) fn check_hashes(&mut self, octets: &[u8], said: &Hashes, detailed: bool) -> Result<(), Detailed> {
        let mismatch = |code, message: &str, rule: RuleId, names: [&'static str; 2], values: [&str; 2]| {
            let refused = Detailed::from(refusal(400, code, message, rule));
            let [said, found] = values;
            if detailed { refused.with(names[0], said).with(names[1], found) } else { refused }
        };
        let rule = id::BLOB_WRITES_MD5_FORM;
        let malformed = |said: &String| STANDARD.decode(said).ok().is_none_or(|octets| octets.len() != 16);
        if said.md5.as_ref().is_some_and(malformed) && self.trace.enforce(rule) {
            let message =
                "The MD5 value specified in the request is invalid. MD5 value must be 128 bits and base64 encoded.";
            return Err(refusal(400, "InvalidMd5", message, rule).into());
        }
        if let Some(said) = &said.md5 {
            let (found, rule) = (md5(octets), id::BLOB_WRITES_MD5_CHECKED);
            if *said != found && self.trace.enforce(rule) {
                let message =
                    "The MD5 value specified in the request did not match with the MD5 value calculated by the server.";
                let names = ["UserSpecifiedMd5", "ServerCalculatedMd5"];
                return Err(mismatch("Md5Mismatch", message, rule, names, [said, &found]));
            }
        }
        if let Some(said) = &said.crc64 {
            let (found, rule) = (crc64(octets), id::BLOB_WRITES_CRC64_CHECKED);
            if *said != found && self.keeps(rule) {
                let message = "The CRC64 value specified in the request did not match with the CRC64 value calculated by the server.";
                let names = ["UserSpecifiedCrc", "ServerCalculatedCrc"];
                return Err(mismatch("Crc64Mismatch", message, rule, names, [said, &found]));
            }
        }
        Ok(())
    }

    /// The same of pages, which told their MD5 in 2019-07-07 as well.
    pub(super) fn told_of_pages(&mut self, octets: &[u8], said_md5: bool) -> (Option<String>, Option<String>) {
        let rule = id::BLOB_PAGES_HASH;
        let md5_told = rule.holds_for(self.moment.version) && self.trace.enforce(rule);
        self.told(octets, said_md5 || md5_told)
    }

    /// The hashes that an answer tells of what was sent: MD5 before 2019-02-02, CRC64 since, unless MD5 was sent.
    pub(super) fn told(&mut self, octets: &[u8], said_md5: bool) -> (Option<String>, Option<String>) {
        let (since, before) = (id::BLOB_WRITES_HASH, id::BLOB_WRITES_HASH_BEFORE);
        if self.moment.version >= Version::V2019_02_02 {
            let told = self.trace.enforce(since);
            let with_md5 = said_md5 == told;
            return if with_md5 { (Some(md5(octets)), None) } else { (None, Some(crc64(octets))) };
        }
        (self.trace.enforce(before).then(|| md5(octets)), None)
    }

    /// Whether the lease that a request shows is the blob's.
    ///
    /// # Errors
    /// It is not.
    pub(super) fn check_lease(&mut self, blob: &Blob, shown: Option<crate::ids::Guid>) -> Result<(), Detailed> {
        blob.lease.admits_writer(shown, Leased::Blob, self.moment.now, self.trace).map_err(refused)
    }
}

/// The refusal of a source.
pub(super) fn unverified(status: u16, message: &str, rule: RuleId) -> Refusal {
    refusal(status, "CannotVerifyCopySource", message, rule)
}
