//! Reports of the case study: `report.json`, a page with plots, and a table for the terminal.
//!
//! They are made of what was measured, and decide nothing. The page is one file that loads nothing and runs nothing.

mod document;
mod figures;
mod from_outcome;
mod page;
mod plot;
mod published;
mod scale;
mod terminal;

pub use document::{
    BenchDocument, BenchSettingsDocument, BenchTargetDocument, ParametersDocument, PointDocument, PublishedDocument,
    RequestsDocument, StepResultDocument, WorkloadDocument,
};
pub use from_outcome::BenchRun;
pub use terminal::{point_line, table};

use super::files::write_file;
use crate::finding::WriteError;
use std::path::Path;

/// Writes `report.json` and `index.html` into a directory. One that cannot be written does not keep the other from being.
///
/// # Errors
/// The first that could not be written.
pub fn write_bench(document: &BenchDocument, folder: &Path) -> Result<(), WriteError> {
    let json = write_file(&folder.join("report.json"), document.to_text());
    let page = write_file(&folder.join("index.html"), page::page(document));
    json.and(page)
}
