//! Headers that keep a blob from being deleted: until an instant, or as long as it is held.

use super::fields::said;
use crate::blob::model::Immutability;
use crate::blob::refuse::{invalid_header, missing_header};
use crate::datetime::DateTime;
use crate::http::Headers;
use crate::refusal::Detailed;
use crate::rules::id;

const UNTIL: &str = "x-ms-immutability-policy-until-date";
const MODE: &str = "x-ms-immutability-policy-mode";
const HOLD: &str = "x-ms-legal-hold";

/// Until when a blob is to be kept.
///
/// # Errors
/// The date or the mode is none.
pub fn immutability(headers: &Headers) -> Result<Option<Immutability>, Detailed> {
    let rule = id::BLOB_OPEN_IMMUTABILITY;
    let Some(text) = said(headers, UNTIL) else { return Ok(None) };
    let date = httpdate::parse_http_date(text).ok();
    let since = date.and_then(|date| date.duration_since(std::time::UNIX_EPOCH).ok());
    let Some(since) = since else { return Err(invalid_header(UNTIL, text, rule)) };
    let until = DateTime::from_unix(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), 0);
    match said(headers, MODE).map(|mode| (mode, mode.to_ascii_lowercase())) {
        None => Ok(Some(Immutability { until, locked: false })),
        Some((_, mode)) if mode == "unlocked" || mode == "locked" => {
            Ok(Some(Immutability { until, locked: mode == "locked" }))
        }
        Some((mode, _)) => Err(invalid_header(MODE, mode, rule)),
    }
}

/// The same, where it is what the request is about.
///
/// # Errors
/// The date is missing, or it or the mode is none.
pub fn needed_immutability(headers: &Headers) -> Result<Immutability, Detailed> {
    immutability(headers)?.ok_or_else(|| missing_header(UNTIL, id::BLOB_OPEN_IMMUTABILITY))
}

/// Whether a blob is to be held.
pub fn legal_hold(headers: &Headers) -> Option<bool> {
    said(headers, HOLD).map(|value| value.eq_ignore_ascii_case("true"))
}

/// The same, where it is what the request is about.
///
/// # Errors
/// It is not said, or neither true nor false.
pub fn needed_legal_hold(headers: &Headers) -> Result<bool, Detailed> {
    let rule = id::BLOB_OPEN_IMMUTABILITY;
    match said(headers, HOLD) {
        None => Err(missing_header(HOLD, rule)),
        Some(value) if ["true", "false"].iter().any(|known| value.eq_ignore_ascii_case(known)) => {
            Ok(value.eq_ignore_ascii_case("true"))
        }
        Some(value) => Err(invalid_header(HOLD, value, rule)),
    }
}
