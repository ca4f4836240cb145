//! One operation, in a transaction or by itself: done, or refused.

use super::Key;
use super::access::Access;
use super::deletion;
use super::model::{Model, Scan, Write, missing};
use super::outcome::Outcome;
use super::service::PAGE_SIZE;
use super::verdict::Verdict;
use super::wire::command::{Command, Misunderstood};
use super::wire::negotiation::Format;
use super::wire::reply::{Frame, Reply};
use super::wire::understood;
use crate::http::Response;
use crate::refusal::{self, Layer, Refusal};
use crate::rules::{Trace, id};
use crate::settings::Settings;

/// One operation, in a transaction or by itself.
pub(super) struct Exchange<'x, 'b> {
    pub(super) model: &'x mut Model,
    pub(super) settings: &'x Settings,
    pub(super) access: &'x Access,
    pub(super) frame: Frame<'x>,
    pub(super) trace: &'x mut Trace<'b>,
}

impl Exchange<'_, '_> {
    /// Does what is asked, or says why not.
    pub(super) fn run(&mut self, understood: Result<Command, Misunderstood>, verdict: &mut Verdict) -> Response {
        let preferring = match &understood {
            Ok(command) => command.has_preference(),
            // What is refused before it is understood is a creation if it is a POST.
            Err(_) => true,
        };
        let refusals = match understood {
            Ok(command) => match self.perform(command) {
                Ok(reply) => return self.frame.answer(reply, self.trace),
                Err(refusals) => refusals,
            },
            Err(misunderstood) => self.all_refusals(misunderstood),
        };
        let response = match refusals.first() {
            Some(refusal) => refused(&self.frame, refusal, preferring, self.trace),
            None => refused(&self.frame, &missing(id::TABLE_OPEN_BATCH_SHAPES), preferring, self.trace),
        };
        verdict.refused(refusals);
        response
    }

    /// Everything that is refused in what cannot be done as it is asked: in the message, and in what it would ask.
    pub(super) fn all_refusals(&mut self, misunderstood: Misunderstood) -> Vec<Refusal> {
        let Misunderstood { mut refusals, intended } = misunderstood;
        match intended {
            Some(command) => refusal::add(&mut refusals, self.refusals_of_state(*command)),
            // Who looks at permissions first may refuse it for that.
            None => refusal::add(&mut refusals, self.access.possible_refusals()),
        }
        refusals
    }

    /// Everything in the state that speaks against a command; nothing is done.
    pub(super) fn refusals_of_state(&mut self, command: Command) -> Vec<Refusal> {
        let mut refusals = self.access.refusals(&command, self.frame.in_batch, self.trace);
        refusal::add(&mut refusals, self.refusals_of_model(command));
        refusals
    }

    fn refusals_of_model(&mut self, command: Command) -> Vec<Refusal> {
        if let Some(table) = command.table()
            && self.model.table(table, self.trace).is_none()
        {
            return vec![
                deletion::refusal(self.model, table, self.frame.now, Layer::Reader, self.trace)
                    .unwrap_or_else(|| table_missing(self.trace)),
            ];
        }
        match command {
            Command::CreateTable(name) if self.model.table(&name, self.trace).is_some() => vec![table_exists()],
            Command::CreateTable(name) => {
                let refusal = deletion::refusal(self.model, &name, self.frame.now, Layer::Entities, self.trace);
                refusal.into_iter().collect()
            }
            Command::GetEntity { table, key, .. } => {
                let key = understood::key(self.model, &table, key, self.trace);
                let held = self.model.table(&table, self.trace);
                let found = held.is_some_and(|held| held.row(&key.partition, &key.row, self.trace).is_some());
                if found { Vec::new() } else { vec![missing(id::TABLE_ENTITIES_GET_MISSING)] }
            }
            Command::Write { table, key, write } => {
                let key = understood::key(self.model, &table, key, self.trace);
                let prepared = self.model.prepare(&table, &key, write, self.frame.in_batch, self.trace);
                prepared.err().unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Does what a command asks.
    pub(super) fn perform(&mut self, command: Command) -> Result<Reply, Vec<Refusal>> {
        let mut forbidden = self.access.refusals(&command, self.frame.in_batch, self.trace);
        if !forbidden.is_empty() {
            refusal::add(&mut forbidden, self.refusals_of_model(command));
            return Err(forbidden);
        }
        if let Some(table) = command.table()
            && self.model.table(table, self.trace).is_none()
        {
            let refusal = deletion::refusal(self.model, table, self.frame.now, Layer::Reader, self.trace);
            return Err(vec![refusal.unwrap_or_else(|| table_missing(self.trace))]);
        }
        match command {
            Command::QueryTables { filter, top, from } => {
                let paged = self.trace.enforce(id::TABLE_CONTINUATION_TABLES);
                let limit =
                    top.filter(|_| paged).unwrap_or(usize::MAX).min(self.settings.page_size.unwrap_or(PAGE_SIZE));
                let page = self.model.table_page(filter.as_ref(), limit, from.as_deref(), self.trace);
                Ok(self.frame.granted(&Outcome::Tables(page), self.trace))
            }
            Command::GetTable(name) => self.get_table(&name).map_err(|refusal| vec![refusal]),
            Command::CreateTable(name) => self.create_table(&name).map_err(|refusal| vec![refusal]),
            Command::DeleteTable(name) => self.delete_table(&name).map_err(|refusal| vec![refusal]),
            Command::QueryEntities { table, filter, select, top, from } => {
                let scan = Scan {
                    filter: filter.as_ref(),
                    top,
                    from: from.as_ref(),
                    page_size: self.settings.page_size.unwrap_or(PAGE_SIZE),
                    ends_with_partition: self.model.pages_end_with_partition,
                    within: self.access.range(self.trace),
                };
                let seen = self.model.seen(self.frame.now, self.trace);
                let Some(held) = seen.as_ref().unwrap_or(self.model).table(&table, self.trace) else {
                    return Err(vec![table_missing(self.trace)]);
                };
                let mut page = held.page(&scan, self.trace);
                if let Some(filter) = &filter {
                    let several = page.rows.len() > 1 && filter.names_partition();
                    if several && !self.trace.enforce(id::TABLE_QUERY_PARTITION_FILTER) {
                        page.rows.truncate(1);
                    }
                    let nothing = page.rows.is_empty() && filter.names_entity();
                    if nothing && !self.trace.enforce(id::TABLE_QUERY_KEY_FILTER_SET) {
                        return Err(vec![missing(id::TABLE_QUERY_KEY_FILTER_SET)]);
                    }
                }
                if page.rows.is_empty() && page.next.is_none() && !self.trace.enforce(id::TABLE_JSON_EMPTY_SET) {
                    return Err(vec![missing(id::TABLE_JSON_EMPTY_SET)]);
                }
                let outcome = Outcome::Entities { table: &held.name, page, select: select.as_ref() };
                Ok(self.frame.granted(&outcome, self.trace))
            }
            Command::GetEntity { table, key, select } => {
                let key = understood::key(self.model, &table, key, self.trace);
                let seen = self.model.seen(self.frame.now, self.trace);
                let held = seen.as_ref().unwrap_or(self.model).table(&table, self.trace);
                let row = held.and_then(|held| held.row(&key.partition, &key.row, self.trace));
                match (held, row) {
                    (Some(held), Some(row)) => {
                        let outcome = Outcome::Entity { table: &held.name, key: &key, row, select: select.as_ref() };
                        Ok(self.frame.granted(&outcome, self.trace))
                    }
                    _ if self.frame.in_batch || self.trace.enforce(id::TABLE_ENTITIES_GET_MISSING) => {
                        Err(vec![missing(id::TABLE_ENTITIES_GET_MISSING)])
                    }
                    _ => {
                        let mut reply = self.frame.granted(&Outcome::EntityDeleted, self.trace);
                        (reply.status, reply.body) = (200, b"{}".to_vec());
                        Ok(reply)
                    }
                }
            }
            Command::Write { table, key, write } => self.write(&table, key, write),
            Command::Batch => Err(vec![missing(id::TABLE_OPEN_BATCH_SHAPES)]),
        }
    }

    fn get_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        deletion::raise(self.model, name, self.frame.now, self.trace);
        let found = self.model.table(name, self.trace).map(|table| table.name.as_str());
        match found {
            Some(found) if self.trace.enforce(id::TABLE_TABLES_GET) => {
                Ok(self.frame.granted(&Outcome::Table(found), self.trace))
            }
            Some(_) => Err(missing(id::TABLE_TABLES_GET)),
            None if self.trace.enforce(id::TABLE_TABLES_GET_MISSING) => Err(missing(id::TABLE_TABLES_GET_MISSING)),
            None => Ok(self.frame.granted(&Outcome::Table(name), self.trace)),
        }
    }

    fn create_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        if let Some(refusal) = deletion::refusal(self.model, name, self.frame.now, Layer::Entities, self.trace) {
            return Err(refusal);
        }
        let created = self.model.create_table(name, self.frame.now, self.trace);
        if !created && self.trace.enforce(id::TABLE_TABLES_CREATE_CONFLICT) {
            return Err(table_exists());
        }
        Ok(self.frame.granted(&Outcome::TableCreated(name), self.trace))
    }

    fn delete_table(&mut self, name: &str) -> Result<Reply, Refusal> {
        deletion::raise(self.model, name, self.frame.now, self.trace);
        if self.model.delete_table(name, self.frame.now, self.trace) {
            return Ok(self.frame.granted(&Outcome::TableDeleted, self.trace));
        }
        let impossible = !name.bytes().all(|octet| octet.is_ascii_alphanumeric()) || !(3..=63).contains(&name.len());
        let rule = id::TABLE_TABLES_DELETE_NAME_NOT_VALIDATED;
        if impossible && !self.trace.enforce(rule) {
            return Err(Refusal { status: 400, code: "InvalidResourceName", ..missing(rule) });
        }
        if self.trace.enforce(id::TABLE_TABLES_DELETE_MISSING) {
            Err(missing(id::TABLE_TABLES_DELETE_MISSING))
        } else {
            Ok(self.frame.granted(&Outcome::TableDeleted, self.trace))
        }
    }

    fn write(&mut self, table: &str, key: Key, write: Write) -> Result<Reply, Vec<Refusal>> {
        let key = understood::key(self.model, table, key, self.trace);
        let insert = matches!(write, Write::Insert(_));
        let upsert = matches!(write, Write::Write { condition: None, .. });
        let written = self.model.write(table, &key, write, self.frame.in_batch, self.frame.now, self.trace)?;
        let held = self.model.table(table, self.trace);
        let name = held.map_or(table, |held| held.name.as_str());
        let outcome = match (written, held.and_then(|held| held.row(&key.partition, &key.row, self.trace))) {
            (Some(_), Some(row)) if insert => Outcome::Inserted { table: name, key: &key, row },
            (Some(timestamp), _) => Outcome::Written { table: name, key: &key, timestamp, upsert },
            (None, _) => Outcome::EntityDeleted,
        };
        Ok(self.frame.granted(&outcome, self.trace))
    }
}

/// The whole answer to a request that is refused. `preferring`: see [`Frame::refused`].
pub(super) fn refused(frame: &Frame<'_>, refusal: &Refusal, preferring: bool, trace: &mut Trace<'_>) -> Response {
    if refusal.layer == Layer::FrontEnd {
        return frame.refused_by_router(refusal, frame.form.errors == Format::Json, trace);
    }
    let reply = frame.refused(refusal, "", preferring, trace);
    frame.answer(reply, trace)
}

/// The refusal of an operation on the entities of a table that is not there.
pub(super) fn table_missing(trace: &mut Trace<'_>) -> Refusal {
    let rule = id::TABLE_TABLES_MISSING_TABLE;
    if trace.enforce(rule) {
        let message = "The table specified does not exist.".to_owned();
        Refusal { status: 404, code: "TableNotFound", message, rule, layer: Layer::Reader }
    } else {
        missing(rule)
    }
}

/// The refusal of a creation of a table that is there.
fn table_exists() -> Refusal {
    let message = "The table specified already exists.".to_owned();
    let rule = id::TABLE_TABLES_CREATE_CONFLICT;
    Refusal { status: 409, code: "TableAlreadyExists", message, rule, layer: Layer::Entities }
}
