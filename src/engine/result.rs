//! What a whole run came to.

use super::class::ClassResult;
use super::deny::Denied;
use super::latency::Latencies;
use super::selection::Shard;
use super::skills::Skills;
use crate::baseline::{Finished, Oddity, Reviewed};
use crate::exit::Exit;
use crate::finding::{Cause, CheckResult, Finding, Outcome, Priority, Severity, Signature, cause_of};
use crate::target::Throttled;
use std::time::Duration;
use tablestakes_reference::Profile;
use tablestakes_reference::rules::RuleId;

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
    /// What the findings come down to, in the order in which it is to be read.
    pub causes: Vec<Cause>,
    /// The conformance classes of the selected checks.
    pub classes: Vec<ClassResult>,
    /// How often the target was too busy.
    pub throttled: Throttled,
    /// How long the target took to answer.
    pub latencies: Latencies,
    /// What the target can do, as far as it was asked before the checks.
    pub skills: Skills,
    /// What was selected, and how the run was made.
    pub setup: Setup,
    /// What the run shows of the baseline's entries.
    pub reviewed: Vec<Reviewed>,
    /// What is odd about the baseline's entries.
    pub oddities: Vec<Oddity>,
    /// What the run was told not to put up with, and met.
    pub denied: Vec<Denied>,
    /// Set if the target could not be reached or went away.
    pub gone: Option<Gone>,
}

/// What was selected, and how a run was made, as far as reports tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Histories drawn for each generated check.
    pub cases: u32,
    /// Checks that ran side by side.
    pub jobs: usize,
    /// The share of the checks that the run took.
    pub shard: Option<Shard>,
    /// Whose behaviour was the measure.
    pub profile: Profile,
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

impl RunResult {
    /// The exit code.
    ///
    /// A run in which nothing was judged never ends with 0, and neither does one in which the harness could not tell, or which
    /// met something that it was told not to put up with.
    pub fn exit(&self) -> Exit {
        let has = |name: &str| self.checks.iter().any(|check| check.outcome.name() == name);
        if self.gone.is_some() {
            Exit::TargetUnreachable
        } else if has("fail") || has("error") || self.has_unknown_failure() || !self.denied.is_empty() {
            Exit::DoesNotConform
        } else if self.checks.iter().any(|check| check.outcome.is_judged()) {
            Exit::Conforms
        } else {
            Exit::Usage
        }
    }

    /// Whether something makes the target non-conforming that the baseline does not know: a finding, or what keeps a question
    /// from being put.
    fn has_unknown_failure(&self) -> bool {
        let finding = |finding: &Finding| finding.severity == Severity::Failure && finding.known.is_none();
        let blocked = |check: &CheckResult| matches!(check.outcome, Outcome::Blocked { known: false, .. });
        self.findings.iter().any(finding) || self.checks.iter().any(blocked)
    }

    /// How many checks came to this outcome.
    pub fn count(&self, outcome: &str) -> usize {
        self.checks.iter().filter(|check| check.outcome.name() == outcome).count()
    }

    /// The finding with this signature.
    pub fn finding(&self, signature: &Signature) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.signature == *signature)
    }

    /// The rule that a finding comes down to.
    pub fn cause_of(&self, signature: &Signature) -> Option<RuleId> {
        cause_of(&self.causes, signature)
    }

    /// The run as far as a baseline can be brought up to date with it.
    pub fn finished(&self) -> Finished<'_> {
        Finished {
            checks: &self.checks,
            findings: &self.findings,
            causes: &self.causes,
            reviewed: &self.reviewed,
            started: self.started,
            server: self.target.server.as_deref(),
        }
    }

    /// The findings, the most serious first; see [`Priority`].
    pub fn by_priority(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_cached_key(|finding| {
            let place = self
                .checks
                .iter()
                .position(|check| check.findings.iter().any(|(signature, _)| *signature == finding.signature));
            (Priority::from(*finding), place.unwrap_or(usize::MAX))
        });
        findings
    }
}
