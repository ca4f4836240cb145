//! The same two exchanges in every format.

use super::format::Format;
use super::import;
use crate::recording::session::{Authorization, Body, Service, Session};

const NATIVE: &str = r#"{"session":"made up","accounts":["acct"],"json_bodies_reserialised":true}
{"seq":0,"service":"table","version":"2019-02-02","request":{"method":"POST","target":"/Tables","headers":{"content-type":"application/json"},"body":"{\"TableName\":\"T\"}","auth":"sharedkey"},"response":{"status":204,"headers":{"content-length":"0"},"body":null}}
{"seq":1,"service":"table","version":"Sanitized","request":{"method":"GET","target":"/?comp=stats","body":null,"secondary":true},"response":{"status":200,"headers":{"content-type":"text/plain"},"body":{"base64":"aGk="}}}
"#;

const HAR: &str = r#"{"log":{"version":"1.2","entries":[
{"request":{"method":"POST","url":"https://acct.table.core.windows.net/Tables","headers":[{"name":":path","value":"/Tables"},{"name":"X-Ms-Version","value":"2019-02-02"},{"name":"Content-Type","value":"application/json"},{"name":"Authorization","value":"SharedKey acct:x"}],"postData":{"text":"{\"TableName\":\"T\"}"}},
 "response":{"status":204,"headers":[{"name":"Content-Length","value":"0"}],"content":{"size":0}}},
{"request":{"method":"GET","url":"https://acct-secondary.table.core.windows.net/?comp=stats","headers":[]},
 "response":{"status":200,"headers":[{"name":"Content-Type","value":"text/plain"}],"content":{"text":"aGk=","encoding":"base64"}}}]}}"#;

const VCR: &str = r#"interactions:
- request:
    body: '{"TableName":"T"}'
    headers:
      Content-Type: [application/json]
      x-ms-version: ['2019-02-02']
      Authorization: ["SharedKey acct:x"]
    method: POST
    uri: https://acct.table.core.windows.net/Tables
  response:
    body: {string: ''}
    headers:
      content-length: ['0']
    status: {code: 204, message: No Content}
- request:
    body: null
    headers: {}
    method: GET
    uri: https://acct-secondary.table.core.windows.net/?comp=stats
  response:
    body:
      string: !!binary |
        aGk=
    headers:
      content-type: [text/plain]
    status: {code: 200, message: OK}
version: 1
"#;

const PROXY: &str = r#"{"Entries":[
{"RequestUri":"https://acct.table.core.windows.net/Tables","RequestMethod":"POST","RequestHeaders":{"Content-Type":"application/json","x-ms-version":"2019-02-02","Authorization":"SharedKey acct:x"},"RequestBody":{"TableName":"T"},
 "StatusCode":204,"ResponseHeaders":{"Content-Length":"0"},"ResponseBody":null},
{"RequestUri":"https://acct-secondary.table.core.windows.net/?comp=stats","RequestMethod":"GET","RequestHeaders":{"x-ms-date":"Sanitized"},"RequestBody":null,
 "StatusCode":200,"ResponseHeaders":{"Content-Type":"text/plain"},"ResponseBody":["h","i"]}],"Variables":{}}"#;

fn session(text: &str) -> Session {
    import(Format::of(text).unwrap(), text, "named after its file".into()).unwrap()
}

#[test]
fn every_format_says_the_same() {
    for text in [NATIVE, HAR, VCR, PROXY] {
        let session = session(text);
        let [first, second] = session.exchanges.as_slice() else { panic!("two exchanges: {text}") };
        assert_eq!((first.method.as_str(), first.target.as_str(), first.status), ("POST", "/Tables", 204));
        assert_eq!((first.service, first.account.as_str(), first.secondary), (Service::Table, "acct", false));
        assert_eq!(first.request_headers.get("x-ms-version"), Some("2019-02-02"));
        assert_eq!(first.request_headers.get("authorization"), None);
        assert_eq!(first.authorization, Authorization::Key);
        assert_eq!(first.request_body, Body::Whole("{\"TableName\":\"T\"}".into()));
        assert_eq!((&first.response_body, first.response_headers.get("content-length")), (&Body::NONE, Some("0")));
        assert!(second.secondary);
        assert_eq!(second.target, "/?comp=stats");
        assert_eq!(second.request_body, Body::NONE);
        assert_eq!(second.response_body, Body::Whole("hi".into()));
        assert_eq!(second.request_headers.iter().count(), 0, "{text}");
    }
}

#[test]
fn losses_are_kept() {
    assert!(session(NATIVE).losses.json_spelling);
    assert!(session(PROXY).losses.json_spelling);
    assert_eq!(session(NATIVE).name, "made up");
    assert_eq!(session(HAR).name, "named after its file");
    let filtered = r#"{"session":"s","request_bodies_filtered":true}
{"seq":0,"service":"table","version":null,"request":{"method":"POST","target":"/T","body":null},"response":{"status":201,"headers":{"content-type":"application/json"},"body":null}}
{"seq":1,"service":"table","version":null,"request":{"method":"GET","target":"/T","body":null},"response":{"status":200,"truncated":true,"body":"{"}}"#;
    let session = session(filtered);
    let lost: Vec<_> = session
        .exchanges
        .iter()
        .map(|held| (held.request_body == Body::Lost, held.response_body == Body::Lost))
        .collect();
    assert_eq!(lost, [(true, true), (false, true)]);
}

#[test]
fn what_is_no_recording_is_told_apart() {
    for text in ["", "{}", "[]", "<html>", "plain", "{\"signature\":1}", "key: value\n"] {
        assert_eq!(Format::of(text), None, "{text}");
    }
    for text in [
        "{\"session\":\"s\"}\n{\"seq\":0}",
        "{\"log\":{\"entries\":[{}]}}",
        "{\"Entries\":[{\"RequestUri\":\"relative\",\"RequestMethod\":\"GET\",\"StatusCode\":200}]}",
        "interactions:\n- request: {method: GET, uri: /x}\n",
    ] {
        assert!(import(Format::of(text).unwrap(), text, String::new()).is_err(), "{text}");
    }
}
