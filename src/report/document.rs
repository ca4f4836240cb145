//! The form of `report.json`, schema 1. Members are added, never renamed; `docs/report.schema.json` is made from this.

use super::cause::CauseDocument;
use crate::finding::{AxisNames, Impact, RuleDocument, Severity, StabilityDocument, TargetDocument, ToolDocument};
use crate::history::Seeding;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// What made the report.
    pub tool: ToolDocument,
    /// What was tested.
    pub target: TargetDocument,
    /// The seed of every generated history.
    pub seed: u64,
    /// When the run began, RFC 3339.
    pub started: String,
    /// How long the run took.
    pub duration_ms: u64,
    /// Requests sent to the target.
    pub requests: u64,
    /// The baseline file used.
    pub baseline: Option<String>,
    /// How the run was made.
    #[serde(default)]
    pub run: RunDocument,
    /// Where the tool ran.
    #[serde(default)]
    pub environment: EnvironmentDocument,
    /// The exit code: 0 conforms, 1 does not, 2 nothing was checked, 3 the target could not be reached or went away.
    pub exit: u8,
    /// Every selected check, once for each combination of axes.
    pub checks: Vec<CheckDocument>,
    /// Every finding, one for each signature.
    pub findings: Vec<FindingEntry>,
    /// What the findings come down to, in the order in which it is to be read: by what a client loses, then by how many
    /// checks fail.
    #[serde(default)]
    pub causes: Vec<CauseDocument>,
    /// The rules that the findings break, as they stood in the catalogue, by id.
    #[serde(default)]
    pub rules: Vec<RuleDocument>,
    /// The conformance classes.
    pub classes: Vec<ClassDocument>,
    /// How many checks came to each outcome.
    pub summary: BTreeMap<String, usize>,
    /// The entries of the baseline of which something is to be said.
    #[serde(default)]
    pub baseline_entries: Vec<BaselineEntryDocument>,
    /// What the run was told not to put up with (`--deny`), and met.
    #[serde(default)]
    pub denied: Vec<String>,
    /// How long the target took to answer, by operation, requests that confirm and shrink failures not counted.
    #[serde(default)]
    pub operations: Vec<OperationDocument>,
}

/// Something odd about an entry of the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineEntryDocument {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// `stale`, `wide`, `expired`, `shadowed`, `matches-nothing`, `no-such-rule` or `version-unknown`.
    pub what: String,
    /// The same for people.
    pub told: String,
}

/// How a run was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunDocument {
    /// Histories drawn for each generated check.
    pub cases: u32,
    /// Checks that ran side by side.
    pub jobs: usize,
    /// The share of the checks that the run took, `I/N`; absent if it took all.
    pub shard: Option<String>,
    /// Whose behaviour was the measure: `cloud` or `emulator`.
    pub profile: String,
    /// SHA-256 of the rules and checks of the tool, in hexadecimal digits: what could be asked, and by what it was judged.
    pub catalogue: String,
    /// The skills that the target was asked for before the checks, each in its plainest form.
    #[serde(default)]
    pub skills: Vec<SkillDocument>,
    /// How the rows that histories need were put there: by `batch`, as they are written, or row by row, by `insert` or
    /// `upsert`, where the target has no entity group transactions. Absent where no history needed any.
    #[serde(default)]
    pub seeding: Option<Seeding>,
    /// How many milliseconds after a write the target still gave what was there before. Reads waited somewhat longer, but
    /// for those of clients side by side. Absent where nothing was late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
    /// How many requests finding that out took.
    #[serde(default)]
    pub late_requests: u64,
    /// How many answers said that the target was too busy: 503, 429, or 500 `OperationTimedOut`.
    #[serde(default)]
    pub throttled: u64,
    /// How many milliseconds requests waited for that in all, those of clients side by side each by itself.
    #[serde(default)]
    pub throttled_ms: u64,
}

/// A skill that a target was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillDocument {
    /// Its name, as `--assume` takes it.
    pub name: String,
    /// What it is.
    pub title: String,
    /// How many requests asking for it took.
    pub requests: u64,
    /// Whether the target has it. What needs one that it lacks is blocked.
    pub has: bool,
    /// The signature of the finding that shows that it is lacking, if a rule that binds is broken by it.
    pub finding: Option<String>,
}

/// Where the tool ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EnvironmentDocument {
    /// The operating system, as Rust names it.
    pub os: String,
    /// The architecture, as Rust names it.
    pub arch: String,
    /// How many threads the machine runs at once; absent if it does not tell.
    pub cpus: Option<usize>,
}

/// How long the target took to answer requests of one operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OperationDocument {
    /// The documentation's name of the operation.
    pub name: String,
    /// Answers counted.
    pub answers: u64,
    /// Half of the answers came within this many microseconds.
    pub p50_us: u64,
    /// Nine of ten.
    pub p90_us: u64,
    /// Ninety-nine of a hundred.
    pub p99_us: u64,
    /// All.
    pub max_us: u64,
    /// The histogram: how many answers came within this many microseconds, and not within the next smaller number.
    pub histogram: BTreeMap<u64, u64>,
}

/// One check with one combination of axes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckDocument {
    /// The check.
    pub id: String,
    /// Its suite.
    pub suite: String,
    /// The conformance class that it counts for.
    pub class: String,
    /// What it asks.
    pub title: String,
    /// The rules that it tries, the one it aims at first.
    pub rules: Vec<String>,
    /// The axes.
    pub axes: AxisNames,
    /// The requirement level of the rule it aims at.
    pub level: Option<String>,
    /// The evidence of the rule it aims at.
    pub evidence: Option<String>,
    /// `pass`, `fail`, `skip`, `known`, `fixed`, `blocked` or `error`.
    pub outcome: String,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// Histories replayed.
    pub histories: u32,
    /// Requests sent, those that confirm and shrink failures not counted.
    pub requests: u64,
    /// How long its histories took.
    pub duration_ms: u64,
    /// The signatures of what makes it fail.
    pub findings: Vec<String>,
    /// The signatures of what it found that fails nobody.
    pub advice: Vec<String>,
    /// The signatures of what else its histories met: it breaks rules that the check does not try.
    #[serde(default)]
    pub met: Vec<String>,
    /// The signatures of what keeps its question from being put, the first one first.
    #[serde(default)]
    pub blocked_by: Vec<String>,
}

/// One finding, in short. The file has the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingEntry {
    /// What identifies it.
    pub signature: String,
    /// Whether it fails its check.
    pub severity: Severity,
    /// The baseline's reason, if the baseline has it.
    pub known: Option<String>,
    /// The rule.
    pub rule: String,
    /// In which respect.
    pub kind: String,
    /// What was asked.
    pub operation: String,
    /// The axes.
    pub axes: AxisNames,
    /// The check that came upon it first.
    pub check: String,
    /// The number of the generated case; absent for a scripted check.
    pub case: Option<u32>,
    /// What the oracle answers, and what else it allows.
    pub expected: String,
    /// What the target answered.
    pub actual: String,
    /// How often it fails.
    pub stability: StabilityDocument,
    /// Steps of the shrunk history.
    pub steps: usize,
    /// Requests that confirming and shrinking took.
    #[serde(default)]
    pub requests: u64,
    /// The finding's file, relative to the report's directory.
    pub file: String,
    /// What a client loses by it; absent in reports of earlier versions.
    #[serde(default)]
    pub impact: Option<Impact>,
    /// Whether its history shows it alone: nothing else differs in it.
    #[serde(default = "yes")]
    pub alone: bool,
    /// Whether an experiment blames its rule: an oracle that breaks it answers as the target did.
    #[serde(default)]
    pub explained: bool,
    /// The rule that it comes down to: that of its root cause.
    #[serde(default)]
    pub cause: String,
}

fn yes() -> bool {
    true
}

/// A conformance class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassDocument {
    /// Its name.
    pub name: String,
    /// Whether it is met, as far as the selected checks go.
    pub met: bool,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed, those that the baseline knows included.
    pub failed: usize,
    /// Checks whose question could not be put.
    #[serde(default)]
    pub blocked: usize,
    /// Checks that were skipped.
    pub skipped: usize,
    /// Checks that were not judged because the run's time was up, the target went away or the harness could not tell: with
    /// one of them no class is met.
    #[serde(default)]
    pub unjudged: usize,
    /// The binding rules that its checks try.
    #[serde(default)]
    pub rules: RuleCountsDocument,
    /// How many of its checks were selected, whatever the number of their axes.
    #[serde(default)]
    pub checks: usize,
    /// How many checks the class has.
    #[serde(default)]
    pub of: usize,
}

/// How many binding rules are met, violated, and not reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleCountsDocument {
    /// A check that tries it was judged, and nothing shows it broken.
    pub met: usize,
    /// A finding shows it broken.
    pub violated: usize,
    /// No check that tries it was judged.
    pub not_reached: usize,
}
