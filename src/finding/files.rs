//! A file for each finding, in the directory of a report or of a campaign.

use super::confirmed::Finding;
use super::document::FindingDocument;
use super::picture::picture;
use super::signature::Signature;
use super::write::{WriteError, create_lasting, write_lasting, write_whole};
use std::path::{Path, PathBuf};

/// The files of findings below a directory.
#[derive(Debug)]
pub(crate) struct FindingFiles {
    folder: PathBuf,
}

impl FindingFiles {
    /// Those of this directory.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Writes one finding, unless there is one with its signature; says whether it did.
    pub(crate) fn claim(&self, finding: &Finding) -> Result<bool, WriteError> {
        let (path, text) = self.file(finding)?;
        create_lasting(&path, text.as_bytes())
    }

    /// Writes one finding.
    pub(crate) fn store(&self, finding: &Finding) -> Result<(), WriteError> {
        let (path, text) = self.file(finding)?;
        write_lasting(&path, text.as_bytes())?;
        match picture(finding) {
            Some(svg) => write_whole(&path.with_extension("svg"), svg.as_bytes()),
            None => Ok(()),
        }
    }

    /// Removes the files of the finding with this signature, if there are any.
    pub(crate) fn remove(&self, signature: &Signature) -> Result<(), WriteError> {
        let file = self.folder.join(signature.file());
        for path in [file.with_extension("svg"), file] {
            match std::fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(WriteError::Write { path, source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The file of a finding, and what stands in it.
    fn file(&self, finding: &Finding) -> Result<(PathBuf, String), WriteError> {
        let path = self.folder.join(finding.signature.file());
        match FindingDocument::from(finding).to_text() {
            Ok(text) => Ok((path, text)),
            Err(reason) => Err(WriteError::Format { path, reason }),
        }
    }

    /// Removes the findings of an earlier run, so that the directory holds those of one run alone.
    pub(crate) fn forget(&self) -> Result<(), WriteError> {
        let Ok(entries) = std::fs::read_dir(self.folder.join("findings")) else { return Ok(()) };
        for path in entries.flatten().map(|entry| entry.path()) {
            let is_ours = path.file_name().and_then(|name| name.to_str()).is_some_and(is_finding);
            if is_ours {
                std::fs::remove_file(&path).map_err(|source| WriteError::Write { path: path.clone(), source })?;
            }
        }
        Ok(())
    }
}

/// Whether a file has a name that [`Signature::file`](super::Signature::file) gives, or the picture beside it.
fn is_finding(name: &str) -> bool {
    let hash = name.strip_suffix(".json").or_else(|| name.strip_suffix(".svg"));
    hash.is_some_and(|hash| hash.len() == 12 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}
