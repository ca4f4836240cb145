//! How the oracle takes over what the target said of a container, a blob or a queue. It is asked the same, and what it says
//! otherwise is changed: so what the target is known to say wrongly is not taken for its state.
//!
//! Whatever is not told is left as it is, or the whole cannot be taken over. Nothing is guessed.

mod blob;
mod blob_facts;
mod blob_state;
mod lease;
mod metadata;
mod queue;
mod queue_state;

pub(super) use blob_facts::Aspects;
pub(super) use queue::queue_of;
