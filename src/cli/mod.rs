//! The command line: arguments, wiring and exit codes; one file for each subcommand.
//!
//! The doc comments of the arguments are the manual. Nothing here judges a target.

mod arguments;
mod axes;
mod bench;
mod bench_plan;
mod causes;
mod certify;
mod clean;
mod compare;
mod completions;
mod confirming;
mod curl;
mod deny;
mod duration;
mod embedded;
mod explain;
mod failure;
mod fuzz;
mod interrupt;
mod list;
mod merge;
mod output;
mod plan;
mod profile;
mod record;
mod recordings;
mod rejudge;
mod replay;
mod restarting;
mod running;
mod serve;
mod stress;
mod target;
mod verify;

pub use arguments::{Cli, run};
pub use failure::Failure;
