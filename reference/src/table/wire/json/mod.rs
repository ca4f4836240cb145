//! JSON bodies: what is read from requests, and how values are written in answers.

mod annotations;
mod document;
mod entry;
mod limits;
mod names;
mod read;
mod refused;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub use entry::{Origin, Selection};
pub use limits::{check_entity, check_key, entity_size};
pub use read::{EntityDocument, EntityRead, read_entity, read_table_name};
pub use write::{write_property, write_string};
