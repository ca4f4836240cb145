//! Percent-encoding, as requests use it and as addresses in answers are written.

/// Decodes percent-encoded octets once; `None` where `%` is not followed by two hexadecimal digits, or the octets are not
/// UTF-8.
pub fn decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let octets = text.as_bytes();
    let mut decoded = Vec::with_capacity(octets.len());
    let mut place = 0;
    while let Some(&octet) = octets.get(place) {
        if octet == b'%' {
            let digit = |at: usize| octets.get(at).and_then(|digit| char::from(*digit).to_digit(16));
            decoded.push(u8::try_from(digit(place + 1)? * 16 + digit(place + 2)?).ok()?);
            place += 3;
        } else {
            decoded.push(octet);
            place += 1;
        }
    }
    String::from_utf8(decoded).ok()
}

/// Appends a text, everything but unreserved characters (RFC 3986) and the quote percent-encoded in capitals.
pub fn encode_key(out: &mut String, text: &str) {
    for octet in text.bytes() {
        match octet {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'\'' => out.push(char::from(octet)),
            other => {
                out.push('%');
                for digit in [other >> 4, other & 15] {
                    out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_happens_once() {
        assert_eq!(decode("a%2525+b").as_deref(), Some("a%25+b"));
        assert_eq!(decode("%e4%bD%a0").as_deref(), Some("你"));
        for text in ["%", "%2", "%zz", "%ff", "é%"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn encoding_leaves_quotes() {
        let mut out = String::new();
        encode_key(&mut out, "p-ô''\"%20,+");
        assert_eq!(out, "p-%C3%B4''%22%2520%2C%2B");
    }
}
