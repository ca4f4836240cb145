//! Tables and what they hold.

use super::clock::Clock;
use super::deletion::Deletions;
use super::keys::SortKey;
use super::past::Past;
use crate::datetime::DateTime;
use crate::policies::Policy;
use crate::properties::Properties;
use crate::rules::{Trace, id};
use crate::table::{Key, Row};
use std::collections::BTreeMap;

/// Everything that the service holds.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The service's properties.
    pub properties: Properties,
    /// The tables by their lower-cased names.
    pub(super) tables: BTreeMap<String, Table>,
    pub(super) clock: Clock,
    /// How long the deletion of a table takes, in ticks.
    pub(super) deletion_takes: i64,
    /// Whether a page ends where a partition does.
    pub(crate) pages_end_with_partition: bool,
    /// When tables were deleted, by their lower-cased names.
    pub(super) deletions: Deletions,
    /// Tables that were deleted with what they held. Kept only by a reference that breaks
    /// `table.tables.delete-drops-entities`.
    pub(super) remains: BTreeMap<String, Table>,
    /// Timestamps of deleted entities. Kept only by a reference that breaks `table.etag.recreated`.
    pub(super) epitaphs: BTreeMap<(String, String, String), DateTime>,
    /// Kept only by a reference that breaks a rule.
    pub(super) past: Past,
}

/// One table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Its name as it was created.
    pub name: String,
    /// When it was created; part of its continuation token.
    pub created: DateTime,
    /// Its stored access policies.
    pub policies: Vec<Policy>,
    /// When they were last set.
    pub policies_set: Option<DateTime>,
    pub(super) partitions: BTreeMap<SortKey, Partition>,
}

/// The rows of one partition.
pub(super) type Partition = BTreeMap<SortKey, Row>;

impl Table {
    /// How many entities the table holds.
    pub fn len(&self) -> usize {
        self.partitions.values().map(BTreeMap::len).sum()
    }

    /// Whether the table holds no entities.
    pub fn is_empty(&self) -> bool {
        self.partitions.is_empty()
    }

    /// The row with this key.
    pub fn row(&self, partition: &str, row: &str, trace: &mut Trace<'_>) -> Option<&Row> {
        let partition = self.partitions.get(&*SortKey::of(partition, trace))?;
        partition.get(&*SortKey::of(row, trace))
    }

    /// Stores a row; gives back what was there.
    pub(super) fn put(&mut self, partition: &str, row: &str, stored: Row, trace: &mut Trace<'_>) -> Option<Row> {
        let (partition, row) = (SortKey::of(partition, trace), SortKey::of(row, trace));
        if let Some(rows) = self.partitions.get_mut(&*partition) {
            return rows.insert(SortKey::stored(row), stored);
        }
        let rows = BTreeMap::from([(SortKey::stored(row), stored)]);
        self.partitions.insert(SortKey::stored(partition), rows);
        None
    }

    /// Removes a row; gives back what was there.
    pub(super) fn take(&mut self, partition: &str, row: &str, trace: &mut Trace<'_>) -> Option<Row> {
        let (partition, row) = (SortKey::of(partition, trace), SortKey::of(row, trace));
        let rows = self.partitions.get_mut(&*partition)?;
        let taken = rows.remove(&*row);
        if rows.is_empty() {
            self.partitions.remove(&*partition);
        }
        taken
    }

    /// The key of an entity that is the same but for case, for a reference that breaks `table.keys.case-sensitive`.
    pub fn folded(&self, key: &Key) -> Option<Key> {
        let same = |left: &str, right: &str| left.to_lowercase() == right.to_lowercase();
        let mut partitions = self.partitions.iter().filter(|(partition, _)| same(&partition.text(), &key.partition));
        partitions.find_map(|(partition, rows)| {
            let row = rows.keys().map(SortKey::text).find(|row| same(row, &key.row))?;
            Some(Key::new(partition.text(), row))
        })
    }
}

impl Model {
    /// How many entities all tables hold.
    pub fn entity_count(&self) -> usize {
        self.tables.values().map(Table::len).sum()
    }

    /// A table by its name, which is compared without case (`table.tables.name-case-insensitive`).
    pub fn table(&self, name: &str, trace: &mut Trace<'_>) -> Option<&Table> {
        if let Some(table) = self.tables.get(name) {
            return Some(table);
        }
        self.tables.get(&*identity(name, trace))
    }

    /// A table that is to be changed.
    pub fn table_mut(&mut self, name: &str, trace: &mut Trace<'_>) -> Option<&mut Table> {
        let identity = identity(name, trace);
        self.tables.get_mut(&*identity)
    }

    /// Creates a table; false if it is there already.
    pub fn create_table(&mut self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> bool {
        let identity = identity(name, trace);
        if self.tables.contains_key(&*identity) {
            return false;
        }
        let created = self.clock.tick(now, trace);
        self.deletions.forget(&identity);
        let partitions = self.remains.remove(&*identity).unwrap_or_default().partitions;
        let table = Table { name: name.to_owned(), created, partitions, policies: Vec::new(), policies_set: None };
        self.tables.insert(identity.into_owned(), table);
        true
    }

    /// Deletes a table with all that it holds; false if there is none.
    pub fn delete_table(&mut self, name: &str, now: DateTime, trace: &mut Trace<'_>) -> bool {
        let identity = identity(name, trace);
        if !trace.enforce(id::TABLE_TABLES_DELETE) {
            return self.tables.contains_key(&*identity);
        }
        let Some(table) = self.tables.remove(&*identity) else { return false };
        self.note_deletion(identity.to_string(), now);
        if !trace.enforce(id::TABLE_TABLES_DELETE_DROPS_ENTITIES) {
            self.remains.insert(identity.to_string(), table);
        }
        if !trace.enforce(id::TABLE_TABLES_DELETE_ONLY_NAMED) {
            self.tables.retain(|other, _| !other.starts_with(&*identity));
        }
        true
    }
}

/// The name by which a table is known.
pub(super) fn identity<'n>(name: &'n str, trace: &mut Trace<'_>) -> std::borrow::Cow<'n, str> {
    if name.bytes().any(|octet| octet.is_ascii_uppercase()) && trace.enforce(id::TABLE_TABLES_NAME_CASE_INSENSITIVE) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}
