//! The checks of the queue service: one module per suite, and the words that they are written in.

mod acl;
mod auth;
mod concurrency;
mod cors;
mod encoding;
mod errors;
mod everything;
mod expiry;
mod generate;
mod headers;
mod limits;
mod list;
mod listing;
mod messages;
mod metadata;
mod names;
mod patterns;
mod queues;
mod receipts;
mod sas;
mod secondary;
mod service_properties;
mod skills;
mod smoke;
mod steps;
mod versions;
mod visibility;

pub use list::checks;
pub(crate) use skills::forms;
