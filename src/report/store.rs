//! A file for each finding, written as soon as the finding is made.

use super::finding::FindingDocument;
use super::picture::picture;
use super::reporter::{ReportError, Reporter};
use crate::engine::{Event, Finding};
use std::fs::File;
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

    /// Writes one finding, unless there is one with its signature; says whether it did.
    pub(crate) fn claim(&self, finding: &Finding) -> Result<bool, ReportError> {
        let path = self.folder.join(finding.signature.file());
        let text = FindingDocument::from(finding)
            .to_text()
            .map_err(|reason| ReportError::Format { path: path.clone(), reason })?;
        create_lasting(&path, text.as_bytes())
    }

    /// Writes one finding.
    pub(crate) fn store(&self, finding: &Finding) -> Result<(), ReportError> {
        let path = self.folder.join(finding.signature.file());
        let text = FindingDocument::from(finding)
            .to_text()
            .map_err(|reason| ReportError::Format { path: path.clone(), reason })?;
        write_lasting(&path, text.as_bytes())?;
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
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), ReportError> {
    write(path, content, |_| Ok(()), Target::Replaced).map(drop)
}

/// The same, and the file is there when the machine stops in the next moment.
fn write_lasting(path: &Path, content: &[u8]) -> Result<(), ReportError> {
    write(path, content, File::sync_all, Target::Replaced).map(drop)
}

/// The same, unless there is such a file; says whether it was written.
fn create_lasting(path: &Path, content: &[u8]) -> Result<bool, ReportError> {
    write(path, content, File::sync_all, Target::Created)
}

/// What becomes of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Replaced,
    Created,
}

fn write(
    path: &Path,
    content: &[u8],
    sync: fn(&File) -> std::io::Result<()>,
    target: Target,
) -> Result<bool, ReportError> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut file = file.tempfile_in(folder)?;
        file.write_all(content)?;
        sync(file.as_file())?;
        match target {
            Target::Replaced => drop(file.persist(path).map_err(|error| error.error)?),
            Target::Created => match file.persist_noclobber(path) {
                Ok(_) => {}
                Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(false),
                Err(error) => return Err(error.error),
            },
        }
        // That the file has its name is written in its directory.
        #[cfg(unix)]
        sync(&File::open(folder)?)?;
        Ok(true)
    };
    write().map_err(|source| ReportError::Write { path: path.to_owned(), source })
}
