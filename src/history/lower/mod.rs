//! Writing a step as one exact HTTP request: the harness's own codec, which shares nothing with the oracle's.
//!
//! The default form is that of current official clients. What a step's [`Wire`](tablestakes_reference::history::Wire)
//! says is done to the letter, and what goes on the wire is what is signed.

mod atom;
mod batch;
mod blob;
mod format;
mod json;
mod operation;
mod path;
mod query;
mod queue;
mod request;
mod sas;
mod sign;
mod written;

#[cfg(test)]
mod tests;

pub(crate) use format::format_of;
pub(crate) use operation::Page;
pub use request::written;
pub(crate) use request::{Lowering, authorized, base_path, redacted};
pub(crate) use written::written_out;
