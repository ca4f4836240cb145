//! Bringing a baseline up to date with a run: new failures are added, fixed entries dropped. Everything else in the file
//! stays as it was written, reasons and comments included.

use super::file::{Baseline, BaselineError};
use crate::engine::{Finding, Outcome, RunResult, Severity};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

const HEAD: &str =
    "# Known deviations. Each entry needs a reason; `tablestakes certify --baseline` reads this file.\nschema = 1\n";

/// A baseline cannot be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// The file is not a usable baseline.
    #[error(transparent)]
    Unusable(#[from] BaselineError),
    /// The file is not TOML.
    #[error("{} is not TOML: {source}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<toml_edit::TomlError>,
    },
    /// The file cannot be written.
    #[error("cannot write the baseline {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Brings the file up to date. Says how many entries were added and how many dropped.
///
/// # Errors
/// The file is there but is not a baseline, or cannot be written. It is replaced as a whole or not at all.
pub fn update(path: &Path, result: &RunResult) -> Result<(usize, usize), UpdateError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => HEAD.to_owned(),
        Err(source) => return Err(BaselineError::Read { path: path.to_owned(), source }.into()),
    };
    let (text, added, dropped) = updated(path, &text, result)?;
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| UpdateError::Write { path: path.to_owned(), source })?;
    Ok((added, dropped))
}

fn updated(path: &Path, text: &str, result: &RunResult) -> Result<(String, usize, usize), UpdateError> {
    let baseline = Baseline::parse(path, text)?;
    let mut document: DocumentMut =
        text.parse().map_err(|source| UpdateError::Malformed { path: path.to_owned(), source: Box::new(source) })?;
    let item = document.entry("entry").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(entries) = item.as_array_of_tables_mut() else {
        return Ok((text.to_owned(), 0, 0));
    };

    // An entry is fixed if it names one check, and that check says so with every combination of axes it ran with.
    let fixed = |check: &str| {
        let mut ran = result.checks.iter().filter(|result| result.check.id == check).peekable();
        ran.peek().is_some() && ran.all(|result| matches!(result.outcome, Outcome::Fixed(_)))
    };
    let gone: Vec<usize> = baseline
        .entries()
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.names_one_check() && fixed(entry.check()))
        .map(|(place, _)| place)
        .collect();
    for &place in gone.iter().rev() {
        entries.remove(place);
    }

    let new: Vec<(&str, &Finding)> = result
        .checks
        .iter()
        .filter(|check| check.outcome == Outcome::Fail)
        .flat_map(|check| check.findings.iter().map(move |finding| (check, finding)))
        .filter(|(_, (_, severity))| *severity == Severity::Failure)
        .filter_map(|(check, (signature, _))| Some((check, result.finding(signature)?)))
        .filter(|(check, finding)| {
            let server = result.target.server.as_deref();
            let holds = baseline.applicable(result.started, server);
            holds.explain(check.check.id, &finding.signature, &check.axes).is_none()
        })
        .map(|(check, finding)| (check.check.id, finding))
        .chain(skills(result))
        .collect();
    for (check, finding) in &new {
        entries.push(entry(check, finding));
    }
    Ok((document.to_string(), new.len(), gone.len()))
}

/// What shows that the target lacks skills, where the baseline does not know it yet.
fn skills(result: &RunResult) -> impl Iterator<Item = (&'static str, &Finding)> {
    let found =
        result.skills.lacking.iter().filter_map(|lack| Some((lack.skill.id(), result.finding(lack.by.as_ref()?)?)));
    found.filter(|(_, finding)| finding.known.is_none() && finding.severity == Severity::Failure)
}

fn entry(check: &str, finding: &Finding) -> Table {
    let statement = finding.signature.rule().map_or("", |rule| rule.rule().statement);
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    table["check"] = value(check);
    table["signature"] = value(finding.signature.as_str());
    table["reason"] = value(format!("not reviewed yet; it goes against: {statement}"));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{Fake, binding, run_checks};

    const OLD: &str = "# Ours.\nschema = 1\n\n# Fixed in the meantime.\n[[entry]]\ncheck = \"table.keys.short\"\n\
                       reason = \"we knew\"\n\n# Stays.\n[[entry]]\ncheck = \"table.batch.*\" # a pattern\nreason = 'why not'\n";

    #[tokio::test]
    async fn new_failures_come_in_and_fixed_entries_go() {
        let path = Path::new("b.toml");
        let baseline = Baseline::parse(path, OLD).unwrap();
        let fake = Fake { trouble: vec![("trouble", binding())], ..Fake::default() };
        let result = run_checks(fake, &baseline).await;
        let (text, added, dropped) = updated(path, OLD, &result).unwrap();
        assert_eq!((added, dropped), (1, 1));
        assert!(text.starts_with("# Ours.\nschema = 1\n"), "{text}");
        assert!(
            text.contains("# Stays.\n[[entry]]\ncheck = \"table.batch.*\" # a pattern\nreason = 'why not'\n"),
            "{text}"
        );
        assert!(!text.contains("we knew"), "{text}");
        assert!(text.contains("check = \"table.keys.long\"\nsignature = \"v1:"), "{text}");
        let again = Baseline::parse(path, &text).unwrap();
        let fake = Fake { trouble: vec![("trouble", binding())], ..Fake::default() };
        assert_eq!(run_checks(fake, &again).await.count("fail"), 0);
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.toml");
        let fake = Fake { trouble: vec![("trouble", binding())], ..Fake::default() };
        let result = run_checks(fake, &Baseline::none()).await;
        assert_eq!(update(&path, &result).unwrap(), (1, 0));
        assert_eq!(Baseline::read(&path).unwrap().entries().len(), 1);
    }
}
