//! Reading a baseline file.

use super::entry::{Entry, Place, Written};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use tablestakes_reference::rules::RuleId;
use toml::Spanned;

/// The number of the file's form.
const SCHEMA: u32 = 1;

/// The known deviations of a target.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    name: Option<String>,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    #[serde(default)]
    entry: Vec<Spanned<Written>>,
}

/// A baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file cannot be read.
    #[error("cannot read the baseline {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not TOML, or has members that a baseline does not have.
    #[error("{} is not a baseline: {source}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<toml::de::Error>,
    },
    /// The file has a form that this version does not know.
    #[error("{} has schema {schema}, and this version reads schema {SCHEMA}", .path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u32,
    },
    /// Some entries cannot be used.
    #[error("{} has unusable entries:\n{}", .path.display(), .problems.join("\n"))]
    Invalid {
        /// The file.
        path: PathBuf,
        /// One line each.
        problems: Vec<String>,
    },
}

impl Baseline {
    /// A baseline that explains nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is malformed, or has an entry that is: one without a reason, with an unknown rule, or with
    /// a glob, signature, range or date that is none.
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| BaselineError::Read { path: path.to_owned(), source })?;
        Self::parse(path, &text)
    }

    /// Reads a text; the path is for messages.
    ///
    /// # Errors
    /// As [`Baseline::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, BaselineError> {
        let malformed = |source| BaselineError::Malformed { path: path.to_owned(), source: Box::new(source) };
        let file: File = toml::from_str(text).map_err(malformed)?;
        if file.schema != SCHEMA {
            return Err(BaselineError::Schema { path: path.to_owned(), schema: file.schema });
        }
        let (mut entries, mut problems) = (Vec::new(), Vec::new());
        for (number, written) in (1..).zip(file.entry) {
            let before = text.get(..written.span().start).unwrap_or_default();
            let place = Place { entry: number, line: before.matches('\n').count() + 1 };
            match written.into_inner().read(place) {
                Ok(entry) => entries.push(entry),
                Err(problem) => problems.push(format!("  {place}: {problem}")),
            }
        }
        if problems.is_empty() {
            Ok(Self { name: Some(path.display().to_string()), entries })
        } else {
            Err(BaselineError::Invalid { path: path.to_owned(), problems })
        }
    }

    /// The file's name, as the user gave it.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What it says of a rule: the reasons of the entries that are about it, each once.
    pub fn reasons(&self, rule: RuleId) -> impl Iterator<Item = &str> {
        let mut reasons: Vec<&str> = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.about() == Some(rule)) {
            if !reasons.contains(&entry.reason.as_str()) {
                reasons.push(&entry.reason);
            }
        }
        reasons.into_iter()
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Baseline, BaselineError> {
        Baseline::parse(Path::new("b.toml"), text)
    }

    #[test]
    fn a_reason_is_mandatory() {
        for reason in ["", "reason = \"\"", "reason = \"  \""] {
            let error = parse(&format!("schema = 1\n[[entry]]\ncheck = \"table.*\"\n{reason}")).unwrap_err();
            assert!(error.to_string().contains("line 2 (entry 1): it has no reason"), "{error}");
        }
    }

    #[test]
    fn every_wrong_entry_is_named() {
        let error = parse(
            "schema = 1\n\
             [[entry]]\ncheck = \"table.[\"\nreason = \"x\"\n\
             [[entry]]\ncheck = \"*\"\nrule = \"table.nope\"\nreason = \"x\"\n\
             [[entry]]\ncheck = \"*\"\nuntil = \"soon\"\nreason = \"x\"\n\
             [[entry]]\ncheck = \"*\"\ntarget = \"new\"\nreason = \"x\"\n\
             [[entry]]\ncheck = \"*\"\nsignature = \"v9\"\nreason = \"x\"\n",
        );
        let text = error.unwrap_err().to_string();
        for number in 1..=5 {
            assert!(text.contains(&format!("(entry {number}): ")), "{text}");
        }
    }

    #[test]
    fn other_schemas_and_unknown_members_are_refused() {
        assert!(matches!(parse("schema = 2"), Err(BaselineError::Schema { schema: 2, .. })));
        assert!(matches!(parse("schema = 1\n[[entry]]\nchek = \"*\""), Err(BaselineError::Malformed { .. })));
    }
}
