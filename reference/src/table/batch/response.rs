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
    push("Content-ID", content_id.filter(|_| trace.enforce(id::TABLE_BATCH_CONTENT_ID)));
    let sniffs = id::TABLE_HEADERS_NOSNIFF.rule().version_range().contains(version);
    push("X-Content-Type-Options", Some("nosniff").filter(|_| sniffs));
    push("Cache-Control", Some("no-cache").filter(|_| reply.from_entities));
    push("Preference-Applied", header("preference-applied"));
    let three = !reply.body.is_empty() || header("preference-applied").is_some();
    let data_version = if three { "3.0;" } else { "1.0;" };
    push("DataServiceVersion", Some(data_version).filter(|_| trace.enforce(id::TABLE_BATCH_PART_VERSION)));
    for name in ["Content-Type", "Location", "DataServiceId", "ETag"] {
        push(name, header(name));
    }
    out.extend_from_slice(head.as_bytes());
    out.extend_from_slice(b"\r\n");
    out.extend_from_slice(&reply.body);
    out.extend_from_slice(b"\r\n");
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
        _ => "Unknown",
    }
}
