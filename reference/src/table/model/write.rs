//! What writes do.

use super::refuse::{condition_refusal, conflict, missing, unsatisfied, write_refusal};
use super::state::Model;
use crate::datetime::DateTime;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};
use crate::table::wire::json::check_entity;
use crate::table::wire::lexical::datetime;
use crate::table::{Key, Row, Value, WriteMode, emulator};

/// What must be true of an entity for a write to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// It exists: `If-Match: *`.
    Exists,
    /// It has this ETag.
    Tag(String),
    /// A weak tag that the service cannot have issued; nothing has it.
    Foreign(String),
}

/// A write to one entity.
#[derive(Debug, Clone, PartialEq)]
pub enum Write {
    /// Insert Entity.
    Insert(Vec<(Box<str>, Value)>),
    /// Update or Merge Entity with a condition, Insert Or Replace or Insert Or Merge Entity without.
    Write {
        /// What happens to properties that the body lacks.
        mode: WriteMode,
        /// The properties of the body.
        properties: Vec<(Box<str>, Value)>,
        /// The names of properties that are null in the body.
        nulls: Vec<Box<str>>,
        /// Without a condition the entity is inserted where it is not there.
        condition: Option<Condition>,
    },
    /// Delete Entity.
    Delete(Condition),
}

impl Write {
    /// The ETag under which it is to be done, if it is to be done under one.
    pub fn tag(&self) -> Option<&str> {
        match self {
            Self::Delete(Condition::Tag(tag)) | Self::Write { condition: Some(Condition::Tag(tag)), .. } => Some(tag),
            _ => None,
        }
    }

    /// The same write, to be done under another ETag; without one it stays as it is.
    #[must_use]
    pub fn under(&self, tag: impl Into<String>) -> Self {
        let mut write = self.clone();
        if let Self::Delete(Condition::Tag(held)) | Self::Write { condition: Some(Condition::Tag(held)), .. } =
            &mut write
        {
            *held = tag.into();
        }
        write
    }
}

/// What a write comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The entity has these properties afterwards.
    Put(Vec<(Box<str>, Value)>),
    /// The entity stays as it is, with its timestamp: only in a reference that breaks `table.etag.changes`.
    Keep(DateTime),
    /// The entity is gone afterwards.
    Remove,
}

/// The ETag of an entity, from its timestamp (`table.etag.form`).
pub fn etag(timestamp: DateTime, trace: &mut Trace<'_>) -> String {
    let weak = if trace.enforce(id::TABLE_ETAG_WEAK) { "W/" } else { "" };
    if !trace.enforce(id::TABLE_ETAG_FORM) {
        return format!("{weak}\"0x{:X}\"", timestamp.ticks());
    }
    let mut tag = String::with_capacity(48);
    tag.push_str(weak);
    tag.push_str("\"datetime'");
    datetime::write_escaped(&mut tag, timestamp);
    tag.push_str("'\"");
    tag
}

/// What a write comes to where this is stored under its key. All that decides it stands here: nothing else of the state
/// has a say.
///
/// # Errors
/// Everything that speaks against the write, what the service reports first in front.
pub fn decide(
    held: Option<&Row>,
    key: &Key,
    write: Write,
    in_batch: bool,
    trace: &mut Trace<'_>,
) -> Result<Change, Vec<Refusal>> {
    match write {
        Write::Insert(mut properties) => {
            if held.is_some() && trace.enforce(id::TABLE_ENTITIES_INSERT_CONFLICT) {
                return Err(vec![conflict(id::TABLE_ENTITIES_INSERT_CONFLICT)]);
            }
            if !trace.enforce(id::TABLE_ENTITIES_INSERT_STORED) {
                properties.pop();
            }
            trace.enforce(id::TABLE_ENTITIES_PROPERTY_ORDER_INSERT);
            Ok(Change::Put(properties))
        }
        Write::Write { mode, properties, nulls, condition } => {
            let mut refusals: Vec<_> =
                write_refusal(held, mode, condition.as_ref(), in_batch, trace).into_iter().collect();
            let properties = written(held, mode, properties, &nulls, condition.is_none(), trace);
            if held.is_some() && mode == WriteMode::Merge {
                // What the body alone would be has been looked at when it was read.
                refusals.extend(check_entity(&key.partition, &key.row, &properties, trace));
            }
            if !refusals.is_empty() {
                return Err(refusals);
            }
            match held.filter(|row| row.properties == properties) {
                Some(row) if !trace.enforce(id::TABLE_ETAG_CHANGES) => Ok(Change::Keep(row.timestamp)),
                _ => Ok(Change::Put(properties)),
            }
        }
        Write::Delete(condition) => {
            let Some(row) = held else {
                let stale = matches!(condition, Condition::Tag(_) | Condition::Foreign(_));
                if stale && !trace.enforce(id::TABLE_ETAG_MISSING_BEFORE_STALE) {
                    return Err(vec![unsatisfied(id::TABLE_ETAG_MISSING_BEFORE_STALE)]);
                }
                let rule = id::TABLE_ENTITIES_DELETE_MISSING;
                return if trace.enforce(rule) { Err(vec![missing(rule)]) } else { Ok(Change::Remove) };
            };
            let refused = condition_refusal(row, &condition, id::TABLE_ETAG_STALE_DELETE, in_batch, trace);
            refused.map_or(Ok(Change::Remove), |refusal| Err(vec![refusal]))
        }
    }
}

impl Model {
    /// What a write comes to; nothing is changed. The table must be there.
    ///
    /// # Errors
    /// Everything in the state that speaks against the write, what the service reports first in front.
    pub fn prepare(
        &self,
        table: &str,
        key: &Key,
        write: Write,
        in_batch: bool,
        trace: &mut Trace<'_>,
    ) -> Result<Change, Vec<Refusal>> {
        let held = self.table(table, trace).and_then(|table| table.row(&key.partition, &key.row, trace));
        decide(held, key, write, in_batch, trace)
    }

    /// Does a write; gives back the entity's new timestamp, none if it was deleted. The table must be there.
    ///
    /// # Errors
    /// Why the write is refused; nothing has changed then.
    pub fn write(
        &mut self,
        table: &str,
        key: &Key,
        write: Write,
        in_batch: bool,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<Option<DateTime>, Vec<Refusal>> {
        let spoils = match &write {
            Write::Insert(properties) if !trace.is_intact() => Some(properties.clone()),
            _ => None,
        };
        let decided = if trace.is_intact() || trace.enforce(id::TABLE_CONCURRENCY_LOST_UPDATE) {
            self.prepare(table, key, write, in_batch, trace)
        } else {
            let before = self.past.row(table, key, now).cloned();
            let held = self.table(table, trace).and_then(|table| table.row(&key.partition, &key.row, trace));
            decide(before.as_ref().map_or(held, Option::as_ref), key, write, in_batch, trace)
        };
        match decided {
            Ok(Change::Put(properties)) => Ok(Some(self.store(table, key, properties, now, trace))),
            Ok(Change::Keep(timestamp)) => Ok(Some(timestamp)),
            Ok(Change::Remove) => {
                self.remove(table, key, now, trace);
                Ok(None)
            }
            Err(refusals) => {
                let exists = refusals.iter().any(|refusal| refusal.rule == id::TABLE_ENTITIES_INSERT_CONFLICT);
                if exists
                    && !trace.enforce(id::TABLE_ERRORS_NOTHING_LEFT)
                    && let Some(properties) = spoils
                {
                    self.store(table, key, properties, now, trace);
                }
                Err(refusals)
            }
        }
    }

    fn store(
        &mut self,
        table: &str,
        key: &Key,
        properties: Vec<(Box<str>, Value)>,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> DateTime {
        let mut timestamp = self.clock.tick(now, trace);
        self.keep_past(table, key, now, &mut timestamp, trace);
        if !trace.enforce(id::TABLE_ETAG_RECREATED) {
            let epitaph = (table.to_ascii_lowercase(), key.partition.clone(), key.row.clone());
            timestamp = self.epitaphs.remove(&epitaph).unwrap_or(timestamp);
        }
        let stored = properties.into_iter().map(|(name, value)| (name, emulator::stored(value, trace)));
        let properties = stored.collect();
        if let Some(table) = self.table_mut(table, trace) {
            table.put(&key.partition, &key.row, Row { timestamp, properties }, trace);
        }
        timestamp
    }

    /// Notes what the row is before it changes; gives it a wrong Timestamp where that is asked for.
    fn keep_past(&mut self, table: &str, key: &Key, now: DateTime, timestamp: &mut DateTime, trace: &mut Trace<'_>) {
        if trace.is_intact() {
            return;
        }
        let held = self.table(table, trace).and_then(|table| table.row(&key.partition, &key.row, trace)).cloned();
        if let Some(held) = held.as_ref().filter(|_| self.past.row(table, key, now).is_some()) {
            if !trace.enforce(id::TABLE_CONCURRENCY_ETAG_ONCE) {
                *timestamp = held.timestamp;
            }
            if !trace.enforce(id::TABLE_CONCURRENCY_TIMESTAMP_FORWARD) {
                *timestamp = held.timestamp.plus_ticks(-1);
            }
        }
        self.past.note(table, key, held, now);
    }

    fn remove(&mut self, name: &str, key: &Key, now: DateTime, trace: &mut Trace<'_>) {
        if !trace.enforce(id::TABLE_ENTITIES_DELETE) {
            return;
        }
        self.keep_past(name, key, now, &mut DateTime::default(), trace);
        let Some(table) = self.table_mut(name, trace) else { return };
        let taken = table.take(&key.partition, &key.row, trace);
        if !trace.enforce(id::TABLE_ENTITIES_ISOLATION) {
            let partitions: Vec<_> = table.partitions.keys().map(|key| key.text().into_owned()).collect();
            for partition in partitions {
                table.take(&partition, &key.row, trace);
            }
        }
        if let Some(row) = taken
            && !trace.enforce(id::TABLE_ETAG_RECREATED)
        {
            let epitaph = (name.to_ascii_lowercase(), key.partition.clone(), key.row.clone());
            self.epitaphs.insert(epitaph, row.timestamp);
        }
    }
}

/// The properties of an entity after an update, merge or upsert, sorted by name as the service keeps them then.
fn written(
    held: Option<&Row>,
    mode: WriteMode,
    body: Vec<(Box<str>, Value)>,
    nulls: &[Box<str>],
    upsert: bool,
    trace: &mut Trace<'_>,
) -> Vec<(Box<str>, Value)> {
    let keeps = match mode {
        WriteMode::Replace => !trace.enforce(id::TABLE_ENTITIES_REPLACE),
        WriteMode::Merge => {
            let upsert_kept = !upsert || held.is_none() || trace.enforce(id::TABLE_ENTITIES_UPSERT_MERGE_MERGES);
            trace.enforce(id::TABLE_ENTITIES_MERGE) && upsert_kept
        }
    };
    let mut properties = body;
    if let Some(row) = held.filter(|_| keeps) {
        let overwrites = mode == WriteMode::Replace || trace.enforce(id::TABLE_ENTITIES_MERGE_OVERWRITES);
        for (name, value) in &row.properties {
            match properties.iter_mut().find(|(written, _)| written == name) {
                Some(_) if overwrites => {}
                Some((_, written)) => *written = value.clone(),
                None if nulls.contains(name) && !trace.enforce(id::TABLE_ENTITIES_MERGE_NULL_KEEPS) => {}
                None => properties.push((name.clone(), value.clone())),
            }
        }
    }
    trace.enforce(id::TABLE_ENTITIES_PROPERTY_ORDER_WRITE);
    properties.sort_by(|(left, _), (right, _)| left.cmp(right));
    properties
}
