//! Bringing a baseline up to date with a run: a narrow entry for each fault that no narrow entry knows. Everything else in the
//! file stays as it was written, reasons and comments included, unless it is to be pruned.

use super::apply::Applicable;
use super::entry::{Entry, Shown};
use super::file::{Baseline, BaselineError};
use super::pattern::SignaturePattern;
use super::review::{Reviewed, narrow};
use crate::finding::{Cause, CheckResult, Finding, Outcome, Severity, cause_of};
use jiff::Timestamp;
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

/// A finished run, as far as a baseline can be brought up to date with it.
#[derive(Debug, Clone, Copy)]
pub struct Finished<'r> {
    /// Every selected check.
    pub checks: &'r [CheckResult],
    /// Every finding.
    pub findings: &'r [Finding],
    /// What the findings come down to.
    pub causes: &'r [Cause],
    /// What the run shows of the baseline's entries.
    pub reviewed: &'r [Reviewed],
    /// When the run began.
    pub started: Timestamp,
    /// The `Server` header of the target, if it has answered.
    pub server: Option<&'r str>,
}

/// How a baseline is brought up to date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Update {
    /// Whether entries go that are stale, or fixed, and wide ones in whose place narrow ones stand.
    pub prune: bool,
}

/// What became of a baseline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Updated {
    /// Entries added.
    pub added: usize,
    /// Those of them that took the reason of a wide entry.
    pub carried: usize,
    /// Entries dropped.
    pub dropped: usize,
}

/// Brings the file up to date.
///
/// # Errors
/// The file is there but is not a baseline, or cannot be written. It is replaced as a whole or not at all.
pub fn update(path: &Path, finished: &Finished<'_>, how: Update) -> Result<Updated, UpdateError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => HEAD.to_owned(),
        Err(source) => return Err(BaselineError::Read { path: path.to_owned(), source }.into()),
    };
    let (text, updated) = updated(path, &text, finished, how)?;
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| UpdateError::Write { path: path.to_owned(), source })?;
    Ok(updated)
}

/// The text of the file as a run leaves it.
///
/// # Errors
/// The text is not a baseline.
pub fn updated(
    path: &Path,
    text: &str,
    finished: &Finished<'_>,
    how: Update,
) -> Result<(String, Updated), UpdateError> {
    let baseline = Baseline::parse(path, text)?;
    let mut document: DocumentMut =
        text.parse().map_err(|source| UpdateError::Malformed { path: path.to_owned(), source: Box::new(source) })?;
    let item = document.entry("entry").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(entries) = item.as_array_of_tables_mut() else {
        return Ok((text.to_owned(), Updated::default()));
    };
    let mut new: Vec<New<'_>> = Vec::new();
    let applicable = baseline.applicable(finished.started, finished.server);
    for entry in finished.findings.iter().filter_map(|finding| new_entry(&applicable, finished, finding)) {
        let is_there = |held: &New<'_>| {
            let axes = |new: &New<'_>| new.limits().map(|wide| wide.axes.clone());
            held.check == entry.check && held.signature == entry.signature && axes(held) == axes(&entry)
        };
        if !new.iter().any(is_there) {
            new.push(entry);
        }
    }
    new.sort_by(|one, other| one.signature.as_str().cmp(other.signature.as_str()));
    let mut dropped = 0;
    if how.prune {
        for (place, entry) in baseline.entries().iter().enumerate().rev() {
            if is_spent(entry, finished) {
                entries.remove(place);
                dropped += 1;
            }
        }
    }
    for entry in &new {
        entries.push(entry.table());
    }
    let carried = new.iter().filter(|entry| entry.from.is_some()).count();
    Ok((document.to_string(), Updated { added: new.len(), carried, dropped }))
}

/// A narrow entry that is to be added.
struct New<'b> {
    check: String,
    signature: SignaturePattern,
    /// The wide entry that explains the finding until now, or is about its rule.
    from: Option<&'b Entry>,
    /// Whether that one explains it.
    covered: bool,
}

/// The entry that a finding needs: one that fails nobody needs none, nor does one that narrow entries explain wherever it shows.
fn new_entry<'b>(applicable: &Applicable<'b>, finished: &Finished<'_>, finding: &Finding) -> Option<New<'b>> {
    if finding.severity != Severity::Failure {
        return None;
    }
    let cause = cause_of(finished.causes, &finding.signature);
    let (signature, explained, axes) = (&finding.signature, finding.explained, &finding.axes);
    let shown = |check| Shown { check, signature, cause, explained, axes };
    let shows = finished.checks.iter().filter(|check| check.axes == finding.axes && check.shows(&finding.signature));
    let mut covering = shows
        .map(|check| check.check.id)
        .chain([finding.origin.check.as_str()])
        .map(|check| applicable.entry(&shown(check)));
    let wide = covering.find(|entry| entry.is_none_or(|entry| !entry.is_narrow()))?;
    let origin = shown(&finding.origin.check);
    let signature = narrow(&origin)?;
    let rules = [cause, finding.signature.rule()];
    let about = || {
        let is_about =
            |entry: &&&Entry| !entry.is_narrow() && entry.about().is_some_and(|rule| rules.contains(&Some(rule)));
        applicable.entries().iter().find(is_about).copied()
    };
    let service = finding.origin.check.split('.').next().unwrap_or("*");
    Some(New { check: format!("{service}.*"), signature, from: wide.or_else(about), covered: wide.is_some() })
}

impl New<'_> {
    /// What it takes over from a wide entry, beside its reason: axes, versions of the target, the last day.
    fn limits(&self) -> Option<&Entry> {
        self.from.filter(|_| self.covered)
    }

    fn table(&self) -> Table {
        let statement = self.signature.rule().map_or("", |rule| rule.rule().statement);
        let mut table = Table::new();
        table.decor_mut().set_prefix("\n");
        table["check"] = value(self.check.as_str());
        table["signature"] = value(self.signature.as_str());
        if let Some(wide) = self.limits() {
            let axes = [
                ("version", &wide.axes.version),
                ("format", &wide.axes.format),
                ("auth", &wide.axes.auth),
                ("address", &wide.axes.address),
            ];
            for (name, axis) in axes {
                if let Some(axis) = axis {
                    table["axes"][name] = value(axis.as_str());
                }
            }
            if let Some(target) = &wide.target {
                table["target"] = value(target.to_string());
            }
        }
        table["reason"] = match self.from {
            Some(wide) => value(wide.reason.as_str()),
            None => value(format!("not reviewed yet; it goes against: {statement}")),
        };
        if let Some(issue) = self.from.and_then(|wide| wide.issue.as_ref()) {
            table["issue"] = value(issue.as_str());
        }
        if let Some(until) = self.limits().and_then(|wide| wide.until) {
            table["until"] = value(until.to_string());
        }
        if let Some(axes) = table.get_mut("axes").and_then(Item::as_inline_table_mut) {
            axes.fmt();
        }
        table
    }
}

/// Whether an entry may go: it is stale; it names one check, which is fixed with every combination of axes that it ran with; or
/// it is wide, and narrow ones now say what it explained.
fn is_spent(entry: &Entry, finished: &Finished<'_>) -> bool {
    let mut ran = finished.checks.iter().filter(|held| held.check.id == entry.check()).peekable();
    let fixed = ran.peek().is_some() && ran.all(|held| matches!(held.outcome, Outcome::Fixed(_)));
    let replaced = |held: &Reviewed| !entry.is_narrow() && held.all_selected && !held.explained.is_empty();
    let review = finished.reviewed.iter().find(|held| held.place == entry.place);
    fixed || review.is_some_and(|held| held.stale || replaced(held))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{Fake, advising, binding, run_checks};

    const OLD: &str = "# Ours.\nschema = 1\n\n# Fixed in the meantime.\n[[entry]]\ncheck = \"table.keys.short\"\n\
                       reason = \"we knew\"\n\n# Stays.\n[[entry]]\ncheck = \"table.batch.*\" # a pattern\nreason = 'why not'\n";
    const PRUNE: Update = Update { prune: true };

    fn trouble() -> Fake {
        Fake { trouble: vec![("trouble", binding())], ..Fake::default() }
    }

    async fn brought_up_to_date(text: &str, how: Update) -> (String, Updated) {
        let path = Path::new("b.toml");
        let result = run_checks(trouble(), &Baseline::parse(path, text).unwrap()).await;
        updated(path, text, &result.finished(), how).unwrap()
    }

    #[tokio::test]
    async fn new_failures_come_in_and_everything_else_stays() {
        let (text, told) = brought_up_to_date(OLD, Update::default()).await;
        assert_eq!(told, Updated { added: 1, carried: 0, dropped: 0 });
        assert!(text.starts_with(OLD), "{text}");
        assert!(
            text.contains("check = \"table.*\"\nsignature = \"v1:table.etag.stale-replace:status:query-entities:*\""),
            "{text}"
        );
        let again = Baseline::parse(Path::new("b.toml"), &text).unwrap();
        assert_eq!(run_checks(trouble(), &again).await.count("fail"), 0);
        let (same, told) = brought_up_to_date(&text, Update::default()).await;
        assert_eq!((same, told), (text, Updated::default()));
    }

    #[tokio::test]
    async fn fixed_entries_go_when_asked() {
        let (text, told) = brought_up_to_date(OLD, PRUNE).await;
        assert_eq!(told, Updated { added: 1, carried: 0, dropped: 1 });
        assert!(text.starts_with("# Ours.\nschema = 1\n"), "{text}");
        assert!(
            text.contains("# Stays.\n[[entry]]\ncheck = \"table.batch.*\" # a pattern\nreason = 'why not'\n"),
            "{text}"
        );
        assert!(!text.contains("we knew"), "{text}");
    }

    #[tokio::test]
    async fn a_narrow_entry_takes_over_what_the_wide_one_says() {
        let wide = "schema = 1\n[[entry]]\ncheck = \"table.*\"\nrule = \"table.etag.stale-replace\"\n\
                    axes = { format = \"json-minimal\" }\nreason = \"tags are not compared\"\nissue = \"https://x\"\n\
                    until = \"9999-01-31\"\n";
        let (text, told) = brought_up_to_date(wide, Update::default()).await;
        assert_eq!(told, Updated { added: 1, carried: 1, dropped: 0 });
        let narrow = "\n[[entry]]\ncheck = \"table.*\"\nsignature = \"v1:table.etag.stale-replace:status:query-entities:*\"\n\
                      axes = { format = \"json-minimal\" }\nreason = \"tags are not compared\"\nissue = \"https://x\"\n\
                      until = \"9999-01-31\"\n";
        assert_eq!(text, format!("{wide}{narrow}"));
        assert_eq!(brought_up_to_date(&text, Update::default()).await.1, Updated::default());
    }

    #[tokio::test]
    async fn a_new_fault_takes_no_reason_of_a_narrow_entry() {
        let other = "schema = 1\n[[entry]]\ncheck = \"table.*\"\nsignature = \"v1:table.etag.stale-replace:etag:*\"\n\
                     reason = \"another fault\"\n";
        let (text, told) = brought_up_to_date(other, Update::default()).await;
        assert_eq!(told.carried, 0);
        assert!(text.contains("reason = \"not reviewed yet; it goes against: "), "{text}");
    }

    #[tokio::test]
    async fn advice_needs_no_entry() {
        let path = Path::new("b.toml");
        let fake = Fake { trouble: vec![("trouble", advising())], ..Fake::default() };
        let result = run_checks(fake, &Baseline::none()).await;
        assert_eq!(updated(path, HEAD, &result.finished(), Update::default()).unwrap().1, Updated::default());
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.toml");
        let result = run_checks(trouble(), &Baseline::none()).await;
        assert_eq!(update(&path, &result.finished(), Update::default()).unwrap().added, 1);
        assert_eq!(Baseline::read(&path).unwrap().entries().len(), 1);
    }
}
