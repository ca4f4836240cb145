//! The harness of tablestakes: replays histories on a target and on the oracle, judges every answer, shrinks what
//! differs and reports it.

mod at_length;
pub mod baseline;
pub mod bench;
pub mod cargo_tests;
pub mod cli;
pub mod concurrency;
pub mod engine;
pub mod exit;
pub mod finding;
pub mod fuzz;
mod guarded;
pub mod history;
mod json;
pub mod judge;
mod live;
mod nearest;
pub mod recording;
pub mod report;
pub mod secrets;
pub mod stored_run;
pub mod tap;
pub mod target;
mod xml;

pub use live::Live;
