//! What must be put back when an entity group transaction fails.

use super::state::Model;
use crate::rules::{Trace, id};
use crate::table::{Key, Row};

/// The rows as they were before a transaction touched them.
#[derive(Debug, Default)]
pub struct Undo {
    before: Vec<(String, Key, Option<Row>)>,
}

impl Undo {
    /// Notes what a row was before the next write to it.
    pub fn note(&mut self, model: &Model, table: &str, key: &Key, trace: &mut Trace<'_>) {
        let row = model.table(table, trace).and_then(|table| table.row(&key.partition, &key.row, trace)).cloned();
        self.before.push((table.to_owned(), key.clone(), row));
    }

    /// Puts back the last row only: how a reference loses a write that breaks `table.batch.visible-after`.
    pub fn roll_back_last(self, model: &mut Model, trace: &mut Trace<'_>) {
        let before = self.before.into_iter().next_back().into_iter().collect();
        Self { before }.roll_back(model, trace);
    }

    /// Puts everything back (`table.batch.atomic`).
    pub fn roll_back(self, model: &mut Model, trace: &mut Trace<'_>) {
        if !trace.enforce(id::TABLE_BATCH_ATOMIC) {
            return;
        }
        for (table, key, row) in self.before.into_iter().rev() {
            let Some(table) = model.tables.get_mut(&table.to_ascii_lowercase()) else { continue };
            let now = table.take(&key.partition, &key.row, trace);
            if let Some(mut row) = row {
                if now.is_none() && !trace.enforce(id::TABLE_BATCH_ATOMIC_DELETE) {
                    row.timestamp = row.timestamp.plus_ticks(1);
                }
                table.put(&key.partition, &key.row, row, trace);
            }
        }
    }
}
