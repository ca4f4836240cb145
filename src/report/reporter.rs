//! What a report is: something that is told events, and at the end says whether it could be written.

use crate::engine::Event;
use std::path::PathBuf;
use tokio::sync::mpsc::UnboundedReceiver;

/// A report.
pub trait Reporter {
    /// Takes note of an event.
    fn event(&mut self, event: &Event);

    /// The run is over.
    ///
    /// # Errors
    /// The report could not be written.
    fn finish(&mut self) -> Result<(), ReportError>;
}

/// A report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of a finding could not be taken along.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The report's content has no form in the file's format.
    #[error("cannot write {}: {reason}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Tells reports everything until the run is over, and closes each of them, whatever became of the others.
pub async fn tell(mut events: UnboundedReceiver<Event>, reporters: &mut [Box<dyn Reporter>]) -> Vec<ReportError> {
    while let Some(event) = events.recv().await {
        for reporter in reporters.iter_mut() {
            reporter.event(&event);
        }
    }
    reporters.iter_mut().filter_map(|reporter| reporter.finish().err()).collect()
}
