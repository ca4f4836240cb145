//! Answers: headers and bodies of what operations come to.

use super::address::write_entity;
use super::lexical::{datetime, guid};
use super::negotiation::{Form, Format, Kind, applied};
use super::token;
use super::written::Writer;
use super::{atom, error, json};
use crate::addressing::Location;
use crate::datetime::DateTime;
use crate::http::{Headers, Response};
pub use crate::lexical::http_date;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};
use crate::table::model::etag;
use crate::table::outcome::Outcome;
use crate::table::{Guid, Prefer};
use crate::version::Version;

/// What every answer to one request shares.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'f> {
    /// The address of the service, without a slash at its end.
    pub base: &'f str,
    /// What paths begin with, as the request names it.
    pub base_path: &'f str,
    /// The location that is asked.
    pub location: Location,
    /// The account.
    pub account: &'f str,
    /// The version in force.
    pub version: Version,
    /// The form that is asked for.
    pub form: Form,
    /// The id of the request.
    pub request_id: Guid,
    /// The time of the answer.
    pub now: DateTime,
    /// Whether the answer is a part of the answer to a transaction.
    pub in_batch: bool,
}

/// An answer, or a part of one, without the headers that all of them have.
#[derive(Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// Whether the entity layer gave it.
    pub from_entities: bool,
    /// Whether that is a guess: whether such an answer forbids caching is then free.
    pub guessed: bool,
    /// Its own headers.
    pub headers: Headers,
    /// Its body.
    pub body: Vec<u8>,
}

/// Refusals of which no recording tells whether they come from the layer of the entities, and so forbid caching.
const LAYER_GUESSED: [RuleId; 5] = [
    id::TABLE_LIMITS_NAME_INVALID,
    id::TABLE_LIMITS_ENTITY_TOO_LARGE,
    id::TABLE_JSON_DUPLICATE_PROPERTY,
    id::TABLE_ENTITIES_DELETE_IF_MATCH_REQUIRED,
    id::TABLE_ETAG_IF_NONE_MATCH,
];

impl Reply {
    fn new(status: u16) -> Self {
        Self { status, from_entities: true, guessed: false, headers: Headers::new(), body: Vec::new() }
    }
}

impl Frame<'_> {
    fn writer(&self) -> Writer<'_> {
        let Self { base, account, version, now, .. } = *self;
        match self.form.format {
            Format::Json => Writer::Json(json::Origin { base, account, metadata: self.form.metadata, version }),
            Format::Atom => Writer::Atom(atom::Origin { base, account, now }),
        }
    }

    /// The answer to an operation that was granted.
    pub fn granted(&self, outcome: &Outcome<'_>, trace: &mut Trace<'_>) -> Reply {
        let origin = self.writer();
        let mut reply = Reply::new(200);
        match outcome {
            Outcome::TableCreated(name) => {
                let rule = id::TABLE_TABLES_CREATE;
                reply.status = if trace.enforce(rule) { 201 } else { 200 };
                let address = format!("{}/Tables('{name}')", self.base);
                let quiet = self.created(&mut reply, address, id::TABLE_TABLES_CREATE_LOCATION, trace);
                if !(quiet && trace.enforce(id::TABLE_TABLES_CREATE_NO_CONTENT)) {
                    origin.table(&mut reply.body, name, trace);
                    reply.status = if quiet { 201 } else { reply.status };
                }
            }
            Outcome::Inserted { table, key, row } => {
                reply.status = if trace.enforce(id::TABLE_ENTITIES_INSERT) { 201 } else { 200 };
                let mut address = format!("{}/", self.base);
                write_entity(&mut address, table, &key.partition, &key.row, trace);
                let location =
                    if self.in_batch { id::TABLE_BATCH_INSERT_LOCATION } else { id::TABLE_ENTITIES_INSERT_LOCATION };
                let quiet = self.created(&mut reply, address, location, trace);
                self.tag(&mut reply, row.timestamp, trace);
                let quiet_kept = !quiet || self.in_batch || trace.enforce(id::TABLE_ENTITIES_INSERT_NO_CONTENT);
                let loud_kept = quiet || !self.in_batch || trace.enforce(id::TABLE_BATCH_INSERT);
                if quiet && quiet_kept || !loud_kept {
                    reply.status = 204;
                } else {
                    reply.status = if quiet { 201 } else { reply.status };
                    origin.entity(&mut reply.body, table, (&key.partition, &key.row), row, None, trace);
                }
            }
            Outcome::Table(name) => origin.table(&mut reply.body, name, trace),
            Outcome::Tables(page) => {
                let kept =
                    page.tables.len() - usize::from(!page.tables.is_empty() && !trace.enforce(id::TABLE_TABLES_LIST));
                let preserved = trace.enforce(id::TABLE_TABLES_NAME_CASE_PRESERVED);
                let name = |name: &str| if preserved { name.to_owned() } else { name.to_ascii_lowercase() };
                let mut names: Vec<String> = page.tables[..kept].iter().map(|table| name(&table.name)).collect();
                if names.len() > 1 && !trace.enforce(id::TABLE_TABLES_LIST_ORDER) {
                    names.reverse();
                }
                origin.tables(&mut reply.body, names.iter().map(String::as_str), trace);
                if let Some(next) = page.next
                    && trace.enforce(id::TABLE_CONTINUATION_TABLES)
                {
                    let text = format!("{}\u{1}{:016x}", next.name.to_ascii_lowercase(), next.created.ticks());
                    reply.headers.push("x-ms-continuation-NextTableName", token::written(&text));
                }
            }
            Outcome::Entity { table, key, row, select } => {
                let row_key = (key.partition.as_str(), key.row.as_str());
                if trace.enforce(id::TABLE_ENTITIES_GET) || self.in_batch {
                    origin.entity(&mut reply.body, table, row_key, row, *select, trace);
                } else {
                    let rows = std::iter::once((row_key.0, row_key.1, *row));
                    origin.entities(&mut reply.body, table, rows, *select, trace);
                }
                if trace.enforce(id::TABLE_ENTITIES_GET_ETAG_HEADER) || self.in_batch {
                    let shift = if trace.enforce(id::TABLE_ETAG_STABLE) { 0 } else { i64::from(self.request_id.0[15]) };
                    reply.headers.push("ETag", etag(row.timestamp.plus_ticks(shift), trace));
                }
            }
            Outcome::Entities { table, page, select } => {
                let mut rows: Vec<_> =
                    page.rows.iter().map(|(partition, key, row)| (&**partition, &**key, *row)).collect();
                if rows.len() > 1 && !trace.enforce(id::TABLE_KEYS_ORDER_ASCENDING) {
                    rows.sort_by_key(|(_, _, row)| row.timestamp);
                }
                origin.entities(&mut reply.body, table, rows.into_iter(), *select, trace);
                if let Some(next) = &page.next
                    && trace.enforce(id::TABLE_CONTINUATION_TOP_TOKEN)
                {
                    reply.headers.push("x-ms-continuation-NextPartitionKey", token::written(&next.partition));
                    if let Some(row) = &next.row {
                        reply.headers.push("x-ms-continuation-NextRowKey", token::written(row));
                    }
                }
            }
            Outcome::Written { table, key, timestamp, upsert } => {
                reply.status = 204;
                self.tag(&mut reply, *timestamp, trace);
                if !trace.enforce(id::TABLE_ENTITIES_WRITE_NO_LOCATION) && *upsert {
                    let mut address = format!("{}/", self.base);
                    write_entity(&mut address, table, &key.partition, &key.row, trace);
                    reply.headers.push("Location", address);
                }
                if let Some(prefer) = self.form.prefer {
                    reply.headers.push("Preference-Applied", applied(prefer));
                }
            }
            Outcome::TableDeleted => reply.status = 204,
            Outcome::EntityDeleted => {
                reply.status = 204;
                if !trace.enforce(id::TABLE_ENTITIES_DELETE_NO_ETAG) {
                    reply.headers.push("ETag", etag(self.now, trace));
                }
            }
        }
        if !reply.body.is_empty() {
            let feed = matches!(outcome, Outcome::Tables(_) | Outcome::Entities { .. });
            let kind = if feed { Kind::Feed } else { Kind::Entry };
            if let Some(media_type) = self.form.content_type(kind, self.version, trace) {
                reply.headers.push("Content-Type", media_type);
            }
        } else if !self.in_batch && !trace.enforce(id::TABLE_HEADERS_NO_CONTENT_TYPE_WHEN_EMPTY) {
            reply.headers.push("Content-Type", "application/json");
        }
        reply
    }

    /// The headers of what was created; true if no content is wanted.
    fn created(&self, reply: &mut Reply, address: String, rule: RuleId, trace: &mut Trace<'_>) -> bool {
        let quiet = self.form.prefer == Some(Prefer::ReturnNoContent);
        if quiet && (rule != id::TABLE_TABLES_CREATE_LOCATION || trace.enforce(id::TABLE_TABLES_CREATE_NO_CONTENT)) {
            reply.status = 204;
        }
        self.preference(reply, trace);
        if trace.enforce(rule) {
            reply.headers.push("Location", address.clone());
            if quiet {
                reply.headers.push("DataServiceId", address);
            }
        }
        quiet
    }

    fn preference(&self, reply: &mut Reply, trace: &mut Trace<'_>) {
        let rule =
            if self.in_batch { id::TABLE_BATCH_PREFERENCE_APPLIED } else { id::TABLE_HEADERS_PREFERENCE_APPLIED };
        // The rule speaks of creations without a preference, too: they confirm none.
        let kept = rule.holds_for(self.version) && trace.enforce(rule);
        if let Some(prefer) = self.form.prefer.filter(|_| kept) {
            reply.headers.push("Preference-Applied", applied(prefer));
        }
    }

    fn tag(&self, reply: &mut Reply, timestamp: DateTime, trace: &mut Trace<'_>) {
        let rule = if self.in_batch { id::TABLE_BATCH_ETAGS } else { id::TABLE_ENTITIES_WRITE_ETAG_HEADER };
        if trace.enforce(rule) {
            reply.headers.push("ETag", etag(timestamp, trace));
        }
    }

    /// The answer to an operation that was refused. `prefix` stands before the message; `preferring` tells operations for
    /// which `Prefer` has a meaning.
    pub fn refused(&self, refusal: &Refusal, prefix: &str, preferring: bool, trace: &mut Trace<'_>) -> Reply {
        let mut reply = Reply::new(refusal.status);
        reply.from_entities = refusal.layer == Layer::Entities;
        reply.guessed = LAYER_GUESSED.contains(&refusal.rule);
        if let Some(prefer) = self.form.prefer.filter(|_| preferring && reply.from_entities)
            && (self.in_batch || trace.enforce(id::TABLE_HEADERS_PREFERENCE_APPLIED_ON_CONFLICT))
        {
            reply.headers.push("Preference-Applied", applied(prefer));
        }
        if !trace.enforce(id::TABLE_ERRORS_BODY) {
            return reply;
        }
        let mut message = format!("{prefix}{}", refusal.message);
        if trace.enforce(id::TABLE_ERRORS_MESSAGE_IDS) {
            message = self.message(&message, "\n");
        }
        let rule = if self.form.errors == Format::Json { id::TABLE_ERRORS_FORMAT } else { id::TABLE_ATOM_ERRORS };
        let format = if trace.enforce(rule) { self.form.errors } else { self.form.errors.other() };
        match format {
            Format::Json => error::json(&mut reply.body, refusal.code, &message),
            Format::Atom => reply.body = error::xml(refusal.code, &message).into_bytes(),
        }
        let form = Form { errors: format, ..self.form };
        if let Some(kind) = form.content_type(Kind::Error, self.version, trace) {
            reply.headers.push("Content-Type", kind);
        }
        reply
    }

    /// A reply of the layers behind the front end as a whole answer.
    pub fn answer(&self, reply: Reply, trace: &mut Trace<'_>) -> Response {
        let Reply { status, from_entities, guessed, headers: own, body } = reply;
        let mut headers = own;
        // What no rule takes part in is free for the judge.
        if from_entities && (guessed || trace.enforce(id::TABLE_HEADERS_CACHE_CONTROL)) {
            headers.push("Cache-Control", "no-cache");
        }
        if !from_entities {
            headers.remove("Preference-Applied");
        }
        self.service_headers(&mut headers, trace);
        let nosniff = id::TABLE_HEADERS_NOSNIFF;
        if nosniff.holds_for(self.version) && trace.enforce(nosniff) {
            headers.push("X-Content-Type-Options", "nosniff");
        }
        if !trace.enforce(id::TABLE_HEADERS_NO_DATA_SERVICE_VERSION) {
            headers.push("DataServiceVersion", "3.0;");
        }
        if status >= 400 && !trace.enforce(id::TABLE_HEADERS_NO_ERROR_CODE_HEADER) {
            headers.push("x-ms-error-code", "InvalidInput");
        }
        if body.is_empty() {
            headers.push("Content-Length", "0");
        } else {
            headers.push("Transfer-Encoding", "chunked");
        }
        Response { status, headers, body: body.into() }
    }

    /// The headers that every answer has.
    pub fn service_headers(&self, headers: &mut Headers, trace: &mut Trace<'_>) {
        headers.push("Server", "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0");
        let request_id = if trace.enforce(id::TABLE_HEADERS_REQUEST_ID) { self.request_id } else { Guid([0; 16]) };
        headers.push("x-ms-request-id", guid::written(request_id));
        if trace.enforce(id::TABLE_HEADERS_VERSION_ECHO) {
            headers.push("x-ms-version", self.version.to_string());
        }
        headers.push("Date", http_date(self.now));
    }

    /// The same on an answer that nobody has recorded: no rule takes part, so that they are free.
    pub fn unrecorded_headers(&self, headers: &mut Headers) {
        headers.push("Server", "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0");
        headers.push("x-ms-request-id", guid::written(self.request_id));
        headers.push("x-ms-version", self.version.to_string());
        headers.push("Date", http_date(self.now));
    }

    /// A message as errors tell it: with the id of the request and the time, in lines that end so.
    pub(super) fn message(&self, text: &str, line_end: &str) -> String {
        let (request_id, now) = (guid::written(self.request_id), datetime::written_full(self.now));
        format!("{text}{line_end}RequestId:{request_id}{line_end}Time:{now}")
    }

    /// The answer to a version that the service has not published, in the form of the layer that finds it.
    pub fn refused_for_version(&self, refusal: &Refusal) -> Response {
        let body = error::listener_xml(refusal.code, &self.message(&refusal.message, "\r\n"));
        let mut headers = Headers::new();
        headers.push("Content-Type", "application/xml");
        headers.push("Content-Length", body.len().to_string());
        headers.push("Server", "Microsoft-HTTPAPI/2.0");
        headers.push("x-ms-request-id", guid::written(self.request_id));
        headers.push("Date", http_date(self.now));
        Response { status: refusal.status, headers, body: body.into_bytes().into() }
    }
}
