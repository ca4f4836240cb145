//! The wire of the table service as the reference speaks it. Never used by the harness, which has codecs of its own: a
//! mistake shared by both sides would cancel out.

pub mod address;
pub mod atom;
pub mod command;
pub mod error;
pub mod front_end;
pub mod json;
pub mod lexical;
pub mod negotiation;
pub mod questions;
pub mod reply;
pub mod table_name;
pub mod token;
pub mod understood;
pub mod written;

pub use crate::percent;
