//! What an operation comes to, before it is written down.

use super::model::{EntityPage, TablePage};
use super::wire::json::Selection;
use super::{Key, Row};
use crate::datetime::DateTime;

/// What an operation comes to.
#[derive(Debug)]
pub enum Outcome<'m> {
    /// A table was created.
    TableCreated(&'m str),
    /// The entry of a table.
    Table(&'m str),
    /// A page of tables.
    Tables(TablePage<'m>),
    /// A table was deleted.
    TableDeleted,
    /// An entity was inserted.
    Inserted {
        /// The table.
        table: &'m str,
        /// Its key.
        key: &'m Key,
        /// The entity as it is stored.
        row: &'m Row,
    },
    /// One entity.
    Entity {
        /// The table.
        table: &'m str,
        /// Its key.
        key: &'m Key,
        /// The entity.
        row: &'m Row,
        /// What of it is asked for.
        select: Option<&'m Selection>,
    },
    /// A page of entities.
    Entities {
        /// The table.
        table: &'m str,
        /// The page.
        page: EntityPage<'m>,
        /// What of them is asked for.
        select: Option<&'m Selection>,
    },
    /// An entity was updated, merged or upserted.
    Written {
        /// The table.
        table: &'m str,
        /// Its key.
        key: &'m Key,
        /// Its new timestamp.
        timestamp: DateTime,
        /// Whether there was no condition.
        upsert: bool,
    },
    /// An entity was deleted.
    EntityDeleted,
}
