//! Replaying histories: writing a step as one exact HTTP request, sending it, handing it to the oracle, judging both.

mod bindings;
mod lower;
mod names;
mod record;
mod replay;
mod shrink;

pub use names::{Names, OwnName};
pub use record::{Exchange, Replayed, StepRecord, TransportFailure};
pub use replay::{ReplayError, Replayer};
pub use shrink::{ShrinkBudget, Shrunk, shrink};
