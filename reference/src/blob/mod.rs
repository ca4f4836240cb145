//! The blob service: what can be asked, what is held, what is answered.

mod access;
mod model;
mod operation;
mod outcome;
mod perform;
mod properties;
mod refuse;
mod sas;
mod service;
mod shared_rules;
mod wire;

pub use service::{BlobService, Features, LARGEST_BODY, Settings};
