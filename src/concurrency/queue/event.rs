//! What was asked of a queue and told, read from requests and answers.

use crate::concurrency::busy::known;
use crate::concurrency::client::Act;
use crate::concurrency::timeline::Span;
use crate::judge::Document;
use crate::judge::queue::Message;
use crate::xml::Tree;
use percent_encoding::percent_decode_str;
use std::time::Duration;

use tablestakes_reference::http::{Request, Response};

/// For how long messages are invisible that are got without a word about it.
const INVISIBLE: u64 = 30;

/// One request.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// The name of the queue.
    pub(super) queue: String,
    /// The step that asked.
    pub(super) step: usize,
    /// When.
    pub(super) span: Span,
    /// What was asked.
    pub(super) asked: Asked,
    /// Status, and what is told in the body; absent where nobody knows what became of it.
    pub(super) told: Option<(u16, Told)>,
    /// How often it may have been carried out.
    pub(super) times: usize,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// To put a message with this text.
    Put { text: String },
    /// For messages, which are invisible for so long then.
    Get { invisible: Duration },
    /// To look at messages.
    Peek,
    /// To update a message by a receipt.
    Update { id: String, receipt: String },
    /// To delete a message by a receipt.
    Delete { id: String, receipt: String },
    /// To delete all.
    Clear,
    /// How many there are.
    Count,
}

/// What is told.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) messages: Vec<Message>,
    pub(super) count: Option<usize>,
    /// The receipt that Update Message tells in a header.
    pub(super) receipt: Option<String>,
}

impl Event {
    /// Whether it is known to have been carried out.
    pub(super) fn is_done(&self) -> bool {
        self.told.as_ref().is_some_and(|(status, _)| *status < 300)
    }

    /// Whether it may have been. Of what was sent twice the copy may have been carried out that nobody heard of.
    pub(super) fn may_be_done(&self) -> bool {
        self.told.is_none() || self.is_done() || self.times > 1
    }

    /// The messages that it returned.
    pub(super) fn messages(&self) -> &[Message] {
        match &self.told {
            Some((200, told)) => &told.messages,
            _ => &[],
        }
    }

    /// The receipts that it gave, each with the message that it is for.
    pub(super) fn receipts(&self) -> Vec<(&str, &str)> {
        match (&self.asked, &self.told) {
            (Asked::Update { id, .. }, Some((_, Told { receipt: Some(receipt), .. }))) => vec![(id, receipt)],
            (Asked::Get { .. }, _) => {
                let told = self.messages().iter();
                told.filter_map(|held| Some((held.id.as_deref()?, held.receipt.as_deref()?))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The requests of an act.
pub(super) fn read(act: &Act) -> Vec<Event> {
    let Some(times) = act.times() else { return Vec::new() };
    let events = act.exchanges.iter().filter_map(|exchange| {
        let (queue, asked) = asked(&exchange.request)?;
        let told = known(&exchange.actual).map(|response| (response.status, told(response)));
        Some(Event { queue, step: act.index, span: act.span(), asked, told, times })
    });
    events.collect()
}

fn told(response: &Response) -> Told {
    let messages = match Document::of_queue(response) {
        Document::Messages(messages) => messages,
        _ => Vec::new(),
    };
    let count = response.headers.get("x-ms-approximate-messages-count").and_then(|count| count.parse().ok());
    let receipt = response.headers.get("x-ms-popreceipt").map(str::to_owned);
    Told { messages, count, receipt }
}

/// What a request asks of which queue.
fn asked(request: &Request) -> Option<(String, Asked)> {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let option = |name: &str| {
        let mut options = query.split('&').filter_map(|option| option.split_once('='));
        options.find(|(held, _)| *held == name).map(|(_, value)| decoded(value))
    };
    let receipt = || option("popreceipt").unwrap_or_default();
    let Some((above, below)) = path.split_once("/messages") else {
        let queue = path.rsplit('/').next()?.to_owned();
        let counts = request.method == "GET" && option("comp").as_deref() == Some("metadata");
        return counts.then_some((queue, Asked::Count));
    };
    let queue = above.rsplit('/').next()?.to_owned();
    let id = below.strip_prefix('/').map(decoded);
    let asked = match (request.method.as_str(), id) {
        ("POST", None) => {
            let document = Tree::read(&request.body)?;
            Asked::Put { text: document.root.child_text("MessageText")?.to_owned() }
        }
        ("GET", None) if option("peekonly").as_deref() == Some("true") => Asked::Peek,
        ("GET", None) => {
            let seconds = option("visibilitytimeout").map_or(Some(INVISIBLE), |seconds| seconds.parse().ok())?;
            Asked::Get { invisible: Duration::from_secs(seconds) }
        }
        ("DELETE", None) => Asked::Clear,
        ("PUT", Some(id)) => Asked::Update { id, receipt: receipt() },
        ("DELETE", Some(id)) => Asked::Delete { id, receipt: receipt() },
        _ => return None,
    };
    Some((queue, asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablestakes_reference::http::Headers;

    fn of(method: &str, target: &str, body: &'static str) -> Option<(String, Asked)> {
        let body = bytes::Bytes::from_static(body.as_bytes());
        asked(&Request { method: method.into(), target: target.into(), headers: Headers::new(), body })
    }

    #[test]
    fn requests_are_read() {
        let body = "<QueueMessage><MessageText>a&amp;b</MessageText></QueueMessage>";
        let put = Asked::Put { text: "a&b".into() };
        assert_eq!(of("POST", "/acct/q/messages?messagettl=1", body), Some(("q".into(), put)));
        let get = Asked::Get { invisible: Duration::from_secs(30) };
        assert_eq!(of("GET", "/q/messages", ""), Some(("q".into(), get)));
        assert_eq!(of("GET", "/q/messages?peekonly=true&numofmessages=3", ""), Some(("q".into(), Asked::Peek)));
        let delete = Asked::Delete { id: "i/d".into(), receipt: "A+=".into() };
        assert_eq!(of("DELETE", "/q/messages/i%2Fd?popreceipt=A%2B%3D", ""), Some(("q".into(), delete)));
        assert_eq!(of("GET", "/q?comp=metadata", ""), Some(("q".into(), Asked::Count)));
        assert_eq!(of("PUT", "/q", ""), None);
    }
}
