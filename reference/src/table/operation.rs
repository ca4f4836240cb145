//! What can be asked of the table service, as a client means it.
//!
//! Names, tags and tokens that a server chooses, and table names that a run chooses, may be written as
//! [symbols](crate::history::symbol); everything else is literal.

use super::value::{Key, Value};
use serde::{Deserialize, Serialize};

/// One operation of the table service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Operation {
    /// Lists tables: `GET /Tables`.
    QueryTables {
        /// The query options.
        #[serde(default)]
        query: Query,
        /// `NextTableName`, from an earlier page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_table: Option<String>,
    },
    /// Reads the entry of one table: `GET /Tables('T')`.
    GetTable {
        /// The table.
        table: String,
    },
    /// Creates a table: `POST /Tables`.
    CreateTable {
        /// The table.
        table: String,
        /// Whether the created entry shall be sent back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prefer: Option<Prefer>,
    },
    /// Deletes a table: `DELETE /Tables('T')`.
    DeleteTable {
        /// The table.
        table: String,
    },
    /// One page of a query: `GET /T()`.
    QueryEntities {
        /// The table.
        table: String,
        /// The query options.
        #[serde(default)]
        query: Query,
        /// Where to go on, from an earlier page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Token>,
    },
    /// Reads one entity: `GET /T(PartitionKey='…',RowKey='…')`.
    GetEntity {
        /// The table.
        table: String,
        /// The entity.
        key: Key,
        /// `$select`, as written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        select: Option<String>,
    },
    /// Inserts an entity: `POST /T`.
    InsertEntity {
        /// The table.
        table: String,
        /// The entity; its key stands in the body.
        entity: EntityBody,
        /// Whether the inserted entity shall be sent back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prefer: Option<Prefer>,
    },
    /// Writes an entity by its key. With `If-Match`: Update Entity or Merge Entity. Without: Insert Or Replace Entity or
    /// Insert Or Merge Entity.
    WriteEntity {
        /// The table.
        table: String,
        /// The key in the request path.
        key: Key,
        /// The body.
        entity: EntityBody,
        /// What happens to the properties that the body lacks.
        mode: WriteMode,
        /// `If-Match`, as written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        if_match: Option<String>,
    },
    /// Deletes an entity.
    DeleteEntity {
        /// The table.
        table: String,
        /// The entity.
        key: Key,
        /// `If-Match`, as written. The service requires it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        if_match: Option<String>,
    },
    /// An entity group transaction: `POST /$batch`. One change set of these operations, or, if it is the only one and
    /// reads, that query without a change set.
    Batch {
        /// The operations in order.
        operations: Vec<Operation>,
    },
}

impl Operation {
    /// The operation's name as the documentation has it, for reports and signatures.
    pub fn name(&self) -> &'static str {
        match self {
            Self::QueryTables { .. } => "Query Tables",
            Self::GetTable { .. } => "Get Table",
            Self::CreateTable { .. } => "Create Table",
            Self::DeleteTable { .. } => "Delete Table",
            Self::QueryEntities { .. } => "Query Entities",
            Self::GetEntity { .. } => "Get Entity",
            Self::InsertEntity { .. } => "Insert Entity",
            Self::WriteEntity { mode: WriteMode::Replace, if_match: Some(_), .. } => "Update Entity",
            Self::WriteEntity { mode: WriteMode::Merge, if_match: Some(_), .. } => "Merge Entity",
            Self::WriteEntity { mode: WriteMode::Replace, if_match: None, .. } => "Insert Or Replace Entity",
            Self::WriteEntity { mode: WriteMode::Merge, if_match: None, .. } => "Insert Or Merge Entity",
            Self::DeleteEntity { .. } => "Delete Entity",
            Self::Batch { .. } => "Entity Group Transaction",
        }
    }
}

/// System query options. Absent ones are not sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Query {
    /// `$filter`, as written, before percent-encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// `$select`, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub select: Option<String>,
    /// `$top`, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
}

/// A continuation token for entities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// `NextPartitionKey`.
    pub partition: String,
    /// `NextRowKey`; servers may leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
}

/// The values of the `Prefer` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prefer {
    /// `return-content`.
    ReturnContent,
    /// `return-no-content`.
    ReturnNoContent,
}

/// What a write does to the properties of the stored entity that its body lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteMode {
    /// Drops them: PUT.
    Replace,
    /// Keeps them: MERGE or PATCH.
    Merge,
}

/// How a merge is spelt on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MergeMethod {
    /// `MERGE`.
    #[default]
    Merge,
    /// `PATCH`.
    Patch,
}

/// The body of an insert or a write.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntityBody {
    /// `PartitionKey` in the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// `RowKey` in the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The other members in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

impl EntityBody {
    /// A body that carries this key and nothing else yet.
    pub fn keyed(key: &Key) -> Self {
        Self { partition: Some(key.partition.clone()), row: Some(key.row.clone()), properties: Vec::new() }
    }

    /// The same body with one more property.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<PropertyValue>) -> Self {
        self.properties.push(Property { name: name.into(), value: value.into() });
        self
    }
}

/// One property of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: PropertyValue,
}

/// What is written as a property's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "written", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PropertyValue {
    /// A value in the form that clients use for its type.
    Typed {
        /// The value.
        value: Value,
    },
    /// `null`.
    Null,
    /// Any text, with any annotation: for values that no type admits.
    Literal {
        /// The `@odata.type` annotation, if one is written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edm_type: Option<String>,
        /// The JSON text of the value.
        json: String,
    },
}

impl From<Value> for PropertyValue {
    fn from(value: Value) -> Self {
        Self::Typed { value }
    }
}

impl From<&str> for PropertyValue {
    fn from(value: &str) -> Self {
        Self::Typed { value: Value::String(value.to_owned()) }
    }
}

impl From<i32> for PropertyValue {
    fn from(value: i32) -> Self {
        Self::Typed { value: Value::Int32(value) }
    }
}

/// The levels of JSON metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metadata {
    /// `odata=nometadata`.
    None,
    /// `odata=minimalmetadata`.
    Minimal,
    /// `odata=fullmetadata`.
    Full,
}
