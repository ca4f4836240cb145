//! Pieces that the engine's tests share: checks, and a target that answers as told.

use super::subject::{Alive, Subject, Unreplayed, nothing_else};
use super::{Events, Reach, Request as Selected, RunResult, Selection, Settings, TargetInfo, run};
use crate::baseline::Baseline;
use crate::history::{Exchange, Replayed, ShrinkBudget, StepRecord};
use crate::judge::{Mismatch, MismatchKind, Verdict};
use crate::target::{Axes, TransportFailure};
use bytes::Bytes;
use proptest::strategy::{BoxedStrategy, Strategy};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::http::{Headers, Request, Response};
use tablestakes_reference::rules::RuleId;
use tablestakes_reference::table::{Operation, Query};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Class, Suite};

pub(crate) fn binding() -> RuleId {
    RuleId::find("table.etag.stale-replace").unwrap()
}

pub(crate) fn advising() -> RuleId {
    RuleId::find("table.address.key-predicate-syntax").unwrap()
}

pub(crate) fn step(name: &str) -> Operation {
    Operation::QueryEntities {
        table: "${table}".into(),
        query: Query { filter: Some(name.to_owned()), ..Query::default() },
        next: None,
    }
}

/// Two steps, "one" and "two".
pub(crate) fn scripted() -> History {
    History::on_one_table([binding()]).then(step("one")).then(step("two"))
}

pub(crate) fn check(id: &'static str, suite: Suite, history: fn() -> History) -> Check {
    Check {
        id,
        suite,
        class: Class::TableCore,
        title: "asks something",
        why: "somebody gets it wrong",
        rules: Box::leak(Box::new([binding(), advising()])),
        source: Source::Scripted(history),
    }
}

pub(crate) fn settings(jobs: usize) -> Settings {
    Settings {
        seed: 7,
        cases: 20,
        jobs,
        confirmations: 3,
        shrink: ShrinkBudget { attempts: 100, time: Duration::from_secs(5) },
        shrinks_late: false,
        findings_per_check: 3,
        deny: std::collections::BTreeSet::new(),
        assume: std::collections::BTreeSet::new(),
    }
}

pub(crate) fn long() -> History {
    (0..6)
        .fold(History::on_one_table([binding()]), |history, number| history.then(step(&format!("before {number}"))))
        .then(step("trouble"))
        .then(step("after"))
}

fn generated() -> BoxedStrategy<History> {
    proptest::collection::vec(0..1000_u32, 1..5)
        .prop_map(|numbers| {
            let history = History::on_one_table([binding()]);
            numbers.into_iter().fold(history, |history, number| history.then(step(&number.to_string())))
        })
        .boxed()
}

pub(crate) fn catalogue() -> Vec<Check> {
    let mut drawn = check("table.mixed.drawn", Suite::Mixed, scripted);
    drawn.source = Source::Generated(generated);
    vec![
        check("table.smoke.first", Suite::Smoke, scripted),
        check("table.keys.long", Suite::Keys, long),
        check("table.keys.short", Suite::Keys, scripted),
        drawn,
    ]
}

/// Runs the catalogue above on a target.
pub(crate) async fn run_checks(fake: Fake, baseline: &Baseline) -> Arc<RunResult> {
    let selection = Selection::new(catalogue(), &Selected::default()).unwrap();
    let (events, _receiver) = Events::channel();
    let reach = Arc::new(Reach::new(None));
    run(Arc::new(fake), &selection, &settings(4), baseline, TargetInfo::default(), reach, events).await
}

/// An answer that repeats the signature and tries to steer the terminal.
fn exchange() -> Exchange {
    let request = Request {
        method: "GET".into(),
        target: "/devstoreaccount1/t()?$top=1".into(),
        headers: Headers::from_iter([("x-ms-version", "2019-02-02")]),
        body: Bytes::new(),
    };
    let body = Bytes::from_static(b"\x1b[2JSharedKey devstoreaccount1:c2VjcmV0 is wrong");
    let actual = Response { status: 500, headers: Headers::from_iter([("server", "Fake/1.2.3")]), body };
    let expected = Some(Response { status: 200, headers: Headers::new(), body: Bytes::new() });
    Exchange { request, actual: Ok(actual), expected, duration: Duration::from_millis(1) }
}

/// A target that breaks a rule in every history in which a step has a certain filter.
#[derive(Default)]
pub(crate) struct Fake {
    /// The filter, and the rule it breaks.
    pub trouble: Vec<(&'static str, RuleId)>,
    /// The filter after which the target is gone.
    pub deadly: Option<&'static str>,
    /// A filter that breaks a rule the first time alone.
    pub once: Option<(&'static str, RuleId)>,
    pub dead: AtomicBool,
    pub seen: AtomicBool,
    /// Every history replayed, as JSON.
    pub replayed: Mutex<Vec<String>>,
}

impl Subject for Fake {
    async fn replay(&self, _: Axes, history: &History, _: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        self.replayed.lock().unwrap().push(serde_json::to_string(history).unwrap());
        tokio::task::yield_now().await;
        let requests = history.steps.len() as u64 + 2;
        let mut steps = Vec::new();
        for (index, text) in history.steps.iter().map(|step| serde_json::to_string(step).unwrap()).enumerate() {
            let has = |filter: &str| text.contains(&format!("{filter:?}"));
            let mut broken = self.trouble.iter().find(|(filter, _)| has(filter)).map(|&(_, rule)| rule);
            if let Some((filter, rule)) = self.once
                && has(filter)
                && !self.seen.swap(true, Ordering::Relaxed)
            {
                broken = Some(rule);
            }
            if self.deadly.is_some_and(has) {
                self.dead.store(true, Ordering::Relaxed);
            }
            if self.dead.load(Ordering::Relaxed) {
                return Err(Unreplayed {
                    message: "connection refused".into(),
                    no_answer: true,
                    refused: false,
                    requests,
                });
            }
            let verdict = broken.map_or(Verdict::Allowed, |rule| {
                Verdict::Mismatch(vec![Mismatch {
                    rule,
                    kind: MismatchKind::Status,
                    operation: "Query Entities".into(),
                    expected: "200".into(),
                    actual: "500".into(),
                }])
            });
            let failed = verdict != Verdict::Allowed;
            let exchanges = if failed { vec![exchange()] } else { Vec::new() };
            steps.push(StepRecord { index, exchanges, verdict, taken: None, read_back: Vec::new() });
            if failed {
                break;
            }
        }
        Ok(Replayed { steps, requests, ..Replayed::default() })
    }

    async fn probe(&self, _: ServiceName) -> Result<Alive, TransportFailure> {
        if self.dead.load(Ordering::Relaxed) {
            Err(TransportFailure::Connect("connection refused".into()))
        } else {
            Ok(Alive { server: Some("Fake/1.2.3".into()) })
        }
    }

    nothing_else!();
}
