//! The files of a report: `report.json`, and all that is made of it and of the findings beside it.

use super::badge;
use super::capability_picture::picture;
use super::certificate::CertificateDocument;
use super::document::ReportDocument;
use super::html::page;
use super::junit::junit;
use super::markdown::markdown;
use super::reporter::Reporter;
use super::sarif::sarif;
use crate::engine::Event;
use crate::finding::{FindingFiles, WriteError, write_whole};
use std::path::{Path, PathBuf};

/// Writes the files when the run is over.
#[derive(Debug)]
pub struct ReportFiles {
    folder: PathBuf,
    document: Option<ReportDocument>,
}

impl ReportFiles {
    /// The files of this directory. The findings must be in it before the run is over.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), document: None }
    }
}

impl Reporter for ReportFiles {
    fn event(&mut self, event: &Event) {
        if let Event::RunFinished(result) = event {
            self.document = Some(ReportDocument::from(&**result));
        }
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        self.document.as_ref().map_or(Ok(()), |document| write_report(document, &self.folder))
    }
}

/// Writes a file as a whole or not at all, if its text could be made.
///
/// # Errors
/// The file could not be written, or its text not be made.
pub fn write_file(path: &Path, text: Result<String, String>) -> Result<(), WriteError> {
    let text = text.map_err(|reason| WriteError::Format { path: path.to_owned(), reason })?;
    write_whole(path, text.as_bytes())
}

/// Copies the files of a report's findings, each from the directory that stands in its place among the sources, and the
/// pictures beside them. Findings of an earlier run in the directory are removed.
///
/// # Errors
/// One could not be copied.
pub fn take_findings(document: &ReportDocument, sources: &[&Path], folder: &Path) -> Result<(), WriteError> {
    FindingFiles::new(folder).forget()?;
    for (finding, source) in document.findings.iter().zip(sources) {
        for file in [PathBuf::from(&finding.file), Path::new(&finding.file).with_extension("svg")] {
            let (from, to) = (source.join(&file), folder.join(&file));
            match std::fs::read(&from) {
                Ok(octets) => write_whole(&to, &octets)?,
                // The report stands without it; the page says that the file is not there.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(WriteError::Read { path: from, source }),
            }
        }
    }
    Ok(())
}

/// Writes every file of a report into the directory that holds its findings. One that cannot be written keeps none of the
/// others from being.
///
/// # Errors
/// The first that could not be written.
pub fn write_report(document: &ReportDocument, folder: &Path) -> Result<(), WriteError> {
    let report = document.to_text();
    let certificate = report
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|text| CertificateDocument::of(document, text.as_bytes()).to_text());
    [
        ("report.json", report),
        ("certificate.json", certificate),
        ("junit.xml", junit(document)),
        ("report.sarif", sarif(document)),
        ("report.md", Ok(markdown(document, folder))),
        ("badge.json", badge::conformance(document)),
        ("badge-gate.json", badge::gate(document)),
        ("capabilities.svg", Ok(picture(document))),
        ("report.html", page(document, folder)),
    ]
    .map(|(name, text)| write_file(&folder.join(name), text))
    .into_iter()
    .collect()
}
