//! What a run knows of its target already, so that no history has to find it out again.

use crate::judge::{Mismatch, MismatchKind};
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::RuleId;

/// What is known of a target.
#[derive(Debug, Clone, Default)]
pub struct Learned {
    /// The rules that it breaks: of several explanations these come first.
    pub broken: Vec<RuleId>,
    /// What no rule explains, as it is blamed. The search for an explanation is not made again.
    pub unexplained: HashSet<(RuleId, MismatchKind, String)>,
    /// The operations that it refuses as not implemented whatever they are asked for.
    pub lacking: BTreeSet<(ServiceName, &'static str)>,
    /// Whether a few of those rules are looked for that explain an answer together, where all of them bring something else.
    pub thorough: bool,
    /// How long reads wait behind a write.
    pub wait: Duration,
}

impl Learned {
    /// Whether it is known to refuse an operation as not implemented whatever it is asked for.
    pub(super) fn lacks(&self, service: ServiceName, operation: &str) -> bool {
        self.lacking.iter().any(|(of, held)| *of == service && *held == operation)
    }

    /// Whether it is known that no rule explains these.
    pub(super) fn gives_up(&self, mismatches: &[Mismatch]) -> bool {
        let known = |held: &Mismatch| self.unexplained.contains(&(held.rule, held.kind, held.operation.clone()));
        !self.unexplained.is_empty() && mismatches.iter().all(known)
    }
}
