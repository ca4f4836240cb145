//! Sends exactly the given bytes and reads whatever comes, within limits. No redirect, no normalisation, and no retry but of what
//! a target says it was too busy to do, where that is asked for.
//!
//! What hyper can say byte for byte goes over kept connections; everything else over a socket of its own, read with
//! httparse. What a history has befall a request is made here as well.

mod busy;
mod client;
mod failure;
mod faulty;
mod limits;
mod pace;
mod pooled;
mod rate;
mod raw;
mod silence;
mod stream;
mod throttling;

#[cfg(test)]
mod tests;

pub use busy::Busy;
pub use client::Transport;
pub use failure::TransportFailure;
pub use limits::Limits;
pub(crate) use pooled::text as header_text;
pub use rate::Rate;
pub use silence::Silence;
pub(crate) use throttling::{Asking, USUAL};
pub use throttling::{Throttled, Throttling};
