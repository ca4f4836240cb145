//! The findings of a report cause by cause: one defect has often several signatures, and breaks many checks.

use super::cause::CauseDocument;
use super::document::{CheckDocument, FindingEntry, ReportDocument};
use super::words::counted;
use crate::finding::{Impact, RuleDocument, Severity};
use std::collections::HashMap;

/// A root cause, and all that follows from it.
#[derive(Debug, Clone)]
pub(super) struct CauseGroup<'r> {
    /// Its place in the order in which causes are to be read, from 1.
    pub number: usize,
    /// The cause.
    pub cause: &'r CauseDocument,
    /// Its rule.
    pub rule: RuleDocument,
    /// The findings, the one that shows best what a client loses first, the others by how serious they are. Never empty.
    pub findings: Vec<&'r FindingEntry>,
    /// The checks that fail by it, or have advice of it, each once, with the numbers of their combinations of axes.
    pub checks: Vec<(&'r CheckDocument, usize)>,
    /// How many checks met it, those included whose histories came upon it while they asked for something else.
    pub met: usize,
    /// The checks that it blocks, in the same way.
    pub blocked: Vec<(&'r CheckDocument, usize)>,
}

impl CauseGroup<'_> {
    /// Whether some finding makes the run fail.
    pub fn fails(&self) -> bool {
        self.cause.fails()
    }

    /// Whether it makes the target non-conforming, and the baseline knows all of it.
    pub fn is_known(&self) -> bool {
        self.cause.is_known()
    }

    /// `fails 12 checks, blocks 3`.
    pub fn what_it_does(&self) -> String {
        let blocks = self.cause.blocked.len();
        let what = match (self.cause.severity, self.cause.failed.len()) {
            (Severity::Advice, _) => format!("met in {}", counted(self.met, "check")),
            // No check that asks for its rule came upon it; others did, on their way.
            (Severity::Failure, 0) => format!("fails none, met in {}", counted(self.met, "check")),
            (Severity::Failure, failed) => format!("fails {}", counted(failed, "check")),
        };
        if blocks > 0 { format!("{what}, blocks {blocks}") } else { what }
    }
}

/// The groups, in the order of the report's causes.
pub(super) fn by_cause(document: &ReportDocument) -> Vec<CauseGroup<'_>> {
    let entries: HashMap<&str, &FindingEntry> =
        document.findings.iter().map(|finding| (finding.signature.as_str(), finding)).collect();
    let mut groups: Vec<CauseGroup<'_>> = Vec::new();
    let mut group_of: HashMap<&str, usize> = HashMap::new();
    for cause in &document.causes {
        let mut findings: Vec<&FindingEntry> =
            cause.findings.iter().filter_map(|signature| entries.get(signature.as_str()).copied()).collect();
        let best = (0..findings.len()).min_by_key(|&place| {
            let finding = findings[place];
            (!finding.fails(), finding.severity, finding.loss(), !finding.alone, finding.steps, place)
        });
        let Some(best) = best else { continue };
        findings[..=best].rotate_right(1);
        for finding in &findings {
            group_of.insert(&finding.signature, groups.len());
        }
        let rule = document.rule(&cause.rule);
        let (checks, blocked) = (Vec::new(), Vec::new());
        groups.push(CauseGroup { number: groups.len() + 1, cause, rule, findings, checks, met: 0, blocked });
    }
    let mut last_met: Vec<&str> = vec![""; groups.len()];
    // Checks come in the order of the run, so those of one id stand together.
    for check in &document.checks {
        let places = |signatures: &mut dyn Iterator<Item = &String>| {
            let mut places: Vec<usize> =
                signatures.filter_map(|signature| group_of.get(signature.as_str()).copied()).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        for place in places(&mut check.findings.iter().chain(&check.advice)) {
            count(&mut groups[place].checks, check);
        }
        for place in places(&mut check.findings.iter().chain(&check.advice).chain(&check.met)) {
            groups[place].met += usize::from(last_met[place] != check.id);
            last_met[place] = &check.id;
        }
        for place in places(&mut check.blocked_by.iter().take(1)) {
            count(&mut groups[place].blocked, check);
        }
    }
    groups
}

fn count<'r>(checks: &mut Vec<(&'r CheckDocument, usize)>, check: &'r CheckDocument) {
    match checks.last_mut() {
        Some((held, combinations)) if held.id == check.id => *combinations += 1,
        _ => checks.push((check, 1)),
    }
}

/// What the order of causes means.
pub(super) const ORDER: &str = "The worst for a client first; then those that keep most checks from passing.";

/// `12 causes: 2 access granted, 1 data lost or damaged`, of those that make the target non-conforming; advice is counted apart.
pub(super) fn counted_by_impact(document: &ReportDocument) -> String {
    let binding = || document.causes.iter().filter(|cause| cause.severity == Severity::Failure);
    let parts: Vec<String> = Impact::ALL
        .into_iter()
        .map(|impact| (impact, binding().filter(|cause| cause.impact == impact).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(impact, count)| format!("{count} {impact}"))
        .collect();
    let mut text = counted(binding().count(), "cause");
    if !parts.is_empty() {
        text += &format!(": {}", parts.join(", "));
    }
    let known = binding().filter(|cause| cause.known.is_some()).count();
    if known > 0 {
        text += &format!("; {known} of them in the baseline");
    }
    let advice = document.causes.len() - binding().count();
    if advice > 0 {
        text += &format!(
            "; beside them {}",
            if advice == 1 { "1 piece of advice".to_owned() } else { format!("{advice} pieces of advice") }
        );
    }
    text
}
