//! GUIDs as text: 8-4-4-4-12 hexadecimal digits, of either case in, in lower case out.

use crate::ids::Guid;

const GROUPS: [usize; 5] = [4, 2, 2, 2, 6];
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Reads a GUID in the form with hyphens and without braces.
pub fn read(text: &str) -> Option<Guid> {
    let mut guid = [0; 16];
    let mut octets = guid.iter_mut();
    let mut groups = text.split('-');
    for length in GROUPS {
        let group = groups.next()?;
        if group.len() != length * 2 {
            return None;
        }
        for (pair, octet) in group.as_bytes().chunks_exact(2).zip(&mut octets) {
            *octet = octet_of(pair)?;
        }
    }
    groups.next().is_none().then_some(Guid(guid))
}

/// Two hexadecimal digits.
fn octet_of(pair: &[u8]) -> Option<u8> {
    let digit = |octet: u8| char::from(octet).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// Writes a GUID.
pub fn write(out: &mut Vec<u8>, guid: Guid) {
    let mut octets = guid.0.iter();
    for (place, length) in GROUPS.into_iter().enumerate() {
        if place > 0 {
            out.push(b'-');
        }
        for octet in octets.by_ref().take(length) {
            out.extend([DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
        }
    }
}

/// The text of a GUID.
pub fn written(guid: Guid) -> String {
    let mut out = Vec::with_capacity(36);
    write(&mut out, guid);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn case_does_not_matter() {
        let guid = read("A455C695-df98-5678-AAAA-81d3367e5a34").unwrap();
        assert_eq!(written(guid), "a455c695-df98-5678-aaaa-81d3367e5a34");
    }

    #[test]
    fn what_is_no_guid_is_refused() {
        for text in [
            "",
            "not-a-guid",
            "a455c695-df98-5678-aaaa",
            "a455c695-df98-5678-aaaa-81d3367e5a3",
            "a455c695-df98-5678-aaaa-81d3367e5a34-",
            "a455c695-df98-5678-aaaa-81d3367e5ag4",
            "a455c695-df98-5678-aaaa-81d3367eé34",
            "+455c695-df98-5678-aaaa-81d3367e5a34",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn written_text_is_read_back(octets in any::<[u8; 16]>()) {
            prop_assert_eq!(read(&written(Guid(octets))), Some(Guid(octets)));
        }
    }
}
