//! One measurement: a reference that breaks random rules, certified.

#[path = "../sabotaged/certified.rs"]
mod sabotaged;

use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use sabotaged::{Asked, Sabotaged};
use std::collections::BTreeMap;
use std::time::Instant;
use tablestakes::baseline::Baseline;
use tablestakes::engine::{Outcome, RunResult, Signature};
use tablestakes_reference::rules::RuleId;

/// What a measurement came to.
pub struct Measured {
    /// The rules that were broken.
    pub rules: Vec<RuleId>,
    /// How many these are.
    pub broken: usize,
    /// Those of them that no cause names.
    pub missed: Vec<RuleId>,
    /// Causes.
    pub causes: usize,
    /// The rules among these that are intact, each with a finding.
    pub intact: Vec<(RuleId, String)>,
    /// Checks whose question could not be put.
    pub blocked: usize,
    /// Why, each with how many of them.
    pub blocked_for: BTreeMap<String, usize>,
    /// Checks that failed.
    pub failed: usize,
    /// Requests sent.
    pub requests: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Breaks so many rules, and certifies with so many histories of each generated check.
pub async fn measure(faults: usize, seed: u64, cases: u32) -> Measured {
    let mut rules: Vec<RuleId> = RuleId::all().filter(|rule| is_in_question(*rule)).collect();
    rules.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    rules.truncate(faults);
    let began = Instant::now();
    let asked = Asked { checks: Vec::new(), seed: 1, cases, jobs: 4 };
    let result = Sabotaged::start(&rules, seed).await.certified(&Baseline::none(), &asked).await;
    let named: Vec<RuleId> = result.causes.iter().map(|cause| cause.rule).collect();
    Measured {
        broken: rules.len(),
        missed: rules.iter().copied().filter(|rule| !named.contains(rule)).collect(),
        causes: named.len(),
        intact: result
            .causes
            .iter()
            .filter(|cause| !rules.contains(&cause.rule))
            .map(|cause| (cause.rule, told(&result, &cause.findings[0])))
            .collect(),
        blocked: result.checks.iter().filter(|check| matches!(check.outcome, Outcome::Blocked { .. })).count(),
        blocked_for: result.checks.iter().filter_map(|check| why_blocked(&check.outcome)).fold(
            BTreeMap::new(),
            |mut counts, why| {
                *counts.entry(why).or_default() += 1;
                counts
            },
        ),
        failed: result.count("fail"),
        requests: result.requests,
        seconds: began.elapsed().as_secs_f64(),
        rules,
    }
}

fn why_blocked(outcome: &Outcome) -> Option<String> {
    matches!(outcome, Outcome::Blocked { .. }).then(|| outcome.reason()).flatten()
}

fn told(result: &RunResult, signature: &Signature) -> String {
    let Some(finding) = result.finding(signature) else { return signature.to_string() };
    let mismatch = finding
        .mismatch()
        .map(|held| format!("\n        expected {}\n        actual   {}", held.expected, held.actual));
    let (explained, alone, steps) = (finding.explained, finding.alone, finding.history.all_steps().count());
    let steps_told = serde_json::to_string(&finding.history.steps).unwrap_or_default();
    format!(
        "{signature} in {}: explained {explained}, alone {alone}, {steps} steps{}\n        {steps_told}",
        finding.origin.check,
        mismatch.unwrap_or_default()
    )
}

/// Whether a rule can be broken, and is asked by the suites: those of the table service.
fn is_in_question(rule: RuleId) -> bool {
    let held = rule.rule();
    held.broken.is_some() && held.profile.is_none() && held.service == "table"
}
