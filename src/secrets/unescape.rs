//! Reading through the escapes of the formats that an answer may have: percent-encoding, JSON, XML and HTML, one layer.

use std::collections::VecDeque;

/// One octet, and where in the text it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) octet: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The octets as they stand.
pub(super) fn plain(text: &[u8]) -> impl Iterator<Item = Unit> {
    text.iter().enumerate().map(|(at, &octet)| Unit { octet, start: at, end: at + 1 })
}

/// No escape is longer: a numeric reference of XML with leading zeros.
const LONGEST: usize = 12;

/// References by name that stand for what signatures and their escapes are made of.
const NAMED: [(&[u8], u8); 10] = [
    (b"amp", b'&'),
    (b"lt", b'<'),
    (b"gt", b'>'),
    (b"quot", b'"'),
    (b"apos", b'\''),
    (b"plus", b'+'),
    (b"equals", b'='),
    (b"sol", b'/'),
    (b"percnt", b'%'),
    (b"bsol", b'\\'),
];

/// Whether escapes begin so.
pub(super) fn is_of_escape(octet: u8) -> bool {
    matches!(octet, b'%' | b'\\' | b'&')
}

/// What is beneath one layer of escapes. What is no escape stays as it is.
pub(super) struct Unescaped<I> {
    from: I,
    ahead: VecDeque<Unit>,
}

impl<I: Iterator<Item = Unit>> Unescaped<I> {
    pub(super) fn new(from: I) -> Self {
        Self { from, ahead: VecDeque::with_capacity(LONGEST) }
    }

    /// How many units an escape takes that begins with the first, and what it stands for.
    fn escape(&self) -> Option<(usize, u8)> {
        let at = |place: usize| self.ahead.get(place).map(|unit| unit.octet);
        match at(0)? {
            b'%' => Some((3, hex(at(1)?)? << 4 | hex(at(2)?)?)),
            b'\\' => match at(1)? {
                b'u' if at(2)? == b'0' && at(3)? == b'0' => Some((6, hex(at(4)?)? << 4 | hex(at(5)?)?)),
                b'x' => Some((4, hex(at(2)?)? << 4 | hex(at(3)?)?)),
                held @ (b'/' | b'"' | b'\\' | b'\'') => Some((2, held)),
                _ => None,
            },
            b'&' => {
                let end = (1..self.ahead.len()).find(|&place| at(place) == Some(b';'))?;
                let name: Vec<u8> = (1..end).filter_map(at).collect();
                Some((end + 1, reference(&name)?))
            }
            _ => None,
        }
    }
}

/// What a reference of XML or HTML stands for, if that is one octet.
fn reference(name: &[u8]) -> Option<u8> {
    let Some(number) = name.strip_prefix(b"#") else {
        return NAMED.iter().find(|(held, _)| *held == name).map(|(_, octet)| *octet);
    };
    let digits = std::str::from_utf8(number).ok()?;
    match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// A text beneath three layers of escapes.
pub(super) fn unescaped(text: &str) -> String {
    let units = Unescaped::new(Unescaped::new(Unescaped::new(plain(text.as_bytes()))));
    let octets: Vec<u8> = units.map(|unit| unit.octet).collect();
    String::from_utf8_lossy(&octets).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

impl<I: Iterator<Item = Unit>> Iterator for Unescaped<I> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let first = match self.ahead.front() {
            Some(held) => *held,
            None => {
                let unit = self.from.next()?;
                if !is_of_escape(unit.octet) {
                    return Some(unit);
                }
                self.ahead.push_back(unit);
                unit
            }
        };
        if is_of_escape(first.octet) {
            while self.ahead.len() < LONGEST {
                let Some(unit) = self.from.next() else { break };
                self.ahead.push_back(unit);
            }
            if let Some((units, octet)) = self.escape() {
                let end = self.ahead.drain(..units).next_back().map_or(first.end, |last| last.end);
                return Some(Unit { octet, start: first.start, end });
            }
        }
        self.ahead.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Unescaped::new(plain(text.as_bytes())).map(|unit| char::from(unit.octet)).collect()
    }

    #[test]
    fn every_escape_of_a_layer_is_read() {
        for (text, expected) in [
            ("a%2Bb%2fc", "a+b/c"),
            ("a\\u002Bb\\u002f\\/\\x3d", "a+b//="),
            ("a&#43;b&#x2F;&#x2f;&#000061;&plus;&amp;", "a+b//=+&"),
            ("%252B", "%2B"),
            ("&amp;#43;", "&#43;"),
            ("100% & \\n &nbsp; %zz &#; \\u00", "100% & \\n &nbsp; %zz &#; \\u00"),
            ("%2", "%2"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn units_know_where_they_are_written() {
        let units: Vec<Unit> = Unescaped::new(Unescaped::new(plain(b"a%252Bz"))).collect();
        assert_eq!(units[1], Unit { octet: b'+', start: 1, end: 6 });
        assert_eq!(units[2], Unit { octet: b'z', start: 6, end: 7 });
    }
}
