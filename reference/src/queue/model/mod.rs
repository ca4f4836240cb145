//! The state of the queue service: queues and their messages. Pure: time and ids are handed in, nothing is read or written.
//!
//! A message's receipt is the instant at which it becomes visible, and how that was set: see [`Receipt`].

mod adopt;
mod listing;
mod message;
mod messages;
mod overlap;
mod queue;
mod refuse;
mod state;

pub use adopt::{Adopted, AdoptedMessage};
pub use listing::QueuePage;
pub use message::{Message, Receipt};
pub use messages::Claim;
pub use queue::Queue;
pub use refuse::{message_not_found, queue_not_found};
pub use state::Model;
