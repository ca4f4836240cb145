//! What may be kept of a replay: the same, without the secrets of this process.

use super::record::{Exchange, Replayed, StepRecord};
use super::replay::ReplayError;
use crate::judge::{Mismatch, Undecided, Verdict};
use crate::secrets::of_this_process;
use crate::target::TransportFailure;
use std::borrow::Cow;
use tablestakes_reference::http::Response;

/// Removes the secrets of this process from what may be kept of a replay. The judge has compared answers as they came.
pub(crate) trait WithoutSecrets: Sized {
    /// The same without secrets.
    #[must_use]
    fn without_secrets(self) -> Self;
}

impl WithoutSecrets for String {
    fn without_secrets(self) -> Self {
        match of_this_process().removed(&self) {
            Cow::Borrowed(_) => self,
            Cow::Owned(kept) => kept,
        }
    }
}

impl WithoutSecrets for Response {
    fn without_secrets(self) -> Self {
        of_this_process().masked_answer(self)
    }
}

impl WithoutSecrets for TransportFailure {
    fn without_secrets(self) -> Self {
        match self {
            Self::Connect(why) => Self::Connect(why.without_secrets()),
            Self::Closed(why) => Self::Closed(why.without_secrets()),
            Self::NotHttp(why) => Self::NotHttp(why.without_secrets()),
            Self::Kept(why) => Self::Kept(why.without_secrets()),
            Self::TimedOut(_) | Self::Busy(_) | Self::TooLarge(_) | Self::Unkept | Self::Fault(_) => self,
        }
    }
}

impl WithoutSecrets for Exchange {
    fn without_secrets(self) -> Self {
        let Self { request, actual, expected, duration } = self;
        Self {
            request: of_this_process().masked_request(request),
            actual: actual.map(Response::without_secrets).map_err(TransportFailure::without_secrets),
            expected: expected.map(Response::without_secrets),
            duration,
        }
    }
}

impl WithoutSecrets for Verdict {
    fn without_secrets(self) -> Self {
        match self {
            Self::Mismatch(mismatches) => {
                let kept = mismatches.into_iter().map(|held| Mismatch {
                    expected: held.expected.without_secrets(),
                    actual: held.actual.without_secrets(),
                    ..held
                });
                Self::Mismatch(kept.collect())
            }
            Self::Undecided(Undecided::Unfit { why }) => {
                Self::Undecided(Undecided::Unfit { why: why.without_secrets() })
            }
            other => other,
        }
    }
}

impl WithoutSecrets for Replayed {
    fn without_secrets(mut self) -> Self {
        let steps = self.steps.into_iter().map(|step| StepRecord {
            index: step.index,
            exchanges: step.exchanges.into_iter().map(Exchange::without_secrets).collect(),
            verdict: step.verdict.without_secrets(),
            taken: step.taken,
            read_back: step.read_back.into_iter().map(Exchange::without_secrets).collect(),
        });
        self.steps = steps.collect();
        self
    }
}

impl WithoutSecrets for ReplayError {
    fn without_secrets(self) -> Self {
        match self {
            Self::NoAnswer { target, table, failure, requests } => {
                Self::NoAnswer { target, table, failure: failure.without_secrets(), requests }
            }
            Self::SetUp { target, table, answer, requests } => {
                Self::SetUp { target, table, answer: answer.without_secrets(), requests }
            }
            Self::Busy { .. } | Self::Oracle { .. } => self,
        }
    }
}
