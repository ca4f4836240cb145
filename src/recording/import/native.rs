//! The native format: JSON lines, first a header, then one exchange a line. `docs/recordings.md` describes it.

use super::message::{Fields, headers, is_known, response_body};
use crate::recording::path_style::named_in_host;
use crate::recording::session::{Authorization, Body, Cut, Exchange, Losses, Service, Session};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;

#[derive(Deserialize)]
struct Header {
    session: String,
    #[serde(default)]
    accounts: Vec<String>,
    #[serde(default)]
    request_bodies_filtered: bool,
    #[serde(default)]
    request_headers_missing: bool,
    #[serde(default)]
    query_strings_filtered: bool,
    #[serde(default)]
    json_bodies_reserialised: bool,
    #[serde(default)]
    framing_missing: bool,
    #[serde(default)]
    path_style: bool,
    base_path: Option<String>,
}

#[derive(Deserialize)]
struct Line {
    seq: usize,
    service: String,
    version: Option<String>,
    request: Request,
    response: Response,
}

#[derive(Deserialize)]
struct Request {
    method: String,
    target: String,
    #[serde(default)]
    headers: Fields,
    body: Option<Octets>,
    #[serde(default)]
    truncated: bool,
    length: Option<usize>,
    sha256: Option<String>,
    #[serde(default)]
    secondary: bool,
    auth: Option<String>,
}

#[derive(Deserialize)]
struct Response {
    status: u16,
    #[serde(default)]
    headers: Fields,
    body: Option<Octets>,
    #[serde(default)]
    truncated: bool,
    length: Option<usize>,
    sha256: Option<String>,
}

/// Text, or octets in base64.
#[derive(Deserialize)]
#[serde(untagged)]
enum Octets {
    Text(String),
    Binary { base64: String },
}

impl Octets {
    fn read(self) -> Result<Bytes, String> {
        match self {
            Self::Text(text) => Ok(Bytes::from(text)),
            Self::Binary { base64 } => {
                STANDARD.decode(base64).map(Bytes::from).map_err(|error| format!("a body is not base64: {error}"))
            }
        }
    }
}

pub(super) fn read(text: &str, name: String) -> Result<Session, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let at = |number: usize, error: serde_json::Error| format!("line {}: {error}", number + 1);
    let (number, first) = lines.next().ok_or("it is empty")?;
    let header: Header = serde_json::from_str(first).map_err(|error| at(number, error))?;
    let losses = Losses {
        request_bodies: header.request_bodies_filtered,
        request_headers: header.request_headers_missing,
        query_strings: header.query_strings_filtered,
        framing: header.framing_missing,
        json_spelling: header.json_bodies_reserialised,
    };
    let account = header.accounts.first().map_or("account", String::as_str);
    let base = header.base_path.or_else(|| header.path_style.then(|| format!("/{account}"))).unwrap_or_default();
    let exchanges = lines
        .map(|(number, line)| {
            let line: Line = serde_json::from_str(line).map_err(|error| at(number, error))?;
            let mut read = exchange(line, account, losses).map_err(|what| format!("line {}: {what}", number + 1))?;
            named_in_host(&mut read, &base);
            Ok(read)
        })
        .collect::<Result<_, String>>()?;
    Ok(Session { name: if header.session.is_empty() { name } else { header.session }, losses, exchanges })
}

/// A body of which the beginning was kept: of blobs, whose content is octets, that says something.
fn cut(service: &str, start: Octets, length: Option<usize>, sha256: Option<String>) -> Result<Body, String> {
    let (Some(length), Some(sha256), "blob") = (length, sha256, service) else { return Ok(Body::Lost) };
    Ok(Body::Cut(Cut { start: start.read()?, length, sha256 }))
}

fn exchange(line: Line, account: &str, losses: Losses) -> Result<Exchange, String> {
    let Line { seq, service, version, request, response } = line;
    let mut request_headers = headers(request.headers);
    if let Some(version) = version.filter(|version| is_known(version))
        && request_headers.get("x-ms-version").is_none()
    {
        request_headers.push("x-ms-version", version);
    }
    let request_body = match request.body {
        Some(body) if request.truncated => cut(&service, body, request.length, request.sha256)?,
        Some(body) => Body::Whole(body.read()?),
        // `null` is no body, or a filtered one, which only methods that carry one can have had.
        None if losses.request_bodies && !matches!(request.method.as_str(), "GET" | "HEAD" | "DELETE") => Body::Lost,
        None => Body::NONE,
    };
    let response_headers = headers(response.headers);
    let body = match response.body {
        Some(body) if response.truncated => Some(cut(&service, body, response.length, response.sha256)?),
        Some(body) => Some(Body::Whole(body.read()?)),
        None => None,
    };
    Ok(Exchange {
        number: seq,
        service: Service::named(&service),
        account: account.to_owned(),
        secondary: request.secondary,
        authorization: match request.auth.as_deref() {
            Some("sharedkey" | "sharedkeylite") => Authorization::Key,
            Some("sas") => Authorization::Signature,
            Some("bearer") => Authorization::Token,
            _ => Authorization::Unknown,
        },
        method: request.method,
        target: request.target,
        request_headers,
        request_body,
        status: response.status,
        response_body: response_body(body, response.status, &response_headers),
        response_headers,
    })
}
