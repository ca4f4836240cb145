//! What a played history comes to: the first anomaly that has a name, else whether an order explains the answers.

use super::aftermath;
use super::anomaly::{AnomalyKind, anomalies};
use super::checker::{Budget, Checked, Witness, check, is_linearizable};
use super::client::Act;
use super::reading::Partition;
use super::timeline::{Answer, Asked, Entry, Timeline};
use crate::judge::{Mismatch, MismatchKind, Undecided, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;
use tablestakes_reference::rules::{Broken, RuleId, id};

/// What the judge calls what was asked: no one operation is to blame.
pub(super) const OPERATION: &str = "Concurrent Requests";

/// What one history's search for an order may cost.
const BUDGET: Budget = Budget { time: Duration::from_secs(5), situations: 1_000_000 };

/// What is known of a history so far.
#[derive(Debug, Default)]
pub(super) struct Judged {
    timelines: Vec<Timeline>,
    mismatches: Vec<Mismatch>,
    /// The step at which the first came to light.
    step: Option<usize>,
    loss: bool,
    undecided: bool,
    /// What was asked and never answered so that it told anything.
    mute: Option<&'static str>,
}

impl Judged {
    /// Looks for anomalies. Steps from `audit` on were taken when everything else was over.
    pub(super) fn of(acts: &[Act], audit: usize) -> Self {
        let timelines = timelines(acts);
        let mut judged = Self { mute: mute(acts), timelines, ..Self::default() };
        let mut found = Vec::new();
        for timeline in &judged.timelines {
            let first = timeline.entries.iter().position(|entry| entry.step >= audit);
            for anomaly in anomalies(timeline, first.unwrap_or(timeline.entries.len())) {
                let last = anomaly.entries.iter().max().and_then(|&entry| timeline.entries.get(entry));
                found.push((last.map(|entry| entry.step), anomaly));
            }
        }
        found.sort_by_key(|(_, anomaly)| anomaly.kind);
        judged.step = found.first().and_then(|(step, _)| *step);
        judged.loss =
            found.iter().any(|(_, anomaly)| matches!(anomaly.kind, AnomalyKind::LostUpdate | AnomalyKind::HalfApplied));
        judged.mismatches = found
            .into_iter()
            .map(|(_, anomaly)| Mismatch {
                rule: anomaly.kind.rule(),
                kind: anomaly.kind.mismatch(),
                operation: OPERATION.to_owned(),
                expected: anomaly.expected,
                actual: anomaly.actual,
            })
            .collect();
        for (step, mismatch) in aftermath::find(acts) {
            judged.step = judged.step.or(Some(step));
            judged.mismatches.push(mismatch);
        }
        judged
    }

    /// Whether something seems to be lost that may only be late.
    pub(super) fn is_loss(&self) -> bool {
        self.loss
    }

    /// Whether it is known already what the history comes to.
    pub(super) fn is_over(&self) -> bool {
        !self.mismatches.is_empty()
    }

    /// Searches for an order.
    pub(super) fn searched(mut self) -> Self {
        for timeline in &self.timelines {
            match check(timeline, BUDGET) {
                Checked::Linearizable(_) => {}
                Checked::Undecided => self.undecided = true,
                Checked::NotLinearizable(witness) => {
                    let (step, mismatch) = unexplained(timeline, &witness);
                    self.step = self.step.or(Some(step));
                    self.mismatches.push(mismatch);
                }
            }
        }
        self
    }

    /// Which of these rules the target breaks for every answer to be explained by an order: one that alone suffices, else all of
    /// them; none if they do not explain it, or there is an order without them: then what is wrong is something else, such as an
    /// ETag that is there twice.
    pub(super) fn explained_by(&self, rules: &[RuleId]) -> Vec<RuleId> {
        let explains = |broken: &Broken| {
            !self.timelines.is_empty() && self.timelines.iter().all(|held| is_linearizable(held, BUDGET, broken))
        };
        if self.mismatches.is_empty() || rules.is_empty() || !explains(&rules.iter().copied().collect()) {
            return Vec::new();
        }
        if explains(&Broken::none()) {
            return Vec::new();
        }
        match rules.iter().find(|rule| explains(&Broken::none().and(**rule))) {
            Some(rule) => vec![*rule],
            None => rules.to_vec(),
        }
    }

    /// The verdict, and the step at which it came to light.
    pub(super) fn into_verdict(self) -> (Option<usize>, Verdict) {
        if !self.mismatches.is_empty() {
            (self.step, Verdict::Mismatch(self.mismatches))
        } else if let Some(what) = self.mute {
            let why = format!("no answer to {what} tells whether it was done, or what was there");
            (None, Verdict::Undecided(Undecided::Unfit { why }))
        } else if self.undecided {
            (None, Verdict::Undecided(Undecided::OutOfBudget))
        } else {
            (None, Verdict::Allowed)
        }
    }
}

/// What was asked, befallen by nothing, and left open by every answer to it: of such a history any order can be told, so
/// that it proves nothing.
fn mute(acts: &[Act]) -> Option<&'static str> {
    type Kind = (&'static str, fn(&Asked) -> bool);
    let kinds: [Kind; 4] = [
        ("a transaction", |asked| matches!(asked, Asked::Write { transaction: true, .. })),
        ("a write", |asked| matches!(asked, Asked::Write { transaction: false, .. })),
        ("a read", |asked| matches!(asked, Asked::Read { .. })),
        ("a query", |asked| matches!(asked, Asked::Page(_))),
    ];
    let entries =
        || acts.iter().filter(|act| act.fault.is_none()).flat_map(|act| &act.readings).map(|(_, entry)| entry);
    let of_kind = |is: fn(&Asked) -> bool| entries().filter(move |entry| is(&entry.asked));
    let is_mute = |is| of_kind(is).next().is_some() && of_kind(is).all(|entry| !entry.answer.is_told());
    kinds.into_iter().find(|&(_, is)| is_mute(is)).map(|(what, _)| what)
}

fn unexplained(timeline: &Timeline, witness: &Witness) -> (usize, Mismatch) {
    let steps: Vec<String> = witness.explained.iter().map(|&entry| timeline.entries[entry].step.to_string()).collect();
    let entry = &timeline.entries[witness.unexplained];
    let mismatch = Mismatch {
        rule: id::TABLE_CONCURRENCY_ONE_ORDER,
        kind: MismatchKind::NotLinearizable,
        operation: OPERATION.to_owned(),
        expected: "an order of all requests that explains every answer".to_owned(),
        actual: format!(
            "none: the longest that explains any is steps {}, behind which step {} has no place: {}",
            steps.join(" "),
            entry.step,
            told(entry)
        ),
    };
    (entry.step, mismatch)
}

/// What was asked and told, in a few words.
pub(super) fn told(entry: &Entry) -> String {
    let asked = match &entry.asked {
        Asked::Write { puts, .. } => {
            let rows: Vec<&str> = puts.iter().map(|put| put.row.as_str()).collect();
            format!("a write of {}", rows.join(", "))
        }
        Asked::Read { row } => format!("a read of {row}"),
        Asked::Page(_) => "a query".to_owned(),
    };
    let answer = match &entry.answer {
        Answer::Done(_) => "done".to_owned(),
        Answer::Refused => "refused".to_owned(),
        Answer::Unknown => "not answered".to_owned(),
        Answer::CutShort => "cut short".to_owned(),
        Answer::Seen(sight) if sight.rows.is_empty() => "nothing there".to_owned(),
        Answer::Seen(sight) => {
            let rows: Vec<String> = sight
                .rows
                .iter()
                .map(|(row, seen)| {
                    let properties: Vec<String> =
                        seen.properties.iter().map(|(name, value)| format!("{name} = {value:?}")).collect();
                    format!("{row} with {}", properties.join(", "))
                })
                .collect();
            rows.join("; ")
        }
    };
    format!("{asked}, {answer}")
}

/// What was asked and told, by partition, in the order in which it began.
fn timelines(acts: &[Act]) -> Vec<Timeline> {
    let mut by_partition: BTreeMap<&Partition, Timeline> = BTreeMap::new();
    for (partition, entry) in acts.iter().flat_map(|act| &act.readings) {
        by_partition.entry(partition).or_default().entries.push(entry.clone());
    }
    let mut timelines: Vec<Timeline> = by_partition.into_values().collect();
    for timeline in &mut timelines {
        timeline.entries.sort_by_key(|entry| entry.span.invoked);
        timeline.trust_etags();
    }
    timelines
}
