//! Addresses: what a request target names.

use super::percent;
pub use crate::query::QueryString;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::Key;
use crate::version::Version;

/// What a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resource {
    /// The service itself.
    Service,
    /// `/Tables`.
    Tables,
    /// `/Tables('T')`.
    Table(String),
    /// `/T` or `/T()`.
    EntitySet(String),
    /// `/T(PartitionKey='…',RowKey='…')`.
    Entity(String, Key),
    /// `/$batch`.
    Batch,
    /// A path below a table.
    Below(String),
}

fn reader(message: impl Into<String>, rule: RuleId) -> Refusal {
    Refusal { status: 400, code: "InvalidInput", message: message.into(), rule, layer: Layer::Reader }
}

fn bad_syntax(rule: RuleId) -> Refusal {
    reader("Bad Request - Error in query syntax.", rule)
}

/// Reads a path: percent-encoded, without the account of emulator-style addresses. `in_batch` tells paths in the body of
/// an entity group transaction.
///
/// # Errors
/// Everything that the service refuses in the path, what it would report first in front.
pub fn read(path: &str, version: Version, in_batch: bool, trace: &mut Trace<'_>) -> Result<Resource, Vec<Refusal>> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let (first, below) = path.split_once('/').map_or((path, None), |(first, below)| (first, Some(below)));
    if first.is_empty() {
        return Ok(Resource::Service);
    }
    let Some(decoded) = decode(first, version, in_batch, trace) else {
        return Err(vec![bad_syntax(id::TABLE_ADDRESS_KEY_PREDICATE_SYNTAX)]);
    };
    if decoded.eq_ignore_ascii_case("$batch") {
        return Ok(Resource::Batch);
    }
    let (name, predicate) = match decoded.split_once('(') {
        None => (decoded.as_str(), None),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(predicate) => (name, Some(predicate)),
            None => return Err(vec![syntax_refusal(trace)]),
        },
    };
    if name.is_empty() {
        return Err(vec![unroutable(trace)]);
    }
    if let Some(below) = below.filter(|below| !below.is_empty()) {
        return if below.contains('(') && trace.enforce(id::TABLE_ADDRESS_SUBRESOURCE_KEY_COUNT) {
            Err(vec![key_count(name)])
        } else {
            Ok(Resource::Below(name.to_owned()))
        };
    }
    if predicate.is_none() && name != "Tables" && !trace.enforce(id::TABLE_ADDRESS_ENTITY_SET_BARE) && !in_batch {
        return Ok(Resource::Below(name.to_owned()));
    }
    let Some(predicate) = predicate.filter(|predicate| !predicate.trim().is_empty()) else {
        return Ok(if name == "Tables" { Resource::Tables } else { Resource::EntitySet(name.to_owned()) });
    };
    let unusual = first.contains("%28") || first.contains("%27") || predicate.contains(", ");
    if unusual && !trace.enforce(id::TABLE_ADDRESS_KEY_SPELLING) {
        return Err(vec![bad_syntax(id::TABLE_ADDRESS_KEY_SPELLING)]);
    }
    let Some(keys) = predicates(predicate, trace) else { return Err(vec![syntax_refusal(trace)]) };
    match (name, keys.as_slice()) {
        ("Tables", [(None, table)]) => Ok(Resource::Table(table.clone())),
        ("Tables", [(Some(property), table)]) if property == "TableName" => Ok(Resource::Table(table.clone())),
        (_, [(Some(left), first), (Some(right), second)]) => {
            let key = match (left.as_str(), right.as_str()) {
                ("PartitionKey", "RowKey") => Key::new(first, second),
                ("RowKey", "PartitionKey") if trace.enforce(id::TABLE_ADDRESS_KEY_ORDER) => Key::new(second, first),
                ("RowKey", "PartitionKey") => Key::new(first, second),
                _ => return Err(vec![syntax_refusal(trace)]),
            };
            let refusals = check_key(&key, trace);
            if refusals.is_empty() { Ok(Resource::Entity(name.to_owned(), key)) } else { Err(refusals) }
        }
        _ => Err(vec![key_count(name)]),
    }
}

fn key_count(table: &str) -> Refusal {
    let message = format!(
        "The number of keys specified in the URI does not match number of key properties for the resource '{table}'."
    );
    reader(message, id::TABLE_ADDRESS_SUBRESOURCE_KEY_COUNT)
}

fn syntax_refusal(trace: &mut Trace<'_>) -> Refusal {
    if trace.enforce(id::TABLE_ADDRESS_KEY_PREDICATE_SYNTAX) {
        bad_syntax(id::TABLE_ADDRESS_KEY_PREDICATE_SYNTAX)
    } else {
        let message = "The specified resource does not exist.".to_owned();
        let rule = id::TABLE_ADDRESS_KEY_PREDICATE_SYNTAX;
        Refusal { status: 404, code: "ResourceNotFound", message, rule, layer: Layer::Entities }
    }
}

/// The refusal of an address that names no table.
fn unroutable(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::TABLE_ADDRESS_UNROUTABLE;
    if trace.enforce(rule) {
        let message = "The specified resource does not exist.".to_owned();
        Refusal { status: 404, code: "ResourceNotFound", message, rule, layer: Layer::FrontEnd }
    } else {
        bad_syntax(rule)
    }
}

/// The table whose name a path begins with, whatever follows it.
pub fn table_named(path: &str) -> Option<String> {
    let first = path.strip_prefix('/').unwrap_or(path).split('/').next()?;
    let decoded = percent::decode(first)?;
    let name = decoded.split('(').next()?;
    (!name.is_empty() && name.bytes().all(|octet| octet.is_ascii_alphanumeric())).then(|| name.to_owned())
}

fn decode(segment: &str, version: Version, in_batch: bool, trace: &mut Trace<'_>) -> Option<String> {
    let once = percent::decode(segment)?;
    let rule = if in_batch { id::TABLE_BATCH_PERCENT_ONCE } else { id::TABLE_KEYS_PERCENT_ONCE };
    let decoded = if once.contains('%') && (!rule.holds_for(version) || !trace.enforce(rule)) {
        percent::decode(&once).unwrap_or(once)
    } else {
        once
    };
    let plus_kept = !segment.contains('+') || trace.enforce(id::TABLE_KEYS_PLUS_LITERAL);
    Some(if plus_kept { decoded } else { decoded.replace('+', " ") })
}

/// Key predicates: values in quotes, with or without a name, separated by commas.
fn predicates(text: &str, trace: &mut Trace<'_>) -> Option<Vec<(Option<String>, String)>> {
    let mut keys = Vec::with_capacity(2);
    let mut rest = text;
    loop {
        let (name, value) = rest.split_once('\'')?;
        let name = name.trim();
        let name = if name.is_empty() { None } else { Some(name.strip_suffix('=')?.trim_end().to_owned()) };
        let end = closing_quote(value)?;
        let written = &value[..end];
        let doubled_kept = written.contains("''") && !trace.enforce(id::TABLE_KEYS_QUOTE_DOUBLED);
        keys.push((name, if doubled_kept { written.to_owned() } else { written.replace("''", "'") }));
        rest = value[end + 1..].trim_start();
        if rest.is_empty() {
            return Some(keys);
        }
        rest = rest.strip_prefix(',')?;
    }
}

/// The place of the quote that ends a literal.
fn closing_quote(text: &str) -> Option<usize> {
    let octets = text.as_bytes();
    let mut place = 0;
    loop {
        place += memchr::memchr(b'\'', octets.get(place..)?)?;
        if octets.get(place + 1) == Some(&b'\'') {
            place += 2;
        } else {
            return Some(place);
        }
    }
}

/// Everything that is wrong with a key in a path; its length is not looked at, unless the reference is told so.
fn check_key(key: &Key, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let has = |wanted: fn(char) -> bool| key.partition.contains(wanted) || key.row.contains(wanted);
    let out_of_range = |rule| {
        let message = "One of the request inputs is out of range.".to_owned();
        Refusal { status: 400, code: "OutOfRangeInput", message, rule, layer: Layer::Entities }
    };
    let mut refusals = Vec::new();
    if has(|c| matches!(c, '/' | '\\')) && trace.enforce(id::TABLE_KEYS_SLASH_IN_PATH) {
        refusals.push(bad_syntax(id::TABLE_KEYS_SLASH_IN_PATH));
    }
    if has(|c| matches!(c, '#' | '?')) && trace.enforce(id::TABLE_KEYS_HASH_QUESTION_IN_PATH) {
        refusals.push(out_of_range(id::TABLE_KEYS_HASH_QUESTION_IN_PATH));
    }
    if has(char::is_control) && trace.enforce(id::TABLE_KEYS_CONTROLS_IN_PATH) {
        refusals.push(out_of_range(id::TABLE_KEYS_CONTROLS_IN_PATH));
    }
    let long = key.partition.len().max(key.row.len()) > 1_024;
    if long && !trace.enforce(id::TABLE_KEYS_LONG_ADDRESSABLE) {
        let rule = id::TABLE_KEYS_LONG_ADDRESSABLE;
        refusals.push(Refusal { code: "PropertyValueTooLarge", ..out_of_range(rule) });
    }
    refusals
}

/// Appends the address of an entity below the service: `T(PartitionKey='…',RowKey='…')`.
pub fn write_entity(out: &mut String, table: &str, partition: &str, row: &str, trace: &mut Trace<'_>) {
    let kept = trace.enforce(id::TABLE_KEYS_LOCATION);
    let push = |out: &mut String, key: &str| {
        let doubled = key.replace('\'', "''");
        if kept { percent::encode_key(out, &doubled) } else { out.push_str(&doubled) }
    };
    out.push_str(table);
    out.push_str("(PartitionKey='");
    push(out, partition);
    out.push_str("',RowKey='");
    push(out, row);
    out.push_str("')");
}
