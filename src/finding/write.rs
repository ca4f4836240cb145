//! Writing files as a whole or not at all.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A file could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file could not be read that was to be taken along.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The content has no form in the file's format.
    #[error("cannot write {}: {reason}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Writes a file as a whole or not at all, and the directories above it.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), WriteError> {
    write(path, content, |_| Ok(()), Target::Replaced).map(drop)
}

/// The same, and the file is there when the machine stops in the next moment.
pub(super) fn write_lasting(path: &Path, content: &[u8]) -> Result<(), WriteError> {
    write(path, content, File::sync_all, Target::Replaced).map(drop)
}

/// The same, unless there is such a file; says whether it was written.
pub(super) fn create_lasting(path: &Path, content: &[u8]) -> Result<bool, WriteError> {
    write(path, content, File::sync_all, Target::Created)
}

/// What becomes of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Replaced,
    Created,
}

fn write(
    path: &Path,
    content: &[u8],
    sync: fn(&File) -> std::io::Result<()>,
    target: Target,
) -> Result<bool, WriteError> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new();
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut file = file.tempfile_in(folder)?;
        file.write_all(content)?;
        sync(file.as_file())?;
        match target {
            Target::Replaced => drop(file.persist(path).map_err(|error| error.error)?),
            Target::Created => match file.persist_noclobber(path) {
                Ok(_) => {}
                Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(false),
                Err(error) => return Err(error.error),
            },
        }
        // That the file has its name is written in its directory.
        #[cfg(unix)]
        sync(&File::open(folder)?)?;
        Ok(true)
    };
    write().map_err(|source| WriteError::Write { path: path.to_owned(), source })
}
