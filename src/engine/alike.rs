//! Findings that no rule explains and that are alike: the target says the same wrong thing, whatever it was asked.
//!
//! A target that answers each refused signature with another code than the service's, or that knows no Atom, is wrong once,
//! though every rule that is asked so shows it.

use crate::finding::{Finding, Signature};
use crate::judge::{FAILING_PART, Mismatch, MismatchKind};
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;

/// Statuses that say that the server does not support a format: one that is asked for, one that is sent.
const UNSUPPORTED_FORMAT: [&str; 2] = ["406", "415"];
/// Statuses that say that it does not support what it is asked to do.
const UNSUPPORTED_OPERATION: [&str; 2] = ["405", "501"];

/// Gives findings that are alike one root: of the rules that they break the first of the topic that most of them are about, those
/// before others by which what is valid was refused, and those behind others to which something else comes down: who grants what is to
/// be refused, and refuses with another code elsewhere, has two faults.
pub(super) fn gather(unexplained: &[&Finding], roots: &mut BTreeMap<Signature, RuleId>) {
    let mut groups: BTreeMap<Wrong, Vec<(&Signature, RuleId)>> = BTreeMap::new();
    for finding in unexplained {
        let wrong = finding.mismatch().and_then(wrong_answer);
        if let (Some(wrong), Some(rule)) = (wrong, roots.get(&finding.signature)) {
            groups.entry(wrong).or_default().push((&finding.signature, *rule));
        }
    }
    for (wrong, alike) in groups {
        let is_alike = |signature: &Signature| alike.iter().any(|(held, _)| *held == signature);
        let taken: Vec<RuleId> =
            roots.iter().filter(|(signature, _)| !is_alike(signature)).map(|(_, rule)| *rule).collect();
        let Some(root) = root(&wrong, &alike, &taken) else { continue };
        for (signature, _) in alike {
            roots.insert(signature.clone(), root);
        }
    }
}

/// The root of findings that are alike; none if they are about too little. `taken` are the roots of other findings.
fn root(wrong: &Wrong, alike: &[(&Signature, RuleId)], taken: &[RuleId]) -> Option<RuleId> {
    let mut topics: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, rule) in alike {
        *topics.entry(rule.rule().topic).or_default() += 1;
    }
    if topics.len() < wrong.topics {
        return None;
    }
    let most = |rule: RuleId| topics.get(rule.rule().topic).copied().unwrap_or_default();
    let refuses_valid = |signature: &Signature| signature.kind() == Some(MismatchKind::RefusedValid);
    let tells = |(signature, rule): &&(&Signature, RuleId)| {
        // What is asked without need of it says most of what the server cannot do.
        let asks_plainly = wrong.is_operation && refuses_valid(signature);
        (!asks_plainly, std::cmp::Reverse(most(*rule)), taken.contains(rule), *rule)
    };
    alike.iter().min_by_key(tells).map(|(_, rule)| *rule)
}

/// So many topics have nothing in common but what answers them.
const MANY_TOPICS: usize = 4;

/// What is wrong about an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Wrong {
    what: String,
    /// Whether it is that the server does not know an operation.
    is_operation: bool,
    /// About how many topics this has to be said, so that it is one thing.
    topics: usize,
}

/// What is wrong about an answer, where that is a refusal of another kind than the service's.
fn wrong_answer(mismatch: &Mismatch) -> Option<Wrong> {
    use MismatchKind::{ErrorCode, RefusedValid, Status};
    let (expected, actual) = (bare(&mismatch.expected), bare(&mismatch.actual));
    let says = |one_of: &[&str]| actual.get(..3).is_some_and(|status| one_of.contains(&status));
    let is_operation = says(&UNSUPPORTED_OPERATION);
    let (what, topics) = match mismatch.kind {
        RefusedValid | Status if says(&UNSUPPORTED_FORMAT) => (actual.to_owned(), 1),
        RefusedValid | Status if is_operation => (format!("{}: {actual}", mismatch.operation), 1),
        // An operation that is refused for many reasons may be so for each of them.
        RefusedValid if is_coded(actual) => (format!("{}: {actual}", mismatch.operation), MANY_TOPICS),
        // Two errors, each with its code; what has none may be anything.
        Status | ErrorCode if is_coded(expected) && is_coded(actual) => (format!("{expected} → {actual}"), 1),
        _ => return None,
    };
    Some(Wrong { what, is_operation, topics })
}

/// The answer, whether it is a whole one or the part that fails.
fn bare(text: &str) -> &str {
    text.strip_prefix(FAILING_PART).and_then(|text| text.strip_prefix(": ")).unwrap_or(text)
}

/// Whether it is a status and an error code.
fn is_coded(answer: &str) -> bool {
    let Some((status, code)) = answer.split_once(' ') else { return false };
    status.len() == 3
        && status.starts_with(['4', '5'])
        && !code.is_empty()
        && code.bytes().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::rules::id;

    fn mismatch(kind: MismatchKind, expected: &str, actual: &str) -> Mismatch {
        let (operation, rule) = ("Get Entity".to_owned(), id::TABLE_ENTITIES_GET);
        Mismatch { rule, kind, operation, expected: expected.to_owned(), actual: actual.to_owned() }
    }

    #[test]
    fn what_is_not_supported_is_one_thing_whatever_was_asked() {
        let refused = mismatch(MismatchKind::RefusedValid, "200 with the entity (\"p\", \"1\")", "415 NoAtom");
        let status = mismatch(MismatchKind::Status, "404 TableNotFound", "415 NoAtom");
        assert!(wrong_answer(&refused).is_some());
        assert_eq!(wrong_answer(&refused), wrong_answer(&status));
        let refused = |actual| wrong_answer(&mismatch(MismatchKind::RefusedValid, "200 with no body", actual));
        assert_eq!(refused("400 InvalidInput"), refused("400 InvalidInput"));
        assert_ne!(refused("400 InvalidInput"), refused("404 ResourceNotFound"));
        assert_eq!(refused("500 without an error code"), None);
    }

    #[test]
    fn an_operation_that_is_not_there_is_one_thing() {
        let refused = mismatch(MismatchKind::RefusedValid, "201 with no body", "501 APINotImplemented");
        let of = |operation: &str| wrong_answer(&Mismatch { operation: operation.to_owned(), ..refused.clone() });
        let status = mismatch(MismatchKind::Status, "404 BlobNotFound", "501 APINotImplemented");
        assert_eq!(of("Get Entity"), wrong_answer(&status));
        assert_ne!(of("Get Entity"), of("Put Blob From URL"));
    }

    #[test]
    fn what_is_granted_wrongly_and_another_code_are_two_things() {
        let signature = |rule: &str| format!("v1:{rule}:error-code:get-blob:2019-02-02:json-minimal").parse().unwrap();
        let (one, other): (Signature, Signature) =
            (signature("blob.auth.signature"), signature("blob.auth.lite-signature"));
        let alike = [(&one, id::BLOB_AUTH_SIGNATURE), (&other, id::BLOB_AUTH_LITE_SIGNATURE)];
        let code = mismatch(MismatchKind::ErrorCode, "403 AuthenticationFailed", "403 AuthorizationFailure");
        let wrong = wrong_answer(&code).unwrap();
        let first = root(&wrong, &alike, &[]).unwrap();
        let second = root(&wrong, &alike, &[first]).unwrap();
        assert_ne!(first, second);
        assert_eq!(root(&wrong, &alike, &[first, second]), Some(first));
    }

    #[test]
    fn another_code_for_one_code_is_one_thing() {
        let code = |expected: &str, actual: &str| wrong_answer(&mismatch(MismatchKind::ErrorCode, expected, actual));
        assert_eq!(
            code("403 AuthenticationFailed", "403 Other"),
            code(&format!("{FAILING_PART}: 403 AuthenticationFailed"), &format!("{FAILING_PART}: 403 Other"))
        );
        assert_ne!(code("403 AuthenticationFailed", "403 Other"), code("404 TableNotFound", "403 Other"));
        assert_eq!(code("400 InvalidInput", "400 without an error code, with no body"), None);
    }
}
