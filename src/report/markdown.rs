//! `report.md`, for the comment on a pull request or the summary of a job; short enough for both.
//!
//! What a target said stands in code spans and fences that it cannot end: no markup, no link and no mention comes of it.

use super::by_cause::{CauseGroup, ORDER, by_cause, counted_by_impact};
use super::capability::{Status, capabilities};
use super::document::ReportDocument;
use super::words::{
    NOT_ALONE, allowed, cut, kind, lacking, lateness, next_command, replay_command, seeding, throttling, verdict,
};
use crate::finding::printable;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// How many causes are listed.
const MOST_CAUSES: usize = 40;
/// How many of them are shown with what was answered.
const IN_FULL: usize = 5;
/// How many reasons of checks that were not judged are listed.
const MOST_REASONS: usize = 10;
/// The most characters of anything that came from outside.
const LONGEST: usize = 300;

/// The text of the file.
pub(super) fn markdown(document: &ReportDocument, folder: &Path) -> String {
    let groups = by_cause(document);
    let mut text = format!("## {} {}\n\n", sign(document), first_upper(&verdict(document)));
    let server = document.target.server.as_deref().map(|server| format!(" ({})", code(server))).unwrap_or_default();
    let _ = writeln!(
        text,
        "{}{server}, seed {}, {} requests in {:.1} s, {} {}\n",
        code(&document.target.given),
        document.seed,
        document.requests,
        document.duration_ms as f64 / 1000.0,
        document.tool.name,
        document.tool.version
    );
    if let Some(lacking) = lacking(document) {
        let _ = writeln!(text, "**Lacks** {lacking}, with how many checks each blocks.\n");
    }
    if let Some(seeding) = seeding(&document.run) {
        let _ = writeln!(text, "Rows were put there {seeding}.\n");
    }
    if let Some(late) = lateness(&document.run) {
        let _ = writeln!(text, "Late: {late}.\n");
    }
    if let Some(throttling) = throttling(&document.run) {
        let _ = writeln!(text, "Throttled: {throttling}.\n");
    }
    causes(&mut text, document, &groups);
    for group in groups.iter().filter(|group| group.fails()).take(IN_FULL) {
        in_full(&mut text, group, document, folder);
    }
    classes(&mut text, document);
    what_works(&mut text, document);
    unjudged(&mut text, document);
    let _ = writeln!(text, "Next: `{}`. All of it stands in `report.html` and `report.json`.", next_command(document));
    text
}

fn sign(document: &ReportDocument) -> &'static str {
    match document.exit {
        0 => "✅",
        1 => "❌",
        _ => "⚠️",
    }
}

fn classes(text: &mut String, document: &ReportDocument) {
    text.push_str(
        "| class | met | passed | failed | blocked | skipped | not judged | rules met | violated | not reached |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for class in &document.classes {
        let met = if class.met { "yes" } else { "**no**" };
        let name = code(&class.name);
        let _ = writeln!(
            text,
            "| {name} | {met} | {} | {} | {} | {} | {} | {} | {} | {} |",
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

/// The causes, one a line, in the order in which they are to be read.
fn causes(text: &mut String, document: &ReportDocument, groups: &[CauseGroup<'_>]) {
    if groups.is_empty() {
        return;
    }
    let _ = writeln!(text, "**{}.** {ORDER}\n", counted_by_impact(document));
    text.push_str("| # | impact | rule | what the service does | it |\n| ---: | --- | --- | --- | --- |\n");
    for group in groups.iter().take(MOST_CAUSES) {
        let level = match () {
            () if group.fails() => "",
            () if group.is_known() => "; known",
            () => "; advice",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {}{level} |",
            group.number,
            group.cause.impact,
            code(&group.rule.id),
            plain(&group.rule.statement),
            group.what_it_does()
        );
    }
    if groups.len() > MOST_CAUSES {
        let _ = writeln!(text, "\n{} more causes are left out.", groups.len() - MOST_CAUSES);
    }
    text.push('\n');
}

fn in_full(text: &mut String, group: &CauseGroup<'_>, document: &ReportDocument, folder: &Path) {
    let Some(finding) = group.findings.first() else { return };
    let _ = writeln!(
        text,
        "<details><summary>{}. {}: <code>{}</code></summary>\n\n{}\n",
        group.number,
        group.cause.impact,
        escaped(&group.rule.id),
        plain(&group.rule.statement)
    );
    let alone = if finding.alone { String::new() } else { format!("\nnote      {NOT_ALONE}") };
    let told = format!(
        "{}: {}\nanswered  {}\nallowed   {}\nfails     {}{alone}\nreplay    {}",
        finding.operation,
        kind(&finding.kind),
        cut(&finding.actual, LONGEST),
        cut(&allowed(&finding.expected), LONGEST),
        finding.stability.in_words(),
        replay_command(&finding.file, &document.target, folder)
    );
    let _ = writeln!(text, "{}\n\n</details>\n", fenced(&told));
}

/// What works, folded: it is long.
fn what_works(text: &mut String, document: &ReportDocument) {
    let held = capabilities(document);
    if held.is_empty() {
        return;
    }
    let works = held.iter().filter(|held| held.status == Status::Works).count();
    let _ = writeln!(text, "<details><summary>What works: {works} of {} capabilities</summary>\n", held.len());
    text.push_str("| | capability | | |\n| --- | --- | --- | --- |\n");
    let mut last = "";
    for capability in held {
        let group = if capability.group == last { "" } else { capability.group };
        last = capability.group;
        let (sign, word) = (capability.status.sign(), capability.status.name());
        let _ = writeln!(text, "| {group} | {} | {sign} {word} | {} |", capability.name, capability.in_words());
    }
    text.push_str("\n</details>\n\n");
}

fn unjudged(text: &mut String, document: &ReportDocument) {
    for denied in document.denied.iter().take(MOST_REASONS) {
        let _ = writeln!(text, "- denied: {}", code(denied));
    }
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for check in
        document.checks.iter().filter(|check| ["error", "blocked", "skip", "fixed"].contains(&check.outcome.as_str()))
    {
        *reasons.entry((&check.outcome, check.reason.as_deref().unwrap_or_default())).or_default() += 1;
    }
    for ((outcome, reason), checks) in reasons.iter().take(MOST_REASONS) {
        let _ = writeln!(text, "- {outcome} ({checks}): {}", code(reason));
    }
    if reasons.len() > MOST_REASONS {
        let _ = writeln!(text, "- and {} more reasons", reasons.len() - MOST_REASONS);
    }
    if !reasons.is_empty() || !document.denied.is_empty() {
        text.push('\n');
    }
}

/// The text as a code span that it cannot end, in a cell of a table too.
fn code(text: &str) -> String {
    let text = cut(&printable(text).replace('\n', " "), LONGEST).replace('|', "\\|");
    let ticks = "`".repeat(longest_run(&text) + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{ticks}{blank}{text}{blank}{ticks}")
}

/// The text with everything escaped that is markup.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in cut(&printable(text).replace('\n', " "), LONGEST).chars() {
        if "\\`*_{}[]<>#|@!~$&".contains(c) {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

/// The text as a fenced block that it cannot end.
fn fenced(text: &str) -> String {
    let text = printable(text);
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}text\n{text}\n{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;")
}

fn first_upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_code_span_or_a_fence() {
        assert_eq!(code("a``b|c\nd"), "```a``b\\|c d```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(plain("<b>*a*|"), "\\<b\\>\\*a\\*\\|");
        assert_eq!(fenced("````\n@all"), "`````text\n````\n@all\n`````");
    }
}
