//! Reading stored forms: files that this tool wrote, or that somebody says it did.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// The number of the stored forms that this version reads and writes.
pub(crate) const SCHEMA: u32 = 1;

/// A stored file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is larger than any of its kind.
    #[error("{} is not a {what}: it has more than {largest} bytes", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What it should be.
        what: &'static str,
        /// The most bytes that are read.
        largest: u64,
    },
    /// The file is something else.
    #[error("{} is not a {what}: {source}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What it should be.
        what: &'static str,
        /// Why.
        source: serde_json::Error,
    },
    /// A finding of a report is not in the file that its signature names.
    #[error("{} is not a report: its finding `{signature}` is said to be in `{file}`", .path.display())]
    StrangeFinding {
        /// The report.
        path: PathBuf,
        /// The finding's signature.
        signature: String,
        /// Its file.
        file: String,
    },
    /// A finding was made on axes that this version does not know.
    #[error("{} was found on axes that this version does not know: {axes}", .path.display())]
    UnknownAxes {
        /// The file.
        path: PathBuf,
        /// Their names.
        axes: String,
    },
    /// The file has a form that this version does not know.
    #[error("{} has schema {schema}, and this version reads schema {SCHEMA}", .path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u32,
    },
}

/// Reads a file of a stored form.
///
/// # Errors
/// The file cannot be read, is too large, something else, or of another schema.
pub(crate) fn read_stored<T: DeserializeOwned>(path: &Path, what: &'static str, largest: u64) -> Result<T, ReadError> {
    parse_stored(path, what, &read_whole(path, what, largest)?)
}

/// Reads a stored form from the octets of a file; the number of the form is looked at first.
///
/// # Errors
/// They are something else, or of another schema.
pub(crate) fn parse_stored<T: DeserializeOwned>(
    path: &Path,
    what: &'static str,
    octets: &[u8],
) -> Result<T, ReadError> {
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    let malformed = |source| ReadError::Malformed { path: path.to_owned(), what, source };
    let Versioned { schema } = serde_json::from_slice(octets).map_err(malformed)?;
    if schema != SCHEMA {
        return Err(ReadError::Schema { path: path.to_owned(), schema });
    }
    serde_json::from_slice(octets).map_err(malformed)
}

/// The octets of a file that is not larger than this.
pub(crate) fn read_whole(path: &Path, what: &'static str, largest: u64) -> Result<Vec<u8>, ReadError> {
    let read = |source| ReadError::Read { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(read)?.len() > largest {
        return Err(ReadError::TooLarge { path: path.to_owned(), what, largest });
    }
    std::fs::read(path).map_err(read)
}
