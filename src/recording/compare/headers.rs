//! Headers of two answers: which are there, and their form.

use super::{Compared, Differences, document, form};
use std::collections::BTreeSet;
use tablestakes_reference::http::Headers;

/// Of the connection rather than of the answer, or echoed at the service's pleasure.
const NOT_COMPARED: [&str; 5] =
    ["connection", "keep-alive", "strict-transport-security", "x-ms-client-request-id", "set-cookie"];

/// Notes what differs. `place` stands before the names.
pub(super) fn compare(
    recorded: &Headers,
    reference: &Headers,
    compared: &Compared<'_>,
    place: &str,
    differences: &mut Differences,
) {
    let names = |headers: &Headers| headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect::<BTreeSet<_>>();
    for name in names(recorded).union(&names(reference)) {
        let name = name.as_str();
        let cors = name == "vary" || name.starts_with("access-control-");
        if NOT_COMPARED.contains(&name) || compared.dropped.contains(&name) || cors && !compared.cors_known {
            continue;
        }
        let shown = |headers: &Headers| match headers.get(name) {
            Some(value) => shape(name, value),
            None => "absent".to_owned(),
        };
        differences.unequal(&format!("{place}header {name}"), &shown(recorded), &shown(reference));
    }
}

/// A value without what a service chooses freely.
fn shape(name: &str, value: &str) -> String {
    if matches!(value, "Sanitized" | "REDACTED") {
        return "present".to_owned();
    }
    match name {
        // It names headers that are not compared themselves.
        "access-control-expose-headers" => {
            let names = value.split(',').filter(|name| !NOT_COMPARED.contains(&name.to_ascii_lowercase().as_str()));
            names.collect::<Vec<_>>().join(",")
        }
        "etag" => form::etag(value),
        "x-ms-popreceipt" => document::receipt(value),
        "date" | "x-ms-time-next-visible" => {
            if httpdate::parse_http_date(value).is_ok() { "a date" } else { value }.to_owned()
        }
        "content-length" => if value == "0" { "0" } else { "a length" }.to_owned(),
        "x-ms-request-id" => form::guid(value),
        "location" | "dataserviceid" => form::address(value).to_owned(),
        "content-type" => form::media_type(value),
        "www-authenticate" => value.split(' ').next().unwrap_or_default().to_owned(),
        _ if name.starts_with("x-ms-continuation-") => form::token(value),
        _ => value.to_owned(),
    }
}
