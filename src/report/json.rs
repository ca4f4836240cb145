//! `report.json`.

use super::document::{
    CheckDocument, ClassDocument, FindingEntry, ReportDocument, StabilityDocument, TargetDocument, ToolDocument,
};
use super::finding::redact;
use super::reporter::{ReportError, Reporter};
use super::store::write_whole;
use crate::engine::{CheckResult, Event, Finding, Outcome, RunResult, Severity};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes `report.json` into the report's directory.
#[derive(Debug)]
pub struct JsonReport {
    path: PathBuf,
    document: Option<ReportDocument>,
}

impl JsonReport {
    /// A report in this directory.
    pub fn new(folder: &Path) -> Self {
        Self { path: folder.join("report.json"), document: None }
    }
}

impl Reporter for JsonReport {
    fn event(&mut self, event: &Event) {
        if let Event::RunFinished(result) = event {
            self.document = Some(ReportDocument::from(&**result));
        }
    }

    fn finish(&mut self) -> Result<(), ReportError> {
        let Some(document) = &self.document else { return Ok(()) };
        let text = document.to_text().map_err(|reason| ReportError::Format { path: self.path.clone(), reason })?;
        write_whole(&self.path, text.as_bytes())
    }
}

impl ReportDocument {
    /// The text of the file.
    ///
    /// # Errors
    /// Some value has no form in JSON; the message says which.
    pub fn to_text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n").map_err(|error| error.to_string())
    }
}

impl From<&RunResult> for ReportDocument {
    fn from(result: &RunResult) -> Self {
        Self {
            schema: 1,
            tool: ToolDocument::this(),
            target: TargetDocument {
                given: result.target.given.clone(),
                server: result.target.server.clone(),
                gone_during: result.gone.as_ref().and_then(|gone| gone.during.clone()),
                gone: result.gone.as_ref().map(|gone| gone.failure.clone()),
            },
            seed: result.seed,
            started: result.started.to_string(),
            duration_ms: milliseconds(result.duration),
            requests: result.requests,
            baseline: result.baseline.clone(),
            exit: result.exit() as u8,
            checks: result.checks.iter().map(check).collect(),
            findings: result.findings.iter().map(finding).collect(),
            classes: result
                .classes
                .iter()
                .map(|class| ClassDocument {
                    name: class.class.name().to_owned(),
                    met: class.met,
                    passed: class.passed,
                    failed: class.failed,
                    skipped: class.skipped,
                })
                .collect(),
            summary: Outcome::NAMES.iter().map(|&name| (name.to_owned(), result.count(name))).collect(),
        }
    }
}

fn check(result: &CheckResult) -> CheckDocument {
    let rule = result.check.rules.first().map(|id| id.rule());
    let signatures = |wanted: Severity| {
        let of_severity = result.findings.iter().filter(move |(_, severity)| *severity == wanted);
        of_severity.map(|(signature, _)| signature.to_string()).collect()
    };
    CheckDocument {
        id: result.check.id.to_owned(),
        suite: result.check.suite.name().to_owned(),
        class: result.check.class.name().to_owned(),
        title: result.check.title.to_owned(),
        rules: result.check.rules.iter().map(ToString::to_string).collect(),
        axes: result.axes.clone(),
        level: rule.map(|rule| rule.level.to_string().to_lowercase()),
        evidence: rule.map(|rule| rule.evidence.to_string()),
        outcome: result.outcome.name().to_owned(),
        reason: result.outcome.reason(),
        histories: result.histories,
        requests: result.requests,
        duration_ms: milliseconds(result.duration),
        findings: signatures(Severity::Failure),
        advice: signatures(Severity::Advice),
    }
}

fn finding(finding: &Finding) -> FindingEntry {
    let text = |part: fn(&crate::judge::Mismatch) -> String| finding.mismatch().map(part).unwrap_or_default();
    FindingEntry {
        signature: finding.signature.to_string(),
        severity: finding.severity,
        known: finding.known.clone(),
        rule: text(|mismatch| mismatch.rule.to_string()),
        kind: text(|mismatch| mismatch.kind.to_string()),
        operation: text(|mismatch| mismatch.operation.clone()),
        axes: finding.axes.clone(),
        check: finding.origin.check.clone(),
        case: finding.origin.case,
        expected: text(|mismatch| redact(&mismatch.expected).into_owned()),
        actual: text(|mismatch| redact(&mismatch.actual).into_owned()),
        stability: StabilityDocument { failed: finding.stability.failed, of: finding.stability.of },
        steps: finding.history.all_steps().count(),
        file: finding.signature.file(),
    }
}

/// Whole milliseconds.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
