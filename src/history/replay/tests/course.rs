//! An oracle that is made on the way, where the first rule takes part that it breaks, answers as one that broke it from the start.

use crate::history::replay::experiment::{Past, usable};
use crate::history::replay::lockstep::Lockstep;
use crate::history::replay::target_side::Source;
use crate::history::{Names, Replayer};
use crate::judge::Expected;
use crate::target::{Axes, Limits, Target, Transport};
use std::sync::Arc;
use std::time::SystemTime;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::history::History;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Service, ServiceName, Settings};
use tablestakes_suites::catalogue;
use tablestakes_suites::check::Source as Questions;
use tokio::net::TcpListener;

/// One of so many histories is tried.
const ONE_OF: usize = 80;
/// So many rules of each history are.
const RULES: usize = 60;

/// What the oracle answers to every step, and which rules took part in it.
fn said(past: &Past<'_, '_>, broken: &Broken) -> Option<Vec<String>> {
    let replay = past.play(broken)?;
    let step = |answers: &Arc<Vec<Expected>>| {
        let answers: Vec<_> = answers.iter().map(|held| &held.answer).collect();
        format!("{answers:?}")
    };
    Some(replay.answers.iter().map(step).collect())
}

async fn try_all(service: ServiceName, reference: impl Service + 'static) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    tokio::spawn(serve(listener, Shared::new(reference, 1), std::future::pending()));
    let mut target = Target::parse(&address).unwrap();
    target.service = service;
    let transport = Transport::new(&target, Limits::default());
    let names = Arc::new(Names::new(1, SystemTime::now()));
    let replayer = Replayer::new(target, transport, Axes::default(), names);
    let scripted = catalogue().into_iter().filter_map(|check| match check.source {
        Questions::Scripted(history) => Some(history()),
        _ => None,
    });
    let of_one_client = |history: &History| history.service == service && history.branches.is_empty();
    let mut tried = 0;
    for history in scripted.filter(of_one_client).step_by(ONE_OF) {
        let source = Source::Wire(replayer.transport());
        let mut lockstep = Lockstep::new(&replayer, &history, source, replayer.prefix());
        lockstep.set_up().await.unwrap();
        lockstep.steps().await;
        let on_the_way = lockstep.past();
        for rule in usable(&lockstep.seen, &Broken::none()).take(RULES) {
            let broken = Broken::none().and(rule);
            assert_eq!(said(&on_the_way, &broken), said(&lockstep.past(), &broken), "{rule:?} {:?}", history.rules);
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[tokio::test]
async fn on_tables() {
    try_all(ServiceName::Table, TableService::new(Settings::default())).await;
}

#[tokio::test]
async fn on_queues() {
    try_all(ServiceName::Queue, QueueService::new(Settings::default())).await;
}

#[tokio::test]
async fn on_blobs() {
    try_all(ServiceName::Blob, BlobService::new(Settings::default())).await;
}
