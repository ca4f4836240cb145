//! Replayers of the services of one account: which of them a history is for.

use super::learned::Learned;
use super::replayer::Replayer;
use crate::history::Replayed;
use crate::judge::Mismatch;
use crate::target::{Axes, Target, Targets};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// A replayer for each service. Never empty.
#[derive(Clone)]
pub struct Replayers {
    first: Replayer,
    others: Vec<Replayer>,
}

impl Replayers {
    /// What is made of each of these targets.
    pub fn of_each(targets: &Targets, mut make: impl FnMut(&Target) -> Replayer) -> Self {
        let first = Self::one(make(targets.first()));
        targets.iter().skip(1).fold(first, |replayers, target| replayers.and(make(target)))
    }

    /// A replayer for one service.
    pub fn one(first: Replayer) -> Self {
        Self { first, others: Vec::new() }
    }

    /// The same with another service beside it.
    #[must_use]
    pub fn and(mut self, other: Replayer) -> Self {
        self.others.push(other);
        self
    }

    /// The first of them.
    pub fn first(&self) -> &Replayer {
        &self.first
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Replayer> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The one for this service; the first if there is none.
    pub fn of(&self, service: ServiceName) -> &Replayer {
        self.iter().find(|replayer| replayer.target().service == service).unwrap_or(&self.first)
    }

    /// Each of them changed so.
    #[must_use]
    pub fn each(&self, change: impl Fn(&Replayer) -> Replayer) -> Self {
        Self { first: change(&self.first), others: self.others.iter().map(change).collect() }
    }

    /// Has each hear what is known of the target.
    pub fn learn(&self, learned: Learned) {
        self.iter().for_each(|replayer| replayer.learn(learned.clone()));
    }

    /// [`Replayer::keep_versions`].
    pub fn keep_versions(&self) {
        self.of(ServiceName::Blob).keep_versions();
    }

    /// How many answers of a service have come so far.
    pub(crate) fn answers(&self, service: ServiceName) -> u64 {
        self.of(service).transport().answers()
    }

    /// [`Replayer::judge_again`].
    pub fn judge_again(&self, axes: Axes, history: &History, replayed: &Replayed) -> Option<Replayed> {
        self.of(history.service).judge_again(axes, history, replayed)
    }

    /// [`Replayer::explanations`].
    pub fn explanations(
        &self,
        axes: Axes,
        history: &History,
        replayed: &Replayed,
        mismatch: &Mismatch,
        beside: &[RuleId],
        rules: &[RuleId],
    ) -> Vec<RuleId> {
        self.of(history.service).explanations(axes, history, replayed, mismatch, beside, rules)
    }

    /// [`Replayer::shows`].
    pub fn shows(&self, axes: Axes, history: &History, rule: RuleId) -> bool {
        self.of(history.service).shows(axes, history, rule)
    }
}
