//! Where a listing goes on: markers of containers and of blobs.
//!
//! ```text
//! containers: /account/CONTAINER
//! blobs:      2!LENGTH!BASE64 of LLLLLL!NAME!000028!TIME!, with - for =
//! pages:     2!LENGTH!BASE64 of LLLLLL!OFFSET!
//! ```
//!
//! (Read off recorded markers: LLLLLL is the length of the name, TIME that of a snapshot, or the end of time.)

use crate::blob::refuse::refusal;
use crate::datetime::DateTime;
use crate::lexical::datetime;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

fn malformed(trace: &mut Trace<'_>) -> Option<Refusal> {
    let rule = id::BLOB_LISTING_MARKER_MALFORMED;
    let message = "One of the request inputs is out of range.";
    trace.enforce(rule).then(|| refusal(400, "OutOfRangeInput", message, rule))
}

/// The container with which a page begins.
///
/// # Errors
/// No answer gave this marker.
pub fn container_marker(marker: Option<&str>, account: &str, trace: &mut Trace<'_>) -> Result<String, Refusal> {
    let Some(marker) = marker else { return Ok(String::new()) };
    match marker.strip_prefix(&format!("/{account}/")) {
        Some(name) => Ok(name.to_owned()),
        None => malformed(trace).map_or(Ok(String::new()), Err),
    }
}

/// The blob, or the snapshot, with which a page begins.
///
/// # Errors
/// No answer gave this marker.
pub fn blob_marker(marker: Option<&str>, trace: &mut Trace<'_>) -> Result<(String, Option<DateTime>), Refusal> {
    let Some(marker) = marker else { return Ok((String::new(), None)) };
    match read(marker) {
        Some(found) => Ok(found),
        None => malformed(trace).map_or(Ok((String::new(), None)), Err),
    }
}

fn read(marker: &str) -> Option<(String, Option<DateTime>)> {
    let (_, coded) = marker.strip_prefix("2!")?.split_once('!')?;
    let text = String::from_utf8(STANDARD.decode(coded.replace('-', "=")).ok()?).ok()?;
    let (length, rest) = text.split_once('!')?;
    let length: usize = length.parse().ok()?;
    let name: String = rest.chars().take(length).collect();
    let time = rest.get(name.len()..)?.strip_prefix("!000028!")?.strip_suffix('!')?;
    let time = datetime::read(time)?;
    Some((name, (time < DateTime::MAX).then_some(time)))
}

/// The marker of pages: the octet with which they go on.
pub fn written_offset(offset: u64) -> String {
    let text = offset.to_string();
    let coded = STANDARD.encode(format!("{:06}!{text}!", text.len())).replace('=', "-");
    format!("2!{}!{coded}", coded.len())
}

/// The octet of a marker of pages.
pub fn offset(marker: &str) -> Option<u64> {
    let (_, coded) = marker.strip_prefix("2!")?.split_once('!')?;
    let text = String::from_utf8(STANDARD.decode(coded.replace('-', "=")).ok()?).ok()?;
    text.split_once('!')?.1.strip_suffix('!')?.parse().ok()
}

/// The marker of a blob that was found: its container and its name.
pub fn written_place(container: &str, blob: &str) -> String {
    written(&format!("{container}/{blob}"), None)
}

/// The container and the name of a marker of blobs that were found.
///
/// # Errors
/// No answer gave this marker.
pub fn place_marker(marker: Option<&str>, trace: &mut Trace<'_>) -> Result<(String, String), Refusal> {
    let (name, _) = blob_marker(marker, trace)?;
    let (container, blob) = name.split_once('/').unwrap_or((&name, ""));
    Ok((container.to_owned(), blob.to_owned()))
}

/// The marker of a blob or a snapshot.
pub fn written(name: &str, snapshot: Option<DateTime>) -> String {
    let time = datetime::written_full(snapshot.unwrap_or(DateTime::MAX));
    let text = format!("{:06}!{name}!000028!{time}!", name.chars().count());
    let coded = STANDARD.encode(text).replace('=', "-");
    format!("2!{}!{coded}", coded.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_back() {
        for (name, snapshot) in [("blob1", None), ("é/!a", Some(DateTime::from_unix(1_600_000_000, 700)))] {
            assert_eq!(read(&written(name, snapshot)), Some((name.to_owned(), snapshot)));
        }
        assert!(written("blob1", None).starts_with("2!"));
        assert_eq!(written_offset(2048), "2!16!MDAwMDA0ITIwNDgh");
        assert_eq!(offset("2!16!MDAwMDA0ITIwNDgh"), Some(2048));
        for text in ["", "blob1", "2!4!AAAA", "2!x"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
