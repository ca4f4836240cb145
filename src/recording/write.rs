//! Writing recordings in the native format, without anything by which somebody could act in the account's name.

use super::session::{Authorization, Body, Exchange, Service};
use crate::finding::redact;
use crate::secrets::of_this_process;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use tablestakes_reference::Addressing;
use tablestakes_reference::http::Headers;

/// Request headers that are secret, or that say no more than who asks.
const DROPPED: [&str; 8] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "host",
    "user-agent",
    "x-ms-copy-source-authorization",
    "x-ms-encryption-key",
    "x-ms-encryption-key-sha256",
];

/// Headers of answers that are secret, or that belong to the connection.
const DROPPED_OF_ANSWERS: [&str; 3] = ["set-cookie", "content-length", "transfer-encoding"];

/// Writes a session, a line an exchange. Each line is whole as soon as it is written.
#[derive(Debug)]
pub struct Recorder<W> {
    out: W,
    written: u64,
    most: u64,
}

#[derive(Serialize)]
struct Header<'h> {
    session: &'h str,
    recorder: &'static str,
    accounts: [&'h str; 1],
    framing_missing: bool,
    path_style: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_path: Option<&'h str>,
}

#[derive(Serialize)]
struct Line<'l> {
    seq: usize,
    service: String,
    version: Option<&'l str>,
    request: Request<'l>,
    response: Response,
}

#[derive(Serialize)]
struct Request<'l> {
    method: &'l str,
    target: String,
    headers: Fields,
    body: Octets,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secondary: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth: Option<&'static str>,
}

#[derive(Serialize)]
struct Response {
    status: u16,
    headers: Fields,
    body: Octets,
}

type Fields = BTreeMap<String, Vec<String>>;

#[derive(Serialize)]
#[serde(untagged)]
enum Octets {
    Text(String),
    Binary { base64: String },
    Lost(()),
}

impl<W: Write> Recorder<W> {
    /// Begins a session of this name with this account, whose paths begin with `base`: `/ACCOUNT` with emulators. `most` is how
    /// many octets are written at most.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(out: W, session: &str, account: &str, base: &str, most: u64) -> io::Result<Self> {
        let recorder = concat!("tablestakes ", env!("CARGO_PKG_VERSION"));
        let mut recording = Self { out, written: 0, most };
        let path_style = base.strip_prefix('/') == Some(account);
        let base_path = Some(base).filter(|base| !path_style && !base.is_empty());
        recording.line(&Header {
            session,
            recorder,
            accounts: [account],
            framing_missing: true,
            path_style,
            base_path,
        })?;
        Ok(recording)
    }

    /// Writes an exchange; false if the recording is full, and it was not written.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn exchange(&mut self, exchange: &Exchange) -> io::Result<bool> {
        self.line(&Line {
            seq: exchange.number,
            service: exchange.service.to_string(),
            version: exchange.request_headers.get("x-ms-version"),
            request: Request {
                method: &exchange.method,
                target: redact(&exchange.target).into_owned(),
                headers: fields(&exchange.request_headers, &DROPPED),
                body: octets(&exchange.request_body),
                secondary: exchange.secondary,
                auth: match exchange.authorization {
                    Authorization::Key => Some("sharedkey"),
                    Authorization::Signature => Some("sas"),
                    Authorization::Token => Some("bearer"),
                    Authorization::Unknown => None,
                },
            },
            response: Response {
                status: exchange.status,
                headers: fields(&exchange.response_headers, &DROPPED_OF_ANSWERS),
                body: octets(&exchange.response_body),
            },
        })
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<bool> {
        let mut text = crate::json::line(line)?;
        text.push(b'\n');
        if self.written + text.len() as u64 > self.most {
            return Ok(false);
        }
        self.out.write_all(&text)?;
        self.out.flush()?;
        self.written += text.len() as u64;
        Ok(true)
    }
}

fn fields(headers: &Headers, dropped: &[&str]) -> Fields {
    let mut fields = Fields::new();
    for (name, value) in headers.iter() {
        let name = name.to_ascii_lowercase();
        if !dropped.contains(&name.as_str()) {
            fields.entry(name).or_default().push(redact(value).into_owned());
        }
    }
    fields
}

fn octets(body: &Body) -> Octets {
    let Body::Whole(octets) = body else { return Octets::Lost(()) };
    let octets = of_this_process().masked(octets);
    match std::str::from_utf8(&octets) {
        Ok(text) => Octets::Text(redact(text).into_owned()),
        Err(_) => Octets::Binary { base64: STANDARD.encode(octets) },
    }
}

impl Exchange {
    /// An exchange on the table service as it was seen on its way.
    pub fn seen(
        number: usize,
        account: &str,
        addressing: &Addressing,
        request: &tablestakes_reference::http::Request,
        response: &tablestakes_reference::http::Response,
    ) -> Self {
        let authorization = match request.headers.get("authorization") {
            Some(value) if value.starts_with("SharedKey") => Authorization::Key,
            Some(value) if value.starts_with("Bearer") => Authorization::Token,
            _ if request.target.contains("sig=") => Authorization::Signature,
            _ => Authorization::Unknown,
        };
        let (path, query) = request.target.find('?').map_or((&*request.target, ""), |at| request.target.split_at(at));
        let host = request.headers.get("host").unwrap_or_default();
        let addressed = addressing.locate(account, host, path);
        let below = format!("{}{query}", addressed.map_or(path, |addressed| addressed.below));
        let lower = |headers: &Headers| {
            headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect::<Headers>()
        };
        let mut request_headers = lower(&request.headers);
        DROPPED.iter().for_each(|name| request_headers.remove(name));
        let mut response_headers = lower(&response.headers);
        DROPPED_OF_ANSWERS.iter().for_each(|name| response_headers.remove(name));
        Self {
            number,
            service: Service::Table,
            account: account.to_owned(),
            secondary: addressed.is_some_and(|addressed| !addressed.location.is_primary()),
            authorization,
            method: request.method.clone(),
            target: if below.starts_with('/') { below } else { format!("/{below}") },
            request_headers,
            request_body: Body::Whole(request.body.clone()),
            status: response.status,
            response_headers,
            response_body: Body::Whole(response.body.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::parse;
    use bytes::Bytes;
    use tablestakes_reference::http;

    const SECRET: &str = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I=";

    fn exchange(target: &str, body: &[u8]) -> Exchange {
        let headers = Headers::from_iter([
            ("Authorization", format!("SharedKey acct:{SECRET}")),
            ("x-ms-version", "2019-02-02".to_owned()),
            ("X-Two", "1".to_owned()),
            ("X-Two", "2".to_owned()),
        ]);
        let body = Bytes::copy_from_slice(body);
        let request = http::Request { method: "POST".into(), target: target.into(), headers, body: body.clone() };
        let headers = Headers::from_iter([("Location", format!("http://h/acct/T?sv=1&sig={SECRET}"))]);
        let response = http::Response { status: 201, headers, body };
        Exchange::seen(3, "acct", &Addressing::by_path("acct"), &request, &response)
    }

    fn recorded(exchanges: &[Exchange], most: u64) -> (String, Vec<bool>) {
        let mut out = Vec::new();
        let mut recorder = Recorder::begin(&mut out, "made", "acct", "/acct", most).unwrap();
        let kept = exchanges.iter().map(|exchange| recorder.exchange(exchange).unwrap()).collect();
        (String::from_utf8(out).unwrap(), kept)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let held = exchange("/acct/T()?$top=1", b"\xff\x00");
        let (text, _) = recorded(&[held.clone(), exchange("/acct/", b"")], u64::MAX);
        let session = parse(&text, "x").unwrap();
        let [first, second] = session.exchanges.as_slice() else { panic!("{text}") };
        assert_eq!((session.name.as_str(), first.account.as_str(), first.number), ("made", "acct", 3));
        assert_eq!((first.target.as_str(), first.status), ("/T()?$top=1", 201));
        assert_eq!((&first.request_body, &first.response_body), (&held.request_body, &held.response_body));
        assert_eq!(first.request_headers.all("x-two").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(first.authorization, Authorization::Key);
        assert_eq!(
            (&second.request_body, &second.response_body, second.target.as_str()),
            (&Body::NONE, &Body::NONE, "/")
        );
        assert!(!session.losses.json_spelling);
    }

    #[test]
    fn secrets_are_not_written() {
        let body = format!("GET http://h/acct/T?sig={SECRET} HTTP/1.1\r\nAuthorization: SharedKey acct:{SECRET}\r\n");
        let (text, _) = recorded(&[exchange(&format!("/acct/T?sv=1&sig={SECRET}&se=x"), body.as_bytes())], u64::MAX);
        assert!(!text.contains("c2VjcmV0"), "{text}");
        assert_eq!(parse(&text, "x").unwrap().exchanges.len(), 1);
    }

    #[test]
    fn a_full_recording_stays_whole() {
        let (text, kept) = recorded(&[exchange("/acct/T", b""), exchange("/acct/T", b"")], 600);
        assert_eq!(kept, [true, false]);
        assert_eq!(parse(&text, "x").unwrap().exchanges.len(), 1);
    }
}
