//! Histories: what to send. A check, a generated case, a finding and a recording are all one of these.
//!
//! A history names no expected answer; the reference says what must come back.

mod fault;
mod sas;
mod step;
pub mod symbol;

pub use crate::content::Content;
pub use fault::{Ending, Fault};
pub use sas::{AlteredParameter, AlteredValue, Sas, SasKey, SasScope};
pub use step::{Auth, Call, KeyEncoding, LineEnd, RawRequest, SignedPart, Step, Wire};

pub use crate::table::Metadata;

use crate::ServiceName;
use crate::rules::RuleId;
use serde::{Deserialize, Serialize};

/// A sequence of steps on tables, queues or containers of its own.
///
/// Before the first step the tables `${table:0}` to `${table:N-1}`, the queues `${queue:0}` to `${queue:N-1}` or the containers
/// `${container:0}` to `${container:N-1}` are created under names that nobody else uses; after the last one they are deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// The rules that the history tries.
    pub rules: Vec<RuleId>,
    /// The service that it is asked of.
    #[serde(default, skip_serializing_if = "ServiceName::is_default")]
    pub service: ServiceName,
    /// How many tables, queues or containers it gets. In files it is `tables`, as before there were others.
    #[serde(rename = "tables")]
    pub fixtures: u8,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Steps of several clients, each of which takes its own one after the other: all begin together when `steps` are
    /// done. Symbols count them behind `steps`, branch by branch; a step may refer to `steps` and to its own branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Vec<Step>>,
    /// Whether it is about an account that keeps versions of blobs, which is a setting that no request turns on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub versions: bool,
}

impl History {
    /// A history on one table, with no steps yet.
    pub fn on_one_table(rules: impl IntoIterator<Item = RuleId>) -> Self {
        Self::on(ServiceName::Table, rules)
    }

    /// A history on one queue, with no steps yet.
    pub fn on_one_queue(rules: impl IntoIterator<Item = RuleId>) -> Self {
        Self::on(ServiceName::Queue, rules)
    }

    /// A history on one container, with no steps yet.
    pub fn on_one_container(rules: impl IntoIterator<Item = RuleId>) -> Self {
        Self::on(ServiceName::Blob, rules)
    }

    fn on(service: ServiceName, rules: impl IntoIterator<Item = RuleId>) -> Self {
        let rules = rules.into_iter().collect();
        Self { rules, service, fixtures: 1, steps: Vec::new(), branches: Vec::new(), versions: false }
    }

    /// For how long it waits in all, in seconds.
    pub fn waits(&self) -> u64 {
        let waits = self.all_steps().map(|step| match step.call {
            Call::Wait { seconds } => u64::from(seconds),
            _ => 0,
        });
        waits.sum()
    }

    /// Every step, in the order in which symbols count them.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(self.branches.iter().flatten())
    }

    /// [`History::all_steps`], to be changed.
    pub fn all_steps_mut(&mut self) -> impl Iterator<Item = &mut Step> {
        self.steps.iter_mut().chain(self.branches.iter_mut().flatten())
    }

    /// Whether it is judged when it is through and not step by step: several clients take part, or faults leave open what
    /// was done.
    pub fn is_judged_whole(&self) -> bool {
        !self.branches.is_empty() || self.all_steps().any(|step| step.wire.fault.is_some())
    }

    /// The same requests by one client, one after the other, with nothing disturbing them. Symbols mean the same.
    #[must_use]
    pub fn one_after_the_other(&self) -> Self {
        let mut steps: Vec<Step> = self.all_steps().cloned().collect();
        steps.iter_mut().for_each(|step| step.wire.fault = None);
        Self { steps, branches: Vec::new(), ..self.clone() }
    }

    /// Whether a step goes to the secondary location.
    pub fn asks_secondary(&self) -> bool {
        self.all_steps().any(|step| !step.wire.location.is_primary())
    }

    /// The same history with one more step.
    #[must_use]
    pub fn then(mut self, step: impl Into<Step>) -> Self {
        self.steps.push(step.into());
        self
    }
}
