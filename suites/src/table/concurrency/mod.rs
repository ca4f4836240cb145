//! Several clients at once: generated histories whose branches meet on few rows of one partition.
//!
//! Every value that is written says which step wrote it, so that whoever reads it knows where it comes from. Branches are
//! short: a few steps that overlap tell as much as many, and whether an order explains them is soon found out.

mod checks;
pub(super) mod clients;
mod paging;
pub(super) mod soak;
mod transactions;
mod writers;

pub use checks::stress;

pub(crate) use checks::checks;
