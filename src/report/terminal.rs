//! The summary on the terminal: classes, suites, rules, the most serious findings in full, and what to type next.

use super::by_rule::{RuleGroup, by_rule};
use super::document::ReportDocument;
use super::finding::redact;
use super::request_text::{answer, in_short, printable, request};
use super::words::{kind, next_command, replay_command, verdict};
use crate::engine::{Finding, Outcome, RunResult, Severity};
use crate::history::{Exchange, StepRecord};
use crate::judge::Verdict;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use tablestakes_reference::history::Call;
use tablestakes_suites::Suite;

/// How many findings are shown in full.
const IN_FULL: usize = 5;
/// How many of the rules that fail are listed.
const RULES: usize = 15;
/// With more checks than this for which the same is to be said, only the first is named.
const NAMED_TOGETHER: usize = 3;

/// The summary of a run, whose document this is and whose reports are in this directory.
pub fn summary(result: &RunResult, document: &ReportDocument, folder: &Path) -> String {
    let mut text = String::new();
    let server = result.target.server.as_deref().map(|server| format!(" ({})", printable(server)));
    let _ = writeln!(
        text,
        "target    {}{}\nseed      {}\nrequests  {} in {:.1} s\n",
        printable(&result.target.given),
        server.unwrap_or_default(),
        result.seed,
        result.requests,
        result.duration.as_secs_f64()
    );
    classes(&mut text, result);
    suites(&mut text, result);
    rules(&mut text, document);
    findings(&mut text, result, document, folder);
    notes(&mut text, result);
    let page = folder.join("report.html");
    let (verdict, next) = (verdict(document), next_command(document));
    let _ = writeln!(text, "{verdict}\nreports   {}\nnext      {next}", page.display());
    text
}

fn classes(text: &mut String, result: &RunResult) {
    let _ = writeln!(text, "{:<20} {:>5} {:>7} {:>7} {:>8}", "class", "met", "passed", "failed", "skipped");
    for class in &result.classes {
        let met = if class.met { "yes" } else { "no" };
        let name = class.class.name();
        let _ = writeln!(text, "{name:<20} {met:>5} {:>7} {:>7} {:>8}", class.passed, class.failed, class.skipped);
    }
    text.push('\n');
}

fn suites(text: &mut String, result: &RunResult) {
    let _ = write!(text, "{:<20}", "suite");
    for name in Outcome::NAMES {
        let _ = write!(text, " {name:>6}");
    }
    text.push('\n');
    for &suite in Suite::ALL {
        let checks = || result.checks.iter().filter(|check| check.check.suite == suite);
        if checks().next().is_none() {
            continue;
        }
        let _ = write!(text, "{:<20}", suite.name());
        for name in Outcome::NAMES {
            let _ = write!(text, " {:>6}", checks().filter(|check| check.outcome.name() == name).count());
        }
        text.push('\n');
    }
    text.push('\n');
}

/// The rules that fail, with the number of checks that fail on each.
fn rules(text: &mut String, document: &ReportDocument) {
    let groups = by_rule(document);
    let failing: Vec<&RuleGroup<'_>> = groups.iter().filter(|group| group.fails()).collect();
    if failing.is_empty() {
        return;
    }
    let _ = writeln!(text, "{:<44} {:>6}  what the target does", "rule", "checks");
    for group in failing.iter().take(RULES) {
        let what = group.findings.first().map(|finding| kind(&finding.kind)).unwrap_or_default();
        let _ = writeln!(text, "{:<44} {:>6}  {what}", group.rule.id, group.checks.len());
    }
    if failing.len() > RULES {
        let _ = writeln!(text, "and {} more rules", failing.len() - RULES);
    }
    text.push('\n');
}

fn findings(text: &mut String, result: &RunResult, document: &ReportDocument, folder: &Path) {
    let all = result.by_priority();
    // One finding of a rule: the others say the same again.
    let mut rules = BTreeSet::new();
    let unknown = all.iter().filter(|finding| finding.known.is_none());
    let shown: Vec<&&Finding> =
        unknown.filter(|finding| rules.insert(finding.signature.rule())).take(IN_FULL).collect();
    if all.is_empty() {
        return;
    }
    let count = |wanted: fn(&&&Finding) -> bool| all.iter().filter(wanted).count();
    let known = count(|finding| finding.known.is_some());
    let advice = count(|finding| finding.severity == Severity::Advice);
    let _ = writeln!(text, "{} findings, {known} of them in the baseline, {advice} of them advice", all.len());
    for (number, finding) in (1..).zip(shown) {
        let _ = write!(text, "\n{number}. {}", in_full(finding, document, folder));
    }
    text.push('\n');
}

fn in_full(finding: &Finding, document: &ReportDocument, folder: &Path) -> String {
    let mut text = String::new();
    let Some(mismatch) = finding.mismatch() else { return format!("{}\n", finding.signature) };
    let rule = mismatch.rule.rule();
    let _ = writeln!(text, "{} of {}: {} {}", mismatch.kind, mismatch.operation, rule.level, rule.id);
    let _ = writeln!(text, "   {}", rule.statement);
    let _ = writeln!(text, "   evidence  {}: {}", rule.evidence, rule.sources.join("; "));
    let case = finding.origin.case.map(|case| format!(", case {case}")).unwrap_or_default();
    let (steps, before) = (finding.history.all_steps().count(), finding.steps_before);
    let shrunk = if steps < before { format!(", shrunk from {before}") } else { String::new() };
    let _ = writeln!(
        text,
        "   found by  {}{case}; {steps} steps{shrunk}; fails {}",
        finding.origin.check, finding.stability
    );
    let failing = finding.steps.iter().position(|step| matches!(step.verdict, Verdict::Mismatch(_)));
    let shown = finding.steps.iter().take(failing.map_or(usize::MAX, |place| place + 1));
    let call = |step: &StepRecord| finding.history.all_steps().nth(step.index).map(|step| &step.call);
    // A restart has no exchange, and is told all the same.
    let told: Vec<Option<&Exchange>> = shown
        .flat_map(|step| {
            let restart = matches!(call(step), Some(Call::Restart)).then_some(None);
            step.exchanges.iter().map(Some).chain(restart)
        })
        .collect();
    if let Some((Some(exchange), earlier)) = told.split_last() {
        for exchange in earlier {
            let told = exchange.map_or_else(|| "the target was restarted".to_owned(), in_short);
            indent(&mut text, "before", &told);
        }
        indent(&mut text, "sent", &request(&exchange.request));
        indent(&mut text, "answered", &answer(exchange));
    }
    indent(&mut text, "actual", &printable(&redact(&mismatch.actual)));
    indent(&mut text, "allowed", &printable(&redact(&mismatch.expected)));
    indent(&mut text, "replay", &replay_command(&finding.signature.file(), &document.target, folder));
    text
}

fn indent(text: &mut String, name: &str, content: &str) {
    for (place, line) in content.lines().enumerate() {
        let name = if place == 0 { name } else { "" };
        let _ = writeln!(text, "{}", format!("   {name:<9} {line}").trim_end());
    }
}

/// What is neither a class nor a finding, but must be seen. Checks for which the same is to be said share a line.
fn notes(text: &mut String, result: &RunResult) {
    let mut notes: Vec<(&str, String, Vec<&str>)> = Vec::new();
    for check in &result.checks {
        if let Outcome::Fixed(_) | Outcome::Error(_) = check.outcome {
            let (name, reason) = (check.outcome.name(), check.outcome.reason().unwrap_or_default());
            match notes.iter_mut().find(|(held, why, _)| *held == name && *why == reason) {
                Some((_, _, checks)) => checks.push(check.check.id),
                None => notes.push((name, reason, vec![check.check.id])),
            }
        }
    }
    for (name, reason, checks) in &notes {
        let named = match checks.as_slice() {
            [first, rest @ ..] if rest.len() >= NAMED_TOGETHER => format!("{first} and {} more", rest.len()),
            checks => checks.join(", "),
        };
        let _ = writeln!(text, "{name:<6} {named}: {}", printable(reason));
    }
    for denied in &result.denied {
        let _ = writeln!(text, "denied {}", printable(&denied.to_string()));
    }
    if !notes.is_empty() || !result.denied.is_empty() {
        text.push('\n');
    }
}
