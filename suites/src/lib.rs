//! Checks and generators: histories aimed at what implementers of Azure Storage get wrong.
//!
//! One module per capability. A check says what to send and which rules it tries; what must come back is the
//! reference's to say. Nothing here opens a socket.

pub mod check;
mod define;
#[cfg(test)]
mod list;
pub mod queue;
pub mod skill;
#[cfg(test)]
mod soundness;
mod steps;
pub mod table;

pub use check::{Check, Class, Source, Suite, catalogue};
pub use skill::Skill;
