//! What histories are drawn from: few keys, so that steps meet, and values of every type.

use arbitrary::{Arbitrary, Result, Unstructured};
use tablestakes_reference::table::{EntityBody, Guid, Key, Value};
use tablestakes_reference::{DateTime, Version};

const KEYS: [&str; 16] =
    ["", "a", "A", "b", "a'b", "%25", "é", "😀", "\u{ff0b}", " ", "+", "a=1,b", "a''", "a%2Fb", "&$", "it)"];
const NAMES: [&str; 6] = ["a", "A", "b", "_c", "é1", "value"];

/// A part of a key that can stand in an address.
pub(crate) fn part(u: &mut Unstructured<'_>) -> Result<String> {
    if u.ratio(7, 8)? {
        return Ok((*u.choose(&KEYS[..4])?).to_owned());
    }
    if u.ratio(2, 3)? {
        return Ok((*u.choose(&KEYS)?).to_owned());
    }
    let text = <&str>::arbitrary(u)?;
    let addressable = |c: &char| !c.is_control() && !matches!(c, '/' | '\\' | '#' | '?');
    Ok(text.chars().filter(addressable).take(64).collect())
}

pub(crate) fn key(u: &mut Unstructured<'_>) -> Result<Key> {
    Ok(Key::new(part(u)?, part(u)?))
}

/// A value of any type that the service holds.
pub(crate) fn value(u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match u.int_in_range(0..=7)? {
        0 => {
            let length = u.arbitrary_len::<u8>()?.min(24);
            Value::Binary(u.bytes(length)?.to_vec())
        }
        1 => Value::Boolean(u.arbitrary()?),
        2 => Value::DateTime(DateTime::from_ticks(u.int_in_range(DateTime::MIN_EDM.ticks()..=DateTime::MAX.ticks())?)),
        3 => Value::Double(f64::from_bits(u.arbitrary()?)),
        4 => Value::Guid(Guid(u.arbitrary()?)),
        5 => Value::Int32(u.arbitrary()?),
        6 => Value::Int64(u.arbitrary()?),
        _ => Value::String(<&str>::arbitrary(u)?.chars().take(64).collect()),
    })
}

/// Properties with distinct names.
pub(crate) fn properties(u: &mut Unstructured<'_>) -> Result<Vec<(Box<str>, Value)>> {
    let mut properties: Vec<(Box<str>, Value)> = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let name = *u.choose(&NAMES)?;
        if properties.iter().all(|(held, _)| **held != *name) {
            properties.push((name.into(), value(u)?));
        }
    }
    Ok(properties)
}

pub(crate) fn body(key: &Key, properties: &[(Box<str>, Value)]) -> EntityBody {
    let body = EntityBody::keyed(key);
    properties.iter().fold(body, |body, (name, value)| body.with(&**name, value.clone()))
}

pub(crate) fn version(u: &mut Unstructured<'_>) -> Result<Version> {
    u.choose(Version::KNOWN).copied()
}

/// The octets as text; what is no UTF-8 is replaced.
pub(crate) fn text(octets: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(octets)
}

/// An odd first octet: the rest is text. An even one: the rest decides.
pub(crate) fn text_or_choices(
    octets: &[u8],
    of_text: impl FnOnce(&str),
    decided: impl FnOnce(&mut Unstructured<'_>) -> Result<()>,
) {
    match octets.split_first() {
        Some((first, rest)) if first & 1 == 1 => of_text(&text(rest)),
        Some((_, rest)) => {
            let _ = decided(&mut Unstructured::new(rest));
        }
        None => {}
    }
}
