//! The file of a finding: everything that is needed to understand it and to replay it.

mod document;
mod kept;
mod message;
mod redaction;

pub use document::{FindingDocument, MismatchDocument};
pub(crate) use message::StepDocument;
pub(super) use message::{BodyDocument, ExchangeDocument, RequestDocument, ResponseDocument};
pub use redaction::redact;
