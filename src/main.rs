//! The command line.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    tablestakes::cli::run(tablestakes::cli::Cli::parse()).into()
}
