//! `tablestakes serve` on the blob port.

use crate::Tool;
use crate::served::Served;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// The answer to a request without credentials.
fn asked(address: &str, method: &str, path: &str, headers: &str, body: &str) -> String {
    let host = address.split('/').nth(2).unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!(
        "{method} /devstoreaccount1{path} HTTP/1.1\r\nHost: {host}\r\nx-ms-version: 2019-02-02\r\n{headers}\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn blobs_are_served_beside_tables_and_their_rules_can_be_broken() {
    let tool = Tool::new();
    let served = Served::start(&tool, &[]);
    assert_ne!(served.blobs, served.queues);
    let refused = asked(&served.blobs, "GET", "/?comp=list", "", "");
    assert!(refused.starts_with("HTTP/1.1 404"), "{refused}");
    assert!(refused.to_lowercase().contains("server: windows-azure-blob/1.0"), "{refused}");
    drop(served);

    let tool = Tool::new();
    let served = Served::start(&tool, &["--break", "blob.auth.required"]);
    let created = asked(&served.blobs, "PUT", "/abc?restype=container", "", "");
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    let put = asked(&served.blobs, "PUT", "/abc/a%20b", "x-ms-blob-type: BlockBlob\r\n", "0123456789");
    assert!(put.starts_with("HTTP/1.1 201"), "{put}");
    let part = asked(&served.blobs, "GET", "/abc/a%20b", "x-ms-range: bytes=2-4\r\n", "");
    assert!(part.starts_with("HTTP/1.1 206") && part.ends_with("\r\n\r\n234"), "{part}");
    let told = asked(&served.blobs, "HEAD", "/abc/a%20b", "", "").to_lowercase();
    assert!(
        told.starts_with("http/1.1 200") && told.contains("content-length: 10") && told.ends_with("\r\n\r\n"),
        "{told}"
    );
    let missing = asked(&served.blobs, "HEAD", "/abc/b", "", "").to_lowercase();
    assert!(missing.starts_with("http/1.1 404") && missing.contains("x-ms-error-code: blobnotfound"), "{missing}");
    let (tag, list) = (asked(&served.blobs, "GET", "/abc/a%20b", "", ""), "/abc?restype=container&comp=list");
    let tag =
        tag.lines().find_map(|line| line.strip_prefix("etag: ").or(line.strip_prefix("ETag: "))).unwrap().to_owned();
    let same = asked(&served.blobs, "GET", "/abc/a%20b", &format!("If-None-Match: {tag}\r\n"), "");
    assert!(same.starts_with("HTTP/1.1 304") && same.ends_with("\r\n\r\n"), "{same}");
    assert!(asked(&served.blobs, "GET", list, "", "").contains("<Name>a b</Name>"));
    assert!(asked(&served.target, "GET", "/Tables", "", "").starts_with("HTTP/1.1 401"), "tables keep their rules");
}
