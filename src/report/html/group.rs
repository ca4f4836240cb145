//! The findings cause by cause.

use super::finding::{Detail, FindingView, view};
use crate::finding::printable;
use crate::report::by_cause::CauseGroup;
use crate::report::document::{CheckDocument, FindingEntry, ReportDocument};
use crate::report::source::address;
use crate::report::words::{NOT_ALONE, allowed, cut, kind};
use std::path::Path;

/// How many causes have a finding shown in full.
const IN_FULL: usize = 60;
/// How many causes are listed at all.
const MOST_CAUSES: usize = 400;
/// How many of the other findings of a cause are listed, and of the checks that fail by it.
const MOST_LISTED: usize = 12;
/// The same where no finding of the cause is shown in full.
const MOST_LISTED_IN_SHORT: usize = 3;
/// The most characters of what came and what is allowed, in the head of a cause.
const LONGEST_EXAMPLE: usize = 90;

/// A cause and what follows from it.
pub(super) struct GroupView {
    pub number: usize,
    pub id: String,
    /// What a client loses: its name, and in words.
    pub impact: &'static str,
    pub loss: &'static str,
    /// How it is known that the findings come down to this rule, and what is to be known of the one that is shown.
    pub blamed: &'static str,
    pub alone: Option<&'static str>,
    pub statement: String,
    /// What becomes of a target that breaks it: `fails`, `known` or `advice`.
    pub tone: &'static str,
    pub badge: String,
    pub level: String,
    pub evidence: String,
    pub versions: String,
    pub sources: Vec<SourceView>,
    pub known: Vec<String>,
    pub kinds: String,
    pub checks: Vec<CheckLine>,
    pub more_checks: usize,
    pub blocked: Vec<CheckLine>,
    pub more_blocked: usize,
    pub what_it_does: String,
    /// What came and what is allowed, by the most serious finding.
    pub answered: String,
    pub allowed: String,
    /// The finding that shows it best.
    pub first: Option<FindingView>,
    pub others: Vec<FindingLine>,
    pub more: usize,
}

/// Where a rule can be read.
pub(super) struct SourceView {
    pub text: String,
    pub address: Option<String>,
}

/// A check that fails by it, or is blocked.
pub(super) struct CheckLine {
    pub id: String,
    pub title: String,
    pub combinations: usize,
}

/// A finding in one line.
pub(super) struct FindingLine {
    /// Its rule, if that is not the cause's.
    pub rule: Option<String>,
    pub kind: String,
    pub operation: String,
    pub axes: String,
    pub answered: String,
    pub allowed: String,
    pub stability: String,
    pub file: String,
}

/// The groups as they are shown, the number of those whose exchanges are shortened, and of those left out.
pub(super) struct Groups {
    pub groups: Vec<GroupView>,
    pub in_short: usize,
    pub left_out: usize,
}

/// The views of the groups of a report whose findings are in this directory.
pub(super) fn views(groups: &[CauseGroup<'_>], document: &ReportDocument, folder: &Path) -> Groups {
    let shown = &groups[..groups.len().min(MOST_CAUSES)];
    Groups {
        groups: shown
            .iter()
            .enumerate()
            .map(|(place, group)| {
                group_view(group, document, folder, if place < IN_FULL { Detail::Full } else { Detail::Short })
            })
            .collect(),
        in_short: shown.len().saturating_sub(IN_FULL),
        left_out: groups.len() - shown.len(),
    }
}

fn group_view(group: &CauseGroup<'_>, document: &ReportDocument, folder: &Path, detail: Detail) -> GroupView {
    let first = group.findings.first().map(|finding| view(finding, &document.target, folder, detail));
    let others = &group.findings[usize::from(first.is_some())..];
    let listed = if detail == Detail::Full { MOST_LISTED } else { MOST_LISTED_IN_SHORT };
    let (tone, badge) = match () {
        () if group.fails() => ("fails", group.rule.level.to_uppercase()),
        () if group.is_known() => ("known", "known".to_owned()),
        () => ("advice", "advice".to_owned()),
    };
    let mut kinds: Vec<&str> = Vec::new();
    for finding in &group.findings {
        if !kinds.contains(&kind(&finding.kind)) {
            kinds.push(kind(&finding.kind));
        }
    }
    let reasons = group.findings.iter().filter_map(|finding| finding.known.as_deref());
    let mut known: Vec<String> = reasons.map(printable).collect();
    known.dedup();
    known.truncate(MOST_LISTED);
    let example = |part: fn(&FindingEntry) -> String| {
        group.findings.first().map(|finding| cut(&printable(&part(finding)), LONGEST_EXAMPLE)).unwrap_or_default()
    };
    let lines = |checks: &[(&CheckDocument, usize)]| {
        let line = |(check, combinations): &(&CheckDocument, usize)| CheckLine {
            id: printable(&check.id),
            title: printable(&check.title),
            combinations: *combinations,
        };
        checks.iter().take(listed).map(line).collect()
    };
    let alone = group.findings.first().is_some_and(|finding| finding.alone);
    GroupView {
        number: group.number,
        impact: group.cause.impact.name(),
        loss: group.cause.impact.title(),
        blamed: if group.cause.explained {
            "an experiment: a reference that breaks this rule alone answers as the target did"
        } else {
            "what the answer rests on; no experiment confirms it"
        },
        alone: (!alone).then_some(NOT_ALONE),
        id: printable(&group.rule.id),
        statement: printable(&group.rule.statement),
        tone,
        badge: printable(&badge),
        level: printable(&group.rule.level.to_uppercase()),
        evidence: printable(&group.rule.evidence),
        versions: printable(&group.rule.versions),
        sources: group
            .rule
            .sources
            .iter()
            .map(|text| SourceView { text: printable(text), address: address(text) })
            .collect(),
        known,
        kinds: printable(&kinds.join(", ")),
        checks: lines(&group.checks),
        more_checks: group.checks.len().saturating_sub(listed),
        blocked: lines(&group.blocked),
        more_blocked: group.blocked.len().saturating_sub(listed),
        what_it_does: group.what_it_does(),
        answered: example(|finding| finding.actual.clone()),
        allowed: example(|finding| allowed(&finding.expected)),
        first,
        others: others.iter().take(listed).map(|finding| finding_line(finding, &group.cause.rule)).collect(),
        more: others.len().saturating_sub(listed),
    }
}

fn finding_line(finding: &FindingEntry, rule: &str) -> FindingLine {
    const LONGEST: usize = 120;
    let text = |text: &str| cut(&printable(text), LONGEST);
    FindingLine {
        rule: (finding.rule != rule).then(|| text(&finding.rule)),
        kind: text(kind(&finding.kind)),
        operation: text(&finding.operation),
        axes: text(&finding.axes.to_string()),
        answered: text(&finding.actual),
        allowed: text(&allowed(&finding.expected)),
        stability: finding.stability.in_words(),
        file: finding.file.clone(),
    }
}
