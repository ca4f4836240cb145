//! What writes ask: body, keys, condition.

use super::{Command, Message, Misunderstood, invalid, refuse};
use crate::refusal::{self, Layer, Refusal};
use crate::rules::{Trace, id};
use crate::table::model::{Condition, Write};
use crate::table::wire::atom;
use crate::table::wire::json::{self, EntityDocument, EntityRead};
use crate::table::wire::lexical::datetime;
use crate::table::wire::negotiation::is_atom;
use crate::table::wire::table_name;
use crate::table::{Key, WriteMode};
use std::borrow::Cow;

impl Message<'_> {
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

    /// The body as JSON, in which it may have been sent; if it is Atom, the JSON that says the same.
    fn json_body(&self, trace: &mut Trace<'_>) -> Result<Cow<'_, [u8]>, Refusal> {
        if !self.headers.get("content-type").is_some_and(is_atom) {
            return Ok(Cow::Borrowed(self.body));
        }
        if !id::TABLE_ATOM_ACCEPTED.holds_for(self.version) && trace.enforce(id::TABLE_ATOM_ENDED) {
            let message = "Atom format is not supported.";
            return Err(refuse(415, "AtomFormatNotSupported", message, id::TABLE_ATOM_ENDED, Layer::Reader));
        }
        let read = atom::as_json(self.body, trace);
        read.map(Cow::Owned).ok_or_else(|| {
            let rule = id::TABLE_ATOM_MALFORMED;
            let message = "One of the request inputs is not valid.";
            let refusal = refuse(400, "InvalidInput", message, rule, Layer::Reader);
            if trace.enforce(rule) { refusal } else { Refusal { status: 500, code: "InternalError", ..refusal } }
        })
    }

    pub(super) fn create_table(&self, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let mut refusals: Vec<_> = self.check_content_type(trace).into_iter().collect();
        let mut named = None;
        if self.body.is_empty() {
            let rule = id::TABLE_TABLES_NAME_MISSING;
            let message = "An error occurred while processing this request.";
            let refusal = refuse(400, "InvalidInput", message, rule, Layer::Reader);
            let broken = Refusal { status: 500, code: "InternalError", ..refusal.clone() };
            refusals.push(if trace.enforce(rule) { refusal } else { broken });
        } else {
            match self
                .json_body(trace)
                .map_err(|refusal| vec![refusal])
                .and_then(|body| json::read_table_name(&body, trace))
            {
                Ok(Some(name)) => {
                    refusals.extend(table_name::check(&name, trace));
                    named = Some(name);
                }
                Ok(None) => {
                    let message = "The values are not specified for all properties in the entity.";
                    refusals.push(refuse(
                        400,
                        "PropertiesNeedValue",
                        message,
                        id::TABLE_KEYS_REQUIRED,
                        Layer::Entities,
                    ));
                }
                Err(found) => refusals.extend(found),
            }
        }
        match named.map(Command::CreateTable) {
            Some(command) if refusals.is_empty() => Ok(command),
            intended => Err(Misunderstood { refusals, intended: intended.map(Box::new) }),
        }
    }

    /// The entity in the body, and everything that is wrong with it.
    fn entity(&self, refusals: &mut Vec<Refusal>, trace: &mut Trace<'_>) -> Option<EntityDocument> {
        refusals.extend(self.check_content_type(trace));
        let body = match self.json_body(trace) {
            Ok(body) => body,
            Err(refusal) => {
                refusals.push(refusal);
                return None;
            }
        };
        let EntityRead { entity, refusals: found } = json::read_entity(&body, trace);
        refusals.extend(found);
        entity
    }

    pub(super) fn insert(&self, table: String, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let mut refusals = Vec::new();
        let Some(entity) = self.entity(&mut refusals, trace) else {
            return Err(Misunderstood::from(refusals).with(Command::about(table)));
        };
        let key = match entity.keys(trace) {
            Ok((partition, row)) => Key::new(partition, row),
            Err(refusal) => {
                refusals.push(refusal);
                let keys = [("PartitionKey", &entity.partition), ("RowKey", &entity.row)];
                for (name, key) in keys {
                    let key = key.as_deref().unwrap_or_default();
                    refusal::add(&mut refusals, json::check_key(name, key, trace));
                }
                return Err(Misunderstood::from(refusals).with(Command::about(table)));
            }
        };
        let rule = if self.in_batch { id::TABLE_BATCH_EMPTY_KEYS } else { id::TABLE_KEYS_EMPTY };
        if (key.partition.is_empty() || key.row.is_empty()) && !trace.enforce(rule) {
            let message = "The values are not specified for all properties in the entity.";
            refusals.push(refuse(400, "PropertiesNeedValue", message, rule, Layer::Entities));
        }
        check_keys(&key, &mut refusals, trace);
        let command = Command::Write { table, key, write: Write::Insert(entity.properties) };
        if refusals.is_empty() { Ok(command) } else { Err(Misunderstood::from(refusals).with(command)) }
    }

    pub(super) fn write(
        &self,
        table: String,
        key: Key,
        mode: WriteMode,
        trace: &mut Trace<'_>,
    ) -> Result<Command, Misunderstood> {
        let mut refusals = Vec::new();
        let condition = self.condition(mode == WriteMode::Merge, trace).unwrap_or_else(|refusal| {
            refusals.push(refusal);
            Some(Condition::Exists)
        });
        let entity = self.entity(&mut refusals, trace);
        if condition.is_none() {
            // An upsert may make a key; a condition can only be met by one that is there.
            check_keys(&key, &mut refusals, trace);
        }
        let Some(EntityDocument { partition, row, properties, nulls }) = entity else {
            return Err(Misunderstood::from(refusals).with(Command::about(table)));
        };
        let differs = |body: Option<String>, path: &str| body.is_some_and(|body| body != path);
        if differs(partition, &key.partition) || differs(row, &key.row) {
            trace.raise(id::TABLE_OPEN_BODY_KEYS);
        }
        let command = Command::Write { table, key, write: Write::Write { mode, properties, nulls, condition } };
        if refusals.is_empty() { Ok(command) } else { Err(Misunderstood::from(refusals).with(command)) }
    }

    pub(super) fn delete(&self, table: String, key: Key, trace: &mut Trace<'_>) -> Result<Command, Misunderstood> {
        let refused = match self.condition(false, trace) {
            Ok(Some(condition)) => return Ok(Command::Write { table, key, write: Write::Delete(condition) }),
            Ok(None) => {
                let rule = id::TABLE_ENTITIES_DELETE_IF_MATCH_REQUIRED;
                trace.enforce(rule).then(|| invalid(rule))
            }
            Err(refusal) => Some(refusal),
        };
        let command = Command::Write { table, key, write: Write::Delete(Condition::Exists) };
        match refused {
            Some(refusal) => Err(Misunderstood::from(refusal).with(command)),
            None => Ok(command),
        }
    }

    /// `If-None-Match`, which has a meaning for reads alone. What it means on a merge without `If-Match` is not known.
    fn refuse_if_none_match(&self, merges: bool, trace: &mut Trace<'_>) -> Result<(), Refusal> {
        if self.headers.get("if-none-match").is_none() {
            return Ok(());
        }
        let known = !merges || self.headers.get("if-match").is_some();
        if known && trace.enforce(id::TABLE_ETAG_IF_NONE_MATCH) {
            return Err(Refusal { layer: Layer::Reader, ..invalid(id::TABLE_ETAG_IF_NONE_MATCH) });
        }
        Ok(())
    }

    /// `If-Match`.
    fn condition(&self, merges: bool, trace: &mut Trace<'_>) -> Result<Option<Condition>, Refusal> {
        self.refuse_if_none_match(merges, trace)?;
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
            datetime::read(&instant).is_some()
        });
        // A reference that writes other ETags must know its own again.
        let own_form = inner.starts_with("0x") || !tag.starts_with("W/");
        Ok(Some(if issued || own_form { Condition::Tag(tag.to_owned()) } else { Condition::Foreign(tag.to_owned()) }))
    }
}

/// Keys that a write may make.
fn check_keys(key: &Key, refusals: &mut Vec<Refusal>, trace: &mut Trace<'_>) {
    for (name, key) in [("PartitionKey", &key.partition), ("RowKey", &key.row)] {
        refusal::add(refusals, json::check_key(name, key, trace));
    }
}
