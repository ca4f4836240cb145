//! Reading recordings. Each format has a reader of its own; which one is asked is decided by what a file holds, not by
//! what it is called.

mod azurite;
mod files;
mod format;
mod har;
mod message;
mod native;
mod origin;
mod proxy;
#[cfg(test)]
mod tests;
mod vcr;
mod yaml;

pub use files::{Found, find};

use super::error::RecordingError;
use super::session::Session;
use format::Format;
use std::path::Path;

/// The most octets that are read of one file.
pub const LARGEST: u64 = 256 << 20;

/// Reads the session that a file holds.
///
/// # Errors
/// It cannot be read, or is no recording.
pub fn read(path: &Path) -> Result<Session, RecordingError> {
    let text = text(path)?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    parse(&text, &name).map_err(|what| match what {
        Some(what) => RecordingError::Malformed { path: path.to_owned(), what },
        None => RecordingError::UnknownFormat { path: path.to_owned() },
    })
}

/// Reads the session that a text holds; `name` is for a session that does not name itself.
///
/// # Errors
/// What is wrong with it; none if it is no recording at all.
pub fn parse(text: &str, name: &str) -> Result<Session, Option<String>> {
    let format = Format::of(text).ok_or(None)?;
    import(format, text, name.to_owned()).map_err(Some)
}

fn import(format: Format, text: &str, name: String) -> Result<Session, String> {
    match format {
        Format::Native => native::read(text, name),
        Format::Har => har::read(text, name),
        Format::Proxy => proxy::read(text, name),
        Format::Azurite => azurite::read(text, name),
        Format::Vcr => vcr::read(text, name),
    }
}

fn text(path: &Path) -> Result<String, RecordingError> {
    let failed = |source| RecordingError::Read { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(RecordingError::TooLarge { path: path.to_owned(), limit: LARGEST });
    }
    let octets = std::fs::read(path).map_err(failed)?;
    let text = String::from_utf8(octets).map_err(|_| RecordingError::UnknownFormat { path: path.to_owned() })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
