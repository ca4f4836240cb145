//! Operations as method, path, headers and body: what a request of its own and one within a batch have in common.

use super::batch::Addresses;
use super::{batch, format, path, query};
use crate::history::bindings::{Bindings, Unbound};
use crate::target::Format;
use tablestakes_reference::history::Wire;
use tablestakes_reference::http::Response;
use tablestakes_reference::table::{EntityBody, MergeMethod, Operation, Prefer, Query, WriteMode};

/// One request before addresses, dates and signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) method: String,
    /// Path and query from the resource on, without the account.
    pub(super) target: String,
    /// The headers that belong to the operation.
    pub(super) fields: Vec<(&'static str, String)>,
    /// Headers of which the caller chose the names.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<String>,
}

/// Where a query goes on. All open: at its beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// `NextPartitionKey`.
    pub(crate) partition: Option<String>,
    /// `NextRowKey`.
    pub(crate) row: Option<String>,
    /// `NextTableName`.
    pub(crate) table: Option<String>,
}

impl Page {
    /// Where an answer says that its query goes on.
    pub(crate) fn after(answer: &Response) -> Self {
        let header = |name: &str| answer.headers.get(name).map(ToOwned::to_owned);
        Self {
            partition: header("x-ms-continuation-nextpartitionkey"),
            row: header("x-ms-continuation-nextrowkey"),
            table: header("x-ms-continuation-nexttablename"),
        }
    }
}

/// Writes operations.
pub(super) struct Drafting<'a> {
    pub(super) bindings: &'a Bindings,
    pub(super) wire: &'a Wire,
    pub(super) format: Format,
    pub(super) addresses: Addresses<'a>,
}

impl Drafting<'_> {
    /// The draft of one operation.
    pub(super) fn operation(&self, operation: &Operation) -> Result<Draft, Unbound> {
        let bind = |text: &str| self.bindings.bind(text);
        match operation {
            Operation::QueryTables { query, next_table } => {
                let table = next_table.as_deref().map(bind).transpose()?;
                self.query_tables(query, &Page { table, ..Page::default() })
            }
            Operation::GetTable { table } => Ok(self.bare("GET", path::table(&bind(table)?))),
            Operation::CreateTable { table, prefer } => {
                let body = format::table(self.format, &bind(table)?);
                Ok(self.with_body("POST", path::tables(), body).preferring(*prefer))
            }
            Operation::DeleteTable { table } => Ok(self.bare("DELETE", path::table(&bind(table)?))),
            Operation::QueryEntities { table, query, next } => {
                let page = match next {
                    None => Page::default(),
                    Some(token) => Page {
                        partition: Some(bind(&token.partition)?),
                        // A server may leave NextRowKey out; a client sends what it got.
                        row: token.row.as_deref().and_then(|row| bind(row).ok()),
                        table: None,
                    },
                };
                self.query_entities(table, query, &page)
            }
            Operation::GetEntity { table, key, select } => {
                let query = Query { select: select.clone(), ..Query::default() };
                let path = path::entity(&bind(table)?, key, self.wire.keys);
                Ok(self.bare("GET", path + &query::options(&query, &Page::default())))
            }
            Operation::InsertEntity { table, entity, prefer } => {
                let body = format::entity(self.format, entity);
                Ok(self.with_body("POST", path::entity_set(&bind(table)?), body).preferring(*prefer))
            }
            Operation::WriteEntity { table, key, entity, mode, if_match } => {
                let path = path::entity(&bind(table)?, key, self.wire.keys);
                self.write(path, entity, *mode).matching(if_match.as_deref(), self.bindings)
            }
            Operation::DeleteEntity { table, key, if_match } => {
                let path = path::entity(&bind(table)?, key, self.wire.keys);
                self.bare("DELETE", path).matching(if_match.as_deref(), self.bindings)
            }
            Operation::Batch { operations } => batch::draft(self, operations),
        }
    }

    /// One page of a query.
    pub(super) fn query_entities(&self, table: &str, query: &Query, page: &Page) -> Result<Draft, Unbound> {
        Ok(self.bare("GET", path::query(&self.bindings.bind(table)?) + &query::options(query, page)))
    }

    /// One page of a listing. Its filter names tables, so it may hold symbols.
    pub(super) fn query_tables(&self, query: &Query, page: &Page) -> Result<Draft, Unbound> {
        let filter = query.filter.as_deref().map(|filter| self.bindings.bind(filter)).transpose()?;
        let query = Query { filter, ..query.clone() };
        Ok(self.bare("GET", path::tables() + &query::options(&query, page)))
    }

    fn write(&self, path: String, entity: &EntityBody, mode: WriteMode) -> Draft {
        let method = match (mode, self.wire.merge) {
            (WriteMode::Replace, _) => "PUT",
            (WriteMode::Merge, MergeMethod::Merge) => "MERGE",
            (WriteMode::Merge, MergeMethod::Patch) => "PATCH",
        };
        self.with_body(method, path, format::entity(self.format, entity))
    }

    fn bare(&self, method: &str, target: String) -> Draft {
        let mut fields = format::asking(self.format);
        let mut method = method.to_owned();
        if self.wire.tunnelled && !matches!(method.as_str(), "GET" | "POST") {
            fields.push(("X-HTTP-Method", method));
            method = "POST".to_owned();
        }
        Draft { method, target, fields, headers: Vec::new(), body: None }
    }

    fn with_body(&self, method: &str, target: String, body: String) -> Draft {
        let mut draft = self.bare(method, target);
        draft.fields.push(("Content-Type", format::content_type(self.format).to_owned()));
        draft.body = Some(body);
        draft
    }
}

impl Draft {
    fn preferring(mut self, prefer: Option<Prefer>) -> Self {
        if let Some(prefer) = prefer {
            let value = match prefer {
                Prefer::ReturnContent => "return-content",
                Prefer::ReturnNoContent => "return-no-content",
            };
            self.fields.push(("Prefer", value.to_owned()));
        }
        self
    }

    fn matching(mut self, if_match: Option<&str>, bindings: &Bindings) -> Result<Self, Unbound> {
        if let Some(if_match) = if_match {
            self.fields.push(("If-Match", bindings.bind(if_match)?));
        }
        Ok(self)
    }
}
