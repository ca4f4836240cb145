//! The form of `report.json` of the case study, schema 1. Members are added, never renamed; `docs/bench.schema.json` is made
//! from this.

use crate::finding::ToolDocument;
use crate::report::document::EnvironmentDocument;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A case study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenchDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// `bench`.
    pub kind: String,
    /// What made it.
    pub tool: ToolDocument,
    /// The seed of what operations read.
    pub seed: u64,
    /// When the run began, RFC 3339.
    pub started: String,
    /// How long it took.
    pub duration_ms: u64,
    /// Requests sent, all together: preparing, warming up and cleaning up included.
    pub requests: u64,
    /// Octets of bodies, sent and received together.
    pub octets: u64,
    /// Where the load came from.
    pub environment: EnvironmentDocument,
    /// How it was run.
    pub settings: BenchSettingsDocument,
    /// The targets.
    pub targets: Vec<BenchTargetDocument>,
    /// The workloads, with what was measured.
    pub workloads: Vec<WorkloadDocument>,
    /// Points that were selected and not reached.
    pub left_out: usize,
    /// Whether the run was interrupted.
    pub interrupted: bool,
    /// The exit code: 0 every selected point was measured, 1 some were not, 3 a target could not be reached or went away.
    pub exit: u8,
    /// Published figures of the service that the page draws beside what was measured.
    pub published: Vec<PublishedDocument>,
}

/// How a case study was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenchSettingsDocument {
    /// How long each rate was offered at most.
    pub time_ms: u64,
    /// How long clients warmed up before.
    pub warm_up_ms: u64,
    /// The most rates of a point.
    pub steps: u32,
    /// The most that 99 of 100 operations may take at a rate that counts as held.
    pub latency_limit_ms: u64,
    /// How long one request could take.
    pub request_timeout_ms: u64,
    /// The bound on requests.
    pub max_requests: u64,
    /// The bound on octets of bodies.
    pub max_octets: u64,
    /// Whether few points of each workload were selected.
    pub quick: bool,
}

/// A target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenchTargetDocument {
    /// What the user calls it.
    pub label: String,
    /// As named by the user, without its key.
    pub given: String,
    /// Its services.
    pub services: Vec<String>,
    /// The `Server` header of its answers.
    pub server: Option<String>,
    /// Why it counts as gone or unreachable, if it does.
    pub gone: Option<String>,
}

/// A workload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkloadDocument {
    /// Its name.
    pub name: String,
    /// The service that it asks.
    pub service: String,
    /// What it does, for people.
    pub title: String,
    /// What is varied: batch, clients, partitions, queues, size, rows, page or parallel.
    pub axis: String,
    /// What throughput counts: entities, messages, blobs or octets.
    pub unit: String,
    /// What was measured, in the order in which it was.
    pub points: Vec<PointDocument>,
}

/// A point on one target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PointDocument {
    /// The place of the target in `targets`, from 0.
    pub target: usize,
    /// The value of what is varied.
    pub value: u64,
    /// That and all else.
    pub parameters: ParametersDocument,
    /// What one operation counts for in the workload's unit.
    pub items_per_operation: u64,
    /// Operations a second of the warm-up: a closed loop, by which the first rate was chosen, and no result.
    pub warm_up_per_second: f64,
    /// Why no further rate was tried: broke, steps, bound, interrupted or unmeasured.
    pub ended: String,
    /// Why nothing was measured, if nothing was.
    pub reason: Option<String>,
    /// What could not be deleted, if something could not be.
    pub left: Option<String>,
    /// The highest rate that the target kept up with, as a place in `steps` from 0; none if it kept up with none.
    pub held: Option<usize>,
    /// The most items a second that succeeded at any rate.
    pub most_per_second: Option<f64>,
    /// Requests of the point.
    pub requests: u64,
    /// Octets of bodies of the point.
    pub octets: u64,
    /// The rates, the lowest first. One that was too much was tried twice.
    pub steps: Vec<StepResultDocument>,
}

/// What a point holds still or varies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParametersDocument {
    /// Operations at the same time at most.
    pub clients: u64,
    /// Entities in one entity group transaction.
    pub batch: u64,
    /// Partitions of a table, queues, or blobs.
    pub partitions: u64,
    /// Octets of an entity's property, a message, a blob or a range.
    pub size: u64,
    /// Rows that a query answers.
    pub rows: u64,
    /// Rows of a page.
    pub page: u64,
    /// Blocks of one blob at the same time.
    pub parallel: u64,
}

/// A rate that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepResultDocument {
    /// Operations a second that were offered.
    pub offered_per_second: f64,
    /// Operations a second that succeeded.
    pub operations_per_second: f64,
    /// Items a second that succeeded.
    pub items_per_second: f64,
    /// held, saturated, slow, failing or cut-short.
    pub verdict: String,
    /// Operations that were due.
    pub due: u64,
    /// Operations that succeeded.
    pub successes: u64,
    /// Operations that the target was too busy for: 503, 429, or 500 with `OperationTimedOut`.
    pub throttled: u64,
    /// Operations to which no whole answer came in time.
    pub timed_out: u64,
    /// Operations that were refused otherwise, by status.
    pub refused: BTreeMap<String, u64>,
    /// Granted answers that held less than was asked for.
    pub wrong: u64,
    /// Operations whose connection failed.
    pub broken: u64,
    /// Operations that were due and never sent.
    pub unsent: u64,
    /// What the first that did not succeed met.
    pub first_miss: Option<String>,
    /// Microseconds from the intended start to the end within which half of the successes came.
    pub p50_us: u64,
    /// Nine of ten.
    pub p90_us: u64,
    /// Ninety-nine of a hundred.
    pub p99_us: u64,
    /// Nine hundred ninety-nine of a thousand.
    pub p999_us: u64,
    /// The longest.
    pub max_us: u64,
    /// The requests, each from its own sending to its answer.
    pub requests: Vec<RequestsDocument>,
}

/// Requests of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestsDocument {
    /// The documentation's name of the operation.
    pub name: String,
    /// How many.
    pub count: u64,
    /// Microseconds from sending to answer, of half of them.
    pub p50_us: u64,
    /// Of ninety-nine of a hundred.
    pub p99_us: u64,
}

/// A published figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PublishedDocument {
    /// The workload beside which it is drawn.
    pub workload: String,
    /// Items a second, in the workload's unit.
    pub per_second: f64,
    /// What it says.
    pub statement: String,
    /// Who published it, and when.
    pub source: String,
    /// Where.
    pub address: String,
}

impl BenchDocument {
    /// The text of the file.
    ///
    /// # Errors
    /// None in practice: it is written into memory.
    pub fn to_text(&self) -> Result<String, String> {
        crate::json::pretty(self).map_err(|error| error.to_string())
    }
}

impl PointDocument {
    /// The highest rate that the target kept up with.
    pub fn held_step(&self) -> Option<&StepResultDocument> {
        self.held.and_then(|place| self.steps.get(place))
    }
}

impl PointDocument {
    /// The lowest rate, if the target kept up with it: what light load comes to.
    pub fn light_step(&self) -> Option<&StepResultDocument> {
        let first = self.steps.first()?;
        let is_first = |step: &&StepResultDocument| step.offered_per_second <= first.offered_per_second;
        self.steps.iter().take_while(is_first).find(|step| step.verdict == "held")
    }
}

impl StepResultDocument {
    /// Operations that were sent and did not succeed, but for those that the target was too busy for.
    pub fn errors(&self) -> u64 {
        self.timed_out + self.wrong + self.broken + self.refused.values().sum::<u64>()
    }
}
