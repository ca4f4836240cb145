//! What a whole run came to.

use super::axes::AxisNames;
use super::class::ClassResult;
use super::finding::{Finding, Severity};
use super::outcome::Outcome;
use super::signature::Signature;
use crate::exit::Exit;
use std::time::Duration;
use tablestakes_suites::Check;

/// A finished run.
#[derive(Debug, Clone)]
pub struct RunResult {
    /// The target.
    pub target: TargetInfo,
    /// The seed.
    pub seed: u64,
    /// When it began.
    pub started: jiff::Timestamp,
    /// How long it took.
    pub duration: Duration,
    /// Requests sent to the target.
    pub requests: u64,
    /// The baseline used, as named by the user.
    pub baseline: Option<String>,
    /// Every selected check, in the order of the selection.
    pub checks: Vec<CheckResult>,
    /// Every finding, in the order in which the checks come upon them.
    pub findings: Vec<Finding>,
    /// The conformance classes of the selected checks.
    pub classes: Vec<ClassResult>,
    /// Set if the target could not be reached or went away.
    pub gone: Option<Gone>,
}

/// What is known of the target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TargetInfo {
    /// How the user named it, without its key.
    pub given: String,
    /// How to name it in another command: an address, `--reference`, or nothing where the environment names it.
    pub argument: String,
    /// The `Server` header of its answers.
    pub server: Option<String>,
}

/// The target could not be reached, or went away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// The check that ran when it went away; absent if it never answered.
    pub during: Option<String>,
    /// What the transport said.
    pub failure: String,
}

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
    /// What it found, in the order in which it did; advice included.
    pub findings: Vec<(Signature, Severity)>,
}

impl RunResult {
    /// The exit code.
    ///
    /// A run in which nothing was judged never ends with 0, and neither does one in which the harness could not tell.
    pub fn exit(&self) -> Exit {
        let has = |name: &str| self.checks.iter().any(|check| check.outcome.name() == name);
        if self.gone.is_some() {
            Exit::TargetUnreachable
        } else if has("fail") || has("error") {
            Exit::DoesNotConform
        } else if self.checks.iter().any(|check| check.outcome.is_judged()) {
            Exit::Conforms
        } else {
            Exit::Usage
        }
    }

    /// How many checks came to this outcome.
    pub fn count(&self, outcome: &str) -> usize {
        self.checks.iter().filter(|check| check.outcome.name() == outcome).count()
    }

    /// The finding with this signature.
    pub fn finding(&self, signature: &Signature) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.signature == *signature)
    }

    /// The findings, the most serious first: failures before advice, what the baseline knows last, smoke before the rest,
    /// and what always fails before what sometimes does.
    pub fn by_seriousness(&self) -> Vec<&Finding> {
        let place = |finding: &Finding| {
            self.checks
                .iter()
                .position(|check| check.findings.iter().any(|(signature, _)| *signature == finding.signature))
                .unwrap_or(usize::MAX)
        };
        let smoke = |finding: &Finding| !finding.origin.check.split('.').any(|part| part == "smoke");
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_cached_key(|finding| {
            (
                finding.known.is_some(),
                finding.severity,
                smoke(finding),
                finding.stability.failed != finding.stability.of,
                finding.signature.rule().map(|rule| rule.rule().evidence),
                place(finding),
            )
        });
        findings
    }
}
