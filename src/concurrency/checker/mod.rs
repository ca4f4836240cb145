//! Linearizability: is there an order of all requests that explains every answer?
//!
//! A timeline is linearizable if every request can be given one instant between its beginning and its end such that
//! the requests, done one after the other at those instants, give the answers that were seen:
//!
//! ```text
//! client 0   ├─ replace r, v=1 ─────●──────────┤
//! client 1        ├─ get r: v=0 ─●─┤  ├─●─ get r: v=1 ┤
//! ```
//!
//! The search is Wing and Gong's with Lowe's memory of what has been tried: take any request that no other had to
//! precede, do it, and go on; come back where the answers do not fit. Three things keep it short. What changes nothing and
//! fits is taken at once, for it can only ever fit where it fits now. A write is not tried while somebody has yet to see
//! the version that it ends. And writes are tried in the order of the ETags that they gave, if those tell an order.
//!
//! A request without an answer may take effect at any later time, or never.

mod search;
mod spec;

#[cfg(test)]
mod second_opinion;
#[cfg(test)]
mod tests;

pub(super) use search::is_linearizable;
pub use search::{Budget, Checked, Witness, check};
