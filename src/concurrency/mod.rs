//! Concurrent histories: what several clients asked of one partition and were told, and whether one order explains it.
//!
//! What was seen is a [`Timeline`]. The [anomalies](anomaly) that have a name are looked for first, each in one pass
//! over it; what is left goes to the [checker](checker), which searches for an order. Nothing here says what a write
//! does: that is the reference's to say.

mod aftermath;
pub mod anomaly;
mod blob;
mod busy;
pub mod checker;
mod client;
mod proof;
mod queue;
mod reading;
mod replay;
mod stage;
#[cfg(test)]
pub(crate) mod testing;
mod timeline;
mod verdict;

pub use replay::replay;
pub use timeline::{Answer, Asked, Cover, Entry, Properties, Put, Seen, Sight, Span, Timeline};
