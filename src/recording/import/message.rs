//! What the readers share: header fields in the shapes that recorders give them, and what can be told of a body.

use super::origin::{self, Origin};
use crate::recording::path_style::named_in_host;
use crate::recording::session::{Authorization, Body, Exchange};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use std::collections::BTreeMap;
use tablestakes_reference::http::Headers;

/// Header fields: names with one value, or with several.
pub(super) type Fields = BTreeMap<String, Field>;

/// The value of a header field.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Field {
    /// One.
    One(String),
    /// Several, or one in a list.
    Many(Vec<String>),
    /// Null, or what is no text.
    Other(serde::de::IgnoredAny),
}

/// Fields as headers.
pub(super) fn headers(fields: Fields) -> Headers {
    let mut headers = Headers::new();
    for (name, field) in fields {
        let values = match field {
            Field::One(value) => vec![value],
            Field::Many(values) => values,
            Field::Other(_) => continue,
        };
        for value in values {
            headers.push(name.to_ascii_lowercase(), value);
        }
    }
    headers
}

/// Whether a value is the wire's, rather than what a sanitizer put in its place.
pub(super) fn is_known(value: &str) -> bool {
    !matches!(value, "Sanitized" | "REDACTED" | "Redacted" | "None")
}

/// The body of an answer; one that is absent was lost if the headers promise one.
pub(super) fn response_body(kept: Option<Body>, status: u16, headers: &Headers) -> Body {
    let promised = !matches!(status, 204 | 304)
        && (headers.get("content-type").is_some()
            || headers.get("content-length").is_some_and(|length| length.trim() != "0"));
    match kept {
        Some(body) => body,
        None if promised => Body::Lost,
        None => Body::NONE,
    }
}

/// A request and its answer as formats with absolute addresses hold them.
pub(super) struct Raw {
    pub(super) number: usize,
    pub(super) method: String,
    pub(super) address: String,
    pub(super) request_headers: Headers,
    pub(super) request_body: Body,
    pub(super) status: u16,
    pub(super) response_headers: Headers,
    pub(super) response_body: Option<Body>,
}

impl Raw {
    /// The exchange. What only says who asks is dropped from the request's headers, as is what a sanitizer replaced.
    pub(super) fn exchange(self) -> Result<Exchange, String> {
        let Origin { service, account, secondary, path_style, target } = origin::read(&self.address)?;
        let authorization = match self.request_headers.get("authorization") {
            Some(value) if value.starts_with("SharedKey") => Authorization::Key,
            Some(value) if value.starts_with("Bearer") => Authorization::Token,
            _ if target.contains("sig=") => Authorization::Signature,
            _ => Authorization::Unknown,
        };
        let kept = |name: &str, value: &str| {
            !["authorization", "host", "user-agent"].contains(&name.to_ascii_lowercase().as_str()) && is_known(value)
        };
        let request_headers = self
            .request_headers
            .iter()
            .filter(|(name, value)| kept(name, value))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut exchange = Exchange {
            number: self.number,
            service,
            account,
            secondary,
            authorization,
            method: self.method,
            target,
            request_headers,
            request_body: self.request_body,
            status: self.status,
            response_body: response_body(self.response_body, self.status, &self.response_headers),
            response_headers: self.response_headers,
        };
        if path_style {
            let base = format!("/{}", exchange.account);
            named_in_host(&mut exchange, &base);
        }
        Ok(exchange)
    }
}

/// Text that may be base64 of a body which its recorder took for binary: so it is if the content type is one of markup or
/// multipart and the text does not begin as such a body does.
pub(super) fn unwrapped(text: String, headers: &Headers) -> Bytes {
    let kind = headers.get("content-type").unwrap_or_default();
    let multipart = kind.starts_with("multipart/");
    if multipart
        && !text.trim_start().starts_with("--")
        && let Ok(octets) = STANDARD.decode(text.trim())
    {
        return Bytes::from(octets);
    }
    Bytes::from(text)
}
