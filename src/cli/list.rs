//! `tablestakes list`.

use super::failure::Failure;
use super::output::{json, print};
use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::report::rule_book;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use tablestakes_reference::rules::{CATALOGUE, Evidence, Level};
use tablestakes_suites::check::Source;
use tablestakes_suites::{Check, Suite, catalogue};

/// List the checks, the rules or the suites.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to list.
    #[arg(value_enum, default_value_t = What::Checks)]
    what: What,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Say in the rule book what this baseline knows of its target, whose name the file has; may be repeated.
    #[arg(long, value_name = "FILE")]
    baseline: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// What is asked, one history or generator each.
    Checks,
    /// What a conforming service does, with the evidence.
    Rules,
    /// The rules as a page to read, in Markdown.
    RuleBook,
    /// Groups of checks.
    Suites,
}

#[derive(Serialize)]
struct ListedCheck {
    id: &'static str,
    suite: &'static str,
    class: &'static str,
    title: &'static str,
    rules: Vec<&'static str>,
    axes: [&'static str; 4],
    generated: bool,
}

#[derive(Serialize)]
struct ListedSuite {
    name: &'static str,
    checks: usize,
    generated: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text = match (arguments.what, arguments.json) {
        (What::Checks, false) => checks_text(),
        (What::Checks, true) => json(&catalogue().iter().map(ListedCheck::from).collect::<Vec<_>>()),
        (What::Rules, false) => rules_text(),
        (What::Rules, true) => json(&CATALOGUE.as_slice()),
        (What::RuleBook, _) => rules_page(&arguments.baseline)?,
        (What::Suites, false) => suites_text(),
        (What::Suites, true) => json(&suites()),
    };
    print(&text);
    Ok(Exit::Conforms)
}

fn rules_page(baselines: &[PathBuf]) -> Result<String, Failure> {
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, Baseline::read(path)?))
    };
    let baselines = baselines.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    Ok(rule_book(&baselines))
}

impl From<&Check> for ListedCheck {
    fn from(check: &Check) -> Self {
        Self {
            id: check.id,
            suite: check.suite.name(),
            class: check.class.name(),
            title: check.title,
            rules: check.rules.iter().map(|rule| rule.as_str()).collect(),
            axes: ["version", "format", "auth", "address"],
            generated: matches!(check.source, Source::Generated(_)),
        }
    }
}

fn checks_text() -> String {
    let checks = catalogue();
    let width = checks.iter().map(|check| check.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for check in &checks {
        let _ = writeln!(text, "{:width$}  {}", check.id, check.title);
    }
    let generated = checks.iter().filter(|check| matches!(check.source, Source::Generated(_))).count();
    let _ = writeln!(text, "\n{} checks, {generated} of them generate their histories", checks.len());
    text
}

fn suites() -> Vec<ListedSuite> {
    let checks = catalogue();
    let of = |suite: Suite| checks.iter().filter(move |check| check.suite == suite);
    Suite::ALL
        .iter()
        .map(|&suite| ListedSuite {
            name: suite.name(),
            checks: of(suite).count(),
            generated: of(suite).filter(|check| matches!(check.source, Source::Generated(_))).count(),
        })
        .collect()
}

fn suites_text() -> String {
    let mut text = format!("{:<14} {:>6} {:>9}\n", "suite", "checks", "generated");
    for suite in suites() {
        let _ = writeln!(text, "{:<14} {:>6} {:>9}", suite.name, suite.checks, suite.generated);
    }
    text
}

/// The rules, and how many there are of each grade; open questions by themselves.
fn rules_text() -> String {
    let width = CATALOGUE.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in CATALOGUE.iter().filter(|rule| rule.level != Level::Open) {
        let (level, evidence) = (rule.level.to_string(), rule.evidence.to_string());
        let _ = writeln!(text, "{:width$}  {level:<6}  {evidence:<10}  {}", rule.id, rule.statement);
    }
    text.push_str("\nOpen questions: every answer named is accepted.\n");
    for rule in CATALOGUE.iter().filter(|rule| rule.level == Level::Open) {
        let _ = writeln!(text, "{:width$}  {}: {}", rule.id, rule.statement, rule.accepts.join("; "));
    }
    let count = |wanted: &dyn Fn(Level, Evidence) -> bool| {
        CATALOGUE.iter().filter(|rule| wanted(rule.level, rule.evidence)).count()
    };
    let grades = [Evidence::Recorded, Evidence::Tested, Evidence::Documented, Evidence::Observed, Evidence::Inferred];
    let grades = grades.map(|grade| format!("{} {grade}", count(&|level, held| level != Level::Open && held == grade)));
    let _ = writeln!(
        text,
        "\n{} rules: {}; {} open questions",
        count(&|level, _| level != Level::Open),
        grades.join(", "),
        count(&|level, _| level == Level::Open)
    );
    text
}
