//! Why an answer is as it is, and what else would have been right: put together while the answer is made. A service says which of its
//! rules leave open with what a request is refused.

use crate::answer::{Alternative, Answer};
use crate::http::Response;
use crate::refusal::Refusal;
use crate::rules::{Level, RuleId};

/// The rules of a service of which it is not known with which answer they refuse.
#[derive(Debug)]
pub(crate) struct VerdictRules {
    /// A request needs credentials.
    pub(crate) auth_required: RuleId,
    /// `Authorization` cannot be read.
    pub(crate) auth_malformed: RuleId,
    /// A SAS repeats what stands in its policy.
    pub(crate) policy_repeated: RuleId,
    /// A policy that was set a moment ago may not be seen yet.
    pub(crate) fresh_policy: RuleId,
    /// A version that the emulator does not have.
    pub(crate) emulator_version: RuleId,
    /// What is known to be refused, but not with which code.
    pub(crate) refused_by_any_code: &'static [RuleId],
}

/// Why an answer is as it is.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    refusals: Vec<Refusal>,
    fresh_policies: bool,
}

impl Verdict {
    /// The request is refused, for the first of these reasons; the others would have done as well.
    pub(crate) fn refused(&mut self, refusals: Vec<Refusal>) {
        self.refusals = refusals;
    }

    /// The request names a stored access policy, and those of its resource were set a moment ago: they may not be seen yet.
    pub(crate) fn allow_for_fresh_policies(&mut self) {
        self.fresh_policies = true;
    }

    /// The answer. `raised` are the open questions that the request raises, `reads` tells requests that change nothing
    /// however they are answered. `of` are the service's rules.
    pub(crate) fn into_answer(
        self,
        of: &VerdictRules,
        response: Response,
        rules: Vec<RuleId>,
        raised: &[RuleId],
        reads: bool,
    ) -> Answer {
        let refusals = &self.refusals;
        let same = |status: u16, code, rule| Alternative { status, code, rule, same_effect: true };
        let mut alternatives: Vec<Alternative> =
            refusals.iter().skip(1).map(|held| same(held.status, Some(held.code), held.rule)).collect();
        let is_open = |rule: RuleId| rule.rule().level == Level::Open;
        let of_emulator = |rule: RuleId| rule.rule().profile.is_some();
        // What is refused for a reason that is known may not be granted, whatever else is open.
        let surely_refused = refusals.iter().any(|held| !is_open(held.rule) && !of_emulator(held.rule));
        let mut questions = raised.to_vec();
        for Refusal { status, rule, .. } in refusals {
            let statuses: &[u16] = match *rule {
                rule if rule == of.auth_required => &[401, 403, 404],
                rule if rule == of.auth_malformed => &[400, 401, 403],
                rule if rule == of.policy_repeated => &[400, 403],
                rule if rule == of.emulator_version => &[200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413],
                rule if of.refused_by_any_code.contains(&rule) => std::slice::from_ref(status),
                _ => &[],
            };
            let allow = |status: &u16| Alternative {
                status: *status,
                code: None,
                rule: *rule,
                same_effect: reads || *status >= 400,
            };
            alternatives.extend(statuses.iter().map(allow));
            if is_open(*rule) && !questions.contains(rule) {
                questions.push(*rule);
            }
        }
        for question in questions {
            for (status, code) in accepted(question) {
                let grants = status < 400;
                if !(grants && surely_refused) {
                    let same_effect = reads || !grants && !refusals.is_empty();
                    alternatives.push(Alternative { status, code, rule: question, same_effect });
                }
            }
        }
        if self.fresh_policies {
            let same_effect = reads || !refusals.is_empty();
            alternatives.push(Alternative { status: 403, code: None, rule: of.fresh_policy, same_effect });
        }
        let refused_by = refusals.first().map(|held| held.rule);
        Answer { response, rules, refused_by, alternatives, parts: Vec::new() }
    }
}

/// The answers that an open question accepts, so far as they can be told by status and code.
pub(crate) fn accepted(question: RuleId) -> impl Iterator<Item = (u16, Option<&'static str>)> {
    question.rule().accepts.iter().filter_map(|accepts| {
        let (status, code) = accepts.split_once(' ').map_or((*accepts, None), |(status, code)| (status, Some(code)));
        status.parse().ok().map(|status| (status, code))
    })
}
