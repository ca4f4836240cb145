//! What writes do.

use super::state::Model;
use crate::datetime::DateTime;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::wire::lexical::datetime;
use crate::table::{Key, Row, Value, WriteMode};

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

/// The ETag of an entity, from its timestamp (`table.etag.form`).
pub fn etag(timestamp: DateTime, trace: &mut Trace<'_>) -> String {
    let instant = datetime::written(timestamp).replace(':', "%3A");
    let weak = if trace.enforce(id::TABLE_ETAG_WEAK) { "W/" } else { "" };
    if trace.enforce(id::TABLE_ETAG_FORM) {
        format!("{weak}\"datetime'{instant}'\"")
    } else {
        format!("{weak}\"0x{:X}\"", timestamp.ticks())
    }
}

fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::Entities }
}

/// The refusal of an operation on an entity that is not there.
pub fn missing(rule: RuleId) -> Refusal {
    refusal(404, "ResourceNotFound", "The specified resource does not exist.", rule)
}

fn unsatisfied(rule: RuleId) -> Refusal {
    let message = "The update condition specified in the request was not satisfied.";
    refusal(412, "UpdateConditionNotSatisfied", message, rule)
}

impl Model {
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
    ) -> Result<Option<DateTime>, Refusal> {
        let held = self.table(table, trace).and_then(|table| table.row(&key.partition, &key.row, trace));
        match write {
            Write::Insert(properties) => {
                if held.is_some() && trace.enforce(id::TABLE_ENTITIES_INSERT_CONFLICT) {
                    if !trace.enforce(id::TABLE_ERRORS_NOTHING_LEFT) {
                        self.store(table, key, properties, now, trace);
                    }
                    let message = "The specified entity already exists.";
                    return Err(refusal(409, "EntityAlreadyExists", message, id::TABLE_ENTITIES_INSERT_CONFLICT));
                }
                let mut properties = properties;
                if !trace.enforce(id::TABLE_ENTITIES_INSERT_STORED) {
                    properties.pop();
                }
                trace.enforce(id::TABLE_ENTITIES_PROPERTY_ORDER_INSERT);
                Ok(Some(self.store(table, key, properties, now, trace)))
            }
            Write::Write { mode, properties, nulls, condition } => {
                if let Some(refusal) = write_refusal(held, mode, condition.as_ref(), in_batch, trace) {
                    return Err(refusal);
                }
                let properties = written(held, mode, properties, &nulls, condition.is_none(), trace);
                if let Some(row) = held.filter(|row| row.properties == properties)
                    && !trace.enforce(id::TABLE_ETAG_CHANGES)
                {
                    return Ok(Some(row.timestamp));
                }
                Ok(Some(self.store(table, key, properties, now, trace)))
            }
            Write::Delete(condition) => {
                let Some(row) = held else {
                    let stale = matches!(condition, Condition::Tag(_) | Condition::Foreign(_));
                    if stale && !trace.enforce(id::TABLE_ETAG_MISSING_BEFORE_STALE) {
                        return Err(unsatisfied(id::TABLE_ETAG_MISSING_BEFORE_STALE));
                    }
                    let kept = trace.enforce(id::TABLE_ENTITIES_DELETE_MISSING);
                    return if kept { Err(missing(id::TABLE_ENTITIES_DELETE_MISSING)) } else { Ok(None) };
                };
                if let Some(refusal) = condition_refusal(row, &condition, id::TABLE_ETAG_STALE_DELETE, in_batch, trace)
                {
                    return Err(refusal);
                }
                self.remove(table, key, trace);
                Ok(None)
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
        if !trace.enforce(id::TABLE_ETAG_RECREATED) {
            let epitaph = (table.to_ascii_lowercase(), key.partition.clone(), key.row.clone());
            timestamp = self.epitaphs.remove(&epitaph).unwrap_or(timestamp);
        }
        if let Some(table) = self.table_mut(table, trace) {
            table.put(&key.partition, &key.row, Row { timestamp, properties }, trace);
        }
        timestamp
    }

    fn remove(&mut self, name: &str, key: &Key, trace: &mut Trace<'_>) {
        if !trace.enforce(id::TABLE_ENTITIES_DELETE) {
            return;
        }
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

/// Why an update, merge or upsert is refused.
fn write_refusal(
    held: Option<&Row>,
    mode: WriteMode,
    condition: Option<&Condition>,
    in_batch: bool,
    trace: &mut Trace<'_>,
) -> Option<Refusal> {
    let replace = mode == WriteMode::Replace;
    let pick = |replacing: RuleId, merging: RuleId| if replace { replacing } else { merging };
    match (held, condition) {
        (None, None) => {
            let rule = pick(id::TABLE_ENTITIES_UPSERT_REPLACE_INSERTS, id::TABLE_ENTITIES_UPSERT_MERGE_INSERTS);
            if trace.enforce(rule) { None } else { Some(missing(rule)) }
        }
        (Some(_), None) => {
            let rule = id::TABLE_ENTITIES_UPSERT_REPLACE_REPLACES;
            let conflict = || refusal(409, "EntityAlreadyExists", "The specified entity already exists.", rule);
            if replace && !trace.enforce(rule) { Some(conflict()) } else { None }
        }
        (None, Some(condition)) => {
            let stale = *condition != Condition::Exists;
            if stale && !trace.enforce(id::TABLE_ETAG_MISSING_BEFORE_STALE) {
                return Some(unsatisfied(id::TABLE_ETAG_MISSING_BEFORE_STALE));
            }
            let any = *condition == Condition::Exists;
            if any && in_batch && !trace.enforce(id::TABLE_BATCH_UPSERT) {
                return None;
            }
            let rule = pick(id::TABLE_ENTITIES_REPLACE_MISSING, id::TABLE_ENTITIES_MERGE_MISSING);
            if trace.enforce(rule) || !any { Some(missing(rule)) } else { None }
        }
        (Some(row), Some(condition)) => {
            let rule = pick(id::TABLE_ETAG_STALE_REPLACE, id::TABLE_ETAG_STALE_MERGE);
            let refused = condition_refusal(row, condition, rule, in_batch, trace);
            let current = replace && refused.is_none() && *condition != Condition::Exists;
            if current && !trace.enforce(id::TABLE_ETAG_CURRENT_REPLACE) {
                return Some(unsatisfied(id::TABLE_ETAG_CURRENT_REPLACE));
            }
            refused
        }
    }
}

/// Why a write is refused whose entity is there.
fn condition_refusal(
    row: &Row,
    condition: &Condition,
    rule: RuleId,
    in_batch: bool,
    trace: &mut Trace<'_>,
) -> Option<Refusal> {
    let satisfied = match condition {
        Condition::Exists => trace.enforce(id::TABLE_ETAG_STAR),
        Condition::Tag(tag) => *tag == etag(row.timestamp, trace),
        Condition::Foreign(_) => false,
    };
    if satisfied {
        return None;
    }
    if *condition == Condition::Exists {
        return Some(unsatisfied(id::TABLE_ETAG_STAR));
    }
    let in_batch_kept = !in_batch || trace.enforce(id::TABLE_BATCH_CONDITIONS);
    if !in_batch_kept || !trace.enforce(rule) {
        return None;
    }
    match condition {
        Condition::Foreign(_) if trace.enforce(id::TABLE_ETAG_UNKNOWN_WEAK) => {
            let message = "The condition specified using HTTP conditional header(s) is not met.";
            Some(refusal(412, "ConditionNotMet", message, id::TABLE_ETAG_UNKNOWN_WEAK))
        }
        Condition::Foreign(tag) => {
            let message = format!("The etag value '{tag}' specified in one of the request headers is not valid.");
            Some(refusal(400, "InvalidInput", &message, id::TABLE_ETAG_UNKNOWN_WEAK))
        }
        _ => Some(unsatisfied(rule)),
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
