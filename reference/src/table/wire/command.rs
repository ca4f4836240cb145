//! What a request is understood to ask: its address, options, headers and body put together.

use super::address::{self, QueryString, Resource};
use super::json::{self, EntityDocument, Selection};
use crate::http::Headers;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::filter::{self, Filter, Subject};
use crate::table::model::{Condition, Place, Write};
use crate::table::{Key, WriteMode};
use crate::version::Version;

/// A request, or one of the requests within an entity group transaction.
#[derive(Debug, Clone, Copy)]
pub struct Message<'m> {
    /// The method on the wire.
    pub method: &'m str,
    /// The path as sent, without the account of emulator-style addresses.
    pub path: &'m str,
    /// The query, decoded.
    pub query: &'m QueryString,
    /// The headers.
    pub headers: &'m Headers,
    /// The body.
    pub body: &'m [u8],
    /// The version in force.
    pub version: Version,
    /// Whether the message stands within a transaction.
    pub in_batch: bool,
}

/// What is asked.
#[derive(Debug)]
pub enum Command {
    /// Query Tables.
    QueryTables {
        /// `$filter`.
        filter: Option<Filter>,
        /// `$top`.
        top: Option<usize>,
        /// The lower-cased name of the first table of this page.
        from: Option<String>,
    },
    /// Get Table.
    GetTable(String),
    /// Create Table.
    CreateTable(String),
    /// Delete Table.
    DeleteTable(String),
    /// Query Entities.
    QueryEntities {
        /// The table.
        table: String,
        /// `$filter`.
        filter: Option<Filter>,
        /// `$select`.
        select: Option<Selection>,
        /// `$top`.
        top: Option<usize>,
        /// Where this page begins.
        from: Option<Place>,
    },
    /// Get Entity.
    GetEntity {
        /// The table.
        table: String,
        /// The entity.
        key: Key,
        /// `$select`.
        select: Option<Selection>,
    },
    /// A write to one entity.
    Write {
        /// The table.
        table: String,
        /// The entity.
        key: Key,
        /// What is to be done.
        write: Write,
    },
    /// An entity group transaction.
    Batch,
}

impl Command {
    /// The table on whose entities the command works.
    pub fn table(&self) -> Option<&str> {
        match self {
            Self::QueryEntities { table, .. } | Self::GetEntity { table, .. } | Self::Write { table, .. } => {
                Some(table)
            }
            _ => None,
        }
    }

    /// Whether `Prefer` has a meaning for the command.
    pub fn has_preference(&self) -> bool {
        matches!(self, Self::CreateTable(_) | Self::Write { write: Write::Insert(_), .. })
    }
}

fn refuse(status: u16, code: &'static str, message: &str, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer }
}

/// `InvalidInput` without further word.
fn invalid(rule: RuleId) -> Refusal {
    refuse(400, "InvalidInput", "One of the request inputs is not valid.", rule, Layer::Entities)
}

fn not_implemented(rule: RuleId) -> Refusal {
    let message = "The requested operation is not implemented on the specified resource.";
    refuse(501, "NotImplemented", message, rule, Layer::Entities)
}

impl Message<'_> {
    /// The method that is meant: `X-HTTP-Method` of a POST, and PATCH for MERGE.
    fn meant_method(&self, trace: &mut Trace<'_>) -> Result<&str, Refusal> {
        let mut method = self.method;
        if let Some(tunnelled) = self.headers.get("x-http-method") {
            if self.method != "POST" {
                if trace.enforce(id::TABLE_HEADERS_TUNNEL_POST_ONLY) {
                    let message = "Invalid X-HTTP-Method: only POST requests may carry it.";
                    let rule = id::TABLE_HEADERS_TUNNEL_POST_ONLY;
                    return Err(refuse(400, "XMethodNotUsingPost", message, rule, Layer::Reader));
                }
            } else if ["MERGE", "PUT", "DELETE", "PATCH"].contains(&tunnelled) {
                if trace.enforce(id::TABLE_HEADERS_TUNNEL) {
                    method = tunnelled;
                }
            } else if trace.enforce(id::TABLE_HEADERS_TUNNEL_VALUE) {
                let message = "Invalid X-HTTP-Method header value.";
                let rule = id::TABLE_HEADERS_TUNNEL_VALUE;
                return Err(refuse(400, "XMethodIncorrectValue", message, rule, Layer::Reader));
            }
        }
        if method == "PATCH" {
            let rule = if self.in_batch { id::TABLE_BATCH_PATCH } else { id::TABLE_HEADERS_PATCH_IS_MERGE };
            if !trace.enforce(rule) {
                return Err(method_refusal(rule));
            }
            method = "MERGE";
        }
        Ok(method)
    }

    /// Finds out what the message asks.
    ///
    /// # Errors
    /// Everything in it that the service refuses, what it would report first in front.
    pub fn understand(&self, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        let method = self.meant_method(trace).map_err(|refusal| vec![refusal])?;
        let resource = address::read(self.path, self.version, self.in_batch, trace)?;
        match (method, resource) {
            ("GET", Resource::Tables) => self.query_tables(trace),
            ("GET", Resource::Table(name)) => Ok(Command::GetTable(name)),
            ("POST", Resource::Tables) => self.create_table(trace),
            ("DELETE", Resource::Table(name)) => Ok(Command::DeleteTable(name)),
            ("GET", Resource::EntitySet(table)) => self.query_entities(table, trace),
            ("GET", Resource::Entity(table, key)) => {
                let point = trace.enforce(id::TABLE_PROJECTION_POINT);
                let select = self.select(trace).filter(|_| point);
                Ok(Command::GetEntity { table, key, select })
            }
            ("POST", Resource::EntitySet(table)) => self.insert(table, trace),
            ("POST", Resource::Below(table)) => {
                if trace.enforce(id::TABLE_ADDRESS_SUBRESOURCE_POST) {
                    self.insert(table, trace)
                } else {
                    Err(vec![not_implemented(id::TABLE_ADDRESS_SUBRESOURCE_POST)])
                }
            }
            ("GET", Resource::Below(table)) => {
                if trace.enforce(id::TABLE_ADDRESS_SUBRESOURCE_GET) {
                    Err(vec![not_implemented(id::TABLE_ADDRESS_SUBRESOURCE_GET)])
                } else {
                    self.query_entities(table, trace)
                }
            }
            ("PUT", Resource::Entity(table, key)) => self.write(table, key, WriteMode::Replace, trace),
            ("MERGE", Resource::Entity(table, key)) => self.write(table, key, WriteMode::Merge, trace),
            ("DELETE", Resource::Entity(table, key)) => self.delete(table, key, trace),
            ("POST", Resource::Batch) => Ok(Command::Batch),
            ("GET", _) => Err(vec![method_refusal(id::TABLE_ERRORS_METHOD_NOT_ALLOWED)]),
            _ if trace.enforce(id::TABLE_ERRORS_METHOD_NOT_ALLOWED) => {
                Err(vec![method_refusal(id::TABLE_ERRORS_METHOD_NOT_ALLOWED)])
            }
            _ => Message { method: "GET", ..*self }.understand(trace),
        }
    }

    fn query_tables(&self, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        let (top, filter) = self.options(Subject::Tables, trace)?;
        let from = self.query.get("NextTableName").map(|token| {
            let text = super::token::read(token);
            text.split('\u{1}').next().unwrap_or_default().to_owned()
        });
        let filter = filter.filter(|_| trace.enforce(id::TABLE_TABLES_LIST_FILTER));
        Ok(Command::QueryTables { filter, top, from })
    }

    fn query_entities(&self, table: String, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        let (top, filter) = self.options(Subject::Entities, trace)?;
        let row = self.query.get("NextRowKey");
        if row == Some("") && trace.enforce(id::TABLE_CONTINUATION_EMPTY_ROW_TOKEN) {
            return Err(vec![invalid(id::TABLE_CONTINUATION_EMPTY_ROW_TOKEN)]);
        }
        let row = row.filter(|row| !row.is_empty()).map(super::token::read);
        let partition = self.query.get("NextPartitionKey").map(super::token::read);
        let from = partition.map(|partition| Place { partition, row });
        Ok(Command::QueryEntities { table, filter, select: self.select(trace), top, from })
    }

    /// `$top` and `$filter`, in the order in which the service looks at them.
    fn options(
        &self,
        subject: Subject,
        trace: &mut Trace<'_>,
    ) -> Result<(Option<usize>, Option<Filter>), Vec<Refusal>> {
        let mut refusals = Vec::new();
        let top = self.top(trace).unwrap_or_else(|refusal| {
            refusals.push(refusal);
            None
        });
        let filter = match self.query.get("$filter").map(|text| filter::parse(text, subject, trace)) {
            Some(Err(refused)) => {
                refusals.extend(refused);
                None
            }
            Some(Ok(filter)) => Some(filter),
            None => None,
        };
        if refusals.is_empty() { Ok((top, filter)) } else { Err(refusals) }
    }

    fn top(&self, trace: &mut Trace<'_>) -> Result<Option<usize>, Refusal> {
        let Some(text) = self.query.get("$top") else { return Ok(None) };
        match text.trim().parse::<i64>() {
            Ok(0) if !trace.enforce(id::TABLE_CONTINUATION_TOP_ZERO) => Err(invalid(id::TABLE_CONTINUATION_TOP_ZERO)),
            Ok(top @ 0..=1000) => Ok(usize::try_from(top).ok()),
            Ok(top) => {
                let (rule, instead) = if top < 0 {
                    (id::TABLE_CONTINUATION_TOP_NEGATIVE, None)
                } else {
                    (id::TABLE_CONTINUATION_TOP_TOO_LARGE, Some(1000))
                };
                if trace.enforce(rule) { Err(invalid(rule)) } else { Ok(instead) }
            }
            Err(_) => Err(invalid(id::TABLE_OPEN_TOP_NOT_A_NUMBER)),
        }
    }

    fn select(&self, trace: &mut Trace<'_>) -> Option<Selection> {
        let text = self.query.get("$select")?;
        if !trace.enforce(id::TABLE_PROJECTION_SELECTED_ONLY) {
            return None;
        }
        let trims = trace.enforce(id::TABLE_PROJECTION_MANY);
        let name = |name: &str| if trims { name.trim().to_owned() } else { name.to_owned() };
        let mut names: Vec<String> = text.split(',').map(name).filter(|name| !name.is_empty()).collect();
        if names.iter().any(|name| name == "*") {
            names.clear();
        } else if names.is_empty() && !trace.enforce(id::TABLE_PROJECTION_EMPTY) {
            // A name that no entity can have: nothing is selected.
            names.push("\0".to_owned());
        }
        Some(Selection { text: text.to_owned(), names })
    }

    fn check_content_type(&self, trace: &mut Trace<'_>) -> Option<Refusal> {
        let missing = self.headers.get("content-type").is_none() && !self.in_batch;
        if missing && trace.enforce(id::TABLE_HEADERS_CONTENT_TYPE_REQUIRED) {
            let message = "Content-Type header value missing.";
            let rule = id::TABLE_HEADERS_CONTENT_TYPE_REQUIRED;
            Some(refuse(400, "InvalidInput", message, rule, Layer::Reader))
        } else {
            None
        }
    }

    fn create_table(&self, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        if let Some(refusal) = self.check_content_type(trace) {
            return Err(vec![refusal]);
        }
        if self.body.is_empty() {
            let rule = id::TABLE_TABLES_NAME_MISSING;
            let message = "An error occurred while processing this request.";
            let refusal = refuse(400, "InvalidInput", message, rule, Layer::Reader);
            let broken = Refusal { status: 500, code: "InternalError", ..refusal.clone() };
            return Err(vec![if trace.enforce(rule) { refusal } else { broken }]);
        }
        let Some(name) = json::read_table_name(self.body, trace)? else {
            let message = "The values are not specified for all properties in the entity.";
            let rule = id::TABLE_KEYS_REQUIRED;
            return Err(vec![refuse(400, "PropertiesNeedValue", message, rule, Layer::Entities)]);
        };
        super::table_name::check(&name, trace).map_or(Ok(Command::CreateTable(name)), |refusal| Err(vec![refusal]))
    }

    fn entity(&self, trace: &mut Trace<'_>) -> Result<EntityDocument, Vec<Refusal>> {
        match self.check_content_type(trace) {
            Some(refusal) => Err(vec![refusal]),
            None => json::read_entity(self.body, trace),
        }
    }

    fn insert(&self, table: String, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        let entity = self.entity(trace)?;
        let (partition, row) = entity.keys(trace).map_err(|refusal| vec![refusal])?;
        let empty = partition.is_empty() || row.is_empty();
        let rule = if self.in_batch { id::TABLE_BATCH_EMPTY_KEYS } else { id::TABLE_KEYS_EMPTY };
        if empty && !trace.enforce(rule) {
            let message = "The values are not specified for all properties in the entity.";
            return Err(vec![refuse(400, "PropertiesNeedValue", message, rule, Layer::Entities)]);
        }
        let refusals: Vec<_> = [("PartitionKey", partition), ("RowKey", row)]
            .into_iter()
            .filter_map(|(name, key)| json::check_key(name, key, trace))
            .collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let key = Key::new(partition, row);
        Ok(Command::Write { table, key, write: Write::Insert(entity.properties) })
    }

    fn write(&self, table: String, key: Key, mode: WriteMode, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let mut keep = |refused: Vec<Refusal>| refusals.extend(refused);
        let condition = self.condition(trace).map_err(|refusal| keep(vec![refusal])).ok().flatten();
        let entity = self.entity(trace).map_err(&mut keep).ok();
        if condition.is_none() && refusals.is_empty() {
            // An upsert may make a key; a condition can only be met by one that is there.
            let keys = [("PartitionKey", &key.partition), ("RowKey", &key.row)];
            refusals.extend(keys.into_iter().filter_map(|(name, key)| json::check_key(name, key, trace)));
        }
        match entity {
            Some(entity) if refusals.is_empty() => {
                let EntityDocument { properties, nulls, .. } = entity;
                Ok(Command::Write { table, key, write: Write::Write { mode, properties, nulls, condition } })
            }
            _ => Err(refusals),
        }
    }

    fn delete(&self, table: String, key: Key, trace: &mut Trace<'_>) -> Result<Command, Vec<Refusal>> {
        match self.condition(trace).map_err(|refusal| vec![refusal])? {
            Some(condition) => Ok(Command::Write { table, key, write: Write::Delete(condition) }),
            None if trace.enforce(id::TABLE_ENTITIES_DELETE_IF_MATCH_REQUIRED) => {
                Err(vec![invalid(id::TABLE_ENTITIES_DELETE_IF_MATCH_REQUIRED)])
            }
            None => Ok(Command::Write { table, key, write: Write::Delete(Condition::Exists) }),
        }
    }

    /// `If-Match`.
    fn condition(&self, trace: &mut Trace<'_>) -> Result<Option<Condition>, Refusal> {
        let Some(tag) = self.headers.get("if-match") else { return Ok(None) };
        let tag = tag.trim();
        if tag == "*" {
            return Ok(Some(Condition::Exists));
        }
        let opaque = tag.strip_prefix("W/").unwrap_or(tag);
        let quoted = opaque.len() >= 2 && opaque.starts_with('"') && opaque.ends_with('"');
        if !quoted || opaque[1..opaque.len() - 1].contains('"') {
            return if trace.enforce(id::TABLE_ETAG_MALFORMED) {
                let message = format!(
                    "The etag value '{tag}' specified in one of the request headers is not valid. Please make sure only \
                     one etag value is specified and is valid."
                );
                Err(refuse(400, "InvalidInput", &message, id::TABLE_ETAG_MALFORMED, Layer::Reader))
            } else {
                Ok(Some(Condition::Tag(tag.to_owned())))
            };
        }
        let inner = &opaque[1..opaque.len() - 1];
        let dated = inner.strip_prefix("datetime'").and_then(|rest| rest.strip_suffix('\''));
        let issued = dated.is_some_and(|instant| {
            let instant = instant.replace("%3A", ":").replace("%3a", ":");
            super::lexical::datetime::read(&instant).is_some()
        });
        // A reference that writes other ETags must know its own again.
        let own_form = inner.starts_with("0x") || !tag.starts_with("W/");
        Ok(Some(if issued || own_form { Condition::Tag(tag.to_owned()) } else { Condition::Foreign(tag.to_owned()) }))
    }
}

fn method_refusal(rule: RuleId) -> Refusal {
    let message = "The requested method is not allowed on the specified resource.";
    refuse(405, "MethodNotAllowed", message, rule, Layer::Reader)
}
