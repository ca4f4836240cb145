//! The blob service: what can be asked, what is held, what is answered.

mod access;
mod ask;
mod batching;
mod disturbed;
pub mod model;
pub mod operation;
pub mod outcome;
pub mod perform;
mod properties;
mod refuse;
mod sas;
mod service;
mod shared_rules;
mod wire;

pub use ask::{Ask, Operation};
pub use service::{BlobService, Features, LARGEST_BODY};
