//! The words that the checks of every service are written in: how a step is written on the wire, requests written out, and
//! shared access signatures.

mod altering;
mod preflight;
mod properties;
mod raw;
mod sas;
mod writing;

pub(crate) use altering::{
    ANYWHERE, NOTHING, asked_by, forged, full, later, sender_altered, times_altered, unrecognised, unrecognised_sas,
};
pub(crate) use preflight::{A, B, preflight_of, short_rule};
pub(crate) use properties::{cors_rule, cross_origin, logging, metrics, retention, sections};
pub(crate) use raw::{RawExt, bare_request, post_json, raw};
pub(crate) use sas::SasExt;
pub(crate) use writing::StepExt;
