//! What rows were a moment ago. Looked at only by a reference that breaks a rule about concurrency, which has to have
//! requests under way at the same time although it answers one after the other.

use super::state::Model;
use crate::datetime::DateTime;
use crate::rules::{Trace, id};
use crate::table::{Key, Row};
use crate::under_way::MOMENT_TICKS;

/// The changes of the last moment.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// Who is asking.
    connection: u64,
    /// How many changes the transaction under way has made.
    in_transaction: Option<usize>,
    reads: u64,
    changes: Vec<Changed>,
}

#[derive(Debug, Clone)]
struct Changed {
    at: DateTime,
    connection: u64,
    /// Which change of its transaction it was, from 0.
    in_transaction: Option<usize>,
    table: String,
    key: Key,
    before: Option<Row>,
    /// What a refused transaction would have left; none for what was done.
    refused: Option<Option<Row>>,
}

impl Past {
    /// The next request comes on this connection.
    pub fn on_connection(&mut self, connection: u64) {
        self.connection = connection;
    }

    pub(super) fn note(&mut self, table: &str, key: &Key, before: Option<Row>, now: DateTime) {
        self.changes.retain(|changed| changed.at.plus_ticks(MOMENT_TICKS) > now);
        self.changes.push(Changed {
            at: now,
            connection: self.connection,
            in_transaction: self.in_transaction,
            table: table.to_owned(),
            key: key.clone(),
            before,
            refused: None,
        });
        self.in_transaction = self.in_transaction.map(|changes| changes + 1);
    }

    fn recent(&self, now: DateTime) -> impl DoubleEndedIterator<Item = &Changed> {
        self.changes.iter().filter(move |changed| changed.at.plus_ticks(MOMENT_TICKS) > now)
    }

    /// What the row was a moment ago, if it has changed since.
    pub(super) fn row(&self, table: &str, key: &Key, now: DateTime) -> Option<&Option<Row>> {
        let of_row = |changed: &&Changed| {
            changed.refused.is_none() && changed.key == *key && changed.table.eq_ignore_ascii_case(table)
        };
        self.recent(now).find(of_row).map(|changed| &changed.before)
    }
}

impl Model {
    /// The next request comes on this connection.
    pub fn on_connection(&mut self, connection: u64) {
        self.past.on_connection(connection);
    }

    /// A transaction begins.
    pub fn begin_transaction(&mut self) {
        self.past.in_transaction = Some(0);
    }

    /// The transaction is over. Of one that is refused, what it would have left must still stand in the rows.
    pub fn end_transaction(&mut self, refused: bool, trace: &mut Trace<'_>) {
        let changes = self.past.in_transaction.take().unwrap_or_default();
        if !refused || trace.is_intact() {
            return;
        }
        let first = self.past.changes.len().saturating_sub(changes);
        let mut left = self.past.changes.split_off(first);
        for changed in &mut left {
            let table = self.table(&changed.table, trace);
            let row = table.and_then(|table| table.row(&changed.key.partition, &changed.key.row, trace));
            changed.refused = Some(row.cloned());
        }
        self.past.changes.extend(left);
    }

    /// Takes the last change of the last transaction on this connection back, if it had others as well.
    pub fn take_back_last(&mut self, connection: u64, trace: &mut Trace<'_>) {
        let later = |changed: &Changed| changed.in_transaction.is_some_and(|place| place > 0);
        let of_it = |changed: &&Changed| changed.connection == connection && changed.refused.is_none();
        let last = self.past.changes.iter().rfind(of_it).filter(|changed| later(changed)).cloned();
        let Some(Changed { table, key, before, .. }) = last else { return };
        let Some(table) = self.table_mut(&table, trace) else { return };
        match before {
            Some(row) => drop(table.put(&key.partition, &key.row, row, trace)),
            None => drop(table.take(&key.partition, &key.row, trace)),
        }
    }

    /// What a read sees, if it does not see what is there.
    pub fn seen(&mut self, now: DateTime, trace: &mut Trace<'_>) -> Option<Self> {
        if trace.is_intact() {
            return None;
        }
        let stale = !trace.enforce(id::TABLE_CONCURRENCY_STALE_READ);
        let by_others = !trace.enforce(id::TABLE_CONCURRENCY_OTHER_CONNECTION);
        let torn = !trace.enforce(id::TABLE_CONCURRENCY_TORN_READ);
        let dirty = !trace.enforce(id::TABLE_CONCURRENCY_DIRTY_READ);
        let by_turns = !trace.enforce(id::TABLE_CONCURRENCY_ONE_ORDER);
        if !(stale || by_others || torn || dirty || by_turns) {
            return None;
        }
        self.past.reads += 1;
        let hidden = by_turns && self.past.reads.is_multiple_of(2);
        let mut view = self.clone();
        for changed in self.past.recent(now).rev() {
            let row = match &changed.refused {
                Some(row) if dirty => row,
                Some(_) => continue,
                None => {
                    let late = torn && changed.in_transaction.is_some_and(|place| place > 0);
                    let other = by_others && changed.connection != self.past.connection;
                    if !(stale || hidden || late || other) {
                        continue;
                    }
                    &changed.before
                }
            };
            let Some(table) = view.table_mut(&changed.table, trace) else { continue };
            match row {
                Some(row) => drop(table.put(&changed.key.partition, &changed.key.row, row.clone(), trace)),
                None => drop(table.take(&changed.key.partition, &changed.key.row, trace)),
            }
        }
        Some(view)
    }
}
