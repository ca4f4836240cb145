//! Running one check: its histories one after the other, then a harmless request that asks whether the target lives.

use super::Settings;
use super::event::{Event, Events};
use super::generation::{draw, histories};
use super::latency::Clock;
use super::reach::{Reach, Stop};
use super::result::Gone;
use super::runner::granted;
use super::selection::Unit;
use super::subject::{Subject, Unreplayed, spent};
use crate::finding::{AxisNames, ErrorReason, Signature};
use crate::history::{Replayed, Seeding};
use crate::judge::{Mismatch, MismatchKind, Undecided};
use crate::target::TransportFailure;
use bytes::Bytes;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::Skill;
use tablestakes_suites::check::Source;

/// Longer bodies of failures are cut; the history says how to make them again.
const LONGEST_BODY: usize = 256 * 1024;

/// A generated check meets so many times as many failures of other rules before it stops.
const FOREIGN_FAILURES: usize = 4;

/// What happened when a check was run.
#[derive(Debug, Default)]
pub(super) struct CheckRun {
    /// Histories replayed.
    pub histories: u32,
    /// Histories judged to their end, or up to a failure.
    pub judged: u32,
    /// Histories at whose first undecided step at least one step had been judged.
    pub cut_short: u32,
    /// The freedom that left a history without any judgement.
    pub diverged: Option<RuleId>,
    /// Requests sent.
    pub requests: u64,
    /// Time taken.
    pub duration: Duration,
    /// The failures, one for each signature, in the order in which they were found. Not all break rules of the check.
    pub failures: Vec<Failure>,
    /// The rules whose question was put in some history.
    pub asked: BTreeSet<RuleId>,
    /// The rules whose question could not be put in some history.
    pub unasked: BTreeSet<RuleId>,
    /// What stood in the way, in the order in which it did.
    pub blocked_by: Vec<Signature>,
    /// The rules that stood in the way where it is known that the target breaks them.
    pub blocked_by_rules: BTreeSet<RuleId>,
    /// The same where no failure did.
    pub blocked_why: Option<String>,
    /// The operations that the target granted.
    pub granted: BTreeSet<(ServiceName, &'static str)>,
    /// The skill for want of which a question of its own was answered so that nothing can be told of it.
    pub lacks: Option<Skill>,
    /// Why the harness could not tell.
    pub error: Option<ErrorReason>,
    /// Why not every history was replayed.
    pub stopped: Option<Stop>,
}

/// A history that failed once.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// What identifies the mismatch among those of the replay.
    pub signature: Signature,
    pub case: Option<u32>,
    /// The history up to the step that fails, or the whole one if that is judged whole.
    pub history: History,
    pub replayed: Replayed,
}

impl Failure {
    /// The first step that fails so, and its mismatch.
    pub fn of(signature: &Signature, replayed: &Replayed, axes: &AxisNames) -> Option<(usize, Mismatch)> {
        replayed.steps.iter().enumerate().find_map(|(place, step)| {
            let mut mismatches = step.mismatches().iter();
            let found = mismatches.find(|mismatch| Signature::of(mismatch, axes) == *signature)?;
            Some((place, found.clone()))
        })
    }

    /// How far it is from showing one thing alone: other mismatches beside it, and steps.
    pub fn clutter(&self) -> (usize, usize) {
        (self.replayed.mismatches().count(), self.history.all_steps().count())
    }
}

/// What the checks of a run share.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    pub reach: Arc<Reach>,
    pub clock: Arc<Clock>,
    pub events: Events,
    /// How rows are put there.
    pub seeding: Seeding,
}

/// Runs a check.
pub(super) async fn run_check<S: Subject>(subject: &S, unit: &Unit, settings: &Settings, shared: &Shared) -> CheckRun {
    let (reach, events) = (&*shared.reach, &shared.events);
    let mut run = CheckRun::default();
    if let Some(stop) = reach.stop() {
        run.stopped = Some(stop);
        return run;
    }
    reach.begin(unit.check.id);
    events.send(Event::CheckStarted(unit.reference()));
    let started = Instant::now();
    for case in 0..histories(&unit.check, settings.cases) {
        run.stopped = reach.stop();
        if run.stopped.is_some() || run.has_enough(unit, settings.findings_per_check) {
            break;
        }
        match draw(&unit.check, settings.seed, case) {
            Ok(history) => run.replay(subject, unit, case, shared.seeding.seed(history), shared).await,
            Err(error) => run.error = Some(ErrorReason::NotDrawn(error.reason)),
        }
    }
    if reach.stop() != Some(Stop::TargetGone) {
        run.requests += 1;
        run.ask_whether_alive(subject, unit, reach, events).await;
    }
    run.duration = started.elapsed();
    reach.end(unit.check.id);
    run
}

impl CheckRun {
    /// Whether further histories would tell little more: so many failures of the check's own rules, or several times as many
    /// of others.
    fn has_enough(&self, unit: &Unit, findings_per_check: usize) -> bool {
        let own = self.failures.iter().filter(|failure| unit.tries(&failure.signature)).count();
        own >= findings_per_check || self.failures.len() >= findings_per_check.saturating_mul(FOREIGN_FAILURES)
    }

    /// Whether every history was judged to its end, and nothing differed.
    pub(super) fn is_flawless(&self) -> bool {
        let whole = self.judged > 0 && self.judged == self.histories && self.cut_short == 0 && self.stopped.is_none();
        whole && self.failures.is_empty() && self.unasked.is_empty() && self.error.is_none()
    }

    async fn replay<S: Subject>(&mut self, subject: &S, unit: &Unit, case: u32, history: History, shared: &Shared) {
        let answer = subject.replay(unit.axes, &history, None).await;
        if let Ok(replayed) = &answer {
            shared.clock.count(&history, &replayed.steps);
        }
        let (requests, no_answer) = spent(&answer);
        self.requests += requests;
        let rules = history.rules.clone();
        let failed = match answer {
            Ok(replayed) => self.note(unit, case, history, replayed),
            Err(Unreplayed { message, refused: true, .. }) => {
                self.unasked.extend(&rules);
                self.blocked_why.get_or_insert(message);
                false
            }
            Err(Unreplayed { message, .. }) => {
                self.error.get_or_insert(ErrorReason::NotReplayed(message));
                false
            }
        };
        self.histories += 1;
        shared.events.send(Event::CaseReplayed { check: unit.reference(), case, requests, failed });
        if no_answer {
            self.requests += 1;
            self.ask_whether_alive(subject, unit, &shared.reach, &shared.events).await;
        }
    }

    /// Notes what came of a history; says whether it failed.
    fn note(&mut self, unit: &Unit, case: u32, history: History, replayed: Replayed) -> bool {
        let axes = AxisNames::from(unit.axes);
        for rule in &history.rules {
            let unasked = replayed.unasked.contains(rule);
            if unasked { &mut self.unasked } else { &mut self.asked }.insert(*rule);
        }
        self.granted.extend(granted(&history, &replayed));
        if !replayed.unasked.is_empty() {
            self.note_obstacle(&replayed, &axes);
        }
        let failed = replayed.mismatches().next().is_some();
        if failed {
            self.judged += 1;
            let case = (!matches!(unit.check.source, Source::Scripted(_))).then_some(case);
            self.note_failures(&axes, case, &history, replayed);
            return true;
        }
        match replayed.undecided() {
            None => self.judged += 1,
            Some((0, Undecided::StatesDiverged { rule })) => self.diverged = Some(*rule),
            Some((_, Undecided::StatesDiverged { .. })) => {
                self.judged += 1;
                self.cut_short += 1;
            }
            Some((_, Undecided::Unbound { symbol })) => {
                self.unasked.extend(&history.rules);
                self.blocked_why.get_or_insert_with(|| format!("the target's answer lacks what {symbol} refers to"));
            }
            Some((_, Undecided::Explained { rules })) => {
                self.unasked.extend(&history.rules);
                self.blocked_by_rules.extend(rules);
            }
            Some((_, Undecided::Busy)) => {
                self.error.get_or_insert(ErrorReason::Busy);
            }
            Some((_, Undecided::TimedOut)) => {
                self.error.get_or_insert(ErrorReason::TimedOut);
            }
            Some((_, Undecided::OutOfBudget)) => {
                let held = self.error.get_or_insert(ErrorReason::NotDecided { histories: 0 });
                if let ErrorReason::NotDecided { histories } = held {
                    *histories += 1;
                }
            }
            Some((_, Undecided::Unfit { why })) => {
                self.error.get_or_insert(ErrorReason::NotReplayed(why.clone()));
            }
        }
        false
    }

    /// Notes every failure of a replay whose signature this check has not met.
    pub(super) fn note_failures(&mut self, axes: &AxisNames, case: Option<u32>, history: &History, replayed: Replayed) {
        let mut replayed = cut(replayed);
        let instead = replayed.instead.take();
        let history = instead.as_ref().unwrap_or(history);
        let whole = history.is_judged_whole();
        for (place, step) in replayed.steps.iter().enumerate() {
            for mismatch in step.mismatches() {
                let signature = Signature::of(mismatch, axes);
                if self.failures.iter().any(|failure| failure.signature == signature) {
                    continue;
                }
                let (mut history, mut replayed) = (history.clone(), replayed.clone());
                if !whole {
                    history.steps.truncate(step.index + 1);
                    replayed.steps.truncate(place + 1);
                    // What is tried first is blamed first, also where nothing else is known of the target.
                    history.rules.retain(|rule| *rule != mismatch.rule);
                    history.rules.insert(0, mismatch.rule);
                }
                self.failures.push(Failure { signature, case, history, replayed });
            }
        }
    }

    /// Notes what kept a history's question from being put: the first answer that was another as a whole, or that cannot be
    /// judged.
    fn note_obstacle(&mut self, replayed: &Replayed, axes: &AxisNames) {
        // Another code for the right refusal leaves nothing undone.
        let changes = |held: &&Mismatch| held.kind.is_outright() && held.kind != MismatchKind::ErrorCode;
        let obstacle = replayed.mismatches().find(changes);
        let outright = || replayed.mismatches().find(|mismatch| mismatch.kind.is_outright());
        match obstacle.or_else(outright).or_else(|| replayed.mismatches().next()) {
            Some(mismatch) => {
                let signature = Signature::of(mismatch, axes);
                if !self.blocked_by.contains(&signature) {
                    self.blocked_by.push(signature);
                }
            }
            None => {
                let why = "a step could not be judged";
                self.blocked_why.get_or_insert_with(|| why.to_owned());
            }
        }
    }

    async fn ask_whether_alive<S: Subject>(&mut self, subject: &S, unit: &Unit, reach: &Reach, events: &Events) {
        if let Some(reason) = lose_if_gone(subject, unit.check.id, reach, events).await {
            self.error = Some(reason);
        }
    }
}

/// The replay with the beginnings of long bodies alone: a run holds many failures, and what a target answers is not to
/// fill the memory.
pub(crate) fn cut(mut replayed: Replayed) -> Replayed {
    for exchange in replayed.steps.iter_mut().flat_map(|step| &mut step.exchanges) {
        let bodies = [
            Some(&mut exchange.request.body),
            exchange.actual.as_mut().ok().map(|response| &mut response.body),
            exchange.expected.as_mut().map(|response| &mut response.body),
        ];
        for body in bodies.into_iter().flatten().filter(|body| body.len() > LONGEST_BODY) {
            *body = Bytes::copy_from_slice(&body[..LONGEST_BODY]);
        }
    }
    replayed
}

/// A target that is silent is asked so many times whether it lives: it may only be slow, or leave out an answer now and then.
const CHANCES: usize = 3;

/// Why the target counts as gone; nothing if it lives.
///
/// A target that closes the connection or answers something else than HTTP is ill, but there. One that refuses the
/// connection, or has been too busy for all for long, is gone; one that is silent gets another chance, and lives as long as it answers somebody else.
pub(crate) async fn find_gone<S: Subject>(subject: &S, service: ServiceName) -> Option<TransportFailure> {
    let mut silent = None;
    for _ in 0..CHANCES {
        match subject.probe(service).await {
            // What was sent before it fell silent may be answered yet while it is asked for the first time.
            Err(failure @ TransportFailure::TimedOut(_)) => {
                let answers = silent.map_or_else(|| subject.answers(service), |(answers, _)| answers);
                silent = Some((answers, failure));
            }
            Err(failure @ (TransportFailure::Connect(_) | TransportFailure::Busy(_))) => return Some(failure),
            Err(_) | Ok(_) => return None,
        }
    }
    silent.filter(|(answers, _)| *answers == subject.answers(service)).map(|(_, failure)| failure)
}

/// Asks whether the target lives, and if it is gone notes so, and tells of it unless that is known already. Gives the reason
/// with which the check ends that was under way; nothing if the target lives.
pub(super) async fn lose_if_gone<S: Subject>(
    subject: &S,
    during: &str,
    reach: &Reach,
    events: &Events,
) -> Option<ErrorReason> {
    let service = ServiceName::of_id(during).unwrap_or_default();
    let failure = find_gone(subject, service).await?.to_string();
    let gone = Gone { during: Some(during.to_owned()), failure: failure.clone() };
    let Some(alongside) = reach.lose(gone.clone()) else { return Some(ErrorReason::TargetGone) };
    events.send(Event::TargetGone(gone));
    Some(ErrorReason::KilledTarget { failure, alongside })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Alive;
    use crate::engine::subject::{Unreplayed, nothing_else};
    use crate::target::Axes;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// A target that answers no probe, and so many other requests while it is asked for the first time and each time after that.
    struct Silent {
        at_first: u64,
        later: u64,
        asked: AtomicU64,
    }

    impl Subject for Silent {
        async fn replay(&self, _: Axes, _: &History, _: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
            Ok(Replayed::default())
        }

        async fn probe(&self, _: ServiceName) -> Result<Alive, TransportFailure> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            Err(TransportFailure::TimedOut(Duration::from_secs(2)))
        }

        fn answers(&self, _: ServiceName) -> u64 {
            let asked = self.asked.load(Ordering::Relaxed);
            if asked == 0 { 0 } else { self.at_first + self.later * (asked - 1) }
        }

        nothing_else!();
    }

    #[tokio::test]
    async fn who_answers_others_is_there() {
        let silent = |at_first, later| Silent { at_first, later, asked: AtomicU64::new(0) };
        assert_eq!(find_gone(&silent(0, 1), ServiceName::Table).await, None);
        // What was answered yet when it was asked for the first time may have been sent before it fell silent.
        let gone = Some(TransportFailure::TimedOut(Duration::from_secs(2)));
        assert_eq!(find_gone(&silent(3, 0), ServiceName::Table).await, gone);
        assert_eq!(find_gone(&silent(0, 0), ServiceName::Table).await, gone);
    }
}
