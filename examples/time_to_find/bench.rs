//! A reference that breaks one rule, and how soon the checks of several clients and of faults notice.

#![expect(clippy::unwrap_used, reason = "a measurement and a test fail by it")]

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tablestakes::concurrency::replay;
use tablestakes::engine::draw;
use tablestakes::history::{Names, Replayer, Replayers};
use tablestakes::target::{Axes, Limits, Target, Transport};
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Service, ServiceName, Settings};
use tablestakes_suites::{Suite, catalogue};

/// Histories of each check that `certify` replays if it is not told otherwise.
const CASES: u32 = 50;

/// Where histories are replayed.
pub struct Bench {
    tables: Arc<Shared>,
    queues: Arc<Shared>,
    blobs: Arc<Shared>,
    replayers: Replayers,
}

/// Serves a service; what connections share, and a replayer for it.
async fn served(service: impl Service + 'static, name: ServiceName, names: &Arc<Names>) -> (Arc<Shared>, Replayer) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let shared = Shared::new(service, 1);
    tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
    let target = Target::parse_as(&address, name).unwrap();
    let transport = Transport::new(&target, Limits::default());
    (shared, Replayer::new(target, transport, Axes::default(), Arc::clone(names)))
}

impl Bench {
    /// Serves a reference that keeps every rule so far.
    pub async fn start() -> Self {
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let tables = TableService::new(Settings::default());
        let (tables, of_tables) = served(tables, ServiceName::Table, &names).await;
        let queues = QueueService::new(Settings::default());
        let (queues, of_queues) = served(queues, ServiceName::Queue, &names).await;
        let blobs = BlobService::new(Settings::default());
        let (blobs, of_blobs) = served(blobs, ServiceName::Blob, &names).await;
        let replayers = Replayers::one(of_tables).and(of_queues).and(of_blobs);
        Self { tables, queues, blobs, replayers }
    }

    fn break_rule(&self, rule: RuleId) {
        let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
        match ServiceName::of_id(rule.as_str()) {
            Some(ServiceName::Queue) => self.queues.replace(QueueService::new(settings)),
            Some(ServiceName::Blob) => self.blobs.replace(BlobService::new(settings)),
            _ => self.tables.replace(TableService::new(settings)),
        }
    }

    /// How many histories it takes until one is blamed on the rule, and how long.
    pub async fn found(&self, rule: RuleId, seed: u64) -> Option<(u32, Duration)> {
        self.break_rule(rule);
        let started = Instant::now();
        let mut replayed = 0;
        let checks: Vec<_> = catalogue()
            .into_iter()
            .filter(|check| matches!(check.suite, Suite::Concurrency | Suite::Faults) && check.rules.contains(&rule))
            .collect();
        // `certify` runs the checks side by side: what counts is how soon any of them notices.
        for case in 0..CASES {
            for check in &checks {
                let history = draw(check, seed, case).unwrap();
                // A reference that leaves requests unanswered may leave the history's tables so.
                let Ok(outcome) = replay(self.replayers.of(history.service), &history).await else { continue };
                replayed += 1;
                if outcome.mismatches().any(|mismatch| mismatch.rule == rule) {
                    return Some((replayed, started.elapsed()));
                }
            }
        }
        None
    }
}

/// The rules about several clients and about faults that can be broken, and the one about transactions that shows there as well.
pub fn sabotages() -> Vec<RuleId> {
    let of_topic = |rule: &RuleId| matches!(rule.rule().topic, "concurrency" | "faults");
    let topic = RuleId::all().filter(|rule| of_topic(rule) && rule.rule().broken.is_some());
    topic.chain(RuleId::find("table.batch.atomic")).collect()
}
