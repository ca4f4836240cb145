//! The page of one report.

use super::group::{Groups, views};
use super::latency::{OperationView, operations};
use super::matrix::{Matrix, matrix};
use super::overview::{ClassView, ReasonView, SuiteView, classes, facts, reasons, suites};
use super::style::{STYLE, policy};
use crate::engine::Severity;
use crate::exit::Exit;
use crate::report::by_rule::{RuleGroup, by_rule};
use crate::report::document::ReportDocument;
use crate::report::request_text::printable;
use crate::report::words::{next_command, verdict};
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    style: &'static str,
    policy: String,
    target: String,
    server: Option<String>,
    verdict: String,
    headline: String,
    tone: &'static str,
    met: usize,
    gone: Option<String>,
    next: String,
    summary: Vec<(&'static str, String)>,
    classes: Vec<ClassView>,
    matrix: Matrix,
    failing: Groups,
    advice: Groups,
    known: Groups,
    fixed: Vec<ReasonView>,
    denied: Vec<String>,
    unjudged: Vec<ReasonView>,
    skipped: Vec<ReasonView>,
    suites: Vec<SuiteView>,
    operations: Vec<OperationView>,
    fastest: String,
    slowest: String,
    facts: Vec<(&'static str, String)>,
}

/// The page of a report whose findings are in this directory.
///
/// # Errors
/// None in practice: it is written into memory.
pub(in crate::report) fn page(document: &ReportDocument, folder: &Path) -> Result<String, String> {
    let groups = by_rule(document);
    let of = |wanted: fn(&RuleGroup<'_>) -> bool| {
        let held: Vec<RuleGroup<'_>> = groups.iter().filter(|group| wanted(group)).cloned().collect();
        views(&held, document, folder)
    };
    let (operations, fastest, slowest) = operations(&document.operations);
    let verdict = verdict(document);
    let page = Page {
        style: STYLE,
        policy: policy(),
        target: printable(&document.target.given),
        server: document.target.server.as_deref().map(printable),
        headline: verdict.split(": ").next().unwrap_or_default().to_owned(),
        verdict,
        tone: match document.exit_of_checks() {
            Exit::Conforms => "passes",
            Exit::DoesNotConform => "fails",
            Exit::Usage | Exit::TargetUnreachable => "error",
        },
        met: document.classes.iter().filter(|class| class.met).count(),
        gone: document.target.gone.as_deref().map(printable),
        next: printable(&next_command(document)),
        summary: summary(document),
        classes: classes(document),
        matrix: matrix(document),
        failing: of(|group| group.fails()),
        known: of(|group| group.is_known()),
        advice: of(|group| !group.fails() && !group.is_known()),
        fixed: reasons(document, &["fixed"]),
        denied: document.denied.iter().map(|denied| printable(denied)).collect(),
        unjudged: reasons(document, &["error"]),
        skipped: reasons(document, &["skip"]),
        suites: suites(document),
        operations,
        fastest,
        slowest,
        facts: facts(document),
    };
    page.render().map_err(|error| error.to_string())
}

/// What stands below the verdict.
fn summary(document: &ReportDocument) -> Vec<(&'static str, String)> {
    let advice = document.findings.iter().filter(|finding| finding.severity == Severity::Advice).count();
    let known = document.findings.iter().filter(|finding| finding.known.is_some()).count();
    let failures = document.findings.iter().filter(|finding| finding.fails()).count();
    let passed = document.count("pass") + document.count("fixed");
    [
        ("checks passed", passed, true),
        ("failed", document.count("fail"), true),
        ("not judged", document.count("error"), false),
        ("skipped", document.count("skip"), false),
        ("findings that fail", failures, false),
        ("known to the baseline", known, false),
        ("pieces of advice", advice, false),
    ]
    .into_iter()
    .filter(|&(_, count, always)| always || count > 0)
    .map(|(name, count, _)| (name, count.to_string()))
    .chain([("requests", document.requests.to_string())])
    .collect()
}
