//! Single headers and parameters of a request.

use crate::blob::operation::{Hashes, Range, SequenceAction, SequenceGuard, WithSnapshots};
use crate::blob::refuse::{invalid_header, invalid_parameter, missing_header, refusal};
use crate::datetime::DateTime;
use crate::http::Headers;
use crate::ids::Guid;
use crate::lexical::guid;
use crate::query::QueryString;
use crate::refusal::Detailed;
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// The value of a header, if there is one.
pub fn said<'h>(headers: &'h Headers, name: &str) -> Option<&'h str> {
    headers.get(name).filter(|value| !value.is_empty())
}

/// An id in a header.
///
/// # Errors
/// It is none.
pub fn id_in(headers: &Headers, name: &str, trace: &mut Trace<'_>) -> Result<Option<Guid>, Detailed> {
    let Some(value) = said(headers, name) else { return Ok(None) };
    let rule = id::BLOB_LEASES_ID_FORM;
    match read_id(value, trace) {
        Some(found) => Ok(Some(found)),
        None if trace.enforce(rule) => Err(invalid_header(name, value, rule)),
        None => Ok(Some(Guid([0xff; 16]))),
    }
}

/// An id with or without dashes and what may stand around it.
fn read_id(text: &str, trace: &mut Trace<'_>) -> Option<Guid> {
    let inner = text.trim().trim_matches(['{', '}', '(', ')']);
    if inner.len() == 32 && inner.is_ascii() && trace.enforce(id::BLOB_LEASES_ID_NORMALISED) {
        let dashed = [&inner[..8], &inner[8..12], &inner[12..16], &inner[16..20], &inner[20..]].join("-");
        return guid::read(&dashed);
    }
    guid::read(inner)
}

/// The range that is asked for: one that cannot be read is none.
pub fn range(headers: &Headers, trace: &mut Trace<'_>) -> Option<Range> {
    let (own, plain) = (said(headers, "x-ms-range"), said(headers, "range"));
    let wins = own.is_none() || plain.is_none() || trace.enforce(id::BLOB_RANGES_OWN_HEADER);
    read_range(if wins { own.or(plain)? } else { plain? })
}

/// `bytes=FIRST-` or `bytes=FIRST-LAST`.
pub fn read_range(text: &str) -> Option<Range> {
    let (first, last) = text.trim().strip_prefix("bytes=")?.split_once('-')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    if !digits(first) || !last.is_empty() && !digits(last) {
        return None;
    }
    let start: u64 = first.parse().ok()?;
    let end: Option<u64> = if last.is_empty() { None } else { Some(last.parse().ok()?) };
    end.is_none_or(|end| end >= start).then_some(Range { start, end })
}

/// Whether a header says yes.
pub fn flag(headers: &Headers, name: &str) -> bool {
    said(headers, name).is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// The hashes that the body is said to have.
pub fn hashes(headers: &Headers) -> Hashes {
    let of = |name: &str| said(headers, name).map(str::to_owned);
    Hashes { md5: of("content-md5"), crc64: of("x-ms-content-crc64") }
}

/// A number in a header, not less than zero.
///
/// # Errors
/// It is none.
pub fn number(
    headers: &Headers,
    name: &'static str,
    rule: RuleId,
    trace: &mut Trace<'_>,
) -> Result<Option<i64>, Detailed> {
    let Some(value) = said(headers, name) else { return Ok(None) };
    match value.trim().parse::<i64>() {
        Ok(number) if number >= 0 => Ok(Some(number)),
        _ if trace.enforce(rule) => Err(invalid_header(name, value, rule)),
        _ => Ok(Some(0)),
    }
}

/// The time of the snapshot that is asked for.
///
/// # Errors
/// It is none.
pub fn snapshot(query: &QueryString, version: Version, trace: &mut Trace<'_>) -> Result<Option<DateTime>, Detailed> {
    let Some(text) = query.get("snapshot").filter(|text| !text.is_empty()) else { return Ok(None) };
    let rule = id::BLOB_SNAPSHOTS_TIME_FORM;
    match super::moments::read(text) {
        Some(time) => Ok(Some(time)),
        None if trace.enforce(rule) => {
            let reason = "Must be in the specific snapshot date time format.";
            let front = id::BLOB_SNAPSHOTS_TIME_FORM_FRONT;
            if !(front.holds_for(version) && trace.enforce(front)) {
                return Err(invalid_parameter("snapshot", text, reason, rule));
            }
            let mut refused = invalid_parameter("snapshot", text, reason, rule);
            refused.details.pop();
            Err(refused.with(super::frame::UNCODED, ""))
        }
        None => Ok(None),
    }
}

/// What must hold of a sequence number.
///
/// # Errors
/// A number is none.
pub fn sequence_guard(headers: &Headers, trace: &mut Trace<'_>) -> Result<SequenceGuard, Detailed> {
    let rule = id::BLOB_PAGES_SEQUENCE_NEGATIVE;
    let number = |name: &str, trace: &mut Trace<'_>| {
        let Some(value) = said(headers, name) else { return Ok(None) };
        match value.parse::<i64>() {
            Ok(number) if number >= 0 => Ok(Some(number)),
            Ok(_) if trace.enforce(rule) && said(headers, "x-ms-copy-source").is_some() => {
                Err(invalid_header(name, value, rule))
            }
            Ok(_) if trace.enforce(rule) => {
                Err(refusal(400, "InvalidInput", "One of the request inputs is not valid.", rule).into())
            }
            Ok(_) => Ok(None),
            Err(_) => Err(invalid_header(name, value, id::BLOB_OPEN_NUMBERS)),
        }
    };
    Ok(SequenceGuard {
        at_most: number("x-ms-if-sequence-number-le", trace)?,
        less_than: number("x-ms-if-sequence-number-lt", trace)?,
        equal: number("x-ms-if-sequence-number-eq", trace)?,
    })
}

/// What becomes of the sequence number.
///
/// # Errors
/// The action or its number is none.
pub fn sequence_action(headers: &Headers, trace: &mut Trace<'_>) -> Result<Option<SequenceAction>, Detailed> {
    let name = "x-ms-blob-sequence-number";
    let number = number(headers, name, id::BLOB_PAGES_NUMBERS, trace)?;
    let Some(action) = said(headers, "x-ms-sequence-number-action") else { return Ok(None) };
    let rule = id::BLOB_PAGES_SEQUENCE_ACTION;
    let needed = || number.ok_or_else(|| missing_header(name, rule));
    match action.to_ascii_lowercase().as_str() {
        "increment" => Ok(Some(SequenceAction::Increment)),
        "update" => Ok(Some(SequenceAction::Update(needed()?))),
        "max" => Ok(Some(SequenceAction::Max(needed()?))),
        _ if trace.enforce(rule) => Err(invalid_header("x-ms-sequence-number-action", action, rule)),
        _ => Ok(None),
    }
}

/// Which snapshots a deletion takes along.
///
/// # Errors
/// The header says something else.
pub fn with_snapshots(headers: &Headers) -> Result<WithSnapshots, Detailed> {
    match said(headers, "x-ms-delete-snapshots") {
        None => Ok(WithSnapshots::No),
        Some(value) if value.eq_ignore_ascii_case("include") => Ok(WithSnapshots::Include),
        Some(value) if value.eq_ignore_ascii_case("only") => Ok(WithSnapshots::Only),
        Some(value) => Err(invalid_header("x-ms-delete-snapshots", value, id::BLOB_OPEN_DELETE_SNAPSHOTS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_can_be_read() {
        let range = |start, end| Some(Range { start, end });
        assert_eq!(read_range("bytes=0-9"), range(0, Some(9)));
        assert_eq!(read_range("bytes=5-"), range(5, None));
        for text in [
            "bytes=None-",
            "bytes=-1-",
            "bytes=-5",
            "bytes=9-0",
            "bytes=0-1,3-4",
            "octets=0-1",
            "bytes=0",
            "bytes=+1-2",
        ] {
            assert_eq!(read_range(text), None, "{text}");
        }
    }
}
