//! A target's answer beside the one that the oracle gives, with what differs in their texts marked.

use crate::finding::{BodyDocument, ResponseDocument, printable};
use crate::report::words::cut;
use similar::{Algorithm, ChangeTag, capture_diff_slices_deadline};
use std::time::{Duration, Instant};

/// The most characters of the value of a header.
const LONGEST_HEADER: usize = 1_500;
/// Headers in which two servers differ without anybody being wrong. They are shown, and never marked.
const AT_WILL: [&str; 15] = [
    "connection",
    "content-length",
    "date",
    "etag",
    "host",
    "keep-alive",
    "server",
    "transfer-encoding",
    "x-content-type-options",
    "user-agent",
    "x-ms-client-request-id",
    "x-ms-date",
    "x-ms-request-id",
    "x-ms-version",
    "x-powered-by",
];

/// A piece of a text.
pub(super) struct Piece {
    pub text: String,
    /// Whether the other text has something else in its place.
    pub differs: bool,
}

/// A header.
pub(super) struct HeaderView {
    pub name: String,
    pub value: String,
    pub differs: bool,
    /// Whether every server has its own value.
    pub at_will: bool,
}

/// An answer.
pub(super) struct AnswerView {
    pub status: String,
    pub status_differs: bool,
    pub headers: Vec<HeaderView>,
    pub body: Vec<Piece>,
}

/// The target's answer and the oracle's, each marked by the other; so many characters of their bodies are shown.
pub(super) fn compared(
    actual: Option<&ResponseDocument>,
    expected: Option<&ResponseDocument>,
    longest: usize,
) -> (Option<AnswerView>, Option<AnswerView>) {
    let (mut left, mut right) = (actual.map(|held| answer(held, longest)), expected.map(|held| answer(held, longest)));
    if let (Some(left), Some(right)) = (&mut left, &mut right) {
        left.status_differs = left.status != right.status;
        right.status_differs = left.status_differs;
        let (in_left, in_right) = (names_and_values(left), names_and_values(right));
        mark(&mut left.headers, &in_right);
        mark(&mut right.headers, &in_left);
        (left.body, right.body) = marked(&whole(&left.body), &whole(&right.body));
    }
    (left, right)
}

/// A body as it is shown: cut, with what is no printable character spelled out.
pub(super) fn body(body: &BodyDocument, longest: usize) -> String {
    let text = match (&body.text, &body.base64) {
        (Some(text), _) => cut(&printable(text), longest),
        (None, Some(base64)) => format!("base64: {}", cut(base64, longest)),
        (None, None) => String::new(),
    };
    if body.cut || text.ends_with('…') { format!("{text} ({} bytes in all)", body.length) } else { text }
}

fn answer(response: &ResponseDocument, longest: usize) -> AnswerView {
    let body = body(&response.body, longest);
    AnswerView {
        status: response.status.to_string(),
        status_differs: false,
        headers: response.headers.iter().map(HeaderView::from).collect(),
        body: if body.is_empty() { Vec::new() } else { vec![Piece { text: body, differs: false }] },
    }
}

impl From<&(String, String)> for HeaderView {
    fn from((name, value): &(String, String)) -> Self {
        Self {
            name: printable(name),
            value: cut(&printable(value), LONGEST_HEADER),
            differs: false,
            at_will: AT_WILL.contains(&name.to_ascii_lowercase().as_str()),
        }
    }
}

fn names_and_values(answer: &AnswerView) -> Vec<(String, String)> {
    answer.headers.iter().map(|header| (header.name.to_ascii_lowercase(), header.value.clone())).collect()
}

fn mark(headers: &mut [HeaderView], others: &[(String, String)]) {
    for header in headers.iter_mut().filter(|header| !header.at_will) {
        let name = header.name.to_ascii_lowercase();
        header.differs = !others.iter().any(|(other, value)| *other == name && *value == header.value);
    }
}

fn whole(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// Two texts in pieces, each marked where the other has something else. Times differ always and count as equal.
fn marked(left: &str, right: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (left, right) = (tokens(left), tokens(right));
    let shapes = |tokens: &[&str]| tokens.iter().map(|token| shape(token)).collect::<Vec<String>>();
    let deadline = Instant::now() + Duration::from_millis(100);
    let (left_shapes, right_shapes) = (shapes(&left), shapes(&right));
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &left_shapes, &right_shapes, Some(deadline));
    let (mut of_left, mut of_right) = (Vec::new(), Vec::new());
    for operation in &operations {
        for change in operation.iter_changes(&left_shapes, &right_shapes) {
            let differs = change.tag() != ChangeTag::Equal;
            if let Some(token) = change.old_index().and_then(|index| left.get(index)) {
                push(&mut of_left, token, differs);
            }
            if let Some(token) = change.new_index().and_then(|index| right.get(index)) {
                push(&mut of_right, token, differs);
            }
        }
    }
    (of_left, of_right)
}

fn push(pieces: &mut Vec<Piece>, text: &str, differs: bool) {
    match pieces.last_mut() {
        Some(piece) if piece.differs == differs => piece.text.push_str(text),
        _ => pieces.push(Piece { text: text.to_owned(), differs }),
    }
}

/// A text cut where JSON, XML and multipart have something else beginning.
fn tokens(text: &str) -> Vec<&str> {
    text.split_inclusive([',', '{', '}', '[', ']', '<', '>', '\n']).collect()
}

/// The token, or where it holds a time what all tokens with a time there have in common.
fn shape(token: &str) -> String {
    let holds_time = token.contains('T') && token.contains('-') && (token.contains(':') || token.contains("%3A"));
    if !holds_time {
        return token.to_owned();
    }
    let mut shape: String = token.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    while shape.contains("00") {
        shape = shape.replace("00", "0");
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pieces: &[Piece]) -> Vec<(&str, bool)> {
        pieces.iter().map(|piece| (piece.text.as_str(), piece.differs)).collect()
    }

    #[test]
    fn what_differs_is_marked_and_times_are_not() {
        let (left, right) = marked(
            r#"{"a":1,"Timestamp":"2026-11-21T19:21:41.5Z","b":2}"#,
            r#"{"a":1,"Timestamp":"2026-11-21T19:21:42.12Z","b":3}"#,
        );
        assert_eq!(texts(&left), [(r#"{"a":1,"Timestamp":"2026-11-21T19:21:41.5Z","#, false), (r#""b":2}"#, true)]);
        assert_eq!(texts(&right)[1], (r#""b":3}"#, true));
    }

    #[test]
    fn headers_are_compared_whatever_their_order_and_case() {
        let answer = |headers: &[(&str, &str)]| ResponseDocument {
            status: 200,
            headers: headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body: BodyDocument::from(b"".as_slice()),
        };
        let left = answer(&[("Date", "a"), ("Content-Type", "x"), ("Preference-Applied", "p")]);
        let right = answer(&[("content-type", "x"), ("date", "b")]);
        let (left, right) = compared(Some(&left), Some(&right), 100);
        let differing = |view: Option<AnswerView>| {
            let headers = view.unwrap().headers;
            headers.into_iter().filter(|header| header.differs).map(|header| header.name).collect::<Vec<_>>()
        };
        assert_eq!(differing(left), ["Preference-Applied"]);
        assert!(differing(right).is_empty());
    }
}
