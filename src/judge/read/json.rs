//! JSON by RFC 8259, keeping what other readers lose: the order of members, members of the same name, and the text of
//! numbers (`3.0` is a Double, `3` an Int32).

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as written.
    Number(String),
    /// A string. An unpaired surrogate has become U+FFFD.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, members in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The text of a string.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The first member of this name.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(held, _)| held == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value for people, cut to a line.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Number(text) => text.clone(),
            Self::String(text) => serde_json::Value::from(text.as_str()).to_string(),
            Self::Array(items) => format!("an array of {}", items.len()),
            Self::Object(members) => format!("an object of {}", members.len()),
        }
    }
}

/// The text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} at octet {at}")]
pub(crate) struct NotJson {
    what: &'static str,
    at: usize,
}

const DEEPEST: usize = 64;

/// Reads one JSON text.
pub(crate) fn read(octets: &[u8]) -> Result<Json, NotJson> {
    let text = std::str::from_utf8(octets)
        .map_err(|error| NotJson { what: "octets that are not UTF-8", at: error.valid_up_to() })?;
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < text.len() { Err(reader.wrong("something behind the value")) } else { Ok(value) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &'static str) -> NotJson {
        NotJson { what, at: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, octet: u8) -> bool {
        let eaten = self.peek() == Some(octet);
        self.at += usize::from(eaten);
        eaten
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, NotJson> {
        if depth > DEEPEST {
            return Err(self.wrong("values nested too deeply"));
        }
        self.blanks();
        match self.peek() {
            None => Err(self.wrong("the end where a value must be")),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, NotJson> {
        let rest = &self.text.as_bytes()[self.at..];
        for (word, value) in [("null", Json::Null), ("true", Json::Boolean(true)), ("false", Json::Boolean(false))] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.wrong("no JSON value"))
    }

    fn object(&mut self, depth: usize) -> Result<Json, NotJson> {
        self.at += 1;
        let mut members = Vec::new();
        self.blanks();
        if self.eat(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.wrong("no member name"));
            }
            let name = self.string()?;
            self.blanks();
            if !self.eat(b':') {
                return Err(self.wrong("no colon behind a member name"));
            }
            members.push((name, self.value(depth + 1)?));
            self.blanks();
            if self.eat(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.eat(b',') {
                return Err(self.wrong("neither comma nor brace behind a member"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, NotJson> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.eat(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.blanks();
            if self.eat(b']') {
                return Ok(Json::Array(items));
            }
            if !self.eat(b',') {
                return Err(self.wrong("neither comma nor bracket behind an item"));
            }
        }
    }

    fn digits(&mut self) -> Result<usize, NotJson> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong("no digit in a number")) } else { Ok(self.at - start) }
    }

    fn number(&mut self) -> Result<Json, NotJson> {
        let start = self.at;
        self.eat(b'-');
        let leading_zero = self.peek() == Some(b'0');
        if self.digits()? > 1 && leading_zero {
            return Err(self.wrong("a number with a leading zero"));
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn string(&mut self) -> Result<String, NotJson> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            // `"`, `\` and controls are never part of a longer UTF-8 sequence, so this ends on a character.
            let plain = rest.iter().position(|&octet| octet == b'"' || octet == b'\\' || octet < 0x20);
            let plain = plain.ok_or_else(|| self.wrong("a string without an end"))?;
            text.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.push(self.escape()?);
                }
                _ => return Err(self.wrong("a control character in a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, NotJson> {
        let octet = self.peek().ok_or_else(|| self.wrong("a string without an end"))?;
        self.at += 1;
        Ok(match octet {
            b'"' | b'\\' | b'/' => char::from(octet),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let back = self.at;
                if (0xD800..0xDC00).contains(&first) && self.eat(b'\\') && self.eat(b'u') {
                    let second = self.hex()?;
                    if (0xDC00..0xE000).contains(&second) {
                        let number = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                        return Ok(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    self.at = back;
                } else {
                    self.at = back;
                }
                char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.wrong("an unknown escape in a string")),
        })
    }

    fn hex(&mut self) -> Result<u32, NotJson> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|d| d.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number = number.ok_or_else(|| self.wrong("an escape without four hexadecimal digits"))?;
        self.at += 4;
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_doubles_and_number_text_are_kept() {
        let value = read(r#" {"b":1.50,"a":[null,true,-0.0e+5],"b":"x"} "#.as_bytes()).unwrap();
        let number = |text: &str| Json::Number(text.into());
        assert_eq!(
            value,
            Json::Object(vec![
                ("b".into(), number("1.50")),
                ("a".into(), Json::Array(vec![Json::Null, Json::Boolean(true), number("-0.0e+5")])),
                ("b".into(), Json::String("x".into())),
            ])
        );
    }

    #[test]
    fn escapes_are_undone() {
        let text = r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 \ud83d \ude00\ud83dx""#;
        let expected = "\"\\/\u{8}\u{c}\n\r\té😀 \u{fffd} \u{fffd}\u{fffd}x";
        assert_eq!(read(text.as_bytes()).unwrap().as_str(), Some(expected));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "{\"a\":1,}",
            "01",
            "1.",
            "-",
            "1e",
            "NaN",
            "tru",
            "\"a",
            "\"\u{1}\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "1 2",
            "\u{feff}1",
            "{a:1}",
            "'a'",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read(b"\"\xff\"").is_err());
        assert!(read("[".repeat(100_000).as_bytes()).is_err());
    }
}
