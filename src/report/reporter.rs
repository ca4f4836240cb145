//! What a report is: something that is told events, and at the end says whether it could be written.

use crate::engine::Event;
use crate::finding::WriteError;
use tokio::sync::mpsc::UnboundedReceiver;

/// A report.
pub trait Reporter {
    /// Takes note of an event.
    fn event(&mut self, event: &Event);

    /// The run is over.
    ///
    /// # Errors
    /// The report could not be written.
    fn finish(&mut self) -> Result<(), WriteError>;
}

/// Tells reports everything until the run is over, and closes each of them, whatever became of the others.
pub async fn tell(mut events: UnboundedReceiver<Event>, reporters: &mut [Box<dyn Reporter>]) -> Vec<WriteError> {
    while let Some(event) = events.recv().await {
        for reporter in reporters.iter_mut() {
            reporter.event(&event);
        }
    }
    reporters.iter_mut().filter_map(|reporter| reporter.finish().err()).collect()
}
