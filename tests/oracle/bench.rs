//! What these tests share: the reference behind HTTP on a port of its own, a replayer for it, and the histories of checks.

use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes::concurrency::replay;
use tablestakes::engine::draw;
use tablestakes::history::{Clocks, Names, Replayed, Replayer, Replayers, Restarting};
use tablestakes::target::{Axes, Limits, Restart, RestartError, Target, Transport};
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::history::History;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::server::{Clock, Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Service, ServiceName, Settings};
use tablestakes_suites::{Check, Source, UNCHECKED};

/// Restarts the served reference as if its process had ended.
struct InProcess(Vec<Arc<Shared>>);

impl Restart for InProcess {
    fn start(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        self.0.iter().for_each(|shared| shared.restart());
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The reference behind HTTP, and a replayer for each of its services.
pub(crate) struct Bench {
    pub(crate) replayers: Replayers,
    /// For histories about an account that keeps versions of blobs.
    versioned: Replayer,
    pub(crate) names: Arc<Names>,
    /// The addresses of its services, the account included.
    pub(crate) addresses: Vec<String>,
    tables: Arc<Shared>,
    queues: Arc<Shared>,
    blobs: Arc<Shared>,
}

/// Serves one service; its address, and what connections share.
async fn served(service: impl Service + 'static, clocks: &Arc<Clocks>, seed: u64) -> (String, Arc<Shared>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
    let shared = Shared::by_clock(Arc::clone(clocks) as Arc<dyn Clock>, service, seed);
    tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
    (address, shared)
}

impl Bench {
    /// Starts it. It ends with the test's runtime.
    pub(crate) async fn start(seed: u64) -> Self {
        let clocks = Arc::new(Clocks::default());
        let (table_address, tables) = served(TableService::new(Settings::default()), &clocks, seed).await;
        let (queue_address, queues) = served(QueueService::new(Settings::default()), &clocks, seed).await;
        let (blob_address, blobs) = served(BlobService::new(Settings::default()), &clocks, seed).await;
        let versioning = Settings { versioning: true, ..Settings::default() };
        let (versioned_address, _) = served(BlobService::new(versioning), &clocks, seed).await;
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let how = Arc::new(InProcess(vec![Arc::clone(&tables), Arc::clone(&queues), Arc::clone(&blobs)]));
        let restarting = Restarting { how, ready: Duration::from_secs(10) };
        let replayer = |address: &str, service| {
            let target = Target::parse_as(address, service).unwrap();
            let transport = Transport::new(&target, Limits::default());
            let replayer = Replayer::new(target, transport, Axes::default(), Arc::clone(&names));
            replayer.with_restarting(restarting.clone()).with_clocks(Arc::clone(&clocks))
        };
        let replayers = Replayers::one(replayer(&table_address, ServiceName::Table))
            .and(replayer(&queue_address, ServiceName::Queue))
            .and(replayer(&blob_address, ServiceName::Blob));
        let versioned = replayer(&versioned_address, ServiceName::Blob);
        let addresses = vec![table_address, queue_address, blob_address, versioned_address];
        Self { replayers, versioned, names, addresses, tables, queues, blobs }
    }

    /// The replayer that a history is for.
    pub(crate) fn replayer(&self, history: &History) -> &Replayer {
        if history.versions { &self.versioned } else { self.replayers.of(history.service) }
    }

    /// A history replayed where a rule is broken, or none: in process where an oracle can play it, else over HTTP. None if its
    /// fixtures cannot be created.
    pub(crate) async fn replay(&self, axes: Axes, history: &History, broken: Option<RuleId>) -> Option<Replayed> {
        let replayer = self.replayer(history);
        if let Some(replayed) = replayer.replay_breaking(axes, history, broken.as_slice()) {
            return Some(replayed);
        }
        if let Some(rule) = broken {
            self.break_rule(rule);
        }
        replay(&replayer.with_axes(axes), history).await.ok()
    }

    /// Puts a service that holds nothing and breaks this rule in place of the one there is.
    fn break_rule(&self, rule: RuleId) {
        let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
        match ServiceName::of_id(rule.as_str()) {
            Some(ServiceName::Queue) => self.queues.replace(QueueService::new(settings)),
            Some(ServiceName::Blob) => self.blobs.replace(BlobService::new(settings)),
            _ => self.tables.replace(TableService::new(settings)),
        }
    }
}

/// The rules that checks try, or should. Those that none can are tried beside the reference, by histories of their own
/// (`reference/tests`).
pub(crate) fn rules_with_checks() -> impl Iterator<Item = RuleId> {
    RuleId::all().filter(|rule| !UNCHECKED.iter().any(|(unchecked, _)| unchecked == rule))
}

/// A check's one history, or as many as are asked for of one that is generated.
pub(crate) fn histories(check: &Check, seed: u64, drawn: u32) -> Vec<History> {
    match check.source {
        Source::Scripted(history) => vec![history()],
        Source::Generated(_) | Source::Crowd { .. } => {
            (0..drawn).map(|case| draw(check, seed, case).expect("a history can be drawn")).collect()
        }
    }
}
