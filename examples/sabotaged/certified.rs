//! A served reference that breaks rules, and what `certify` says of it: what the measurements of certifying share.

use std::sync::Arc;
use std::time::Duration;
use tablestakes::Live;
use tablestakes::baseline::Baseline;
use tablestakes::engine::{Events, Reach, Request, Restarts, RunResult, Selection, Settings, TargetInfo, run};
use tablestakes::history::{Clocks, Restarting, ShrinkBudget};
use tablestakes::target::{Restart, RestartError, Target, Targets};
use tablestakes_reference::blob::BlobService;
use tablestakes_reference::queue::QueueService;
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::server::{Clock, Shared, serve};
use tablestakes_reference::table::TableService;
use tablestakes_reference::{Profile, ServiceName, Settings as Served};
use tablestakes_suites::catalogue;

/// How a target is certified.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Globs over the ids of checks; all where there is none.
    pub checks: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Histories of each generated check.
    pub cases: u32,
    /// Checks that run side by side. What lists the tables of an account sees those of all.
    pub jobs: usize,
}

/// Restarts the served reference as if its process had ended.
struct InProcess(Arc<Shared>);

impl Restart for InProcess {
    fn start(&self) -> futures_util::future::BoxFuture<'_, Result<(), RestartError>> {
        self.0.restart();
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A served reference that breaks rules; ends with the value.
pub struct Sabotaged {
    /// The target that it is.
    pub live: Arc<Live>,
    service: ServiceName,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Sabotaged {
    /// Serves a service of a reference that breaks these rules. What it chooses freely is drawn from the seed; its time jumps
    /// where a history waits.
    pub async fn start(service: ServiceName, broken: &[RuleId], seed: u64) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port of the loopback interface");
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().expect("an address"));
        let settings = Served { broken: broken.iter().copied().collect(), ..Served::default() };
        let clocks = Arc::new(Clocks::default());
        let clock = Arc::clone(&clocks) as Arc<dyn Clock>;
        let shared = match service {
            ServiceName::Table => Shared::by_clock(clock, TableService::new(settings), seed),
            ServiceName::Queue => Shared::by_clock(clock, QueueService::new(settings), seed),
            ServiceName::Blob => Shared::by_clock(clock, BlobService::new(settings), seed),
        };
        let served = tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
        let target = Target::parse_as(&address, service).expect("an address of a target");
        let how = Restarting { how: Arc::new(InProcess(shared)), ready: Duration::from_secs(10) };
        let live = Live::new(&Targets::one(target), Duration::from_secs(10), None, Profile::Cloud);
        let live = live.restarting(how).by_clocks(&clocks);
        Self { live: Arc::new(live), service, served }
    }

    /// Certifies it, with what a baseline knows.
    pub async fn certified(&self, baseline: &Baseline, asked: &Asked) -> Arc<RunResult> {
        let request = Request {
            services: vec![self.service],
            emulated: true,
            restarts: Restarts::Durable,
            checks: asked.checks.clone(),
            ..Request::default()
        };
        let selection = Selection::new(catalogue(), &request).expect("checks");
        let settings = Settings {
            seed: asked.seed,
            cases: asked.cases,
            jobs: asked.jobs,
            confirmations: 1,
            shrink: ShrinkBudget { attempts: 30, time: Duration::from_secs(10) },
            shrinks_late: false,
            findings_per_check: 5,
            deny: std::collections::BTreeSet::new(),
            assume: std::collections::BTreeSet::new(),
        };
        let (events, _receiver) = Events::channel();
        let (reach, info) = (Arc::new(Reach::new(None)), TargetInfo::default());
        run(Arc::clone(&self.live), &selection, &settings, baseline, info, reach, events).await
    }
}

impl Drop for Sabotaged {
    fn drop(&mut self) {
        self.served.abort();
    }
}
