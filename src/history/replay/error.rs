//! Why a history could not be replayed at all. What a target answers to a step is never one of these.

use crate::target::TransportFailure;

/// A history could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No whole answer came to the creation of the history's tables.
    #[error("{target} did not answer when {table} was to be created: {failure}")]
    NoAnswer {
        /// The target.
        target: String,
        /// The table.
        table: String,
        /// What happened.
        failure: TransportFailure,
        /// How many requests were sent.
        requests: u64,
    },
    /// The target did not create a table that the history needs.
    #[error("{target} did not create {table}: it answered {answer}")]
    SetUp {
        /// The target.
        target: String,
        /// The table.
        table: String,
        /// Its answer: status, and error code or the beginning of the body.
        answer: String,
        /// How many requests were sent.
        requests: u64,
    },
    /// The target was too busy to create a table that the history needs, again and again.
    #[error("{target} did not create {table}: it answered each time that it was too busy{}", if *timed_out { " to end in time" } else { "" })]
    Busy {
        /// The target.
        target: String,
        /// The table.
        table: String,
        /// Whether that timed out, so that the table may have been created all the same.
        timed_out: bool,
        /// How many requests were sent.
        requests: u64,
    },
    /// The oracle did not create a table that the history needs: a mistake in the oracle, or a rule broken on purpose.
    #[error("the reference itself did not create {table}: it answered {answer}")]
    Oracle {
        /// The table.
        table: String,
        /// Its answer.
        answer: String,
        /// How many requests were sent.
        requests: u64,
    },
}

impl ReplayError {
    /// How many requests were sent to the target all the same.
    pub fn requests(&self) -> u64 {
        match self {
            Self::NoAnswer { requests, .. }
            | Self::SetUp { requests, .. }
            | Self::Busy { requests, .. }
            | Self::Oracle { requests, .. } => *requests,
        }
    }

    /// Whether the target answered, and refused what the history needs.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::SetUp { .. })
    }

    /// Whether no whole answer came, or none but that the target is too busy, so that it may be gone.
    pub fn is_no_answer(&self) -> bool {
        matches!(self, Self::NoAnswer { .. } | Self::Busy { .. })
    }
}
