//! The table service: what can be asked, what is held, what is answered.

mod access;
mod batch;
mod deletion;
mod disturbed;
pub(crate) mod emulator;
mod exchange;
pub mod filter;
mod front_end;
pub mod model;
mod operation;
mod outcome;
mod preflight;
mod row;
mod sas;
mod secondary;
mod service;
mod shared_rules;
mod throttled;
mod value;
mod verdict;
pub mod wire;

pub use operation::{
    EntityBody, MergeMethod, Metadata, Operation, Prefer, Property, PropertyValue, Query, Token, WriteMode,
};
pub use row::Row;
pub use service::{LARGEST_BODY, TableService};
pub use shared_rules::QUERY;
#[cfg(test)]
pub(crate) use shared_rules::{AUTH, CORS};
pub use value::{Guid, Key, Value, utf16_cmp};
