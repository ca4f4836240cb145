//! Runs on a target that answers as told.

use super::super::testing::{Fake, advising, binding, catalogue, long, settings};
use super::*;
use crate::at_length::at_length;
use crate::engine::Request;
use crate::engine::subject::{Alive, Unreplayed, nothing_else};
use crate::exit::Exit;
use crate::finding::{Outcome, Severity, SkipReason, Stability};
use crate::history::Replayed;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;
use tablestakes_reference::history::History;

async fn run_on(fake: Fake, settings: &Settings, baseline: &Baseline) -> (Arc<RunResult>, Vec<Event>, Vec<String>) {
    let selection = Selection::new(catalogue(), &Request::default()).unwrap();
    let (events, mut receiver) = Events::channel();
    let (fake, reach) = (Arc::new(fake), Arc::new(Reach::new(None)));
    let result = run(Arc::clone(&fake), &selection, settings, baseline, TargetInfo::default(), reach, events).await;
    let mut told = Vec::new();
    while let Some(event) = receiver.recv().await {
        told.push(event);
    }
    let replayed = fake.replayed.lock().unwrap().clone();
    (result, told, replayed)
}

fn outcomes(result: &RunResult) -> Vec<(&'static str, &'static str)> {
    result.checks.iter().map(|check| (check.check.id, check.outcome.name())).collect()
}

#[tokio::test]
async fn a_target_without_fault_conforms() {
    let (result, events, replayed) = run_on(Fake::default(), &settings(4), &Baseline::none()).await;
    assert!(result.checks.iter().all(|check| check.outcome == Outcome::Pass { cut_short: 0 }));
    assert_eq!(result.exit(), Exit::Conforms);
    assert_eq!(replayed.len(), 3 + 20);
    assert_eq!(result.target.server.as_deref(), Some("Fake/1.2.3"));
    assert!(matches!(events.first(), Some(Event::RunStarted(run)) if run.histories == 23));
    assert!(matches!(events.last(), Some(Event::RunFinished(_))));
    assert!(result.classes[0].met);
}

#[tokio::test]
async fn a_failure_is_confirmed_shrunk_and_told_once() {
    let fake = Fake { trouble: vec![("trouble", binding()), ("two", binding())], ..Fake::default() };
    let (result, _, _) = run_on(fake, &settings(4), &Baseline::none()).await;
    assert_eq!(result.exit(), Exit::DoesNotConform);
    assert_eq!(
        outcomes(&result),
        [
            ("table.smoke.first", "fail"),
            ("table.keys.long", "fail"),
            ("table.keys.short", "fail"),
            ("table.mixed.drawn", "pass"),
        ]
    );
    let [finding] = result.findings.as_slice() else { panic!("one signature, one finding: {:?}", result.findings) };
    assert_eq!(finding.origin.check, "table.smoke.first");
    assert_eq!(finding.stability, Stability { failed: 3, of: 3 });
    assert_eq!((finding.steps_before, finding.history.steps.len()), (2, 1));
    assert!(!result.classes[0].met);
}

#[tokio::test]
async fn what_does_not_bind_is_advice() {
    let fake = Fake { trouble: vec![("trouble", advising())], ..Fake::default() };
    let (result, _, _) = run_on(fake, &settings(4), &Baseline::none()).await;
    assert_eq!(result.exit(), Exit::Conforms);
    assert_eq!(result.findings[0].severity, Severity::Advice);
    assert_eq!(result.checks[1].findings.len(), 1);
}

#[tokio::test]
async fn an_intermittent_failure_fails() {
    let fake = Fake { once: Some(("trouble", binding())), ..Fake::default() };
    let (result, _, _) = run_on(fake, &settings(1), &Baseline::none()).await;
    assert_eq!(result.checks[1].outcome, Outcome::Fail);
    assert_eq!(result.findings[0].stability, Stability { failed: 1, of: 4 });
    let up_to_failure = tablestakes_reference::history::History { steps: long().steps[..7].to_vec(), ..long() };
    assert_eq!(result.findings[0].history, up_to_failure);
}

#[tokio::test]
async fn the_check_that_ends_the_target_is_named() {
    let fake = Fake { deadly: Some("trouble"), ..Fake::default() };
    let (result, events, _) = run_on(fake, &settings(1), &Baseline::none()).await;
    assert_eq!(result.exit(), Exit::TargetUnreachable);
    assert_eq!(
        outcomes(&result),
        [
            ("table.smoke.first", "pass"),
            ("table.keys.long", "error"),
            ("table.keys.short", "error"),
            ("table.mixed.drawn", "error"),
        ]
    );
    assert_eq!(result.gone.as_ref().unwrap().during.as_deref(), Some("table.keys.long"));
    assert!(result.checks[1].outcome.reason().unwrap().contains("went away during this check"));
    assert_eq!(result.checks[2].outcome.reason().unwrap(), "target gone");
    assert_eq!(events.iter().filter(|event| matches!(event, Event::TargetGone(_))).count(), 1);
}

#[tokio::test]
async fn jobs_change_neither_histories_nor_results() {
    let mut runs = Vec::new();
    for jobs in [1, 4] {
        let fake = Fake { trouble: vec![("trouble", binding()), ("two", advising())], ..Fake::default() };
        let (result, _, mut replayed) = run_on(fake, &settings(jobs), &Baseline::none()).await;
        replayed.sort();
        let findings: Vec<_> =
            result.findings.iter().map(|finding| (finding.signature.clone(), finding.origin.clone())).collect();
        runs.push((outcomes(&result), findings, replayed));
    }
    assert_eq!(runs[0], runs[1]);
}

#[tokio::test]
async fn another_seed_draws_other_histories() {
    let (_, _, first) = run_on(Fake::default(), &settings(1), &Baseline::none()).await;
    let (_, _, second) = run_on(Fake::default(), &Settings { seed: 8, ..settings(1) }, &Baseline::none()).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn a_baseline_explains_and_tells_what_is_fixed() {
    let text = "schema = 1\n\
                [[entry]]\ncheck = \"table.keys.long\"\nreason = \"we know\"\n\
                [[entry]]\ncheck = \"table.keys.short\"\nreason = \"we knew\"\n";
    let baseline = Baseline::parse(Path::new("b.toml"), text).unwrap();
    let fake = Fake { trouble: vec![("trouble", binding())], ..Fake::default() };
    let (result, _, _) = run_on(fake, &settings(4), &baseline).await;
    assert_eq!(result.checks[1].outcome, Outcome::Known(vec!["we know".into()]));
    assert_eq!(result.checks[2].outcome, Outcome::Fixed("we knew".into()));
    assert_eq!(result.exit(), Exit::Conforms);
    assert!(!result.classes[0].met, "a baseline explains a failure and does not make it conform");
}

#[tokio::test]
async fn a_run_out_of_time_skips_and_does_not_end_with_0() {
    let selection = Selection::new(catalogue(), &Request::default()).unwrap();
    let (events, _receiver) = Events::channel();
    let reach = Arc::new(Reach::new(Some(Duration::ZERO)));
    let (fake, target) = (Arc::new(Fake::default()), TargetInfo::default());
    let result = run(fake, &selection, &settings(4), &Baseline::none(), target, reach, events).await;
    assert!(result.checks.iter().all(|check| check.outcome == Outcome::Skip(SkipReason::OutOfTime)));
    assert_eq!(result.exit(), Exit::Usage);
    assert!(!result.classes[0].met);
}

/// A target of which two answers are reckoned on at length side by side, each for as long as the other has not come: those behind
/// the first of each check.
#[derive(Default)]
struct Meeting {
    fake: Fake,
    replays: AtomicUsize,
    came: Mutex<usize>,
    told: Condvar,
    missed: AtomicBool,
}

impl Subject for Meeting {
    async fn replay(&self, axes: Axes, history: &History, rules: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let replay = self.replays.fetch_add(1, Ordering::Relaxed);
        let replayed = self.fake.replay(axes, history, rules).await;
        if (2..4).contains(&replay) {
            at_length(|| {
                let mut came = self.came.lock().unwrap();
                *came += 1;
                self.told.notify_all();
                let alone = |came: &mut usize| *came < 2;
                let over = self.told.wait_timeout_while(came, Duration::from_secs(60), alone).unwrap().1;
                self.missed.fetch_or(over.timed_out(), Ordering::Relaxed);
            });
        }
        replayed
    }

    async fn probe(&self, service: ServiceName) -> Result<Alive, TransportFailure> {
        self.fake.probe(service).await
    }

    nothing_else!();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_reckoned_of_one_failure_keeps_no_other_from_being_confirmed() {
    let checks = catalogue().into_iter().filter(|check| check.id.starts_with("table.keys.")).collect();
    let selection = Selection::new(checks, &Request::default()).unwrap();
    let (events, _receiver) = Events::channel();
    let fake = Fake { trouble: vec![("trouble", binding()), ("two", advising())], ..Fake::default() };
    let meeting = Arc::new(Meeting { fake, ..Meeting::default() });
    let (subject, reach) = (Arc::clone(&meeting), Arc::new(Reach::new(None)));
    let result = run(subject, &selection, &settings(4), &Baseline::none(), TargetInfo::default(), reach, events).await;
    assert_eq!(result.findings.len(), 2);
    assert_eq!(*meeting.came.lock().unwrap(), 2);
    assert!(!meeting.missed.load(Ordering::Relaxed));
}
