//! What one side has said so far that later answers must agree with: ETags, Timestamps, request ids and ids of versions.
//!
//! The values are the server's own. What can be compared are facts about them, such as that a write changed the ETag;
//! they are established for each side from its own answers.

mod versions;

use self::versions::Versions;
use super::question::{Cell, Question, Touch};
use super::read::document::Document;
use super::read::entity::Row;
use super::read::value::date_time;
use std::collections::{HashMap, HashSet};
use tablestakes_reference::http::Response;
use tablestakes_reference::{DateTime, ServiceName};

/// A fact about an answer that holds for the oracle and must hold for the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fact {
    /// ETags are weak tags.
    TagWeak,
    /// ETags have the service's form around an instant.
    TagForm,
    /// The instant in an ETag is the entity's Timestamp.
    TagIsTimestamp,
    /// The ETag header says what `odata.etag` says.
    TagAgrees,
    /// A write gave an ETag that the entity has not had before.
    TagChanged,
    /// A read gave the ETag of the last write or read.
    TagKept,
    /// Timestamps are instants.
    TimestampReadable,
    /// The Timestamp is not before the one that was known.
    TimestampForward,
    /// `x-ms-request-id` is a GUID.
    RequestIdForm,
    /// `x-ms-request-id` has not been seen before.
    RequestIdNew,
    /// A document begins with a byte order mark.
    Mark,
    /// The ETag of a container or a blob stands in quotes.
    TagQuoted,
    /// A container or a blob has the ETag that it had before.
    ResourceTagKept,
    /// A container or a blob has an ETag that it has not had before.
    ResourceTagNew,
    /// A blob, or the version that was asked for, has the id of a version that was told of it.
    VersionKept,
    /// A write told the id of a version that was not told before.
    VersionNew,
    /// The ids of versions in a listing were told before.
    VersionsKnown,
    /// Ids of messages are GUIDs.
    MessageIdForm,
    /// A message has the times that it had before.
    MessageTimesKept,
    /// A message that is returned has an id that was told before.
    MessageKnown,
}

/// Facts about one answer. A fact that nothing in the answer speaks of is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facts {
    held: HashMap<Fact, (bool, String)>,
    /// Whether what it carries is the account's, and not of the history's making.
    is_foreign: bool,
}

impl Facts {
    /// Notes a fact; once false, it stays false, with the value that made it so.
    fn note(&mut self, fact: Fact, holds: bool, shown: &str) {
        let held = self.held.entry(fact).or_insert_with(|| (true, shown.to_owned()));
        if held.0 {
            *held = (holds, shown.to_owned());
        }
    }

    /// Whether what the answer carries is of nobody's making that takes part: properties of the service that the history has not
    /// set.
    pub(crate) fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// Whether the fact holds, and a value that shows it.
    pub(crate) fn get(&self, fact: Fact) -> Option<(bool, &str)> {
        self.held.get(&fact).map(|(holds, shown)| (*holds, shown.as_str()))
    }
}

/// What one side has said so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory {
    entities: HashMap<Cell, Known>,
    /// What is known of containers and blobs, by their paths.
    resources: HashMap<String, Known>,
    versions: Versions,
    request_ids: HashSet<String>,
    has_set_properties: bool,
    /// The times of messages, by their ids.
    messages: HashMap<String, (Option<String>, Option<String>)>,
    /// Whether some message was put whose id was not told.
    untold: bool,
}

#[derive(Debug, Clone, Default)]
struct Known {
    current: Option<String>,
    past: HashSet<String>,
    timestamp: Option<DateTime>,
}

impl Memory {
    /// Establishes the facts about an answer, and remembers it.
    pub(crate) fn observe(&mut self, question: &Question<'_>, response: &Response, document: &Document) -> Facts {
        let is_foreign = question.is_about_properties() && !self.has_set_properties;
        let mut facts = Facts { is_foreign, ..Facts::default() };
        self.has_set_properties |= is_foreign && question.request.method == "PUT" && response.status < 400;
        if let Some(id) = response.headers.get("x-ms-request-id") {
            facts.note(Fact::RequestIdForm, is_guid(id), id);
            facts.note(Fact::RequestIdNew, self.request_ids.insert(id.to_ascii_lowercase()), id);
        }
        if question.service == ServiceName::Queue {
            self.of_queue(question, response, document, &mut facts);
        } else if question.service == ServiceName::Blob {
            self.of_blob(question, response, document, &mut facts);
        } else if let Document::Batch(parts) = document {
            let touches = question.part_touches();
            // A failed change set changes nothing; without touches nobody knows what was written.
            if parts.iter().all(|part| part.response.status < 400) {
                if touches.len() == parts.len() {
                    for (touch, part) in touches.iter().zip(parts) {
                        let body = Document::read(&part.response);
                        self.exchange(question, touch, &part.response, &body, &mut facts);
                    }
                } else {
                    self.forget();
                }
            }
        } else if response.status < 400 {
            self.exchange(question, &question.touch(), response, document, &mut facts);
        }
        facts
    }

    /// Establishes the facts about an answer of the blob service.
    fn of_blob(&mut self, question: &Question<'_>, response: &Response, document: &Document, facts: &mut Facts) {
        if !matches!(document, Document::Empty | Document::Other(_) | Document::Malformed(_) | Document::Content(_)) {
            let first = String::from_utf8_lossy(&response.body[..response.body.len().min(8)]).into_owned();
            facts.note(Fact::Mark, response.body.starts_with(b"\xef\xbb\xbf"), &first);
        }
        self.versions.observe(question, response, document, facts);
        let Some(tag) = response.headers.get("etag").filter(|_| response.status < 400) else { return };
        facts.note(Fact::TagQuoted, tag.len() > 2 && tag.starts_with('"') && tag.ends_with('"'), tag);
        let known = self.resources.entry(question.resource()).or_default();
        // Which of the two must hold, the oracle says: it keeps one or the other.
        if let Some(current) = &known.current {
            facts.note(Fact::ResourceTagKept, current == tag, tag);
            facts.note(Fact::ResourceTagNew, !known.past.contains(tag), tag);
        }
        known.past.insert(tag.to_owned());
        known.current = Some(tag.to_owned());
    }

    /// Establishes the facts about an answer of the queue service.
    fn of_queue(&mut self, question: &Question<'_>, response: &Response, document: &Document, facts: &mut Facts) {
        if !matches!(document, Document::Empty | Document::Other(_) | Document::Malformed(_)) {
            let first = String::from_utf8_lossy(&response.body[..response.body.len().min(8)]).into_owned();
            facts.note(Fact::Mark, response.body.starts_with(b"\xef\xbb\xbf"), &first);
        }
        let is_put = question.request.method == "POST";
        let Document::Messages(messages) = document else {
            self.untold |= is_put && response.status < 300;
            return;
        };
        for message in messages {
            let Some(id) = &message.id else { continue };
            facts.note(Fact::MessageIdForm, is_guid(id), id);
            let times = (message.inserted.clone(), message.expires.clone());
            match self.messages.get(id) {
                Some(known) => {
                    let shown = format!(
                        "{} and {}",
                        times.0.as_deref().unwrap_or("none"),
                        times.1.as_deref().unwrap_or("none")
                    );
                    facts.note(Fact::MessageTimesKept, *known == times, &shown);
                    facts.note(Fact::MessageKnown, true, id);
                }
                None => {
                    facts.note(Fact::MessageKnown, is_put || self.untold, id);
                    self.messages.insert(id.clone(), times);
                }
            }
        }
    }

    /// Nobody knows what was written.
    pub(crate) fn forget(&mut self) {
        self.untold = true;
        for known in self.entities.values_mut() {
            known.current = None;
        }
    }

    /// The state was taken over from elsewhere: what was said of ETags and messages before need not hold any longer.
    pub(crate) fn part(&mut self) {
        self.forget();
        self.resources.values_mut().for_each(|known| known.current = None);
        self.versions.part();
        self.messages.clear();
    }

    fn exchange(
        &mut self,
        question: &Question<'_>,
        touch: &Touch,
        response: &Response,
        document: &Document,
        facts: &mut Facts,
    ) {
        let tag = response.headers.get("etag");
        if let Some(tag) = tag {
            form(tag, facts);
        }
        match touch {
            Touch::Unknown => self.forget(),
            Touch::Deletes => {}
            Touch::Writes(cell) => {
                let known = self.entities.entry(cell.clone()).or_default();
                if let Some(tag) = tag {
                    facts.note(Fact::TagChanged, !known.past.contains(tag), tag);
                    known.past.insert(tag.to_owned());
                }
                known.current = tag.map(ToOwned::to_owned);
            }
            Touch::Reads(cell) => {
                if let (Some(cell), Some(tag)) = (cell, tag) {
                    self.read(cell.clone(), tag, facts);
                }
            }
        }
        if question.is_about_tables() {
            return;
        }
        match document {
            Document::Entity(row) => {
                let cell = match touch {
                    Touch::Writes(cell) | Touch::Reads(Some(cell)) => Some(cell.clone()),
                    _ => None,
                };
                self.row(row, cell, tag, facts);
            }
            Document::Set { rows, .. } => {
                let table = question.queried_table();
                for row in rows {
                    let cell = table.clone().zip(row.key());
                    self.row(row, cell, None, facts);
                }
            }
            _ => {}
        }
    }

    fn row(&mut self, row: &Row, cell: Option<Cell>, header: Option<&str>, facts: &mut Facts) {
        let tag = row.annotation("odata.etag").map(|tag| tag.as_str().unwrap_or_default());
        let timestamp = row.property("Timestamp").map(|held| held.value.as_str().unwrap_or_default());
        let instant = timestamp.and_then(date_time);
        if let Some(tag) = tag {
            form(tag, facts);
            if let Some(header) = header {
                facts.note(Fact::TagAgrees, header == tag, tag);
            }
        }
        if let Some(timestamp) = timestamp {
            facts.note(Fact::TimestampReadable, instant.is_some() && timestamp.ends_with('Z'), timestamp);
            if let Some(within) = tag.or(header).and_then(instant_in) {
                facts.note(Fact::TagIsTimestamp, Some(within) == instant, timestamp);
            }
        }
        let Some(cell) = cell else { return };
        if let Some(tag) = tag {
            self.read(cell.clone(), tag, facts);
        }
        if let Some(instant) = instant {
            let known = self.entities.entry(cell).or_default();
            let forward = known.timestamp.is_none_or(|held| held <= instant);
            facts.note(Fact::TimestampForward, forward, timestamp.unwrap_or_default());
            known.timestamp = known.timestamp.max(Some(instant));
        }
    }

    fn read(&mut self, cell: Cell, tag: &str, facts: &mut Facts) {
        let known = self.entities.entry(cell).or_default();
        match &known.current {
            Some(current) => facts.note(Fact::TagKept, current == tag, tag),
            None => {
                known.current = Some(tag.to_owned());
                known.past.insert(tag.to_owned());
            }
        }
    }
}

fn form(tag: &str, facts: &mut Facts) {
    let weak = tag.strip_prefix("W/\"").and_then(|rest| rest.strip_suffix('"'));
    facts.note(Fact::TagWeak, weak.is_some_and(|opaque| !opaque.contains('"')), tag);
    facts.note(Fact::TagForm, instant_in(tag).is_some(), tag);
}

/// The instant in `W/"datetime'…'"`, its colons percent-encoded.
fn instant_in(tag: &str) -> Option<DateTime> {
    let text = tag.strip_prefix("W/\"datetime'")?.strip_suffix("'\"")?;
    if text.contains(':') {
        return None;
    }
    date_time(&text.replace("%3A", ":").replace("%3a", ":"))
}

fn is_guid(text: &str) -> bool {
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.bytes().all(|octet| octet == b'-' || octet.is_ascii_hexdigit())
}
