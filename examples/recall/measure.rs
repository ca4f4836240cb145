//! One measurement: a reference that breaks random rules, certified.

#[path = "../sabotaged/certified.rs"]
pub mod sabotaged;

use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use sabotaged::{Asked, Sabotaged};
use std::sync::Arc;
use tablestakes::baseline::Baseline;
use tablestakes::engine::RunResult;
use tablestakes::finding::Cause;
use tablestakes_reference::rules::RuleId;

/// A reference that broke rules, and what was said of it.
pub struct Measured {
    /// The rules.
    pub broken: Vec<RuleId>,
    /// What was said.
    pub result: Arc<RunResult>,
}

impl Measured {
    /// Those of the rules that no cause names.
    pub fn missed(&self) -> Vec<RuleId> {
        let named = |rule: &RuleId| self.result.causes.iter().any(|cause| cause.rule == *rule);
        self.broken.iter().copied().filter(|rule| !named(rule)).collect()
    }

    /// The causes that blame a rule which is kept.
    pub fn intact(&self) -> Vec<&Cause> {
        self.result.causes.iter().filter(|cause| !self.broken.contains(&cause.rule)).collect()
    }
}

/// Breaks so many rules, and certifies with so many histories of each generated check.
pub async fn measure(faults: usize, seed: u64, cases: u32) -> Measured {
    let mut broken: Vec<RuleId> = RuleId::all().filter(|rule| is_in_question(*rule)).collect();
    broken.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    broken.truncate(faults);
    let asked = Asked { checks: Vec::new(), seed: 1, cases, jobs: 4 };
    let result = Sabotaged::start(&broken, seed).await.certified(&Baseline::none(), &asked).await;
    Measured { broken, result }
}

/// Whether a rule can be broken, and is asked by the suites: those of the table service.
fn is_in_question(rule: RuleId) -> bool {
    let held = rule.rule();
    held.broken.is_some() && held.profile.is_none() && held.service == "table"
}
