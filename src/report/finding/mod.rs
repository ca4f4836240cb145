//! The file of a finding: everything that is needed to understand it and to replay it.

mod document;
mod message;
mod redaction;

pub use document::{FindingDocument, FindingFileError};
pub use redaction::redact;
