//! The course that what was played takes on one oracle, with its state before the steps: an oracle that breaks other rules takes
//! the same course until the first of these takes part.

use super::oracle_side::{OracleSide, applied};
use crate::judge::Expected;
use std::sync::Arc;
use tablestakes_reference::rules::{Broken, RuleId};

/// So many states are kept of a long history.
const MOST_STATES: usize = 16;

/// What an oracle that breaks these rules answered to every step.
pub(super) struct Course<'a> {
    broken: Broken,
    /// The rules that took part before the first step.
    set_up: Broken,
    steps: Vec<Taken<'a>>,
}

/// One step of it.
struct Taken<'a> {
    /// The oracle before the step, where it is kept.
    before: Option<OracleSide<'a>>,
    answers: Arc<Vec<Expected>>,
    /// The rules that took part; nothing where it is not known.
    rules: Option<Broken>,
}

impl<'a> Course<'a> {
    /// A course on an oracle that breaks these rules, in whose set-up these took part.
    pub(super) fn new(broken: &Broken, set_up: Vec<RuleId>) -> Self {
        Self { broken: broken.clone(), set_up: set_up.into_iter().collect(), steps: Vec::new() }
    }

    /// Whether the oracle's state before one of so many steps is kept.
    pub(super) fn keeps_state(index: usize, steps: usize) -> bool {
        index.is_multiple_of(steps.div_ceil(MOST_STATES).max(1)) || index + 1 == steps
    }

    /// Takes one step further.
    pub(super) fn push(&mut self, before: Option<OracleSide<'a>>, turn: Turn) {
        let rules = turn.rules.map(|beside| applied(&turn.answers).into_iter().chain(beside).collect());
        self.steps.push(Taken { before, answers: Arc::new(turn.answers), rules });
    }

    /// The oracle that breaks these rules instead, before the last step of which a state is kept and until which nothing is
    /// different for it; and what it answered until then. Nothing if that is not known.
    pub(super) fn until(&self, broken: &Broken) -> Option<(OracleSide<'a>, Vec<Arc<Vec<Expected>>>)> {
        let others = self.broken.unlike(broken);
        if self.set_up.meets(&others) {
            return None;
        }
        let is_other = |step: &Taken<'_>| step.rules.as_ref().is_none_or(|rules| rules.meets(&others));
        let other = self.steps.iter().position(is_other).unwrap_or(self.steps.len());
        let (index, before) = self.steps.iter().enumerate().take(other + 1).rev().find_map(|(index, step)| {
            let before = step.before.as_ref()?;
            Some((index, before))
        })?;
        let answers = self.steps[..index].iter().map(|step| Arc::clone(&step.answers)).collect();
        Some((before.breaking(broken), answers))
    }
}

/// What comes of one step.
pub(super) struct Turn {
    pub(super) answers: Vec<Expected>,
    /// The rules that took part beside the answers; nothing if any may have.
    pub(super) rules: Option<Vec<RuleId>>,
}
