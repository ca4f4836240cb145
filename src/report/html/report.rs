//! The page of one report.

use super::group::{Groups, views};
use super::latency::{OperationView, operations};
use super::matrix::{Matrix, matrix};
use super::overview::{ClassView, ReasonView, SuiteView, classes, facts, reasons, suites};
use super::style::{STYLE, policy};
use crate::exit::Exit;
use crate::finding::{Impact, Severity, printable};
use crate::report::by_cause::{CauseGroup, ORDER, by_cause, counted_by_impact};
use crate::report::capability::{Capability, Status, capabilities};
use crate::report::document::ReportDocument;
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
    causes: String,
    order: &'static str,
    impacts: Vec<ImpactView>,
    capabilities: Vec<Capability>,
    works: usize,
    classes: Vec<ClassView>,
    matrix: Matrix,
    failing: Groups,
    advice: Groups,
    known: Groups,
    fixed: Vec<ReasonView>,
    denied: Vec<String>,
    unjudged: Vec<ReasonView>,
    blocked: Vec<ReasonView>,
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
    let groups = by_cause(document);
    let capabilities = capabilities(document);
    let of = |wanted: fn(&CauseGroup<'_>) -> bool| {
        let held: Vec<CauseGroup<'_>> = groups.iter().filter(|group| wanted(group)).cloned().collect();
        views(&held, document, folder)
    };
    let (operations, fastest, slowest) = operations(&document.operations);
    let verdict = verdict(document);
    let page = Page {
        style: STYLE,
        policy: policy(),
        target: printable(&document.target.given),
        server: document.target.server.as_deref().map(printable),
        headline: match document.exit_of_checks() {
            Exit::DoesNotConform => verdict.clone(),
            _ => verdict.split(": ").next().unwrap_or_default().to_owned(),
        },
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
        causes: counted_by_impact(document),
        order: ORDER,
        impacts: impacts(document),
        works: capabilities.iter().filter(|held| held.status == Status::Works).count(),
        capabilities,
        classes: classes(document),
        matrix: matrix(document),
        failing: of(|group| group.fails()),
        known: of(|group| group.is_known()),
        advice: of(|group| !group.fails() && !group.is_known()),
        fixed: reasons(document, &["fixed"]),
        denied: document.denied.iter().map(|denied| printable(denied)).collect(),
        unjudged: reasons(document, &["error"]),
        blocked: reasons(document, &["blocked"]),
        skipped: reasons(document, &["skip"]),
        suites: suites(document),
        operations,
        fastest,
        slowest,
        facts: facts(document),
    };
    page.render().map_err(|error| error.to_string())
}

/// A thing that a client may lose, and how many causes do it.
struct ImpactView {
    name: &'static str,
    title: &'static str,
    causes: usize,
}

/// What clients lose by the causes of the report, each a filter of the page.
fn impacts(document: &ReportDocument) -> Vec<ImpactView> {
    let view = |impact: Impact| ImpactView {
        name: impact.name(),
        title: impact.title(),
        causes: document.causes.iter().filter(|cause| cause.impact == impact).count(),
    };
    Impact::ALL.into_iter().map(view).filter(|view| view.causes > 0).collect()
}

/// What stands below the verdict.
fn summary(document: &ReportDocument) -> Vec<(&'static str, String)> {
    let advice = document.causes.iter().filter(|cause| cause.severity == Severity::Advice).count();
    let known = document.causes.iter().filter(|cause| cause.is_known()).count();
    let failures = document.causes.iter().filter(|cause| cause.fails()).count();
    let passed = document.count("pass") + document.count("fixed");
    [
        ("new causes", failures, false),
        ("known causes", known, false),
        ("checks passed", passed, true),
        ("failed", document.count("fail"), true),
        ("blocked", document.count("blocked"), true),
        ("not judged", document.checks.iter().filter(|check| check.is_unjudged()).count(), false),
        ("skipped", document.count("skip"), false),
        ("pieces of advice", advice, false),
    ]
    .into_iter()
    .filter(|&(_, count, always)| always || count > 0)
    .map(|(name, count, _)| (name, count.to_string()))
    .chain([("requests", document.requests.to_string())])
    .collect()
}
