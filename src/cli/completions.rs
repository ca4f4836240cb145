//! `tablestakes completions`.

use super::arguments::Cli;
use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print the completions for a shell.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "tablestakes", &mut script);
    print(&String::from_utf8_lossy(&script));
    Ok(Exit::Conforms)
}
