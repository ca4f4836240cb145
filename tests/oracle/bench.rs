//! What these tests share: the reference behind HTTP on a port of its own, a replayer for it, and the histories of checks.

use futures_util::future::BoxFuture;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes::engine::draw;
use tablestakes::history::{Names, Replayer, Restarting};
use tablestakes::target::{Axes, Limits, Restart, RestartError, Target, Transport};
use tablestakes_reference::history::History;
use tablestakes_reference::rules::{Broken, RuleId};
use tablestakes_reference::server::{Shared, serve};
use tablestakes_reference::table::{Settings, TableService};
use tablestakes_suites::{Check, Source, catalogue};

/// Restarts the served reference as if its process had ended.
struct InProcess(Arc<Shared>);

impl Restart for InProcess {
    fn start(&self) -> BoxFuture<'_, Result<(), RestartError>> {
        self.0.restart();
        Box::pin(std::future::ready(Ok(())))
    }
}

/// The reference behind HTTP, and a replayer for it.
pub(crate) struct Bench {
    pub(crate) replayer: Replayer,
    pub(crate) names: Arc<Names>,
    /// Its address, the account included.
    pub(crate) address: String,
    shared: Arc<Shared>,
}

impl Bench {
    /// Starts it. It ends with the test's runtime.
    pub(crate) async fn start(seed: u64) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/devstoreaccount1", listener.local_addr().unwrap());
        let shared = Shared::new(TableService::new(Settings::default()), seed);
        tokio::spawn(serve(listener, Arc::clone(&shared), std::future::pending()));
        let target = Target::parse(&address).unwrap();
        let transport = Transport::new(&target, Limits::default());
        let names = Arc::new(Names::new(std::process::id(), SystemTime::now()));
        let restarting = Restarting { how: Arc::new(InProcess(Arc::clone(&shared))), ready: Duration::from_secs(10) };
        let replayer =
            Replayer::new(target, transport, Axes::default(), Arc::clone(&names)).with_restarting(restarting);
        Self { replayer, names, address, shared }
    }

    /// Puts a service that holds nothing and breaks this rule in place of the one there is.
    pub(crate) fn break_rule(&self, rule: RuleId) {
        let settings = Settings { broken: Broken::none().and(rule), ..Settings::default() };
        self.shared.replace(TableService::new(settings));
    }
}

/// The rules of the services that suites try. Those of others are tried beside the reference, by histories of their own
/// (`reference/tests`), until there are suites.
pub(crate) fn rules_with_suites() -> impl Iterator<Item = RuleId> {
    let tried: BTreeSet<&str> =
        catalogue().iter().flat_map(|check| check.rules).map(|rule| rule.rule().service).collect();
    RuleId::all().filter(move |rule| tried.contains(rule.rule().service))
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
