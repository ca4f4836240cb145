//! What is answered to a request beyond a limit.

use super::limits::Limits;
use crate::refusal::{Layer, Refusal};
use crate::rules::RuleId;
use crate::version::Version;

/// From which version on the service says which limit of the account was reached.
const TOLD_SINCE: Version = Version::V2017_04_17;

/// The rules of a service about requests beyond its limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThrottleRules {
    /// They are refused with 503 ServerBusy.
    pub(crate) busy: RuleId,
    /// They may time out instead.
    pub(crate) timed_out: RuleId,
}

/// A limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Of the requests to the account.
    Account,
    /// Of what comes in.
    Ingress,
    /// Of what goes out.
    Egress,
    /// Of one partition, queue or blob.
    Place,
}

/// A request is beyond a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excess {
    /// Which.
    pub(super) limit: Limit,
    /// Set where it times out: whether it is carried out all the same.
    pub(super) timed_out: Option<bool>,
}

impl Excess {
    /// The `number`th request beyond a limit. Of those that time out, every other one is carried out.
    pub(super) fn new(limit: Limit, number: u64, limits: &Limits) -> Self {
        let times_out = limits.timed_out.filter(|share| number.is_multiple_of(*share));
        Self { limit, timed_out: times_out.map(|share| (number / share).is_multiple_of(2)) }
    }

    /// Whether the request is carried out, and answered as if nobody knew.
    pub(crate) fn is_carried_out(self) -> bool {
        self.timed_out == Some(true)
    }

    /// Whether what holds the partition refuses it, and not what stands before all of the account.
    pub(crate) fn is_of_place(self) -> bool {
        self.limit == Limit::Place && self.timed_out.is_none()
    }

    /// The refusal, as it is told in this version.
    pub(crate) fn refusal(self, version: Version, rules: ThrottleRules, layer: Layer) -> Refusal {
        let ThrottleRules { busy, timed_out } = rules;
        if self.timed_out.is_some() {
            let message = "Operation could not be completed within the specified time.".to_owned();
            return Refusal { status: 500, code: "OperationTimedOut", message, rule: timed_out, layer };
        }
        let message = match self.limit {
            Limit::Account if version >= TOLD_SINCE => "Operations per second is over the account limit.",
            Limit::Ingress if version >= TOLD_SINCE => "Ingress is over the account limit.",
            Limit::Egress if version >= TOLD_SINCE => "Egress is over the account limit.",
            _ => "The server is busy.",
        };
        Refusal { status: 503, code: "ServerBusy", message: message.to_owned(), rule: busy, layer }
    }
}
