//! The form of a finding's file, schema 1. Members are added, never renamed; `docs/finding.schema.json` is made from this.

use super::super::document::{StabilityDocument, ToolDocument};
use super::message::StepDocument;
use super::redaction::redact;
use crate::engine::{AxisNames, Finding, Severity, Signature};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tablestakes_reference::history::History;

/// The number of the file's form.
const SCHEMA: u32 = 1;
/// A larger file is not read.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// What made the file.
    pub tool: ToolDocument,
    /// What identifies the finding.
    #[schemars(with = "String")]
    pub signature: Signature,
    /// Whether it fails its check.
    pub severity: Severity,
    /// The rule that is broken.
    pub rule: RuleDocument,
    /// In which respect.
    pub kind: String,
    /// What was asked.
    pub operation: String,
    /// The check that came upon it first.
    pub check: String,
    /// The run's seed.
    pub seed: u64,
    /// The number of the generated case; absent for a scripted check.
    pub case: Option<u32>,
    /// The axes.
    pub axes: AxisNames,
    /// How often the history fails.
    pub stability: StabilityDocument,
    /// Steps that the history had before it was shrunk.
    pub steps_before: usize,
    /// What to send: the shrunk history.
    #[schemars(with = "serde_json::Value")]
    pub history: History,
    /// In which respects the answer to the last step is not allowed, the most telling first.
    pub mismatches: Vec<MismatchDocument>,
    /// What was sent and answered, up to the step that fails.
    pub steps: Vec<StepDocument>,
}

/// A rule, as it stood in the catalogue when the finding was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleDocument {
    /// Its id.
    pub id: String,
    /// What the service does.
    pub statement: String,
    /// `must`, `should`, `may` or `open`.
    pub level: String,
    /// How it is known.
    pub evidence: String,
    /// Where to read it.
    pub sources: Vec<String>,
}

/// One way in which an answer is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MismatchDocument {
    /// The rule.
    pub rule: String,
    /// In which respect.
    pub kind: String,
    /// What the oracle answers, and what else it allows.
    pub expected: String,
    /// What the target answered.
    pub actual: String,
}

/// A finding's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FindingFileError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is too large to be a finding.
    #[error("{} is not a finding: it has more than {LARGEST_FILE} bytes", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a finding.
    #[error("{} is not a finding: {source}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// The file has a form that this version does not know.
    #[error("{} has schema {schema}, and this version reads schema {SCHEMA}", .path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u32,
    },
}

impl FindingDocument {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not a finding, or one of another schema.
    pub fn read(path: &Path) -> Result<Self, FindingFileError> {
        #[derive(Deserialize)]
        struct Versioned {
            schema: u32,
        }
        let read = |source| FindingFileError::Read { path: path.to_owned(), source };
        if std::fs::metadata(path).map_err(read)?.len() > LARGEST_FILE {
            return Err(FindingFileError::TooLarge { path: path.to_owned() });
        }
        let text = std::fs::read(path).map_err(read)?;
        let malformed = |source| FindingFileError::Malformed { path: path.to_owned(), source };
        let Versioned { schema } = serde_json::from_slice(&text).map_err(malformed)?;
        if schema != SCHEMA {
            return Err(FindingFileError::Schema { path: path.to_owned(), schema });
        }
        serde_json::from_slice(&text).map_err(malformed)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Some value has no form in JSON; the message says which.
    pub fn to_text(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n").map_err(|error| error.to_string())
    }
}

impl From<&Finding> for FindingDocument {
    fn from(finding: &Finding) -> Self {
        let first = finding.mismatch();
        let rule = first.map(|mismatch| mismatch.rule.rule());
        Self {
            schema: SCHEMA,
            tool: ToolDocument::this(),
            signature: finding.signature.clone(),
            severity: finding.severity,
            rule: RuleDocument {
                id: rule.map_or("", |rule| rule.id).to_owned(),
                statement: rule.map_or("", |rule| rule.statement).to_owned(),
                level: rule.map(|rule| rule.level.to_string().to_lowercase()).unwrap_or_default(),
                evidence: rule.map(|rule| rule.evidence.to_string()).unwrap_or_default(),
                sources: rule.iter().flat_map(|rule| rule.sources).map(|&source| source.to_owned()).collect(),
            },
            kind: first.map(|mismatch| mismatch.kind.to_string()).unwrap_or_default(),
            operation: first.map(|mismatch| mismatch.operation.clone()).unwrap_or_default(),
            check: finding.origin.check.clone(),
            seed: finding.origin.seed,
            case: finding.origin.case,
            axes: finding.axes.clone(),
            stability: StabilityDocument { failed: finding.stability.failed, of: finding.stability.of },
            steps_before: finding.steps_before,
            history: finding.history.clone(),
            mismatches: finding
                .mismatches
                .iter()
                .map(|mismatch| MismatchDocument {
                    rule: mismatch.rule.to_string(),
                    kind: mismatch.kind.to_string(),
                    expected: redact(&mismatch.expected).into_owned(),
                    actual: redact(&mismatch.actual).into_owned(),
                })
                .collect(),
            steps: finding.steps.iter().map(StepDocument::from).collect(),
        }
    }
}
