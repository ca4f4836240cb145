//! The checks as tests of a Rust project: an emulator written in Rust certifies inside its own `cargo test`.
//!
//! ```no_run
//! // tests/conformance.rs, with `harness = false` in Cargo.toml:
//! // [[test]]
//! // name = "conformance"
//! // harness = false
//! tablestakes::cargo_tests! {
//!     // Starts the server, and returns its address or connection string; evaluated once, and only if a test runs.
//!     start: || "http://127.0.0.1:10002/devstoreaccount1".to_owned(),
//!     // The deviations that are known; may be left out.
//!     baseline: "tests/known.toml",
//! }
//! ```
//!
//! Each check is a test under its id, so `cargo test -- table.batch` runs those of transactions. What the baseline knows passes,
//! advice is printed and fails nobody, and a check that could not be judged fails.

use crate::baseline::Baseline;
use crate::engine::{
    Events, FINDINGS_PER_CHECK, Reach, Request, RunResult, Selection, Settings, TargetInfo, run as run_checks,
};
use crate::finding::{Finding, Outcome, SkipReason, printable, redact};
use crate::history::ShrinkBudget;
use crate::live::Live;
use crate::target::{Target, Targets};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use tablestakes_reference::Profile;
use tablestakes_reference::ServiceName;
use tablestakes_suites::{Check, Suite, catalogue};
use tokio::runtime::Runtime;

/// A server under test. It lives as long as this value does.
pub trait Server: Send + Sync + 'static {
    /// Where it is: an address with the emulator's account, or a connection string.
    fn target(&self) -> String;
}

/// A server that somebody else started.
impl Server for String {
    fn target(&self) -> String {
        self.clone()
    }
}

/// The `main` of a test without a harness: see [the module](self).
#[macro_export]
macro_rules! cargo_tests {
    (start: $start:expr $(, baseline: $baseline:expr)? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            #[allow(unused_mut, unused_assignments)]
            let mut baseline: ::std::option::Option<&::std::path::Path> = None;
            $(baseline = Some(::std::path::Path::new($baseline));)?
            $crate::cargo_tests::main($start, baseline)
        }
    };
}

/// Runs the checks that the command line asks for as tests.
pub fn main<S: Server>(start: impl Fn() -> S + Send + Sync + 'static, baseline: Option<&Path>) -> ExitCode {
    let arguments = Arguments::from_args();
    let baseline = match baseline.map_or_else(|| Ok(Baseline::none()), Baseline::read) {
        Ok(baseline) => baseline,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let bench = Arc::new(Bench { start, baseline, started: OnceLock::new(), account: RwLock::new(()) });
    let tables = catalogue().into_iter().filter(|check| check.service() == ServiceName::Table);
    let trials = tables.map(|check| {
        let bench = Arc::clone(&bench);
        // Nobody said how the server is restarted.
        let ignored = check.suite == Suite::Restart;
        Trial::test(check.id, move || bench.try_check(&check)).with_ignored_flag(ignored)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// What the tests of one run share.
struct Bench<F, S> {
    start: F,
    baseline: Baseline,
    started: OnceLock<Result<Started<S>, String>>,
    /// Taken by one check at a time that changes what belongs to the account, and by all others together.
    account: RwLock<()>,
}

struct Started<S> {
    runtime: Runtime,
    live: Arc<Live>,
    target: Target,
    _server: S,
}

impl<S: Server, F: Fn() -> S> Bench<F, S> {
    fn try_check(&self, check: &Check) -> Result<(), Failed> {
        let started = self.started.get_or_init(|| self.begin()).as_ref().map_err(Failed::from)?;
        let alone = check.suite.changes_the_account();
        let (_all, _one) = if alone {
            (None, Some(self.account.write().unwrap_or_else(PoisonError::into_inner)))
        } else {
            (Some(self.account.read().unwrap_or_else(PoisonError::into_inner)), None)
        };
        let emulated = started.target.is_emulated();
        if alone && !emulated {
            return Ok(());
        }
        let request = Request { checks: vec![check.id.to_owned()], emulated, ..Request::default() };
        let selection =
            Selection::new(vec![check.clone()], &request).map_err(|error| Failed::from(error.to_string()))?;
        let result = started.runtime.block_on(self.run(started, &selection));
        verdict(&result)
    }

    fn begin(&self) -> Result<Started<S>, String> {
        let server = (self.start)();
        let target = Target::parse(&server.target()).map_err(|error| error.to_string())?;
        let live = Arc::new(Live::new(&Targets::one(target.clone()), Duration::from_secs(10), None, Profile::Cloud));
        let runtime = Runtime::new().map_err(|error| format!("no runtime can be started: {error}"))?;
        Ok(Started { runtime, live, target, _server: server })
    }

    async fn run(&self, started: &Started<S>, selection: &Selection) -> Arc<RunResult> {
        let settings = Settings {
            seed: 1,
            cases: 50,
            jobs: 1,
            confirmations: 3,
            shrink: ShrinkBudget { attempts: 200, time: Duration::from_secs(30) },
            shrinks_late: false,
            findings_per_check: FINDINGS_PER_CHECK,
            deny: Default::default(),
            assume: std::collections::BTreeSet::new(),
        };
        let given = started.target.to_string();
        let info = TargetInfo { given, argument: String::new(), server: None };
        // What comes of the run is all that is reported; nobody listens on the way.
        let (events, _) = Events::channel();
        let reach = Arc::new(Reach::new(None));
        run_checks(Arc::clone(&started.live), selection, &settings, &self.baseline, info, reach, events).await
    }
}

/// Whether the test passes: what `certify` would say of this check alone.
fn verdict(result: &RunResult) -> Result<(), Failed> {
    // What nobody asked for on these axes is no failure; what a run's own time cuts off would be, but it has none.
    let stands = result.checks.iter().all(|check| match &check.outcome {
        Outcome::Pass { .. } | Outcome::Known(_) | Outcome::Fixed(_) | Outcome::Blocked { known: true, .. } => true,
        Outcome::Skip(reason) => *reason != SkipReason::OutOfTime,
        Outcome::Fail | Outcome::Blocked { .. } | Outcome::Error(_) => false,
    });
    if stands {
        return Ok(());
    }
    let reasons = result.checks.iter().filter_map(|check| check.outcome.reason());
    let told: Vec<String> = reasons.chain(result.findings.iter().map(told)).collect();
    Err(Failed::from(told.join("\n")))
}

/// A finding in a few lines: the rule, what is allowed and what came.
fn told(finding: &Finding) -> String {
    let Some(mismatch) = finding.mismatch() else { return finding.signature.to_string() };
    let rule = mismatch.rule.rule();
    let (allowed, answered) = (redact(&mismatch.expected), redact(&mismatch.actual));
    format!(
        "{} {}: {}\n  allowed   {}\n  answered  {}\n  signature {}",
        rule.level,
        rule.id,
        rule.statement,
        printable(&allowed),
        printable(&answered),
        finding.signature
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::Settings as Service;
    use tablestakes_reference::rules::{Broken, id};
    use tablestakes_reference::server::{Shared, serve};
    use tablestakes_reference::table::TableService;

    struct Breaking {
        address: String,
        _runtime: Runtime,
    }

    impl Server for Breaking {
        fn target(&self) -> String {
            self.address.clone()
        }
    }

    fn start() -> Breaking {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
        let broken = Broken::none().and(id::TABLE_ETAG_STALE_REPLACE);
        let service = TableService::new(Service { broken, ..Service::default() });
        runtime.spawn(serve(listener, Shared::new(service, 1), std::future::pending()));
        Breaking { address, _runtime: runtime }
    }

    #[test]
    fn a_broken_rule_fails_the_tests_that_try_it() {
        let check = |id: &str| catalogue().into_iter().find(|check| check.id == id).unwrap();
        let bench = |baseline| Bench { start, baseline, started: OnceLock::new(), account: RwLock::new(()) };
        let strict = bench(Baseline::none());
        let failed = strict.try_check(&check("table.smoke.etag-enforced")).unwrap_err();
        assert!(failed.message().unwrap().contains("MUST table.etag.stale-replace"), "{failed:?}");
        assert!(strict.try_check(&check("table.smoke.tables-listed")).is_ok());
        let known = "schema = 1\n[[entry]]\ncheck = \"table.*\"\nreason = \"tags are not compared\"";
        let lenient = bench(Baseline::parse(Path::new("known.toml"), known).unwrap());
        assert!(lenient.try_check(&check("table.smoke.etag-enforced")).is_ok());
    }
}
