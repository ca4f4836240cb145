//! Conditions on what is there: its ETag, when it was changed, its tags.

use super::tags::{TagFilter, Tags};
use crate::blob::refuse::{condition_not_met, refusal};
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// What an ETag must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// Any.
    Any,
    /// One of these, without quotes.
    These(Vec<String>),
}

/// What must hold of a container or a blob.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conditions {
    /// `If-Match`.
    pub matches: Option<Tag>,
    /// `If-None-Match`.
    pub differs: Option<Tag>,
    /// `If-Modified-Since`.
    pub modified: Option<DateTime>,
    /// `If-Unmodified-Since`.
    pub unmodified: Option<DateTime>,
    /// `x-ms-if-tags`.
    pub tags: Option<TagFilter>,
}

/// How a read is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmet {
    /// 304.
    NotModified(RuleId),
    /// 412.
    Failed(RuleId),
}

/// What a write that may create finds.
#[derive(Debug, Clone, Copy)]
pub enum Creates<'b> {
    /// Nothing.
    Nothing,
    /// Blocks, and no blob.
    Uncommitted,
    /// A blob: its ETag, when it was changed, its tags.
    Blob(&'b str, DateTime, &'b Tags),
}

fn seconds(instant: DateTime) -> i64 {
    instant.unix_seconds()
}

impl Tag {
    fn is(&self, etag: &str) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|held| held == etag),
        }
    }
}

impl Conditions {
    /// Whether `If-Match` is the ETag of a time before 1601.
    pub fn is_before_1601(&self) -> bool {
        let Some(Tag::These(tags)) = &self.matches else { return false };
        tags.iter().any(|tag| {
            let digits = tag.strip_prefix("0x").filter(|digits| digits.len() == 15);
            digits
                .and_then(|digits| i64::from_str_radix(digits, 16).ok())
                .is_some_and(|ticks| ticks < DateTime::MIN_EDM.ticks())
        })
    }

    fn fails_match(&self, etag: &str, trace: &mut Trace<'_>) -> bool {
        self.matches.as_ref().is_some_and(|tag| !tag.is(etag)) && trace.enforce(id::BLOB_CONDITIONS_IF_MATCH)
    }

    fn fails_unmodified(&self, changed: DateTime, trace: &mut Trace<'_>) -> bool {
        self.unmodified.is_some_and(|since| seconds(changed) > seconds(since))
            && trace.enforce(id::BLOB_CONDITIONS_UNMODIFIED_SINCE)
    }

    fn fails_none_match(&self, etag: &str, trace: &mut Trace<'_>) -> Option<bool> {
        let tag = self.differs.as_ref()?;
        Some(tag.is(etag) && trace.enforce(id::BLOB_CONDITIONS_IF_NONE_MATCH))
    }

    fn fails_modified(&self, changed: DateTime, trace: &mut Trace<'_>) -> Option<bool> {
        let since = self.modified?;
        Some(seconds(changed) <= seconds(since) && trace.enforce(id::BLOB_CONDITIONS_MODIFIED_SINCE))
    }

    fn fails_tags(&self, tags: &Tags, trace: &mut Trace<'_>) -> bool {
        self.tags.as_ref().is_some_and(|filter| !filter.holds(tags)) && trace.enforce(id::BLOB_CONDITIONS_TAGS)
    }

    /// Whether a read may go on. `combines` tells whether the operation takes several conditions at once.
    ///
    /// # Errors
    /// What does not hold.
    pub fn admit_reader(
        &self,
        etag: &str,
        changed: DateTime,
        tags: &Tags,
        (version, combines): (Version, bool),
        trace: &mut Trace<'_>,
    ) -> Result<(), Unmet> {
        if self.fails_match(etag, trace) {
            return Err(Unmet::Failed(id::BLOB_CONDITIONS_IF_MATCH));
        }
        let combines = combines && id::BLOB_CONDITIONS_EITHER.holds_for(version);
        if (combines || self.matches.is_none()) && self.fails_unmodified(changed, trace) {
            return Err(Unmet::Failed(id::BLOB_CONDITIONS_UNMODIFIED_SINCE));
        }
        if self.fails_tags(tags, trace) {
            return Err(Unmet::Failed(id::BLOB_CONDITIONS_TAGS));
        }
        let ignored = self.differs == Some(Tag::Any) && version < Version::V2016_05_31;
        let differs = if ignored { None } else { self.fails_none_match(etag, trace) };
        let modified = self.fails_modified(changed, trace);
        let not_modified = |by_tag: bool| {
            let rule = if by_tag { id::BLOB_CONDITIONS_IF_NONE_MATCH } else { id::BLOB_CONDITIONS_MODIFIED_SINCE };
            Err(Unmet::NotModified(rule))
        };
        match (differs, modified) {
            (Some(true), Some(true)) | (Some(true), None) => not_modified(true),
            (Some(true), Some(false)) => {
                let passes = combines && trace.enforce(id::BLOB_CONDITIONS_EITHER);
                if passes { Ok(()) } else { not_modified(true) }
            }
            (Some(false), Some(true)) => {
                let passes = !combines || trace.enforce(id::BLOB_CONDITIONS_EITHER);
                if passes { Ok(()) } else { not_modified(false) }
            }
            (None, Some(true)) => not_modified(false),
            _ => Ok(()),
        }
    }

    /// Whether a write to what is there may go on.
    ///
    /// # Errors
    /// What does not hold.
    pub fn admit_writer(
        &self,
        etag: &str,
        changed: DateTime,
        tags: &Tags,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let failed = if self.fails_match(etag, trace) {
            Some(id::BLOB_CONDITIONS_IF_MATCH)
        } else if self.matches.is_none() && self.fails_unmodified(changed, trace) {
            Some(id::BLOB_CONDITIONS_UNMODIFIED_SINCE)
        } else if self.fails_tags(tags, trace) {
            Some(id::BLOB_CONDITIONS_TAGS)
        } else {
            match (self.fails_none_match(etag, trace), self.fails_modified(changed, trace)) {
                (Some(true), _) if self.differs == Some(Tag::Any) => Some(id::BLOB_OPEN_NONE_MATCH_ANYTHING),
                (Some(true), _) => Some(id::BLOB_CONDITIONS_IF_NONE_MATCH),
                (None, Some(true)) => Some(id::BLOB_CONDITIONS_MODIFIED_SINCE),
                _ => None,
            }
        };
        failed.map_or(Ok(()), |rule| Err(condition_not_met(rule)))
    }

    /// Whether a write that creates or replaces may go on.
    ///
    /// # Errors
    /// What does not hold.
    pub fn admit_creator(&self, there: Creates<'_>, version: Version, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        match there {
            Creates::Blob(etag, changed, tags) => {
                if self.differs == Some(Tag::Any) {
                    let rule = id::BLOB_CONDITIONS_CREATE_ONCE;
                    return Err(match trace.enforce(rule) {
                        true => refusal(409, "BlobAlreadyExists", "The specified blob already exists.", rule),
                        false => condition_not_met(rule),
                    });
                }
                self.admit_writer(etag, changed, tags, trace)
            }
            Creates::Nothing | Creates::Uncommitted => {
                let rule = id::BLOB_CONDITIONS_MATCH_NOTHING;
                let uncommitted = matches!(there, Creates::Uncommitted);
                let passes = uncommitted && self.matches == Some(Tag::Any) && version < Version::V2017_04_17;
                let fails = self.matches.is_some() && !passes || self.tags.is_some();
                if fails && trace.enforce(rule) { Err(condition_not_met(rule)) } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    fn conditions(
        matches: Option<bool>,
        differs: Option<bool>,
        modified: Option<bool>,
        unmodified: Option<bool>,
    ) -> Conditions {
        let tag = |same: bool| Tag::These(vec![if same { "e" } else { "other" }.to_owned()]);
        let date = |before: bool| DateTime::from_unix(if before { 10 } else { 30 }, 0);
        Conditions {
            matches: matches.map(tag),
            differs: differs.map(|holds| tag(!holds)),
            modified: modified.map(date),
            unmodified: unmodified.map(|holds| date(!holds)),
            tags: None,
        }
    }

    /// The table of the documentation of Get Blob: what holds, what does not.
    #[test]
    fn several_conditions_of_a_read() {
        let status = |conditions: &Conditions, version, combines| {
            let (changed, broken) = (DateTime::from_unix(20, 5), Broken::none());
            match conditions.admit_reader("e", changed, &Tags::new(), (version, combines), &mut Trace::new(&broken)) {
                Ok(()) => 200,
                Err(Unmet::NotModified(_)) => 304,
                Err(Unmet::Failed(_)) => 412,
            }
        };
        let (holds, fails) = (Some(true), Some(false));
        for (held, expected) in [
            (conditions(fails, holds, holds, holds), 412),
            (conditions(holds, holds, holds, fails), 412),
            (conditions(holds, fails, holds, holds), 200),
            (conditions(None, holds, fails, None), 200),
            (conditions(None, fails, fails, None), 304),
            (conditions(None, fails, None, None), 304),
            (conditions(None, None, fails, None), 304),
            (conditions(None, None, None, None), 200),
        ] {
            assert_eq!(status(&held, Version::V2019_02_02, true), expected, "{held:?}");
        }
        assert_eq!(status(&conditions(None, fails, holds, None), Version::V2019_02_02, false), 304);
        assert_eq!(status(&conditions(None, fails, holds, None), Version::V2012_02_12, true), 304);
    }
}
