//! How an answer travels: lengths, chunks, heads, and octets behind its end.

use super::server::{Liar, Play, head, is_set_up, serve, written};
use super::{certify, nothing_passes};
use std::net::TcpListener;
use std::sync::Mutex;

/// Each of these answers every request.
fn nothing_of(liars: &[Liar]) {
    for liar in liars {
        nothing_passes(&certify(&serve(*liar), &["smoke"]).1);
    }
}

#[test]
fn heads_bodies_and_chunks_without_end() {
    nothing_of(&[
        |_, _| Play::Endless(b"HTTP/1.1 200 OK\r\n".to_vec(), b"x-header: and another one\r\n".repeat(99)),
        |_, _| Play::Endless(b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'a'; 4096]),
        |_, _| Play::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b'x'; 1 << 16]),
        |_, _| {
            let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x1_0000], b"\r\n"].concat();
            Play::Endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(), chunk)
        },
        |_, _| Play::Endless(b"".to_vec(), b"HTTP/1.1 100 Continue\r\n\r\n".repeat(99)),
        |_, _| Play::Endless(b"".to_vec(), b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n".repeat(99)),
        |_, answer| Play::Drip(written(&answer, &[])),
    ]);
}

#[test]
fn lengths_that_are_wrong() {
    fn sized(answer: &tablestakes_reference::http::Response, length: &str) -> Play {
        let mut octets = head(answer).into_bytes();
        octets.extend_from_slice(length.as_bytes());
        octets.extend_from_slice(b"\r\n{\"x\":");
        octets.extend_from_slice(&answer.body);
        Play::Last(octets)
    }
    nothing_of(&[
        |_, answer| sized(&answer, "Content-Length: 1\r\n"),
        |_, answer| sized(&answer, "Content-Length: 999999\r\n"),
        |_, answer| sized(&answer, "Content-Length: -1\r\n"),
        |_, answer| sized(&answer, "Content-Length: 99999999999999999999999\r\n"),
        |_, answer| sized(&answer, "Content-Length: 4294967296\r\n"),
        |_, answer| sized(&answer, "Content-Length: 3\r\nContent-Length: 4\r\n"),
        |_, answer| sized(&answer, "Content-Length: 0x10\r\n"),
        |_, answer| sized(&answer, "Content-Length:\r\n"),
    ]);
}

#[test]
fn chunks_that_are_odd() {
    fn chunked(answer: &tablestakes_reference::http::Response, body: &[u8]) -> Play {
        let head = head(answer) + "Transfer-Encoding: chunked\r\n\r\n";
        Play::Last([head.as_bytes(), body].concat())
    }
    nothing_of(&[
        |_, answer| chunked(&answer, b"ffffffffffffffffffff\r\nx\r\n0\r\n\r\n"),
        |_, answer| chunked(&answer, b"-1\r\nx\r\n0\r\n\r\n"),
        |_, answer| chunked(&answer, b"7fffffff\r\nx"),
        |_, answer| chunked(&answer, b"2\r\n{}{}\r\n0\r\n\r\n"),
        |_, answer| chunked(&answer, b"2\r\n{}\r\n"),
        |_, answer| chunked(&answer, &[b"2;".as_slice(), &[b'e'; 1 << 20], b"\r\n{}\r\n0\r\n\r\n"].concat()),
        |_, answer| {
            chunked(&answer, &[b"2\r\n{}\r\n0\r\n".as_slice(), &b"trailer: x\r\n".repeat(99_999), b"\r\n"].concat())
        },
    ]);
}

/// A second answer behind every first one must not be taken for the answer to the next question.
#[test]
fn two_answers_to_one_question() {
    let target = serve(|request, answer| {
        let octets = written(&answer, &[]);
        let stray = b"HTTP/1.1 204 No Content\r\nETag: W/\"stray\"\r\n\r\n";
        Play::Say(if is_set_up(request) { octets } else { [octets.as_slice(), stray].concat() })
    });
    // All that was asked was answered, and rightly: what is behind an answer is nobody's.
    let (ran, report) = certify_any(&target);
    assert!(!ran.stdout.contains("stray"), "{}", ran.stdout);
    assert!(report["findings"].as_array().unwrap().iter().all(|finding| finding["kind"] == "no-answer"), "{report:#}");
}

fn certify_any(target: &str) -> (crate::Ran, serde_json::Value) {
    let tool = crate::Tool::new();
    let ran = tool.run(["certify", target, "--suite", "smoke", "--request-timeout", "1s"]);
    assert!([0, 1, 3].contains(&ran.code), "{}{}", ran.stdout, ran.stderr);
    (ran, super::whole_reports(&tool))
}

/// Where redirects lead to: nobody ever comes there.
static ELSEWHERE: Mutex<String> = Mutex::new(String::new());

#[test]
fn redirects_are_not_followed() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    *ELSEWHERE.lock().unwrap() = format!("http://{}/devstoreaccount1/Tables", elsewhere.local_addr().unwrap());
    let target = serve(|request, mut answer| {
        answer.status = [301, 302, 303, 307, 308][request.target.len() % 5];
        let to = ELSEWHERE.lock().unwrap().clone();
        Play::Say(written(&answer, &[("Location", &to)]))
    });
    nothing_passes(&certify(&target, &["smoke"]).1);
    elsewhere.set_nonblocking(true).unwrap();
    let came = elsewhere.accept().map_err(|error| error.kind());
    assert_eq!(came.err(), Some(std::io::ErrorKind::WouldBlock), "somebody followed a redirect");
}
