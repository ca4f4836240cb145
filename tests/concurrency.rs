//! What breaks only when several clients meet is found with the settings that `certify` has by default, and nothing is
//! found where nothing is broken.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tablestakes::engine::draw;
use tablestakes::history::{Names, Replayer};
use tablestakes::target::{Axes, Limits, Target, Transport};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Settings, TableService};
use tablestakes_suites::{Suite, catalogue};

/// Histories of each check that `certify` replays if it is not told otherwise.
const CASES: u32 = 50;

struct Bench {
    shared: Arc<Shared>,
    replayer: Replayer,
}

impl Bench {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
        let shared = Shared::new(TableService::new(Settings::default()), 1);
        tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
        let target = Target::parse(&address).unwrap();
        let transport = Transport::new(&target, Limits::default());
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        Self { shared, replayer: Replayer::new(target, transport, Axes::default(), names) }
    }

    fn break_rule(&self, rule: RuleId) {
        let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
        self.shared.replace(TableService::new(settings));
    }

    /// How many histories it takes until one is blamed on the rule, and how long.
    async fn found(&self, rule: RuleId, seed: u64) -> Option<(u32, Duration)> {
        self.break_rule(rule);
        let started = Instant::now();
        let mut replayed = 0;
        let checks: Vec<_> = catalogue()
            .into_iter()
            .filter(|check| check.suite == Suite::Concurrency && check.rules.contains(&rule))
            .collect();
        // `certify` runs the checks side by side: what counts is how soon any of them notices.
        for case in 0..CASES {
            for check in &checks {
                let history = draw(check, seed, case).unwrap();
                let outcome = self.replayer.replay(&history).await.unwrap();
                replayed += 1;
                if outcome.mismatches().iter().any(|mismatch| mismatch.rule == rule) {
                    return Some((replayed, started.elapsed()));
                }
            }
        }
        None
    }
}

/// The rules about concurrency that can be broken, and the one about transactions that shows there as well.
fn sabotages() -> Vec<RuleId> {
    let topic = RuleId::all().filter(|rule| rule.rule().topic == "concurrency" && rule.rule().broken.is_some());
    topic.chain(RuleId::find("table.batch.atomic")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_broken_rule_is_found() {
    let bench = Bench::start().await;
    let mut missed = Vec::new();
    for rule in sabotages() {
        if bench.found(rule, 1).await.is_none() {
            missed.push(rule);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// `cargo test --release --test concurrency -- --ignored --nocapture` measures how long it takes, over twenty seeds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures"]
async fn time_to_find_each() {
    let bench = Bench::start().await;
    for rule in sabotages() {
        let mut times = Vec::new();
        for seed in 1..=20 {
            times.extend(bench.found(rule, seed).await);
        }
        times.sort_by_key(|(_, time)| *time);
        let Some((replayed, median)) = times.get(times.len() / 2) else { panic!("{rule} is never found") };
        let longest = times.last().map(|(_, time)| time.as_millis()).unwrap_or_default();
        println!(
            "{rule}: {} of 20 seeds, median {} ms ({replayed} histories), longest {longest} ms",
            times.len(),
            median.as_millis()
        );
    }
}
