//! Reports of the case study: `report.json`, a page with plots, and a table for the terminal.
//!
//! They are made of what was measured, and decide nothing. The page is one file that loads nothing and runs nothing.

mod document;
mod figures;
mod files;
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
pub use files::write_bench;
pub use from_outcome::BenchRun;
pub use terminal::{point_line, table};
