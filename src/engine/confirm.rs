//! From a failure to a finding: replay it again, make it smaller, replay the smaller one again.

use super::Settings;
use super::case::{Failure, cut, lose_if_gone};
use super::event::{Event, Events};
use super::reach::{Reach, Stop};
use super::subject::{Subject, spent};
use crate::finding::{AxisNames, Finding, Origin, Severity, Signature, Stability};
use crate::history::{Replayed, shrink};
use crate::judge::{Mismatch, MismatchKind, is_of_odd_requests};
use crate::target::Axes;
use std::sync::atomic::{AtomicU64, Ordering};
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// What is needed to replay a failure.
pub(crate) struct Confirmation<'r, S> {
    pub subject: &'r S,
    /// The check that came upon it, and its axes.
    pub check: &'r str,
    pub axes: Axes,
    /// The rules that may be blamed; any if there are none. What shows less than the failure is not to be told of other rules.
    pub suspects: Option<Vec<RuleId>>,
    pub settings: &'r Settings,
    pub reach: &'r Reach,
    pub events: &'r Events,
    pub requests: AtomicU64,
}

impl<S: Subject> Confirmation<'_, S> {
    /// Confirms and shrinks a failure.
    ///
    /// The finding is made even if the target goes away on the way: with what was seen until then. A history of one client
    /// that fails only sometimes is not shrunk, since a smaller one that passes once proves nothing. One of several
    /// clients is, each smaller one being replayed as often as it takes for the failure to be likely to show.
    pub async fn finding(&self, failure: Failure) -> Finding {
        let Failure { signature, case, history, replayed } = failure;
        let times = self.times(&history);
        let (again, last) = self.replay_again(&signature, &history, times).await;
        let mut stability = Stability { failed: again.failed + 1, of: again.of + 1 };
        let mut replayed = last.unwrap_or(replayed);
        let steps_before = history.all_steps().count();
        let mut kept = history;
        self.events.send(Event::FindingConfirmed { signature: signature.clone(), stability });

        let concurrent = kept.is_judged_whole();
        if again.of > 0 && (again.failed == again.of || concurrent) {
            let tries = if concurrent { tries(stability) } else { 1 };
            let smaller = self.shrink(&signature, self.refusal(&signature, &replayed), &kept, tries).await;
            if smaller != kept {
                let (again, last) = self.replay_again(&signature, &smaller, times).await;
                if let Some(last) = last.filter(|_| again.failed == again.of || concurrent) {
                    (kept, replayed, stability) = (smaller, last, again);
                    let (from, to) = (steps_before, kept.all_steps().count());
                    self.events.send(Event::FindingShrunk { signature: signature.clone(), from, to });
                }
            }
        }
        let origin = Origin { check: self.check.to_owned(), seed: self.settings.seed, case };
        let failure = Failure { signature, case, history: kept, replayed };
        let requests = self.requests.load(Ordering::Relaxed);
        Finding { stability, steps_before, requests, ..failure.unconfirmed(self.axes, origin) }
    }

    /// What a finding comes down to, where the same difference shows under another signature once nothing is left of the
    /// history that has no part in it. Which rule is blamed for some differences depends on what else a history does.
    pub async fn root(&self, finding: &Finding) -> Option<Finding> {
        let first = finding.mismatch().filter(|mismatch| is_blamed_by_context(mismatch.kind))?;
        let Stability { failed, of } = finding.stability;
        if failed < of || of == 1 || finding.history.is_judged_whole() {
            return None;
        }
        let bare = History { rules: Vec::new(), ..finding.history.clone() };
        let is_alike = |replayed: &Replayed| replayed.mismatches().any(|held| are_alike(first, held));
        let shrunk = shrink(&bare, self.settings.shrink, async |candidate: &History| {
            self.reach.stop().is_none() && self.send(candidate).await.as_ref().is_some_and(is_alike)
        });
        let history = shrunk.await.history;
        let replayed = self.send(&history).await.filter(is_alike)?;
        let axes = AxisNames::from(self.axes);
        let signature = Signature::of(replayed.mismatches().find(|held| are_alike(first, held))?, &axes);
        if signature == finding.signature {
            return None;
        }
        let (stability, last) = self.replay_again(&signature, &history, self.times(&history)).await;
        let replayed = last.filter(|_| stability.failed == stability.of)?;
        let failure = Failure { signature, case: finding.origin.case, history, replayed };
        let root = Finding { stability, ..failure.unconfirmed(self.axes, finding.origin.clone()) };
        // A failure does not become advice because the difference can be seen without what it fails.
        (root.severity <= finding.severity).then_some(root)
    }

    /// Replays a history as often as the run confirms; says how often it failed with this signature, and keeps the last
    /// such replay.
    async fn replay_again(
        &self,
        signature: &Signature,
        history: &History,
        times: u32,
    ) -> (Stability, Option<Replayed>) {
        let (mut stability, mut last) = (Stability { failed: 0, of: 0 }, None);
        for _ in 0..times {
            if matches!(self.reach.stop(), Some(Stop::TargetGone | Stop::Interrupted)) {
                break;
            }
            let failed = self.replay(signature, history).await;
            if failed.is_none() && self.reach.gone().is_some() {
                break;
            }
            stability.of += 1;
            stability.failed += u32::from(failed.is_some());
            last = failed.or(last);
        }
        (stability, last)
    }

    /// The smallest history that fails with this signature, and where it is about a refusal, with the same refusal:
    /// a request that lost its headers on the way is refused for another reason.
    async fn shrink(&self, signature: &Signature, refused: Option<String>, history: &History, tries: u32) -> History {
        let budget = self.settings.shrink;
        shrink(history, budget, async |candidate: &History| {
            for _ in 0..tries {
                let late = self.settings.shrinks_late;
                if self.reach.stop().is_some_and(|stop| stop != Stop::OutOfTime || !late) {
                    return false;
                }
                if self
                    .replay(signature, candidate)
                    .await
                    .is_some_and(|replayed| self.refusal(signature, &replayed) == refused)
                {
                    return true;
                }
            }
            false
        })
        .await
        .history
    }

    /// How often a history is replayed to see how often it fails: more often if that is a matter of chance.
    fn times(&self, history: &History) -> u32 {
        if history.is_judged_whole() {
            self.settings.confirmations.saturating_mul(3)
        } else {
            self.settings.confirmations
        }
    }

    /// Replays a history; gives the replay if it fails with this signature.
    async fn replay(&self, signature: &Signature, history: &History) -> Option<Replayed> {
        let axes = AxisNames::from(self.axes);
        self.send(history).await.filter(|replayed| Failure::of(signature, replayed, &axes).is_some())
    }

    /// What the target answered, where the failure is that it refused, or refused otherwise than it must.
    fn refusal(&self, signature: &Signature, replayed: &Replayed) -> Option<String> {
        let refused = [MismatchKind::RefusedValid, MismatchKind::Status, MismatchKind::ErrorCode];
        let (_, mismatch) = Failure::of(signature, replayed, &AxisNames::from(self.axes))?;
        refused.contains(&mismatch.kind).then_some(mismatch.actual)
    }

    /// Replays a history, and looks whether the target lives if it does not answer.
    async fn send(&self, history: &History) -> Option<Replayed> {
        let answer = self.subject.replay(self.axes, history, self.suspects.as_deref()).await;
        let (requests, no_answer) = spent(&answer);
        self.requests.fetch_add(requests, Ordering::Relaxed);
        if no_answer {
            self.requests.fetch_add(1, Ordering::Relaxed);
            lose_if_gone(self.subject, self.check, self.reach, self.events).await;
        }
        answer.ok().map(cut)
    }
}

impl Failure {
    /// The rules that its histories may be blamed on: those that it is blamed on now, and those that it tries.
    pub(crate) fn suspects(&self) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = self.signature.rule().into_iter().collect();
        for rule in self.replayed.explained.iter().chain(&self.history.rules) {
            if !rules.contains(rule) {
                rules.push(*rule);
            }
        }
        rules
    }

    /// The finding as it stands before it is replayed again.
    pub(crate) fn unconfirmed(self, asked: Axes, origin: Origin) -> Finding {
        let axes = AxisNames::from(asked);
        let Self { signature, history, mut replayed, .. } = self;
        let found = Self::of(&signature, &replayed, &axes);
        let others = replayed.mismatches().filter(|mismatch| signature.rule() != Some(mismatch.rule)).count();
        let mut mismatches: Vec<Mismatch> = Vec::new();
        if let Some((place, mismatch)) = found {
            let beside = replayed.steps[place].mismatches().iter().filter(|held| **held != mismatch).cloned();
            mismatches = std::iter::once(mismatch.clone()).chain(beside).collect();
            // Of several clients all steps are kept: what others did at the same time belongs to it.
            if replayed.steps.iter().all(|step| step.taken.is_none()) {
                replayed.steps.truncate(place + 1);
            }
        }
        Finding {
            severity: mismatches.first().map_or(Severity::Advice, severity),
            known: None,
            root: None,
            axes,
            origin,
            stability: Stability { failed: 1, of: 1 },
            requests: 0,
            steps_before: history.all_steps().count(),
            history,
            mismatches,
            beside: replayed.explained.clone(),
            asked,
            alone: others == 0,
            explained: signature.rule().is_some_and(|rule| replayed.explained.contains(&rule)),
            prefix: replayed.prefix,
            steps: replayed.steps,
            signature,
        }
    }
}

/// Whether the rule that is blamed for such a mismatch depends on what else the history does. Where a request is granted or
/// refused wrongly it is the one that the oracle refused it by.
fn is_blamed_by_context(kind: MismatchKind) -> bool {
    use MismatchKind::{Annotation, Header, RefusedValid, RowExtra, RowMissing};
    matches!(kind, RefusedValid | RowMissing | RowExtra | Header | Annotation)
}

/// Whether two answers differ from what is allowed in the same way, whichever rules are blamed.
fn are_alike(one: &Mismatch, other: &Mismatch) -> bool {
    let same = match one.kind {
        MismatchKind::RowMissing | MismatchKind::RowExtra => true,
        MismatchKind::RefusedValid => one.actual == other.actual,
        _ => one.actual == other.actual && one.expected == other.expected,
    };
    same && one.kind == other.kind && one.operation == other.operation
}

/// What a mismatch means for the target. Of an odd request everything is accepted but what no server may do.
fn severity(mismatch: &Mismatch) -> Severity {
    let binding = mismatch.rule.rule().is_binding() || is_of_odd_requests(mismatch.rule);
    if binding { Severity::Failure } else { Severity::Advice }
}

/// How often a smaller history is replayed before it counts as one that does not fail: so often that one that fails as
/// often as the whole one did is hardly ever missed.
fn tries(stability: Stability) -> u32 {
    let Stability { failed, of } = stability;
    (3 * of).div_ceil(failed.max(1)).clamp(2, 12)
}
