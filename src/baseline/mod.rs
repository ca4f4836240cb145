//! Baselines: the deviations of a target that its makers know of, each with a reason.
//!
//! A baseline explains failures; it never hides an error, and never makes a class count as met.

mod apply;
mod entry;
mod file;
mod lint;
mod pattern;
mod review;
mod update;

pub use apply::Applicable;
pub use entry::{AxisFilter, Entry, Place, Shown};
pub use file::{Baseline, BaselineError};
pub use lint::{Lint, Oddity, lint};
pub use pattern::{InvalidPattern, SignaturePattern};
pub use review::{Evidence, Reviewed, review};
pub use update::{Finished, Update, UpdateError, Updated, update, updated};
