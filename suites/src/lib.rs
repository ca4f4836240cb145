//! Checks and generators: histories aimed at what implementers of Azure Storage get wrong.
//!
//! One module per capability. A check says what to send and which rules it tries; what must come back is the
//! reference's to say. Nothing here opens a socket.

pub mod blob;
pub mod check;
mod define;
mod drawing;
mod exceptions;
#[cfg(test)]
mod list;
mod preflights;
pub mod queue;
pub mod skill;
#[cfg(test)]
mod soundness;
mod steps;
pub mod table;

pub use check::{Check, Class, Source, Suite, catalogue};
pub use exceptions::UNCHECKED;
pub use skill::Skill;
