//! Reading one value: its JSON text and its annotation, if it has one.

use super::refused::{ill_typed, out_of_range};
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::table::Value;
use crate::table::wire::lexical::datetime::{Written, Zone};
use crate::table::wire::lexical::{binary, datetime, double, guid};

/// Ticks in a millisecond.
const MILLISECOND: i64 = 10_000;

/// Reads a value; `None` for null.
///
/// # Errors
/// The refusal of a value that is not of its type.
pub(super) fn read(
    name: &str,
    json: &str,
    annotation: Option<&str>,
    trace: &mut Trace<'_>,
) -> Result<Option<Value>, Refusal> {
    match json.as_bytes().first() {
        Some(b'n') => {
            let kept = trace.enforce(id::TABLE_TYPES_NULL_NOT_STORED);
            Ok(if kept { None } else { Some(Value::String(String::new())) })
        }
        Some(b't' | b'f') => boolean(json == "true", annotation, trace).map(Some),
        Some(b'"') => quoted(name, unquoted(json, trace)?, annotation, trace).map(Some),
        Some(b'-' | b'0'..=b'9') => number(json, annotation, trace).map(Some),
        _ if trace.enforce(id::TABLE_JSON_NESTED) => Err(ill_typed(id::TABLE_JSON_NESTED)),
        _ => Ok(None),
    }
}

/// The text that a well-formed JSON string stands for.
///
/// # Errors
/// It escapes half of a surrogate pair, which no text of this reference can hold (`table.open.unpaired-surrogates`).
pub(super) fn unquoted(json: &str, trace: &mut Trace<'_>) -> Result<String, Refusal> {
    serde_json::from_str(json).map_err(|_| {
        trace.raise(id::TABLE_OPEN_UNPAIRED_SURROGATES);
        ill_typed(id::TABLE_OPEN_UNPAIRED_SURROGATES)
    })
}

/// A form of which nobody knows what it gives; refused, so that nothing is stored that others may store differently.
fn unknown_form(trace: &mut Trace<'_>) -> Refusal {
    trace.raise(id::TABLE_OPEN_JSON_FORMS);
    ill_typed(id::TABLE_OPEN_JSON_FORMS)
}

fn boolean(value: bool, annotation: Option<&str>, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    match annotation {
        None | Some("Edm.Boolean") => {
            let kept = trace.enforce(id::TABLE_TYPES_BOOLEAN);
            Ok(if kept { Value::Boolean(value) } else { Value::String(value.to_string()) })
        }
        Some(_) => Err(unknown_form(trace)),
    }
}

fn number(json: &str, annotation: Option<&str>, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    let integral = !json.contains(['.', 'e', 'E']);
    match annotation {
        None if integral => match json.parse() {
            Ok(number) if trace.enforce(id::TABLE_TYPES_INT32) => Ok(Value::Int32(number)),
            Ok(number) => Ok(Value::Double(f64::from(number))),
            Err(_) => Err(unknown_form(trace)),
        },
        Some("Edm.Int32") if integral => int32(json, trace),
        Some("Edm.Double") if integral && !trace.enforce(id::TABLE_TYPES_DOUBLE_ANNOTATED_INTEGER) => {
            int32(json, trace)
        }
        None | Some("Edm.Double") => match double::read(json) {
            Some(number) => Ok(kept_double(number, trace)),
            None => Err(unknown_form(trace)),
        },
        Some(_) => Err(unknown_form(trace)),
    }
}

fn int32(digits: &str, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    match digits.parse() {
        Ok(number) => Ok(Value::Int32(number)),
        Err(_) if trace.enforce(id::TABLE_TYPES_INT32_RANGE) => Err(ill_typed(id::TABLE_TYPES_INT32_RANGE)),
        Err(_) => digits.parse().map(Value::Int64).map_err(|_| ill_typed(id::TABLE_TYPES_INT32_RANGE)),
    }
}

fn kept_double(number: f64, trace: &mut Trace<'_>) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "that is how the broken rule is broken")]
    Value::Double(if trace.enforce(id::TABLE_TYPES_DOUBLE) { number } else { f64::from(number as f32) })
}

fn quoted(name: &str, text: String, annotation: Option<&str>, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    match annotation {
        None => match datetime::read(&text) {
            Some(instant) if !trace.enforce(id::TABLE_TYPES_DATE_LIKE_STRING) => Ok(Value::DateTime(instant)),
            _ => Ok(string(text, trace)),
        },
        Some("Edm.String") => Ok(string(text, trace)),
        Some("Edm.Int64") => int64(text, trace),
        Some("Edm.Double") => double_text(&text, trace),
        Some("Edm.DateTime") => instant(name, text, trace),
        Some("Edm.Guid") => match guid::read(&text) {
            Some(guid) if trace.enforce(id::TABLE_TYPES_GUID) => Ok(Value::Guid(guid)),
            None if trace.enforce(id::TABLE_TYPES_GUID_INVALID) => Err(ill_typed(id::TABLE_TYPES_GUID_INVALID)),
            _ => Ok(Value::String(text)),
        },
        Some("Edm.Binary") => match binary::read_base64(&text) {
            Some(mut octets) => {
                if !trace.enforce(id::TABLE_TYPES_BINARY) {
                    octets.pop();
                }
                Ok(Value::Binary(octets))
            }
            None if trace.enforce(id::TABLE_TYPES_BINARY_INVALID) => Err(ill_typed(id::TABLE_TYPES_BINARY_INVALID)),
            None => Ok(Value::String(text)),
        },
        Some(_) => Err(unknown_form(trace)),
    }
}

/// A String, or what the reference makes of it when it is told to break a rule.
fn string(mut text: String, trace: &mut Trace<'_>) -> Value {
    if !trace.enforce(id::TABLE_TYPES_STRING) {
        text.retain(|character| !character.is_control());
    }
    // Only a supplementary character takes four octets, and the first of them is 0xF0 at least.
    let supplementary = |character: char| character.len_utf8() == 4;
    if text.bytes().any(|octet| octet >= 0xF0) && !trace.enforce(id::TABLE_TYPES_STRING_UNICODE) {
        text = text.replace(supplementary, "\u{fffd}");
    }
    if (text.starts_with(' ') || text.ends_with(' ')) && !trace.enforce(id::TABLE_TYPES_STRING_BLANKS) {
        text = text.trim_matches(' ').to_owned();
    }
    Value::String(text)
}

fn int64(text: String, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if digits.is_empty() || !digits.bytes().all(|octet| octet.is_ascii_digit()) {
        let kept = trace.enforce(id::TABLE_TYPES_INT64_INVALID);
        return if kept { Err(ill_typed(id::TABLE_TYPES_INT64_INVALID)) } else { Ok(Value::String(text)) };
    }
    match text.parse::<i64>() {
        Ok(number) if trace.enforce(id::TABLE_TYPES_INT64) => Ok(Value::Int64(number)),
        Ok(number) => Ok(Value::Int64(through_double(number))),
        Err(_) if trace.enforce(id::TABLE_TYPES_INT64_RANGE) => Err(ill_typed(id::TABLE_TYPES_INT64_RANGE)),
        Err(_) => Ok(Value::Int64(if text.starts_with('-') { i64::MIN } else { i64::MAX })),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "that is how the broken rule is broken"
)]
fn through_double(number: i64) -> i64 {
    number as f64 as i64
}

fn double_text(text: &str, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    match double::read(text) {
        Some(number) if !number.is_finite() => Ok(Value::Double(number)),
        Some(number) if trace.enforce(id::TABLE_TYPES_DOUBLE_TEXT) => Ok(kept_double(number, trace)),
        Some(_) => Err(ill_typed(id::TABLE_TYPES_DOUBLE_TEXT)),
        None => Err(unknown_form(trace)),
    }
}

fn instant(name: &str, text: String, trace: &mut Trace<'_>) -> Result<Value, Refusal> {
    let Some(Written { mut instant, zone }) = datetime::read_with_zone(&text) else {
        let kept = trace.enforce(id::TABLE_TYPES_DATETIME_INVALID);
        return if kept { Err(ill_typed(id::TABLE_TYPES_DATETIME_INVALID)) } else { Ok(Value::String(text)) };
    };
    match zone {
        Zone::Absent => {
            trace.raise(id::TABLE_OPEN_DATETIME_FORMS);
        }
        Zone::Offset(_) if !trace.enforce(id::TABLE_TYPES_DATETIME_OFFSET) => {
            instant = instant.plus_ticks(zone.minutes() * 60 * 1_000 * MILLISECOND);
        }
        Zone::Offset(_) | Zone::Utc => {}
    }
    if instant < DateTime::MIN_EDM && trace.enforce(id::TABLE_TYPES_DATETIME_RANGE) {
        return Err(out_of_range(name, &datetime::written_in_message(instant), id::TABLE_TYPES_DATETIME_RANGE));
    }
    let kept = trace.enforce(id::TABLE_TYPES_DATETIME);
    Ok(Value::DateTime(if kept { instant } else { instant.plus_ticks(-(instant.ticks() % MILLISECOND)) }))
}
