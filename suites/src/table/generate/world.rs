//! What the steps generated so far have left behind, as far as a generator must know to aim the next one.

use super::trouble::is_allowed_in_keys;
use crate::table::steps::{etag, etag_in, seed};
use std::collections::BTreeMap;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{Key, Operation, Property, PropertyValue, WriteMode};

/// A row, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stored {
    /// The symbol of its current ETag.
    pub(crate) tag: String,
    /// Its properties.
    pub(crate) properties: BTreeMap<String, PropertyValue>,
}

/// A history in the making.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    rows: BTreeMap<Key, Stored>,
    stale: BTreeMap<Key, String>,
    steps: Vec<Step>,
    refused: Vec<bool>,
}

impl World {
    /// The rows there are, in order.
    pub(crate) fn rows(&self) -> &BTreeMap<Key, Stored> {
        &self.rows
    }

    /// Whether a row is there.
    pub(crate) fn holds(&self, key: &Key) -> bool {
        self.rows.contains_key(key)
    }

    /// The row with this number, counted round and round.
    pub(crate) fn some_row(&self, number: usize) -> Option<(&Key, &Stored)> {
        let count = self.rows.len();
        if count == 0 { None } else { self.rows.iter().nth(number % count) }
    }

    /// A tag that the row had before its current one.
    pub(crate) fn stale_tag(&self, key: &Key) -> Option<&str> {
        self.stale.get(key).map(String::as_str)
    }

    /// The number of the next step.
    pub(crate) fn next_step(&self) -> usize {
        self.steps.len()
    }

    /// Adds an operation, and what it changes.
    pub(crate) fn send(&mut self, operation: Operation) {
        self.send_written(operation, |step| step);
    }

    /// Adds an operation written in some other way, and what it changes.
    pub(crate) fn send_written(&mut self, operation: Operation, write: impl FnOnce(Step) -> Step) {
        let step = self.next_step();
        let mut after = self.clone();
        let granted = match &operation {
            Operation::Batch { operations } => {
                let reads = operations.iter().any(|operation| matches!(operation, Operation::GetEntity { .. }));
                let alone = operations.len() == 1;
                let mut parts = operations.iter().enumerate();
                (alone || !reads)
                    && is_one_group(operations)
                    && parts.all(|(part, operation)| after.apply(operation, etag_in(step, part)))
            }
            operation => after.apply(operation, etag(step)),
        };
        if granted {
            *self = after;
        }
        self.push(write(Step::from(operation)), !granted);
    }

    /// Adds rows that are there for what follows, and that nothing is asked about.
    pub(crate) fn seed(&mut self, rows: impl IntoIterator<Item = Operation>) {
        let Step { call: Call::Operation { operation }, .. } = seed(rows) else { return };
        self.send_written(operation, |step| Step { seeds: true, ..step });
    }

    /// Adds a step of which the generator knows that it is refused and changes nothing.
    pub(crate) fn send_refused(&mut self, step: impl Into<Step>) {
        self.push(step.into(), true);
    }

    /// Adds a step that reads.
    pub(crate) fn read(&mut self, call: impl Into<Step>) {
        self.push(call.into(), false);
    }

    /// The steps.
    pub(crate) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// How many steps there are, and how many of them are refused.
    #[cfg(test)]
    pub(crate) fn tally(&self) -> (u32, u32) {
        let one_each = |refused: &bool| if *refused { (1, 1) } else { (1, 0) };
        self.refused.iter().map(one_each).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    fn push(&mut self, step: Step, refused: bool) {
        self.steps.push(step);
        self.refused.push(refused);
    }

    /// Does what one operation does; false if it is refused.
    fn apply(&mut self, operation: &Operation, tag: String) -> bool {
        match operation {
            Operation::InsertEntity { entity, .. } => {
                let (Some(partition), Some(row)) = (&entity.partition, &entity.row) else { return false };
                let key = Key::new(partition, row);
                if !is_allowed(&key) || self.holds(&key) || !entity.properties.iter().all(is_storable) {
                    return false;
                }
                let properties = known(&entity.properties);
                self.rows.insert(key, Stored { tag, properties });
                true
            }
            Operation::WriteEntity { key, entity, mode, if_match, .. } => {
                if !is_allowed(key)
                    || !self.condition_holds(key, if_match.as_deref())
                    || !entity.properties.iter().all(is_storable)
                {
                    return false;
                }
                let mut properties = known(&entity.properties);
                if let Some(before) = self.rows.remove(key) {
                    if *mode == WriteMode::Merge {
                        properties = before.properties.into_iter().chain(properties).collect();
                    }
                    self.stale.insert(key.clone(), before.tag);
                }
                self.rows.insert(key.clone(), Stored { tag, properties });
                true
            }
            Operation::DeleteEntity { key, if_match, .. } => {
                if if_match.is_none() || !self.condition_holds(key, if_match.as_deref()) {
                    return false;
                }
                if let Some(before) = self.rows.remove(key) {
                    self.stale.insert(key.clone(), before.tag);
                }
                true
            }
            Operation::GetEntity { key, .. } => self.holds(key),
            Operation::QueryTables { .. }
            | Operation::GetTable { .. }
            | Operation::CreateTable { .. }
            | Operation::DeleteTable { .. }
            | Operation::QueryEntities { .. }
            | Operation::Batch { .. } => true,
        }
    }

    fn condition_holds(&self, key: &Key, if_match: Option<&str>) -> bool {
        match (if_match, self.rows.get(key)) {
            (None, _) | (Some("*"), Some(_)) => true,
            (Some(tag), Some(row)) => row.tag == tag,
            (Some(_), None) => false,
        }
    }
}

/// The rows that one page of an unfiltered query returns, and the key that its token names.
pub(crate) fn page_of<'w>(world: &'w World, from: Option<&Key>, top: usize) -> (Vec<&'w Key>, Option<&'w Key>) {
    let mut keys = world.rows.keys().filter(|key| from.is_none_or(|from| *key >= from));
    let page = keys.by_ref().take(top).collect();
    (page, keys.next())
}

fn is_allowed(key: &Key) -> bool {
    is_allowed_in_keys(&key.partition) && is_allowed_in_keys(&key.row)
}

/// Whether the service takes the property. The generators write as literals only what it refuses.
fn is_storable(property: &Property) -> bool {
    property.name.encode_utf16().count() <= 255 && !matches!(property.value, PropertyValue::Literal { .. })
}

fn known(properties: &[Property]) -> BTreeMap<String, PropertyValue> {
    let stored = properties.iter().filter(|property| property.value != PropertyValue::Null);
    stored.map(|property| (property.name.clone(), property.value.clone())).collect()
}

/// Whether the operations of a batch address one partition and no entity twice.
fn is_one_group(operations: &[Operation]) -> bool {
    let keys: Vec<Key> = operations.iter().filter_map(key_of).collect();
    let partition = keys.first().map(|key| &key.partition);
    keys.iter().all(|key| Some(&key.partition) == partition)
        && keys.iter().enumerate().all(|(place, key)| !keys.iter().take(place).any(|earlier| earlier == key))
}

fn key_of(operation: &Operation) -> Option<Key> {
    match operation {
        Operation::InsertEntity { entity, .. } => Some(Key::new(entity.partition.clone()?, entity.row.clone()?)),
        Operation::WriteEntity { key, .. } | Operation::DeleteEntity { key, .. } | Operation::GetEntity { key, .. } => {
            Some(key.clone())
        }
        _ => None,
    }
}
