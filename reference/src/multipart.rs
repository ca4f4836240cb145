//! Multipart bodies: parts between boundaries. Lines end in CR LF or in LF alone (`table.batch.line-feeds` for tables).

use crate::http::Headers;

/// One part: its headers, and what it holds.
#[derive(Debug)]
pub struct Part<'p> {
    /// Its headers.
    pub headers: Headers,
    /// What stands behind the empty line.
    pub content: &'p [u8],
}

/// The boundary that a `Content-Type` names.
pub fn boundary(content_type: &str) -> Option<&str> {
    let (media_type, parameters) = content_type.split_once(';')?;
    if !media_type.trim().eq_ignore_ascii_case("multipart/mixed") {
        return None;
    }
    let boundary = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("boundary").then(|| value.trim().trim_matches('"'))
    })?;
    if boundary.is_empty() { None } else { Some(boundary) }
}

/// The parts of a body; `None` if the boundary does not occur. A missing closing boundary is no error: the last part ends
/// with the body.
pub fn parts<'p>(body: &'p [u8], boundary: &str) -> Option<Vec<Part<'p>>> {
    let delimiter = format!("--{boundary}");
    let mut parts = Vec::new();
    let mut begun: Option<usize> = None;
    let mut place = 0;
    while place <= body.len() {
        let end = memchr::memchr(b'\n', &body[place..]).map_or(body.len(), |end| place + end);
        let line = trimmed(&body[place..end]);
        if let Some(rest) = line.strip_prefix(delimiter.as_bytes()) {
            let closing = rest.strip_prefix(b"--");
            let padded = |rest: &[u8]| rest.iter().all(u8::is_ascii_whitespace);
            if padded(closing.unwrap_or(rest)) {
                if let Some(from) = begun {
                    parts.push(part(without_line_end(&body[from..place])));
                }
                begun = Some((end + 1).min(body.len()));
                if closing.is_some() {
                    return Some(parts);
                }
            }
        }
        place = end + 1;
    }
    let from = begun?;
    if from < body.len() {
        parts.push(part(&body[from..]));
    }
    Some(parts)
}

fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The line end before a boundary belongs to the boundary.
fn without_line_end(content: &[u8]) -> &[u8] {
    let content = content.strip_suffix(b"\n").unwrap_or(content);
    content.strip_suffix(b"\r").unwrap_or(content)
}

fn part(octets: &[u8]) -> Part<'_> {
    let (headers, content) = headers(octets);
    Part { headers, content }
}

/// Headers up to an empty line, and what follows it.
pub fn headers(octets: &[u8]) -> (Headers, &[u8]) {
    let mut headers = Headers::new();
    let mut place = 0;
    while place < octets.len() {
        let end = memchr::memchr(b'\n', &octets[place..]).map_or(octets.len(), |end| place + end);
        let line = trimmed(&octets[place..end]);
        place = (end + 1).min(octets.len());
        if line.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(line);
        if let Some((name, value)) = line.split_once(':') {
            headers.push(name.trim().to_owned(), value.trim());
        }
    }
    (headers, &octets[place..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries() {
        assert_eq!(boundary("multipart/mixed; boundary=batch_1"), Some("batch_1"));
        assert_eq!(boundary("Multipart/Mixed;charset=utf-8;Boundary=\"b c\""), Some("b c"));
        assert_eq!(boundary("multipart/mixed"), None);
        assert_eq!(boundary("application/json; boundary=x"), None);
    }

    #[test]
    fn parts_end_at_boundaries_of_both_line_ends() {
        let text = "preamble\n--b\nA: 1\n\none\n--b\r\nA: 2\r\n\r\ntwo\r\n\r\n--b--\nepilogue";
        let parts = parts(text.as_bytes(), "b").unwrap();
        let contents: Vec<_> = parts.iter().map(|part| (part.headers.get("a"), part.content)).collect();
        assert_eq!(contents, [(Some("1"), &b"one"[..]), (Some("2"), &b"two\r\n"[..])]);
    }

    #[test]
    fn a_boundary_that_another_begins_with_is_not_taken_for_it() {
        let parts = parts(b"--b\n\nx\n--bb\ny\n--b--", "b").unwrap();
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].content, b"x\n--bb\ny");
    }

    #[test]
    fn a_missing_end_ends_the_last_part() {
        assert_eq!(parts(b"--b\n\nx", "b").unwrap()[0].content, b"x");
        assert!(parts(b"nothing", "b").is_none());
        assert!(parts(b"--b--", "b").unwrap().is_empty());
    }
}
