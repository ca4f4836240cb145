//! The summary on the terminal: root causes, the worst with what shows them, classes, suites, and what to type next.

use super::by_cause::{CauseGroup, ORDER, by_cause, counted_by_impact};
use super::document::ReportDocument;
use super::request_text::{answer, in_short, request};
use super::words::{
    NOT_ALONE, allowed, cut, kind, lacking, lateness, next_command, replay_command, seeding, throttling, verdict,
};
use crate::baseline::Lint;
use crate::engine::RunResult;
use crate::finding::{Finding, Impact, Outcome, Severity, printable, redact};
use crate::history::{Exchange, StepRecord};
use std::fmt::Write as _;
use std::path::Path;
use tablestakes_reference::history::Call;
use tablestakes_suites::Suite;

/// How many causes are shown with the requests and the answer of a finding.
const IN_FULL: usize = 5;
/// How many causes are listed, and how many pieces of advice.
const CAUSES: usize = 25;
const ADVICE: usize = 5;
/// The most characters of what came and what is allowed, where a cause is not shown in full.
const LONGEST: usize = 160;
/// With more checks than this for which the same is to be said, only the first is named.
const NAMED_TOGETHER: usize = 3;

/// The summary of a run, whose document this is and whose reports are in this directory. Of its causes those alone by which a
/// client loses one of these things are shown.
pub fn summary(result: &RunResult, document: &ReportDocument, folder: &Path, impacts: &[Impact]) -> String {
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
    let rows = seeding(&document.run).map(str::to_owned);
    let can = [
        ("seeding", rows),
        ("late", lateness(&document.run)),
        ("throttled", throttling(&document.run)),
        ("lacks", lacking(document)),
    ];
    for (name, said) in can.iter().filter_map(|(name, said)| Some((name, said.as_ref()?))) {
        let _ = writeln!(text, "{name:<9} {said}");
    }
    if can.iter().any(|(_, said)| said.is_some()) {
        text.push('\n');
    }
    causes(&mut text, result, document, folder, impacts);
    classes(&mut text, result);
    suites(&mut text, result);
    notes(&mut text, result);
    let page = folder.join("report.html");
    let (verdict, next) = (verdict(document), next_command(document));
    let _ = writeln!(text, "{verdict}\nreports   {}\nnext      {next}", page.display());
    text
}

fn classes(text: &mut String, result: &RunResult) {
    let _ = writeln!(
        text,
        "{:<20} {:>5} {:>7} {:>7} {:>8} {:>8} {:>9}  rules: {:>4} {:>9} {:>12}",
        "class", "met", "passed", "failed", "blocked", "skipped", "unjudged", "met", "violated", "not reached"
    );
    for class in &result.classes {
        let met = if class.met { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "{:<20} {met:>5} {:>7} {:>7} {:>8} {:>8} {:>9}         {:>4} {:>9} {:>12}",
            class.class.name(),
            class.passed,
            class.failed,
            class.blocked,
            class.skipped,
            class.unjudged,
            class.rules.met,
            class.rules.violated,
            class.rules.not_reached
        );
    }
    text.push('\n');
}

fn suites(text: &mut String, result: &RunResult) {
    let _ = write!(text, "{:<20}", "suite");
    for name in Outcome::NAMES {
        let _ = write!(text, " {name:>7}");
    }
    text.push('\n');
    for &suite in Suite::ALL {
        let checks = || result.checks.iter().filter(|check| check.check.suite == suite);
        if checks().next().is_none() {
            continue;
        }
        let _ = write!(text, "{:<20}", suite.name());
        for name in Outcome::NAMES {
            let _ = write!(text, " {:>7}", checks().filter(|check| check.outcome.name() == name).count());
        }
        text.push('\n');
    }
    text.push('\n');
}

/// The causes in the order in which they are to be read, each with the finding that shows it best.
fn causes(text: &mut String, result: &RunResult, document: &ReportDocument, folder: &Path, impacts: &[Impact]) {
    if document.causes.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}\n{ORDER}", counted_by_impact(document));
    let groups = by_cause(document);
    let (shown, hidden): (Vec<_>, Vec<_>) =
        groups.iter().partition(|group: &&CauseGroup<'_>| impacts.is_empty() || impacts.contains(&group.cause.impact));
    if !hidden.is_empty() {
        let names: Vec<&str> = impacts.iter().map(|impact| impact.name()).collect();
        let _ = writeln!(text, "Shown are those of --impact {}; {} are not.", names.join(","), hidden.len());
    }
    let (binding, advice): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|group| group.cause.severity == Severity::Failure);
    for (place, group) in binding.iter().take(CAUSES).enumerate() {
        let finding = group.findings.first().and_then(|entry| {
            let wanted = result.findings.iter().find(|finding| finding.signature.as_str() == entry.signature);
            wanted.filter(|_| place < IN_FULL && !group.is_known())
        });
        let _ = write!(text, "\n{}", cause(group));
        match finding {
            Some(finding) => text.push_str(&in_full(finding, document, folder)),
            None => in_short_text(text, group, document, folder),
        }
    }
    if binding.len() > CAUSES {
        let _ = writeln!(text, "\nand {} more causes, which the report shows", binding.len() - CAUSES);
    }
    for (place, group) in advice.iter().take(ADVICE).enumerate() {
        let line = if place == 0 { "\n" } else { "" };
        let _ = write!(text, "{line}{}", cause(group));
    }
    if advice.len() > ADVICE {
        let _ = writeln!(text, "and {} more pieces of advice", advice.len() - ADVICE);
    }
    text.push('\n');
}

/// A cause in one line.
fn cause(group: &CauseGroup<'_>) -> String {
    let known = match () {
        () if group.is_known() => ", known",
        () if group.fails() => "",
        () => ", advice",
    };
    let (impact, rule) = (group.cause.impact, &group.rule);
    format!("{}. {impact}: {}: {} ({}{known})\n", group.number, rule.id, rule.statement, group.what_it_does())
}

fn in_short_text(text: &mut String, group: &CauseGroup<'_>, document: &ReportDocument, folder: &Path) {
    let Some(finding) = group.findings.first() else { return };
    let line = |held: &str| cut(&printable(held).replace('\n', " "), LONGEST);
    indent(text, "actual", &format!("{}: {}: {}", finding.operation, kind(&finding.kind), line(&finding.actual)));
    indent(text, "allowed", &line(&allowed(&finding.expected)));
    if !finding.alone {
        indent(text, "note", NOT_ALONE);
    }
    match &group.cause.known {
        Some(reason) => indent(text, "known", &printable(reason)),
        None => indent(text, "replay", &replay_command(&finding.file, &document.target, folder)),
    }
}

fn in_full(finding: &Finding, document: &ReportDocument, folder: &Path) -> String {
    let mut text = String::new();
    let Some(mismatch) = finding.mismatch() else { return format!("{}\n", finding.signature) };
    let rule = mismatch.rule.rule();
    let _ = writeln!(text, "   {} of {}: {} {}", mismatch.kind, mismatch.operation, rule.level, rule.id);
    let _ = writeln!(text, "   evidence  {}: {}", rule.evidence, rule.sources.join("; "));
    let case = finding.origin.case.map(|case| format!(", case {case}")).unwrap_or_default();
    let (steps, before) = (finding.history.all_steps().count(), finding.steps_before);
    let shrunk = if steps < before { format!(", shrunk from {before}") } else { String::new() };
    let _ = writeln!(
        text,
        "   found by  {}{case}; {steps} steps{shrunk}; fails {}",
        finding.origin.check, finding.stability
    );
    let failing = finding.steps.iter().position(|step| finding.is_shown_by(step));
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
    indent(&mut text, "allowed", &printable(&redact(&allowed(&mismatch.expected))));
    if !finding.alone {
        indent(&mut text, "note", NOT_ALONE);
    }
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
        let blocked_by_none = matches!(&check.outcome, Outcome::Blocked { by, .. } if by.is_empty());
        if matches!(check.outcome, Outcome::Fixed(_) | Outcome::Error(_)) || blocked_by_none {
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
        let _ = writeln!(text, "{name:<7} {named}: {}", printable(reason));
    }
    let stale: Vec<_> = result.oddities.iter().filter(|oddity| matches!(oddity.lint, Lint::Stale { .. })).collect();
    for oddity in &stale {
        let _ = writeln!(text, "stale   {}", printable(&oddity.to_string()));
    }
    for denied in &result.denied {
        let _ = writeln!(text, "denied {}", printable(&denied.to_string()));
    }
    if !notes.is_empty() || !stale.is_empty() || !result.denied.is_empty() {
        text.push('\n');
    }
}
