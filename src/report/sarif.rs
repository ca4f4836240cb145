//! `report.sarif`: SARIF 2.1.0, for code scanning and the viewers of editors.
//!
//! A result for each root cause. It points at the file of the finding that shows it best, since the source that is to blame is
//! the target's and unknown; the other findings are related locations.

use super::by_cause::{CauseGroup, by_cause};
use super::document::{FindingEntry, ReportDocument};
use super::source::address;
use super::words::{NOT_ALONE, allowed, kind};
use crate::exit::Exit;
use crate::finding::{RuleDocument, Severity, printable};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most checks that could not be judged of which each has a notification.
const MOST_NOTIFICATIONS: usize = 100;
/// The most related locations of a result.
const MOST_RELATED: usize = 100;

/// The text of the file.
///
/// # Errors
/// None in practice: texts and numbers have a form in JSON.
pub(super) fn sarif(document: &ReportDocument) -> Result<String, String> {
    let places: HashMap<&str, usize> =
        document.rules.iter().enumerate().map(|(place, rule)| (rule.id.as_str(), place)).collect();
    let results: Vec<Value> = by_cause(document).iter().filter_map(|group| result(group, &places)).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": document.tool.name,
                "version": document.tool.version,
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": document.rules.iter().map(rule).collect::<Vec<_>>(),
            } },
            "invocations": [{
                "executionSuccessful": matches!(document.exit_of_checks(), Exit::Conforms | Exit::DoesNotConform),
                "exitCode": document.exit,
                "startTimeUtc": seconds_of(&document.started),
                "toolExecutionNotifications": notifications(document),
            }],
            "results": results,
            "columnKind": "unicodeCodePoints",
            "properties": {
                "target": document.target.given,
                "server": document.target.server.as_deref().map(printable),
                "seed": document.seed,
            },
        }],
    });
    crate::json::pretty(&log).map_err(|error| error.to_string())
}

fn rule(rule: &RuleDocument) -> Value {
    let mut descriptor = json!({
        "id": rule.id,
        "shortDescription": { "text": literal(&rule.statement) },
        "help": { "text": literal(&format!("Evidence: {}. {}", rule.evidence, rule.sources.join("; "))) },
        "defaultConfiguration": { "level": if rule.level == "must" { "error" } else { "note" } },
        "properties": { "level": rule.level, "evidence": rule.evidence, "versions": rule.versions },
    });
    if let Some(address) = rule.sources.iter().find_map(|source| address(source)) {
        descriptor["helpUri"] = json!(address);
    }
    descriptor
}

fn result(group: &CauseGroup<'_>, places: &HashMap<&str, usize>) -> Option<Value> {
    let (finding, others) = group.findings.split_first()?;
    let cause = group.cause;
    let alone = if finding.alone { String::new() } else { format!(" It is {NOT_ALONE}.") };
    let message = format!(
        "{}: {} {}: {}. Answered: {}. Allowed: {}. It {}; the finding fails {}.{alone}",
        cause.impact,
        cause.statement,
        finding.operation,
        kind(&finding.kind),
        finding.actual,
        allowed(&finding.expected),
        group.what_it_does(),
        finding.stability.in_words()
    );
    let related: Vec<Value> = (1..).zip(others.iter().take(MOST_RELATED)).map(related).collect();
    let mut result = json!({
        "ruleId": cause.rule,
        "level": match cause.severity { Severity::Failure => "error", Severity::Advice => "note" },
        "message": { "text": literal(&message) },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": finding.file }, "region": { "startLine": 1 } },
            "logicalLocations": [{ "fullyQualifiedName": finding.check, "kind": "function" }],
        }],
        "relatedLocations": related,
        // A cause keeps its rule from run to run, whichever of its findings shows it best.
        "partialFingerprints": { "cause/v1": cause.rule, "signature/v1": finding.signature },
        "properties": {
            "impact": cause.impact,
            "explained": cause.explained,
            "failed": cause.failed.len(),
            "blocked": cause.blocked.len(),
            "axes": finding.axes,
            "steps": finding.steps,
        },
    });
    if let Some(place) = places.get(cause.rule.as_str()) {
        result["ruleIndex"] = json!(place);
    }
    if let Some(reason) = &cause.known {
        result["suppressions"] = json!([{ "kind": "external", "justification": printable(reason) }]);
    }
    Some(result)
}

fn related((number, finding): (usize, &&FindingEntry)) -> Value {
    let message = format!("{}: {}. {}", finding.operation, kind(&finding.kind), finding.signature);
    json!({
        "id": number,
        "physicalLocation": { "artifactLocation": { "uri": finding.file }, "region": { "startLine": 1 } },
        "message": { "text": literal(&message) },
    })
}

fn notifications(document: &ReportDocument) -> Vec<Value> {
    let gone = document.target.gone.iter().map(|why| format!("target gone: {why}"));
    let undecided = document.checks.iter().filter(|check| matches!(check.outcome.as_str(), "error" | "blocked"));
    let undecided = undecided.map(|check| {
        format!("{}: {}: {}", check.outcome, check.full_name(), check.reason.as_deref().unwrap_or_default())
    });
    let denied = document.denied.iter().map(|denied| format!("denied: {denied}"));
    gone.chain(denied)
        .chain(undecided)
        .take(MOST_NOTIFICATIONS)
        .map(|text| json!({ "level": "error", "message": { "text": literal(&text) } }))
        .collect()
}

/// The text as a message that holds neither placeholders nor links, which a target might have put there.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '{' | '}' => literal.extend([c, c]),
            '[' | ']' => literal.extend(['\\', c]),
            c => literal.push(c),
        }
    }
    literal
}

/// The time with the milliseconds that SARIF has at most.
fn seconds_of(started: &str) -> String {
    started.parse::<jiff::Timestamp>().map_or_else(|_| started.to_owned(), |time| format!("{time:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_says_is_no_link_and_no_placeholder() {
        assert_eq!(literal("a {0} [b](http://c)\u{1b}"), "a {{0}} \\[b\\](http://c)\\u{{1b}}");
        assert_eq!(seconds_of("2026-11-21T19:20:27.442844392Z"), "2026-11-21T19:20:27.442Z");
    }
}
