//! The parts of the answer to a transaction.

use crate::rules::{Trace, id};
use crate::table::wire::reply::Reply;
use crate::version::Version;
use std::fmt::Write as _;

/// Appends one part, without the boundary before it.
pub(super) fn write_part(
    out: &mut Vec<u8>,
    reply: &Reply,
    content_id: Option<&str>,
    version: Version,
    trace: &mut Trace<'_>,
) {
    let header = |name: &str| reply.headers.get(name);
    let mut head = format!(
        "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 {} {}\r\n",
        reply.status,
        reason(reply.status)
    );
    let mut push = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            let _ = write!(head, "{name}: {value}\r\n");
        }
    };
    let content_id = content_id.filter(|_| trace.enforce(id::TABLE_BATCH_CONTENT_ID));
    let told = id::TABLE_HEADERS_NOSNIFF.holds_for(version);
    let nosniff = Some("nosniff").filter(|_| told && trace.enforce(id::TABLE_HEADERS_NOSNIFF));
    let uncached = reply.from_entities && (reply.guessed || trace.enforce(id::TABLE_HEADERS_CACHE_CONTROL));
    let data_version = data_version(reply, version, trace);
    let data_version = Some(data_version).filter(|_| trace.enforce(id::TABLE_BATCH_PART_VERSION));
    // A granted part with content announces it first, as recorded from the version on that forbids sniffing.
    let content_first = reply.status < 400 && !reply.body.is_empty() && told;
    if content_first {
        push("DataServiceVersion", data_version);
        push("Content-Type", header("content-type"));
    }
    push("Content-ID", content_id);
    push("X-Content-Type-Options", nosniff);
    push("Cache-Control", Some("no-cache").filter(|_| uncached));
    push("Preference-Applied", header("preference-applied"));
    if !content_first {
        push("DataServiceVersion", data_version);
        push("Content-Type", header("content-type"));
    }
    for name in ["Location", "DataServiceId", "ETag"] {
        push(name, header(name));
    }
    out.extend_from_slice(head.as_bytes());
    if trace.enforce(id::TABLE_BATCH_PART_FRAMING) || !reply.body.is_empty() {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(&reply.body);
    out.extend_from_slice(b"\r\n");
}

/// `DataServiceVersion`: what a reader of the part must understand.
fn data_version(reply: &Reply, version: Version, trace: &mut Trace<'_>) -> &'static str {
    let kind = reply.headers.get("content-type").unwrap_or_default();
    let json = kind.starts_with("application/json");
    if json || reply.headers.get("preference-applied").is_some() {
        return "3.0;";
    }
    let rule = id::TABLE_ATOM_BATCH_VERSION;
    match reply.body.is_empty() {
        false if rule.holds_for(version) && !trace.enforce(rule) => "3.0;",
        false if rule.holds_for(version) && reply.status < 400 => "2.0;",
        _ => "1.0;",
    }
}

/// The reason phrase of a status.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        412 => "Precondition Failed",
        413 => "Request Entity Too Large",
        415 => "Unsupported Media Type",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Headers;
    use crate::rules::Broken;

    /// The names of the headers of a part, in their order.
    fn names(status: u16, body: &str, headers: &[(&'static str, &str)], version: Version) -> Vec<String> {
        let headers: Headers = headers.iter().map(|(name, value)| (*name, *value)).collect();
        let reply = Reply { status, from_entities: true, guessed: false, headers, body: body.as_bytes().to_vec() };
        let (broken, mut out) = (Broken::none(), Vec::new());
        write_part(&mut out, &reply, Some("7"), version, &mut Trace::new(&broken));
        let text = String::from_utf8(out).unwrap();
        let head = text.split("\r\n\r\n").nth(1).unwrap();
        head.lines().skip(1).map(|line| line.split(':').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn headers_stand_in_the_recorded_order() {
        let inserted = [
            ("Preference-Applied", "return-content"),
            ("Location", "l"),
            ("ETag", "e"),
            ("Content-Type", "application/json"),
        ];
        assert_eq!(
            names(201, "{}", &inserted, Version::V2019_02_02),
            [
                "DataServiceVersion",
                "Content-Type",
                "Content-ID",
                "X-Content-Type-Options",
                "Cache-Control",
                "Preference-Applied",
                "Location",
                "ETag"
            ]
        );
        let old = names(201, "{}", &inserted[1..], Version::V2011_08_18);
        assert_eq!(old, ["Content-ID", "Cache-Control", "DataServiceVersion", "Content-Type", "Location", "ETag"]);
        let quiet = [("DataServiceId", "l"), ("ETag", "e"), ("Location", "l"), ("Preference-Applied", "p")];
        assert_eq!(
            names(204, "", &quiet, Version::V2019_02_02)[3..],
            ["Preference-Applied", "DataServiceVersion", "Location", "DataServiceId", "ETag"]
        );
        assert_eq!(
            names(409, "{}", &inserted[3..], Version::V2019_02_02),
            ["Content-ID", "X-Content-Type-Options", "Cache-Control", "DataServiceVersion", "Content-Type"]
        );
    }
}
