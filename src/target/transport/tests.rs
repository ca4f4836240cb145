//! What a server may do to its client, by a server that answers canned bytes.

use super::failure::TransportFailure;
use super::{Limits, Transport};
use crate::target::Target;
use std::time::{Duration, Instant};
use tablestakes_reference::http::{Headers, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// What the server does with one connection after the head of the first request.
#[derive(Clone, Copy)]
enum Play {
    /// Writes this, then hangs up.
    Say(&'static [u8]),
    /// Writes this answer to every request.
    Keep(&'static [u8]),
    /// Writes this, then neither writes nor hangs up.
    Hang(&'static [u8]),
    /// Writes the second text after the first, again and again.
    Endless(&'static [u8], &'static [u8]),
    /// One octet at a time, slowly.
    Drip(&'static [u8]),
}

struct Server {
    target: Target,
    heads: mpsc::UnboundedReceiver<String>,
}

async fn serve(play: Play) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::parse(&format!("http://{}/devstoreaccount1", listener.local_addr().unwrap())).unwrap();
    let (told, heads) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(perform(socket, play, told.clone()));
        }
    });
    Server { target, heads }
}

async fn perform(mut socket: TcpStream, play: Play, told: mpsc::UnboundedSender<String>) {
    let mut held = Vec::new();
    loop {
        while !held.windows(4).any(|window| window == b"\r\n\r\n") {
            let mut octets = [0; 4096];
            match socket.read(&mut octets).await {
                Ok(0) | Err(_) => return,
                Ok(count) => held.extend_from_slice(&octets[..count]),
            }
        }
        let _ = told.send(String::from_utf8_lossy(&held).into_owned());
        held.clear();
        match play {
            Play::Say(answer) => {
                let _ = socket.write_all(answer).await;
                return;
            }
            Play::Keep(answer) => socket.write_all(answer).await.unwrap(),
            Play::Hang(answer) => {
                let _ = socket.write_all(answer).await;
                std::future::pending::<()>().await;
            }
            Play::Endless(start, again) => {
                let _ = socket.write_all(start).await;
                while socket.write_all(again).await.is_ok() {}
                return;
            }
            Play::Drip(answer) => {
                for octet in answer.chunks(1) {
                    tokio::time::sleep(Duration::from_millis(40)).await;
                    if socket.write_all(octet).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// One chunk of 64 octets.
const CHUNK: &[u8] = b"40\r\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n";

const LIMITS: Limits = Limits { time: Duration::from_millis(400), body: 16 << 10, head: 16 << 10 };

/// One request that hyper sends, and one that only a socket of its own sends as it stands.
fn requests(target: &Target) -> [Request; 2] {
    let request = |path: &str| Request {
        method: "GET".to_owned(),
        target: format!("{}{path}", target.endpoint.base_path),
        headers: Headers::from_iter([("host", target.endpoint.authority())]),
        body: bytes::Bytes::new(),
    };
    [request("/t()"), request("/t()?a b#\"{é")]
}

/// What comes of both requests.
async fn outcomes(play: Play) -> [Result<(u16, String), TransportFailure>; 2] {
    let server = serve(play).await;
    let transport = Transport::new(&server.target, LIMITS);
    let mut outcomes = Vec::new();
    for request in requests(&server.target) {
        let started = Instant::now();
        let outcome = transport.send(&request).await;
        assert!(started.elapsed() < LIMITS.time + Duration::from_secs(1));
        outcomes.push(outcome.map(|(answer, _)| (answer.status, String::from_utf8_lossy(&answer.body).into_owned())));
    }
    outcomes.try_into().unwrap()
}

#[tokio::test]
async fn bytes_go_out_as_they_stand() {
    let mut server = serve(Play::Keep(b"HTTP/1.1 204 No Content\r\n\r\n")).await;
    let transport = Transport::new(&server.target, LIMITS);
    let authority = server.target.endpoint.authority();
    for target in ["/a%27b/../c\\d//e?x=%2f&y", "/a b", "/a#b", "http://h/x", "*", "/é\"<>`{|}^"] {
        for name in ["x-ms-version", "X-mS-Version"] {
            let request = Request {
                method: "MERGE".to_owned(),
                target: target.to_owned(),
                headers: Headers::from_iter([("host", authority.clone()), (name, "2019-02-02".to_owned())]),
                body: bytes::Bytes::new(),
            };
            assert_eq!(transport.send(&request).await.unwrap().0.status, 204, "{target}");
            let head = server.heads.recv().await.unwrap();
            let expected = format!("MERGE {target} HTTP/1.1\r\nhost: {authority}\r\n{name}: 2019-02-02\r\n\r\n");
            assert_eq!(head, expected);
        }
    }
}

#[tokio::test]
async fn whole_answers_are_read() {
    for play in [
        Play::Say(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        Play::Say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
        Play::Say(b"HTTP/1.0 200 OK\r\n\r\nhello"),
        Play::Say(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        Play::Hang(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        Play::Keep(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    ] {
        for outcome in outcomes(play).await {
            assert_eq!(outcome, Ok((200, "hello".to_owned())));
        }
    }
}

#[tokio::test]
async fn broken_answers_are_failures() {
    for (play, expected) in [
        (Play::Say(b""), "Closed"),
        (Play::Say(b"HTTP/1.1 200"), "Closed"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), "Closed"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhello"), "Closed"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"), "NotHttp|Closed"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello"), "NotHttp"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhello"), "NotHttp"),
        (Play::Say(b"\x00\xff\xfe garbage \r\n\r\n"), "NotHttp"),
        (Play::Say(b"<html>busy</html>\r\n\r\n"), "NotHttp"),
        (Play::Hang(b""), "TimedOut"),
        (Play::Hang(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), "TimedOut"),
        (Play::Drip(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"), "TimedOut"),
        (Play::Endless(b"HTTP/1.1 200 OK\r\n", b"x-header: and another one\r\n"), "NotHttp"),
        (Play::Endless(b"HTTP/1.1 200 OK\r\nx: ", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "NotHttp"),
        (Play::Endless(b"HTTP/1.1 200 OK\r\n\r\n", &[b'a'; 4096]), "TooLarge"),
        (Play::Endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", CHUNK), "TooLarge"),
        (Play::Say(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"), "TooLarge|Closed"),
    ] {
        for outcome in outcomes(play).await {
            let failure = format!("{:?}", outcome.unwrap_err());
            assert!(expected.split('|').any(|kind| failure.starts_with(kind)), "{failure} is not {expected}");
        }
    }
}

#[tokio::test]
async fn refused_connections_are_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::parse(&format!("http://{}/devstoreaccount1", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    for request in requests(&target) {
        let failure = Transport::new(&target, LIMITS).send(&request).await.unwrap_err();
        assert!(matches!(failure, TransportFailure::Connect(_)), "{failure}");
    }
}

#[tokio::test]
async fn a_connection_that_misbehaved_is_not_used_again() {
    // The octets behind the first answer must not be taken for the second one.
    let play =
        Play::Keep(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Lie\r\nContent-Length: 0\r\n\r\n");
    let server = serve(play).await;
    let transport = Transport::new(&server.target, LIMITS);
    let [request, _] = requests(&server.target);
    for _ in 0..3 {
        assert_eq!(transport.send(&request).await.unwrap().0.status, 200);
    }
}

#[tokio::test]
async fn a_refusal_of_half_a_body_is_read() {
    let server = serve(Play::Say(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")).await;
    let body = bytes::Bytes::from(vec![b'a'; 5 << 20]);
    let mut request = requests(&server.target)[0].clone();
    request.method = "POST".to_owned();
    request.headers.push("content-length", body.len().to_string());
    request.body = body;
    let limits = Limits { time: Duration::from_secs(5), ..LIMITS };
    assert_eq!(Transport::new(&server.target, limits).send(&request).await.unwrap().0.status, 413);
}
