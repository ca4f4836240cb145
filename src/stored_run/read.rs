//! Reading the file: what was asked for, and where in it the answers to each history stand.

use super::form::{Line, Name, Order, Replay, SCHEMA};
use crate::history::Lateness;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use tablestakes_reference::ServiceName;

/// A longer line is of no run.
const LONGEST_LINE: u64 = 256 << 20;

/// A stored run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoredRunError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is something else.
    #[error("{} is not a stored run: line {line}: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Where things stand in a file.
pub(super) struct Index {
    pub(super) order: Order,
    pub(super) server: Option<String>,
    pub(super) by_host: BTreeSet<ServiceName>,
    pub(super) secondary: BTreeSet<ServiceName>,
    pub(super) lateness: Lateness,
    /// Where the replays of each history begin, in the order in which they were made.
    pub(super) replays: HashMap<Name, Vec<u64>>,
}

/// An open file of a stored run.
pub(super) struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    line: usize,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, StoredRunError> {
        let file = File::open(path).map_err(|source| StoredRunError::Read { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), reader: BufReader::new(file), line: 0 })
    }

    /// Reads everything once. A last line that was not finished, as a killed run leaves it, is left out.
    pub(super) fn index(&mut self) -> Result<Index, StoredRunError> {
        let order = match self.next()? {
            Some(Line::Run { schema: SCHEMA, order, .. }) => *order,
            Some(Line::Run { schema, .. }) => {
                return Err(self.wrong(format!("it has schema {schema}, and this version reads schema {SCHEMA}")));
            }
            _ => return Err(self.wrong("it does not say what was asked for".to_owned())),
        };
        let mut index = Index {
            order,
            server: None,
            by_host: BTreeSet::new(),
            secondary: BTreeSet::new(),
            lateness: Lateness::default(),
            replays: HashMap::new(),
        };
        loop {
            let at = self.reader.stream_position().map_err(|source| self.unreadable(source))?;
            match self.next()? {
                None => return Ok(index),
                Some(Line::Run { .. }) => return Err(self.wrong("a second run begins".to_owned())),
                Some(Line::Alive { server }) => index.server = index.server.or(server),
                Some(Line::ByHost { answers, service }) => index.by_host.extend(answers.then_some(service)),
                Some(Line::Secondary { answers, service }) => index.secondary.extend(answers.then_some(service)),
                Some(Line::Lateness(lateness)) => index.lateness = lateness,
                Some(Line::Replay(Replay { name, .. })) => index.replays.entry(name).or_default().push(at),
            }
        }
    }

    /// The replay that begins here.
    pub(super) fn replay_at(&mut self, at: u64) -> Result<Replay, StoredRunError> {
        self.reader.seek(SeekFrom::Start(at)).map_err(|source| self.unreadable(source))?;
        match self.next()? {
            Some(Line::Replay(replay)) => Ok(replay),
            _ => Err(self.wrong("the file was changed while it was read".to_owned())),
        }
    }

    fn next(&mut self) -> Result<Option<Line>, StoredRunError> {
        let mut text = Vec::new();
        let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut text);
        read.map_err(|source| self.unreadable(source))?;
        self.line += 1;
        match text.last() {
            Some(b'\n') => serde_json::from_slice(&text).map(Some).map_err(|error| self.wrong(printable_error(&error))),
            _ if text.len() as u64 == LONGEST_LINE => Err(self.wrong("it is too long".to_owned())),
            _ => Ok(None),
        }
    }

    fn unreadable(&self, source: std::io::Error) -> StoredRunError {
        StoredRunError::Read { path: self.path.clone(), source }
    }

    fn wrong(&self, reason: String) -> StoredRunError {
        StoredRunError::Malformed { path: self.path.clone(), line: self.line, reason }
    }
}

fn printable_error(error: &serde_json::Error) -> String {
    crate::finding::printable(&error.to_string())
}
