//! A reference that breaks rules, and the gate before it: certified with a baseline in memory.

#![expect(clippy::expect_used, reason = "a measurement and a test fail by it")]

#[path = "../sabotaged/certified.rs"]
mod sabotaged;

pub use sabotaged::Asked;

use sabotaged::Sabotaged;
use std::path::Path;
use std::sync::Arc;
use tablestakes::baseline::{Baseline, Update, updated};
use tablestakes::engine::{RunResult, Subject as _};
use tablestakes::finding::{Finding, Severity};
use tablestakes::judge::Mismatch;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;
use tablestakes_suites::{Check, catalogue};

/// A baseline that knows nothing.
pub const EMPTY: &str = "schema = 1\n";

/// The rules of tables that can be broken, and that some check tries.
pub fn breakable() -> Vec<RuleId> {
    let checks = catalogue();
    let is_tried = |rule: &RuleId| checks.iter().any(|check| check.rules.contains(rule));
    let rules = RuleId::all().filter(|id| {
        let rule = id.rule();
        rule.service == "table" && rule.broken.is_some() && rule.profile.is_none() && rule.is_binding()
    });
    rules.filter(is_tried).collect()
}

/// The checks that try one of these rules, as globs.
pub fn trying(rules: &[RuleId]) -> Vec<String> {
    let tries = |check: &Check| check.rules.iter().any(|rule| rules.contains(rule));
    catalogue().into_iter().filter(tries).map(|check| check.id.to_owned()).collect()
}

/// Certifies a reference that breaks these rules, with what a baseline knows.
pub async fn certified(broken: &[RuleId], baseline: &str, asked: &Asked) -> Arc<RunResult> {
    let baseline = Baseline::parse(Path::new("baseline"), baseline).expect("a baseline");
    Sabotaged::start(ServiceName::Table, broken, 1).await.certified(&baseline, asked).await
}

/// The differences that a finding's history shows on a reference that breaks these rules.
pub async fn replayed(broken: &[RuleId], finding: &Finding) -> Vec<Mismatch> {
    let target = Sabotaged::start(ServiceName::Table, broken, 1).await;
    let replayed = target.live.replay(finding.asked, &finding.history, None).await;
    replayed.map(|replayed| replayed.mismatches().cloned().collect()).unwrap_or_default()
}

/// Whether one of these differences breaks the rule of a finding, or the one that it comes down to.
pub fn is_shown(finding: &Finding, cause: RuleId, mismatches: &[Mismatch]) -> bool {
    mismatches.iter().any(|held| held.rule == cause || finding.signature.rule() == Some(held.rule))
}

/// What `--baseline-update` makes of a baseline after a run.
pub fn learned(baseline: &str, result: &RunResult) -> String {
    updated(Path::new("baseline"), baseline, &result.finished(), Update::default()).expect("a baseline").0
}

/// The findings that make the gate red.
pub fn unknown(result: &RunResult) -> Vec<&Finding> {
    let fails = |finding: &&Finding| finding.severity == Severity::Failure && finding.known.is_none();
    result.findings.iter().filter(fails).collect()
}

/// Whether one of the findings that make the gate red names this rule, or comes down to it.
pub fn names(result: &RunResult, rule: RuleId) -> bool {
    unknown(result)
        .iter()
        .any(|finding| finding.signature.rule() == Some(rule) || result.cause_of(&finding.signature) == Some(rule))
}
