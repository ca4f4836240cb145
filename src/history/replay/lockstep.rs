//! One replay under way: set-up, steps in lockstep, verdicts, clean-up.
//!
//! A difference ends nothing by itself. Where rules explain it, the oracle breaks them from then on; where the states
//! part, the oracle takes the target's over, or leaves out what the target refused. Only what cannot be read ends the history.

use super::account::Properties;
use super::error::ReplayError;
use super::experiment::Judging as _;
use super::fixtures;
use super::kept::lacks_answers;
use super::oracle_side::{OracleSide, applied};
use super::played::Played;
use super::replayer::Replayer;
use super::settling::Settling;
use super::target_side::{Came, Refusal, Source, TargetSide};
use crate::history::bindings::Unbound;
use crate::history::lower::{Page, redacted};
use crate::history::{Exchange, Replayed, StepRecord};
use crate::judge::{
    Document, Evidence, Expected, Facts, Mismatch, MismatchKind, Outcome, Side, Undecided, Verdict, blame, by_form,
};
use crate::target::{Busy, TransportFailure};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::rules::{Broken, RuleId};

/// The status of a service that is too busy, which is right for some requests.
const BUSY: u16 = 503;
/// How long deleting a history's tables may take. A target that hangs is not waited for again and again.
const CLEAN_UP: Duration = Duration::from_secs(10);

/// One replay under way.
pub(super) struct Lockstep<'a> {
    pub(super) replayer: &'a Replayer,
    pub(super) history: &'a History,
    pub(super) prefix: String,
    pub(super) began: SystemTime,
    pub(super) actual: TargetSide<'a>,
    pub(super) oracle: OracleSide<'a>,
    /// What the oracle breaks: what it was told to, and what was found broken on the way.
    pub(super) broken: Broken,
    /// What was found broken on the way.
    pub(super) explained: Vec<RuleId>,
    /// The steps that were played.
    pub(super) played: Vec<Played>,
    /// The rules that took part in any answer of the oracle.
    pub(super) seen: Vec<RuleId>,
    /// What takes effect late.
    settling: Settling,
    /// The tables to delete afterwards.
    tables: Vec<String>,
    pub(super) records: Vec<StepRecord>,
    /// Differences of which it is known that no rule explains them: they need not be explained again.
    pub(super) unexplained: Vec<(&'static str, MismatchKind, Vec<RuleId>)>,
    /// How far the history's clock is ahead of the system's.
    pub(super) ahead: Duration,
    /// Whether an odd request was sent, after which the oracle no longer knows the target's state.
    pub(super) adrift: bool,
    /// Whether the rest cannot be judged.
    pub(super) over: bool,
    /// What was found broken on the way and is not: a later step said so.
    pub(super) withdrawn: Vec<RuleId>,
}

/// What comes of one step.
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    pub(super) exchanges: Vec<Exchange>,
}

impl<'a> Lockstep<'a> {
    /// A replay of a history whose tables' names begin so; the target's answers come from the source.
    pub(super) fn new(replayer: &'a Replayer, history: &'a History, source: Source<'a>, prefix: String) -> Self {
        let Replayer { target, axes, broken, .. } = replayer;
        let actual = TargetSide::new(target, source, *axes, &prefix).waiting(replayer.learned().wait);
        Self {
            replayer,
            history,
            began: SystemTime::now(),
            settling: Settling::taking(replayer.settle.filter(|_| actual.is_live())),
            actual,
            oracle: OracleSide::new(replayer.fresh_oracle(history, broken), target, *axes, &prefix),
            prefix,
            broken: Broken::clone(broken),
            explained: Vec::new(),
            played: Vec::with_capacity(history.steps.len()),
            seen: Vec::new(),
            tables: Vec::new(),
            records: Vec::with_capacity(history.steps.len()),
            unexplained: Vec::new(),
            withdrawn: Vec::new(),
            ahead: Duration::ZERO,
            adrift: false,
            over: false,
        }
    }

    /// Creates the history's tables, runs its steps, and deletes the tables as best it can.
    ///
    /// # Errors
    /// The tables could not be created.
    pub(super) async fn replay(mut self) -> Result<Replayed, ReplayError> {
        let properties = self.actual.properties_before(self.history).await;
        let set_up = self.set_up().await;
        if set_up.is_ok() {
            self.steps().await;
        }
        // Deleting never decides anything: the names are the run's own, and `clean` finds what is left.
        let _ = tokio::time::timeout(CLEAN_UP, self.clean_up(properties)).await;
        if let Some(clocks) = &self.replayer.clocks {
            clocks.forget(&self.prefix);
        }
        set_up?;
        Ok(self.replayed())
    }

    /// The same on answers that were kept. A step of which too few were cannot be judged.
    ///
    /// # Errors
    /// The oracle does not create the history's tables.
    pub(super) async fn rejudge(mut self) -> Result<Replayed, ReplayError> {
        self.set_up().await?;
        self.steps().await;
        self.records.iter_mut().filter(|step| lacks_answers(step)).for_each(|step| {
            let why = TransportFailure::Unkept.to_string();
            step.verdict = Verdict::Undecided(Undecided::Unfit { why });
        });
        self.actual.requests = 0;
        Ok(self.replayed())
    }

    /// The rules of these that alone explain a mismatch of what was played and kept, beside
    /// those that are broken in any case.
    ///
    /// # Errors
    /// The oracle does not create the history's tables.
    pub(super) async fn explanations(
        mut self,
        mismatch: &Mismatch,
        beside: &Broken,
        rules: &[RuleId],
    ) -> Result<Vec<RuleId>, ReplayError> {
        self.set_up().await?;
        self.steps().await;
        let mut known = self.replayer.learned().broken.clone();
        known.retain(|rule| self.seen.contains(rule));
        Ok(self.past().all_that_explain(mismatch, beside, rules, &known, &self))
    }

    fn replayed(self) -> Replayed {
        let unasked = self.unasked();
        Replayed {
            steps: self.records,
            prefix: Some(self.prefix),
            requests: self.actual.requests,
            reached: self.seen,
            unasked,
            explained: self.explained,
            instead: None,
        }
    }

    pub(super) async fn set_up(&mut self) -> Result<(), ReplayError> {
        let target = self.replayer.target.to_string();
        for step in fixtures::creating(self.history) {
            let table = fixtures::created_by(&step, &self.actual.bindings).unwrap_or_default();
            let requests = self.actual.requests;
            let answer = self.oracle.set_up(&step, self.began);
            let rules = answer.map_err(|answer| ReplayError::Oracle { table: table.clone(), answer, requests })?;
            self.note(rules);
            let request = self.actual.lower_own(&step, self.began);
            let request = request.map_err(|Unbound { symbol }| ReplayError::Oracle {
                table: table.clone(),
                answer: symbol,
                requests,
            })?;
            let sent = self.actual.send(request).await;
            match sent.outcome {
                Ok(response) if response.status < 300 => self.tables.push(table),
                Ok(_) if self.actual.can_use(self.history.service, &table).await => self.tables.push(table),
                Ok(response) if let Some(busy) = Busy::of(&response) => {
                    // It may be there all the same, and is deleted then.
                    self.tables.push(table.clone());
                    let (timed_out, requests) = (busy == Busy::TimedOut, self.actual.requests);
                    return Err(ReplayError::Busy { target, table, timed_out, requests });
                }
                Ok(response) => {
                    let document = Document::of(self.history.service, &sent.request, &response);
                    let answer = Side::new(&response, document, Facts::default()).shown();
                    let requests = self.actual.requests;
                    return Err(ReplayError::SetUp { target, table, answer, requests });
                }
                Err(failure) => {
                    let requests = self.actual.requests;
                    return Err(ReplayError::NoAnswer { target, table, failure, requests });
                }
            }
        }
        self.actual.take_read_back();
        Ok(())
    }

    pub(super) async fn steps(&mut self) {
        for (index, step) in self.history.steps.iter().enumerate() {
            self.actual.begin(index);
            self.settling.before(step, &self.actual.bindings).await;
            let judged = match self.step(index, step).await {
                Ok(judged) => judged,
                Err(Unbound { symbol }) => {
                    self.skip(index);
                    Judged { verdict: Verdict::Undecided(self.without(symbol)), exchanges: Vec::new() }
                }
            };
            self.settling.after(step, &self.actual.bindings);
            let Judged { verdict, exchanges } = judged;
            let read_back = self.actual.take_read_back();
            self.records.push(StepRecord { index, exchanges, verdict, taken: None, read_back });
            if self.over {
                return;
            }
        }
    }

    /// Leaves a step out on both sides.
    fn skip(&mut self, index: usize) {
        self.played.truncate(index);
        self.played.push(Played { skipped: true, ..Played::at(self.now()) });
        self.oracle.skip(index);
        self.actual.bindings.note(index, None);
    }

    /// Why a step cannot be judged that refers to something which the target's answers lack. The service would have given
    /// it, where neither side did and one of them is measured by the emulator.
    fn without(&self, symbol: String) -> Undecided {
        let emulated = self.seen.iter().find(|rule| rule.rule().profile.is_some());
        match emulated.filter(|_| self.oracle.bindings.bind(&symbol).is_err()) {
            Some(rule) => Undecided::StatesDiverged { rule: *rule },
            None => Undecided::Unbound { symbol },
        }
    }

    async fn step(&mut self, index: usize, step: &Step) -> Result<Judged, Unbound> {
        let now = self.now();
        if let Call::Wait { seconds } = step.call {
            return self.wait(index, step, Duration::from_secs(u64::from(seconds))).await;
        }
        self.adrift |= step.call.is_odd();
        if self.adrift {
            return self.step_without_oracle(index, step, now).await;
        }
        if matches!(step.call, Call::Restart) {
            self.played.push(Played::at(now));
            return self.restart(index, step, now).await;
        }
        // What cannot be bound on the target's side is found before the oracle changes its state.
        self.actual.lower(step, &Page::default(), now)?;
        let created = fixtures::created_by(step, &self.actual.bindings);
        let answers = self.oracle.play(index, step, now)?;
        let rows = answers.iter().map(|held| held.side.rows()).sum();
        let is_right = step.call.is_odd() || answers.iter().any(|held| held.allows(BUSY));
        let refusal = if is_right { Refusal::Taken } else { Refusal::SentAgain };
        let came = self.actual.play(step, rows, now, refusal).await?;
        self.keep(created, &answers, &came);
        self.played.push(Played { came: Some(came), ..Played::at(now) });
        let answers = self.when_sent(index).unwrap_or(Arc::new(answers));
        self.note(applied(&answers));
        self.played[index].applied = applied(&answers);
        let exchanges = self.played[index].came.iter().flat_map(|came| exchanges(&answers, came)).collect();

        let mut outcome = self.judge(step, &answers, &self.played[index]);
        let mut advice = None;
        if outcome != Outcome::same()
            && let Some(reconciled) = self.reconcile(index, step)
        {
            outcome = Outcome::same();
            advice = reconciled.advice;
            self.note(applied(&reconciled.answers));
            self.played[index].applied = applied(&reconciled.answers);
        }
        let verdict = match outcome {
            Outcome::Undecided(Undecided::StatesDiverged { rule }) => {
                self.bind(index, step, false);
                if self.follow(index, step).await {
                    Verdict::Allowed
                } else {
                    self.over = true;
                    Verdict::Undecided(Undecided::StatesDiverged { rule })
                }
            }
            Outcome::Undecided(undecided) => {
                self.over = true;
                Verdict::Undecided(undecided)
            }
            Outcome::Compared { differences, early } if differences.is_empty() => {
                self.played[index].judged = true;
                self.bind(index, step, early);
                advice.map_or(Verdict::Allowed, |advice| Verdict::Mismatch(vec![advice]))
            }
            Outcome::Compared { differences, early } => {
                self.played[index].early = early;
                let mismatches = self.mismatches(index, step, &answers, differences);
                self.bind(index, step, early);
                self.go_on(index, step).await;
                // What was told of an earlier step may explain all that differs in this one.
                if mismatches.is_empty() { Verdict::Allowed } else { Verdict::Mismatch(mismatches) }
            }
        };
        let granted = self.played[index].answer().is_some_and(|answer| answer.status < 300);
        self.actual.missing_tags(index, self.history, step, granted).await;
        Ok(Judged { verdict, exchanges })
    }

    /// An odd request, or what follows one: judged by the form of the answer alone.
    async fn step_without_oracle(&mut self, index: usize, step: &Step, now: SystemTime) -> Result<Judged, Unbound> {
        let created = fixtures::created_by(step, &self.actual.bindings);
        let refusal = if step.call.is_odd() { Refusal::Taken } else { Refusal::SentAgain };
        let came = self.actual.play(step, 0, now, refusal).await?;
        self.keep(created, &[], &came);
        let differences = came.sent.iter().flat_map(|sent| {
            match by_form(self.history.service, &sent.request, step.call.is_odd(), &sent.outcome) {
                Outcome::Compared { differences, .. } => differences,
                Outcome::Undecided(_) => Vec::new(),
            }
        });
        let evidence = Evidence {
            operation: step.call.name(),
            declared: &[],
            applied: &[],
            seen: &[],
            explained_by: None,
            is_lacking: false,
        };
        let mismatches = blame(differences.collect(), evidence);
        let exchanges = exchanges(&[], &came);
        let timed_out =
            exchanges.iter().any(|held| held.actual.as_ref().ok().and_then(Busy::of) == Some(Busy::TimedOut));
        self.played.push(Played { came: Some(came), ..Played::at(now) });
        self.bind(index, step, false);
        self.over = timed_out || !mismatches.is_empty();
        let verdict = match mismatches.is_empty() {
            _ if timed_out => Verdict::Undecided(Undecided::TimedOut),
            true => Verdict::Allowed,
            false => Verdict::Mismatch(mismatches),
        };
        Ok(Judged { verdict, exchanges })
    }

    /// Binds what the target returned.
    fn bind(&mut self, index: usize, step: &Step, early: bool) {
        let is_scan = matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. });
        let sent = self.played[index].came.as_ref().and_then(|came| came.sent.first()).filter(|_| !is_scan);
        let only = sent.and_then(|sent| sent.outcome.as_ref().ok());
        self.actual.bindings.note(index, only);
        if early {
            // The two go on from different places: what refers to this token cannot be judged.
            self.actual.bindings.forget_token(index);
        }
    }

    /// Remembers a table that the target says it created: one under our own prefix, or under a name that no service
    /// would give to anybody.
    fn keep(&mut self, created: Option<String>, answers: &[Expected], came: &Came) {
        let status = came.sent.first().and_then(|sent| sent.outcome.as_ref().ok()).map(|response| response.status);
        let granted = match self.history.service {
            // A queue that was there before is granted with 204.
            ServiceName::Queue => status == Some(201),
            ServiceName::Blob => status == Some(201),
            ServiceName::Table => status.is_some_and(|status| status < 300),
        };
        let impossible = answers.first().is_some_and(|held| held.side.status == 400);
        if let Some(name) = created
            && granted
            && (name.starts_with(&self.prefix) || impossible)
            && !self.tables.contains(&name)
        {
            self.tables.push(name);
        }
    }

    pub(super) fn note(&mut self, rules: Vec<RuleId>) {
        for rule in rules {
            if !self.seen.contains(&rule) {
                self.seen.push(rule);
            }
        }
    }

    async fn clean_up(&mut self, properties: Option<Properties>) {
        if let Some(properties) = properties {
            self.actual.put_back(properties).await;
        }
        for name in std::mem::take(&mut self.tables) {
            let step = fixtures::deleting(self.history.service, &name);
            if let Ok(request) = self.actual.lower_own(&step, self.now())
                && let Err(TransportFailure::Connect(_)) = self.actual.send(request).await.outcome
            {
                return;
            }
        }
    }
}

/// The exchanges as they may be kept: without signatures, each beside the oracle's answer.
fn exchanges(answers: &[Expected], came: &Came) -> Vec<Exchange> {
    let paired = came.sent.iter().enumerate().map(|(place, sent)| Exchange {
        request: redacted(&sent.request),
        actual: sent.outcome.clone(),
        expected: answers.get(place).map(|held| held.answer.response.clone()),
        duration: sent.duration,
    });
    paired.collect()
}
