//! What is new about the answers to a history, without a look inside the target: the operation, status, error code and shape
//! of each answer, and which followed which.

use crate::history::{Exchange, Replayed, StepRecord};
use crate::judge::{Document, Row};
use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use tablestakes_reference::history::History;
use tablestakes_reference::http::Response;

/// Headers that tell in which state something is.
const STATES: [&str; 8] = [
    "x-ms-blob-type",
    "x-ms-lease-state",
    "x-ms-lease-duration",
    "x-ms-copy-status",
    "x-ms-access-tier",
    "x-ms-archive-status",
    "x-ms-blob-sealed",
    "x-ms-blob-public-access",
];

/// Everything that was seen so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Novelty(HashSet<u64>);

impl Novelty {
    /// Takes note of a replay; gives how much of it was new.
    pub(crate) fn note(&mut self, history: &History, replayed: &Replayed) -> usize {
        let features = features(history, replayed);
        features.into_iter().filter(|feature| self.0.insert(*feature)).count()
    }

    /// How much was seen.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

fn features(history: &History, replayed: &Replayed) -> Vec<u64> {
    let mut found = Vec::new();
    let mut before = hash(&"nothing");
    for record in &replayed.steps {
        let Some(step) = history.steps.get(record.index) else { break };
        let kind = (step.call.name(), step.call.is_odd());
        let asked = format!("{:?} {:?}", step.wire.metadata, step.wire.version);
        let Some(last) = record.exchanges.last() else { break };
        let told = (kind.0, kind.1, outline(last));
        found.push(hash(&(&told, asked, shape(record))));
        found.push(hash(&(before, &told)));
        before = hash(&told);
    }
    found
}

/// Status and code, or what kind of failure came instead of an answer.
fn outline(exchange: &Exchange) -> (u16, String) {
    match &exchange.actual {
        Ok(response) => (response.status, code(response)),
        Err(failure) => (0, format!("{failure:?}").split(['(', ' ']).next().unwrap_or_default().to_owned()),
    }
}

fn code(response: &Response) -> String {
    let told = response.headers.get("x-ms-error-code").map(str::to_owned);
    let code = told.or_else(|| match Document::read(response) {
        Document::Error(error) => error.code,
        _ => None,
    });
    code.unwrap_or_default().chars().take(64).collect()
}

/// The names of the headers, the states that they tell, and what the body is, of the first answer.
fn shape(record: &StepRecord) -> u64 {
    let Some(Ok(response)) = record.exchanges.first().map(|exchange| &exchange.actual) else { return 0 };
    let headers: BTreeSet<String> = response.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    let few = |count: usize| count.min(3);
    let of_row = |row: &Row| (few(row.properties.len()), row.annotations.len());
    let body = match Document::read(response) {
        Document::Empty => hash(&"empty"),
        Document::Entity(row) => hash(&("entity", of_row(&row))),
        Document::Set { annotations, rows } => {
            hash(&("set", annotations.len(), few(rows.len()), rows.first().map(of_row)))
        }
        Document::Error(error) => hash(&("error", error.code)),
        Document::Batch(parts) | Document::Answers(parts) => {
            hash(&("batch", parts.iter().take(8).map(|part| part.response.status).collect::<Vec<_>>()))
        }
        Document::Markup(markup) => hash(&("markup", few(markup.lines.len()))),
        Document::Messages(messages) => hash(&("messages", few(messages.len()))),
        Document::Queues(listing) => hash(&("queues", few(listing.queues.len()))),
        Document::Listing(listing) => hash(&("listing", few(listing.items.len()))),
        Document::Content(octets) => hash(&("content", few(octets.len()))),
        Document::Other(media) => hash(&("other", media)),
        Document::Malformed(_) => hash(&"malformed"),
    };
    let states = STATES.map(|name| response.headers.get(name));
    hash(&(headers, states, body))
}

/// The same in every run of one build; that two things have one hash only hides that one of them is new.
fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
