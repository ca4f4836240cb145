//! A reference that breaks rules, and the gate before it: certified with a baseline in memory.

#![expect(clippy::expect_used, reason = "a measurement and a test fail by it")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tablestakes::Live;
use tablestakes::baseline::{Baseline, Update, updated};
use tablestakes::engine::{
    Events, Finding, Reach, Request, Restarts, RunResult, Selection, Settings, Severity, Subject as _, TargetInfo, run,
};
use tablestakes::history::{Restarting, ShrinkBudget};
use tablestakes::judge::Mismatch;
use tablestakes::target::{Restart, RestartError, Target};
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Profile, Settings as Served, TableService};
use tablestakes_suites::{Check, catalogue};

/// A baseline that knows nothing.
pub const EMPTY: &str = "schema = 1\n";

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

/// The rules of tables that can be broken, and that some check tries.
pub fn breakable() -> Vec<RuleId> {
    let checks = catalogue();
    let is_tried = |rule: &RuleId| checks.iter().any(|check| check.rules.contains(rule));
    let rules = RuleId::all().filter(|id| {
        let rule = id.rule();
        rule.service == "table" && rule.broken.is_some() && rule.profile.is_none() && rule.is_binding()
    });
    rules.filter(is_tried).collect()
}

/// The checks that try one of these rules, as globs.
pub fn trying(rules: &[RuleId]) -> Vec<String> {
    let tries = |check: &Check| check.rules.iter().any(|rule| rules.contains(rule));
    catalogue().into_iter().filter(tries).map(|check| check.id.to_owned()).collect()
}

/// A served reference that breaks rules; ends with the value.
struct Breaking {
    live: Live,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Breaking {
    async fn start(broken: &[RuleId]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port of the loopback interface");
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().expect("an address"));
        let service = TableService::new(Served { broken: broken.iter().copied().collect(), ..Served::default() });
        let shared = Shared::new(service, 1);
        let served = tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
        let target = Target::parse(&address).expect("an address of a target");
        let how = Restarting { how: Arc::new(InProcess(shared)), ready: Duration::from_secs(10) };
        let live = Live::new(&target, Duration::from_secs(10), None, Profile::Cloud).restarting(how);
        Self { live, served }
    }
}

/// Certifies a reference that breaks these rules, with what a baseline knows.
pub async fn certified(broken: &[RuleId], baseline: &str, asked: &Asked) -> Arc<RunResult> {
    let Breaking { live, served } = Breaking::start(broken).await;
    let request =
        Request { emulated: true, restarts: Restarts::Durable, checks: asked.checks.clone(), ..Request::default() };
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
    let baseline = Baseline::parse(Path::new("baseline"), baseline).expect("a baseline");
    let result = run(Arc::new(live), &selection, &settings, &baseline, info, reach, events).await;
    served.abort();
    result
}

/// The differences that a finding's history shows on a reference that breaks these rules.
pub async fn replayed(broken: &[RuleId], finding: &Finding) -> Vec<Mismatch> {
    let Breaking { live, served } = Breaking::start(broken).await;
    let replayed = live.replay(finding.asked, &finding.history, None).await;
    served.abort();
    replayed.map(|replayed| replayed.mismatches().cloned().collect()).unwrap_or_default()
}

/// Whether one of these differences breaks the rule of a finding, or the one that it comes down to.
pub fn is_shown(finding: &Finding, cause: RuleId, mismatches: &[Mismatch]) -> bool {
    mismatches.iter().any(|held| held.rule == cause || finding.signature.rule() == Some(held.rule))
}

/// What `--baseline-update` makes of a baseline after a run.
pub fn learned(baseline: &str, result: &RunResult) -> String {
    updated(Path::new("baseline"), baseline, result, Update::default()).expect("a baseline").0
}

/// The findings that make the gate red.
pub fn unknown(result: &RunResult) -> Vec<&Finding> {
    let fails = |finding: &&Finding| finding.severity == Severity::Failure && finding.known.is_none();
    result.findings.iter().filter(fails).collect()
}

/// Whether one of the findings that make the gate red names this rule, or comes down to it.
pub fn names(result: &RunResult, rule: RuleId) -> bool {
    unknown(result)
        .iter()
        .any(|finding| finding.signature.rule() == Some(rule) || result.cause_of(&finding.signature) == Some(rule))
}
