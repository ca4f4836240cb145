//! Where a campaign keeps what it has: findings, corpus and summary, each file written as a whole or not at all.

use super::corpus::Entry;
use super::seeds::{EntryDocument, entry_of};
use super::summary::CampaignDocument;
use crate::finding::{AxisNames, Finding, FindingDocument, FindingFiles, WriteError, write_whole};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A campaign's directory: `findings/`, `corpus/`, `summary.json`.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
    corpus: PathBuf,
    summary: PathBuf,
}

/// Something of an earlier campaign cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{} is not of a campaign: {reason}", .path.display())]
pub struct ShelfError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl Shelf {
    /// A campaign's directory, and where its corpus is kept if not within.
    ///
    /// Workers with numbers of their own may share it: each has its own summary.
    pub fn new(folder: &Path, corpus: Option<&Path>, worker: u32) -> Self {
        let summary = if worker == 0 { "summary.json".to_owned() } else { format!("summary-{worker}.json") };
        let corpus = corpus.map_or_else(|| folder.join("corpus"), Path::to_owned);
        Self { folder: folder.to_owned(), corpus, summary: folder.join(summary) }
    }

    /// Every finding that is there.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn findings(&self) -> Result<Vec<FindingDocument>, ShelfError> {
        let read = |path: PathBuf| {
            FindingDocument::read(&path).map_err(|error| ShelfError { path, reason: error.to_string() })
        };
        json_files(&self.folder.join("findings"))?.into_iter().map(read).collect()
    }

    /// Every history of the corpus.
    pub(super) fn corpus(&self) -> Result<Vec<Entry>, ShelfError> {
        let read = |path: PathBuf| entry_of(&path).map_err(|error| ShelfError { path, reason: error.to_string() });
        json_files(&self.corpus)?.into_iter().map(read).collect()
    }

    /// Findings and histories that others, who share the directory, put there. `is_known` is asked for the names of files,
    /// without their ending. What cannot be read is left out: it is not ours.
    pub(super) fn news(&self, is_known: impl Fn(&str) -> bool) -> (Vec<FindingDocument>, Vec<Entry>) {
        let new = |folder: &Path| {
            let mut files = json_files(folder).unwrap_or_default();
            files.retain(|path| path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|stem| !is_known(stem)));
            files
        };
        let findings =
            new(&self.folder.join("findings")).into_iter().filter_map(|path| FindingDocument::read(&path).ok());
        let entries = new(&self.corpus).into_iter().filter_map(|path| entry_of(&path).ok());
        (findings.collect(), entries.collect())
    }

    /// The names of all files that are there, without their ending.
    pub(super) fn names(&self) -> HashSet<String> {
        let files =
            [self.folder.join("findings"), self.corpus.clone()].map(|folder| json_files(&folder).unwrap_or_default());
        files.iter().flatten().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
    }

    /// The summary of the campaign that was here, if there was one.
    pub fn summary(&self) -> Result<Option<CampaignDocument>, ShelfError> {
        let path = self.summary.clone();
        let Ok(text) = std::fs::read(&path) else { return Ok(None) };
        serde_json::from_slice(&text).map(Some).map_err(|error| ShelfError { path, reason: error.to_string() })
    }

    /// Keeps a finding that is not confirmed yet; false if somebody else, who shares the directory, did before.
    pub(super) fn claim_finding(&self, finding: &Finding) -> Result<bool, WriteError> {
        FindingFiles::new(&self.folder).claim(finding)
    }

    pub(super) fn keep_finding(&self, finding: &Finding) -> Result<(), WriteError> {
        FindingFiles::new(&self.folder).store(finding)
    }

    pub(super) fn keep_entry(&self, entry: &Entry) -> Result<(), WriteError> {
        let document = EntryDocument { schema: 1, axes: AxisNames::from(entry.axes), history: entry.history.clone() };
        let path = self.corpus.join(format!("{}.json", entry.name()));
        let text = crate::json::line(&document)
            .map_err(|error| WriteError::Format { path: path.clone(), reason: error.to_string() })?;
        write_whole(&path, &text)
    }

    pub(super) fn keep_summary(&self, document: &CampaignDocument) -> Result<(), WriteError> {
        let path = self.summary.clone();
        let text = crate::json::pretty(document)
            .map_err(|error| WriteError::Format { path: path.clone(), reason: error.to_string() })?;
        write_whole(&path, text.as_bytes())
    }
}

/// The JSON files of a directory in the order of their names; none if it is not there.
fn json_files(folder: &Path) -> Result<Vec<PathBuf>, ShelfError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(ShelfError { path: folder.to_owned(), reason: error.to_string() }),
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect();
    files.sort();
    Ok(files)
}
