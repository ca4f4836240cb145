//! What confirming and shrinking a failure may take: options that commands share.

use super::duration::duration;
use crate::history::ShrinkBudget;
use clap::Args;
use std::time::Duration;

/// What confirming and shrinking a failure may take.
#[derive(Debug, Args)]
pub(super) struct Confirming {
    /// How often a failure is replayed to confirm it.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) confirm: u32,
    /// How many replays making one failing history smaller may take.
    #[arg(long, value_name = "N", default_value_t = 200)]
    shrink_attempts: u32,
    /// How long making one failing history smaller may take.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    shrink_time: Duration,
}

impl Confirming {
    /// What making one failing history smaller may cost.
    pub(super) fn shrink(&self) -> ShrinkBudget {
        ShrinkBudget { attempts: self.shrink_attempts, time: self.shrink_time }
    }
}
