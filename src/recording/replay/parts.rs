//! The requests in the body of a transaction, found by their request lines.

use super::address::{Resource, raw_table};

const METHODS: [&str; 6] = ["GET", "POST", "PUT", "MERGE", "PATCH", "DELETE"];

/// One request of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) method: String,
    pub(super) resource: Resource,
    /// The name of the table, in its own case.
    pub(super) table: Option<String>,
    /// `If-Match`.
    pub(super) condition: Option<String>,
}

/// The requests of a transaction in order.
pub(super) fn read(body: &[u8]) -> Vec<Part> {
    let text = String::from_utf8_lossy(body);
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        match (request_line(line), line.split_once(':'), parts.last_mut()) {
            (Some(part), ..) => parts.push(part),
            (None, Some((name, tag)), Some(part)) if name.eq_ignore_ascii_case("if-match") => {
                part.condition = Some(tag.trim().to_owned());
            }
            _ => {}
        }
    }
    parts
}

/// Reads `METHOD ADDRESS HTTP/1.1`.
pub(super) fn request_line(line: &str) -> Option<Part> {
    let (method, rest) = line.trim_end().split_once(' ')?;
    let (address, _) = rest.rsplit_once(" HTTP/1.")?;
    METHODS.contains(&method).then(|| Part {
        method: method.to_owned(),
        resource: Resource::read(address),
        table: raw_table(address),
        condition: None,
    })
}

/// The content type of a transaction whose headers were not kept: its boundary is its first line.
pub(super) fn content_type(body: &[u8]) -> Option<String> {
    let first = body.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    let boundary = std::str::from_utf8(first).ok()?.strip_prefix("--")?;
    Some(format!("multipart/mixed; boundary={boundary}"))
}
