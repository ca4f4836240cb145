//! Targets that are too busy: what they refuse is sent again, what times out is left open, and time goes on meanwhile.

use super::{JSON, Script, beside, good, history, last_verdict, query, replayer, says, serve};
use crate::history::ReplayError;
use crate::judge::{Undecided, Verdict};
use crate::target::{Throttling, TransportFailure};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tablestakes_reference::history::{History, Step};
use tablestakes_reference::queue::{Ask, QueueService};
use tablestakes_reference::table::Operation;
use tablestakes_reference::{ServiceName, Settings, Throttle};

const TIMED_OUT: (&str, &str) = ("x-ms-error-code", "OperationTimedOut");

fn create() -> Step {
    Operation::CreateTable { table: "${table:7}x".into(), prefer: None }.into()
}

#[tokio::test]
async fn what_a_busy_target_says_is_no_finding() {
    let slow: Script = |method, target| if method == "GET" { says(429, &[], "") } else { good(method, target) };
    assert_eq!(last_verdict(slow, vec![query(None)]).await, Verdict::Undecided(Undecided::Busy));
    let late: Script =
        |method, target| if method == "GET" { says(500, &[TIMED_OUT], "") } else { good(method, target) };
    assert_eq!(last_verdict(late, vec![query(None)]).await, Verdict::Undecided(Undecided::TimedOut));
    // Any other failure of the server is one.
    let broken: Script = |method, target| if method == "GET" { says(500, &[JSON], "{}") } else { good(method, target) };
    assert!(matches!(last_verdict(broken, vec![query(None)]).await, Verdict::Mismatch(_)));
}

/// A server that refuses every other request.
fn every_other(method: &str, target: &str) -> Option<tablestakes_reference::http::Response> {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    match ASKED.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => says(503, &[JSON], ""),
        _ => good(method, target),
    }
}

#[tokio::test]
async fn what_is_refused_is_sent_again() {
    let (target, log) = serve(every_other).await;
    let throttling = Throttling::new(Duration::from_secs(30), 1);
    let replayer = replayer(target, good).putting_up_with(&throttling);
    let replayed = replayer.in_lockstep(&history(vec![query(None), create()])).await.unwrap();
    assert!(replayed.steps.iter().all(|step| step.verdict == Verdict::Allowed), "{:?}", replayed.steps);
    let sent = log.lock().unwrap().len();
    assert_eq!(sent as u64, replayed.requests * 2, "each of them twice");
    assert_eq!(throttling.throttled().answers, replayed.requests);
    assert!(throttling.throttled().waited > Duration::ZERO);
}

#[tokio::test]
async fn a_target_that_is_always_busy_does_not_live() {
    let busy: Script = |_, _| says(503, &[], "");
    let (target, _) = serve(busy).await;
    let replayer = replayer(target, good).putting_up_with(&Throttling::new(Duration::from_secs(1), 1));
    assert!(matches!(replayer.probe().await, Err(TransportFailure::Busy(_))));
    let error = replayer.in_lockstep(&history(vec![query(None)])).await.unwrap_err();
    assert!(matches!(error, ReplayError::Busy { timed_out: false, .. }) && !error.is_refusal(), "{error}");
}

#[tokio::test]
async fn a_message_that_was_waited_for_is_visible_on_both_sides() {
    let throttle = Some(Throttle::new("queue=1/s".parse().unwrap()));
    let replayer = beside(ServiceName::Queue, QueueService::new(Settings { throttle, ..Settings::default() })).await;
    let replayer = replayer.putting_up_with(&Throttling::new(Duration::from_secs(30), 1));
    let queue = || "${queue}".to_owned();
    let put =
        Ask::PutMessage { queue: queue(), text: "a".into(), visibility: Some("1".to_owned()), time_to_live: None };
    // It is taken a second later, since no more than one request in a second is let in.
    let get = Ask::GetMessages { queue: queue(), count: None, visibility: None };
    let steps = vec![put.into(), get.into()];
    let history = History {
        rules: Vec::new(),
        service: ServiceName::Queue,
        fixtures: 1,
        steps,
        branches: Vec::new(),
        versions: false,
    };
    let replayed = replayer.in_lockstep(&history).await.unwrap();
    assert!(replayed.steps.iter().all(|step| step.verdict == Verdict::Allowed), "{:?}", replayed.steps);
    let answer = replayed.steps[1].exchanges[0].actual.as_ref().unwrap();
    assert!(String::from_utf8_lossy(&answer.body).contains("<MessageText>a</MessageText>"));
}
