//! Requests as operations: first which one is asked for, then what exactly.

use super::address::{self, Resource};
use super::body::message_text;
use super::parameters::{Range, WEEK, invalid, missing};
use super::{metadata, receipt};
use crate::http::Headers;
use crate::query::QueryString;
use crate::queue::operation::{Listing, Metadata, Operation};
use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::{Trace, id};
use crate::version::Version;
use bytes::Bytes;

/// A request to the service.
#[derive(Debug, Clone, Copy)]
pub(in crate::queue) struct Message<'m> {
    /// The method.
    pub(in crate::queue) method: &'m str,
    /// What the path names.
    pub(in crate::queue) resource: &'m Resource,
    /// The query.
    pub(in crate::queue) query: &'m QueryString,
    /// The headers.
    pub(in crate::queue) headers: &'m Headers,
    /// The body.
    pub(in crate::queue) body: &'m Bytes,
    /// The version in force.
    pub(in crate::queue) version: Version,
}

/// Which operation is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::queue) enum Kind {
    ListQueues,
    GetProperties,
    SetProperties,
    GetStatistics,
    CreateQueue,
    DeleteQueue,
    GetMetadata,
    SetMetadata,
    GetPolicies,
    SetPolicies,
    PutMessage,
    GetMessages,
    PeekMessages,
    ClearMessages,
    UpdateMessage,
    DeleteMessage,
}

/// How many messages are taken, and for how long, if nothing is said.
const DEFAULT_COUNT: i64 = 1;
const DEFAULT_VISIBILITY: i64 = 30;

impl Kind {
    /// The operation that a request asks for.
    ///
    /// # Errors
    /// There is none.
    pub(in crate::queue) fn of(message: &Message<'_>, trace: &mut Trace<'_>) -> Result<Self, Detailed> {
        let option = |name: &str| message.query.get(name).unwrap_or_default().to_ascii_lowercase();
        let (comp, of_service) = (option("comp"), option("restype") == "service");
        if message.method == "HEAD" && !trace.enforce(id::QUEUE_METADATA_HEAD) {
            return Err(wrong_method());
        }
        let kind = match (message.resource, message.method, comp.as_str()) {
            (Resource::Service, "GET", "list") => Self::ListQueues,
            (Resource::Service, "GET", "properties") if of_service => Self::GetProperties,
            (Resource::Service, "PUT", "properties") if of_service => Self::SetProperties,
            (Resource::Service, "GET", "stats") if of_service => Self::GetStatistics,
            (Resource::Queue(_), "PUT", "") => Self::CreateQueue,
            (Resource::Queue(_), "DELETE", "") => Self::DeleteQueue,
            (Resource::Queue(_), "GET" | "HEAD", "metadata") => Self::GetMetadata,
            (Resource::Queue(_), "PUT", "metadata") => Self::SetMetadata,
            (Resource::Queue(_), "GET" | "HEAD", "acl") => Self::GetPolicies,
            (Resource::Queue(_), "PUT", "acl") => Self::SetPolicies,
            (Resource::Messages(_), "POST", _) => Self::PutMessage,
            (Resource::Messages(_), "GET", _) => {
                let peek = option("peekonly");
                if !["", "true"].contains(&peek.as_str()) {
                    trace.raise(id::QUEUE_OPEN_PEEK_VALUES);
                }
                if peek == "true" { Self::PeekMessages } else { Self::GetMessages }
            }
            (Resource::Messages(_), "DELETE", _) => Self::ClearMessages,
            (Resource::Message(..), "PUT", _) => Self::UpdateMessage,
            (Resource::Message(..), "DELETE", _) => Self::DeleteMessage,
            (Resource::Other, ..) => return Err(nothing_there()),
            (Resource::Service | Resource::Queue(_), "GET" | "PUT" | "DELETE", _) => {
                return Err(invalid("comp", &comp, "", id::QUEUE_OPEN_UNROUTABLE));
            }
            _ => return Err(wrong_method()),
        };
        Ok(kind)
    }

    /// Whether it changes something.
    pub(in crate::queue) fn writes(self) -> bool {
        use Kind::{GetMetadata, GetPolicies, GetProperties, GetStatistics, ListQueues, PeekMessages};
        !matches!(self, GetMetadata | GetPolicies | GetProperties | GetStatistics | ListQueues | PeekMessages)
    }
}

fn wrong_method() -> Detailed {
    let message = "The resource doesn't support specified Http Verb.".to_owned();
    let rule = id::QUEUE_OPEN_UNROUTABLE;
    Refusal { status: 405, code: "UnsupportedHttpVerb", message, rule, layer: Layer::Entities }.into()
}

fn nothing_there() -> Detailed {
    let message = "The specified resource does not exist.".to_owned();
    let rule = id::QUEUE_OPEN_UNROUTABLE;
    Refusal { status: 404, code: "ResourceNotFound", message, rule, layer: Layer::Entities }.into()
}

/// Collects what is wrong with a request.
#[derive(Default)]
struct Wrong(Vec<Detailed>);

impl Wrong {
    /// What was read; its default in the place of what is wrong.
    fn read<T: Default>(&mut self, read: Result<T, Detailed>) -> T {
        self.read_all(read.map_err(|refused| vec![refused]))
    }

    fn read_all<T: Default>(&mut self, read: Result<T, Vec<Detailed>>) -> T {
        read.unwrap_or_else(|refused| {
            self.0.extend(refused);
            T::default()
        })
    }
}

impl Message<'_> {
    /// The operation, with everything that it needs.
    ///
    /// # Errors
    /// Everything that is wrong with the request, what the service would tell first in front.
    pub(in crate::queue) fn understand(&self, kind: Kind, trace: &mut Trace<'_>) -> Result<Operation, Vec<Detailed>> {
        let mut wrong = Wrong::default();
        let queue = self.resource.queue().map(|name| address::taken(name, trace)).unwrap_or_default();
        if self.resource.queue().is_some() {
            let refusals = address::refusals(&queue, trace);
            if kind != Kind::CreateQueue && !refusals.is_empty() {
                trace.raise(id::QUEUE_OPEN_NAME_OF_OTHERS);
            }
            wrong.0.extend(refusals.into_iter().map(Detailed::from));
        }
        let count = |wrong: &mut Wrong, trace: &mut Trace<'_>| {
            let number = wrong.read(Range::COUNT.read(self.query, trace));
            let obeyed = number.is_none() || trace.enforce(id::QUEUE_MESSAGES_COUNT);
            let default = if trace.enforce(id::QUEUE_MESSAGES_COUNT_DEFAULT) { DEFAULT_COUNT } else { 32 };
            let number = if obeyed { number.unwrap_or(default) } else { 32 };
            usize::try_from(number.clamp(1, 32)).unwrap_or(1)
        };
        let operation = match kind {
            Kind::ListQueues => Operation::ListQueues(wrong.read(self.listing(trace))),
            Kind::GetProperties => Operation::GetProperties,
            Kind::SetProperties => Operation::SetProperties { document: self.body.clone() },
            Kind::GetStatistics => Operation::GetStatistics,
            Kind::CreateQueue => Operation::CreateQueue { queue, metadata: self.metadata(&mut wrong, trace) },
            Kind::DeleteQueue => Operation::DeleteQueue { queue },
            Kind::GetMetadata => Operation::GetMetadata { queue },
            Kind::SetMetadata => Operation::SetMetadata { queue, metadata: self.metadata(&mut wrong, trace) },
            Kind::GetPolicies => Operation::GetPolicies { queue },
            Kind::SetPolicies => Operation::SetPolicies { queue, document: self.body.clone() },
            Kind::PutMessage => {
                let (visibility, time_to_live) = self.times(&mut wrong, trace);
                let text = wrong.read_all(message_text(self.body, self.version, trace));
                Operation::PutMessage { queue, text, visibility, time_to_live }
            }
            Kind::GetMessages => {
                let count = count(&mut wrong, trace);
                let range = Range::visibility(1, self.version, id::QUEUE_VISIBILITY_GET_RANGE);
                let said = wrong.read(range.read(self.query, trace));
                let said = said.filter(|_| trace.enforce(id::QUEUE_VISIBILITY_GET));
                let default = if trace.enforce(id::QUEUE_VISIBILITY_DEFAULT) { DEFAULT_VISIBILITY } else { 10 };
                Operation::GetMessages { queue, count, visibility: said.unwrap_or(default) }
            }
            Kind::PeekMessages => Operation::PeekMessages { queue, count: count(&mut wrong, trace) },
            Kind::ClearMessages => Operation::ClearMessages { queue },
            Kind::UpdateMessage => {
                let receipt = self.receipt(&mut wrong, trace);
                let visibility = self.needed_visibility(&mut wrong, trace);
                let text = if self.body.is_empty() {
                    None
                } else {
                    Some(wrong.read_all(message_text(self.body, self.version, trace)))
                };
                Operation::UpdateMessage { queue, id: self.id(), receipt, visibility, text }
            }
            Kind::DeleteMessage => {
                Operation::DeleteMessage { queue, id: self.id(), receipt: self.receipt(&mut wrong, trace) }
            }
        };
        if wrong.0.is_empty() { Ok(operation) } else { Err(wrong.0) }
    }

    fn metadata(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> Metadata {
        wrong.read_all(metadata::read(self.headers, self.version, trace))
    }

    fn id(&self) -> String {
        match self.resource {
            Resource::Message(_, id) => id.clone(),
            _ => String::new(),
        }
    }

    fn listing(&self, trace: &mut Trace<'_>) -> Result<Listing, Detailed> {
        let said = |name: &str| self.query.get(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let max_results = match said("maxresults").map(|text| (text.parse::<i64>(), text)) {
            None => None,
            Some((Ok(number), _)) if (1..=5000).contains(&number) => usize::try_from(number).ok(),
            Some((_, text)) => {
                let rule = id::QUEUE_OPEN_MAX_RESULTS;
                return Err(invalid("maxresults", &text, "", rule));
            }
        };
        let asked = said("include").is_some_and(|held| held.split(',').any(|part| part.trim() == "metadata"));
        let metadata = if asked {
            trace.enforce(id::QUEUE_LISTING_METADATA)
        } else {
            !trace.enforce(id::QUEUE_LISTING_METADATA_ASKED)
        };
        Ok(Listing { prefix: said("prefix"), marker: said("marker"), max_results, metadata })
    }

    /// For how long a new message is invisible, and for how long it lives.
    fn times(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> (i64, Option<i64>) {
        let range = Range::visibility(0, self.version, id::QUEUE_VISIBILITY_PUT_RANGE);
        let hidden = wrong.read(range.read(self.query, trace)).unwrap_or(0);
        let said = self.query.get("messagettl").filter(|text| !text.is_empty());
        let endless = id::QUEUE_MESSAGES_TTL_NEVER;
        if said == Some("-1") && endless.holds_for(self.version) && trace.enforce(endless) {
            return (hidden, None);
        }
        let range = Range::time_to_live(self.version);
        let mut lives = wrong.read(range.read(self.query, trace));
        let long = id::QUEUE_MESSAGES_TTL_LONG;
        if lives.is_some_and(|lives| lives > WEEK) && long.holds_for(self.version) && !trace.enforce(long) {
            let mut refused = range.out_of_range(said.unwrap_or_default());
            refused.refusal.rule = long;
            wrong.0.push(refused);
        }
        lives = lives.filter(|_| trace.enforce(id::QUEUE_MESSAGES_TTL));
        let default = if trace.enforce(id::QUEUE_MESSAGES_TTL_DEFAULT) { WEEK } else { 3_600 };
        let lives = lives.unwrap_or(default);
        let rule = id::QUEUE_MESSAGES_TTL_OVER_VISIBILITY;
        if hidden >= lives && wrong.0.is_empty() && trace.enforce(rule) {
            let value = self.query.get("visibilitytimeout").unwrap_or_default();
            let reason = "messagettl must be greater than visibilitytimeout";
            wrong.0.push(invalid("visibilitytimeout", value, reason, rule));
        }
        (hidden, Some(lives))
    }

    /// The receipt, as it is written.
    fn receipt(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> String {
        let Some(text) = self.query.get("popreceipt").filter(|text| !text.is_empty()) else {
            let rule = id::QUEUE_RECEIPTS_REQUIRED;
            if trace.enforce(rule) {
                wrong.0.push(missing("popreceipt", rule));
            }
            return String::new();
        };
        let rule = id::QUEUE_RECEIPTS_MALFORMED;
        if receipt::read(text).is_err() && trace.enforce(rule) {
            wrong.0.push(invalid("popreceipt", text, "Invalid pop receipt format", rule));
        }
        text.to_owned()
    }

    /// For how long an updated message is invisible: that must be said.
    fn needed_visibility(&self, wrong: &mut Wrong, trace: &mut Trace<'_>) -> i64 {
        if self.version < Version::V2011_08_18 {
            trace.raise(id::QUEUE_OPEN_OLD_VERSIONS);
        }
        let range = Range::visibility(0, self.version, id::QUEUE_VISIBILITY_UPDATE_RANGE);
        match wrong.read(range.read(self.query, trace)) {
            Some(visibility) => visibility,
            None => {
                let rule = id::QUEUE_UPDATE_VISIBILITY_REQUIRED;
                let unsaid = self.query.get("visibilitytimeout").is_none_or(str::is_empty);
                if unsaid && trace.enforce(rule) {
                    wrong.0.push(missing("visibilitytimeout", rule));
                }
                0
            }
        }
    }
}
