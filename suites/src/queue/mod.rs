//! The checks of the queue service: one module per suite, and the words that they are written in.

mod concurrency;
mod everything;
mod list;
mod listing;
mod metadata;
mod names;
mod queues;
mod smoke;
mod steps;

pub use list::checks;
