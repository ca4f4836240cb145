//! Operations that a target does not have: it refuses them as not implemented, whatever they are asked for. That is told once, of
//! the operation, and no rule is blamed whose question needs it.

use super::{CheckRun, Run};
use crate::engine::selection::Unit;
use crate::engine::subject::Subject;
use crate::history::{Replayed, StepRecord};
use crate::judge::{Mismatch, says_not_implemented};
use std::collections::BTreeSet;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{History, Step};

impl<S: Subject> Run<S> {
    /// Learns which operations the target refuses as not implemented and never grants, and asks again what came upon one: then that
    /// is told of the operation, and keeps the questions from being put for which it is needed.
    pub(super) async fn ask_again_without(&mut self, units: &[Unit], runs: &mut [CheckRun]) {
        self.granted.extend(runs.iter().flat_map(|run| &run.granted));
        let is_lacking =
            |held: &(ServiceName, &'static str)| !self.granted.contains(held) && !self.learned.lacking.contains(held);
        let lacking: BTreeSet<_> = runs.iter().flat_map(CheckRun::not_implemented).filter(is_lacking).collect();
        if lacking.is_empty() {
            return;
        }
        let comes_upon = |run: &CheckRun| run.not_implemented().any(|held| lacking.contains(&held));
        let places: Vec<usize> = (0..units.len()).filter(|place| runs.get(*place).is_some_and(comes_upon)).collect();
        self.learned.lacking.extend(lacking);
        self.subject.learn(self.learned.clone());
        let again: Vec<Unit> = places.iter().map(|place| units[*place].clone()).collect();
        for (place, run) in places.into_iter().zip(self.checks(&again).await) {
            let requests = runs[place].requests + run.requests;
            runs[place] = CheckRun { requests, ..run };
        }
    }
}

impl CheckRun {
    /// The operations that the target refused as not implemented, where that is not the right answer. What tables say so of is
    /// mostly a filter.
    fn not_implemented(&self) -> impl Iterator<Item = (ServiceName, &'static str)> {
        let steps = self.failures.iter().flat_map(|failure| operations(&failure.history, &failure.replayed));
        let says =
            |mismatch: &Mismatch| says_not_implemented(&mismatch.actual) && !says_not_implemented(&mismatch.expected);
        let refused = steps.filter(move |(_, step)| step.mismatches().iter().any(says)).map(|(held, _)| held);
        refused.filter(|(_, operation)| !operation.starts_with("Query"))
    }
}

/// The operations of a replay that the target granted.
pub(in crate::engine) fn granted<'r>(
    history: &'r History,
    replayed: &'r Replayed,
) -> impl Iterator<Item = (ServiceName, &'static str)> {
    operations(history, replayed).filter(|(_, step)| is_granted(step)).map(|(held, _)| held)
}

/// The operations of a replay, each with what became of it.
fn operations<'r>(
    history: &'r History,
    replayed: &'r Replayed,
) -> impl Iterator<Item = ((ServiceName, &'static str), &'r StepRecord)> {
    let steps: Vec<&Step> = history.all_steps().collect();
    replayed.steps.iter().filter_map(move |record| {
        let step = steps.get(record.index)?;
        Some(((history.service, step.call.name()), record))
    })
}

/// Whether the target granted a step.
fn is_granted(step: &StepRecord) -> bool {
    step.exchanges.iter().any(|exchange| exchange.actual.as_ref().is_ok_and(|answer| answer.status < 400))
}
