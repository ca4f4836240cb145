//! Why an answer is as it is, and what else would have been right: put together while the answer is made.

use crate::answer::{Alternative, Answer, PartAnswer};
use crate::http::Response;
use crate::refusal::Refusal;
use crate::rules::{Level, RuleId, id};
use crate::verdict::accepted;

/// Why an answer is as it is.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    refusals: Vec<Refusal>,
    also_allowed: Vec<Alternative>,
    policies_are_fresh: bool,
    is_replica: bool,
    pub(super) parts: Vec<PartAnswer>,
}

impl Verdict {
    /// The request is refused, for the first of these reasons; the others would have done as well.
    pub(super) fn refused(&mut self, refusals: Vec<Refusal>) {
        self.refusals = refusals;
    }

    /// What else a service may answer to a request that it cannot authenticate.
    pub(super) fn allow_for_authentication(&mut self, refusal: &Refusal) {
        let statuses: &[u16] = match refusal.rule {
            rule if rule == id::TABLE_AUTH_REQUIRED => &[401, 403, 404],
            rule if rule == id::TABLE_AUTH_MALFORMED => &[400, 401, 403],
            _ => &[],
        };
        let allow = |status: &u16| Alternative { status: *status, code: None, rule: refusal.rule, same_effect: true };
        self.also_allowed.extend(statuses.iter().map(allow));
    }

    /// The request is refused so, but with which code is not known.
    pub(super) fn allow_any_code(&mut self, refusal: &Refusal) {
        let Refusal { status, rule, .. } = *refusal;
        self.also_allowed.push(Alternative { status, code: None, rule, same_effect: true });
    }

    /// A part of a transaction is refused for one of these reasons. If what signs it does not allow the part, the whole may
    /// be refused: which of the two is not documented.
    pub(super) fn allow_for_forbidden_part(&mut self, refusals: &[Refusal]) {
        let forbidden = refusals.iter().find(|refusal| refusal.status == 403 && refusal.rule.rule().topic == "sas");
        self.also_allowed.extend(forbidden.map(|refusal| {
            let Refusal { status, rule, .. } = *refusal;
            Alternative { status, code: None, rule, same_effect: true }
        }));
    }

    /// The request names a stored access policy, and those of its table were set a moment ago: they may not be seen yet.
    pub(super) fn allow_for_fresh_policies(&mut self) {
        self.policies_are_fresh = true;
    }

    /// The secondary location is asked for something that may not be there yet.
    pub(super) fn allow_for_replication(&mut self) {
        self.is_replica = true;
    }

    /// The answer. `raised` are the open questions that the request raises, `reads` tells requests that change nothing
    /// however they are answered.
    pub(super) fn into_answer(self, response: Response, rules: Vec<RuleId>, raised: &[RuleId], reads: bool) -> Answer {
        let PartAnswer { refused_by, mut alternatives } = part_answer(&self.refusals, raised, reads);
        alternatives.extend(self.also_allowed);
        if self.policies_are_fresh {
            let same_effect = reads || !self.refusals.is_empty();
            alternatives.push(Alternative { status: 403, code: None, rule: id::TABLE_SAS_POLICY, same_effect });
        }
        if self.is_replica && refused_by.is_none() {
            let rule = id::TABLE_SECONDARY_READS;
            alternatives.push(Alternative { status: 404, code: None, rule, same_effect: true });
        }
        Answer { response, rules, refused_by, alternatives, parts: self.parts }
    }
}

/// What is known to be refused with 403, but not with which code.
const FORBIDDEN_BY_ANY_CODE: [RuleId; 10] = [
    id::TABLE_SAS_PROTOCOL,
    id::TABLE_SAS_ADDRESS,
    id::TABLE_SAS_POLICY_UNKNOWN,
    id::TABLE_SAS_POLICY_PERMISSION,
    id::TABLE_SAS_SERVICE,
    id::TABLE_SAS_TABLE_PERMISSION,
    id::TABLE_SAS_UPSERT_NEEDS_BOTH,
    id::TABLE_SAS_ENTITIES_ONLY,
    id::TABLE_SAS_OTHER_TABLE,
    id::TABLE_SAS_BATCH,
];

/// Why a part is as it is: refused for the first of these reasons, or granted; and what else would have been right. See
/// [`Verdict::into_answer`].
pub(super) fn part_answer(refusals: &[Refusal], raised: &[RuleId], reads: bool) -> PartAnswer {
    let refused = |refusal: &Refusal| Alternative {
        status: refusal.status,
        code: Some(refusal.code),
        rule: refusal.rule,
        same_effect: true,
    };
    let mut alternatives: Vec<_> = refusals.iter().skip(1).map(refused).collect();
    let is_open = |rule: RuleId| rule.rule().level == Level::Open;
    let granted = refusals.is_empty();
    // What is refused for a reason that is known may not be granted, whatever else is open.
    let of_emulator = |rule: RuleId| rule.rule().profile.is_some();
    let surely_refused = refusals.iter().any(|refusal| !is_open(refusal.rule) && !of_emulator(refusal.rule));
    let mut questions: Vec<RuleId> = raised.to_vec();
    for refusal in refusals {
        if of_emulator(refusal.rule) && !surely_refused {
            // What an emulator may refuse may be granted as well.
            let allow =
                |status| Alternative { status, code: None, rule: refusal.rule, same_effect: reads || status >= 400 };
            alternatives.extend([200, 201, 204, 400].map(allow));
        }
        if refusal.rule == id::TABLE_EMULATOR_VERSION {
            // Nothing else has been looked at.
            let allow =
                |status| Alternative { status, code: None, rule: refusal.rule, same_effect: reads || status >= 400 };
            alternatives.extend([202, 401, 403, 404, 405, 409, 412, 413, 415, 501].map(allow));
        }
        let of_secondary = [id::TABLE_SECONDARY_READ_ONLY, id::TABLE_SECONDARY_STATISTICS_THERE_ALONE];
        if of_secondary.contains(&refusal.rule) {
            // That it is refused is documented, and not how.
            let allow = |status| Alternative { status, code: None, rule: refusal.rule, same_effect: true };
            alternatives.extend([400, 403, 404, 405].map(allow));
        }
        if refusal.rule == id::TABLE_ERRORS_METHOD_NOT_ALLOWED {
            let allow = |status| Alternative { status, code: None, rule: refusal.rule, same_effect: true };
            alternatives.extend([400, 404, 405, 501].map(allow));
        }
        if refusal.rule == id::TABLE_ETAG_UNKNOWN_WEAK {
            // Two codes are known; which of them a tag gets that is no date is not.
            let status = refusal.status;
            alternatives.push(Alternative { status, code: None, rule: refusal.rule, same_effect: true });
        }
        if refusal.rule == id::TABLE_CORS_PREFLIGHT_REFUSED || refusal.rule == id::TABLE_CORS_PREFLIGHT_MALFORMED {
            // The codes are not documented.
            let status = refusal.status;
            alternatives.push(Alternative { status, code: None, rule: refusal.rule, same_effect: true });
        }
        if refusal.rule == id::TABLE_SAS_POLICY_REPEATED {
            let allow = |status| Alternative { status, code: None, rule: refusal.rule, same_effect: true };
            alternatives.extend([400, 403].map(allow));
        }
        if FORBIDDEN_BY_ANY_CODE.contains(&refusal.rule) {
            alternatives.push(Alternative { status: 403, code: None, rule: refusal.rule, same_effect: true });
        }
        if is_open(refusal.rule) && !questions.contains(&refusal.rule) {
            questions.push(refusal.rule);
        }
    }
    for question in questions {
        for (status, code) in accepted(question) {
            let grants = status < 400;
            if !(grants && surely_refused) {
                let same_effect = reads || !grants && !granted;
                alternatives.push(Alternative { status, code, rule: question, same_effect });
            }
        }
    }
    PartAnswer { refused_by: refusals.first().map(|refusal| refusal.rule), alternatives }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Layer;

    fn refusal(rule: RuleId) -> Refusal {
        Refusal { status: 400, code: "InvalidInput", message: String::new(), rule, layer: Layer::Entities }
    }

    fn told(answer: &PartAnswer) -> Vec<(u16, Option<&str>, bool)> {
        answer.alternatives.iter().map(|held| (held.status, held.code, held.same_effect)).collect()
    }

    #[test]
    fn every_violation_is_an_alternative() {
        let answer = part_answer(&[refusal(id::TABLE_JSON_NESTED), refusal(id::TABLE_KEYS_STRING)], &[], false);
        assert_eq!(answer.refused_by, Some(id::TABLE_JSON_NESTED));
        assert_eq!(told(&answer), [(400, Some("InvalidInput"), true)]);
    }

    #[test]
    fn what_is_granted_over_an_open_question_may_be_refused() {
        let answer = part_answer(&[], &[id::TABLE_OPEN_VALUE_SIZE], false);
        assert_eq!(answer.refused_by, None);
        assert_eq!(
            told(&answer),
            [(201, None, false), (204, None, false), (400, Some("PropertyValueTooLarge"), false)]
        );
        let read = part_answer(&[], &[id::TABLE_OPEN_QUERY_OPTIONS], true);
        assert!(read.alternatives.iter().all(|held| held.same_effect));
    }

    #[test]
    fn what_is_surely_refused_may_not_be_granted() {
        let open = refusal(id::TABLE_OPEN_JSON_FORMS);
        let alone = part_answer(std::slice::from_ref(&open), &[], false);
        assert!(told(&alone).contains(&(201, None, false)));
        let beside = part_answer(&[open, refusal(id::TABLE_JSON_NESTED)], &[id::TABLE_OPEN_JSON_FORMS], false);
        assert!(beside.alternatives.iter().all(|held| held.status == 400));
    }

    /// Every open question names at least one answer that can be told by its status.
    #[test]
    fn accepted_answers_are_understood() {
        for rule in RuleId::all().filter(|id| id.rule().level == Level::Open) {
            let told = accepted(rule).count();
            let of_no_status = [
                id::TABLE_OPEN_DATETIME_FORMS,
                id::TABLE_OPEN_ANSWER_TIME,
                id::QUEUE_OPEN_ANSWER_TIME,
                id::BLOB_OPEN_ANSWER_TIME,
            ];
            assert!(told > 0 || of_no_status.contains(&rule), "{rule}");
            assert!(accepted(rule).all(|(_, code)| code.is_none_or(|code| !code.contains(' '))), "{rule}");
        }
    }
}
