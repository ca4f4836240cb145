//! `--deny`: what a gate does not put up with beside failures.

use crate::engine;
use clap::ValueEnum;

/// What a gate does not put up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// A check that passes although the baseline says that it fails.
    Fixed,
    /// An entry of the baseline that matches nothing, has expired, is shadowed, or asks for a version that is not known.
    Stale,
    /// A failure that comes only sometimes, known or not.
    Flaky,
}

impl From<Deny> for engine::Deny {
    fn from(deny: Deny) -> Self {
        match deny {
            Deny::Fixed => Self::Fixed,
            Deny::Stale => Self::Stale,
            Deny::Flaky => Self::Flaky,
        }
    }
}
