//! What an answer holds: bombs, markup, depths, numbers, and what belongs to others.

use super::server::{Liar, Play, is_set_up, serve, written};
use super::{certify, nothing_passes};
use tablestakes_reference::http::{Headers, Response};

/// Markup, ends of lines' and of strings' quotes, control characters, and a character that turns text around.
const MARKUP: &str = "\"><script>alert(1)</script>]]>&#x0;\u{1b}[2J\u{202e}'\\\u{7f}${table}%s";

/// The set-up is answered as it should be, everything else with this body and content type.
fn lies(body: Vec<u8>, content_type: &str, status: u16) -> Play {
    let headers = Headers::from_iter([("Content-Type", content_type), ("x-ms-version", "2019-02-02")]);
    Play::Say(written(&Response { status, headers, body: body.into() }, &[]))
}

/// Whether nothing but the set-up is answered as it should be: then nothing passes.
fn nothing_of(liars: &[Liar]) {
    for liar in liars {
        nothing_passes(&certify(&serve(*liar), &["smoke"]).1);
    }
}

/// Nested values, each within the one before.
fn deep(open: &str, close: &str) -> Vec<u8> {
    (open.repeat(100_000) + &close.repeat(100_000)).into_bytes()
}

#[test]
fn depths_and_numbers() {
    nothing_of(&[
        |_, _| lies(deep("[", "]"), "application/json", 200),
        |_, _| lies(deep("{\"value\":", "}"), "application/json", 200),
        |_, _| lies(deep("<a>", "</a>"), "application/xml", 400),
        |_, _| lies(deep("<entry xmlns='http://www.w3.org/2005/Atom'>", "</entry>"), "application/atom+xml", 200),
        |_, _| lies(format!("{{\"a\":{}}}", "9".repeat(1 << 20)).into_bytes(), "application/json", 200),
        |_, _| {
            lies(
                b"{\"a\":1e999999999,\"b\":-0.0e-999999,\"a@odata.type\":\"Edm.Int64\"}".to_vec(),
                "application/json",
                200,
            )
        },
        |_, _| lies(b"{\"value\":[{},{},{}]}".to_vec(), "application/json", 999),
        |_, _| lies(b"{\"\xff\xfe\":\"\xc0\x80\xed\xa0\x80\"}".to_vec(), "application/json\u{fffd}", 200),
    ]);
}

#[test]
fn bombs() {
    nothing_of(&[
        // Compressed, and said to be: nobody asked for it, and nobody unpacks it.
        |_, answer| {
            let mut bomb = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03".to_vec();
            bomb.extend_from_slice(&[0; 1 << 20]);
            Play::Say(written(&Response { body: bomb.into(), status: 200, ..answer }, &[("Content-Encoding", "gzip")]))
        },
        // As many rows as fit, to every question.
        |_, _| {
            let row = "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"a\":1},";
            lies(format!("{{\"value\":[{}{{}}]}}", row.repeat(50_000)).into_bytes(), "application/json", 200)
        },
        // As many parts as fit.
        |_, _| {
            let part = "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n\r\n";
            lies((part.repeat(20_000) + "--b--\r\n").into_bytes(), "multipart/mixed; boundary=b", 202)
        },
        |_, _| lies("&lol9;".repeat(100_000).into_bytes(), "application/xml", 500),
    ]);
}

#[test]
fn entities_that_stand_for_each_other() {
    let document = |declared: &str| {
        format!("<?xml version='1.0'?><!DOCTYPE e [{declared}]><error><code>&b;</code><message>&b;</message></error>")
    };
    assert!(document("").contains("DOCTYPE"));
    nothing_of(&[|_, _| {
        let declared = "<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>";
        let body = format!("<?xml version='1.0'?><!DOCTYPE e [{declared}]><error><code>&b;</code></error>");
        lies(body.into_bytes(), "application/xml", 400)
    }]);
}

/// Markup in every place that an answer has: what is printed and what is written stays text.
#[test]
fn markup_everywhere() {
    let target = serve(|request, answer| {
        if is_set_up(request) {
            return Play::Say(written(&answer, &[]));
        }
        let quoted = serde_json::Value::from(MARKUP).to_string();
        let value = MARKUP.replace(|c: char| c.is_control(), "");
        let body = match request.method.as_str() {
            "GET" => format!("{{{quoted}:{quoted},\"PartitionKey\":{quoted},\"value\":[{{{quoted}:{quoted}}}]}}"),
            _ => format!(
                "{{\"odata.error\":{{\"code\":{quoted},\"message\":{{\"lang\":{quoted},\"value\":{quoted}}}}}}}"
            ),
        };
        let headers = ["Server", "ETag", "Location", "x-ms-request-id", "Content-Type", "x-ms-error-code", "Date"];
        let mut octets = format!("HTTP/1.1 418 {value}\r\n");
        for name in headers {
            let kind = if name == "Content-Type" { "application/json;odata=" } else { "" };
            octets += &format!("{name}: {kind}{value}\r\n");
        }
        octets += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        Play::Say(octets.into_bytes())
    });
    let (ran, report) = certify(&target, &["smoke"]);
    nothing_passes(&report);
    assert!(!report["findings"].as_array().unwrap().is_empty(), "{}", ran.stdout);
}

/// The same ETag for everything, and it is somebody else's; every page goes on, with the same token.
#[test]
fn what_belongs_to_others() {
    for liar in [
        |_, mut answer: Response| {
            if answer.headers.get("etag").is_some() {
                answer.headers.remove("etag");
                answer.headers.push("ETag", "W/\"datetime'1999-01-01T00%3A00%3A00Z'\"");
            }
            Play::Say(written(&answer, &[]))
        },
        |_, answer| {
            let token =
                [("x-ms-continuation-NextPartitionKey", "1!4!YQ--"), ("x-ms-continuation-NextRowKey", "1!4!YQ--")];
            Play::Say(written(&answer, &token))
        },
        |_, answer| Play::Say(written(&Response { body: b"{}".as_slice().into(), ..answer }, &[])),
    ] as [Liar; 3]
    {
        let (ran, report) = certify(&serve(liar), &["smoke", "continuation"]);
        assert_eq!(ran.code, 1, "{}", ran.stdout);
        let causes = report["causes"].as_array().unwrap();
        assert!(causes.iter().any(|cause| cause["severity"] == "failure"), "{report:#}");
    }
}
