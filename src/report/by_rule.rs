//! The findings of a report rule by rule: one defect has often several signatures, and breaks many checks.

use super::document::{CheckDocument, FindingEntry, ReportDocument};
use super::rule::RuleDocument;
use crate::engine::Severity;
use std::collections::{BTreeMap, HashMap};
use tablestakes_reference::rules::RuleId;

/// A rule, and all that breaks it.
#[derive(Debug, Clone)]
pub(super) struct RuleGroup<'r> {
    /// The rule.
    pub rule: RuleDocument,
    /// The findings, the most serious first. Never empty.
    pub findings: Vec<&'r FindingEntry>,
    /// The checks that have one of these findings, each once, with the numbers of their combinations of axes.
    pub checks: Vec<(&'r CheckDocument, usize)>,
}

impl RuleGroup<'_> {
    /// Whether some finding makes the run fail.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| finding.fails())
    }

    /// Whether every finding that is no advice is in the baseline, and there is one.
    pub fn is_known(&self) -> bool {
        !self.fails() && self.findings.iter().any(|finding| finding.severity == Severity::Failure)
    }
}

/// The groups, the one with the most serious finding first.
pub(super) fn by_rule(document: &ReportDocument) -> Vec<RuleGroup<'_>> {
    let known: BTreeMap<&str, &RuleDocument> = document.rules.iter().map(|rule| (rule.id.as_str(), rule)).collect();
    let mut groups: Vec<RuleGroup<'_>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut group_of: HashMap<&str, usize> = HashMap::new();
    for finding in document.by_priority() {
        let place = *places.entry(&finding.rule).or_insert_with(|| {
            let rule = known.get(finding.rule.as_str()).map(|&rule| rule.clone());
            let rule = rule.unwrap_or_else(|| of_catalogue(&finding.rule));
            groups.push(RuleGroup { rule, findings: Vec::new(), checks: Vec::new() });
            groups.len() - 1
        });
        group_of.insert(&finding.signature, place);
        groups[place].findings.push(finding);
    }
    // Checks come in the order of the run, so those of one id stand together.
    for check in &document.checks {
        let mut broken: Vec<usize> = check
            .findings
            .iter()
            .chain(&check.advice)
            .filter_map(|signature| group_of.get(signature.as_str()).copied())
            .collect();
        broken.sort_unstable();
        broken.dedup();
        for place in broken {
            match groups[place].checks.last_mut() {
                Some((held, combinations)) if held.id == check.id => *combinations += 1,
                _ => groups[place].checks.push((check, 1)),
            }
        }
    }
    groups
}

/// A rule that the report does not hold, as reports of earlier versions: it is taken from today's catalogue.
fn of_catalogue(id: &str) -> RuleDocument {
    match RuleId::find(id) {
        Some(rule) => RuleDocument::from(rule.rule()),
        None => RuleDocument { id: id.to_owned(), ..RuleDocument::default() },
    }
}
