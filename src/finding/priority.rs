//! Which finding to read first.

use super::confirmed::{Finding, Severity, Stability};
use super::impact::Impact;
use super::signature::Signature;
use tablestakes_reference::Version;
use tablestakes_reference::rules::Evidence;

/// The place of a finding in the order in which findings are to be read; the least comes first.
///
/// Failures come before advice, what the baseline knows last, what only old versions promise after what the usual one does;
/// then by what a client loses ([`Impact`]); then smoke before the rest, and what always fails before what
/// sometimes does; then by the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority {
    known: bool,
    severity: Severity,
    bygone: bool,
    impact: Impact,
    ordinary: bool,
    sometimes: bool,
    evidence: Option<Evidence>,
}

impl Priority {
    /// Of a finding that the check with this id came upon.
    pub fn of(signature: &Signature, severity: Severity, known: bool, check: &str, stability: Stability) -> Self {
        let rule = signature.rule().map(|rule| rule.rule());
        Self {
            known,
            severity,
            bygone: rule.is_some_and(|rule| !rule.range.contains(Version::DEFAULT)),
            impact: Impact::of(signature),
            ordinary: !check.split('.').any(|part| part == "smoke"),
            sometimes: stability.failed != stability.of,
            evidence: rule.map(|rule| rule.evidence),
        }
    }
}

impl From<&Finding> for Priority {
    fn from(finding: &Finding) -> Self {
        let known = finding.known.is_some();
        Self::of(&finding.signature, finding.severity, known, &finding.origin.check, finding.stability)
    }
}
