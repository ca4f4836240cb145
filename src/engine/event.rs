//! What the engine tells while it runs. Reports subscribe; they are told and never ask.

use super::result::{Gone, RunResult, TargetInfo};
use crate::finding::{AxisNames, Finding, Outcome, Signature, Stability};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// One event.
#[derive(Debug, Clone)]
pub enum Event {
    /// The run begins. Always the first.
    RunStarted(RunStarted),
    /// A check begins.
    CheckStarted(CheckRef),
    /// One history of a check was replayed.
    CaseReplayed {
        /// The check.
        check: CheckRef,
        /// The number of the case, from 0.
        case: u32,
        /// Requests it took.
        requests: u64,
        /// Whether an answer was not allowed.
        failed: bool,
    },
    /// A failure was replayed again.
    FindingConfirmed {
        /// Which.
        signature: Signature,
        /// How often it failed.
        stability: Stability,
    },
    /// A failing history was made smaller.
    FindingShrunk {
        /// Which.
        signature: Signature,
        /// Steps before.
        from: usize,
        /// Steps after.
        to: usize,
    },
    /// A finding is complete.
    FindingMade(Arc<Finding>),
    /// A finding is told of another rule, now that it is known which rules the target keeps.
    FindingRetold {
        /// The signature that it had.
        was: Signature,
        /// What it is now.
        finding: Arc<Finding>,
    },
    /// A check has its outcome.
    CheckFinished {
        /// The check.
        check: CheckRef,
        /// The outcome.
        outcome: Outcome,
        /// How long its histories took.
        duration: Duration,
    },
    /// The target could not be reached, or went away. At most once.
    TargetGone(Gone),
    /// The run is over. Always the last.
    RunFinished(Arc<RunResult>),
}

/// What is known when a run begins.
#[derive(Debug, Clone)]
pub struct RunStarted {
    /// The target.
    pub target: TargetInfo,
    /// The seed.
    pub seed: u64,
    /// How many checks are selected, counted once for each combination of axes.
    pub checks: usize,
    /// How many histories will be replayed.
    pub histories: u64,
}

/// A check with its axes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckRef {
    /// The check's id.
    pub id: &'static str,
    /// Its suite.
    pub suite: &'static str,
    /// The axes.
    pub axes: AxisNames,
}

/// Where the engine sends its events.
#[derive(Debug, Clone)]
pub struct Events(mpsc::UnboundedSender<Event>);

impl Events {
    /// A way to send events, and the end at which they arrive.
    pub fn channel() -> (Self, mpsc::UnboundedReceiver<Event>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Sends an event. That nobody listens any more is no reason to stop a run.
    pub fn send(&self, event: Event) {
        drop(self.0.send(event));
    }
}
