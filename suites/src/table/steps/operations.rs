//! Operations, by the names that the documentation gives them.

use super::values::{binary, boolean, double, guid, int, long, text};
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{EntityBody, Key, Operation, Prefer, PropertyValue, Query, Token, WriteMode};

/// The key of these two parts.
pub(crate) fn at(partition: impl Into<String>, row: impl Into<String>) -> Key {
    Key::new(partition, row)
}

/// The name of the history's table with this number.
pub(crate) fn table(number: u8) -> String {
    Symbol::Table(number).to_string()
}

/// The ETag that this step returned.
pub(crate) fn etag(step: usize) -> String {
    Symbol::ETag { step, part: None }.to_string()
}

/// The ETag in this part of the answer to the batch in this step.
pub(crate) fn etag_in(step: usize, part: usize) -> String {
    Symbol::ETag { step, part: Some(part) }.to_string()
}

/// The body of an entity under this key.
fn body<'n>(key: &Key, properties: impl IntoIterator<Item = (&'n str, PropertyValue)>) -> EntityBody {
    properties.into_iter().fold(EntityBody::keyed(key), |body, (name, value)| body.with(name, value))
}

/// Insert Entity.
pub(crate) fn insert<'n>(key: Key, properties: impl IntoIterator<Item = (&'n str, PropertyValue)>) -> Operation {
    insert_body(body(&key, properties))
}

/// Insert Entity of the partition `p`, with a property of every type; the text and the instant are the caller's.
pub(crate) fn insert_every_type(row: &str, string: &str, instant: PropertyValue) -> Operation {
    insert(
        at("p", row),
        [
            ("S", text(string)),
            ("I", int(1)),
            ("L", long(2)),
            ("D", double(2.5)),
            ("N", double(f64::NAN)),
            ("B", boolean(true)),
            ("T", instant),
            ("G", guid(7)),
            ("X", binary([1, 2])),
        ],
    )
}

/// Insert Entity with this body, whatever it holds.
pub(crate) fn insert_body(entity: EntityBody) -> Operation {
    Operation::InsertEntity { table: table(0), entity, prefer: None }
}

/// Insert Or Replace Entity.
pub(crate) fn insert_or_replace<'n>(
    key: Key,
    properties: impl IntoIterator<Item = (&'n str, PropertyValue)>,
) -> Operation {
    let entity = body(&key, properties);
    write_body(key, entity, WriteMode::Replace, None)
}

/// Insert Or Merge Entity.
pub(crate) fn insert_or_merge<'n>(
    key: Key,
    properties: impl IntoIterator<Item = (&'n str, PropertyValue)>,
) -> Operation {
    let entity = body(&key, properties);
    write_body(key, entity, WriteMode::Merge, None)
}

/// Update Entity.
pub(crate) fn update<'n>(
    key: Key,
    if_match: impl Into<String>,
    properties: impl IntoIterator<Item = (&'n str, PropertyValue)>,
) -> Operation {
    let entity = body(&key, properties);
    write_body(key, entity, WriteMode::Replace, Some(if_match.into()))
}

/// Merge Entity.
pub(crate) fn merge<'n>(
    key: Key,
    if_match: impl Into<String>,
    properties: impl IntoIterator<Item = (&'n str, PropertyValue)>,
) -> Operation {
    let entity = body(&key, properties);
    write_body(key, entity, WriteMode::Merge, Some(if_match.into()))
}

/// A write by key with this body, whatever it holds.
fn write_body(key: Key, entity: EntityBody, mode: WriteMode, if_match: Option<String>) -> Operation {
    Operation::WriteEntity { table: table(0), key, entity, mode, if_match }
}

/// Delete Entity.
pub(crate) fn delete(key: Key, if_match: impl Into<String>) -> Operation {
    Operation::DeleteEntity { table: table(0), key, if_match: Some(if_match.into()) }
}

/// Get Entity.
pub(crate) fn get(key: Key) -> Operation {
    Operation::GetEntity { table: table(0), key, select: None }
}

/// Get Entity with `$select`.
pub(crate) fn get_select(key: Key, select: &str) -> Operation {
    Operation::GetEntity { table: table(0), key, select: Some(select.to_owned()) }
}

/// A batch. Its inserts ask for no content unless they say what they prefer, as clients have them do.
pub(crate) fn batch(operations: impl IntoIterator<Item = Operation>) -> Operation {
    Operation::Batch { operations: operations.into_iter().map(quiet).collect() }
}

/// An insert that asks for no content, unless it says what it prefers.
fn quiet(operation: Operation) -> Operation {
    match operation {
        Operation::InsertEntity { table, entity, prefer: None } => {
            Operation::InsertEntity { table, entity, prefer: Some(Prefer::ReturnNoContent) }
        }
        other => other,
    }
}

/// Rows of one partition that are there for what follows, and that nothing is asked about.
pub(crate) fn seed(rows: impl IntoIterator<Item = Operation>) -> Step {
    Step::seeding(rows.into_iter().map(quiet).collect())
}

/// A batch whose inserts say nothing of what they prefer.
pub(crate) fn batch_without_preference(operations: impl IntoIterator<Item = Operation>) -> Operation {
    Operation::Batch { operations: operations.into_iter().collect() }
}

/// All rows of the table, page by page.
pub(crate) fn scan_all() -> Call {
    scan_with(Query::default())
}

/// All rows that the filter lets through, page by page.
pub(crate) fn scan(filter: impl Into<String>) -> Call {
    scan_with(Query { filter: Some(filter.into()), ..Query::default() })
}

/// All rows of a query, page by page.
pub(crate) fn scan_with(query: Query) -> Call {
    Call::Scan { table: table(0), query }
}

/// One page of a query.
pub(crate) fn page(query: Query) -> Operation {
    Operation::QueryEntities { table: table(0), query, next: None }
}

/// The page that follows the one which this step returned.
pub(crate) fn next_page(step: usize, query: Query) -> Operation {
    let next =
        Token { partition: Symbol::NextPartition(step).to_string(), row: Some(Symbol::NextRow(step).to_string()) };
    Operation::QueryEntities { table: table(0), query, next: Some(next) }
}

/// The history's own tables among all that are listed.
pub(crate) fn list_tables() -> Call {
    Call::ScanTables { query: Query::default() }
}

/// One page of Query Tables.
pub(crate) fn query_tables(query: Query) -> Operation {
    Operation::QueryTables { query, next_table: None }
}

/// Get Table.
pub(crate) fn get_table(table: impl Into<String>) -> Operation {
    Operation::GetTable { table: table.into() }
}

/// Create Table.
pub(crate) fn create_table(table: impl Into<String>) -> Operation {
    Operation::CreateTable { table: table.into(), prefer: None }
}

/// Delete Table.
pub(crate) fn delete_table(table: impl Into<String>) -> Operation {
    Operation::DeleteTable { table: table.into() }
}

/// The same operation on another table.
pub(crate) fn on(name: impl Into<String>, mut operation: Operation) -> Operation {
    match &mut operation {
        Operation::QueryEntities { table, .. }
        | Operation::GetEntity { table, .. }
        | Operation::InsertEntity { table, .. }
        | Operation::WriteEntity { table, .. }
        | Operation::DeleteEntity { table, .. }
        | Operation::GetTable { table }
        | Operation::CreateTable { table, .. }
        | Operation::DeleteTable { table } => *table = name.into(),
        Operation::QueryTables { .. } | Operation::Batch { .. } => {}
    }
    operation
}

/// The same insert or create with `Prefer`; other operations stay as they are.
pub(crate) fn preferring(preference: Prefer, mut operation: Operation) -> Operation {
    if let Operation::InsertEntity { prefer, .. } | Operation::CreateTable { prefer, .. } = &mut operation {
        *prefer = Some(preference);
    }
    operation
}
