//! Makes a history smaller while it keeps a property, such as failing with one signature.
//!
//! Works on the structure: steps, operations of transactions, tables, wire options, query options, properties, keys,
//! values. The order of attempts depends on the history alone, so the same history shrinks in the same way.

mod places;
mod reduce;
mod references;
mod removal;
mod search;
mod simpler;

#[cfg(test)]
mod tests;

pub(crate) use references::{rewrite, symbols, texts};
pub(crate) use removal::without_steps;
pub use search::{ShrinkBudget, Shrunk, shrink};
