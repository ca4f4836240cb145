//! JSON as this tool writes it into files: with everything escaped that steers or turns the text around it. What a target
//! answers stands in these files, and people read them in terminals and editors.

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// The text of a file: indented, with a line end behind it.
///
/// # Errors
/// Some value has no form in JSON.
pub(crate) fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = written(value, PrettyFormatter::new())?;
    text.push(b'\n');
    // What serde_json writes of strings is UTF-8, and so are the escapes.
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// One line, without its end.
///
/// # Errors
/// Some value has no form in JSON.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    written(value, CompactFormatter)
}

fn written(value: &impl Serialize, formatter: impl Formatter) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Inert(formatter)))?;
    Ok(text)
}

/// Characters that turn or hide the text around them, and separators that some readers take for line ends.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// A formatter that escapes these and all control characters.
struct Inert<F>(F);

fn inert<W: Write + ?Sized>(writer: &mut W, fragment: &str) -> io::Result<()> {
    let mut from = 0;
    for (at, c) in fragment.char_indices().filter(|(_, c)| *c >= '\u{7f}' && (c.is_control() || is_invisible(*c))) {
        writer.write_all(&fragment.as_bytes()[from..at])?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(writer, "\\u{unit:04x}")?;
        }
        from = at + c.len_utf8();
    }
    writer.write_all(&fragment.as_bytes()[from..])
}

impl<F: Formatter> Formatter for Inert<F> {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        inert(writer, fragment)
    }

    /// Beyond ASCII there are only strings in it.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        inert(writer, fragment)
    }

    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use serde_json::value::RawValue;

    #[test]
    fn nothing_that_steers_is_written_and_everything_is_read_again() {
        let value = json!({"a\u{9b}": "\u{1b}[2J\u{85}\u{202e}\u{2066}é\u{1f600}\u{e0041}\n\u{7f}", "b": [1, {}]});
        for text in [pretty(&value).unwrap(), String::from_utf8(line(&value).unwrap()).unwrap()] {
            assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
            assert!(text.chars().all(|c| c == '\n' || !c.is_control() && !is_invisible(c)), "{text}");
            assert!(text.contains("é\u{1f600}\\udb40\\udc41"), "{text}");
        }
        assert_eq!(
            pretty(&json!({"a": [1, 2]})).unwrap(),
            serde_json::to_string_pretty(&json!({"a": [1, 2]})).unwrap() + "\n"
        );
    }

    #[test]
    fn what_is_passed_on_as_it_is_steers_nothing_either() {
        let raw = RawValue::from_string("{\"a\":\"\u{202e}\"}".to_owned()).unwrap();
        assert_eq!(line(&raw).unwrap(), b"{\"a\":\"\\u202e\"}");
    }
}
