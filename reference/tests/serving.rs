//! The reference behind a socket on the loopback, and peers that misbehave: bodies that break off, dawdle, or are too long.

mod asking;

use asking::JSON;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes_reference::Settings;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::server::{Patience, Shared, serve_with};
use tablestakes_reference::table::TableService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const PATIENCE: Patience =
    Patience { head: Duration::from_secs(5), pause: Duration::from_millis(200), body: Duration::from_secs(5) };

/// A served reference with the table `Tab`.
struct Served {
    address: std::net::SocketAddr,
    shared: Arc<Shared>,
}

impl Served {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener");
        let shared = Shared::new(TableService::new(Settings::default()), 1);
        tokio::spawn(serve_with(listener, Arc::clone(&shared), PATIENCE, std::future::pending()));
        let served = Self { address, shared };
        let body = br#"{"TableName":"Tab"}"#;
        let created = served.exchange(&head("POST", "/Tables", body.len()), &[body], true).await;
        assert!(created.starts_with("HTTP/1.1 201 "), "{created}");
        served
    }

    /// What comes back for a head and pieces of a body, until the other side closes or `enough` has come.
    async fn exchange(&self, head: &str, pieces: &[&[u8]], finish: bool) -> String {
        let mut stream = TcpStream::connect(self.address).await.expect("a listener");
        stream.write_all(head.as_bytes()).await.expect("a reader");
        for piece in pieces {
            stream.write_all(piece).await.expect("a reader");
        }
        if finish {
            stream.shutdown().await.expect("an open socket");
        }
        let mut answer = Vec::new();
        // A connection that is reset has no more to say than one that is closed.
        let _ = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await.expect("an end");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// The head of a signed request with a JSON body of this length.
fn head(method: &str, path: &str, length: usize) -> String {
    let mut headers: Headers = [JSON].into_iter().collect();
    headers.push("host", "127.0.0.1");
    headers.push("accept", "application/json;odata=minimalmetadata");
    headers.push("content-length", length.to_string());
    let date = httpdate::fmt_http_date(std::time::SystemTime::now());
    let target = format!("/devstoreaccount1{path}");
    let mut request = Request { method: method.to_owned(), target, headers, body: Vec::new().into() };
    asking::sign(&mut request, &date);
    let fields: String = request.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("{method} {} HTTP/1.1\r\n{fields}\r\n", request.target)
}

const ENTITY: &[u8] = br#"{"PartitionKey":"p","RowKey":"r","A":1}"#;

#[tokio::test]
async fn a_body_that_breaks_off_is_not_answered() {
    let served = Served::start().await;
    let answer = served.exchange(&head("POST", "/Tab", ENTITY.len() + 1), &[ENTITY], true).await;
    assert_eq!(answer, "");
    let nothing = served.exchange(&head("POST", "/Tab", ENTITY.len()), &[], true).await;
    assert_eq!(nothing, "");
    assert_eq!(served.shared.held(), 0);
    let whole = served.exchange(&head("POST", "/Tab", ENTITY.len()), &[ENTITY], true).await;
    assert!(whole.starts_with("HTTP/1.1 201 "), "{whole}");
}

#[tokio::test]
async fn a_body_that_dawdles_is_given_up() {
    let served = Served::start().await;
    let began = Instant::now();
    let answer = served.exchange(&head("POST", "/Tab", ENTITY.len()), &[&ENTITY[..5]], false).await;
    assert_eq!(answer, "");
    assert!(began.elapsed() >= PATIENCE.pause && began.elapsed() < PATIENCE.body);
    assert_eq!(served.shared.held(), 0);
}

#[tokio::test]
async fn an_overlong_body_is_answered_after_it_was_read() {
    let served = Served::start().await;
    let piece = vec![b' '; 1 << 20];
    let pieces: Vec<&[u8]> = (0..32).map(|_| piece.as_slice()).collect();
    let answer = served.exchange(&head("POST", "/Tab", 32 << 20), &pieces, false).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("RequestBodyTooLarge"), "{answer}");
    assert!(answer.to_ascii_lowercase().contains("\r\nconnection: close\r\n"), "{answer}");
    assert_eq!(served.shared.held(), 0);
}

#[tokio::test]
async fn a_page_for_nul_ends_the_connection() {
    let served = Served::start().await;
    let answer = served.exchange(&head("DELETE", "/Tab(PartitionKey='%00',RowKey='')", 0), &[], false).await;
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.ends_with("</BODY></HTML>\r\n"), "{answer}");
}
