//! A tap: stands in front of a target, passes requests and answers on as they are, and tells of each exchange.
//!
//! What HTTP leaves to each connection (framing, keeping it open) is each side's own. Nothing is retried, redirected or
//! normalised, and nothing here judges.

mod passing;
mod server;

pub use passing::{Passed, Upstream};
pub use server::{Order, serve};
