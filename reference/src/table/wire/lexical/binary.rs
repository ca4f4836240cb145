//! `Edm.Binary` as text: base64 in documents, hexadecimal digits in filters.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

/// Reads base64 with its padding; white space within is skipped, as the .NET Framework does.
pub fn read_base64(text: &str) -> Option<Vec<u8>> {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    let text = if text.contains(blank) { Cow::Owned(text.replace(blank, "")) } else { Cow::Borrowed(text) };
    STANDARD.decode(text.as_bytes()).ok()
}

/// Writes base64 with its padding.
pub fn write_base64(out: &mut Vec<u8>, octets: &[u8]) {
    let start = out.len();
    out.resize(start + octets.len().div_ceil(3) * 4, 0);
    let written = out.get_mut(start..).and_then(|place| STANDARD.encode_slice(octets, place).ok());
    out.truncate(start + written.unwrap_or(0));
}

/// Reads pairs of hexadecimal digits of either case.
pub fn read_hexadecimal(text: &str) -> Option<Vec<u8>> {
    text.as_bytes().chunks(2).map(octet).collect()
}

/// Octets in pairs of hexadecimal digits.
pub fn written_in_hexadecimal(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// Two hexadecimal digits.
fn octet(pair: &[u8]) -> Option<u8> {
    let digit = |octet: u8| char::from(octet).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["no base64!", "@@@@", "A", "AA", "AA=", "AAA", "AA==AA==", "-_-_"] {
            assert_eq!(read_base64(text), None, "{text:?}");
        }
        assert_eq!(read_base64("Ym lu\r\nYXJ5"), Some(b"binary".to_vec()));
    }

    #[test]
    fn what_is_no_hexadecimal_is_refused() {
        for text in ["0", "0g", "é", "+1"] {
            assert_eq!(read_hexadecimal(text), None, "{text:?}");
        }
        assert_eq!(read_hexadecimal(""), Some(Vec::new()));
    }

    proptest! {
        #[test]
        fn written_text_is_read_back(octets in proptest::collection::vec(any::<u8>(), 0..80)) {
            let mut base64 = b"x".to_vec();
            write_base64(&mut base64, &octets);
            prop_assert_eq!(read_base64(std::str::from_utf8(&base64[1..]).unwrap()), Some(octets.clone()));
            prop_assert_eq!(read_hexadecimal(&written_in_hexadecimal(&octets)), Some(octets));
        }
    }
}
