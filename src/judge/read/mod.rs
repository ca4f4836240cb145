//! Readers of answers: octets in, plain data out. The harness's own; they share nothing with the oracle's codecs.
//!
//! Whatever a target sends is read in linear time and bounded depth, or refused with a reason.

pub(crate) mod atom;
pub(crate) mod document;
pub(crate) mod entity;
pub(crate) mod error;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod markup;
pub(crate) mod multipart;
pub(crate) mod value;
