//! No answer, or half of one.

use super::server::{Play, serve};
use super::{certify, nothing_passes};
use crate::Tool;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

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
fn garbage_silence_and_halves() {
    for liar in [
        |_, _| Play::Last(b"\x00\xff\x1b[2J not HTTP at all\r\n\r\n".to_vec()),
        |_, _| Play::Last(Vec::new()),
        |_, _| Play::Last(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".to_vec()),
        |_, _| Play::Last(b"HTTP/1.1 200".to_vec()),
        |_, _| Play::Hang(b"HTTP/1.1 200 OK\r\nContent-Le".to_vec()),
        |_, _| Play::Hang(Vec::new()),
        |_, _| Play::Reset,
    ] as [super::server::Liar; 7]
    {
        nothing_passes(&certify(&serve(liar), &["smoke"]).1);
    }
}

/// The set-up is answered as it should be; every question meets a connection that ends.
#[test]
fn a_connection_that_is_reset_at_every_question() {
    let target = serve(|request, answer| {
        if super::server::is_set_up(request) { Play::Say(super::server::written(&answer, &[])) } else { Play::Reset }
    });
    nothing_passes(&certify(&target, &["smoke"]).1);
}

/// Which requests are left without an answer: 3 of 100, by a seed.
static SILENT: LazyLock<Mutex<ChaCha8Rng>> = LazyLock::new(|| Mutex::new(ChaCha8Rng::seed_from_u64(14)));

/// A server that works but for 3 of 100 requests would make a run last as long as the limits of all these requests: it is given
/// up, and the report says why and holds what was found until then.
#[test]
fn a_target_that_is_often_silent() {
    let target = serve(|_, answer| {
        let silent = SILENT.lock().unwrap().next_u32() % 100 < 3;
        if silent { Play::Hang(Vec::new()) } else { Play::Say(super::server::written(&answer, &[])) }
    });
    let tool = Tool::new();
    let began = Instant::now();
    let ran = tool.run(["certify", &target, "--request-timeout", "2s", "--silence", "20s"]).ended_with(3);
    // Four jobs wait side by side; the rest is the run itself.
    assert!(began.elapsed() < Duration::from_secs(180), "{:?}", began.elapsed());
    let report = tool.assert_reports();
    let gone = report["target"]["gone"].as_str().unwrap();
    assert!(gone.contains("unresponsive") && gone.contains("without an answer"), "{gone}");
    assert!(ran.stdout.contains("unresponsive"), "{}", ran.stdout);
    assert!(report["summary"]["pass"].as_u64() > Some(0) && !report["findings"].as_array().unwrap().is_empty());
}
