//! Taking over a state that was read from elsewhere: the oracle follows a target whose state is another.
//!
//! No rule takes part. What is taken over is what somebody else did, so nothing is refused and nothing broken.

use super::state::{Model, Table};
use crate::datetime::DateTime;
use crate::rules::{Broken, Trace};
use crate::table::{Key, Row, Value};

/// The custom properties of an entity.
type Properties = Vec<(Box<str>, Value)>;

/// What is so elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub enum Adopted {
    /// Whether a table exists.
    Table {
        /// Its name.
        name: String,
        /// Whether it does.
        exists: bool,
    },
    /// What is stored under a key of a table that exists.
    Row {
        /// The table.
        table: String,
        /// The key.
        key: Key,
        /// The custom properties; none if there is no such entity.
        properties: Option<Properties>,
    },
    /// Every entity of a table that exists.
    Rows {
        /// The table.
        table: String,
        /// The entities with their custom properties.
        rows: Vec<(Key, Properties)>,
    },
}

impl Model {
    /// Takes a state over. What is the same already stays as it is, its timestamp with it.
    pub fn adopt(&mut self, adopted: &Adopted, now: DateTime) {
        let intact = Broken::none();
        let mut trace = Trace::new(&intact);
        match adopted {
            Adopted::Table { name, exists: true } => {
                self.create_table(name, now, &mut trace);
            }
            Adopted::Table { name, exists: false } => {
                self.tables.remove(&name.to_ascii_lowercase());
            }
            Adopted::Row { table, key, properties } => {
                let timestamp = self.clock.tick(now, &mut trace);
                let Some(table) = self.table_mut(table, &mut trace) else { return };
                match properties {
                    Some(properties) => put(table, key, properties, timestamp, &mut trace),
                    None => drop(table.take(&key.partition, &key.row, &mut trace)),
                }
            }
            Adopted::Rows { table, rows } => {
                let ticks: Vec<DateTime> = rows.iter().map(|_| self.clock.tick(now, &mut trace)).collect();
                let Some(table) = self.table_mut(table, &mut trace) else { return };
                let mut former = Table { partitions: std::mem::take(&mut table.partitions), ..Table::default() };
                for ((key, properties), tick) in rows.iter().zip(ticks) {
                    if let Some(before) = former.take(&key.partition, &key.row, &mut trace) {
                        table.put(&key.partition, &key.row, before, &mut trace);
                    }
                    put(table, key, properties, tick, &mut trace);
                }
            }
        }
    }
}

/// Stores a row unless the table holds the same one.
fn put(table: &mut Table, key: &Key, properties: &[(Box<str>, Value)], timestamp: DateTime, trace: &mut Trace<'_>) {
    let same = |row: &Row| {
        let found = |(name, value): &(Box<str>, Value)| row.property(name).is_some_and(|other| other == value);
        row.properties.len() == properties.len() && properties.iter().all(found)
    };
    if !table.row(&key.partition, &key.row, trace).is_some_and(same) {
        let row = Row { timestamp, properties: properties.to_vec() };
        table.put(&key.partition, &key.row, row, trace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(model: &Model) -> usize {
        model.entity_count()
    }

    fn timestamp(model: &Model, row: &str) -> Option<DateTime> {
        let intact = Broken::none();
        let mut trace = Trace::new(&intact);
        Some(model.table("t", &mut trace)?.row("p", row, &mut trace)?.timestamp)
    }

    #[test]
    fn what_is_the_same_keeps_its_timestamp() {
        let mut model = Model::default();
        let now = DateTime::from_unix(1_700_000_000, 0);
        model.adopt(&Adopted::Table { name: "T".into(), exists: true }, now);
        let one = |value: i32| vec![("A".into(), Value::Int32(value))];
        let row = |properties| Adopted::Row { table: "t".into(), key: Key::new("p", "1"), properties };
        model.adopt(&row(Some(one(1))), now);
        let first = timestamp(&model, "1");
        model.adopt(&row(Some(one(1))), now);
        assert_eq!(timestamp(&model, "1"), first);
        model.adopt(&row(Some(one(2))), now);
        assert!(timestamp(&model, "1") > first);
        let all = |rows| Adopted::Rows { table: "t".into(), rows };
        let second = timestamp(&model, "1");
        model.adopt(&all(vec![(Key::new("p", "1"), one(2)), (Key::new("p", "2"), one(3))]), now);
        assert_eq!((rows(&model), timestamp(&model, "1")), (2, second));
        model.adopt(&row(None), now);
        assert_eq!(rows(&model), 1);
        model.adopt(&all(Vec::new()), now);
        assert_eq!(rows(&model), 0);
        model.adopt(&Adopted::Table { name: "t".into(), exists: false }, now);
        model.adopt(&row(Some(one(1))), now);
        assert_eq!(rows(&model), 0);
    }
}
