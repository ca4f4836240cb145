//! The findings rule by rule.

use super::finding::{FindingView, view};
use crate::report::by_rule::RuleGroup;
use crate::report::document::{FindingEntry, ReportDocument};
use crate::report::request_text::printable;
use crate::report::source::address;
use crate::report::words::{counted, cut, kind};
use std::path::Path;

/// How many rules have a finding shown in full.
const RULES_IN_FULL: usize = 60;
/// How many rules are listed at all.
const MOST_RULES: usize = 400;
/// How many of the other findings of a rule are listed, and of the checks that fail on it.
const MOST_LISTED: usize = 12;
/// The same where no finding of the rule is shown in full.
const MOST_LISTED_IN_SHORT: usize = 3;
/// The most characters of what came and what is allowed, in the head of a rule.
const LONGEST_EXAMPLE: usize = 90;

/// A rule and what breaks it.
pub(super) struct GroupView {
    pub id: String,
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
    pub checks_in_all: String,
    /// What came and what is allowed, by the most serious finding.
    pub answered: String,
    pub allowed: String,
    /// The most serious finding.
    pub first: Option<FindingView>,
    pub others: Vec<FindingLine>,
    pub more: usize,
}

/// Where a rule can be read.
pub(super) struct SourceView {
    pub text: String,
    pub address: Option<String>,
}

/// A check that fails on the rule.
pub(super) struct CheckLine {
    pub id: String,
    pub title: String,
    pub combinations: usize,
}

/// A finding in one line.
pub(super) struct FindingLine {
    pub kind: String,
    pub operation: String,
    pub axes: String,
    pub answered: String,
    pub allowed: String,
    pub stability: String,
    pub file: String,
}

/// The groups as they are shown, the number of those that are shown without a finding in full, and of those left out.
pub(super) struct Groups {
    pub groups: Vec<GroupView>,
    pub in_short: usize,
    pub left_out: usize,
}

/// The views of the groups of a report whose findings are in this directory.
pub(super) fn views(groups: &[RuleGroup<'_>], document: &ReportDocument, folder: &Path) -> Groups {
    let shown = &groups[..groups.len().min(MOST_RULES)];
    Groups {
        groups: shown
            .iter()
            .enumerate()
            .map(|(place, group)| group_view(group, document, (place < RULES_IN_FULL).then_some(folder)))
            .collect(),
        in_short: shown.len().saturating_sub(RULES_IN_FULL),
        left_out: groups.len() - shown.len(),
    }
}

fn group_view(group: &RuleGroup<'_>, document: &ReportDocument, folder: Option<&Path>) -> GroupView {
    let first = folder.and_then(|folder| Some(view(group.findings.first()?, &document.target, folder)));
    let others = &group.findings[usize::from(first.is_some())..];
    let listed = if folder.is_some() { MOST_LISTED } else { MOST_LISTED_IN_SHORT };
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
    let example = |part: fn(&FindingEntry) -> &String| {
        group.findings.first().map(|finding| cut(&printable(part(finding)), LONGEST_EXAMPLE)).unwrap_or_default()
    };
    GroupView {
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
        checks: group
            .checks
            .iter()
            .take(listed)
            .map(|(check, combinations)| CheckLine {
                id: printable(&check.id),
                title: printable(&check.title),
                combinations: *combinations,
            })
            .collect(),
        more_checks: group.checks.len().saturating_sub(listed),
        checks_in_all: counted(group.checks.len(), "check"),
        answered: example(|finding| &finding.actual),
        allowed: example(|finding| &finding.expected),
        first,
        others: others.iter().take(listed).map(|finding| finding_line(finding)).collect(),
        more: others.len().saturating_sub(listed),
    }
}

fn finding_line(finding: &FindingEntry) -> FindingLine {
    const LONGEST: usize = 120;
    let text = |text: &str| cut(&printable(text), LONGEST);
    FindingLine {
        kind: text(kind(&finding.kind)),
        operation: text(&finding.operation),
        axes: text(&finding.axes.to_string()),
        answered: text(&finding.actual),
        allowed: text(&finding.expected),
        stability: finding.stability.in_words(),
        file: finding.file.clone(),
    }
}
