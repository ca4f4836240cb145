//! The literals of the filter language, read into values.

use crate::datetime::TICKS_PER_SECOND;
use crate::rules::{RuleId, Trace, id};
use crate::table::Value;
use crate::table::wire::lexical::{binary, datetime, guid};

/// Reads a literal by its text.
///
/// # Errors
/// The rule, or open question, by which the literal is refused.
pub(super) fn read(text: &str, trace: &mut Trace<'_>) -> Result<Value, RuleId> {
    match text.strip_suffix('\'').and_then(|text| text.split_once('\'')) {
        Some(("", quoted)) => Ok(Value::String(string(quoted, trace))),
        Some((prefix, quoted)) => typed(prefix, quoted, trace),
        None => number(text, trace),
    }
}

fn string(quoted: &str, trace: &mut Trace<'_>) -> String {
    let unescaped = if quoted.contains('\\') && !trace.enforce(id::TABLE_QUERY_LITERAL_BACKSLASH) {
        without_escapes(quoted)
    } else {
        quoted.to_owned()
    };
    if unescaped.contains("''") && trace.enforce(id::TABLE_QUERY_LITERAL_STRING) {
        unescaped.replace("''", "'")
    } else {
        unescaped
    }
}

/// A text in which a backslash escapes the character behind it, as a broken reference reads it.
fn without_escapes(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => unescaped.extend(characters.next()),
            other => unescaped.push(other),
        }
    }
    unescaped
}

fn typed(prefix: &str, text: &str, trace: &mut Trace<'_>) -> Result<Value, RuleId> {
    match prefix {
        "datetime" => {
            let instant = datetime::read(text).ok_or(id::TABLE_QUERY_SYNTAX_ERROR)?;
            let kept = trace.enforce(id::TABLE_QUERY_LITERAL_DATETIME);
            let beyond_seconds = if kept { 0 } else { instant.ticks() % TICKS_PER_SECOND };
            Ok(Value::DateTime(instant.plus_ticks(-beyond_seconds)))
        }
        "guid" => {
            let guid = guid::read(text).ok_or(id::TABLE_QUERY_SYNTAX_ERROR)?;
            let capitals = text.bytes().any(|octet| octet.is_ascii_uppercase());
            let kept = (!capitals || trace.enforce(id::TABLE_QUERY_LITERAL_GUID_CASE))
                && trace.enforce(id::TABLE_QUERY_LITERAL_GUID);
            Ok(if kept { Value::Guid(guid) } else { Value::String(text.to_owned()) })
        }
        "X" | "x" | "binary" => {
            if !trace.enforce(id::TABLE_QUERY_LITERAL_BINARY) {
                return Err(id::TABLE_QUERY_LITERAL_BINARY);
            }
            binary::read_hexadecimal(text).map(Value::Binary).ok_or(id::TABLE_QUERY_SYNTAX_ERROR)
        }
        _ => Err(unheld_type(trace)),
    }
}

fn unheld_type(trace: &mut Trace<'_>) -> RuleId {
    trace.raise(id::TABLE_OPEN_FILTER_LITERALS);
    id::TABLE_OPEN_FILTER_LITERALS
}

fn overflow(trace: &mut Trace<'_>) -> RuleId {
    trace.raise(id::TABLE_OPEN_NUMBER_OVERFLOW);
    id::TABLE_OPEN_NUMBER_OVERFLOW
}

fn number(text: &str, trace: &mut Trace<'_>) -> Result<Value, RuleId> {
    if text.starts_with('-') && !trace.enforce(id::TABLE_QUERY_LITERAL_NEGATIVE) {
        return Err(id::TABLE_QUERY_LITERAL_NEGATIVE);
    }
    match text {
        "INF" => return Ok(Value::Double(f64::INFINITY)),
        "-INF" => return Ok(Value::Double(f64::NEG_INFINITY)),
        _ => {}
    }
    let digits = text.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let integral = !digits.contains(['.', 'e', 'E']);
    let exponent = digits.find(['e', 'E']).filter(|_| !trace.enforce(id::TABLE_QUERY_LITERAL_EXPONENT));
    if let Some(number) = exponent.and_then(|place| digits[..place].parse().ok()) {
        return Ok(Value::Double(number));
    }
    match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" if integral => digits.parse().map(Value::Int32).map_err(|_| overflow(trace)),
        "l" if !trace.enforce(id::TABLE_QUERY_LITERAL_INT64) => Err(id::TABLE_QUERY_LITERAL_INT64),
        "l" if integral => digits.parse().map(Value::Int64).map_err(|_| overflow(trace)),
        "d" if !trace.enforce(id::TABLE_QUERY_LITERAL_DOUBLE_SUFFIX) => Err(id::TABLE_QUERY_LITERAL_DOUBLE_SUFFIX),
        "" | "d" => match digits.parse::<f64>() {
            Ok(number) if number.is_infinite() => Err(overflow(trace)),
            Ok(number) if digits.contains('.') && !trace.enforce(id::TABLE_QUERY_LITERAL_DOUBLE) => {
                Ok(Value::Double(number.trunc()))
            }
            Ok(number) => Ok(Value::Double(number)),
            Err(_) => Err(id::TABLE_QUERY_SYNTAX_ERROR),
        },
        "l" => Err(id::TABLE_QUERY_SYNTAX_ERROR),
        // Decimal and Single.
        _ => Err(unheld_type(trace)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;
    use crate::table::Guid;

    fn reading(text: &str) -> Result<Value, RuleId> {
        let broken = Broken::none();
        read(text, &mut Trace::new(&broken))
    }

    #[test]
    fn every_type() {
        for (text, value) in [
            ("'it''s'", Value::String("it's".into())),
            ("''", Value::String(String::new())),
            ("''''", Value::String("'".into())),
            (r"'a\''b\'", Value::String(r"a\'b\".into())),
            ("-1", Value::Int32(-1)),
            ("-2147483648", Value::Int32(i32::MIN)),
            ("2147483697L", Value::Int64(2_147_483_697)),
            ("3l", Value::Int64(3)),
            ("100.25", Value::Double(100.25)),
            ("3D", Value::Double(3.0)),
            ("1e-3", Value::Double(0.001)),
            ("1.5E+300d", Value::Double(1.5e300)),
            ("-INF", Value::Double(f64::NEG_INFINITY)),
            ("datetime'2008-07-10T00:00:00Z'", Value::DateTime(datetime::read("2008-07-10").unwrap())),
            ("X'0102ff'", Value::Binary(vec![1, 2, 255])),
            ("x'0A0B'", Value::Binary(vec![10, 11])),
            ("binary''", Value::Binary(vec![])),
            (
                "guid'00000000-0000-0000-0000-0000000000ff'",
                Value::Guid(Guid([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255])),
            ),
        ] {
            assert_eq!(reading(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn refused() {
        for (text, rule) in [
            ("2147483648", id::TABLE_OPEN_NUMBER_OVERFLOW),
            ("9223372036854775808L", id::TABLE_OPEN_NUMBER_OVERFLOW),
            ("1e400", id::TABLE_OPEN_NUMBER_OVERFLOW),
            ("1.5L", id::TABLE_QUERY_SYNTAX_ERROR),
            ("1.5M", id::TABLE_OPEN_FILTER_LITERALS),
            ("1F", id::TABLE_OPEN_FILTER_LITERALS),
            ("time'PT1H'", id::TABLE_OPEN_FILTER_LITERALS),
            ("datetime'today'", id::TABLE_QUERY_SYNTAX_ERROR),
            ("guid'1'", id::TABLE_QUERY_SYNTAX_ERROR),
            ("X'012'", id::TABLE_QUERY_SYNTAX_ERROR),
        ] {
            assert_eq!(reading(text), Err(rule), "{text}");
        }
    }
}
