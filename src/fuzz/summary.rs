//! The form of a campaign's `summary.json`, schema 1. Members are added, never renamed.

use crate::finding::{Severity, Signature, StabilityDocument, TargetDocument, ToolDocument};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a campaign came to so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CampaignDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// What made it.
    pub tool: ToolDocument,
    /// What was tested.
    pub target: TargetDocument,
    /// What every history is drawn from.
    pub seed: u64,
    /// When the campaign began, RFC 3339; a resumed one began when it was begun first.
    pub started: String,
    /// How long it ran, all of its parts together.
    pub duration_ms: u64,
    /// Histories replayed.
    pub histories: u64,
    /// Histories judged up to their end or a failure.
    pub judged: u64,
    /// Requests sent, those that confirm and shrink included.
    pub requests: u64,
    /// How many answers said that the target was too busy: 503, 429, or 500 `OperationTimedOut`. Of the last part of a campaign that was resumed.
    #[serde(default)]
    pub throttled: u64,
    /// How many milliseconds requests waited for that in all.
    #[serde(default)]
    pub throttled_ms: u64,
    /// Histories in the corpus.
    pub corpus: usize,
    /// Answers and pairs of answers told apart.
    pub features: usize,
    /// How many were known after how many milliseconds, at growing intervals.
    pub novelty: Vec<(u64, usize)>,
    /// Findings that the baseline does not know.
    pub findings: Vec<FoundDocument>,
    /// Findings that the baseline knows.
    pub known: Vec<FoundDocument>,
    /// How many findings the baseline does not know, by their kind; what comes down to another is not counted.
    pub kinds: BTreeMap<String, usize>,
    /// Why it ended: `time`, `requests`, `findings`, `interrupted`, `gone`; absent while it runs, or if it was killed.
    pub ended: Option<String>,
    /// The exit code, when it has ended.
    pub exit: Option<u8>,
}

/// One finding in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundDocument {
    /// What identifies it.
    pub signature: Signature,
    /// Whether it makes the target non-conforming.
    pub severity: Severity,
    /// The baseline's reason, if the baseline has it.
    pub known: Option<String>,
    /// The signature of the finding that it comes down to, if that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<Signature>,
    /// How often its history failed; absent for what the baseline knows, which is not confirmed.
    pub stability: Option<StabilityDocument>,
    /// How many histories failed so.
    pub seen: u64,
    /// Its file, relative to the campaign's directory; absent for what the baseline knows.
    pub file: Option<String>,
}
