//! What the files of findings, reports and campaigns have in common: what made them, what was tested, how often a history fails.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What made a report or a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToolDocument {
    /// `tablestakes`.
    pub name: String,
    /// Its version, which is that of the suites and of the rule catalogue as well.
    pub version: String,
}

impl ToolDocument {
    /// This tool.
    pub fn this() -> Self {
        Self { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// What was tested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetDocument {
    /// As named by the user, without its key.
    pub given: String,
    /// How to name it in another command; empty where the environment names it. Never a key.
    #[serde(default)]
    pub argument: String,
    /// The `Server` header of its answers.
    pub server: Option<String>,
    /// The check during which it went away, if it did.
    pub gone_during: Option<String>,
    /// Why it counts as gone or unreachable, if it does.
    pub gone: Option<String>,
}

/// How often a history fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StabilityDocument {
    /// Replays that failed.
    pub failed: u32,
    /// Replays made.
    pub of: u32,
}
