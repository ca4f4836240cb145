//! What a gate may refuse beside failures: fixed checks, stale baselines, failures that come only sometimes.

use crate::baseline::Oddity;
use crate::finding::{CheckResult, Finding, Outcome};
use std::collections::BTreeSet;
use std::fmt;

/// Something that a run need not put up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deny {
    /// A check passes although the baseline says that it fails.
    Fixed,
    /// An entry of the baseline explains nothing although its checks were judged, matches nothing, has expired, is shadowed, or
    /// asks for a version that is not known.
    Stale,
    /// A failure comes only sometimes, even if the baseline knows it.
    Flaky,
}

/// Something that is denied and happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// What.
    pub deny: Deny,
    /// Where, and what it is about.
    pub told: String,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.deny {
            Deny::Fixed => "fixed",
            Deny::Stale => "stale",
            Deny::Flaky => "flaky",
        };
        write!(f, "{name}: {}", self.told)
    }
}

/// What is denied and happened, in the order of [`Deny`].
pub(super) fn denied(
    deny: &BTreeSet<Deny>,
    checks: &[CheckResult],
    findings: &[Finding],
    oddities: &[Oddity],
) -> Vec<Denied> {
    let mut denied = Vec::new();
    for &deny in deny {
        let mut add = |told: String| denied.push(Denied { deny, told });
        match deny {
            Deny::Fixed => {
                for check in checks {
                    if let Outcome::Fixed(reason) = &check.outcome {
                        let axes = &check.axes;
                        add(format!("{} [{axes}]: {reason}", check.check.id));
                    }
                }
            }
            Deny::Stale => {
                oddities.iter().filter(|oddity| oddity.lint.is_idle()).for_each(|oddity| add(oddity.to_string()));
            }
            Deny::Flaky => {
                for finding in findings.iter().filter(|finding| finding.stability.failed < finding.stability.of) {
                    add(format!("{} fails {}", finding.signature, finding.stability));
                }
            }
        }
    }
    denied
}
