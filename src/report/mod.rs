//! Reports: the terminal, a progress bar, and files for people and machines.
//!
//! Each subscribes to the engine's events. They are told what happened and decide nothing. The files of a report are made of
//! its document and of the files of its findings, so that they can be made again, and of several runs.

mod annotations;
mod badge;
mod bench;
mod by_cause;
mod capability;
mod capability_picture;
mod cause;
mod certificate;
mod compare;
mod document;
mod files;
mod from_result;
mod html;
mod junit;
mod markdown;
mod merge;
mod progress;
mod reporter;
mod request_text;
mod rule_book;
mod sarif;
mod schema;
mod script;
mod source;
mod store;
mod terminal;
#[cfg(test)]
mod tests;
mod whole;
mod words;

pub use annotations::annotations;
pub use bench::{
    BenchDocument, BenchRun, BenchSettingsDocument, BenchTargetDocument, ParametersDocument, PointDocument,
    PublishedDocument, RequestsDocument, StepResultDocument, WorkloadDocument, point_line, table as bench_table,
    write_bench,
};
pub use cause::CauseDocument;
pub use certificate::{CertificateDocument, CertifiedClass, CertifiedReport, CertifiedTarget};
pub use compare::{Change, ClassChange, Comparison, RunName};
pub use document::{
    BaselineEntryDocument, CheckDocument, ClassDocument, EnvironmentDocument, FindingEntry, OperationDocument,
    ReportDocument, RuleCountsDocument, RunDocument, SkillDocument,
};
pub use files::{ReportFiles, take_findings, write_file, write_report};
pub use html::{TargetReport, targets_page};
pub use merge::{MergeError, merged, runs};
pub use progress::Progress;
pub use reporter::{Reporter, tell};
pub use rule_book::rule_book;
pub use schema::schemas;
pub use script::curl_script;
pub use store::FindingStore;
pub use terminal::summary;
