//! Sends exactly the given bytes and reads whatever comes, within limits. No retry, no redirect, no normalisation.
//!
//! What hyper can say byte for byte goes over kept connections; everything else over a socket of its own, read with
//! httparse. What a history has befall a request is made here as well.

mod client;
mod failure;
mod faulty;
mod limits;
mod pooled;
mod rate;
mod raw;
mod silence;
mod stream;

#[cfg(test)]
mod tests;

pub use client::Transport;
pub use failure::TransportFailure;
pub use limits::Limits;
pub(crate) use pooled::text as header_text;
pub use rate::Rate;
pub use silence::Silence;
