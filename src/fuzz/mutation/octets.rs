//! Below the operations: request line, headers, encodings, bodies, framing.
//!
//! What comes out is a request that is written out and marked odd. It is signed as it stands, so that it comes further
//! than the check of its signature.

use super::text;
use crate::fuzz::dice::Dice;
use crate::history::written_out;
use crate::target::Axes;
use tablestakes_reference::history::{Call, Content, RawRequest, Step};

/// Methods: of HTTP, of this protocol in another case, and none. CONNECT is left out: it asks for a tunnel.
const METHODS: [&str; 11] =
    ["get", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "", "GET GET", "GE\tT", "POST\u{0}", "merge", "DELETE"];
/// Pieces that a path or query decodes otherwise than it should, or not at all.
const IN_TARGET: [&str; 20] = [
    "%00", "%ff", "%c0%af", "%", "%zz", "//", "/../", "/./", "?", "??", "&", "&&", "=", " ", "é", "%u0041", "(", ")",
    ";", "%2525",
];
const HEADERS: [(&str, &str); 22] = [
    ("Content-Type", "application/json; charset=utf-7"),
    ("Content-Type", "multipart/mixed"),
    ("Content-Type", "multipart/mixed; boundary="),
    ("Content-Type", "text/plain"),
    ("Content-Encoding", "gzip"),
    ("Accept", "*/*;q=0"),
    ("Accept", "application/json;odata=fullmetadata;odata=nometadata"),
    ("Accept", ""),
    ("DataServiceVersion", "9.9"),
    ("MaxDataServiceVersion", "x"),
    ("If-Match", "\""),
    ("If-None-Match", "*"),
    ("X-HTTP-Method", "GET"),
    ("Expect", "100-continue"),
    ("Host", "other.invalid"),
    ("x-ms-version", "0000-00-00"),
    ("x-ms-date", "yesterday"),
    ("Range", "bytes=0-0"),
    ("Prefer", "return-content, return-no-content"),
    ("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ("Origin", "null"),
    ("Cookie", "a=b"),
];
/// Values of Content-Length that are not the length.
const LENGTHS: [&str; 9] = ["0", "-1", "+5", "0x10", "5, 5", "99999999999999999999", "1e3", "", "05"];
/// Longer texts are not made.
const LONGEST: usize = 64 << 10;

/// The step, changed below the level of operations; nothing if it cannot be written out.
pub(super) fn change(step: &Step, axes: Axes, dice: &mut Dice) -> Option<Step> {
    let mut step = if matches!(step.call, Call::Raw { .. }) { step.clone() } else { written_out(step, axes)? };
    for _ in 0..=dice.below(2) {
        once(&mut step, dice);
    }
    if let Call::Raw { request } = &mut step.call {
        request.odd = true;
    }
    Some(step)
}

fn once(step: &mut Step, dice: &mut Dice) {
    let Step { call: Call::Raw { request }, wire, .. } = step else { return };
    match dice.below(12) {
        0 => request.method = dice.pick(&METHODS).unwrap_or_default().to_owned(),
        1 | 2 => target(&mut request.target, dice),
        3 => header(request, dice),
        4 => {
            let count = request.headers.len();
            if let Some(held) = request.headers.get(dice.below(count)).cloned() {
                request.headers.push(held);
            }
        }
        5 => {
            let count = request.headers.len();
            if count > 0 {
                drop(request.headers.remove(dice.below(count)));
            }
        }
        6 => framing(request, &mut wire.headers, dice),
        _ => body(request, dice),
    }
}

fn target(target: &mut String, dice: &mut Dice) {
    match dice.below(8) {
        0..=3 => {
            let at = boundary(target, dice.below(target.len() + 1));
            target.insert_str(at, dice.pick(&IN_TARGET).unwrap_or("%"));
        }
        4 => {
            let (from, to) = range(target, dice);
            target.replace_range(from..to, "");
        }
        5 => {
            let (from, to) = range(target, dice);
            let piece = target[from..to].to_owned();
            target.insert_str(to, &piece);
        }
        6 => target.push_str(&format!("?$filter={}", "a".repeat(dice.below(20_000)))),
        _ => *target = format!("{target} HTTP/1.0\r\nX-Rest: "),
    }
}

fn header(request: &mut RawRequest, dice: &mut Dice) {
    let count = request.headers.len();
    match dice.below(8) {
        0..=3 => {
            if let Some((name, value)) = dice.pick(&HEADERS) {
                request.headers.retain(|(held, _)| !held.eq_ignore_ascii_case(name));
                request.headers.push((name.to_owned(), value.to_owned()));
            }
        }
        4 => request.headers.push((format!("X-{}", text::for_value(dice)), text::for_value(dice))),
        5 => request.headers.push(("X-Long".to_owned(), "a".repeat(dice.below(20_000)))),
        6 => request.headers.extend((0..dice.below(200)).map(|number| (format!("X-{number}"), "a".to_owned()))),
        _ => {
            if let Some((_, value)) = request.headers.get_mut(dice.below(count)) {
                *value = dice.pick(&["\u{0}", "\r\n folded", "é", "\u{1f600}", "a,b,c", "\t"]).unwrap_or("").to_owned();
            }
        }
    }
}

/// Lengths that lie, and chunks.
fn framing(request: &mut RawRequest, headers: &mut Vec<(String, Option<String>)>, dice: &mut Dice) {
    let octets = request.body.octets();
    headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-length"));
    if dice.one_in(2) {
        let length = match dice.below(4) {
            0 => (octets.len() / 2).to_string(),
            1 => (octets.len() + 7).to_string(),
            _ => dice.pick(&LENGTHS).unwrap_or("0").to_owned(),
        };
        headers.push(("Content-Length".to_owned(), Some(length)));
        return;
    }
    if !dice.one_in(4) {
        headers.push(("Content-Length".to_owned(), None));
    }
    request.headers.push((
        "Transfer-Encoding".to_owned(),
        dice.pick(&["chunked", "Chunked", "gzip, chunked", "identity", "x"]).unwrap_or("x").to_owned(),
    ));
    let size = octets.len();
    let said = match dice.below(6) {
        0 => format!("{:x}", size + 1),
        1 => format!("{:X};name=value", size),
        2 => format!("000{size:x}"),
        3 => format!("-{size:x}"),
        4 => "ffffffffffffffffff".to_owned(),
        _ => format!("{size:x}"),
    };
    let end = dice.pick(&["0\r\n\r\n", "0\r\nX-Trailer: a\r\n\r\n", "0\n\n", ""]).unwrap_or("");
    let framed = [said.as_bytes(), b"\r\n", &octets, b"\r\n", end.as_bytes()].concat();
    request.body = match String::from_utf8(framed) {
        Ok(text) => Content::Text { text },
        Err(octets) => Content::Octets { octets: octets.into_bytes() },
    };
}

fn body(request: &mut RawRequest, dice: &mut Dice) {
    if let Content::Octets { octets } = &mut request.body {
        let at = dice.below(octets.len());
        match octets.get_mut(at) {
            Some(octet) => *octet ^= 1 << dice.below(8),
            None => octets.push(0xff),
        }
        return;
    }
    let mut held = match std::mem::take(&mut request.body) {
        Content::Text { text } => text,
        _ => String::new(),
    };
    let at = boundary(&held, dice.below(held.len() + 1));
    match dice.below(10) {
        0 => held.truncate(at),
        1 | 2 => {
            let (from, to) = range(&held, dice);
            held.replace_range(from..to, "");
        }
        3 => {
            let (from, to) = range(&held, dice);
            let piece = held[from..to].to_owned();
            held.insert_str(to, &piece);
        }
        4 | 5 => held.insert_str(at, &text::for_value(dice)),
        6 => held = held.replace("\r\n", "\n"),
        7 => held.insert_str(
            at,
            &dice.pick(&["[", "{\"a\":", "(", "--", "\"", "<a>"]).unwrap_or("[").repeat(dice.below(3000)),
        ),
        8 => {
            let piece = dice.pick(&["1e999", "-", "NaN", "\\ud800", "\u{0}", "\u{feff}", "null", "\\"]).unwrap_or("-");
            held.insert_str(at, piece);
        }
        _ => {
            let mut octets = held.into_bytes();
            octets.insert(at, dice.pick(&[0xff, 0xc0, 0x80, 0xed]).unwrap_or(0xff));
            request.body = Content::Octets { octets };
            return;
        }
    }
    held.truncate(boundary(&held, LONGEST));
    request.body = Content::Text { text: held };
}

/// The last boundary between characters at or before this place.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn range(text: &str, dice: &mut Dice) -> (usize, usize) {
    let from = boundary(text, dice.below(text.len() + 1));
    let to = boundary(text, from + dice.below(12));
    (from, to.max(from))
}
