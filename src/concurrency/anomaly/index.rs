//! What the anomalies are looked for in: the writes and the reads of each row, and which write each value comes from.

use crate::concurrency::timeline::{Answer, Asked, Entry, Properties, Seen, Span, Timeline};
use std::collections::{BTreeMap, HashMap};
use tablestakes_reference::table::model::Write;
use tablestakes_reference::table::{Value, WriteMode};

/// A write to one row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wrote<'t> {
    pub(super) entry: usize,
    pub(super) client: usize,
    pub(super) span: Span,
    pub(super) row: &'t str,
    pub(super) write: &'t Write,
    pub(super) fate: Fate,
    /// The ETag that it gave.
    pub(super) etag: Option<&'t str>,
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Done,
    Refused,
    Unknown,
    /// It never came in whole. A server that does it all the same is found by what it leaves, and nothing else is made of it.
    CutShort,
}

/// What one request says of one row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Saw<'t> {
    pub(super) entry: usize,
    pub(super) client: usize,
    pub(super) span: Span,
    pub(super) row: &'t str,
    /// The row; none where it is said not to be there.
    pub(super) seen: Option<&'t Seen>,
}

pub(super) struct Index<'t> {
    pub(super) timeline: &'t Timeline,
    /// From this entry on everything else was over.
    pub(super) audit: usize,
    pub(super) writes: Vec<Wrote<'t>>,
    pub(super) by_row: BTreeMap<&'t str, Vec<usize>>,
    pub(super) sights: BTreeMap<&'t str, Vec<Saw<'t>>>,
    /// Row, property and value to the writes that they may come from: several where one was sent again.
    sources: HashMap<(&'t str, &'t str, String), Vec<usize>>,
}

impl<'t> Wrote<'t> {
    /// The properties that it sets.
    pub(super) fn properties(&self) -> &'t Properties {
        const NONE: &Properties = &Vec::new();
        match self.write {
            Write::Insert(properties) | Write::Write { properties, .. } => properties,
            Write::Delete(_) => NONE,
        }
    }

    /// Whether it leaves nothing of what the row held before.
    fn clears(&self) -> bool {
        !matches!(self.write, Write::Write { mode: WriteMode::Merge, .. })
    }

    /// Whether it was done, or may have been.
    pub(super) fn may_be_done(&self) -> bool {
        self.fate != Fate::Refused
    }

    pub(super) fn deletes(&self) -> bool {
        matches!(self.write, Write::Delete(_))
    }

    pub(super) fn inserts(&self) -> bool {
        matches!(self.write, Write::Insert(_))
    }

    /// The ETag under which it was to be done.
    pub(super) fn condition(&self) -> Option<&'t str> {
        self.write.tag()
    }

    /// Whether the row may have lost this property by it.
    fn may_remove(&self, property: &str) -> bool {
        self.may_be_done() && self.clears() && !self.properties().iter().any(|(name, _)| **name == *property)
    }

    fn sets(&self, property: &str) -> bool {
        self.properties().iter().any(|(name, _)| **name == *property)
    }
}

impl<'t> Index<'t> {
    pub(super) fn new(timeline: &'t Timeline, audit: usize) -> Self {
        let mut index = Self {
            timeline,
            audit,
            writes: Vec::new(),
            by_row: BTreeMap::new(),
            sights: BTreeMap::new(),
            sources: HashMap::new(),
        };
        for (place, entry) in timeline.entries.iter().enumerate() {
            index.add_writes(place, entry);
        }
        let rows = timeline.rows();
        for (place, entry) in timeline.entries.iter().enumerate() {
            let Some(sight) = entry.sight() else { continue };
            for &row in &rows {
                let seen = sight.rows.get(row);
                if seen.is_some() || sight.lacks(row) {
                    let saw = Saw { entry: place, client: entry.client, span: entry.span, row, seen };
                    index.sights.entry(row).or_default().push(saw);
                }
            }
        }
        index
    }

    fn add_writes(&mut self, place: usize, entry: &'t Entry) {
        let Asked::Write { puts, .. } = &entry.asked else { return };
        for (part, put) in puts.iter().enumerate() {
            let (fate, etag) = match &entry.answer {
                Answer::Done(etags) => (Fate::Done, etags.get(part).and_then(Option::as_deref)),
                Answer::Refused => (Fate::Refused, None),
                Answer::Seen(_) | Answer::Unknown => (Fate::Unknown, None),
                Answer::CutShort => (Fate::CutShort, None),
            };
            let (client, span, row, write) = (entry.client, entry.span, put.row.as_str(), &put.write);
            let number = self.writes.len();
            let wrote = Wrote { entry: place, client, span, row, write, fate, etag };
            for (name, value) in wrote.properties() {
                self.sources.entry((row, name, told(value))).or_default().push(number);
            }
            self.by_row.entry(row).or_default().push(number);
            self.writes.push(wrote);
        }
    }

    /// The writes of a row.
    pub(super) fn writes_of(&self, row: &str) -> impl Iterator<Item = &Wrote<'t>> {
        self.by_row.get(row).into_iter().flatten().map(|&write| &self.writes[write])
    }

    /// The writes that this value may come from.
    pub(super) fn sources<'i>(
        &'i self,
        row: &'i str,
        property: &'i str,
        value: &Value,
    ) -> impl Iterator<Item = &'i Wrote<'t>> + use<'i, 't> {
        self.sources.get(&(row, property, told(value))).into_iter().flatten().map(|&write| &self.writes[write])
    }

    /// Whether a value of this write was seen.
    pub(super) fn shows(&self, saw: &Saw<'t>, wrote: &Wrote<'t>) -> bool {
        let Some(seen) = saw.seen.filter(|_| saw.row == wrote.row) else { return false };
        wrote.properties().iter().any(|property| seen.properties.contains(property))
    }

    /// Whether what was seen is surely older than this write: in no order could it be seen behind it.
    pub(super) fn misses(&self, saw: &Saw<'t>, wrote: &Wrote<'t>) -> bool {
        if saw.row != wrote.row {
            return false;
        }
        let between = |other: &Wrote<'_>| {
            let is_other = (other.entry, other.row) != (wrote.entry, wrote.row);
            is_other && !other.span.is_before(wrote.span) && !saw.span.is_before(other.span)
        };
        let Some(seen) = saw.seen else {
            return !wrote.deletes()
                && !self.writes_of(wrote.row).any(|other| other.deletes() && other.may_be_done() && between(other));
        };
        let older = seen.properties.iter().any(|(name, value)| {
            let replaced = wrote.clears() || wrote.sets(name);
            let mut sources = self.sources(wrote.row, name, value).peekable();
            let before = |source: &Wrote<'_>| {
                (source.entry, source.row) != (wrote.entry, wrote.row) && source.span.is_before(wrote.span)
            };
            replaced && sources.peek().is_some() && sources.all(before)
        });
        let lacking = wrote.properties().iter().any(|(name, _)| {
            let is_there = seen.properties.iter().any(|(held, _)| held == name);
            !is_there && !self.writes_of(wrote.row).any(|other| other.may_remove(name) && between(other))
        });
        older || lacking
    }

    /// What an entry is called in messages.
    pub(super) fn called(&self, entry: usize) -> String {
        format!("step {}", self.timeline.entries[entry].step)
    }
}

fn told(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Seen properties for messages.
pub(super) fn shown(seen: Option<&Seen>) -> String {
    let Some(seen) = seen else { return "no such row".to_owned() };
    let properties: Vec<String> =
        seen.properties.iter().map(|(name, value)| format!("{name} = {}", told(value))).collect();
    if properties.is_empty() { "a row without properties".to_owned() } else { properties.join(", ") }
}
