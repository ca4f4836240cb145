//! Load on a server that stalls once: what waits for it counts, and what is no longer due is not sent.

use super::*;
use crate::bench::budget::Bounds;
use crate::bench::client::{Client, ServerName};
use crate::bench::{Point, WORKLOADS};
use crate::target::{Limits, Target, Transport};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tablestakes_reference::ServiceName;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// How long the server stalls.
const STALL: Duration = Duration::from_millis(300);
/// Which request it stalls at.
const STALLS_AT: u64 = 20;

/// A server that grants everything, and once answers nobody for a while; gives its address.
async fn stalling() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let (answered, busy) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(())));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(connection(stream, Arc::clone(&answered), Arc::clone(&busy)));
        }
    });
    address
}

async fn connection(mut stream: TcpStream, answered: Arc<AtomicU64>, busy: Arc<Mutex<()>>) -> Option<()> {
    let mut held = Vec::new();
    loop {
        // A request is there when its document is.
        while !held.ends_with(b"</QueueMessage>") {
            if stream.read_buf(&mut held).await.ok()? == 0 {
                return None;
            }
        }
        held.clear();
        let one_at_a_time = busy.lock().await;
        if answered.fetch_add(1, Ordering::Relaxed) == STALLS_AT {
            tokio::time::sleep(STALL).await;
        }
        drop(one_at_a_time);
        stream.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").await.ok()?;
    }
}

/// Puts by so many clients.
fn working(address: &str, clients: u64, interrupted: Arc<AtomicBool>) -> Arc<Working> {
    let target = Target::parse_as(address, ServiceName::Queue).unwrap();
    let transport = Transport::new(&target, Limits::default());
    let bounds = Bounds { requests: 10_000, octets: 1 << 30 };
    let client = Client::new((&target, &transport), "ts".to_owned(), bounds, ServerName::default(), interrupted);
    let workload = WORKLOADS.iter().find(|workload| workload.name == "queue-put-by-clients").unwrap();
    Arc::new(Working::new(client, Point::new(workload, clients), 1))
}

/// Operations that took longer than a third of the stall.
fn late(tally: &StepTally) -> u64 {
    let third = u64::try_from(STALL.as_micros() / 3).unwrap();
    tally.latency.count_between(third, u64::MAX)
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_waits_for_a_target_that_stalls_counts() {
    let working = working(&stalling().await, 2, Arc::default());
    let tally = open_loop(&working, Schedule::new(200.0, 200)).await;
    assert_eq!((tally.successes() + tally.unsent, tally.misses()), (200, 0));
    // Sixty were due during the stall, forty of them before its last third.
    assert!(late(&tally) >= 20, "{}", late(&tally));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_loop_hides_it_and_only_warms_up() {
    let working = working(&stalling().await, 2, Arc::default());
    let (tally, _) = warm_up(&working, Duration::from_secs(10), 200).await;
    assert_eq!(tally.successes(), 200);
    // One for each client, and a few on a machine that is busy.
    assert!((1..=15).contains(&late(&tally)), "{}", late(&tally));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_step_sends_nothing_more() {
    let interrupted = Arc::new(AtomicBool::new(true));
    let tally = open_loop(&working(&stalling().await, 2, interrupted), Schedule::new(1000.0, 50)).await;
    assert_eq!((tally.successes(), tally.misses(), tally.unsent), (0, 0, 50));
}
