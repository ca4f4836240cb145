//! Why a file cannot be used as a recording.

use std::path::PathBuf;

/// A file or directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is larger than any recording that is read.
    #[error("{} is larger than {limit} octets, the most that is read of a recording", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// Its content is none of the known formats.
    #[error(
        "{} is no recording: it is neither tablestakes' JSON lines, nor HAR 1.2, nor vcrpy YAML, nor JSON of the Azure SDK \
         test proxy, nor a debug log of Azurite", .path.display()
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// It begins like a recording, and breaks its format.
    #[error("{}: {what}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        what: String,
    },
    /// A directory holds no recording.
    #[error("there is no recording in {}", .path.display())]
    Nothing {
        /// The directory.
        path: PathBuf,
    },
}
