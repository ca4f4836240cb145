//! The checks of the table service: one module per suite, the generators, and the words that both are written in.

mod acl;
mod atom;
mod auth;
mod batch;
mod concurrency;
mod continuation;
mod continuation_forms;
mod cors;
mod define;
mod encoding;
mod errors;
mod etag;
mod exceptions;
mod expanded;
mod faults;
mod generate;
mod headers;
mod json_metadata;
mod keys;
mod limits;
mod limits_everywhere;
mod list;
mod names;
mod projection;
mod projection_forms;
mod properties;
mod query;
mod restart;
mod sas;
mod secondary;
mod skills;
mod smoke;
#[cfg(test)]
mod soundness;
mod steps;
mod table_lifecycle;
mod tables;
mod types;
mod upsert_merge;
mod versions;

pub use concurrency::stress;
pub use exceptions::UNCHECKED;
pub use generate::{Alphabet, alphabet};
pub use list::checks;
pub(crate) use skills::forms;
pub use skills::one_row;
