//! The log that Azurite writes with `--debug FILE`: a line for each thing that it did, under the id of the request.
//!
//! It tells requests and answers in full but for two things: bodies of requests are told without their blanks, and again
//! as Azurite read them. An entity is therefore taken as it was read, a transaction from where it is told whole, and what
//! is told nowhere else counts as lost.

use super::message::{Fields, Raw, headers};
use crate::recording::session::{Body, Losses, Session};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use tablestakes_reference::http::Headers;

/// Requests that are under way at once; of more, the log is none of Azurite's.
const MOST_OPEN: usize = 100_000;

/// One request as far as it has been told of.
#[derive(Default)]
struct Open {
    method: String,
    address: String,
    request_headers: Headers,
    request_body: Option<Body>,
    response_body: Option<Bytes>,
}

#[derive(Deserialize)]
struct Parameters<'p> {
    #[serde(borrow, default)]
    options: Options<'p>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Options<'p> {
    #[serde(borrow)]
    table_entity_properties: Option<&'p RawValue>,
}

/// Whether a text begins as Azurite's log does.
pub(super) fn is_log(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let is_dated = first.split_once(' ').is_some_and(|(date, _)| date.ends_with('Z') && date.contains('T'));
    is_dated && first.contains(" info: Azurite ")
}

pub(super) fn read(text: &str, name: String) -> Result<Session, String> {
    let mut open: HashMap<&str, Open> = HashMap::new();
    let mut exchanges = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // What a client sent without being asked for it may hold line ends; such lines are nobody's.
        let Some((id, told)) = entry(line) else { continue };
        let at = |what: &str| format!("line {}: {what}", number + 1);
        if let Some((_, rest)) = told.split_once("ContextMiddleware: RequestMethod=") {
            open.insert(id, begun(rest).ok_or_else(|| at("a request that cannot be read"))?);
            if open.len() > MOST_OPEN {
                return Err(at("too many requests without an answer"));
            }
            continue;
        }
        let Some(request) = open.get_mut(id) else { continue };
        if let Some((_, rest)) = told.split_once("EndMiddleware: End response. ") {
            let ended = open.remove(id).unwrap_or_default();
            let (status, headers) = ended_with(rest).ok_or_else(|| at("an answer that cannot be read"))?;
            exchanges.push(raw(exchanges.len(), ended, status, headers).exchange().map_err(|what| at(&what))?);
        } else {
            request.hear(told);
        }
    }
    let losses = Losses { json_spelling: true, framing: true, ..Losses::default() };
    Ok(Session { name, losses, exchanges })
}

/// The id of the request, and what is told: `DATE ID LEVEL: TEXT`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let mut words = line.splitn(4, ' ');
    let (date, id, level, text) = (words.next()?, words.next()?, words.next()?, words.next()?);
    (date.ends_with('Z') && id.len() == 36 && level.ends_with(':')).then_some((id, text))
}

/// `METHOD RequestURL=ADDRESS RequestHeaders:{…} ClientIP=…`.
fn begun(text: &str) -> Option<Open> {
    let (method, rest) = text.split_once(" RequestURL=")?;
    let (address, rest) = rest.split_once(" RequestHeaders:")?;
    let fields: Fields = first_value(rest)?;
    let request_headers = headers(fields);
    // The address is told without its port, by which the service is known.
    let address = match address.split_once("://").and_then(|(_, rest)| rest.find('/').map(|slash| &rest[slash..])) {
        Some(target) => format!("http://127.0.0.1:10002{target}"),
        None => address.to_owned(),
    };
    Some(Open { method: method.to_owned(), address, request_headers, ..Open::default() })
}

/// `TotalTimeInMS=… StatusCode=… StatusMessage=… Headers={…}`.
fn ended_with(text: &str) -> Option<(u16, Headers)> {
    let (_, rest) = text.split_once("StatusCode=")?;
    let (status, rest) = rest.split_once(' ')?;
    let (_, rest) = rest.split_once("Headers=")?;
    Some((status.parse().ok()?, headers(first_value(rest)?)))
}

/// The JSON value that a text begins with.
fn first_value<'t, T: Deserialize<'t>>(text: &'t str) -> Option<T> {
    serde_json::Deserializer::from_str(text).into_iter().next()?.ok()
}

impl Open {
    fn hear(&mut self, told: &str) {
        let whole = |text: &str| first_value::<String>(text).map(Bytes::from);
        if let Some((_, text)) = told.split_once("Raw request body string is (removed all empty characters) ") {
            // Nothing in the name of a table is blank.
            let is_table = self.request_body.is_none() && text.starts_with("{\"TableName\":\"");
            let kept = if is_table { Body::Whole(Bytes::from(text.to_owned())) } else { Body::Lost };
            self.request_body.get_or_insert(kept);
        } else if let Some((_, text)) = told.split_once("HandlerMiddleware: DeserializedParameters=") {
            let entity = first_value::<Parameters<'_>>(text).and_then(|held| held.options.table_entity_properties);
            if let Some(entity) = entity {
                self.request_body = Some(Body::Whole(Bytes::from(entity.get().to_owned())));
            }
        } else if let Some((_, text)) = told.split_once("batch() Raw request string is ") {
            self.request_body = whole(text).map(Body::Whole);
        } else if let Some((_, text)) = told.split_once("() Raw response string is ") {
            self.response_body = whole(text);
        } else if let Some(text) = told.strip_prefix("Serializer: Raw response body string is ") {
            self.response_body = Some(Bytes::from(text.to_owned()));
        } else if let Some((_, text)) = told.split_once("ErrorHTTPBody=") {
            self.response_body = whole(text);
        }
    }
}

fn raw(number: usize, open: Open, status: u16, response_headers: Headers) -> Raw {
    let Open { method, address, request_headers, request_body, response_body } = open;
    let had_body = request_headers.get("content-length").is_some_and(|length| length.trim() != "0");
    let request_body = request_body.filter(|_| had_body).unwrap_or(if had_body { Body::Lost } else { Body::NONE });
    let promised = !matches!(status, 204 | 304) && response_headers.get("content-type").is_some();
    let response_body = response_body.map(Body::Whole).or((!promised).then_some(Body::NONE));
    Raw { number, method, address, request_headers, request_body, status, response_headers, response_body }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::session::Authorization;

    const ID: &str = "a754f09f-4a2d-4aff-83fd-47ed121f671f";

    fn log(lines: &[&str]) -> String {
        let mut text =
            "2026-11-21T20:03:18.534Z \t info: Azurite Table service is starting on 127.0.0.1:1\n".to_owned();
        for line in lines {
            text += &format!("2026-11-21T20:03:38.899Z {ID} info: {line}\n");
        }
        text
    }

    const BEGUN: &str = "TableStorageContextMiddleware: RequestMethod=POST RequestURL=http://127.0.0.1/acct/T?a=%20 \
        RequestHeaders:{\"content-length\":\"9\",\"authorization\":\"SharedKey acct:x\",\"accept\":\"a b\"} ClientIP=::1";
    const ENDED: &str = "EndMiddleware: End response. TotalTimeInMS=5 StatusCode=201 StatusMessage=Created \
        Headers={\"content-type\":\"application/json\",\"etag\":\"W/\\\"x\\\"\"}";

    #[test]
    fn an_entity_is_what_was_read_of_it() {
        let text = log(&[
            BEGUN,
            "deserialize(): Raw request body string is (removed all empty characters) {\"S\":\"ab\"}",
            "HandlerMiddleware: DeserializedParameters={\"options\":{\"tableEntityProperties\":{\"S\":\"a b\"}}}",
            "TableHandler:insertEntity() Raw response string is \"{\\\"S\\\":\\\"a b\\\"}\"",
            ENDED,
        ]);
        assert!(is_log(&text));
        let session = read(&text, "n".into()).unwrap();
        let [exchange] = session.exchanges.as_slice() else { panic!("one exchange") };
        assert_eq!((exchange.method.as_str(), exchange.target.as_str(), exchange.status), ("POST", "/T?a=%20", 201));
        assert_eq!((exchange.account.as_str(), exchange.authorization), ("acct", Authorization::Key));
        assert_eq!(exchange.request_body, Body::Whole("{\"S\":\"a b\"}".into()));
        assert_eq!(exchange.response_body, Body::Whole("{\"S\":\"a b\"}".into()));
        assert_eq!(exchange.response_headers.get("etag"), Some("W/\"x\""));
        assert_eq!(exchange.request_headers.get("authorization"), None);
    }

    #[test]
    fn what_is_told_without_its_blanks_is_lost() {
        let xml = "deserialize(): Raw request body string is (removed all empty characters) <?xmlversion=\"1.0\"?>";
        let session = read(&log(&[BEGUN, xml, ENDED]), "n".into()).unwrap();
        assert_eq!(
            (&session.exchanges[0].request_body, &session.exchanges[0].response_body),
            (&Body::Lost, &Body::Lost)
        );
    }

    #[test]
    fn other_logs_are_none() {
        for text in ["", "2026-11-21T20:03:18Z info: other\n", "Azurite Table service is starting\n"] {
            assert!(!is_log(text), "{text}");
        }
        assert!(read(&log(&[&BEGUN.replace('{', "(")]), "n".into()).is_err());
        assert!(read(&log(&[BEGUN, &ENDED.replace("201", "x")]), "n".into()).is_err());
        assert!(read(&log(&[ENDED, BEGUN]), "n".into()).unwrap().exchanges.is_empty());
    }
}
