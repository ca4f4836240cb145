//! Playing exchanges with the blob service: the same as for tables, on a reference of its own.

mod bindings;
mod completed;
mod content;
mod features;
mod place;
mod player;
mod request;
mod stage;
mod teaching;
#[cfg(test)]
mod tests;
mod traits;
mod world;

pub(super) use player::BlobPlayer;
