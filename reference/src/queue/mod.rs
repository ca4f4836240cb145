//! The queue service: what can be asked, what is held, what is answered.

mod access;
mod ask;
pub mod model;
mod operation;
mod outcome;
mod properties;
mod sas;
mod service;
mod shared_rules;
pub mod wire;

pub use ask::Ask;
pub use operation::{Listing, Metadata, Operation};
pub use outcome::Outcome;
pub use service::{LARGEST_BODY, QueueService};
pub use shared_rules::QUERY;
