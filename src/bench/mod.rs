//! The case study: how a target behaves under load, by batch size, clients, partitions and size.
//!
//! Load is open loop: each operation has an intended start, its latency counts from then, and a target that stalls is
//! charged with everything that waited. What is measured is told; nothing here judges an answer beyond whether it is what was
//! asked for, and no report is written here.

mod budget;
mod client;
mod load;
mod measure;
mod miss;
mod plan;
mod point;
mod run;
mod schedule;
mod stepping;
mod tally;
mod work;
mod workload;

pub use budget::{Bounds, Spent};
pub use measure::{Ended, Measured, Step};
pub use miss::Miss;
pub use plan::{Plan, PlanError};
pub use point::{Parameters, Point};
pub use run::{Bench, Outcome, Settings, Subject, SubjectOutcome, Told};
pub use stepping::{Limits, Verdict};
pub use tally::{OperationTally, StepTally};
pub use workload::{Axis, Unit, WORKLOADS, Workload};
