//! The files of a case study.

use super::document::BenchDocument;
use super::page::page;
use crate::finding::WriteError;
use crate::report::files::write_file;
use std::path::Path;

/// Writes `report.json` and `index.html` into a directory. One that cannot be written does not keep the other from being.
///
/// # Errors
/// The first that could not be written.
pub fn write_bench(document: &BenchDocument, folder: &Path) -> Result<(), WriteError> {
    let json = write_file(&folder.join("report.json"), document.to_text());
    let page = write_file(&folder.join("index.html"), page(document));
    json.and(page)
}
