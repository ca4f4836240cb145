//! The page of several targets, or of several versions of one: who does what, each cell a way to the finding.

use super::matrix::{Cell, cell};
use super::style::{STYLE, policy};
use crate::finding::printable;
use crate::report::capability::{Capability, capabilities};
use crate::report::document::{CheckDocument, ReportDocument};
use crate::report::words::verdict;
use askama::Template;
use std::collections::HashMap;

/// A report beside others.
#[derive(Debug, Clone, Copy)]
pub struct TargetReport<'r> {
    /// The report.
    pub document: &'r ReportDocument,
    /// The directory of its files, relative to the page.
    pub folder: &'r str,
}

#[derive(Template)]
#[template(path = "targets.html")]
struct Page {
    style: &'static str,
    policy: String,
    columns: Vec<Column>,
    classes: Vec<Line>,
    capabilities: Vec<Line>,
    suites: Vec<SuiteLines>,
}

/// A target.
struct Column {
    number: usize,
    given: String,
    server: String,
    verdict: String,
    tone: &'static str,
    met: usize,
    classes: usize,
    href: String,
}

/// A row of a matrix.
struct Line {
    name: String,
    title: String,
    cells: Vec<Linked>,
}

/// A cell that leads somewhere.
struct Linked {
    cell: Cell,
    href: String,
}

/// A suite, and the checks of it in which some target does not pass.
struct SuiteLines {
    name: String,
    cells: Vec<Linked>,
    checks: Vec<Line>,
    passed_everywhere: usize,
}

/// The page.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn targets_page(reports: &[TargetReport<'_>]) -> Result<String, String> {
    let by_check: Vec<HashMap<&str, Vec<&CheckDocument>>> =
        reports.iter().map(|report| grouped(report.document, |check| &check.id)).collect();
    let by_suite: Vec<HashMap<&str, Vec<&CheckDocument>>> =
        reports.iter().map(|report| grouped(report.document, |check| &check.suite)).collect();
    let suite_names = in_order(reports, |check| &check.suite);
    let suites = suite_names.iter().map(|&suite| {
        let mut passed_everywhere = 0;
        let mut checks = Vec::new();
        for check in in_order_of(reports, suite) {
            let line = line(reports, &by_check, check, |report, checks| failing_place(report, checks, suite));
            if line.cells.iter().all(|linked| matches!(linked.cell.tone, "passes" | "none" | "skip")) {
                passed_everywhere += 1;
            } else {
                checks.push(line);
            }
        }
        let whole = line(reports, &by_suite, suite, |report, _| format!("{}/report.html#suite-{suite}", report.folder));
        SuiteLines { name: printable(suite), cells: whole.cells, checks, passed_everywhere }
    });
    let page = Page {
        style: STYLE,
        policy: policy(),
        columns: reports.iter().enumerate().map(column).collect(),
        classes: classes(reports),
        capabilities: side_by_side(reports),
        suites: suites.collect(),
    };
    page.render().map_err(|error| error.to_string())
}

/// What works, target by target.
fn side_by_side(reports: &[TargetReport<'_>]) -> Vec<Line> {
    let held: Vec<Vec<Capability>> = reports.iter().map(|report| capabilities(report.document)).collect();
    let mut names: Vec<(&str, &str)> = Vec::new();
    for capability in held.iter().flatten() {
        if !names.contains(&(capability.group, capability.name)) {
            names.push((capability.group, capability.name));
        }
    }
    let line = |&(group, name): &(&'static str, &'static str)| {
        let cells = reports.iter().zip(&held).map(|(report, held)| {
            let found = held.iter().find(|held| (held.group, held.name) == (group, name));
            let Some(capability) = found else {
                let cell = Cell { tone: "none", text: String::new(), described: String::new() };
                return Linked { cell, href: String::new() };
            };
            let text = format!("{} {}", capability.status.sign(), capability.status.name());
            let cell = Cell { tone: capability.status.tone(), text, described: capability.in_words() };
            let place = capability.cause.as_ref().map_or("capabilities".to_owned(), |rule| format!("rule-{rule}"));
            Linked { cell, href: format!("{}/report.html#{}", report.folder, printable(&place)) }
        });
        Line { name: name.to_owned(), title: group.to_owned(), cells: cells.collect() }
    };
    names.iter().map(line).collect()
}

fn column((place, report): (usize, &TargetReport<'_>)) -> Column {
    let document = report.document;
    Column {
        number: place + 1,
        given: printable(&document.target.given),
        server: document.target.server.as_deref().map_or_else(|| "no Server header".to_owned(), printable),
        verdict: verdict(document),
        // Green is what conforms: that a baseline knows a fault does not make it work.
        tone: match document.exit {
            0 | 1 if !document.classes.is_empty() && document.classes.iter().all(|class| class.met) => "passes",
            0 => "known",
            1 => "fails",
            _ => "error",
        },
        met: document.classes.iter().filter(|class| class.met).count(),
        classes: document.classes.len(),
        href: format!("{}/report.html", report.folder),
    }
}

fn classes(reports: &[TargetReport<'_>]) -> Vec<Line> {
    let mut names: Vec<&str> = Vec::new();
    for class in reports.iter().flat_map(|report| &report.document.classes) {
        if !names.contains(&class.name.as_str()) {
            names.push(&class.name);
        }
    }
    let cells = |name: &str| {
        let cell = |report: &TargetReport<'_>| {
            let class = report.document.classes.iter().find(|class| class.name == name);
            let (tone, text, described) = match class {
                None => ("none", String::new(), String::new()),
                Some(class) => {
                    let described = format!(
                        "{} passed, {} failed, {} blocked, {} skipped, {} not judged; rules: {} met, {} violated, {} not reached",
                        class.passed,
                        class.failed,
                        class.blocked,
                        class.skipped,
                        class.unjudged,
                        class.rules.met,
                        class.rules.violated,
                        class.rules.not_reached
                    );
                    let judged = class.passed + class.failed + class.blocked;
                    let blocked = if class.blocked > 0 { format!(" ⊘ {}", class.blocked) } else { String::new() };
                    let (tone, text) = match () {
                        () if class.met => ("passes", "✓ met".to_owned()),
                        () if class.failed + class.blocked + class.rules.violated == 0 => {
                            ("error", format!("? {} not judged", class.unjudged))
                        }
                        () => ("fails", format!("✗ {}/{judged}{blocked}", class.failed)),
                    };
                    (tone, text, described)
                }
            };
            Linked { cell: Cell { tone, text, described }, href: format!("{}/report.html#classes", report.folder) }
        };
        reports.iter().map(cell).collect()
    };
    names.iter().map(|name| Line { name: printable(name), title: String::new(), cells: cells(name) }).collect()
}

fn line<'r>(
    reports: &[TargetReport<'r>],
    grouped: &[HashMap<&'r str, Vec<&'r CheckDocument>>],
    name: &str,
    href: impl Fn(&TargetReport<'r>, &[&CheckDocument]) -> String,
) -> Line {
    let mut title = String::new();
    let cells = reports.iter().zip(grouped).map(|(report, grouped)| {
        let checks = grouped.get(name).map_or(&[][..], Vec::as_slice);
        if let Some(check) = checks.first() {
            title = printable(&check.title);
        }
        Linked { cell: cell(checks), href: href(report, checks) }
    });
    let cells = cells.collect();
    Line { name: printable(name), title, cells }
}

/// The cause of what the checks find or are blocked by, in the report's page; where there is none, their suite.
fn failing_place(report: &TargetReport<'_>, checks: &[&CheckDocument], suite: &str) -> String {
    let signature = checks.iter().find_map(|check| check.findings.first().or(check.blocked_by.first()));
    let findings = &report.document.findings;
    let finding = signature.and_then(|signature| findings.iter().find(|finding| finding.signature == *signature));
    match finding.map(|finding| finding.root()) {
        Some(rule) => format!("{}/report.html#rule-{rule}", report.folder),
        None => format!("{}/report.html#suite-{suite}", report.folder),
    }
}

fn grouped<'r>(
    document: &'r ReportDocument,
    key: impl Fn(&'r CheckDocument) -> &'r String,
) -> HashMap<&'r str, Vec<&'r CheckDocument>> {
    let mut grouped: HashMap<&str, Vec<&CheckDocument>> = HashMap::new();
    for check in &document.checks {
        grouped.entry(key(check)).or_default().push(check);
    }
    grouped
}

/// The values that the checks of any report have, in the order in which they come up, each once.
fn in_order<'r>(reports: &[TargetReport<'r>], value: impl Fn(&'r CheckDocument) -> &'r String) -> Vec<&'r str> {
    let mut seen = std::collections::HashSet::new();
    let checks = reports.iter().flat_map(|report| &report.document.checks);
    checks.map(|check| value(check).as_str()).filter(|held| seen.insert(*held)).collect()
}

/// The checks of a suite.
fn in_order_of<'r>(reports: &[TargetReport<'r>], suite: &str) -> Vec<&'r str> {
    let mut seen = std::collections::HashSet::new();
    let checks = reports.iter().flat_map(|report| &report.document.checks).filter(|check| check.suite == suite);
    checks.map(|check| check.id.as_str()).filter(|id| seen.insert(*id)).collect()
}
