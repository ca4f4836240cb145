//! `tablestakes curl`.

use super::failure::Failure;
use super::output::print;
use crate::exit::Exit;
use crate::report::{FindingDocument, ReadError, curl_script};
use clap::Args;
use std::path::PathBuf;

/// Write a finding as a shell script for curl.
///
/// The script needs curl and openssl. It signs its requests when it runs, with the key of AZURE_STORAGE_CONNECTION_STRING or
/// the storage emulator's, and holds no key and no signature itself.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The finding's file.
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let finding = FindingDocument::read(&arguments.file)?;
    let Some(axes) = finding.axes.axes() else {
        let (path, axes) = (arguments.file.clone(), finding.axes.to_string());
        return Err(ReadError::UnknownAxes { path, axes }.into());
    };
    print(&curl_script(&finding, axes));
    Ok(Exit::Conforms)
}
