//! Conformance classes: met when everything binding in them passes.

use crate::finding::{CheckResult, Finding, Outcome, Severity, SkipReason};
use std::collections::BTreeSet;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::Class;

/// What a run says of one conformance class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassResult {
    /// The class.
    pub class: Class,
    /// Whether it is met, as far as the selected checks go.
    pub met: bool,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed, those that the baseline knows included.
    pub failed: usize,
    /// Checks whose question could not be put.
    pub blocked: usize,
    /// Checks that were skipped.
    pub skipped: usize,
    /// Checks that were not judged because the run's time was up, the target went away or the harness could not tell: with one
    /// of them no class is met.
    pub unjudged: usize,
    /// The binding rules that its checks try.
    pub rules: RuleCounts,
}

/// How many binding rules are met, violated, and not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// A check that tries it was judged, and nothing shows it broken.
    pub met: usize,
    /// A finding shows it broken.
    pub violated: usize,
    /// No check that tries it was judged.
    pub not_reached: usize,
}

impl RuleCounts {
    fn of(class: Class, checks: &[CheckResult], findings: &[Finding]) -> Self {
        let tried: BTreeSet<RuleId> = checks
            .iter()
            .filter(|check| check.check.class == class)
            .flat_map(|check| check.check.rules)
            .copied()
            .filter(|rule| rule.rule().is_binding())
            .collect();
        let mut counts = Self::default();
        for rule in tried {
            let breaks =
                |finding: &Finding| finding.severity == Severity::Failure && finding.signature.rule() == Some(rule);
            let judges = |check: &CheckResult| check.outcome.is_judged() && check.check.rules.contains(&rule);
            if findings.iter().any(breaks) {
                counts.violated += 1;
            } else if checks.iter().any(judges) {
                counts.met += 1;
            } else {
                counts.not_reached += 1;
            }
        }
        counts
    }
}

/// The classes that these checks count for, in the order in which they are reported.
///
/// A class is met when at least one of its checks passed and none did anything else. That a check was skipped because
/// the target took a freedom, or because its rule does not hold for the version, does not stand against it; that the
/// run's time was up does. A baseline explains a failure and does not make it conform.
pub fn classes(checks: &[CheckResult], findings: &[Finding]) -> Vec<ClassResult> {
    Class::ALL
        .iter()
        .filter_map(|&class| {
            let (mut passed, mut failed, mut blocked, mut skipped, mut unjudged) = (0, 0, 0, 0, 0);
            for check in checks.iter().filter(|check| check.check.class == class) {
                match &check.outcome {
                    Outcome::Pass { .. } | Outcome::Fixed(_) => passed += 1,
                    Outcome::Fail | Outcome::Known(_) => failed += 1,
                    Outcome::Blocked { .. } => blocked += 1,
                    Outcome::Error(_) => unjudged += 1,
                    Outcome::Skip(reason) => {
                        let out_of_time = *reason == SkipReason::OutOfTime;
                        *if out_of_time { &mut unjudged } else { &mut skipped } += 1;
                    }
                }
            }
            let rules = RuleCounts::of(class, checks, findings);
            let met = passed > 0 && failed + blocked + unjudged == 0 && rules.violated == 0;
            let any = passed + failed + blocked + skipped + unjudged > 0;
            any.then_some(ClassResult { class, met, passed, failed, blocked, skipped, unjudged, rules })
        })
        .collect()
}
