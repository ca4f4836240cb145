//! Findings: what identifies them, what they hold, their files, and what makes them fit to be kept and shown.
//!
//! This is what the engine, campaigns, baselines, recordings and reports have in common. It knows neither what made a finding nor
//! what becomes of it.

mod axes;
mod cause;
mod check;
mod confirmed;
mod document;
mod files;
mod impact;
mod kept;
mod message;
mod outcome;
mod picture;
mod printable;
mod priority;
mod redaction;
mod rule;
mod shared;
mod signature;
mod stored;
mod write;

pub use axes::AxisNames;
pub use cause::{Cause, cause_of, causes};
pub use check::CheckResult;
pub use confirmed::{Finding, Origin, Severity, Stability};
pub use document::{FindingDocument, MismatchDocument};
pub(crate) use files::FindingFiles;
pub use impact::Impact;
pub(crate) use message::{BodyDocument, ExchangeDocument, RequestDocument, ResponseDocument, StepDocument};
pub use outcome::{ErrorReason, Outcome, SkipReason};
pub(crate) use printable::escaped;
pub use printable::printable;
pub use priority::Priority;
pub use redaction::redact;
pub use rule::RuleDocument;
pub use shared::{StabilityDocument, TargetDocument, ToolDocument};
pub use signature::{InvalidSignature, Signature};
pub use stored::ReadError;
pub(crate) use stored::{SCHEMA, parse_stored, read_stored, read_whole};
pub use write::WriteError;
pub(crate) use write::write_whole;
