//! One measurement: a reference that breaks random rules, certified.

use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes::Live;
use tablestakes::baseline::Baseline;
use tablestakes::engine::{
    Events, Outcome, Reach, Request, Restarts, RunResult, Selection, Settings, Signature, TargetInfo, run,
};
use tablestakes::history::{Restarting, ShrinkBudget};
use tablestakes::target::{Restart, RestartError, Target};
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Profile, Settings as Served, TableService};
use tablestakes_suites::catalogue;

/// What a measurement came to.
pub struct Measured {
    /// The rules that were broken.
    pub rules: Vec<RuleId>,
    /// How many these are.
    pub broken: usize,
    /// Those of them that no cause names.
    pub missed: Vec<RuleId>,
    /// Causes.
    pub causes: usize,
    /// The rules among these that are intact, each with a finding.
    pub intact: Vec<(RuleId, String)>,
    /// Checks whose question could not be put.
    pub blocked: usize,
    /// Checks that failed.
    pub failed: usize,
    /// Requests sent.
    pub requests: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Restarts the served reference as if its process had ended.
struct InProcess(Arc<Shared>);

impl Restart for InProcess {
    fn start(&self) -> futures_util::future::BoxFuture<'_, Result<(), RestartError>> {
        self.0.restart();
        Box::pin(std::future::ready(Ok(())))
    }
}

/// What is asked, and how the target is restarted.
#[derive(Default)]
pub struct Selected {
    /// Histories of each generated check.
    pub cases: u32,
    /// The served reference, where it can be restarted.
    pub restarted: Option<Arc<Shared>>,
}

/// Breaks so many rules, and certifies with so many histories of each generated check.
pub async fn measure(faults: usize, seed: u64, cases: u32) -> Measured {
    let mut rules: Vec<RuleId> = RuleId::all().filter(|rule| is_in_question(*rule)).collect();
    rules.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    rules.truncate(faults);
    let broken: Broken = rules.iter().copied().collect();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port of the loopback interface");
    let address = format!("http://{}/devstoreaccount1", listener.local_addr().expect("an address"));
    let shared = Shared::new(TableService::new(Served { broken, ..Served::default() }), seed);
    let served = tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
    let began = Instant::now();
    let result = certified(&address, Selected { cases, restarted: Some(shared) }).await;
    served.abort();
    let named: Vec<RuleId> = result.causes.iter().map(|cause| cause.rule).collect();
    Measured {
        broken: rules.len(),
        missed: rules.iter().copied().filter(|rule| !named.contains(rule)).collect(),
        causes: named.len(),
        intact: result
            .causes
            .iter()
            .filter(|cause| !rules.contains(&cause.rule))
            .map(|cause| (cause.rule, told(&result, &cause.findings[0])))
            .collect(),
        blocked: result.checks.iter().filter(|check| matches!(check.outcome, Outcome::Blocked { .. })).count(),
        failed: result.count("fail"),
        requests: result.requests,
        seconds: began.elapsed().as_secs_f64(),
        rules,
    }
}

/// Certifies what answers at this address.
pub async fn certified(address: &str, selected: Selected) -> Arc<RunResult> {
    let target = Target::parse(address).expect("an address of a target");
    let live = Live::new(&target, Duration::from_secs(10), None, Profile::Cloud);
    let restarts = if selected.restarted.is_some() { Restarts::Durable } else { Restarts::Unknown };
    let live = match selected.restarted {
        Some(shared) => {
            live.restarting(Restarting { how: Arc::new(InProcess(shared)), ready: Duration::from_secs(10) })
        }
        None => live,
    };
    let request = Request { emulated: true, restarts, ..Request::default() };
    let selection = Selection::new(catalogue(), &request).expect("checks");
    let settings = Settings {
        seed: 1,
        cases: selected.cases,
        jobs: 4,
        confirmations: 1,
        shrink: ShrinkBudget { attempts: 30, time: Duration::from_secs(10) },
        shrinks_late: false,
        findings_per_check: 5,
        deny: std::collections::BTreeSet::new(),
        assume: std::collections::BTreeSet::new(),
    };
    let (events, _receiver) = Events::channel();
    let (reach, info) = (Arc::new(Reach::new(None)), TargetInfo::default());
    run(Arc::new(live), &selection, &settings, &Baseline::none(), info, reach, events).await
}

fn told(result: &RunResult, signature: &Signature) -> String {
    let Some(finding) = result.finding(signature) else { return signature.to_string() };
    let mismatch = finding
        .mismatch()
        .map(|held| format!("\n        expected {}\n        actual   {}", held.expected, held.actual));
    let (explained, alone, steps) = (finding.explained, finding.alone, finding.history.all_steps().count());
    let steps_told = serde_json::to_string(&finding.history.steps).unwrap_or_default();
    format!(
        "{signature} in {}: explained {explained}, alone {alone}, {steps} steps{}\n        {steps_told}",
        finding.origin.check,
        mismatch.unwrap_or_default()
    )
}

/// Whether a rule can be broken, and is asked by the suites: those of the table service.
fn is_in_question(rule: RuleId) -> bool {
    let held = rule.rule();
    held.broken.is_some() && held.profile.is_none() && held.service == "table"
}
