//! A server that lacks one element of form in every answer: it is told of that, once, and of nothing else.

use crate::measure::{Selected, certified};
use regex::bytes::Regex;
use std::sync::Arc;
use tablestakes::engine::{RunResult, Severity};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Settings, TableService};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Checks that fail by one element at most.
const MOST_FAILED: usize = 5;

/// What answers lack: an expression for what is taken away, and what stands there instead.
struct Lacking(&'static str, Regex, &'static [u8]);

fn elements() -> Vec<Lacking> {
    let of = |name, expression, instead| Lacking(name, Regex::new(expression).unwrap(), instead);
    vec![
        of("Timestamp", r#""Timestamp":"[^"]*",?"#, b""),
        of("odata.etag", r#""odata\.etag":"(\\.|[^"\\])*",?"#, b""),
        of("ETag", "(?i)\r\netag: [^\r]*", b""),
        of("odata in Content-Type", "(?i)(\r\ncontent-type: application/json);odata=[a-z]*", b"$1"),
        of("Preference-Applied", "(?i)\r\npreference-applied: [^\r]*", b""),
        of("x-ms-version", "(?i)\r\nx-ms-version: [^\r]*", b""),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_missing_element_is_one_cause() {
    let mut wrong = Vec::new();
    for lacking in elements() {
        let name = lacking.0;
        let address = server(lacking).await;
        let result = certified(&address, Selected { cases: 2, ..Selected::default() }).await;
        let causes: Vec<&str> = binding(&result);
        let failed = result.count("fail");
        if causes.len() != 1 || failed > MOST_FAILED || result.count("blocked") > 0 {
            wrong.push(format!("{name}: {failed} fail, {} blocked, by {causes:?}", result.count("blocked")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn binding(result: &RunResult) -> Vec<&'static str> {
    let binding = result.causes.iter().filter(|cause| cause.severity == Severity::Failure);
    binding.map(|cause| cause.rule.as_str()).collect()
}

/// Starts the reference, and a server before it whose answers lack something. Both end with the test's runtime.
async fn server(lacking: Lacking) -> String {
    let behind = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let there = behind.local_addr().unwrap();
    tokio::spawn(serve(behind, Shared::new(TableService::new(Settings::default()), 1), std::future::pending()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let lacking = Arc::new(lacking);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let lacking = Arc::clone(&lacking);
            tokio::spawn(async move {
                let Ok(service) = TcpStream::connect(there).await else { return };
                let _ = pass_on(client, service, &lacking).await;
            });
        }
    });
    address
}

/// Passes octets on as they come, and answers one by one without what they lack.
async fn pass_on(client: TcpStream, service: TcpStream, lacking: &Lacking) -> std::io::Result<()> {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_service, mut to_service) = service.into_split();
    let asking = tokio::spawn(async move {
        let _ = tokio::io::copy(&mut from_client, &mut to_service).await;
        let _ = to_service.shutdown().await;
    });
    let mut held = Vec::new();
    loop {
        let mut octets = [0; 16 * 1024];
        let count = from_service.read(&mut octets).await?;
        if count == 0 {
            break;
        }
        held.extend_from_slice(&octets[..count]);
        while let Some((head, body, length)) = whole(&held) {
            let head = lacking.1.replace_all(&held[..head], lacking.2).into_owned();
            let body = lacking.1.replace_all(&held[body..length], lacking.2).into_owned();
            let sized = Regex::new("(?i)\r\ncontent-length: [0-9]+").unwrap();
            let size = format!("\r\ncontent-length: {}", body.len());
            to_client.write_all(&sized.replace(&head, size.as_bytes())).await?;
            to_client.write_all(&body).await?;
            held.drain(..length);
        }
    }
    asking.abort();
    Ok(())
}

/// Where the head of the first answer ends, where its body begins, and where that ends; none if it is not whole.
fn whole(held: &[u8]) -> Option<(usize, usize, usize)> {
    let body = held.windows(4).position(|octets| octets == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&held[..body]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok()).unwrap_or(0);
    (held.len() >= body + length).then_some((body, body, body + length))
}
