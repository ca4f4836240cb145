//! Two reports of a target compared: what broke, what was fixed, what moved.

use super::document::{CheckDocument, ReportDocument};
use crate::finding::{AxisNames, Severity};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// What became of a target from one run to another.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The number of this form: 1.
    pub schema: u32,
    /// The earlier run.
    pub old: RunName,
    /// The later run.
    pub new: RunName,
    /// In which respects the two runs asked otherwise, so that what differs need not be the target.
    pub asked_otherwise: Vec<String>,
    /// Checks that both runs have.
    pub common: usize,
    /// Checks that fail or cannot be judged and did not before, or that fail with a finding that the earlier run has not.
    pub broke: Vec<Change>,
    /// Checks that failed or were blocked, and pass.
    pub fixed: Vec<Change>,
    /// Checks whose question could be put and no longer can.
    pub blocked: Vec<Change>,
    /// Checks whose outcome or findings changed otherwise.
    pub moved: Vec<Change>,
    /// Checks that the later run alone has, and that do not fail.
    pub added: Vec<String>,
    /// Checks that the earlier run alone has.
    pub removed: Vec<String>,
    /// Classes that are met and were not, or the other way round.
    pub classes: Vec<ClassChange>,
    /// The rules of root causes that the later run alone has; advice does not count.
    pub new_causes: Vec<String>,
    /// Those that the earlier run alone has.
    pub gone_causes: Vec<String>,
}

/// A run, as far as a comparison names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunName {
    /// The target.
    pub target: String,
    /// The `Server` header of its answers.
    pub server: Option<String>,
    /// When it began.
    pub started: String,
}

/// What became of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The check.
    pub check: String,
    /// The axes.
    pub axes: AxisNames,
    /// Its outcome in the earlier run; absent if that has it not.
    pub was: Option<String>,
    /// Its outcome in the later run.
    pub is: String,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// Findings that make it fail and did not before.
    pub new_findings: Vec<String>,
    /// Findings that made it fail and no longer do.
    pub gone_findings: Vec<String>,
}

/// What became of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClassChange {
    /// The class.
    pub name: String,
    /// Whether the earlier run meets it; absent if it has it not.
    pub was: Option<bool>,
    /// Whether the later run meets it.
    pub is: Option<bool>,
}

impl Comparison {
    /// Compares an earlier run with a later one.
    pub fn of(old: &ReportDocument, new: &ReportDocument) -> Self {
        let name = |check: &CheckDocument| (check.id.clone(), check.axes.clone());
        let earlier: HashMap<_, &CheckDocument> = old.checks.iter().map(|check| (name(check), check)).collect();
        let known: BTreeSet<&str> = old.findings.iter().map(|finding| finding.signature.as_str()).collect();
        let mut comparison = Self {
            schema: 1,
            old: RunName::of(old),
            new: RunName::of(new),
            asked_otherwise: asked_otherwise(old, new),
            common: 0,
            broke: Vec::new(),
            fixed: Vec::new(),
            blocked: Vec::new(),
            moved: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            classes: classes(old, new),
            new_causes: causes_without(new, old),
            gone_causes: causes_without(old, new),
        };
        for check in &new.checks {
            let before = earlier.get(&name(check)).copied();
            comparison.common += usize::from(before.is_some());
            comparison.sort_in(check, before, &known);
        }
        let later: BTreeSet<_> = new.checks.iter().map(name).collect();
        let removed = old.checks.iter().filter(|check| !later.contains(&name(check)));
        comparison.removed = removed.map(CheckDocument::full_name).collect();
        comparison
    }

    fn sort_in(&mut self, check: &CheckDocument, before: Option<&CheckDocument>, known: &BTreeSet<&str>) {
        let held = before.map(|before| before.findings.as_slice()).unwrap_or_default();
        let without = |all: &[String], others: &[String]| -> Vec<String> {
            all.iter().filter(|signature| !others.contains(signature)).cloned().collect()
        };
        let change = Change {
            check: check.id.clone(),
            axes: check.axes.clone(),
            was: before.map(|before| before.outcome.clone()),
            is: check.outcome.clone(),
            reason: check.reason.clone(),
            new_findings: without(&check.findings, held),
            gone_findings: without(held, &check.findings),
        };
        let is_bad = |outcome: &str| matches!(outcome, "fail" | "error");
        let passes = |outcome: &str| matches!(outcome, "pass" | "fixed");
        let was = before.map(|before| before.outcome.as_str());
        let new_failure =
            check.outcome == "fail" && change.new_findings.iter().any(|signature| !known.contains(signature.as_str()));
        let broke = is_bad(&check.outcome) && !was.is_some_and(is_bad) || new_failure;
        let same = was == Some(&check.outcome) && change.new_findings.is_empty() && change.gone_findings.is_empty();
        match () {
            () if broke => self.broke.push(change),
            () if before.is_none() => self.added.push(check.full_name()),
            () if check.outcome == "blocked" && was.is_some_and(|was| was != "blocked" && was != "skip") => {
                self.blocked.push(change);
            }
            () if passes(&check.outcome)
                && was.is_some_and(|was| is_bad(was) || matches!(was, "known" | "blocked")) =>
            {
                self.fixed.push(change);
            }
            () if !same => self.moved.push(change),
            () => {}
        }
    }
}

impl RunName {
    fn of(report: &ReportDocument) -> Self {
        Self {
            target: report.target.given.clone(),
            server: report.target.server.clone(),
            started: report.started.clone(),
        }
    }
}

fn asked_otherwise(old: &ReportDocument, new: &ReportDocument) -> Vec<String> {
    let mut told = Vec::new();
    let mut tell = |what: &str, old: &str, new: &str| {
        if old != new {
            told.push(format!("{what}: {old} before, {new} now"));
        }
    };
    tell("version of tablestakes", &old.tool.version, &new.tool.version);
    if old.tool.version == new.tool.version {
        tell("rules and checks", &old.run.catalogue, &new.run.catalogue);
    }
    tell("seed", &old.seed.to_string(), &new.seed.to_string());
    tell("cases", &old.run.cases.to_string(), &new.run.cases.to_string());
    tell("profile", &old.run.profile, &new.run.profile);
    let named = |text: &Option<String>, otherwise: &str| text.clone().unwrap_or_else(|| otherwise.to_owned());
    tell("shard", &named(&old.run.shard, "all"), &named(&new.run.shard, "all"));
    tell("baseline", &named(&old.baseline, "none"), &named(&new.baseline, "none"));
    told
}

/// The rules of the causes that one report has and the other has not.
fn causes_without(one: &ReportDocument, other: &ReportDocument) -> Vec<String> {
    let binding = |report: &ReportDocument| -> Vec<String> {
        let causes = report.causes.iter().filter(|cause| cause.severity == Severity::Failure);
        causes.map(|cause| cause.rule.clone()).collect()
    };
    let others = binding(other);
    binding(one).into_iter().filter(|rule| !others.contains(rule)).collect()
}

fn classes(old: &ReportDocument, new: &ReportDocument) -> Vec<ClassChange> {
    let met = |report: &ReportDocument, name: &str| {
        report.classes.iter().find(|class| class.name == name).map(|class| class.met)
    };
    let mut names: Vec<&str> = Vec::new();
    for class in new.classes.iter().chain(&old.classes) {
        if !names.contains(&class.name.as_str()) {
            names.push(&class.name);
        }
    }
    let change = |name: &&str| ClassChange { name: (*name).to_owned(), was: met(old, name), is: met(new, name) };
    names.iter().map(change).filter(|change| change.was != change.is).collect()
}
