//! Root causes as reports hold them: what a maintainer has to mend, each told once, with the findings that follow from it.

use super::document::{CheckDocument, FindingEntry, ReportDocument};
use crate::finding::{Cause, Impact, RuleDocument, Severity, Signature};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tablestakes_reference::rules::RuleId;

/// What several findings have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CauseDocument {
    /// The rule that the target breaks.
    pub rule: String,
    /// What the service does.
    pub statement: String,
    /// `must`, `should`, `may` or `open`.
    pub level: String,
    /// How it is known.
    pub evidence: String,
    /// What a client loses by it.
    pub impact: Impact,
    /// Whether one of its findings makes the target non-conforming.
    pub severity: Severity,
    /// The baseline's reasons, if it knows every finding.
    pub known: Option<String>,
    /// Whether an experiment says so: an oracle that breaks the rule answers as the target did.
    pub explained: bool,
    /// The signatures of the findings, the most serious first.
    pub findings: Vec<String>,
    /// The checks that fail by them.
    pub failed: Vec<String>,
    /// The checks whose question could not be put because of them.
    pub blocked: Vec<String>,
}

impl CauseDocument {
    /// Whether it makes the run fail: it is no advice, and the baseline does not know all of it.
    pub fn fails(&self) -> bool {
        self.severity == Severity::Failure && self.known.is_none()
    }

    /// Whether it makes the target non-conforming, and the baseline knows all of it.
    pub fn is_known(&self) -> bool {
        self.severity == Severity::Failure && self.known.is_some()
    }
}

impl From<&Cause> for CauseDocument {
    fn from(cause: &Cause) -> Self {
        let rule = RuleDocument::from(cause.rule.rule());
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            rule: rule.id,
            statement: rule.statement,
            level: rule.level,
            evidence: rule.evidence,
            impact: cause.impact,
            severity: cause.severity,
            known: cause.known.clone(),
            explained: cause.explained,
            findings: cause.findings.iter().map(ToString::to_string).collect(),
            failed: owned(&cause.failed),
            blocked: owned(&cause.blocked),
        }
    }
}

impl FindingEntry {
    /// What a client loses by it.
    pub fn loss(&self) -> Impact {
        let of_signature = || self.signature.parse::<Signature>().map_or(Impact::Form, |held| Impact::of(&held));
        self.impact.unwrap_or_else(of_signature)
    }

    /// The rule of its root cause; where the report does not say, its own.
    pub fn root(&self) -> &str {
        if self.cause.is_empty() { &self.rule } else { &self.cause }
    }
}

impl ReportDocument {
    /// The causes of what the report holds, made anew of its findings: of reports that are put together, and of those of
    /// earlier versions.
    pub(super) fn causes_of_findings(&self) -> Vec<CauseDocument> {
        let place = |rule: &str| (RuleId::find(rule).is_none(), RuleId::find(rule), rule.to_owned());
        let mut by_rule: BTreeMap<_, Vec<&FindingEntry>> = BTreeMap::new();
        for finding in &self.findings {
            by_rule.entry(place(finding.root())).or_default().push(finding);
        }
        let mut causes: Vec<_> =
            by_rule.into_iter().map(|((_, _, rule), findings)| self.cause(&rule, findings)).collect();
        causes.sort_by(|(one, a), (other, b)| {
            one.cmp(other).then_with(|| (b.failed.len() + b.blocked.len()).cmp(&(a.failed.len() + a.blocked.len())))
        });
        causes.into_iter().map(|(_, cause)| cause).collect()
    }

    fn cause(&self, rule: &str, mut findings: Vec<&FindingEntry>) -> (Option<super::whole::Place>, CauseDocument) {
        findings.sort_by_cached_key(|finding| finding.priority());
        let rule = self.rule(rule);
        let is_one = |signature: &String| findings.iter().any(|finding| finding.signature == *signature);
        let with = |is: &dyn Fn(&CheckDocument) -> bool| {
            let mut ids: Vec<String> =
                self.checks.iter().filter(|check| is(check)).map(|check| check.id.clone()).collect();
            ids.dedup();
            ids
        };
        let mut reasons: Vec<&str> = findings.iter().filter_map(|finding| finding.known.as_deref()).collect();
        let severity = findings.iter().map(|finding| finding.severity).min().unwrap_or(Severity::Advice);
        let all_known = findings.iter().all(|finding| finding.known.is_some() || finding.severity != severity);
        reasons.sort_unstable();
        reasons.dedup();
        let fails = |check: &CheckDocument| matches!(check.outcome.as_str(), "fail" | "known");
        let cause = CauseDocument {
            impact: findings.iter().map(|finding| finding.loss()).min().unwrap_or(Impact::Form),
            severity,
            known: all_known.then(|| reasons.join("; ")),
            explained: findings.iter().any(|finding| finding.explained),
            failed: with(&|check| fails(check) && check.findings.iter().any(is_one)),
            blocked: with(&|check| check.outcome == "blocked" && check.blocked_by.first().is_some_and(is_one)),
            findings: findings.iter().map(|finding| finding.signature.clone()).collect(),
            rule: rule.id,
            statement: rule.statement,
            level: rule.level,
            evidence: rule.evidence,
        };
        (findings.first().map(|finding| finding.priority()), cause)
    }

    /// A rule as the report holds it; one that it does not hold, as those of earlier versions, is taken from the catalogue.
    pub(super) fn rule(&self, id: &str) -> RuleDocument {
        let held = self.rules.iter().find(|rule| rule.id == id).cloned();
        held.or_else(|| RuleId::find(id).map(|rule| RuleDocument::from(rule.rule())))
            .unwrap_or_else(|| RuleDocument { id: id.to_owned(), ..RuleDocument::default() })
    }
}
