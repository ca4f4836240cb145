//! Is this answer allowed? Compares what a target answered with what the oracle answers and with what it allows.
//!
//! Nothing here sends. Answers come in as bytes, are read by readers of the harness's own (never the oracle's
//! codecs), and compared by meaning: transport, well-formedness, granted or refused, status, error code, then what the
//! answer carries. What a server may choose is a [`Freedom`].
//!
//! Some differences are **incidental**: a header, an annotation or a spelling that no later step rests on. They count
//! only in a history that tries one of their rules, or another rule whose breach explains them. Otherwise a target that leaves out one header everywhere would
//! fail every check for it, and nothing else would be found.

mod blame;
mod blob;
mod compare;
mod difference;
mod exchange;
mod form;
mod freedom;
mod memory;
mod question;
pub(crate) mod queue;
mod read;
mod reading;
mod verdict;

#[cfg(test)]
mod tests;

pub use blob::BlobReading;
pub use freedom::Freedom;
pub use queue::{QueueMessage, QueueReading};
pub use reading::{Entity, Reading};
pub use verdict::{Mismatch, MismatchKind, Undecided, Verdict};

pub(crate) use blame::{Evidence, IMPLEMENTED, blame};
pub(crate) use blob::{listed, next_marker};
pub(crate) use compare::{Outcome, Side, has_token};
pub(crate) use difference::{Difference, FAILING_PART, says_not_implemented};
pub(crate) use exchange::{Actual, Expected, ScanEnd, kept_by_target_alone, one, scan};
pub(crate) use form::{by_form, is_of_odd_requests};
pub(crate) use memory::{Facts, Memory};
pub(crate) use question::Question;
pub(crate) use read::document::{Document, parts};
pub(crate) use read::entity::{Property, Row};
pub(crate) use read::error::ErrorBody;
pub(crate) use read::json::Json;
pub(crate) use read::value::date_time;
pub(crate) use reading::{properties, tag_within};
