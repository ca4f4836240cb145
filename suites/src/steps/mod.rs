//! The words that the checks of every service are written in: how a step is written on the wire, requests written out, and
//! shared access signatures.

mod raw;
mod sas;
mod writing;

pub(crate) use raw::{RawExt, bare_request, post_json, raw};
pub(crate) use sas::SasExt;
pub(crate) use writing::StepExt;
