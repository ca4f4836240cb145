//! What the oracle says of a request: its answer, why, and what else would have been right.

use crate::http::Response;
use crate::rules::RuleId;

/// The oracle's answer to one request.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What the reference sends.
    pub response: Response,
    /// The rules that took part, in the order in which they were asked.
    pub rules: Vec<RuleId>,
    /// The rule that refused the request; absent if the request was granted.
    pub refused_by: Option<RuleId>,
    /// Other answers that a conforming service may give to this request.
    pub alternatives: Vec<Alternative>,
    /// For an entity group transaction: what each part of the answer rests on, in the order of the parts.
    pub parts: Vec<PartAnswer>,
}

/// Why one part of the answer to an entity group transaction is as it is.
#[derive(Debug, Clone)]
pub struct PartAnswer {
    /// The rule that refused the operation; absent if it was granted.
    pub refused_by: Option<RuleId>,
    /// Other outcomes that a conforming service may report in this part.
    pub alternatives: Vec<Alternative>,
}

/// Another answer that is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Its status.
    pub status: u16,
    /// Its error code; absent for a success, or where any code is allowed.
    pub code: Option<&'static str>,
    /// The rule that allows it: a second rule that the request breaks, a MAY, or an open question.
    pub rule: RuleId,
    /// Whether the state after this answer is the same as after the oracle's. If not, what follows in a history cannot
    /// be judged once a target has chosen this alternative.
    pub same_effect: bool,
}
