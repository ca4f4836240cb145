//! The checks of the queue service: one module per suite, and the words that they are written in.

mod concurrency;
mod list;
mod smoke;
mod steps;

pub use list::checks;
