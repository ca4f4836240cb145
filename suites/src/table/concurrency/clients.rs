//! What the histories of the suite are put together from: clients that know which step they are at.

use crate::define::{Script, side_by_side};
use crate::table::steps::{
    at, batch, delete, etag, get, insert, insert_or_merge, insert_or_replace, merge, scan, scan_with, update,
};
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{Key, Operation, PropertyValue, Query};

/// The partition on which clients meet.
pub(in crate::table) const PARTITION: &str = "p";

/// A history while it is written: the steps before, then one branch after the other.
#[derive(Debug, Default)]
pub(in crate::table) struct Writing {
    before: Vec<Step>,
    branches: Vec<Vec<Step>>,
    written: usize,
}

/// What is done to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::table) enum Deed {
    Insert,
    Replace,
    Merge,
    /// Update Entity under the ETag of this step.
    Update(usize),
    /// Update Entity under `*`.
    UpdateAny,
    /// Merge Entity under the ETag of this step.
    MergeUnder(usize),
    /// Delete Entity under the ETag of this step.
    Delete(usize),
    DeleteAny,
    Read,
}

impl Writing {
    /// The number of the next step.
    pub(in crate::table) fn next(&self) -> usize {
        self.written
    }

    /// From now on another client's steps are written.
    pub(in crate::table) fn branch(&mut self) {
        self.branches.push(Vec::new());
    }

    /// Adds a step; gives its number.
    pub(in crate::table) fn step(&mut self, step: impl Into<Step>) -> usize {
        self.branches.last_mut().unwrap_or(&mut self.before).push(step.into());
        self.written += 1;
        self.written - 1
    }

    /// Adds a step that does this to a row; gives its number.
    pub(in crate::table) fn deed(&mut self, row: &str, deed: Deed) -> usize {
        let operation = operation(PARTITION, row, deed, self.written, 0);
        self.step(operation)
    }

    /// Adds a transaction that does this to these rows.
    pub(in crate::table) fn transaction<'r>(&mut self, deeds: impl IntoIterator<Item = (&'r str, Deed)>) -> usize {
        let step = self.written;
        let deeds = deeds.into_iter().enumerate();
        self.step(batch(deeds.map(|(part, (row, deed))| operation(PARTITION, row, deed, step, part))))
    }

    /// Adds a query for the whole partition.
    pub(in crate::table) fn query(&mut self) -> usize {
        self.step(whole(PARTITION))
    }

    /// The script.
    pub(in crate::table) fn script(self) -> Script {
        side_by_side(self.before, self.branches.into_iter().filter(|branch| !branch.is_empty()).collect())
    }
}

/// A query for a whole partition.
pub(in crate::table) fn whole(partition: &str) -> Call {
    scan(format!("PartitionKey eq '{partition}'"))
}

/// A query for a whole partition, a few rows a page.
pub(in crate::table) fn paged(top: usize) -> Call {
    let filter = Some(format!("PartitionKey eq '{PARTITION}'"));
    scan_with(Query { filter, top: Some(top.to_string()), ..Query::default() })
}

/// An operation whose value says in which step it stands. Merges write a property of their own.
pub(in crate::table) fn operation(partition: &str, row: &str, deed: Deed, step: usize, part: usize) -> Operation {
    let key: Key = at(partition, row);
    let value = || PropertyValue::from(format!("v{step}.{part}").as_str());
    let whole = || [("A", value())];
    let own = ["B", "C", "D"][step % 3];
    let one = || [(own, value())];
    match deed {
        Deed::Insert => insert(key, whole()),
        Deed::Replace => insert_or_replace(key, whole()),
        Deed::Merge => insert_or_merge(key, one()),
        Deed::Update(under) => update(key, etag(under), whole()),
        Deed::UpdateAny => update(key, "*", whole()),
        Deed::MergeUnder(under) => merge(key, etag(under), one()),
        Deed::Delete(under) => delete(key, etag(under)),
        Deed::DeleteAny => delete(key, "*"),
        Deed::Read => get(key),
    }
}
