//! A run: suite by suite, the checks of each side by side, then its failures confirmed and shrunk.
//!
//! Failures are confirmed when their suite is through and in the order of the checks, so that neither the number of jobs
//! nor chance decides which check a finding is told of.

mod retelling;
mod unimplemented;

use super::aggregate::{Known, Reached, conclude, known, outside};
use super::attribute::attribute;
use super::case::{CheckRun, Failure, Shared, run_check};
use super::class::classes;
use super::confirm::Confirmation;
use super::deny::{Deny, denied};
use super::event::{Event, Events, RunStarted};
use super::generation::histories;
use super::intact::Intact;
use super::reach::Reach;
use super::result::{Gone, RunResult, Setup, TargetInfo};
use super::roots::roots;
use super::selection::{Selection, Unit};
use super::skill::Lack;
use super::skills::{Asking, Lacking, Skills};
use super::subject::Subject;
use crate::baseline::{Applicable, Baseline, Evidence, Shown, lint, review};
use crate::finding::{CheckResult, ErrorReason, Finding, Signature, causes};
use crate::history::{Learned, Seeding, ShrinkBudget};
use crate::target::{Axes, TransportFailure};
use futures_util::StreamExt;
use futures_util::stream;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Skill, catalogue};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

pub(super) use unimplemented::granted;

/// A generated check stops at this many distinct failures unless somebody wants another: more of them tell little more.
pub(crate) const FINDINGS_PER_CHECK: usize = 5;

/// So many checks of which histories wait run side by side, beside the others.
const WAITING: usize = 32;

/// How a run is made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The seed of every generated history.
    pub seed: u64,
    /// Histories drawn for each generated check.
    pub cases: u32,
    /// Checks that run side by side; at least 1.
    pub jobs: usize,
    /// How often a failure is replayed again.
    pub confirmations: u32,
    /// What shrinking one failure may cost.
    pub shrink: ShrinkBudget,
    /// Whether failures are made smaller after the run's time was up: of a run whose time is up in any case.
    pub shrinks_late: bool,
    /// A generated check stops when it has found this many distinct failures.
    pub findings_per_check: usize,
    /// What the run does not put up with.
    pub deny: BTreeSet<Deny>,
    /// The skills that the target is not asked for: what needs them is asked in any case.
    pub assume: BTreeSet<Skill>,
}

/// Runs the selected checks on a target.
///
/// Whatever the target does, every selected check has a result, and the last event is [`Event::RunFinished`].
pub async fn run<S: Subject>(
    subject: Arc<S>,
    selection: &Selection,
    settings: &Settings,
    baseline: &Baseline,
    target: TargetInfo,
    reach: Arc<Reach>,
    events: Events,
) -> Arc<RunResult> {
    let (started, clock) = (jiff::Timestamp::now(), Instant::now());
    let planned = selection.units().iter().map(|unit| u64::from(histories(&unit.check, settings.cases))).sum();
    events.send(Event::RunStarted(RunStarted {
        target: target.clone(),
        seed: settings.seed,
        checks: selection.units().len(),
        histories: planned,
    }));
    let mut target = target;
    let mut reached = Reached::default();
    let services = selection.services();
    let mut absent: BTreeMap<ServiceName, TransportFailure> = BTreeMap::new();
    for &service in &services {
        match subject.probe(service).await {
            Ok(alive) => target.server = target.server.or(alive.server),
            Err(failure) => drop(absent.insert(service, failure)),
        }
    }
    let is_alone = absent.len() == services.len();
    for (service, failure) in absent {
        // Of several services that nobody named one may not be running.
        if !is_alone && !selection.names_services() && matches!(failure, TransportFailure::Connect(_)) {
            reached.absent.insert(service);
            continue;
        }
        let gone = Gone { during: None, failure: failure.to_string() };
        reach.lose(gone.clone());
        events.send(Event::TargetGone(gone));
    }
    for &service in services.difference(&reached.absent.clone()) {
        let by_host = !selection.finds_out_by_host() || subject.answers_by_host(service).await;
        // Of a target that is gone nobody knows: its checks end as all others do.
        let is_gone = || reach.gone().is_some();
        let secondary = !selection.asks_secondary() || is_gone() || subject.answers_at_secondary(service).await;
        reached.by_host.extend(by_host.then_some(service));
        reached.secondary.extend(secondary.then_some(service));
    }
    let applicable = baseline.applicable(started, target.server.as_deref());
    let mut run = Run {
        subject,
        settings: Arc::new(settings.clone()),
        reached,
        shared: Shared { reach, clock: Arc::default(), events, seeding: Seeding::default() },
        skills: Skills::default(),
        requests: services.len() as u64,
        findings: Vec::new(),
        renamed: BTreeMap::new(),
        granted: BTreeSet::new(),
        // What the baseline knows explains an answer before anything else does.
        learned: Learned { broken: applicable.broken(), ..Learned::default() },
    };
    run.subject.learn(run.learned.clone());
    run.ask_for_skills(selection.units(), &applicable).await;
    let mut runs: Vec<CheckRun> = Vec::with_capacity(selection.units().len());
    for units in selection.suites() {
        runs.extend(run.suite(units, &applicable).await);
    }
    let subject = Arc::clone(&run.subject);
    let mut intact = Intact::of(&*subject, selection.units(), &runs, run.shared.seeding);
    run.tell_otherwise(&mut intact);
    let roots = roots(&mut intact, &run.findings, run.skills.late.broken());
    let checks = run.explained(selection.units(), &runs, &roots, &applicable);
    let catalogue = catalogue();
    let evidence = Evidence {
        catalogue: &catalogue,
        checks: &checks,
        findings: &run.findings,
        started,
        server: target.server.as_deref(),
        roots: &roots,
    };
    let reviewed = review(baseline, &evidence);
    let oddities = lint(baseline, &evidence, &reviewed);
    let denied = denied(&settings.deny, &checks, &run.findings, &oddities);
    let result = Arc::new(RunResult {
        target,
        seed: settings.seed,
        started,
        duration: clock.elapsed(),
        requests: run.requests,
        baseline: baseline.name().map(str::to_owned),
        classes: classes(&checks, &run.findings),
        causes: causes(&roots, &run.findings, &checks),
        checks,
        findings: run.findings,
        throttled: run.subject.throttled(),
        latencies: run.shared.clock.read(),
        skills: run.skills,
        setup: Setup {
            cases: settings.cases,
            jobs: settings.jobs,
            shard: selection.shard(),
            profile: selection.profile(),
        },
        reviewed,
        oddities,
        denied,
        gone: run.shared.reach.gone(),
    });
    run.shared.events.send(Event::RunFinished(Arc::clone(&result)));
    result
}

struct Run<S> {
    subject: Arc<S>,
    settings: Arc<Settings>,
    /// Where the target answers.
    reached: Reached,
    shared: Shared,
    /// What it can do.
    skills: Skills,
    requests: u64,
    findings: Vec<Finding>,
    /// What failures are told as that replays blame on another rule.
    renamed: BTreeMap<Signature, Signature>,
    /// The operations that it granted.
    granted: BTreeSet<(ServiceName, &'static str)>,
    /// What is known of the target.
    learned: Learned,
}

impl<S: Subject> Run<S> {
    /// Asks the target for the skills that the run needs, and makes a finding of each that it lacks.
    async fn ask_for_skills(&mut self, units: &[Unit], baseline: &Applicable<'_>) {
        let asked: Vec<Unit> = units.iter().filter(|unit| outside(unit, &self.reached).is_none()).cloned().collect();
        let mut skills = Skills::needed_by(&asked);
        let asks_tables = asked.iter().any(|unit| unit.check.service() == ServiceName::Table);
        if asks_tables && self.shared.reach.stop().is_none() {
            let lateness = self.subject.lateness().await;
            self.requests += lateness.requests;
            skills.late = lateness;
            self.learned.wait = lateness.wait();
            self.subject.learn(self.learned.clone());
        }
        let (reach, events, assumed) = (&*self.shared.reach, &self.shared.events, &self.settings.assume);
        let mut asking = Asking { subject: &*self.subject, assumed, reach, events, requests: 0 };
        let shown = asking.ask(&asked, &mut skills).await;
        self.requests += asking.requests;
        self.shared.seeding = skills.seeding.unwrap_or_default();
        self.skills.keeps_versions = skills.keeps_versions;
        for Lacking { skill, unit, run } in shown {
            let signature = run.failures.first().map(|failure| failure.signature.clone());
            self.confirm(&[unit], &[run], baseline).await;
            let by = signature.map(|signature| self.renamed.get(&signature).cloned().unwrap_or(signature));
            let finding = by.as_ref().and_then(|by| self.findings.iter().find(|finding| finding.signature == *by));
            // What it does now and then it can do.
            if finding.is_none_or(|finding| finding.stability.failed == finding.stability.of) {
                skills.lacking.push(Lack { skill, by });
            }
        }
        self.skills = skills;
    }

    /// The result of a unit that is not asked.
    fn unasked(&self, unit: &Unit, findings: &[Finding]) -> Option<CheckResult> {
        outside(unit, &self.reached).or_else(|| self.skills.blocked(unit, findings))
    }

    fn known<'k>(
        &'k self,
        findings: &'k [Finding],
        roots: &'k BTreeMap<Signature, RuleId>,
        baseline: &'k Applicable<'k>,
    ) -> Known<'k> {
        Known { findings, renamed: &self.renamed, roots, skills: &self.skills, baseline }
    }

    async fn suite(&mut self, units: &[Unit], baseline: &Applicable<'_>) -> Vec<CheckRun> {
        let mut runs = self.checks(units).await;
        self.ask_again_without(units, &mut runs).await;
        for (unit, run) in units.iter().zip(&mut runs) {
            self.tell_of_lack(unit, run);
        }
        self.requests += runs.iter().map(|run| run.requests).sum::<u64>();
        self.confirm(units, &runs, baseline).await;
        let roots = BTreeMap::new();
        let known = self.known(&self.findings, &roots, baseline);
        for (unit, run) in units.iter().zip(&runs) {
            let result = self.unasked(unit, &self.findings).unwrap_or_else(|| conclude(unit, run, &known));
            let CheckResult { outcome, duration, .. } = result;
            self.shared.events.send(Event::CheckFinished { check: unit.reference(), outcome, duration });
        }
        runs
    }

    /// Takes out of a check's failures what comes of a skill that the target lacks: that is told once, and keeps the check's
    /// question from being put where it is about it.
    fn tell_of_lack(&self, unit: &Unit, run: &mut CheckRun) {
        let failures = std::mem::take(&mut run.failures);
        for failure in failures {
            match self.skills.behind(&failure, unit.axes) {
                Some(lack) if lack.by.as_ref() != Some(&failure.signature) => {
                    run.lacks = run.lacks.or(unit.tries(&failure.signature).then_some(lack.skill));
                    for by in run.blocked_by.iter_mut().filter(|by| **by == failure.signature) {
                        by.clone_from(lack.by.as_ref().unwrap_or(&failure.signature));
                    }
                }
                Some(_) | None => run.failures.push(failure),
            }
        }
    }

    /// The results of all checks, now that it is known what each finding comes down to, and of which findings the baseline knows.
    fn explained(
        &mut self,
        units: &[Unit],
        runs: &[CheckRun],
        roots: &BTreeMap<Signature, RuleId>,
        baseline: &Applicable<'_>,
    ) -> Vec<CheckResult> {
        let results = |findings: &[Finding]| -> Vec<CheckResult> {
            let known = self.known(findings, roots, baseline);
            let result = |(unit, run)| self.unasked(unit, findings).unwrap_or_else(|| conclude(unit, run, &known));
            units.iter().zip(runs).map(result).collect()
        };
        let checks = results(&self.findings);
        let mut findings = self.findings.clone();
        for finding in &mut findings {
            let known_now = self.known(&self.findings, roots, baseline);
            finding.known = known(finding, &known_now, &checks);
        }
        // Whether the baseline knows what blocks a check is known only now.
        let checks = results(&findings);
        self.findings = findings;
        checks
    }

    /// What happened in every check, in the order of the units.
    async fn checks(&self, units: &[Unit]) -> Vec<CheckRun> {
        let start = |(place, unit): (usize, &Unit)| {
            let (subject, settings) = (Arc::clone(&self.subject), Arc::clone(&self.settings));
            let unasked = self.unasked(unit, &self.findings).is_some();
            let (shared, unit) = (self.shared.clone(), unit.clone());
            async move {
                if unasked {
                    return (place, CheckRun::default());
                }
                let run = async move { run_check(&*subject, &unit, &settings, &shared).await };
                let run = tokio::spawn(run).await.unwrap_or_else(|error| CheckRun {
                    error: Some(ErrorReason::Harness(error.to_string())),
                    ..CheckRun::default()
                });
                (place, run)
            }
        };
        let started = units.iter().enumerate().map(|(place, unit)| (unit, start((place, unit))));
        self.side_by_side(started.collect()).await
    }

    /// Makes a finding of every failure whose signature is new, in the order of the units. Of several failures with one
    /// signature that is made smaller which shows little else.
    async fn confirm(&mut self, units: &[Unit], runs: &[CheckRun], baseline: &Applicable<'_>) {
        let mut new = self.new_failures(units, runs);
        let mut failures: Vec<(Axes, Failure)> =
            new.iter().map(|(unit, failure)| (unit.axes, failure.clone())).collect();
        let renamed = attribute(&*self.subject, &mut failures, &self.learned.broken);
        self.renamed.extend(renamed);
        let mut seen: BTreeSet<_> = self.findings.iter().map(|finding| finding.signature.clone()).collect();
        for ((_, failure), (_, attributed)) in new.iter_mut().zip(failures) {
            *failure = attributed;
            // Whoever judges the finding again without the target has to know.
            failure.history.versions |= self.skills.keeps_versions && failure.history.service == ServiceName::Blob;
        }
        new.retain(|(_, failure)| seen.insert(failure.signature.clone()));
        for (_, failure) in &new {
            self.note_unexplained(failure);
        }
        self.subject.learn(self.learned.clone());
        // A cause is shown by its smallest history: the first of those that break one rule is made as small as can be, and what
        // costs little is left out of the others.
        let mut shown: BTreeSet<RuleId> = self.findings.iter().filter_map(|finding| finding.signature.rule()).collect();
        let first: Vec<bool> =
            new.iter().map(|(_, failure)| failure.signature.rule().is_none_or(|rule| shown.insert(rule))).collect();
        let whole = &self.settings;
        let brief = Arc::new(Settings { shrink: whole.shrink.brief(), ..Settings::clone(whole) });
        let confirm = |(place, (unit, failure)): (usize, (&Unit, Failure))| {
            let settings = Arc::clone(if first[place] { whole } else { &brief });
            let (subject, shared) = (Arc::clone(&self.subject), self.shared.clone());
            let (check, axes) = (unit.check.id, unit.axes);
            let events = &self.shared.events;
            // Each has a thread of its own: what one reckons at length keeps no other from hearing its answers.
            let confirming = move || {
                let (subject, settings) = (&*subject, &*settings);
                let (reach, events) = (&*shared.reach, &shared.events);
                let (suspects, requests) = (Some(failure.suspects()), AtomicU64::new(0));
                let confirmation = Confirmation { subject, check, axes, suspects, settings, reach, events, requests };
                Handle::current().block_on(confirmation.finding(failure))
            };
            async move {
                let confirmed = spawn_blocking(confirming).await;
                let mut finding = confirmed.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
                let (signature, axes) = (&finding.signature, &finding.axes);
                finding.known =
                    baseline.explain(&Shown { check, signature, cause: None, explained: finding.explained, axes });
                events.send(Event::FindingMade(Arc::new(finding.clone())));
                (place, finding)
            }
        };
        let confirming =
            new.into_iter().enumerate().map(|(place, (unit, failure))| (unit, confirm((place, (unit, failure)))));
        let made = self.side_by_side(confirming.collect()).await;
        for finding in made {
            self.requests += finding.requests;
            let rule = finding.signature.rule().filter(|rule| finding.explained && !self.learned.broken.contains(rule));
            if let Some(rule) = rule {
                self.learned.broken.push(rule);
                // Beside it others may explain what none did before.
                self.learned.unexplained.clear();
            }
            self.findings.push(finding);
        }
        self.subject.learn(self.learned.clone());
    }

    /// Remembers what no rule explains, so that making it smaller does not look for one again and again.
    fn note_unexplained(&mut self, failure: &Failure) {
        for mismatch in failure.replayed.mismatches() {
            if !failure.replayed.explained.contains(&mismatch.rule) {
                self.learned.unexplained.insert((mismatch.rule, mismatch.kind, mismatch.operation.clone()));
            }
        }
    }

    /// The failures with a signature that no finding has and that nothing else is told as, one for each signature.
    fn new_failures<'u>(&self, units: &'u [Unit], runs: &[CheckRun]) -> Vec<(&'u Unit, Failure)> {
        let is_old = |signature: &Signature| {
            self.renamed.contains_key(signature) || self.findings.iter().any(|finding| finding.signature == *signature)
        };
        let mut new: Vec<(&Unit, &Failure)> = Vec::new();
        for (unit, failure) in
            units.iter().zip(runs).flat_map(|(unit, run)| run.failures.iter().map(move |held| (unit, held)))
        {
            match new.iter_mut().find(|(_, held)| held.signature == failure.signature) {
                Some(held) if failure.clutter() < held.1.clutter() => *held = (unit, failure),
                Some(_) => {}
                None if is_old(&failure.signature) => {}
                None => new.push((unit, failure)),
            }
        }
        new.into_iter().map(|(unit, failure)| (unit, failure.clone())).collect()
    }

    /// Does as many things of a suite at once as the run has jobs, and one where they change the account or restart the target; those
    /// of which histories wait beside them. Gives what came of them by their places.
    async fn side_by_side<T, F: Future<Output = (usize, T)>>(&self, things: Vec<(&Unit, F)>) -> Vec<T> {
        let alone =
            things.iter().any(|(unit, _)| unit.check.suite.changes_the_account() || unit.check.suite.restarts());
        let jobs = if alone { 1 } else { self.settings.jobs.max(1) };
        // What mostly waits takes nobody's turn.
        let (waiting, others): (Vec<_>, Vec<_>) = things.into_iter().partition(|(unit, _)| jobs > 1 && unit.waits > 0);
        let run = |things: Vec<(&Unit, F)>, jobs: usize| {
            let futures: Vec<F> = things.into_iter().map(|(_, thing)| thing).collect();
            stream::iter(futures).buffer_unordered(jobs).collect::<Vec<(usize, T)>>()
        };
        let (waited, mut done) = tokio::join!(run(waiting, WAITING), run(others, jobs));
        done.extend(waited);
        done.sort_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests;
