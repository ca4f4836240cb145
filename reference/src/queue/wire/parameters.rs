//! Numbers in the query: how many messages, for how long.

use crate::query::QueryString;
use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::version::Version;

/// The longest that a message may be invisible, in seconds; before 2011-08-18 it was two hours.
const LONGEST_HIDDEN: i64 = 604_800;
const LONGEST_HIDDEN_BEFORE: i64 = 7_200;
/// How long a message lives at most before 2017-07-29, and if nothing is said.
pub(super) const WEEK: i64 = 604_800;
/// The most messages of an answer.
pub(super) const MOST_MESSAGES: i64 = 32;

/// What a number may be.
pub(super) struct Range {
    name: &'static str,
    least: i64,
    most: i64,
    rule: RuleId,
    /// The rule about less, if it is another one, and what is taken in its place where that is broken.
    below: Option<(RuleId, i64)>,
}

impl Range {
    /// `numofmessages`.
    pub(super) const COUNT: Self = Self {
        name: "numofmessages",
        least: 1,
        most: MOST_MESSAGES,
        rule: id::QUEUE_MESSAGES_COUNT_RANGE,
        below: None,
    };

    /// `visibilitytimeout` where at least this much is allowed.
    pub(super) fn visibility(least: i64, version: Version, rule: RuleId) -> Self {
        let most = if version < Version::V2011_08_18 { LONGEST_HIDDEN_BEFORE } else { LONGEST_HIDDEN };
        Self { name: "visibilitytimeout", least, most, rule, below: None }
    }

    /// `messagettl`.
    pub(super) fn time_to_live(version: Version) -> Self {
        let rule = id::QUEUE_MESSAGES_TTL_LIMIT;
        let bounded = rule.holds_for(version);
        let most = if bounded { WEEK } else { i64::from(i32::MAX) };
        Self { name: "messagettl", least: 1, most, rule, below: Some((id::QUEUE_MESSAGES_TTL_LEAST, 1)) }
    }

    /// The number in a query, if there is one.
    ///
    /// # Errors
    /// It is no number, or not in the range.
    pub(super) fn read(&self, query: &QueryString, trace: &mut Trace<'_>) -> Result<Option<i64>, Detailed> {
        let Some(text) = query.get(self.name).filter(|text| !text.is_empty()) else { return Ok(None) };
        let Ok(number) = text.parse::<i64>() else {
            let rule = id::QUEUE_OPEN_NUMBERS;
            return Err(invalid(self.name, text, "Failed to parse an integer.", rule));
        };
        if (self.least..=self.most).contains(&number) {
            return Ok(Some(number));
        }
        // Which code what is below the least gets is recorded of no parameter.
        if number < self.least {
            trace.raise(id::QUEUE_OPEN_NUMBERS);
        }
        if let Some((rule, taken)) = self.below.filter(|_| number < self.least) {
            return if trace.enforce(rule) { Err(self.refused(text, rule)) } else { Ok(Some(taken)) };
        }
        if trace.enforce(self.rule) {
            return Err(self.out_of_range(text));
        }
        Ok(Some(number.clamp(self.least.min(0), i64::from(i32::MAX))))
    }

    /// The refusal of a number beyond the range.
    pub(super) fn out_of_range(&self, text: &str) -> Detailed {
        self.refused(text, self.rule)
    }

    fn refused(&self, text: &str, rule: RuleId) -> Detailed {
        let message = "One of the query parameters specified in the request URI is outside the permissible range.";
        refusal("OutOfRangeQueryParameterValue", message, rule)
            .with("QueryParameterName", self.name)
            .with("QueryParameterValue", text)
            .with("MinimumAllowed", self.least.to_string())
            .with("MaximumAllowed", self.most.to_string())
    }
}

/// The refusal of a parameter whose value means nothing.
pub(super) fn invalid(name: &str, value: &str, reason: &str, rule: RuleId) -> Detailed {
    let message = "Value for one of the query parameters specified in the request URI is invalid.";
    refusal("InvalidQueryParameterValue", message, rule)
        .with("QueryParameterName", name)
        .with("QueryParameterValue", value)
        .with("Reason", reason)
}

/// The refusal of a request without a parameter that it needs.
pub(super) fn missing(name: &str, rule: RuleId) -> Detailed {
    let message = "A query parameter that's mandatory for this request is not specified.";
    refusal("MissingRequiredQueryParameter", message, rule).with("QueryParameterName", name)
}

fn refusal(code: &'static str, message: &str, rule: RuleId) -> Detailed {
    Refusal { status: 400, code, message: message.to_owned(), rule, layer: Layer::Entities }.into()
}
