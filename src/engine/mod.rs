//! The engine: selects checks, draws their histories, has them replayed, confirms and shrinks what fails, and decides
//! what each check's outcome is.
//!
//! It knows no report: what happens is told in [events](event), and the whole result in the last of them. It sends
//! nothing itself: [`Subject`] does.

mod aggregate;
mod alike;
mod attribute;
mod case;
mod class;
mod combination;
mod confirm;
mod deny;
mod event;
mod generation;
mod intact;
mod latency;
mod plan;
mod reach;
mod result;
mod roots;
mod runner;
mod selection;
mod skill;
mod skills;
mod subject;
mod suited;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use case::{Failure, cut, find_gone};
pub use class::ClassResult;
pub use combination::{Extent, epochs};
pub(crate) use confirm::Confirmation;
pub use deny::{Denied, Deny};
pub use event::{CheckRef, Event, Events, RunStarted};
pub use generation::{DrawError, case_seed, draw, histories};
pub use latency::Latencies;
pub use plan::{Plan, PlanSuite};
pub use reach::{Reach, Stop};
pub use result::{Gone, RunResult, Setup, TargetInfo};
pub(crate) use runner::FINDINGS_PER_CHECK;
pub use runner::{Settings, run};
pub use selection::{Request, Restarts, Selection, SelectionError, Shard, Unit};
pub use skill::Lack;
pub use skills::Skills;
pub(crate) use skills::find_out_versions;
pub(crate) use subject::hand_on;
#[cfg(test)]
pub(crate) use subject::nothing_else;
pub(crate) use subject::wait_for_writes;
pub use subject::{Alive, Subject, Unreplayed};
