//! Where the first histories come from: the suites' scripted checks, their generators, and files of the user.

use super::corpus::Entry;
use crate::engine::draw;
use crate::finding::{AxisNames, FindingDocument};
use crate::target::Axes;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::{Call, Content, History};
use tablestakes_suites::{Check, Source, catalogue};

/// A longer history, as JSON, is no seed: it would be carried through every mutation.
const LARGEST: usize = 32 << 10;
/// Nor is one whose requests carry more octets: the target would do little else.
const LARGEST_BODIES: usize = 256 << 10;
/// A history that waits for longer, in seconds, is no seed: the target would be asked little else.
const LONGEST_WAIT: u32 = 2;
/// Histories drawn from each generator at the beginning.
const DRAWN: u32 = 8;
/// A larger file is not read.
const LARGEST_FILE: u64 = 64 << 20;

/// Where histories come from.
#[derive(Debug, Clone)]
pub struct Seeds {
    service: ServiceName,
    first: Vec<History>,
    generators: Vec<Check>,
    own: Vec<Entry>,
}

/// A history on file, beside the findings' files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EntryDocument {
    /// The number of this form: 1.
    pub schema: u32,
    /// The axes.
    pub axes: AxisNames,
    /// What to send.
    pub history: History,
}

/// The user's seeds cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is no finding and no history.
    #[error("{} is no finding and no history: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There is nothing in the directory.
    #[error("there is no finding and no history in {}", .path.display())]
    Empty {
        /// The directory.
        path: PathBuf,
    },
}

/// Whether a check makes seeds for a campaign against this service: what belongs to the account is left alone.
fn is_fit(check: &Check, service: ServiceName) -> bool {
    check.service() == service && !check.suite.changes_the_account()
}

impl Seeds {
    /// The suites' generators for a service, and their scripted checks if these are wanted too. What changes the account is left
    /// out.
    pub fn new(service: ServiceName, scripted_too: bool) -> Self {
        let mut seeds = Self { service, first: Vec::new(), generators: Vec::new(), own: Vec::new() };
        for check in catalogue().into_iter().filter(|check| is_fit(check, service)) {
            match check.source {
                Source::Generated(_) | Source::Crowd { .. } => seeds.generators.push(check),
                Source::Scripted(history) => seeds.first.extend(scripted_too.then(history).filter(is_seed)),
            }
        }
        seeds.generators.retain(|check| draw(check, 0, 0).is_ok_and(|history| is_seed(&history)));
        seeds
    }

    /// The same, and the findings and histories of a directory.
    ///
    /// # Errors
    /// It cannot be read, holds something else, or nothing.
    pub fn with_files(mut self, folder: &Path) -> Result<Self, SeedError> {
        let read = |source| SeedError::Read { path: folder.to_owned(), source };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(read)? {
            let path = entry.map_err(read)?.path();
            let is_json = path.extension().is_some_and(|extension| extension == "json");
            let is_report = path.file_name().is_some_and(|name| name == "report.json" || name == "summary.json");
            if is_json && !is_report {
                files.push(path);
            }
        }
        files.sort();
        for path in files {
            self.own.push(entry_of(&path)?);
        }
        if self.own.is_empty() { Err(SeedError::Empty { path: folder.to_owned() }) } else { Ok(self) }
    }

    /// The histories that a campaign begins with, each as it is.
    pub(super) fn first(&self, seed: u64, axes: &[Axes]) -> Vec<Entry> {
        let drawn =
            self.generators.iter().flat_map(|check| (0..DRAWN).filter_map(move |case| draw(check, seed, case).ok()));
        let histories: Vec<History> = self.first.iter().cloned().chain(drawn).collect();
        let is_own = |entry: &&Entry| entry.history.service == self.service && is_seed(&entry.history);
        let own = self.own.iter().filter(is_own).cloned();
        let on = |axes: &Axes| {
            let axes = *axes;
            histories.iter().map(move |history| Entry { axes, history: history.clone() })
        };
        own.chain(axes.iter().flat_map(on)).collect()
    }

    /// A fresh history of the generator with this number, counted round and round.
    pub(super) fn draw(&self, seed: u64, generator: usize, number: u64) -> Option<History> {
        let check = self.generators.get(generator % self.generators.len().max(1))?;
        let case = u32::try_from(number % u64::from(u32::MAX - DRAWN)).unwrap_or(0) + DRAWN;
        draw(check, seed, case).ok()
    }
}

/// Whether a history can be changed step by step. Restarts are not tried by chance, nor is what may not be at the secondary
/// location yet.
fn is_seed(history: &History) -> bool {
    let restarts = || history.all_steps().any(|step| matches!(step.call, Call::Restart));
    let waited = || history.all_steps().map(|step| if let Call::Wait { seconds } = step.call { seconds } else { 0 });
    let carried = || history.all_steps().map(|step| body(&step.call).map_or(0, Content::length));
    !history.is_judged_whole()
        && carried().fold(0, usize::saturating_add) <= LARGEST_BODIES
        && !history.asks_secondary()
        && !restarts()
        && waited().sum::<u32>() <= LONGEST_WAIT
        && serde_json::to_vec(history).is_ok_and(|text| text.len() <= LARGEST)
}

/// The body of a step that says what it carries.
fn body(call: &Call) -> Option<&Content> {
    match call {
        Call::Blob { ask } => Some(&ask.body),
        Call::Raw { request } => Some(&request.body),
        _ => None,
    }
}

/// The history of a finding's file, of a corpus, or one that stands for itself.
pub(super) fn entry_of(path: &Path) -> Result<Entry, SeedError> {
    let malformed = |reason: String| SeedError::Malformed { path: path.to_owned(), reason };
    let read = |source| SeedError::Read { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(read)?.len() > LARGEST_FILE {
        return Err(malformed("it is too large".to_owned()));
    }
    let text = std::fs::read(path).map_err(read)?;
    parse(&text).map_err(malformed)
}

/// The same of a text; none if it is neither.
pub(super) fn entry_from(text: &[u8]) -> Option<Entry> {
    parse(text).ok()
}

fn parse(text: &[u8]) -> Result<Entry, String> {
    let told = |error: serde_json::Error| error.to_string();
    let value: serde_json::Value = serde_json::from_slice(text).map_err(told)?;
    let (axes, history) = if value.get("signature").is_some() {
        let document = FindingDocument::parse(Path::new("the seed"), text).map_err(|error| error.to_string())?;
        (document.axes, document.history)
    } else if value.get("history").is_some() {
        let document: EntryDocument = serde_json::from_slice(text).map_err(told)?;
        (document.axes, document.history)
    } else {
        (AxisNames::from(Axes::default()), serde_json::from_slice(text).map_err(told)?)
    };
    let axes = axes.axes().ok_or_else(|| format!("it has no known format: {}", axes.format))?;
    Ok(Entry { axes, history })
}
