//! Sizes: of keys, of values, of entities.

use super::refused::{entity_too_large, out_of_range, too_many_properties, value_too_large};
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};
use crate::table::{Value, emulator};

const MEBIBYTE: usize = 1 << 20;
/// An entity that comes this near to the limit may be refused by a service that counts otherwise
/// (`table.open.entity-size`).
const UNSURE: usize = 16 << 10;
/// Of the two sizes, in UTF-16 code units, between which it is unknown what keys are allowed (`table.open.key-length`).
const LONGEST_KEY: usize = 512;
const TOO_LONG_KEY: usize = 2_048;
/// The longest key of a reference that breaks `table.keys.longest`.
const LONGEST_KEY_BROKEN: usize = 255;
/// The largest number of properties beside the keys and Timestamp (`table.limits.properties`).
pub(super) const MOST_PROPERTIES: usize = 252;
/// The largest number of a reference that breaks that rule.
const MOST_PROPERTIES_BROKEN: usize = 250;

/// Everything that is wrong with a key in a body, each rule once. `name` is `PartitionKey` or `RowKey`.
pub fn check_key(name: &str, key: &str, trace: &mut Trace<'_>) -> Vec<Refusal> {
    let mut refusals: Vec<Refusal> = Vec::new();
    for character in key.chars() {
        let rule = match character {
            '/' | '\\' => id::TABLE_KEYS_SLASH_IN_BODY,
            '#' | '?' => id::TABLE_KEYS_HASH_QUESTION_IN_BODY,
            control if control.is_control() => id::TABLE_KEYS_CONTROLS_IN_BODY,
            _ => continue,
        };
        if trace.enforce(rule) && !refusals.iter().any(|held| held.rule == rule) {
            refusals.push(out_of_range(name, key, rule));
        }
    }
    let length = if key.len() > LONGEST_KEY_BROKEN { units(key) } else { 0 };
    if length > LONGEST_KEY_BROKEN && !trace.enforce(id::TABLE_KEYS_LONGEST) {
        refusals.push(value_too_large(id::TABLE_KEYS_LONGEST));
    } else if length >= TOO_LONG_KEY && trace.enforce(id::TABLE_KEYS_TOO_LONG) {
        refusals.push(value_too_large(id::TABLE_KEYS_TOO_LONG));
    }
    if length > LONGEST_KEY && length < TOO_LONG_KEY {
        trace.raise(id::TABLE_OPEN_KEY_LENGTH);
    }
    refusals.extend(emulator::key_refusal(key, trace));
    refusals
}

/// The sizes that matter for a type: in code units for strings, in octets for binary values.
struct Sizes {
    /// What a reference that breaks `fits` takes for the largest.
    broken: usize,
    /// The largest that is known to be allowed.
    largest: usize,
    /// The smallest that is known to be refused.
    refused: usize,
    fits: RuleId,
    too_large: RuleId,
}

const STRING: Sizes = Sizes {
    broken: 32_000,
    largest: 32_768,
    refused: 65_536,
    fits: id::TABLE_LIMITS_STRING_LARGEST,
    too_large: id::TABLE_LIMITS_STRING_TOO_LARGE,
};
const BINARY: Sizes = Sizes {
    broken: 32_768,
    largest: 65_536,
    refused: 131_072,
    fits: id::TABLE_LIMITS_BINARY_LARGEST,
    too_large: id::TABLE_LIMITS_BINARY_TOO_LARGE,
};

/// What is wrong with the size of a value.
pub(super) fn check_value(value: &Value, trace: &mut Trace<'_>) -> Option<Refusal> {
    let (size, sizes) = match value {
        // A string has at most as many code units as octets.
        Value::String(text) if text.len() > STRING.broken => (units(text), STRING),
        Value::Binary(octets) => (octets.len(), BINARY),
        _ => return None,
    };
    if size > sizes.broken && size <= sizes.largest && !trace.enforce(sizes.fits) {
        return Some(value_too_large(sizes.fits));
    }
    if size <= sizes.largest {
        return None;
    }
    if size >= sizes.refused {
        return trace.enforce(sizes.too_large).then(|| value_too_large(sizes.too_large));
    }
    trace.raise(id::TABLE_OPEN_VALUE_SIZE);
    Some(value_too_large(id::TABLE_OPEN_VALUE_SIZE))
}

/// Everything that is wrong with an entity as a whole, the size of which the service reports before the size of a value. To
/// be asked of what a request would store: for a merge, of its outcome.
pub fn check_entity(
    partition: &str,
    row: &str,
    properties: &[(Box<str>, Value)],
    trace: &mut Trace<'_>,
) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    if properties.len() > MOST_PROPERTIES_BROKEN {
        let allowed = properties.len() <= MOST_PROPERTIES;
        let rule = if allowed { id::TABLE_LIMITS_PROPERTIES } else { id::TABLE_LIMITS_TOO_MANY_PROPERTIES };
        if trace.enforce(rule) != allowed {
            refusals.push(too_many_properties(rule));
        }
    }
    let size = entity_size(partition, row, properties);
    if size <= MEBIBYTE - UNSURE {
        return refusals;
    }
    // Whatever else is counted, the values are.
    let values: usize = properties.iter().map(|(_, value)| value_size(value)).sum();
    if values > MEBIBYTE {
        let rule = id::TABLE_LIMITS_ENTITY_TOO_LARGE;
        refusals.extend(trace.enforce(rule).then(|| entity_too_large(rule)));
    } else {
        let rule = id::TABLE_OPEN_ENTITY_SIZE;
        trace.raise(rule);
        refusals.extend((size > MEBIBYTE).then(|| entity_too_large(rule)));
    }
    refusals
}

/// The size of an entity in bytes by the formula that the service team has published: 4, two per character of the keys,
/// and per property 8, two per character of its name, and its value.
pub fn entity_size(partition: &str, row: &str, properties: &[(Box<str>, Value)]) -> usize {
    let properties: usize = properties.iter().map(|(name, value)| 8 + 2 * units(name) + value_size(value)).sum();
    4 + 2 * units(partition) + 2 * units(row) + properties
}

fn value_size(value: &Value) -> usize {
    match value {
        Value::String(text) => 2 * units(text) + 4,
        Value::Binary(octets) => octets.len() + 4,
        Value::Guid(_) => 16,
        Value::DateTime(_) | Value::Double(_) | Value::Int64(_) => 8,
        Value::Int32(_) => 4,
        Value::Boolean(_) => 1,
    }
}

/// The length in UTF-16 code units.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    fn refused<R: IntoIterator<Item = Refusal>>(check: impl FnOnce(&mut Trace<'_>) -> R) -> Option<RuleId> {
        let broken = Broken::none();
        check(&mut Trace::new(&broken)).into_iter().next().map(|refusal| refusal.rule)
    }

    #[test]
    fn keys() {
        let of = |key: &str| refused(|trace| check_key("RowKey", key, trace));
        for key in ["", " a ", "a%25+'é😀", &"k".repeat(512), &"é".repeat(1024), &"k".repeat(2047)] {
            assert_eq!(of(key), None, "{key}");
        }
        assert_eq!(of(&"k".repeat(2048)), Some(id::TABLE_KEYS_TOO_LONG));
        assert_eq!(of(&"😀".repeat(1024)), Some(id::TABLE_KEYS_TOO_LONG));
        assert_eq!(of("a/b"), Some(id::TABLE_KEYS_SLASH_IN_BODY));
        assert_eq!(of("a\\"), Some(id::TABLE_KEYS_SLASH_IN_BODY));
        assert_eq!(of("#"), Some(id::TABLE_KEYS_HASH_QUESTION_IN_BODY));
        assert_eq!(of("\u{9f}"), Some(id::TABLE_KEYS_CONTROLS_IN_BODY));
        assert_eq!(of("\u{a0}"), None);
        let broken = Broken::none();
        let refusals = check_key("RowKey", "a?/?", &mut Trace::new(&broken));
        assert_eq!(
            refusals.iter().map(|refusal| refusal.rule).collect::<Vec<_>>(),
            [id::TABLE_KEYS_HASH_QUESTION_IN_BODY, id::TABLE_KEYS_SLASH_IN_BODY]
        );
        assert_eq!(refusals[0].message, "The 'RowKey' parameter of value 'a?/?' is out of range.");
    }

    #[test]
    fn values() {
        let of = |value: Value| refused(|trace| check_value(&value, trace));
        let text = |length| Value::String("s".repeat(length));
        let octets = |length| Value::Binary(vec![0; length]);
        assert_eq!(of(text(32_768)), None);
        assert_eq!(of(text(32_769)), Some(id::TABLE_OPEN_VALUE_SIZE));
        assert_eq!(of(text(65_536)), Some(id::TABLE_LIMITS_STRING_TOO_LARGE));
        assert_eq!(of(Value::String("é".repeat(32_768))), None);
        assert_eq!(of(Value::String("😀".repeat(16_385))), Some(id::TABLE_OPEN_VALUE_SIZE));
        assert_eq!(of(octets(65_536)), None);
        assert_eq!(of(octets(65_537)), Some(id::TABLE_OPEN_VALUE_SIZE));
        assert_eq!(of(octets(131_072)), Some(id::TABLE_LIMITS_BINARY_TOO_LARGE));
    }

    #[test]
    fn entities() {
        let of = |count: usize, value: Value| {
            let properties: Vec<_> = (0..count).map(|n| (format!("p{n:03}").into(), value.clone())).collect();
            refused(|trace| check_entity("p", "r", &properties, trace))
        };
        assert_eq!(of(252, Value::Int32(1)), None);
        assert_eq!(of(253, Value::Int32(1)), Some(id::TABLE_LIMITS_TOO_MANY_PROPERTIES));
        assert_eq!(of(15, Value::Binary(vec![0; 65_536])), None);
        assert_eq!(of(16, Value::Binary(vec![0; 65_530])), Some(id::TABLE_OPEN_ENTITY_SIZE));
        assert_eq!(of(1, Value::Binary(vec![0; MEBIBYTE])), Some(id::TABLE_LIMITS_ENTITY_TOO_LARGE));
    }

    #[test]
    fn the_published_formula() {
        let property = |name: &str, value| (name.into(), value);
        let properties = [property("n", Value::String("é".into())), property("é", Value::Int64(1))];
        assert_eq!(entity_size("ab", "", &properties), 4 + 4 + (8 + 2 + 2 + 4) + (8 + 2 + 8));
    }
}
