//! The answer to an entity group transaction: `multipart/mixed`, in it a change set's `multipart/mixed`, in it
//! `application/http`.
//!
//! Tolerant of line ends and of blank lines; what is missing or cut off is said. A part without content whose headers end
//! with the line end of the delimiter alone is read all the same, and told of: what else is wrong would hide behind it.

use bytes::Bytes;
use memchr::memmem;
use tablestakes_reference::http::{Headers, Response};

/// One answer within the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Status, headers and body.
    pub(crate) response: Response,
    /// The `Content-ID` among the headers of the part itself.
    pub(crate) content_id: Option<String>,
    /// Whether it stands in a change set.
    pub(crate) in_change_set: bool,
    /// Whether its headers end with an empty line of their own: the line end before a delimiter is the delimiter's.
    pub(crate) head_ends: bool,
}

/// Splits an answer into its parts.
///
/// # Errors
/// What is wrong with the framing.
pub(crate) fn read(content_type: &str, body: &Bytes) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    sections(content_type, body, false, &mut parts)?;
    Ok(parts)
}

fn sections(content_type: &str, body: &Bytes, in_change_set: bool, parts: &mut Vec<Part>) -> Result<(), String> {
    let boundary = boundary(content_type).ok_or_else(|| format!("no boundary in {content_type:?}"))?;
    for section in split(body, &boundary)? {
        let (fields, content) = message(&section).ok_or("a part whose headers do not end")?;
        let kind = fields.get("content-type").unwrap_or_default().to_owned();
        if is_multipart(&kind) {
            if in_change_set {
                return Err("a change set within a change set".to_owned());
            }
            sections(&kind, &content, true, parts)?;
        } else {
            let head_ends = answer(&without_line_end(&content)).is_ok();
            let content_id = fields.get("content-id").map(str::to_owned);
            parts.push(Part { response: answer(&content)?, content_id, in_change_set, head_ends });
        }
    }
    Ok(())
}

/// Whether a content type is `multipart/mixed`.
pub(crate) fn is_multipart(content_type: &str) -> bool {
    content_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("multipart/mixed"))
}

fn boundary(content_type: &str) -> Option<String> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (name.trim().eq_ignore_ascii_case("boundary") && !value.is_empty()).then(|| value.to_owned())
    })
}

/// What stands between the delimiters.
fn split(body: &Bytes, boundary: &str) -> Result<Vec<Bytes>, String> {
    let delimiter = format!("--{boundary}");
    let mut found = Vec::new();
    let mut start = None;
    for at in memmem::find_iter(body, &delimiter) {
        let after = at + delimiter.len();
        let at_line_start = at == 0 || body[at - 1] == b'\n';
        // A longer boundary that begins with this one is another delimiter.
        let closes = body[after..].starts_with(b"--");
        let ends = closes || body[after..].first().is_none_or(|octet| matches!(octet, b'\r' | b'\n' | b' ' | b'\t'));
        if !at_line_start || !ends {
            continue;
        }
        if let Some(start) = start {
            found.push(body.slice(start..at));
        }
        if closes {
            return Ok(found);
        }
        let line = memchr::memchr(b'\n', &body[after..]).map_or(body.len(), |line| after + line + 1);
        start = Some(line);
    }
    Err(if start.is_none() {
        format!("no delimiter {delimiter}")
    } else {
        format!("no closing delimiter {delimiter}--")
    })
}

/// What stands before the line end that belongs to the delimiter behind it.
fn without_line_end(content: &Bytes) -> Bytes {
    let text = content.strip_suffix(b"\n").map(|text| text.strip_suffix(b"\r").unwrap_or(text));
    text.map_or_else(|| content.clone(), |text| content.slice_ref(text))
}

/// Takes header lines from the front, up to an empty line.
fn message(octets: &Bytes) -> Option<(Headers, Bytes)> {
    let mut headers = Headers::new();
    let mut at = 0;
    loop {
        let length = memchr::memchr(b'\n', &octets[at..])?;
        let line = String::from_utf8_lossy(&octets[at..at + length]).trim_end_matches('\r').to_owned();
        at += length + 1;
        if line.is_empty() {
            return Some((headers, octets.slice(at..)));
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push(name.trim().to_owned(), value.trim().to_owned());
        }
    }
}

fn answer(content: &Bytes) -> Result<Response, String> {
    let begin = content.iter().position(|octet| !matches!(octet, b'\r' | b'\n')).unwrap_or(content.len());
    let content = content.slice(begin..);
    let length = memchr::memchr(b'\n', &content).ok_or("a part without an answer")?;
    let line = String::from_utf8_lossy(&content[..length]).trim_end().to_owned();
    let mut words = line.split(' ');
    let protocol = words.next().unwrap_or_default();
    let status = words.next().and_then(|word| word.parse::<u16>().ok()).filter(|status| (100..600).contains(status));
    let status = match status {
        Some(status) if protocol.starts_with("HTTP/1.") => status,
        _ => return Err(format!("a part that begins with {:?}, not with a status line", cut(&line))),
    };
    let (headers, body) = message(&content.slice(length + 1..)).ok_or("a part whose answer's headers do not end")?;
    let end = body.iter().rposition(|octet| !matches!(octet, b'\r' | b'\n')).map_or(0, |last| last + 1);
    Ok(Response { status, headers, body: body.slice(..end) })
}

fn cut(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "multipart/mixed; boundary=b_1";

    fn answer_of(inner: &str) -> Bytes {
        Bytes::from(inner.replace('|', "\r\n"))
    }

    #[test]
    fn a_change_set_is_read() {
        let text = "--b_1|Content-Type: multipart/mixed; boundary=\"c\"||--c|Content-Type: application/http|\
                    Content-Transfer-Encoding: binary||HTTP/1.1 204 No Content|Content-ID: 1|ETag: W/\"x:y\"||||\
                    --c|Content-Type: application/http||HTTP/1.1 201 Created|Content-Type: application/json||{}|\
                    --c--|--b_1--|";
        for body in [answer_of(text), Bytes::from(text.replace('|', "\n"))] {
            let parts = read(KIND, &body).unwrap();
            assert_eq!(parts.iter().map(|part| part.response.status).collect::<Vec<_>>(), [204, 201]);
            assert_eq!(parts[0].response.headers.get("etag"), Some("W/\"x:y\""));
            assert_eq!((&parts[0].response.body[..], &parts[1].response.body[..]), (&b""[..], &b"{}"[..]));
            assert!(parts.iter().all(|part| part.in_change_set && part.head_ends));
        }
    }

    #[test]
    fn a_lone_answer_is_read() {
        let body = answer_of("--b_1|Content-Type: application/http||HTTP/1.1 200 OK|A: b||{\"a\":\"--b_1\"}|--b_1--");
        let parts = read(KIND, &body).unwrap();
        assert_eq!(&parts[0].response.body[..], b"{\"a\":\"--b_1\"}");
        assert!(!parts[0].in_change_set);
    }

    #[test]
    fn headers_end_with_a_line_of_their_own() {
        let ends = |between: &str| {
            let body =
                answer_of(&format!("--b_1|Content-Type: application/http||HTTP/1.1 204 No Content|{between}--b_1--|"));
            read(KIND, &body).unwrap()[0].head_ends
        };
        assert!(ends("A: b|||") && ends("||") && ends("A: b||||"));
        assert!(!ends("A: b||") && !ends("|"));
        let body = answer_of("--b_1|Content-Type: application/http||HTTP/1.1 200 OK|A: b||{}|--b_1--|");
        assert!(read(KIND, &body).unwrap()[0].head_ends);
    }

    #[test]
    fn what_is_cut_off_is_said() {
        for text in [
            "",
            "--b_1",
            "--b_1|Content-Type: application/http",
            "--b_1|Content-Type: application/http||HTTP/1.1 200 OK|A: b||{}",
            "--b_1|Content-Type: application/http||HTTP/1.1 200 OK|--b_1--",
            "--b_1|Content-Type: application/http||HTTP/1.1 xx OK|||--b_1--",
            "--b_1|Content-Type: application/http||<html>|||--b_1--",
            "--b_1|Content-Type: multipart/mixed||--c--|--b_1--",
            "--b_1|Content-Type: multipart/mixed; boundary=c||--c|--b_1--",
        ] {
            assert!(read(KIND, &answer_of(text)).is_err(), "{text}");
        }
        assert!(read("multipart/mixed", &Bytes::new()).is_err());
    }

    #[test]
    fn many_delimiters_take_linear_time() {
        let body = Bytes::from("--b_1\n".repeat(200_000));
        assert!(read(KIND, &body).is_err());
    }
}
