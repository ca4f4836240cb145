//! How many requests the oracle answers in a second on one core, in process: point reads and inserts, every signature
//! verified, clock and ids deterministic. Requests are made and signed beforehand; only answering is timed.
//!
//! ```text
//! cargo run --release -p tablestakes-reference --example throughput -- [SECONDS]
//! ```

use std::time::{Duration, Instant};
use tablestakes_reference::auth::{Scheme, string_to_sign};
use tablestakes_reference::datetime::DateTime;
use tablestakes_reference::http::{Headers, Request};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Account, SequentialIds, Settings};

/// Entities in the table that is read from, and requests that are made beforehand.
const ENTITIES: usize = 20_000;
/// Unix time of every request.
const NOW: i64 = 784_111_777;
/// The same as requests write it.
const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(5.0_f64);
    let time = Duration::from_secs_f64(seconds.clamp(0.1, 3600.0));
    let inserts: Vec<Request> = (0..ENTITIES).map(insert).collect();
    let reads: Vec<Request> = (0..ENTITIES).map(read).collect();

    let mut asked = Asked::new();
    asked.all(&inserts, 204);
    let mut counted = Counted::default();
    while counted.spent < time {
        counted.time(ENTITIES, || asked.all(&reads, 200));
    }
    println!("point reads/s  {:>9.0}", counted.rate());

    let mut counted = Counted::default();
    while counted.spent < time {
        let mut asked = Asked::new();
        counted.time(ENTITIES, || asked.all(&inserts, 204));
    }
    println!("inserts/s      {:>9.0}", counted.rate());
}

/// Requests counted, and the time that they took.
#[derive(Default)]
struct Counted {
    requests: usize,
    spent: Duration,
}

impl Counted {
    fn time(&mut self, requests: usize, work: impl FnOnce()) {
        let begin = Instant::now();
        work();
        self.spent += begin.elapsed();
        self.requests += requests;
    }

    fn rate(&self) -> f64 {
        let requests = u32::try_from(self.requests).map_or(f64::INFINITY, f64::from);
        requests / self.spent.as_secs_f64()
    }
}

/// A service with an empty table.
struct Asked {
    service: TableService,
    ids: SequentialIds,
}

impl Asked {
    fn new() -> Self {
        let mut asked = Self { service: TableService::new(Settings::default()), ids: SequentialIds::default() };
        asked.all(&[signed("POST", "/Tables", r#"{"TableName":"throughput"}"#)], 204);
        asked
    }

    fn all(&mut self, requests: &[Request], status: u16) {
        for request in requests {
            let answer = self.service.handle(request, DateTime::from_unix(NOW, 0), &mut self.ids);
            assert_eq!(answer.response.status, status, "{}", request.target);
        }
    }
}

/// The key of an entity: twenty in each partition.
fn key(number: usize) -> (String, String) {
    (format!("partition-{:05}", number / 20), format!("row-{number:06}"))
}

fn insert(number: usize) -> Request {
    let (partition, row) = key(number);
    let body = format!(
        r#"{{"PartitionKey":"{partition}","RowKey":"{row}","Name":"entity {number}","Count":{number},"Weight":{number}.5,"Active":true,"Seen@odata.type":"Edm.DateTime","Seen":"2024-02-29T12:30:15.25Z"}}"#
    );
    signed("POST", "/throughput", &body)
}

fn read(number: usize) -> Request {
    let (partition, row) = key(number);
    signed("GET", &format!("/throughput(PartitionKey='{partition}',RowKey='{row}')"), "")
}

/// A request as a current client writes it.
fn signed(method: &str, path: &str, body: &str) -> Request {
    let account = Account::emulator();
    let mut headers = Headers::new();
    headers.push("host", "127.0.0.1:10002");
    headers.push("user-agent", "throughput");
    headers.push("x-ms-version", "2019-02-02");
    headers.push("x-ms-date", DATE);
    headers.push("accept", "application/json;odata=minimalmetadata");
    if !body.is_empty() {
        headers.push("content-type", "application/json");
        headers.push("content-length", body.len().to_string());
        headers.push("prefer", "return-no-content");
    }
    let mut request = Request {
        method: method.to_owned(),
        target: format!("/{}{path}", account.name),
        headers,
        body: body.as_bytes().to_vec().into(),
    };
    let text = string_to_sign(Scheme::SharedKey, &account.name, &request, &request.target, "");
    let authorization = format!("SharedKey {}:{}", account.name, account.key.sign(&text));
    request.headers.push("authorization", authorization);
    request
}
