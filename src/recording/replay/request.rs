//! A recorded request as it is sent to the reference: headers that the recorder dropped, as far as the answer proves them,
//! and what the service chose then replaced by what the reference chooses now.

use super::address::Resource;
use super::bindings::Bindings;
use super::parts;
use crate::recording::session::{Exchange, Losses};
use bytes::Bytes;
use tablestakes_reference::http::{Headers, Request};

/// Builds the request.
pub(super) fn build(exchange: &Exchange, losses: Losses, resource: &Resource, bindings: &Bindings) -> Request {
    let mut headers = Headers::new();
    let location = if exchange.secondary { "-secondary" } else { "" };
    headers.push("Host", format!("{}{location}.table.core.windows.net", exchange.account));
    for (name, value) in exchange.request_headers.iter() {
        match name {
            "host" | "content-length" | "authorization" => {}
            "if-match" => headers.push("If-Match", bindings.tag(resource, value)),
            _ => headers.push(name.to_owned(), value),
        }
    }
    let body = exchange.request_body.octets().cloned().unwrap_or_default();
    if losses.request_headers {
        complete(&mut headers, exchange, resource, &body);
    }
    let body = if *resource == Resource::Batch { bindings.transaction(&without_doubled_returns(body)) } else { body };
    Request { method: exchange.method.clone(), target: bindings.target(&exchange.target), headers, body }
}

/// Adds what the answer, or the body, says of headers that were not kept.
fn complete(headers: &mut Headers, exchange: &Exchange, resource: &Resource, body: &Bytes) {
    let answered = |name: &str| exchange.response_headers.get(name);
    let mut add = |name: &'static str, value: Option<String>| {
        if let Some(value) = value.filter(|_| headers.get(name).is_none()) {
            headers.push(name, value);
        }
    };
    add("Accept", answered("content-type").and_then(accepted));
    add("Prefer", answered("preference-applied").map(str::to_owned));
    add("x-ms-version", answered("x-ms-version").map(str::to_owned));
    let kind = match body.trim_ascii_start().first() {
        Some(b'{') => Some("application/json".to_owned()),
        Some(b'<') if matches!(resource, Resource::Policies(_) | Resource::Service(_)) => {
            Some("application/xml".into())
        }
        Some(b'<') => Some("application/atom+xml".to_owned()),
        Some(b'-') => parts::content_type(body),
        _ => None,
    };
    add("Content-Type", kind);
    let conditional = match exchange.method.as_str() {
        // The service grants no deletion without a condition.
        "DELETE" => matches!(resource, Resource::Entity(_)),
        // A write that could have inserted does not miss its entity.
        "PUT" | "MERGE" | "PATCH" => matches!(resource, Resource::Entity(_)) && exchange.status == 404,
        _ => false,
    };
    add("If-Match", conditional.then(|| "*".to_owned()));
}

/// The media type that an answer of this content type was accepted as.
fn accepted(content_type: &str) -> Option<String> {
    let plain: String = content_type.split_ascii_whitespace().collect();
    let level = plain.split(';').find(|parameter| parameter.starts_with("odata="));
    match (plain.split(';').next()?, level) {
        ("application/json", Some(level)) => Some(format!("application/json;{level}")),
        ("application/json", None) => Some("application/json".to_owned()),
        ("application/atom+xml" | "application/xml", _) => Some("application/atom+xml,application/xml".to_owned()),
        _ => None,
    }
}

/// Some recorders doubled the carriage returns of multipart bodies, which no client sends.
pub(super) fn without_doubled_returns(body: Bytes) -> Bytes {
    if memchr::memmem::find(&body, b"\r\r\n").is_none() {
        return body;
    }
    let mut out = Vec::with_capacity(body.len());
    for (at, octet) in body.iter().enumerate() {
        if !body[at..].starts_with(b"\r\r\n") {
            out.push(*octet);
        }
    }
    Bytes::from(out)
}
