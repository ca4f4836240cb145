//! What a request is understood to ask: its address, options, headers and body put together.

mod query;
mod write;

use super::address::{self, QueryString, Resource};
use super::json::Selection;
use crate::http::Headers;
use crate::refusal::{self, Layer, Refusal, not_implemented};
use crate::rules::{RuleId, Trace, id};
use crate::table::filter::Filter;
use crate::table::model::{Place, Write};
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

    /// A command that needs nothing but this table.
    fn about(table: String) -> Self {
        Self::QueryEntities { table, filter: None, select: None, top: None, from: None }
    }

    /// Whether `Prefer` has a meaning for the command.
    pub fn has_preference(&self) -> bool {
        matches!(self, Self::CreateTable(_) | Self::Write { write: Write::Insert(_), .. })
    }
}

/// What cannot be done as it is asked.
#[derive(Debug)]
pub struct Misunderstood {
    /// Everything in the message that the service refuses, what it would report first in front.
    pub refusals: Vec<Refusal>,
    /// What the message would ask but for that, as far as it can be told.
    pub intended: Option<Box<Command>>,
}

impl Misunderstood {
    fn with(mut self, intended: Command) -> Self {
        self.intended = Some(Box::new(intended));
        self
    }
}

impl From<Refusal> for Misunderstood {
    fn from(refusal: Refusal) -> Self {
        vec![refusal].into()
    }
}

impl From<Vec<Refusal>> for Misunderstood {
    fn from(refusals: Vec<Refusal>) -> Self {
        Self { refusals, intended: None }
    }
}

fn refuse(status: u16, code: &'static str, message: &str, rule: RuleId, layer: Layer) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer }
}

/// `InvalidInput` without further word.
fn invalid(rule: RuleId) -> Refusal {
    refuse(400, "InvalidInput", "One of the request inputs is not valid.", rule, Layer::Entities)
}

impl Message<'_> {
    /// The method that is meant: `X-HTTP-Method` of a POST, and PATCH for MERGE.
    fn meant_method(&self, trace: &mut Trace<'_>) -> Result<&str, Refusal> {
        let mut method = self.method;
        if let Some(tunnelled) = self.headers.get("x-http-method") {
            if self.headers.all("x-http-method").count() > 1 && trace.enforce(id::TABLE_HEADERS_TUNNEL_COUNT) {
                let message = "Multiple X-HTTP-Methods are specified.";
                let rule = id::TABLE_HEADERS_TUNNEL_COUNT;
                return Err(refuse(400, "XMethodIncorrectCount", message, rule, Layer::Reader));
            }
            if self.method != "POST" {
                if trace.enforce(id::TABLE_HEADERS_TUNNEL_POST_ONLY) {
                    let message = "Invalid X-HTTP-Method: only POST requests may carry it.";
                    let rule = id::TABLE_HEADERS_TUNNEL_POST_ONLY;
                    return Err(refuse(400, "XMethodNotUsingPost", message, rule, Layer::Reader));
                }
            } else if ["MERGE", "PUT", "DELETE", "PATCH"].contains(&tunnelled) {
                if trace.enforce(if self.in_batch { id::TABLE_BATCH_TUNNEL } else { id::TABLE_HEADERS_TUNNEL }) {
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
    /// What is refused in it.
    pub fn understand(&self, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        if self.query.get("timeout").is_some() && !trace.enforce(id::TABLE_ADDRESS_TIMEOUT) {
            let message = "Value for one of the query parameters specified in the request URI is invalid.";
            let rule = id::TABLE_ADDRESS_TIMEOUT;
            return Err(refuse(400, "InvalidQueryParameterValue", message, rule, Layer::Reader).into());
        }
        match self.meant_method(trace) {
            Ok(method) => self.understand_as(method, trace),
            Err(refusal) if refusal.rule == id::TABLE_HEADERS_TUNNEL_POST_ONLY => {
                let mut misunderstood = Misunderstood::from(refusal);
                match self.understand_as(self.method, trace) {
                    Ok(command) => return Err(misunderstood.with(command)),
                    Err(more) => {
                        refusal::add(&mut misunderstood.refusals, more.refusals);
                        misunderstood.intended = more.intended;
                    }
                }
                Err(misunderstood)
            }
            Err(refusal) => Err(refusal.into()),
        }
    }

    fn understand_as(&self, method: &str, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let resource = address::read(self.path, self.version, self.in_batch, trace)
            .map_err(|refusals| self.misaddressed(method, refusals, trace))?;
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
                    Err(not_implemented(id::TABLE_ADDRESS_SUBRESOURCE_POST).into())
                }
            }
            ("GET", Resource::Below(table)) => {
                if trace.enforce(id::TABLE_ADDRESS_SUBRESOURCE_GET) {
                    Err(Misunderstood::from(not_implemented(id::TABLE_ADDRESS_SUBRESOURCE_GET))
                        .with(Command::about(table)))
                } else {
                    self.query_entities(table, trace)
                }
            }
            ("PUT", Resource::Entity(table, key)) => self.write(table, key, WriteMode::Replace, trace),
            ("MERGE", Resource::Entity(table, key)) => self.write(table, key, WriteMode::Merge, trace),
            ("DELETE", Resource::Entity(table, key)) => self.delete(table, key, trace),
            ("POST", Resource::Batch) => Ok(Command::Batch),
            ("GET", _) => Err(method_refusal(id::TABLE_ERRORS_METHOD_NOT_ALLOWED).into()),
            _ if trace.enforce(id::TABLE_ERRORS_METHOD_NOT_ALLOWED) => {
                Err(method_refusal(id::TABLE_ERRORS_METHOD_NOT_ALLOWED).into())
            }
            _ => self.understand_as("GET", trace),
        }
    }

    /// What is refused in a message whose address is refused: that, and what else is wrong whatever it is addressed to.
    fn misaddressed(&self, method: &str, refusals: Vec<Refusal>, trace: &mut Trace<'_>) -> Misunderstood {
        let mut misunderstood = Misunderstood::from(refusals);
        if misunderstood.refusals.iter().any(|refusal| refusal.layer == Layer::FrontEnd) {
            // What cannot be routed is never read.
            return misunderstood;
        }
        let (nowhere, nothing) = (String::new(), Key::new("", ""));
        let read = match method {
            "GET" => self.query_entities(nowhere, trace),
            "PUT" => self.write(nowhere, nothing, WriteMode::Replace, trace),
            "MERGE" => self.write(nowhere, nothing, WriteMode::Merge, trace),
            "DELETE" => self.delete(nowhere, nothing, trace),
            _ => return misunderstood,
        };
        if let Err(more) = read {
            refusal::add(&mut misunderstood.refusals, more.refusals);
        }
        misunderstood.intended = address::table_named(self.path).map(Command::about).map(Box::new);
        misunderstood
    }
}

fn method_refusal(rule: RuleId) -> Refusal {
    let message = "The requested method is not allowed on the specified resource.";
    refuse(405, "MethodNotAllowed", message, rule, Layer::Reader)
}
