//! HTTP Archive 1.2, as browsers and proxies write it.

use super::message::Raw;
use crate::recording::session::{Body, Losses, Session};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use tablestakes_reference::http::Headers;

#[derive(Deserialize)]
struct Archive {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    request: Request,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<Field>,
    post_data: Option<PostData>,
    #[serde(default)]
    body_size: i64,
}

#[derive(Deserialize)]
struct PostData {
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    status: u16,
    #[serde(default)]
    headers: Vec<Field>,
    content: Option<Content>,
}

#[derive(Deserialize)]
struct Content {
    text: Option<String>,
    encoding: Option<String>,
}

#[derive(Deserialize)]
struct Field {
    name: String,
    value: String,
}

pub(super) fn read(text: &str, name: String) -> Result<Session, String> {
    let archive: Archive = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let exchanges = archive
        .log
        .entries
        .into_iter()
        .enumerate()
        .map(|(number, entry)| {
            raw(number, entry).and_then(Raw::exchange).map_err(|what| format!("entry {number}: {what}"))
        })
        .collect::<Result<_, _>>()?;
    Ok(Session { name, losses: Losses::default(), exchanges })
}

fn raw(number: usize, entry: Entry) -> Result<Raw, String> {
    let Entry { request, response } = entry;
    let request_body = match request.post_data.and_then(|data| data.text) {
        Some(text) => Body::Whole(Bytes::from(text)),
        None if request.body_size > 0 => Body::Lost,
        None => Body::NONE,
    };
    let response_body = match response.content {
        Some(Content { text: Some(text), encoding: Some(encoding) }) if encoding == "base64" => {
            let octets = STANDARD.decode(text).map_err(|error| format!("the answer is not base64: {error}"))?;
            Some(Body::Whole(Bytes::from(octets)))
        }
        Some(Content { text: Some(text), .. }) => Some(Body::Whole(Bytes::from(text))),
        _ => None,
    };
    Ok(Raw {
        number,
        method: request.method,
        address: request.url,
        request_headers: headers(request.headers),
        request_body,
        status: response.status,
        response_headers: headers(response.headers),
        response_body,
    })
}

/// The fields of the message; HTTP/2's pseudo-fields are no headers.
fn headers(fields: Vec<Field>) -> Headers {
    let fields = fields.into_iter().filter(|field| !field.name.starts_with(':'));
    fields.map(|field| (field.name.to_ascii_lowercase(), field.value)).collect()
}
