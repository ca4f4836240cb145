//! `junit.xml`, for the tools that read nothing else.

use super::finding::redact;
use super::reporter::{ReportError, Reporter};
use super::request_text::printable;
use super::store::write_whole;
use crate::engine::{CheckResult, Event, Outcome, RunResult, Severity};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tablestakes_suites::Suite;

/// Writes `junit.xml` into the report's directory.
#[derive(Debug)]
pub struct JunitReport {
    path: PathBuf,
    result: Option<Arc<RunResult>>,
}

impl JunitReport {
    /// A report in this directory.
    pub fn new(folder: &Path) -> Self {
        Self { path: folder.join("junit.xml"), result: None }
    }
}

impl Reporter for JunitReport {
    fn event(&mut self, event: &Event) {
        if let Event::RunFinished(result) = event {
            self.result = Some(Arc::clone(result));
        }
    }

    fn finish(&mut self) -> Result<(), ReportError> {
        let Some(result) = &self.result else { return Ok(()) };
        let text = report(result)
            .to_string()
            .map_err(|error| ReportError::Format { path: self.path.clone(), reason: error.to_string() })?;
        write_whole(&self.path, text.as_bytes())
    }
}

fn report(result: &RunResult) -> Report {
    let mut report = Report::new("tablestakes");
    report.set_time(result.duration);
    for &suite in Suite::ALL {
        let mut test_suite = TestSuite::new(suite.name());
        for check in result.checks.iter().filter(|check| check.check.suite == suite) {
            test_suite.add_test_case(test_case(check, result));
        }
        if !test_suite.test_cases.is_empty() {
            report.add_test_suite(test_suite);
        }
    }
    report
}

/// What the baseline knows counts as skipped: JUnit has no word for it.
fn test_case(check: &CheckResult, result: &RunResult) -> TestCase {
    let reason = check.outcome.reason().map(|reason| printable(&reason));
    let mut status = match &check.outcome {
        Outcome::Pass { .. } | Outcome::Fixed(_) => TestCaseStatus::success(),
        Outcome::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Error(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
        Outcome::Skip(_) | Outcome::Known(_) => TestCaseStatus::skipped(),
    };
    if check.outcome == Outcome::Fail {
        let failing = check.findings.iter().filter(|(_, severity)| *severity == Severity::Failure);
        let told: Vec<String> = failing
            .map(|(signature, _)| match result.finding(signature).and_then(|finding| finding.mismatch()) {
                Some(mismatch) => format!(
                    "{signature}\n  {}\n  allowed: {}\n  answered: {}\n  {}",
                    mismatch.rule.rule().statement,
                    printable(&redact(&mismatch.expected)),
                    printable(&redact(&mismatch.actual)),
                    signature.file()
                ),
                None => signature.to_string(),
            })
            .collect();
        status.set_message(format!("breaks {}", rules(check)));
        status.set_description(told.join("\n"));
    } else if let Some(reason) = &reason {
        match &check.outcome {
            Outcome::Known(_) => status.set_message(format!("known: {reason}")),
            _ => status.set_message(reason.clone()),
        };
    }
    let mut case = TestCase::new(format!("{} [{}]", check.check.id, check.axes), status);
    case.set_classname(format!("tablestakes.{}", check.check.suite.name()));
    case.set_time(check.duration);
    if let (Outcome::Fixed(_) | Outcome::Pass { .. }, Some(reason)) = (&check.outcome, reason) {
        case.set_system_out(reason);
    }
    case
}

fn rules(check: &CheckResult) -> String {
    let mut rules: Vec<&str> = check
        .findings
        .iter()
        .filter(|(_, severity)| *severity == Severity::Failure)
        .filter_map(|(signature, _)| signature.rule())
        .map(|rule| rule.as_str())
        .collect();
    rules.dedup();
    rules.join(", ")
}
