//! A recorded request as it is sent to the reference: what the service chose then is replaced by what the reference chose.

use super::bindings::Bindings;
use super::place::{Place, Target, encoded};
use super::player::{Asked, source_of};
use crate::recording::session::Exchange;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use tablestakes_reference::http::{Headers, Request};

/// Headers that hold ETags, of what is named and of the source.
const TAGS: [&str; 2] = ["if-match", "if-none-match"];
const SOURCE_TAGS: [&str; 2] = ["x-ms-source-if-match", "x-ms-source-if-none-match"];
/// Headers that hold ids which the service chose.
const BOUND: [&str; 3] = ["x-ms-lease-id", "x-ms-source-lease-id", "x-ms-copy-id"];
/// Options that do.
const BOUND_OPTIONS: [&str; 5] = ["snapshot", "prevsnapshot", "versionid", "copyid", "marker"];

/// Builds the request.
pub(super) fn build(exchange: &Exchange, asked: &Asked, bindings: &Bindings) -> Request {
    let mut headers = Headers::new();
    let location = if exchange.secondary { "-secondary" } else { "" };
    headers.push("Host", format!("{}{location}.blob.core.windows.net", exchange.account));
    // Hashes of octets that are not known are those of the octets in their place.
    let replaced = !asked.body_known && exchange.status < 300;
    let source_replaced = !asked.source_known && exchange.status < 300;
    for (name, value) in exchange.request_headers.iter() {
        match name {
            "content-md5" if replaced => headers.push("content-md5", STANDARD.encode(Md5::digest(&asked.body))),
            "x-ms-content-crc64" if replaced => {}
            "x-ms-source-content-md5" | "x-ms-source-content-crc64" if source_replaced => {}
            "host" | "content-length" | "authorization" => {}
            "x-ms-copy-source" => headers.push(name.to_owned(), source(value, &exchange.account, bindings)),
            name if TAGS.contains(&name) => headers.push(name.to_owned(), bindings.tag(&asked.target.place, value)),
            name if SOURCE_TAGS.contains(&name) => {
                let place = source_of(exchange).unwrap_or(Place::Service);
                headers.push(name.to_owned(), bindings.tag(&place, value));
            }
            name if BOUND.contains(&name) => headers.push(name.to_owned(), bindings.bound(value)),
            _ => headers.push(name.to_owned(), value),
        }
    }
    if exchange.target.contains("comp=lease") && headers.get("x-ms-lease-id").is_none() {
        let needs = !matches!(exchange.request_headers.get("x-ms-lease-action"), Some("acquire" | "break"));
        if let Some(id) = asked.lease.as_deref().filter(|_| needs) {
            headers.push("x-ms-lease-id", id);
        }
    }
    for name in ["x-ms-version", "x-ms-client-request-id"] {
        if headers.get(name).is_none()
            && let Some(value) = exchange.response_headers.get(name)
        {
            headers.push(name, value);
        }
    }
    asked.headers.iter().for_each(|(name, value)| headers.push(name.clone(), value.clone()));
    let path = exchange.target.split('?').next().unwrap_or_default().to_owned();
    let mut target = asked.target.clone();
    for name in BOUND_OPTIONS {
        let Some(value) = target.option(name).map(str::to_owned) else { continue };
        if let Some(bound) = bindings.get(&value) {
            target.set(name, bound.to_owned());
        } else if name == "marker"
            && let Some((_, rest)) = value.strip_prefix('/').and_then(|rest| rest.split_once('/'))
        {
            // A marker names the account, which some recorders replaced in some places.
            target.set(name, format!("/{}/{rest}", exchange.account));
        }
    }
    let untouched = target.options == Target::read(&exchange.target).options;
    let target = match (untouched, exchange.target.split_once('?')) {
        (true, Some((_, query))) => format!("{path}?{query}"),
        _ => target.written(&path),
    };
    Request { method: exchange.method.clone(), target, headers, body: asked.body.clone() }
}

/// The address of a source, with the host and the times of snapshots and ids of versions that the reference knows.
fn source(address: &str, account: &str, bindings: &Bindings) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        let below = address.strip_prefix('/').and_then(|rest| rest.split_once('/'));
        return below.map_or_else(|| address.to_owned(), |(_, below)| format!("/{account}/{below}"));
    };
    let Some((host, path)) = rest.split_once('/') else { return address.to_owned() };
    let host = match host.split_once('.') {
        Some((_, rest)) if rest.starts_with("blob.") => format!("{account}.{rest}"),
        _ => host.to_owned(),
    };
    let Some((path, query)) = path.split_once('?') else { return format!("{scheme}://{host}/{path}") };
    let option = |option: &str| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let decoded = super::super::address::decoded(value);
        match bindings.get(&decoded).filter(|_| matches!(name, "snapshot" | "versionid")) {
            Some(bound) => format!("{name}={}", encoded(bound)),
            None => option.to_owned(),
        }
    };
    let query: Vec<String> = query.split('&').map(option).collect();
    format!("{scheme}://{host}/{path}?{}", query.join("&"))
}
