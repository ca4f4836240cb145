//! An oracle that is made on the way, where the first rule takes part that it breaks, answers as one that broke it from the start.

use super::{beside, scripted};
use crate::history::replay::experiment::{Past, usable};
use crate::history::replay::lockstep::Lockstep;
use crate::history::replay::target_side::Source;
use crate::judge::Expected;
use std::sync::Arc;
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::Broken;
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Service, ServiceName, Settings};

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
    let replayer = beside(service, reference).await;
    let mut tried = 0;
    for history in scripted(service).step_by(ONE_OF) {
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
