//! What a whole run came to.

use super::axes::AxisNames;
use super::class::ClassResult;
use super::finding::{Finding, Severity};
use super::outcome::Outcome;
use super::signature::Signature;
use crate::exit::Exit;
use crate::judge::MismatchKind;
use std::time::Duration;
use tablestakes_reference::Version;
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

    /// The findings, the most serious first: failures before advice, what the baseline knows last, what only old versions
    /// promise after what the usual one does; then by what becomes of a client that relies on the rule; then smoke before
    /// the rest, and what always fails before what sometimes does.
    pub fn by_seriousness(&self) -> Vec<&Finding> {
        let place = |finding: &Finding| {
            self.checks
                .iter()
                .position(|check| check.findings.iter().any(|(signature, _)| *signature == finding.signature))
                .unwrap_or(usize::MAX)
        };
        let consequence = |finding: &Finding| {
            let rule = finding.signature.rule();
            finding
                .mismatches
                .first()
                .map(|mismatch| Consequence::of(mismatch.kind, rule.map(|rule| rule.rule().topic)))
        };
        let bygone = |finding: &Finding| {
            finding.signature.rule().is_some_and(|rule| !rule.rule().range.contains(Version::DEFAULT))
        };
        let smoke = |finding: &Finding| !finding.origin.check.split('.').any(|part| part == "smoke");
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_cached_key(|finding| {
            (
                finding.known.is_some(),
                finding.severity,
                bygone(finding),
                consequence(finding),
                smoke(finding),
                finding.stability.failed != finding.stability.of,
                finding.signature.rule().map(|rule| rule.rule().evidence),
                place(finding),
            )
        });
        findings
    }
}

/// What becomes of a client that relies on the rule, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Consequence {
    /// Access, isolation or atomicity is not what was promised: granted where authentication, a condition or a
    /// transaction must be refused.
    Unsafe,
    /// Data are lost, or are not those that were stored or asked for.
    WrongData,
    /// What works with the service does not work, or the other way round.
    Incompatible,
    /// An error is told in another way.
    OtherError,
    /// Something that comes with the answer is missing or wrong.
    Incidental,
}

impl Consequence {
    fn of(kind: MismatchKind, topic: Option<&str>) -> Self {
        match kind {
            MismatchKind::AcceptedInvalid if matches!(topic, Some("auth" | "sas" | "etag" | "batch")) => Self::Unsafe,
            MismatchKind::RowExtra if topic == Some("sas") => Self::Unsafe,
            MismatchKind::TwoWinners
            | MismatchKind::LostUpdate
            | MismatchKind::TornRead
            | MismatchKind::DirtyRead
            | MismatchKind::StaleRead
            | MismatchKind::NotLinearizable => Self::Unsafe,
            MismatchKind::RowMissing
            | MismatchKind::RowExtra
            | MismatchKind::RowOrder
            | MismatchKind::PropertyMissing
            | MismatchKind::PropertyExtra
            | MismatchKind::PropertyType
            | MismatchKind::PropertyValue
            | MismatchKind::Continuation
            | MismatchKind::ETag => Self::WrongData,
            MismatchKind::NoAnswer
            | MismatchKind::Malformed
            | MismatchKind::RefusedValid
            | MismatchKind::AcceptedInvalid
            | MismatchKind::BatchParts => Self::Incompatible,
            MismatchKind::Status | MismatchKind::ErrorCode => Self::OtherError,
            MismatchKind::Header | MismatchKind::Annotation => Self::Incidental,
        }
    }
}
