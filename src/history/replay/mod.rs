//! Replaying a history in lockstep on a target and on a fresh oracle.

mod account;
mod adopting;
mod blaming;
mod course;
mod delayed;
mod error;
mod experiment;
mod explain;
mod fixtures;
mod follow;
mod judging;
mod kept;
mod known;
mod lateness;
mod learned;
mod lockstep;
mod oracle;
mod oracle_side;
mod parted;
mod pausing;
mod played;
mod reconcile;
mod reference;
mod replayer;
mod replayers;
mod restart;
mod settling;
mod several;
mod target_side;

#[cfg(test)]
mod tests;

pub use error::ReplayError;
pub(crate) use fixtures::{created_by, creating, deleting};
pub use lateness::Lateness;
pub use learned::Learned;
pub use replayer::Replayer;
pub use replayers::Replayers;
pub use restart::{NotReady, Restarting};
pub(crate) use settling::waits;
