//! One replay under way: set-up, steps in lockstep, verdicts, clean-up.

use super::error::ReplayError;
use super::explain::Past;
use super::kept::lacks_answers;
use super::oracle_side::{OracleSide, applied, question};
use super::own_tables;
use super::replayer::Replayer;
use super::settling::Settling;
use super::target_side::{Came, Source, TargetSide};
use crate::history::bindings::Unbound;
use crate::history::lower::{Page, redacted};
use crate::history::{Exchange, Replayed, StepRecord, TransportFailure};
use crate::judge::{
    Difference, Document, Evidence, Expected, Facts, Mismatch, MismatchKind, Outcome, Side, Undecided, Verdict, blame,
    by_form, one, scan,
};
use std::time::{Duration, SystemTime};
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::rules::{RuleId, id};

/// How long deleting a history's tables may take. A target that hangs is not waited for again and again.
const CLEAN_UP: Duration = Duration::from_secs(10);

/// One replay under way.
pub(super) struct Lockstep<'a> {
    replayer: &'a Replayer,
    history: &'a History,
    prefix: String,
    began: SystemTime,
    actual: TargetSide<'a>,
    oracle: OracleSide<'a>,
    /// When each step was sent.
    times: Vec<SystemTime>,
    /// The rules that took part in any answer of the oracle.
    seen: Vec<RuleId>,
    /// What takes effect late.
    settling: Settling,
    /// The tables to delete afterwards.
    tables: Vec<String>,
    records: Vec<StepRecord>,
    /// Incidental differences that no rule of the history explains.
    unexplained: Vec<Vec<(MismatchKind, Vec<RuleId>)>>,
    /// Whether an odd request was sent, after which the oracle no longer knows the target's state.
    adrift: bool,
}

impl<'a> Lockstep<'a> {
    /// A replay of a history whose tables' names begin so; the target's answers come from the source.
    pub(super) fn new(replayer: &'a Replayer, history: &'a History, source: Source<'a>, prefix: String) -> Self {
        let Replayer { target, axes, broken, oracles, .. } = replayer;
        Self {
            replayer,
            history,
            began: SystemTime::now(),
            actual: TargetSide::new(target, source, *axes, &prefix),
            oracle: OracleSide::new(&**oracles, broken, target, *axes, &prefix),
            prefix,
            times: Vec::with_capacity(history.steps.len()),
            seen: Vec::new(),
            settling: Settling::taking(replayer.settle),
            tables: Vec::new(),
            records: Vec::with_capacity(history.steps.len()),
            unexplained: Vec::new(),
            adrift: false,
        }
    }

    /// Creates the history's tables, runs its steps, and deletes the tables as best it can.
    ///
    /// # Errors
    /// The tables could not be created.
    pub(super) async fn replay(mut self) -> Result<Replayed, ReplayError> {
        let set_up = self.set_up().await;
        if set_up.is_ok() {
            self.steps().await;
        }
        // Deleting never decides anything: the names are the run's own, and `clean` finds what is left.
        let _ = tokio::time::timeout(CLEAN_UP, self.clean_up()).await;
        set_up?;
        let (prefix, requests) = (Some(self.prefix), self.actual.requests);
        Ok(Replayed { steps: self.records, prefix, requests, reached: self.seen })
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
        Ok(Replayed { steps: self.records, prefix: Some(self.prefix), requests: 0, reached: self.seen })
    }

    async fn set_up(&mut self) -> Result<(), ReplayError> {
        let target = self.replayer.target.to_string();
        for step in own_tables::creating(self.history) {
            let table = own_tables::created_by(&step, &self.actual.bindings).unwrap_or_default();
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
            let requests = self.actual.requests;
            match sent.outcome {
                Ok(response) if response.status < 300 => self.tables.push(table),
                Ok(response) => {
                    let document = Document::read(&response);
                    let answer = Side::new(&response, document, Facts::default()).shown();
                    return Err(ReplayError::SetUp { target, table, answer, requests });
                }
                Err(failure) => return Err(ReplayError::NoAnswer { target, table, failure, requests }),
            }
        }
        Ok(())
    }

    async fn steps(&mut self) {
        for (index, step) in self.history.steps.iter().enumerate() {
            self.actual.begin(index);
            self.settling.before(step, &self.actual.bindings).await;
            let (exchanges, verdict) = match self.step(index, step).await {
                Ok(played) => played,
                Err(Unbound { symbol }) => (Vec::new(), Verdict::Undecided(self.without(symbol))),
            };
            self.settling.after(step, &self.actual.bindings);
            let stops = verdict != Verdict::Allowed;
            self.records.push(StepRecord { index, exchanges, verdict, taken: None });
            if stops {
                return;
            }
        }
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

    async fn step(&mut self, index: usize, step: &Step) -> Result<(Vec<Exchange>, Verdict), Unbound> {
        let now = SystemTime::now();
        self.adrift |= step.call.is_odd();
        if self.adrift {
            return self.step_without_oracle(index, step, now).await;
        }
        self.times.push(now);
        if matches!(step.call, Call::Restart) {
            return self.restart(index, step, now).await;
        }
        // What cannot be bound on the target's side is found before the oracle changes its state.
        self.actual.lower(step, &Page::default(), now)?;
        let created = own_tables::created_by(step, &self.actual.bindings);
        let answers = self.oracle.play(index, step, now)?;
        let rows = answers.iter().map(|held| held.side.rows()).sum();
        let came = self.actual.play(step, rows, now).await?;
        self.keep(created, &answers, &came);
        self.note(applied(&answers));

        let verdict = match self.judge(step, &answers, &came) {
            Outcome::Undecided(undecided) => Verdict::Undecided(undecided),
            Outcome::Compared { differences, early } => {
                let mismatches = self.mismatches(step, &answers, &came, differences);
                if mismatches.is_empty() {
                    self.bind(index, step, &came, early);
                    Verdict::Allowed
                } else {
                    Verdict::Mismatch(mismatches)
                }
            }
        };
        Ok((exchanges(&answers, came), verdict))
    }

    /// An odd request, or what follows one: judged by the form of the answer alone.
    async fn step_without_oracle(
        &mut self,
        index: usize,
        step: &Step,
        now: SystemTime,
    ) -> Result<(Vec<Exchange>, Verdict), Unbound> {
        let created = own_tables::created_by(step, &self.actual.bindings);
        let came = self.actual.play(step, 0, now).await?;
        self.keep(created, &[], &came);
        let differences =
            came.sent.iter().flat_map(|sent| match by_form(&sent.request, step.call.is_odd(), &sent.outcome) {
                Outcome::Compared { differences, .. } => differences,
                Outcome::Undecided(_) => Vec::new(),
            });
        let evidence =
            Evidence { operation: step.call.name(), declared: &[], applied: &[], seen: &[], explained_by: None };
        let mismatches = blame(differences.collect(), evidence);
        self.bind(index, step, &came, false);
        let verdict = if mismatches.is_empty() { Verdict::Allowed } else { Verdict::Mismatch(mismatches) };
        Ok((exchanges(&[], came), verdict))
    }

    /// Both sides begin anew with what they hold.
    async fn restart(
        &mut self,
        index: usize,
        step: &Step,
        now: SystemTime,
    ) -> Result<(Vec<Exchange>, Verdict), Unbound> {
        self.oracle.play(index, step, now)?;
        self.note(vec![id::TABLE_DURABILITY_ACKNOWLEDGED]);
        let verdict = match self.replayer.restart().await {
            Ok(()) => Verdict::Allowed,
            Err(why) => Verdict::Undecided(Undecided::Unfit { why }),
        };
        Ok((Vec::new(), verdict))
    }

    /// The differences that count, each with the rule that it breaks.
    fn mismatches(
        &mut self,
        step: &Step,
        answers: &[Expected],
        came: &Came,
        differences: Vec<Difference>,
    ) -> Vec<Mismatch> {
        if differences.is_empty() {
            return Vec::new();
        }
        let judge = |held: &[Expected]| self.judge(step, held, came);
        let past = self.past();
        let (counting, incidental): (Vec<_>, Vec<_>) =
            differences.into_iter().partition(|difference| difference.counts(&self.history.rules));
        let (counting, explained_by) = if counting.is_empty() {
            // What counts by itself nowhere counts where it shows that a rule is broken which the history tries. The
            // same differences again, say of a header that every answer lacks, need not be explained again.
            let shape: Vec<_> = incidental.iter().map(|held| (held.kind, held.rules.clone())).collect();
            if self.unexplained.contains(&shape) {
                return Vec::new();
            }
            match past.explain_by_tried(&incidental, judge) {
                Some(explained) => (explained.gone, Some(explained.rule)),
                None => {
                    self.unexplained.push(shape);
                    return Vec::new();
                }
            }
        } else {
            let explained_by = past.explain(answers, &[&counting[..], &incidental].concat(), judge);
            (counting, explained_by)
        };
        let applied = applied(answers);
        let declared = &self.history.rules;
        let seen = &self.seen;
        blame(counting, Evidence { operation: step.call.name(), declared, applied: &applied, seen, explained_by })
    }

    fn past(&self) -> Past<'_> {
        Past {
            oracles: &*self.replayer.oracles,
            broken: &self.replayer.broken,
            target: &self.replayer.target,
            axes: self.replayer.axes,
            prefix: &self.prefix,
            history: self.history,
            began: self.began,
            times: &self.times,
            seen: &self.seen,
        }
    }

    /// Binds what the target returned in an allowed step.
    fn bind(&mut self, index: usize, step: &Step, came: &Came, early: bool) {
        let is_scan = matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. });
        let only = came.sent.first().filter(|_| !is_scan).and_then(|sent| sent.outcome.as_ref().ok());
        self.actual.bindings.note(index, only);
        if early {
            // The two go on from different places: what refers to this token cannot be judged.
            self.actual.bindings.forget_token(index);
        }
    }

    fn judge(&self, step: &Step, answers: &[Expected], came: &Came) -> Outcome {
        let (Some(sent), Some(actual), Some(expected)) = (came.sent.first(), came.actual.first(), answers.first())
        else {
            return Outcome::same();
        };
        let question = question(step, &sent.request, &self.replayer.target, &self.actual.bindings);
        match step.call {
            Call::Scan { .. } | Call::ScanTables { .. } => scan(&question, answers, &came.actual, came.end),
            Call::Operation { .. } | Call::Raw { .. } | Call::Restart => one(&question, expected, actual),
        }
    }

    /// Remembers a table that the target says it created: one under our own prefix, or under a name that no service
    /// would give to anybody.
    fn keep(&mut self, created: Option<String>, answers: &[Expected], came: &Came) {
        let granted =
            matches!(came.sent.first().map(|sent| &sent.outcome), Some(Ok(response)) if response.status < 300);
        let impossible = answers.first().is_some_and(|held| held.side.status == 400);
        if let Some(name) = created
            && granted
            && (name.starts_with(&self.prefix) || impossible)
            && !self.tables.contains(&name)
        {
            self.tables.push(name);
        }
    }

    fn note(&mut self, rules: Vec<RuleId>) {
        for rule in rules {
            if !self.seen.contains(&rule) {
                self.seen.push(rule);
            }
        }
    }

    async fn clean_up(&mut self) {
        for name in std::mem::take(&mut self.tables) {
            let step = own_tables::deleting(&name);
            if let Ok(request) = self.actual.lower_own(&step, SystemTime::now())
                && let Err(TransportFailure::Connect(_)) = self.actual.send(request).await.outcome
            {
                return;
            }
        }
    }
}

/// The exchanges as they may be kept: without signatures, each beside the oracle's answer.
fn exchanges(answers: &[Expected], came: Came) -> Vec<Exchange> {
    let paired = came.sent.into_iter().enumerate().map(|(place, sent)| Exchange {
        request: redacted(&sent.request),
        actual: sent.outcome,
        expected: answers.get(place).map(|held| held.answer.response.clone()),
        duration: sent.duration,
    });
    paired.collect()
}
