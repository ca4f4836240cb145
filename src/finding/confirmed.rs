//! Findings: a way in which the target breaks a rule, confirmed and shrunk.

use super::axes::AxisNames;
use super::signature::Signature;
use crate::history::{Replayed, StepRecord};
use crate::judge::Mismatch;
use crate::target::Axes;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// One finding. There is one for each signature in a run.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What identifies it.
    pub signature: Signature,
    /// Whether it makes the target non-conforming.
    pub severity: Severity,
    /// The baseline's reason, if the baseline has it.
    pub known: Option<String>,
    /// The signature of what it comes down to, if that has another.
    pub root: Option<Signature>,
    /// The combination of axes.
    pub axes: AxisNames,
    /// Where its history came from.
    pub origin: Origin,
    /// How often its history fails.
    pub stability: Stability,
    /// Requests that confirming and shrinking took.
    pub requests: u64,
    /// The shrunk history.
    pub history: History,
    /// How many steps it had before it was shrunk.
    pub steps_before: usize,
    /// The mismatches of the step that fails, the most telling first. Never empty.
    pub mismatches: Vec<Mismatch>,
    /// The steps of the failing replay, up to the one that fails.
    pub steps: Vec<StepRecord>,
    /// How the names of the tables of that replay began; absent where it was not noted.
    pub prefix: Option<String>,
    /// The rules that the target breaks as well in that replay.
    pub beside: Vec<RuleId>,
    /// The axes as they are asked with.
    pub asked: Axes,
    /// Whether its history shows it alone: nothing else differs in it.
    pub alone: bool,
    /// Whether an experiment blames its rule: an oracle that breaks it answers as the target did.
    pub explained: bool,
}

impl Finding {
    /// The replay that shows it.
    pub(crate) fn replayed(&self) -> Replayed {
        Replayed {
            steps: self.steps.clone(),
            prefix: self.prefix.clone(),
            explained: self.beside.clone(),
            ..Replayed::default()
        }
    }

    /// The most telling mismatch.
    pub fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatches.first()
    }
}

/// Whether a finding fails its check.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// It breaks a MUST that rests on recorded, tested or documented evidence, or does what no server may do.
    Failure,
    /// It goes against a SHOULD, or against what is observed or inferred alone: nobody fails for it.
    Advice,
}

/// Where a history came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The check.
    pub check: String,
    /// The run's seed.
    pub seed: u64,
    /// The number of the generated case; absent for a scripted check.
    pub case: Option<u32>,
}

/// How often a history failed with the same signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stability {
    /// Replays that failed.
    pub failed: u32,
    /// Replays made, the first one included.
    pub of: u32,
}

impl std::fmt::Display for Stability {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self { failed, of: 1 } => write!(f, "{failed} of 1, not confirmed"),
            Self { failed, of } if failed == of => write!(f, "always ({failed} of {of})"),
            Self { failed, of } => write!(f, "{failed} of {of}"),
        }
    }
}
