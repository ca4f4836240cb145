//! Text forms of the EDM types: as the service writes them, and what it reads. No rules are decided here.

pub mod binary;
pub mod double;

pub use crate::lexical::{datetime, guid};
