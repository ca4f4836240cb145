//! What clients asked of one partition, when, and what they were told.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tablestakes_reference::DateTime;
use tablestakes_reference::table::model::Write;
use tablestakes_reference::table::{Value, WriteMode};

/// What several clients asked of one partition.
///
/// Every value that is written is written once: whoever reads one knows which write it comes from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timeline {
    /// The requests, in the order in which they began.
    pub entries: Vec<Entry>,
}

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Who asked, from 0. A client asks one thing after the other.
    pub client: usize,
    /// The step of the history that asked.
    pub step: usize,
    /// When.
    pub span: Span,
    /// What was asked.
    pub asked: Asked,
    /// What was told.
    pub answer: Answer,
}

/// From before the first octet was sent until after the last was received, by one monotonic clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// When the request began.
    pub invoked: Duration,
    /// When its answer was whole. Without one the request may take effect at any later time.
    pub returned: Option<Duration>,
}

impl Span {
    /// Whether it was over before the other began.
    pub fn is_before(self, other: Self) -> bool {
        self.returned.is_some_and(|returned| returned < other.invoked)
    }
}

/// What was asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// To write these rows, all or none.
    Write {
        /// The writes in order.
        puts: Vec<Put>,
        /// Whether they are an entity group transaction.
        transaction: bool,
    },
    /// To read one row.
    Read {
        /// Its row key.
        row: String,
    },
    /// For a page of the partition's rows; pages from 0.
    Page(usize),
}

/// A write to one row.
#[derive(Debug, Clone, PartialEq)]
pub struct Put {
    /// The row key.
    pub row: String,
    /// What is to be done. Its properties are sorted by name, its condition holds the target's own ETag.
    pub write: Write,
}

/// What was told.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// All was done; the new ETag of each row that was told.
    Done(Vec<Option<String>>),
    /// Nothing was done: something in the state spoke against it.
    Refused,
    /// These rows are there.
    Seen(Sight),
    /// Nobody knows: no whole answer came, or one that does not tell.
    Unknown,
    /// The request never came in whole, so that nothing was asked.
    CutShort,
}

impl Answer {
    /// Whether it says what became of the request.
    pub fn is_told(&self) -> bool {
        !matches!(self, Self::Unknown | Self::CutShort)
    }
}

/// The rows that one answer shows, as they were at one instant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sight {
    /// By row key.
    pub rows: BTreeMap<String, Seen>,
    /// Which other rows it says are not there.
    pub cover: Cover,
}

/// Of which rows a sight says whether they are there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Cover {
    /// Only of those that it shows.
    #[default]
    Shown,
    /// Of this row.
    Row(String),
    /// Of all up to this row key.
    UpTo(String),
    /// Of every row of the partition.
    All,
    /// Only of those that it shows, but nothing follows them.
    Last,
}

/// A row as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Its ETag, if it was told.
    pub etag: Option<String>,
    /// Its Timestamp, if it was told and can be read.
    pub timestamp: Option<DateTime>,
    /// Its properties, sorted by name.
    pub properties: Properties,
}

/// Properties without the system's own.
pub type Properties = Vec<(Box<str>, Value)>;

impl Sight {
    /// Whether the sight says that the row is not there.
    pub fn lacks(&self, row: &str) -> bool {
        let covered = match &self.cover {
            Cover::Shown | Cover::Last => false,
            Cover::Row(only) => only == row,
            Cover::UpTo(last) => row <= last.as_str(),
            Cover::All => true,
        };
        covered && !self.rows.contains_key(row)
    }
}

impl Put {
    /// What the row holds afterwards, sorted by name, if that does not depend on what it held before.
    fn leaves(&self) -> Option<&Properties> {
        match &self.write {
            Write::Insert(properties) | Write::Write { mode: WriteMode::Replace, properties, .. } => Some(properties),
            Write::Write { .. } | Write::Delete(_) => None,
        }
    }
}

impl Entry {
    /// The writes that were asked for, if any.
    pub fn puts(&self) -> &[Put] {
        match &self.asked {
            Asked::Write { puts, .. } => puts,
            Asked::Read { .. } | Asked::Page(_) => &[],
        }
    }

    /// What was seen, if anything.
    pub fn sight(&self) -> Option<&Sight> {
        match &self.answer {
            Answer::Seen(sight) => Some(sight),
            Answer::Done(_) | Answer::Refused | Answer::Unknown | Answer::CutShort => None,
        }
    }
}

impl Timeline {
    /// Every row key that is written or seen, sorted.
    pub fn rows(&self) -> Vec<&str> {
        let written = self.entries.iter().flat_map(Entry::puts).map(|put| put.row.as_str());
        let seen = self.entries.iter().filter_map(Entry::sight).flat_map(|sight| sight.rows.keys().map(String::as_str));
        let mut rows: Vec<&str> = written.chain(seen).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Forgets the ETags that reads told if they are not those that the writes gave. Such a target breaks another rule,
    /// which is tried elsewhere, and here only what was read counts.
    pub(super) fn trust_etags(&mut self) {
        let mut given: HashMap<(&str, String), &str> = HashMap::new();
        for entry in &self.entries {
            let Answer::Done(etags) = &entry.answer else { continue };
            for (put, etag) in entry.puts().iter().zip(etags) {
                if let (Some(properties), Some(etag)) = (put.leaves(), etag) {
                    given.insert((&put.row, format!("{properties:?}")), etag);
                }
            }
        }
        // What was sent again may be there under the ETag of either.
        for put in self.entries.iter().filter(|entry| !entry.answer.is_told()).flat_map(Entry::puts) {
            if let Some(properties) = put.leaves() {
                given.remove(&(put.row.as_str(), format!("{properties:?}")));
            }
        }
        let sights = self.entries.iter().filter_map(Entry::sight).flat_map(|sight| &sight.rows);
        let differs = sights.into_iter().any(|(row, seen)| {
            let etag = given.get(&(row.as_str(), format!("{:?}", seen.properties)));
            etag.is_some_and(|etag| seen.etag.as_deref().is_some_and(|told| told != *etag))
        });
        if differs {
            for entry in &mut self.entries {
                if let Answer::Seen(sight) = &mut entry.answer {
                    sight.rows.values_mut().for_each(|seen| seen.etag = None);
                }
            }
        }
    }
}
