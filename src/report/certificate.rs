//! `certificate.json`: what a run says of a target, short enough to be published, and bound to the report by its hash.
//!
//! It follows from the report alone, so anybody who has the report can make it again. It is not signed.

use super::document::{ClassDocument, ReportDocument};
use crate::finding::{AxisNames, ReadError, SCHEMA, ToolDocument, read_stored};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A larger file is not read.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// A certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertificateDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// What made the run: its version is that of the suites and of the oracle as well.
    pub tool: ToolDocument,
    /// SHA-256 of the rules and checks of that version: tells apart what has the same version and asks other things.
    pub catalogue: String,
    /// What was tested.
    pub target: CertifiedTarget,
    /// When the run began, RFC 3339.
    pub started: String,
    /// The seed of every generated history.
    pub seed: u64,
    /// Histories drawn for each generated check.
    pub cases: u32,
    /// Whose behaviour was the measure: `cloud` or `emulator`.
    pub profile: String,
    /// The combinations of axes that some check ran with.
    pub axes: Vec<AxisNames>,
    /// The baseline file used.
    pub baseline: Option<String>,
    /// The exit code of the run.
    pub exit: u8,
    /// The classes that are met, as far as the selected checks go: see `classes`.
    pub met: Vec<String>,
    /// The conformance classes.
    pub classes: Vec<CertifiedClass>,
    /// The report that all of this rests on.
    pub report: CertifiedReport,
}

/// The target of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertifiedTarget {
    /// As named by the user, without its key.
    pub given: String,
    /// As observed: the `Server` header of its answers.
    pub server: Option<String>,
}

/// A class of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertifiedClass {
    /// Its name.
    pub name: String,
    /// Whether it is met, as far as the selected checks go.
    pub met: bool,
    /// How many of its checks were selected.
    pub checks: usize,
    /// How many checks it has.
    pub of: usize,
}

/// The report of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CertifiedReport {
    /// Its length in octets.
    pub length: usize,
    /// SHA-256 of its octets, in hexadecimal digits.
    pub sha256: String,
}

impl CertificateDocument {
    /// The certificate of a report with these octets.
    pub fn of(document: &ReportDocument, octets: &[u8]) -> Self {
        let class = |class: &ClassDocument| CertifiedClass {
            name: class.name.clone(),
            met: class.met,
            checks: class.checks,
            of: class.of,
        };
        Self {
            schema: SCHEMA,
            tool: document.tool.clone(),
            catalogue: document.run.catalogue.clone(),
            target: CertifiedTarget { given: document.target.given.clone(), server: document.target.server.clone() },
            started: document.started.clone(),
            seed: document.seed,
            cases: document.run.cases,
            profile: document.run.profile.clone(),
            axes: document.axes().into_iter().cloned().collect(),
            baseline: document.baseline.clone(),
            exit: document.exit,
            met: document.classes.iter().filter(|class| class.met).map(|class| class.name.clone()).collect(),
            classes: document.classes.iter().map(class).collect(),
            report: CertifiedReport { length: octets.len(), sha256: hexadecimal(&Sha256::digest(octets)) },
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not a certificate, or one of another schema.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        read_stored(path, "certificate", LARGEST_FILE)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Some value has no form in JSON; the message says which.
    pub fn to_text(&self) -> Result<String, String> {
        crate::json::pretty(self).map_err(|error| error.to_string())
    }

    /// What is wrong with the certificate, measured by the report in this file; nothing if it holds. It holds if the report
    /// has the hash that it names, says of itself what its checks come to, and says what the certificate says.
    ///
    /// # Errors
    /// The report cannot be read.
    pub fn faults(&self, report: &Path) -> Result<Vec<String>, ReadError> {
        let (document, octets) = ReportDocument::read_with_octets(report)?;
        let mut faults = Vec::new();
        let made = Self::of(&document, &octets);
        if made.report != self.report {
            faults.push(format!(
                "the report is another one: its SHA-256 is {}, the certificate names {}",
                made.report.sha256, self.report.sha256
            ));
        }
        let said = |certificate: &Self| serde_json::to_value(certificate).unwrap_or_default();
        if let (serde_json::Value::Object(made), serde_json::Value::Object(said)) = (said(&made), said(self)) {
            for (name, value) in said.iter().filter(|(name, value)| *name != "report" && made.get(*name) != Some(value))
            {
                let report = made.get(name).cloned().unwrap_or_default();
                faults.push(format!("`{name}` is {value} in the certificate, and by the report {report}"));
            }
        }
        faults.extend(document.contradictions());
        Ok(faults)
    }
}

impl ReportDocument {
    /// Where the report's sums do not follow from its checks.
    fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.exit != self.exit_of_checks() as u8 {
            let told = self.exit_of_checks() as u8;
            found.push(format!("the report says exit {}, and its checks come to {told}", self.exit));
        }
        if self.summary != self.count_outcomes() {
            found.push("the report's summary is not that of its checks".to_owned());
        }
        for class in &self.classes {
            let checks = || self.checks.iter().filter(|check| check.class == class.name);
            let count = |outcomes: &[&str]| checks().filter(|check| outcomes.contains(&&*check.outcome)).count();
            let unjudged = checks().filter(|check| check.is_unjudged()).count();
            let counted = [count(&["pass", "fixed"]), count(&["fail", "known"]), count(&["blocked"]), unjudged];
            let skipped = count(&["skip", "error"]) - unjudged;
            let said = [class.passed, class.failed, class.blocked, class.unjudged];
            if (counted, skipped) != (said, class.skipped) || class.met != class.counts_as_met() {
                found.push(format!("the report's class {} is not what its checks come to", class.name));
            }
        }
        if let Some(check) = self.checks.iter().find(|check| self.classes.iter().all(|class| class.name != check.class))
        {
            found.push(format!("the report has no class {}, which {} counts for", check.class, check.id));
        }
        found
    }
}

/// Octets in hexadecimal digits.
pub(super) fn hexadecimal(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
