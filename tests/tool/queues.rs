//! `tablestakes serve` on the queue port.

use crate::Tool;
use crate::served::Served;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// The answer to a request without credentials.
fn asked(address: &str, path: &str) -> String {
    let host = address.split('/').nth(2).unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!(
        "GET /devstoreaccount1{path} HTTP/1.1\r\nHost: {host}\r\nx-ms-version: 2019-02-02\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn queues_are_served_beside_tables_and_their_rules_can_be_broken() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    assert_ne!(served.queues, served.target);
    let refused = asked(&served.queues, "/?comp=list");
    assert!(refused.starts_with("HTTP/1.1 404"), "{refused}");
    assert!(refused.to_lowercase().contains("server: windows-azure-queue/1.0"), "{refused}");
    drop(served);

    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "queue.auth.required"]);
    let granted = asked(&served.queues, "/?comp=list");
    assert!(granted.starts_with("HTTP/1.1 200") && granted.contains("<Queues />"), "{granted}");
    assert!(asked(&served.target, "/Tables").starts_with("HTTP/1.1 401"), "tables keep their rules");
}
