//! The forms of values that a service chooses: ETags, timestamps, ids, tokens, addresses.

use crate::judge::date_time;

/// A value with what a service chooses freely replaced by the name of its form; what is of no known form stays.
pub(super) fn etag(value: &str) -> String {
    let inner = value.strip_prefix("W/\"datetime'").and_then(|rest| rest.strip_suffix("'\""));
    match inner {
        Some(instant) if !instant.contains(':') && is_instant(&instant.replace("%3A", ":")) => "an ETag".to_owned(),
        _ => value.to_owned(),
    }
}

/// Whether a text is an instant as the service writes it: no zeros at the end of the fraction.
pub(super) fn is_instant(text: &str) -> bool {
    let short = text.strip_suffix('Z').is_some_and(|text| text.split_once('.').is_none_or(|(_, f)| !f.ends_with('0')));
    short && date_time(text).is_some()
}

/// A GUID by its form.
pub(super) fn guid(value: &str) -> String {
    let groups: Vec<&str> = value.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let hexadecimal = groups.iter().all(|group| group.bytes().all(|octet| octet.is_ascii_hexdigit()));
    if lengths == [8, 4, 4, 4, 12] && hexadecimal { "a GUID".to_owned() } else { value.to_owned() }
}

/// A continuation token by its form.
pub(super) fn token(value: &str) -> String {
    let parts = value.strip_prefix("1!").and_then(|rest| rest.split_once('!'));
    match parts {
        Some((length, text)) if length.parse() == Ok(text.len()) => "a token".to_owned(),
        _ => value.to_owned(),
    }
}

/// An address without scheme and host.
pub(super) fn address(value: &str) -> &str {
    let Some((scheme, rest)) = value.split_once("://") else { return value };
    if !scheme.bytes().all(|octet| octet.is_ascii_alphabetic()) {
        return value;
    }
    rest.find('/').map_or("", |slash| &rest[slash..])
}

/// A name of a type without the account in front of it.
pub(super) fn type_name(value: &str) -> &str {
    value.split_once('.').map_or(value, |(_, name)| name)
}

/// A media type without blanks.
pub(super) fn media_type(value: &str) -> String {
    let value: String = value.split_ascii_whitespace().collect();
    match value.split_once("boundary=") {
        Some((before, boundary)) => {
            let boundary = boundary.trim_matches('"');
            let (kind, id) = boundary.split_once('_').unwrap_or(("", boundary));
            format!("{before}boundary={kind}_{}", guid(id))
        }
        None => value,
    }
}
