//! Recordings of the Azure SDK's test proxy: JSON in which bodies of JSON stand as objects, so that their spelling is lost.

use super::message::{Fields, Raw, headers, is_known, unwrapped};
use crate::recording::session::{Body, Losses, Session};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use tablestakes_reference::http::Headers;

#[derive(Deserialize)]
struct Recording {
    #[serde(rename = "Entries")]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Entry {
    request_uri: String,
    request_method: String,
    #[serde(default)]
    request_headers: Fields,
    #[serde(default)]
    request_body: Option<Box<RawValue>>,
    status_code: u16,
    #[serde(default)]
    response_headers: Fields,
    #[serde(default)]
    response_body: Option<Box<RawValue>>,
}

pub(super) fn read(text: &str, name: String) -> Result<Session, String> {
    let recording: Recording = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut losses = Losses::default();
    let exchanges = recording
        .entries
        .into_iter()
        .enumerate()
        .map(|(number, entry)| {
            let request_headers = headers(entry.request_headers);
            let response_headers = headers(entry.response_headers);
            let request_body = entry.request_body.and_then(|body| self::body(&body, &request_headers, &mut losses));
            let raw = Raw {
                number,
                method: entry.request_method,
                address: entry.request_uri,
                request_body: request_body.unwrap_or(Body::NONE),
                response_body: entry.response_body.and_then(|body| self::body(&body, &response_headers, &mut losses)),
                request_headers,
                status: entry.status_code,
                response_headers,
            };
            raw.exchange().map_err(|what| format!("entry {number}: {what}"))
        })
        .collect::<Result<_, _>>()?;
    Ok(Session { name, losses, exchanges })
}

/// A body: a string, the lines of a text, or JSON itself.
fn body(json: &RawValue, headers: &Headers, losses: &mut Losses) -> Option<Body> {
    let json = json.get();
    if json == "null" {
        return None;
    }
    if let Ok(text) = serde_json::from_str::<String>(json) {
        return Some(if is_known(&text) { Body::Whole(unwrapped(text, headers)) } else { Body::Lost });
    }
    let is_json = headers.get("content-type").is_some_and(|kind| kind.contains("json"));
    if !is_json && let Ok(lines) = serde_json::from_str::<Vec<String>>(json) {
        return Some(Body::Whole(Bytes::from(lines.concat())));
    }
    losses.json_spelling = true;
    Some(Body::Whole(Bytes::from(json.to_owned())))
}
