//! Exchanges as text for people. What a target answers is hostile input: nothing in it may steer a terminal.

use super::finding::redact;
use crate::history::Exchange;
use crate::json::is_invisible;
use std::fmt::Write as _;
use tablestakes_reference::http::{Headers, Request, Response};

/// The most characters of a body that are shown.
const LONGEST_BODY: usize = 2_000;

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

/// Request line, headers and body.
pub(super) fn request(request: &Request) -> String {
    let first = format!("{} {}", request.method, request.target);
    message(&first, &request.headers, &request.body)
}

/// What the target answered: status, headers and body, or why there is no answer.
pub(super) fn answer(exchange: &Exchange) -> String {
    match &exchange.actual {
        Ok(Response { status, headers, body }) => message(&status.to_string(), headers, body),
        Err(failure) => printable(&failure.to_string()),
    }
}

/// Request line and body, and the status that came back.
pub(super) fn in_short(exchange: &Exchange) -> String {
    let Request { method, target, body, .. } = &exchange.request;
    let came = match &exchange.actual {
        Ok(response) => response.status.to_string(),
        Err(failure) => failure.to_string(),
    };
    let mut text = printable(&redact(&format!("{method} {target} → {came}")));
    if !body.is_empty() {
        text.push('\n');
        text.push_str(&body_text(body));
    }
    text
}

fn message(first: &str, headers: &Headers, body: &[u8]) -> String {
    let mut text = printable(&redact(first));
    for (name, value) in headers.iter() {
        text.push('\n');
        text.push_str(&printable(&redact(&format!("{name}: {value}"))).replace('\n', "\\n"));
    }
    if !body.is_empty() {
        text.push_str("\n\n");
        text.push_str(&body_text(body));
    }
    text
}

fn body_text(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let shown: String = text.chars().take(LONGEST_BODY).collect();
    let cut = if shown.len() < text.len() { format!("… ({} bytes in all)", body.len()) } else { String::new() };
    printable(&redact(&shown)) + &cut
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
