//! Simpler values, the simplest first.

use tablestakes_reference::DateTime;
use tablestakes_reference::table::{Guid, PropertyValue, Value};

/// Texts that are simpler than this one: shorter, or of plainer characters.
pub(super) fn texts(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut simpler = Vec::new();
    if text != "a" && !text.is_empty() {
        simpler.push("a".to_owned());
    }
    let count = characters.len();
    if count > 1 {
        let take = |part: &[char]| part.iter().collect::<String>();
        simpler.push(take(&characters[..count / 2]));
        simpler.push(take(&characters[count / 2..]));
        // One character at a time, in texts that a reader looks at character by character.
        if count <= 24 {
            for place in 0..count {
                let mut fewer = characters.clone();
                fewer.remove(place);
                simpler.push(take(&fewer));
                if characters[place] != 'a' {
                    let mut plainer = characters.clone();
                    plainer[place] = 'a';
                    simpler.push(take(&plainer));
                }
            }
        } else {
            simpler.push("a".repeat(count));
            simpler.push(take(&characters[..count - 1]));
        }
    }
    simpler.retain(|other| other != text);
    simpler
}

/// Values that are simpler than this one.
pub(super) fn values(value: &PropertyValue) -> Vec<PropertyValue> {
    let PropertyValue::Typed { value } = value else { return Vec::new() };
    let plainest = match value {
        Value::Binary(_) => Value::Binary(vec![1]),
        Value::Boolean(_) => Value::Boolean(true),
        Value::DateTime(_) => Value::DateTime(DateTime::from_unix(0, 0)),
        Value::Double(_) => Value::Double(1.5),
        Value::Guid(_) => Value::Guid(Guid([0x11; 16])),
        Value::Int32(_) => Value::Int32(1),
        Value::Int64(_) => Value::Int64(1),
        Value::String(_) => Value::String("a".to_owned()),
    };
    let is_plain = |value: &Value| *value == plainest || *value == Value::Int32(1);
    if is_plain(value) {
        return Vec::new();
    }
    let mut simpler = vec![Value::Int32(1), plainest.clone()];
    match value {
        Value::String(text) => simpler.extend(texts(text).into_iter().map(Value::String)),
        Value::Binary(octets) if octets.len() > 1 => {
            let (front, back) = octets.split_at(octets.len() / 2);
            simpler.extend([front, back].map(|half| Value::Binary(half.to_vec())));
            simpler.push(Value::Binary(octets[..octets.len() - 1].to_vec()));
        }
        Value::Int64(number) => simpler.push(Value::Int64(number / 2)),
        Value::Int32(number) => simpler.push(Value::Int32(number / 2)),
        _ => {}
    }
    simpler.into_iter().filter(|other| other != value).map(PropertyValue::from).collect()
}

/// Filters that are simpler than this one: its sides, and what its parentheses hold.
pub(super) fn filters(filter: &str) -> Vec<String> {
    let mut simpler = Vec::new();
    let text = filter.trim();
    if let Some(rest) = text.strip_prefix("not ") {
        simpler.push(rest.trim().to_owned());
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        simpler.push(inner.to_owned());
    }
    let mut depth = 0_i32;
    let mut quoted = false;
    for (at, octet) in text.bytes().enumerate() {
        match octet {
            b'\'' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            b' ' if !quoted && depth == 0 => {
                for word in [" and ", " or "] {
                    if text[at..].starts_with(word) {
                        simpler.push(text[..at].to_owned());
                        simpler.push(text[at + word.len()..].to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    simpler.retain(|other| !other.is_empty() && other != filter);
    simpler
}

/// Lists of names with one name less.
pub(super) fn lists(list: &str) -> Vec<String> {
    let names: Vec<&str> = list.split(',').collect();
    if names.len() < 2 {
        return Vec::new();
    }
    let without = |place: usize| {
        let kept = names.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, name)| *name);
        kept.collect::<Vec<_>>().join(",")
    };
    (0..names.len()).map(without).collect()
}
