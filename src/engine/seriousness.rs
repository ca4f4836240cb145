//! Which finding to read first.

use super::finding::{Finding, Severity, Stability};
use super::signature::Signature;
use crate::judge::MismatchKind;
use tablestakes_reference::Version;
use tablestakes_reference::rules::Evidence;

/// How serious a finding is; the least is the most serious.
///
/// Failures come before advice, what the baseline knows last, what only old versions promise after what the usual one does;
/// then by what becomes of a client that relies on the rule; then smoke before the rest, and what always fails before what
/// sometimes does; then by the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seriousness {
    known: bool,
    severity: Severity,
    bygone: bool,
    consequence: Option<Consequence>,
    ordinary: bool,
    sometimes: bool,
    evidence: Option<Evidence>,
}

impl Seriousness {
    /// Of a finding that the check with this id came upon.
    pub fn of(signature: &Signature, severity: Severity, known: bool, check: &str, stability: Stability) -> Self {
        let rule = signature.rule().map(|rule| rule.rule());
        Self {
            known,
            severity,
            bygone: rule.is_some_and(|rule| !rule.range.contains(Version::DEFAULT)),
            consequence: signature.kind().map(|kind| Consequence::of(kind, rule.map(|rule| rule.topic))),
            ordinary: !check.split('.').any(|part| part == "smoke"),
            sometimes: stability.failed != stability.of,
            evidence: rule.map(|rule| rule.evidence),
        }
    }
}

impl From<&Finding> for Seriousness {
    fn from(finding: &Finding) -> Self {
        let known = finding.known.is_some();
        Self::of(&finding.signature, finding.severity, known, &finding.origin.check, finding.stability)
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
            | MismatchKind::ServerError
            | MismatchKind::Malformed
            | MismatchKind::RefusedValid
            | MismatchKind::AcceptedInvalid
            | MismatchKind::BatchParts => Self::Incompatible,
            MismatchKind::Status | MismatchKind::ErrorCode => Self::OtherError,
            MismatchKind::Header | MismatchKind::Annotation | MismatchKind::Slow => Self::Incidental,
        }
    }
}
