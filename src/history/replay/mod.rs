//! Replaying a history in lockstep on a target and on a fresh oracle.

mod blaming;
mod error;
mod experiment;
mod explain;
mod follow;
mod judging;
mod kept;
mod lateness;
mod learned;
mod lockstep;
mod oracle;
mod oracle_side;
mod own_tables;
mod played;
mod reference;
mod replayer;
mod restart;
mod settling;
mod target_side;

#[cfg(test)]
mod tests;

pub use error::ReplayError;
pub use lateness::Lateness;
pub use learned::Learned;
pub(crate) use own_tables::{created_by, creating, deleting};
pub use replayer::Replayer;
pub use restart::{NotReady, Restarting};
pub(crate) use settling::waits;
