//! The form of a finding's file, schema 1. Members are added, never renamed; `docs/finding.schema.json` is made from this.

use super::axes::AxisNames;
use super::confirmed::{Finding, Severity};
use super::message::StepDocument;
use super::redaction::redact;
use super::rule::RuleDocument;
use super::shared::{StabilityDocument, ToolDocument};
use super::signature::Signature;
use super::stored::{ReadError, SCHEMA, parse_stored, read_stored};
use crate::history::StepRecord;
use crate::judge::{Mismatch, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tablestakes_reference::history::History;

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
    /// The signature of what the finding comes down to, if that has another: the same difference, shown by less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub root: Option<Signature>,
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

impl FindingDocument {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not a finding, or one of another schema.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        read_stored(path, "finding", LARGEST_FILE)
    }

    /// Reads a text; the path is for messages.
    ///
    /// # Errors
    /// It is not a finding, or one of another schema.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Self, ReadError> {
        parse_stored(path, "finding", text)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Some value has no form in JSON; the message says which.
    pub fn to_text(&self) -> Result<String, String> {
        crate::json::pretty(self).map_err(|error| error.to_string())
    }
}

impl From<&Finding> for FindingDocument {
    fn from(finding: &Finding) -> Self {
        let first = finding.mismatch();
        Self {
            schema: SCHEMA,
            tool: ToolDocument::this(),
            signature: finding.signature.clone(),
            severity: finding.severity,
            rule: first.map(|mismatch| RuleDocument::from(mismatch.rule.rule())).unwrap_or_default(),
            kind: first.map(|mismatch| mismatch.kind.to_string()).unwrap_or_default(),
            operation: first.map(|mismatch| mismatch.operation.clone()).unwrap_or_default(),
            check: finding.origin.check.clone(),
            seed: finding.origin.seed,
            case: finding.origin.case,
            axes: finding.axes.clone(),
            root: finding.root.clone(),
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
            steps: finding.steps.iter().map(|step| shown(finding, step)).collect(),
        }
    }
}

impl Finding {
    /// Whether this step is the one that shows it: others may differ as well.
    pub(crate) fn is_shown_by(&self, step: &StepRecord) -> bool {
        let Some(shown) = self.mismatch() else { return false };
        let same =
            |held: &Mismatch| (held.rule, held.kind, &held.operation) == (shown.rule, shown.kind, &shown.operation);
        matches!(&step.verdict, Verdict::Mismatch(held) if held.iter().any(same))
    }
}

/// A step as the file holds it: failed is the one that shows the finding, whatever else differs before it.
fn shown(finding: &Finding, step: &StepRecord) -> StepDocument {
    StepDocument { failed: finding.is_shown_by(step), ..StepDocument::from(step) }
}
