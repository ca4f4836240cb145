//! Conditions in the headers of a request.

use crate::blob::model::{Conditions, Tag, TagFilter};
use crate::blob::refuse::{invalid_header, refusal};
use crate::datetime::DateTime;
use crate::http::Headers;
use crate::refusal::Detailed;
use crate::rules::{Trace, id};
use crate::version::Version;

/// The names of the headers: those about the blob of the request, and those about the source of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    matches: &'static str,
    differs: &'static str,
    modified: &'static str,
    unmodified: &'static str,
    tags: &'static str,
}

impl Names {
    /// Those about what the request names.
    pub const OWN: Self = Self {
        matches: "if-match",
        differs: "if-none-match",
        modified: "if-modified-since",
        unmodified: "if-unmodified-since",
        tags: "x-ms-if-tags",
    };
    /// Those about the source.
    pub const SOURCE: Self = Self {
        matches: "x-ms-source-if-match",
        differs: "x-ms-source-if-none-match",
        modified: "x-ms-source-if-modified-since",
        unmodified: "x-ms-source-if-unmodified-since",
        tags: "x-ms-source-if-tags",
    };
}

/// The conditions that headers hold. `lists` tells whether the operation takes several ETags.
///
/// # Errors
/// One cannot be read, or they cannot be combined.
pub fn read(
    headers: &Headers,
    names: Names,
    (version, combines): (Version, bool),
    trace: &mut Trace<'_>,
) -> Result<Conditions, Detailed> {
    let said = |name: &str| headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    let lists = combines && version >= Version::V2013_08_15;
    let tag = |name: &str, trace: &mut Trace<'_>| {
        let Some(value) = said(name) else { return Ok(None) };
        if value == "*" {
            return Ok(Some(Tag::Any));
        }
        let parts: Vec<String> = value.split(',').map(|part| unquoted(part.trim())).collect();
        let rule = id::BLOB_CONDITIONS_LIST;
        if parts.len() > 1 && !(lists && trace.enforce(rule)) {
            return Err(invalid_header(name, value, rule));
        }
        Ok(Some(Tag::These(parts)))
    };
    let date = |name: &str| -> Result<Option<DateTime>, Detailed> {
        let Some(value) = said(name) else { return Ok(None) };
        let refused = || invalid_header(name, value, id::BLOB_OPEN_CONDITION_DATES);
        let since = httpdate::parse_http_date(value).map_err(|_| refused())?;
        let since = since.duration_since(std::time::UNIX_EPOCH).map_err(|_| refused())?;
        Ok(Some(DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), 0)))
    };
    let tags = match said(names.tags) {
        None => None,
        Some(text) => match TagFilter::read(text) {
            Some(filter) => Some(filter),
            None => return Err(invalid_header(names.tags, text, id::BLOB_OPEN_TAG_CONDITIONS)),
        },
    };
    let conditions = Conditions {
        matches: tag(names.matches, trace)?,
        differs: tag(names.differs, trace)?,
        modified: date(names.modified)?,
        unmodified: date(names.unmodified)?,
        tags,
    };
    let held = [
        conditions.matches.is_some(),
        conditions.differs.is_some(),
        conditions.modified.is_some(),
        conditions.unmodified.is_some(),
    ];
    let known_pair = matches!(held, [false, true, true, false] | [true, false, false, true]);
    let rule = id::BLOB_CONDITIONS_PAIRS;
    if held.iter().filter(|held| **held).count() > 1 && !known_pair && !lists && trace.enforce(rule) {
        let message = "Multiple condition headers are not supported.";
        return Err(refusal(400, "MultipleConditionHeadersNotSupported", message, rule).into());
    }
    Ok(conditions)
}

/// An ETag without its quotes.
fn unquoted(text: &str) -> String {
    let text = text.strip_prefix("W/").unwrap_or(text);
    text.trim_matches('"').to_owned()
}
