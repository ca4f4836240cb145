//! Root causes: what a maintainer has to mend, each told once, with the findings that follow from it.

use super::check::CheckResult;
use super::confirmed::{Finding, Severity};
use super::impact::Impact;
use super::priority::Priority;
use super::signature::Signature;
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;

/// What several findings have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The rule that the target breaks.
    pub rule: RuleId,
    /// Whether an experiment says so: an oracle that breaks the rule answers as the target did.
    pub explained: bool,
    /// What a client loses by it.
    pub impact: Impact,
    /// Whether one of its findings makes the target non-conforming.
    pub severity: Severity,
    /// The baseline's reasons, if it knows every finding.
    pub known: Option<String>,
    /// The findings, the most serious first. Never empty.
    pub findings: Vec<Signature>,
    /// The checks that fail by them.
    pub failed: Vec<&'static str>,
    /// The checks whose question could not be put because of them.
    pub blocked: Vec<&'static str>,
}

/// The rule that a finding comes down to, by these causes.
pub fn cause_of(causes: &[Cause], signature: &Signature) -> Option<RuleId> {
    causes.iter().find(|cause| cause.findings.contains(signature)).map(|cause| cause.rule)
}

/// The root causes of findings, in the order in which they are to be read: by what a client loses, then by how many checks
/// they fail.
///
/// `roots` says which rule each finding comes down to.
pub fn causes(roots: &BTreeMap<Signature, RuleId>, findings: &[Finding], checks: &[CheckResult]) -> Vec<Cause> {
    let mut by_rule: BTreeMap<RuleId, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        if let Some(rule) = roots.get(&finding.signature) {
            by_rule.entry(*rule).or_default().push(finding);
        }
    }
    let mut causes: Vec<(Priority, Cause)> =
        by_rule.into_iter().filter_map(|(rule, findings)| cause(rule, findings, checks)).collect();
    causes.sort_by(|(one, a), (other, b)| {
        one.cmp(other).then_with(|| (b.failed.len() + b.blocked.len()).cmp(&(a.failed.len() + a.blocked.len())))
    });
    causes.into_iter().map(|(_, cause)| cause).collect()
}

fn cause(rule: RuleId, mut findings: Vec<&Finding>, checks: &[CheckResult]) -> Option<(Priority, Cause)> {
    findings.sort_by_cached_key(|finding| Priority::from(*finding));
    let first = *findings.first()?;
    let signatures: Vec<Signature> = findings.iter().map(|finding| finding.signature.clone()).collect();
    let with = |is: &dyn Fn(&CheckResult) -> bool| {
        let mut ids: Vec<&'static str> = checks.iter().filter(|check| is(check)).map(|check| check.check.id).collect();
        ids.dedup();
        ids
    };
    let mut reasons: Vec<&str> = findings.iter().filter_map(|finding| finding.known.as_deref()).collect();
    // Advice beside what fails need not be known: it fails nobody.
    let severity = findings.iter().map(|finding| finding.severity).min()?;
    let all_known = findings.iter().all(|finding| finding.known.is_some() || finding.severity != severity);
    reasons.sort_unstable();
    reasons.dedup();
    let cause = Cause {
        rule,
        explained: findings.iter().any(|finding| finding.explained),
        impact: findings.iter().map(|finding| Impact::of(&finding.signature)).min()?,
        severity,
        known: all_known.then(|| reasons.join("; ")),
        failed: with(&|check| check.fails_by(&signatures)),
        blocked: with(&|check| check.is_blocked_by(&signatures)),
        findings: signatures,
    };
    Some((Priority::from(first), cause))
}
