//! Reports: the terminal, a progress bar, `report.json`, `junit.xml` and a file for each finding.
//!
//! Each subscribes to the engine's events. They are told what happened and decide nothing.

mod document;
mod finding;
mod json;
mod junit;
mod picture;
mod progress;
mod reporter;
mod request_text;
mod rule_book;
mod schema;
mod store;
mod terminal;
#[cfg(test)]
mod tests;

pub use document::{
    CheckDocument, ClassDocument, FindingEntry, ReportDocument, StabilityDocument, TargetDocument, ToolDocument,
};
pub use finding::{FindingDocument, FindingFileError, redact};
pub use json::JsonReport;
pub use junit::JunitReport;
pub use progress::Progress;
pub use reporter::{ReportError, Reporter, tell};
pub use request_text::printable;
pub use rule_book::rule_book;
pub use schema::schemas;
pub use store::FindingStore;
pub use terminal::summary;
