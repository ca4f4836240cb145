//! The subcommands, and how each is run to its exit code.

use super::failure::Failure;
use super::{
    bench, certify, clean, compare, completions, curl, explain, fuzz, list, merge, output, record, rejudge, replay,
    serve, stress, verify,
};
use crate::exit::Exit;
use clap::{Parser, Subcommand};

/// Does an endpoint that claims to speak the Azure Storage protocol really do so?
///
/// `tablestakes certify` with nothing else tests the reference that is built in, so that you see what a run looks like.
///
/// Exit codes: 0 conforms, 1 does not conform, 2 wrong usage or nothing was checked, 3 the target could not be reached or
/// went away.
#[derive(Debug, Parser)]
#[command(name = "tablestakes", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Certify(Box<certify::Arguments>),
    Fuzz(Box<fuzz::Arguments>),
    Replay(replay::Arguments),
    Compare(compare::Arguments),
    Merge(merge::Arguments),
    Verify(verify::Arguments),
    Rejudge(rejudge::Arguments),
    Record(record::Arguments),
    Curl(curl::Arguments),
    Stress(stress::Arguments),
    Bench(Box<bench::Arguments>),
    Serve(serve::Arguments),
    List(list::Arguments),
    Explain(explain::Arguments),
    Clean(clean::Arguments),
    Completions(completions::Arguments),
}

/// Runs a command. What goes wrong is told on standard error.
pub fn run(cli: Cli) -> Exit {
    let exit = match cli.command {
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Rejudge(arguments) => rejudge::run(&arguments),
        Command::Record(arguments) => record::run(arguments),
        Command::Curl(arguments) => curl::run(&arguments),
        Command::Stress(arguments) => stress::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Clean(arguments) => clean::run(arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    };
    exit.unwrap_or_else(|failure: Failure| {
        output::complain(&failure);
        failure.exit()
    })
}

/// A runtime for what waits for the network.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Runtime)
}
