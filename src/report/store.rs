//! A file for each finding, written as soon as the finding is made.

use super::finding::FindingDocument;
use super::picture::picture;
use super::reporter::{ReportError, Reporter};
use crate::engine::{Event, Finding};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes findings into the report's directory.
#[derive(Debug)]
pub struct FindingStore {
    folder: PathBuf,
    failed: Option<ReportError>,
}

impl FindingStore {
    /// A store in this directory.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), failed: None }
    }

    fn store(&self, finding: &Finding) -> Result<(), ReportError> {
        let path = self.folder.join(finding.signature.file());
        let text = FindingDocument::from(finding)
            .to_text()
            .map_err(|reason| ReportError::Format { path: path.clone(), reason })?;
        write_whole(&path, text.as_bytes())?;
        match picture(finding) {
            Some(svg) => write_whole(&path.with_extension("svg"), svg.as_bytes()),
            None => Ok(()),
        }
    }
}

impl Reporter for FindingStore {
    fn event(&mut self, event: &Event) {
        let done = match event {
            Event::RunStarted(_) => forget_findings(&self.folder),
            Event::FindingMade(finding) => self.store(finding),
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.failed.get_or_insert(error);
        }
    }

    fn finish(&mut self) -> Result<(), ReportError> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// Removes the findings of an earlier run from a report's directory, so that it holds those of one run alone.
pub(super) fn forget_findings(folder: &Path) -> Result<(), ReportError> {
    let Ok(entries) = std::fs::read_dir(folder.join("findings")) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_ours = path.file_name().and_then(|name| name.to_str()).is_some_and(is_finding);
        if is_ours {
            std::fs::remove_file(&path).map_err(|source| ReportError::Write { path: path.clone(), source })?;
        }
    }
    Ok(())
}

/// Whether a file has a name that [`Signature::file`](crate::engine::Signature::file) gives, or the picture beside it.
fn is_finding(name: &str) -> bool {
    let hash = name.strip_suffix(".json").or_else(|| name.strip_suffix(".svg"));
    hash.is_some_and(|hash| hash.len() == 12 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Writes a file as a whole or not at all, and the directories above it.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> Result<(), ReportError> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut file = file.tempfile_in(folder)?;
        file.write_all(content)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|source| ReportError::Write { path: path.to_owned(), source })
}
