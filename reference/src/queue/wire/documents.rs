//! The documents of answers: lists of messages and of queues. No white space between elements; what is empty is `<X />`.

use super::metadata::is_identifier;
use super::receipt;
use super::reply::Frame;
use crate::datetime::DateTime;
use crate::lexical::{guid, http_date};
use crate::queue::model::{Message, QueuePage};
use crate::queue::operation::{Listing, Metadata};
use crate::rules::{RuleId, Trace, id};
use crate::xml::written;

/// Which elements of messages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Those of a message that was added.
    Put,
    /// Those of one that was taken.
    Taken,
    /// Those of one that was looked at.
    Seen,
}

/// `<NAME>TEXT</NAME>`, or `<NAME />`.
pub(super) fn element(name: &str, text: &str) -> String {
    if text.is_empty() { format!("<{name} />") } else { written(name, text) }
}

impl Frame<'_> {
    /// A list of messages.
    pub(super) fn messages(&self, messages: &[Message], shown: Shown, trace: &mut Trace<'_>) -> String {
        if messages.is_empty() {
            return "<QueueMessagesList />".to_owned();
        }
        let mut text = "<QueueMessagesList>".to_owned();
        for message in messages {
            text.push_str("<QueueMessage>");
            self.element_of(&mut text, message, shown, trace);
            text.push_str("</QueueMessage>");
        }
        text.push_str("</QueueMessagesList>");
        text
    }

    fn element_of(&self, text: &mut String, message: &Message, shown: Shown, trace: &mut Trace<'_>) {
        text.push_str(&written("MessageId", &guid::written(message.id)));
        text.push_str(&written("InsertionTime", &time(message.inserted, trace)));
        text.push_str(&written("ExpirationTime", &time(message.expires, trace)));
        let receipt = [
            written("PopReceipt", &receipt::written(message.receipt())),
            written("TimeNextVisible", &time(message.visible, trace)),
        ]
        .concat();
        if shown == Shown::Put {
            text.push_str(&receipt);
            return;
        }
        let count =
            if message.counted { written("DequeueCount", &message.dequeued.to_string()) } else { String::new() };
        let with_receipt = shown == Shown::Taken || !trace.enforce(id::QUEUE_MESSAGES_PEEK_ELEMENTS);
        if with_receipt {
            let new = id::QUEUE_MESSAGES_ELEMENTS;
            let rule: RuleId = if new.holds_for(self.version) { new } else { id::QUEUE_MESSAGES_ELEMENTS_BEFORE };
            let receipt_first = (rule == new) == trace.enforce(rule);
            text.push_str(if receipt_first { &receipt } else { &count });
            text.push_str(if receipt_first { &count } else { &receipt });
        } else {
            text.push_str(&count);
        }
        text.push_str(&element("MessageText", &String::from_utf8_lossy(&message.text)));
    }

    /// A page of queues.
    pub(super) fn queues(&self, listing: &Listing, page: &QueuePage, trace: &mut Trace<'_>) -> String {
        let new = id::QUEUE_LISTING_SERVICE_ENDPOINT;
        let rule: RuleId = if new.holds_for(self.version) { new } else { id::QUEUE_LISTING_ACCOUNT_NAME };
        let by_endpoint = (rule == new) == trace.enforce(rule);
        let base = crate::xml::escaped(self.base).replace('"', "&quot;");
        let attribute = if by_endpoint { "ServiceEndpoint" } else { "AccountName" };
        let mut text = format!("<EnumerationResults {attribute}=\"{base}/\">");
        let echoed = [
            ("Prefix", listing.prefix.clone()),
            ("Marker", listing.marker.clone()),
            ("MaxResults", listing.max_results.map(|most| most.to_string())),
        ];
        for (name, value) in echoed {
            if let Some(value) = value
                && trace.enforce(id::QUEUE_LISTING_ECHO)
            {
                text.push_str(&written(name, &value));
            }
        }
        let mut queues = String::new();
        for (name, metadata) in &page.queues {
            queues.push_str("<Queue>");
            queues.push_str(&written("Name", name));
            if !by_endpoint {
                queues.push_str(&written("Url", &format!("{}/{name}", self.base)));
            }
            if listing.metadata {
                queues.push_str(&metadata_element(metadata, trace));
            }
            queues.push_str("</Queue>");
        }
        text.push_str(&if queues.is_empty() { "<Queues />".to_owned() } else { format!("<Queues>{queues}</Queues>") });
        let next = page.next.as_ref().map(|name| match trace.enforce(id::QUEUE_LISTING_MARKER_FORM) {
            true => format!("/{}/{name}", self.account),
            false => name.clone(),
        });
        text.push_str(&element("NextMarker", &next.unwrap_or_default()));
        text.push_str("</EnumerationResults>");
        text
    }
}

fn metadata_element(metadata: &Metadata, trace: &mut Trace<'_>) -> String {
    let mut inner = String::new();
    for (name, value) in metadata {
        if is_identifier(name) || !trace.enforce(id::QUEUE_LISTING_INVALID_NAME) {
            inner.push_str(&element(name, value));
        } else {
            inner.push_str(&written("x-ms-invalid-name", name));
        }
    }
    if inner.is_empty() { "<Metadata />".to_owned() } else { format!("<Metadata>{inner}</Metadata>") }
}

/// An instant in whole seconds, as HTTP dates are written.
fn time(instant: DateTime, trace: &mut Trace<'_>) -> String {
    if trace.enforce(id::QUEUE_MESSAGES_TIMES) {
        http_date(instant)
    } else {
        crate::lexical::datetime::written_full(instant)
    }
}
