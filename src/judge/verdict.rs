//! The judge's answer.

use serde::{Deserialize, Serialize};
use std::fmt;
use tablestakes_reference::rules::RuleId;

/// What the judge says of one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The target's answer is allowed.
    Allowed,
    /// The target's answer breaks a rule; the most telling mismatch first.
    Mismatch(Vec<Mismatch>),
    /// The step cannot be judged, and neither can what follows it.
    Undecided(Undecided),
}

/// One way in which an answer is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// The rule that is broken.
    pub rule: RuleId,
    /// In which respect.
    pub kind: MismatchKind,
    /// What was asked, by the documentation's name of the operation.
    pub operation: String,
    /// What the oracle answers, and what else it allows.
    pub expected: String,
    /// What the target answered.
    pub actual: String,
}

/// In which respect an answer differs. Part of a finding's signature: add, never rename.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MismatchKind {
    /// No whole answer came: connection refused, reset or closed early, or the time limit passed.
    NoAnswer,
    /// The answer is not well-formed HTTP, or its body not well-formed in its format.
    Malformed,
    /// Refused what must be granted.
    RefusedValid,
    /// Granted what must be refused.
    AcceptedInvalid,
    /// Both refuse or both grant, but with another status.
    Status,
    /// The status is right, the error code is not.
    ErrorCode,
    /// A header is missing, must not be there, or has the wrong value or form.
    Header,
    /// A row is missing.
    RowMissing,
    /// A row is there that must not be, or is there twice.
    RowExtra,
    /// The rows are right, their order is not.
    RowOrder,
    /// A property is missing.
    PropertyMissing,
    /// A property is there that must not be.
    PropertyExtra,
    /// A property has another type.
    PropertyType,
    /// A property has another value.
    PropertyValue,
    /// An annotation of the body (`odata.…`) is missing, must not be there, or is wrong.
    Annotation,
    /// An ETag or Timestamp is missing, malformed, not the same in two places, or does not change when it must.
    ETag,
    /// A continuation token is missing, or is there although nothing follows.
    Continuation,
    /// The answer to a batch has other parts than it must.
    BatchParts,
    /// Of several writes of which one can be done, more were.
    TwoWinners,
    /// What was written and acknowledged is gone.
    LostUpdate,
    /// Somebody saw a transaction in part.
    TornRead,
    /// Somebody saw what was never written.
    DirtyRead,
    /// Somebody did not see what had been written before.
    StaleRead,
    /// No order of the requests explains all answers.
    NotLinearizable,
    /// The server itself failed (500) on a request that nobody else answers for.
    ServerError,
    /// It takes many times as long as other requests of its kind.
    Slow,
}

impl MismatchKind {
    /// Whether only what comes with the answer differs, on which nothing else rests.
    pub fn is_of_form(self) -> bool {
        matches!(self, Self::Header | Self::Annotation | Self::ErrorCode | Self::Slow)
    }

    /// Whether the answer as a whole is another, so that nothing else of it could be compared.
    pub fn is_outright(self) -> bool {
        matches!(
            self,
            Self::AcceptedInvalid
                | Self::BatchParts
                | Self::ErrorCode
                | Self::Malformed
                | Self::NoAnswer
                | Self::RefusedValid
                | Self::Status
        )
    }

    /// Whether one side holds an entity, a message or a name that the other does not.
    pub(crate) fn is_of_rows(self) -> bool {
        matches!(self, Self::RowExtra | Self::RowMissing)
    }
}

impl fmt::Display for MismatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAnswer => "no-answer",
            Self::Malformed => "malformed",
            Self::RefusedValid => "refused-valid",
            Self::AcceptedInvalid => "accepted-invalid",
            Self::Status => "status",
            Self::ErrorCode => "error-code",
            Self::Header => "header",
            Self::RowMissing => "row-missing",
            Self::RowExtra => "row-extra",
            Self::RowOrder => "row-order",
            Self::PropertyMissing => "property-missing",
            Self::PropertyExtra => "property-extra",
            Self::PropertyType => "property-type",
            Self::PropertyValue => "property-value",
            Self::Annotation => "annotation",
            Self::ETag => "etag",
            Self::Continuation => "continuation",
            Self::BatchParts => "batch-parts",
            Self::TwoWinners => "two-winners",
            Self::LostUpdate => "lost-update",
            Self::TornRead => "torn-read",
            Self::DirtyRead => "dirty-read",
            Self::StaleRead => "stale-read",
            Self::NotLinearizable => "not-linearizable",
            Self::ServerError => "server-error",
            Self::Slow => "slow",
        })
    }
}

/// Why a step cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// The target chose another allowed answer than the oracle, after which the two hold different states.
    StatesDiverged {
        /// The rule that allows both.
        rule: RuleId,
    },
    /// The step refers to an answer of the target that lacks what is referred to.
    Unbound {
        /// The symbol, as written.
        symbol: String,
    },
    /// What the target is known to do otherwise when it is asked one thing at a time explains it.
    Explained {
        /// The rules that it breaks.
        rules: Vec<RuleId>,
    },
    /// The target answers that it is too busy (503, 429), again and again.
    Busy,
    /// The target answers that the request did not end in time (500 `OperationTimedOut`): what it did is not known.
    TimedOut,
    /// Whether an order explains the answers was not found out within the budget.
    OutOfBudget,
    /// The history cannot be judged by its answers.
    Unfit {
        /// Why.
        why: String,
    },
}
