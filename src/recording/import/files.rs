//! Which files are recordings.

use super::format::Format;
use super::{RecordingError, text};
use std::path::{Path, PathBuf};

/// The ends of names that recordings in a directory have.
const ENDINGS: [&str; 6] = ["jsonl", "har", "yaml", "yml", "json", "log"];
/// Directories nested deeper than this are not entered.
const DEEPEST: usize = 32;

/// What a list of files and directories holds.
#[derive(Debug, Default)]
pub struct Found {
    /// The recordings, sorted by path within each directory.
    pub recordings: Vec<PathBuf>,
    /// Files that are none.
    pub others: Vec<PathBuf>,
}

/// Finds the recordings among files and directories. Directories are searched as a whole; what in them cannot be a
/// recording by its name is passed over.
///
/// # Errors
/// One of them cannot be read.
pub fn find(paths: &[PathBuf]) -> Result<Found, RecordingError> {
    let mut found = Found::default();
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            collect(path, 0, &mut files)?;
            files.sort();
        } else {
            files.push(path.clone());
        }
        for file in files {
            let held = if begins_like_one(&file)? { &mut found.recordings } else { &mut found.others };
            held.push(file);
        }
    }
    Ok(found)
}

fn begins_like_one(file: &Path) -> Result<bool, RecordingError> {
    match text(file) {
        Ok(text) => Ok(Format::of(&text).is_some()),
        Err(RecordingError::UnknownFormat { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), RecordingError> {
    let failed = |source| RecordingError::Read { path: folder.to_owned(), source };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            if depth < DEEPEST {
                collect(&path, depth + 1, files)?;
            }
        } else if path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending)) {
            files.push(path);
        }
    }
    Ok(())
}
