//! A rule as reports hold it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablestakes_reference::rules::Rule;

/// A rule, as it stood in the catalogue when the report was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleDocument {
    /// Its id.
    pub id: String,
    /// What the service does.
    pub statement: String,
    /// `must`, `should`, `may` or `open`.
    pub level: String,
    /// How it is known.
    pub evidence: String,
    /// The versions it holds for.
    #[serde(default)]
    pub versions: String,
    /// Where to read it.
    pub sources: Vec<String>,
}

impl From<&Rule> for RuleDocument {
    fn from(rule: &Rule) -> Self {
        Self {
            id: rule.id.to_owned(),
            statement: rule.statement.to_owned(),
            level: rule.level.to_string().to_lowercase(),
            evidence: rule.evidence.to_string(),
            versions: rule.versions.to_owned(),
            sources: rule.sources.iter().map(|&source| source.to_owned()).collect(),
        }
    }
}
