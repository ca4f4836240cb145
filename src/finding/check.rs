//! What came of one check.

use super::axes::AxisNames;
use super::confirmed::Severity;
use super::outcome::Outcome;
use super::signature::Signature;
use std::time::Duration;
use tablestakes_suites::Check;

/// What came of one check with one combination of axes.
#[derive(Debug, Clone)]
pub struct CheckResult {
    /// The check.
    pub check: Check,
    /// The axes.
    pub axes: AxisNames,
    /// The outcome.
    pub outcome: Outcome,
    /// How many histories were replayed.
    pub histories: u32,
    /// Requests sent to the target, those that confirm and shrink not counted.
    pub requests: u64,
    /// How long its histories took.
    pub duration: Duration,
    /// What it found that breaks rules which it tries, in the order in which it did; advice included.
    pub findings: Vec<(Signature, Severity)>,
    /// What else its histories met.
    pub met: Vec<Signature>,
}

impl CheckResult {
    /// Whether one of these findings is why it fails.
    pub(super) fn fails_by(&self, findings: &[Signature]) -> bool {
        let fails = matches!(self.outcome, Outcome::Fail | Outcome::Known(_));
        fails && self.findings.iter().any(|(held, severity)| *severity == Severity::Failure && findings.contains(held))
    }

    /// Whether it fails by a finding, meets it, or is blocked by it.
    pub fn shows(&self, finding: &Signature) -> bool {
        let blocks = matches!(&self.outcome, Outcome::Blocked { by, .. } if by.contains(finding));
        blocks || self.met.contains(finding) || self.findings.iter().any(|(held, _)| held == finding)
    }

    /// Whether one of these findings keeps its question from being put.
    pub(super) fn is_blocked_by(&self, findings: &[Signature]) -> bool {
        matches!(&self.outcome, Outcome::Blocked { by, .. } if by.first().is_some_and(|first| findings.contains(first)))
    }
}
