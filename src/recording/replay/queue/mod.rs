//! Playing exchanges with the queue service. What is known of queues and messages is kept beside the reference; what the
//! service chose (ids, receipts) is bound; what the recorder dropped is taken from the answer where the answer proves it.

mod bindings;
mod completed;
mod place;
mod player;
mod stage;
mod teaching;
#[cfg(test)]
mod tests;
mod world;

pub(super) use player::QueuePlayer;
