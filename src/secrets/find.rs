//! Where in a text secrets stand, whatever escapes they are written in.

use super::forms::{Form, PREFIX, alike};
use super::unescape::{Unescaped, Unit, is_of_escape, plain};
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

/// A form whose beginning was read.
struct Begun {
    form: Form,
    start: usize,
    left: usize,
    hasher: DefaultHasher,
}

/// Set in eight octets of which one is no character of ASCII.
const NO_TEXT: u64 = 0x8080_8080_8080_8080;

/// No text begins more forms at once, but one that is made to.
const MOST_BEGUN: usize = 256;

/// Where the secrets of a text stand, in order, none within another. `known` gives the forms that begin so.
pub(super) fn find(text: &[u8], known: impl Fn(u64) -> Vec<Form>) -> Vec<Range<usize>> {
    // As it stands, since octets of a signature may look like an escape; and through as many layers of escapes as there may be:
    // an address is encoded once or twice, and the format of the answer adds one.
    let mut found = find_in(plain(text), &known);
    if text.iter().any(|octet| is_of_escape(*octet)) {
        found.extend(find_in(Unescaped::new(Unescaped::new(Unescaped::new(plain(text)))), &known));
    }
    merged(found)
}

fn find_in(units: impl Iterator<Item = Unit>, known: &impl Fn(u64) -> Vec<Form>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut begun: Vec<Begun> = Vec::new();
    let mut starts = [0_usize; PREFIX];
    let mut window = 0_u64;
    // How many characters of signatures stand together.
    let mut run = 0_usize;
    // How much of what was found last is still to come.
    let mut more = 0_usize;
    for (place, unit) in units.enumerate() {
        let octet = alike(unit.octet);
        if let Some(last) = found.last_mut()
            && last.end == unit.start
            && (unit.octet == b'=' || more > 0 && is_of_base64(octet))
        {
            last.end = unit.end;
            more = more.saturating_sub(1);
        }
        if !begun.is_empty() {
            begun.retain_mut(|held| {
                held.hasher.write_u8(octet);
                held.left -= 1;
                if held.left == 0 && held.hasher.finish() == held.form.hash {
                    found.push(held.start..unit.end);
                    more = held.form.more;
                }
                held.left > 0
            });
        }
        window = window << 8 | u64::from(octet);
        starts[place % PREFIX] = unit.start;
        run = if is_of_base64(octet) { run + 1 } else { 0 };
        // Texts are looked up where eight characters of a signature stand together, octets where they are no text.
        if place + 1 >= PREFIX && (run >= PREFIX || window & NO_TEXT != 0) {
            let start = starts[(place + 1) % PREFIX];
            for form in known(window) {
                let mut hasher = DefaultHasher::new();
                window.to_be_bytes().iter().for_each(|octet| hasher.write_u8(*octet));
                if begun.len() < MOST_BEGUN {
                    begun.push(Begun { form, start, left: form.length - PREFIX, hasher });
                }
            }
        }
    }
    found
}

fn is_of_base64(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/')
}

fn merged(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
