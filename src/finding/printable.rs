//! Text for people. What a target answers is hostile input: nothing in it may steer a terminal.

use crate::json::is_invisible;
use std::fmt::Write as _;

/// The text with everything escaped that is no printable character, line ends kept.
///
/// A line that begins with `::` or holds `##[` would be a command to the runner of a job that prints it; there the first of
/// these characters is escaped as well.
pub fn printable(text: &str) -> String {
    let mut printed = String::with_capacity(text.len());
    let mut begins = true;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let commands = begins && rest.starts_with("::") || rest.starts_with("##[");
        begins = c == '\n' || begins && c.is_whitespace();
        match c {
            c if commands => drop(write!(printed, "{}", c.escape_unicode())),
            '\n' => printed.push('\n'),
            '\r' => {}
            c if c.is_control() || is_invisible(c) => drop(write!(printed, "{}", c.escape_unicode())),
            c => printed.push(c),
        }
    }
    printed
}

/// The same as the text of a picture, on one line. Text of a target may hold anything; in the picture it is text.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}c\r\nd\u{0}é😀"), "a\\u{1b}[2Jb\\u{202e}c\nd\\u{0}é😀");
    }

    #[test]
    fn nothing_commands_the_runner_of_a_job() {
        assert_eq!(printable("::error::x"), "\\u{3a}:error::x");
        assert_eq!(printable("a\n \t::add-mask::a ##[x]"), "a\n \\u{9}\\u{3a}:add-mask::a \\u{23}#[x]");
        assert_eq!(printable("http://[::1]:80 a::b"), "http://[::1]:80 a::b");
    }
}
