//! One measurement: a reference that breaks rules, certified.

#[path = "../sabotaged/certified.rs"]
pub mod sabotaged;

use sabotaged::{Asked, Sabotaged};
use std::sync::Arc;
use tablestakes::baseline::Baseline;
use tablestakes::engine::RunResult;
use tablestakes::finding::Cause;
use tablestakes_reference::ServiceName;
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

/// Breaks these rules of a service, and certifies it.
pub async fn measure(service: ServiceName, broken: Vec<RuleId>, seed: u64, cases: u32) -> Measured {
    let asked = Asked { checks: Vec::new(), seed: 1, cases, jobs: 4 };
    let result = Sabotaged::start(service, &broken, seed).await.certified(&Baseline::none(), &asked).await;
    Measured { broken, result }
}
