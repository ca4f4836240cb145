//! What an answer holds, as plain data: for those who want to know what the judge reads, and not what it thinks of it.

use super::read::document::{Document, parts};
use super::read::entity::Row;
use super::read::value::{meaning, type_of};
use tablestakes_reference::http::Response;
use tablestakes_reference::table::{Key, Value};

/// What an answer holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// No body.
    Nothing,
    /// One entity or table entry.
    Entity(Entity),
    /// A set of them.
    Entities(Vec<Entity>),
    /// An error, and its code if it has one.
    Error(Option<String>),
    /// The answers within the answer to an entity group transaction.
    Parts(Vec<Response>),
    /// Another document.
    Other,
    /// A body that is not of the kind that it says it is, and why not.
    Malformed(String),
}

/// An entity or table entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// Its key, if both parts of it are there.
    pub key: Option<Key>,
    /// The other properties in order, `Timestamp` left out; none if one of them has no value of its type.
    pub properties: Option<Vec<(Box<str>, Value)>>,
}

impl Reading {
    /// Reads an answer.
    pub fn of(response: &Response) -> Self {
        match Document::read(response) {
            Document::Empty => Self::Nothing,
            Document::Entity(row) => Self::Entity(Entity::of(&row)),
            Document::Set { rows, .. } => Self::Entities(rows.iter().map(Entity::of).collect()),
            Document::Error(error) => Self::Error(error.code),
            Document::Batch(_) => Self::Parts(parts(response)),
            Document::Answers(_)
            | Document::Markup(_)
            | Document::Messages(_)
            | Document::Queues(_)
            | Document::Listing(_)
            | Document::Content(_)
            | Document::Other(_) => Self::Other,
            Document::Malformed(why) => Self::Malformed(why),
        }
    }
}

impl Entity {
    fn of(row: &Row) -> Self {
        Self { key: row.key(), properties: properties(row) }
    }
}

/// The ETag within the body of an entity.
pub(crate) fn tag_within(response: &Response) -> Option<String> {
    match Document::read(response) {
        Document::Entity(row) => row.annotation("odata.etag")?.as_str().map(str::to_owned),
        _ => None,
    }
}

/// The properties of a row beside its key and `Timestamp`; none if one has no value of its type.
pub(crate) fn properties(row: &Row) -> Option<Vec<(Box<str>, Value)>> {
    let own = row.properties.iter().filter(|held| !matches!(&*held.name, "PartitionKey" | "RowKey" | "Timestamp"));
    let read = own.map(|property| {
        let edm_type = type_of(property.annotation.as_deref(), &property.value)?;
        Some((property.name.as_str().into(), meaning(edm_type, &property.value)?))
    });
    read.collect()
}
