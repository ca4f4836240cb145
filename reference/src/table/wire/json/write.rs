//! Writing values into answers.

use crate::rules::{Trace, id};
use crate::table::Metadata;
use crate::table::Value;
use crate::table::wire::lexical::{binary, datetime, double, guid};
use std::io::Write as _;

/// How many octets are looked at together, to pass quickly over text that needs no escapes.
const STRIDE: usize = 16;

/// Appends a string in quotes, escaped as the service does: everything beyond ASCII as `\u` and four small digits.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    write_escaped(out, text);
    out.push(b'"');
}

fn write_escaped(out: &mut Vec<u8>, text: &str) {
    let mut rest = text;
    loop {
        let (plain, special) = rest.split_at(plain_prefix(rest.as_bytes()));
        out.extend_from_slice(plain.as_bytes());
        let mut characters = special.chars();
        let Some(character) = characters.next() else { return };
        write_escape(out, character);
        rest = characters.as_str();
    }
}

/// The number of octets at the beginning that stand for themselves.
fn plain_prefix(octets: &[u8]) -> usize {
    let is_plain = |octet: &u8| (b' '..0x80).contains(octet) & (*octet != b'"') & (*octet != b'\\');
    let strides =
        octets.chunks_exact(STRIDE).take_while(|stride| stride.iter().fold(true, |all, octet| all & is_plain(octet)));
    let passed = strides.count() * STRIDE;
    passed + octets[passed..].iter().take_while(|octet| is_plain(octet)).count()
}

fn write_escape(out: &mut Vec<u8>, character: char) {
    let short = match character {
        '"' => b'"',
        '\\' => b'\\',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\u{8}' => b'b',
        '\u{c}' => b'f',
        other => {
            for unit in other.encode_utf16(&mut [0; 2]) {
                let digits = [12, 8, 4, 0].map(|shift| b"0123456789abcdef"[usize::from(*unit >> shift & 15)]);
                out.extend_from_slice(b"\\u");
                out.extend_from_slice(&digits);
            }
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Appends a property, with its annotation where the level and the type ask for one, without a comma before it.
pub fn write_property(out: &mut Vec<u8>, name: &str, value: &Value, metadata: Metadata, trace: &mut Trace<'_>) {
    if metadata != Metadata::None && annotated(value, metadata, trace) {
        out.push(b'"');
        write_escaped(out, name);
        out.extend_from_slice(b"@odata.type\":\"");
        out.extend_from_slice(value.edm_type().as_bytes());
        out.extend_from_slice(b"\",");
    }
    write_string(out, name);
    out.push(b':');
    write_value(out, value, trace);
}

fn annotated(value: &Value, metadata: Metadata, trace: &mut Trace<'_>) -> bool {
    match value {
        Value::Binary(_) | Value::DateTime(_) | Value::Guid(_) | Value::Int64(_) => {
            let kept = trace.enforce(id::TABLE_JSON_ANNOTATIONS);
            kept || metadata != Metadata::Minimal || !matches!(value, Value::Int64(_))
        }
        Value::Double(number) => !number.is_finite(),
        Value::Int32(_) => !trace.enforce(id::TABLE_JSON_NO_ANNOTATIONS),
        Value::Boolean(_) | Value::String(_) => false,
    }
}

fn write_value(out: &mut Vec<u8>, value: &Value, trace: &mut Trace<'_>) {
    match value {
        Value::Binary(octets) => in_quotes(out, |out| binary::write_base64(out, octets)),
        Value::Boolean(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Value::DateTime(instant) => {
            let form = datetime::Form::of(*instant);
            let zeros_cut = !form.as_str().ends_with("0Z") || trace.enforce(id::TABLE_TYPES_DATETIME_TRAILING_ZEROS);
            let form = if zeros_cut { form.without_trailing_zeros() } else { form };
            in_quotes(out, |out| out.extend_from_slice(form.as_str().as_bytes()));
        }
        Value::Double(number) => write_double(out, *number, trace),
        Value::Guid(value) => in_quotes(out, |out| guid::write(out, *value)),
        // Writing to a vector cannot fail.
        Value::Int32(number) => drop(write!(out, "{number}")),
        Value::Int64(number) => in_quotes(out, |out| drop(write!(out, "{number}"))),
        Value::String(text) => write_string(out, text),
    }
}

fn write_double(out: &mut Vec<u8>, number: f64, trace: &mut Trace<'_>) {
    if number.is_finite() {
        double::write(out, number);
        if out.ends_with(b".0") && !trace.enforce(id::TABLE_TYPES_DOUBLE_DECIMAL_POINT) {
            out.truncate(out.len() - 2);
        }
    } else if trace.enforce(id::TABLE_TYPES_DOUBLE_SPECIAL) {
        in_quotes(out, |out| double::write(out, number));
    } else {
        out.extend_from_slice(b"null");
    }
}

fn in_quotes(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'"');
    write(out);
    out.push(b'"');
}
