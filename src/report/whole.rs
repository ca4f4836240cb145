//! What can be said of a report as a whole: its file, its order, its exit code.

use super::document::{CheckDocument, ClassDocument, FindingEntry, ReportDocument};
use super::words::verdict;
use crate::exit::Exit;
use crate::finding::{
    Outcome, Priority, ReadError, Severity, Signature, SkipReason, Stability, StabilityDocument, parse_stored,
    read_whole,
};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// What a file should be.
const WHAT: &str = "report";
/// A larger file is not read.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;

impl ReportDocument {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not a report, or one of another schema.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        Self::read_with_octets(path).map(|(document, _)| document)
    }

    /// Reads a file, and gives its octets as well.
    pub(super) fn read_with_octets(path: &Path) -> Result<(Self, Vec<u8>), ReadError> {
        let octets = read_whole(path, WHAT, LARGEST_FILE)?;
        let mut document: Self = parse_stored(path, WHAT, &octets)?;
        if document.causes.is_empty() {
            document.causes = document.causes_of_findings();
        }
        // Pages link these files and merging copies them: they must be where findings are and nowhere else.
        let is_own = |finding: &&FindingEntry| {
            finding.signature.parse::<Signature>().is_ok_and(|signature| signature.file() == finding.file)
        };
        match document.findings.iter().find(|finding| !is_own(finding)) {
            None => Ok((document, octets)),
            Some(finding) => Err(ReadError::StrangeFinding {
                path: path.to_owned(),
                signature: finding.signature.clone(),
                file: finding.file.clone(),
            }),
        }
    }

    /// The verdict in one sentence.
    pub fn verdict(&self) -> String {
        verdict(self)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Some value has no form in JSON; the message says which.
    pub fn to_text(&self) -> Result<String, String> {
        crate::json::pretty(self).map_err(|error| error.to_string())
    }

    /// How many checks came to this outcome.
    pub fn count(&self, outcome: &str) -> usize {
        self.checks.iter().filter(|check| check.outcome == outcome).count()
    }

    /// Whether every finding that keeps this check's question from being put fails nobody, or is known to the baseline.
    pub fn is_blocked_as_known(&self, check: &CheckDocument) -> bool {
        let is_known = |signature: &String| {
            self.findings.iter().any(|finding| finding.signature == *signature && !finding.fails())
        };
        !check.blocked_by.is_empty() && check.blocked_by.iter().all(is_known)
    }

    /// The exit code that follows from what the report holds; see [`crate::engine::RunResult::exit`].
    pub fn exit_of_checks(&self) -> Exit {
        let has = |outcome: &str| self.checks.iter().any(|check| check.outcome == outcome);
        if self.target.gone.is_some() {
            Exit::TargetUnreachable
        } else if has("fail") || has("error") || self.has_unknown_failure() || !self.denied.is_empty() {
            Exit::DoesNotConform
        } else if ["pass", "known", "fixed"].into_iter().any(has) {
            Exit::Conforms
        } else {
            Exit::Usage
        }
    }

    fn has_unknown_failure(&self) -> bool {
        let blocks = |check: &CheckDocument| check.outcome == "blocked" && !self.is_blocked_as_known(check);
        self.findings.iter().any(FindingEntry::fails) || self.checks.iter().any(blocks)
    }

    /// How many checks came to each outcome, counted anew.
    pub fn count_outcomes(&self) -> BTreeMap<String, usize> {
        Outcome::NAMES.iter().map(|&name| (name.to_owned(), self.count(name))).collect()
    }

    /// The findings, the most serious first.
    pub fn by_priority(&self) -> Vec<&FindingEntry> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, check) in self.checks.iter().enumerate() {
            for signature in check.findings.iter().chain(&check.advice) {
                places.entry(signature).or_insert(place);
            }
        }
        let mut findings: Vec<&FindingEntry> = self.findings.iter().collect();
        findings.sort_by_cached_key(|finding| {
            let place = places.get(finding.signature.as_str()).copied().unwrap_or(usize::MAX);
            (finding.priority(), place)
        });
        findings
    }

    /// The axes of the checks, in order and each once.
    pub fn axes(&self) -> Vec<&crate::finding::AxisNames> {
        let mut axes: Vec<_> = self.checks.iter().map(|check| &check.axes).collect();
        axes.sort();
        axes.dedup();
        axes
    }
}

/// The place of a finding in the order in which findings are to be read.
pub(super) type Place = (bool, Option<Priority>);

impl FindingEntry {
    /// How serious it is; what has a signature of another scheme comes last.
    pub(super) fn priority(&self) -> Place {
        let StabilityDocument { failed, of } = self.stability;
        let signature = self.signature.parse::<Signature>().ok();
        let priority = signature.map(|signature| {
            let known = self.known.is_some();
            Priority::of(&signature, self.severity, known, &self.check, Stability { failed, of })
        });
        (priority.is_none(), priority)
    }

    /// Whether it makes the run fail: it is no advice, and the baseline does not have it.
    pub fn fails(&self) -> bool {
        self.severity == Severity::Failure && self.known.is_none()
    }
}

impl CheckDocument {
    /// Its id with its axes, which together name it.
    pub fn full_name(&self) -> String {
        format!("{} [{}]", self.id, self.axes)
    }

    /// Whether it was judged at all.
    pub fn is_judged(&self) -> bool {
        matches!(self.outcome.as_str(), "pass" | "fail" | "known" | "fixed")
    }

    /// Whether it was not judged although it could have been: the harness could not tell, or the run's time was up.
    pub fn is_unjudged(&self) -> bool {
        let out_of_time = || self.reason.as_deref() == Some(&*SkipReason::OutOfTime.to_string());
        self.outcome == "error" || self.outcome == "skip" && out_of_time()
    }
}

impl ClassDocument {
    /// Whether the class is met, by what is counted: something passed, nothing did anything else, and no rule is violated.
    pub fn counts_as_met(&self) -> bool {
        self.passed > 0 && self.failed + self.blocked + self.unjudged + self.rules.violated == 0
    }
}

impl StabilityDocument {
    /// In words.
    pub fn in_words(self) -> String {
        Stability { failed: self.failed, of: self.of }.to_string()
    }
}
