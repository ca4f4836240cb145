//! A file for each finding, written as soon as the finding is made.

use super::reporter::Reporter;
use crate::engine::Event;
use crate::finding::{FindingFiles, WriteError};
use std::path::Path;

/// Writes findings into the report's directory.
#[derive(Debug)]
pub struct FindingStore {
    files: FindingFiles,
    failed: Option<WriteError>,
}

impl FindingStore {
    /// A store in this directory.
    pub fn new(folder: &Path) -> Self {
        Self { files: FindingFiles::new(folder), failed: None }
    }
}

impl Reporter for FindingStore {
    fn event(&mut self, event: &Event) {
        let done = match event {
            Event::RunStarted(_) => self.files.forget(),
            Event::FindingMade(finding) => self.files.store(finding),
            Event::FindingRetold { was, finding } => self.files.remove(was).and_then(|()| self.files.store(finding)),
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.failed.get_or_insert(error);
        }
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
