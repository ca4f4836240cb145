//! `tablestakes curl`.

use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use crate::finding::{FindingDocument, ReadError};
use crate::report::curl_script;
use crate::target::Target;
use clap::Args;
use std::path::PathBuf;

/// Write a finding as a shell script for curl.
///
/// The script asks the target on which the finding was made, or the one that is named here; another address can be its argument
/// when it runs. It needs curl and openssl. It signs its requests when it runs, with the key that
/// AZURE_STORAGE_CONNECTION_STRING has for the account, or the storage emulator's. It holds no key and no signature, and shows
/// none. It ends with 3 if a request is not answered, with 1 if a table that it needs cannot be created, else with 0.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The finding's file.
    file: PathBuf,
    /// Whom the script asks: an address or a connection string, of which nothing but address and account is written.
    target: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let finding = FindingDocument::read(&arguments.file)?;
    let Some(axes) = finding.axes.axes() else {
        let (path, axes) = (arguments.file.clone(), finding.axes.to_string());
        return Err(ReadError::UnknownAxes { path, axes }.into());
    };
    let target = match &arguments.target {
        Some(target) => Target::parse(target)?,
        None => finding.target().ok_or_else(|| Failure::NoTarget { path: arguments.file.clone() })?,
    };
    print(&curl_script(&finding, axes, &target));
    Ok(Exit::Conforms)
}
