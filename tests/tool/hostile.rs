//! Targets that do not behave: a verdict or exit 3, in time, with every report written.

use crate::Tool;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Serves every connection in this way for as long as the test runs; gives the address.
fn server(serve: fn(TcpStream)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || serve(stream));
        }
    });
    address
}

fn read_request(stream: &mut TcpStream) {
    let mut buffer = [0; 4096];
    drop(stream.read(&mut buffer));
}

fn certify(target: &str) {
    let tool = Tool::new();
    let started = Instant::now();
    let arguments = ["certify", target, "--suite", "smoke", "--request-timeout", "200ms", "--shrink-time", "1s"];
    let ran = tool.run(arguments);
    assert!(ran.code == 1 || ran.code == 3, "{}: {}{}", ran.code, ran.stdout, ran.stderr);
    assert!(started.elapsed() < Duration::from_secs(60));
    let report = tool.assert_reports();
    let checks = report["checks"].as_array().unwrap();
    assert!(!checks.is_empty());
    assert!(checks.iter().all(|check| check["outcome"] != "pass"), "{report:#}");
}

#[test]
fn a_refused_connection() {
    // Bound and not listening: nobody else gets the port meanwhile.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = format!("http://{}/devstoreaccount1", socket.local_addr().unwrap());
    let tool = Tool::new();
    let ran = tool.run(["certify", &address]).ended_with(3);
    assert!(ran.stdout.contains("could not be reached"), "{}", ran.stdout);
    let report = tool.assert_reports();
    assert!(report["checks"].as_array().unwrap().iter().all(|check| check["outcome"] == "error"));
    assert_eq!(report["exit"], 3);
    assert!(report["target"]["gone"].is_string());
}

#[test]
fn garbage() {
    certify(&server(|mut stream| {
        read_request(&mut stream);
        drop(stream.write_all(b"\x00\xff\x1b[2J not HTTP at all\r\n\r\n"));
    }));
}

#[test]
fn silence() {
    certify(&server(|mut stream| {
        let mut buffer = [0; 4096];
        while stream.read(&mut buffer).is_ok_and(|length| length > 0) {}
    }));
}

#[test]
fn half_an_answer() {
    certify(&server(|mut stream| {
        read_request(&mut stream);
        drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
    }));
}

#[test]
fn a_closed_connection() {
    certify(&server(drop));
}

#[test]
fn the_same_page_for_everything() {
    certify(&server(|mut stream| {
        let page = "<html>\u{202e}hello</html>";
        loop {
            read_request(&mut stream);
            let answer = format!("HTTP/1.1 200 OK\r\nServer: \x01page\r\nContent-Length: {}\r\n\r\n{page}", page.len());
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    }));
}

#[test]
fn a_body_without_end() {
    certify(&server(|mut stream| {
        read_request(&mut stream);
        let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        if stream.write_all(head).is_err() {
            return;
        }
        let chunk = [b"1000\r\n".as_slice(), &[b'x'; 0x1000], b"\r\n"].concat();
        while stream.write_all(&chunk).is_ok() {}
    }));
}
