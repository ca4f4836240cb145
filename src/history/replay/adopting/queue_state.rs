//! What answers tell of a queue.

use super::metadata;
use crate::judge::Document;
use crate::judge::queue::Message;
use std::time::SystemTime;
use tablestakes_reference::http::Response;
use tablestakes_reference::{DateTime, queue};

/// A queue, as answers tell of it.
#[derive(Debug)]
pub(super) struct QueueState {
    pub(super) metadata: queue::Metadata,
    /// How many messages it holds, visible or not.
    pub(super) count: usize,
    /// Those that can be seen.
    pub(super) visible: Vec<Message>,
}

impl QueueState {
    /// Reads the answers to Get Queue Metadata and Peek Messages: none within if there is no such queue, nothing if they cannot be read.
    pub(super) fn of<'n>(said: &[Response], names: impl Iterator<Item = &'n str> + Clone) -> Option<Option<Self>> {
        let held = said.first()?;
        if held.status == 404 {
            return Some(None);
        }
        let peeked = said.get(1).filter(|peeked| held.status == 200 && peeked.status == 200)?;
        let visible = match Document::of_queue(peeked) {
            Document::Messages(messages) => messages,
            _ => return None,
        };
        let count = held.headers.get("x-ms-approximate-messages-count")?.parse().ok()?;
        (count >= visible.len()).then(|| Some(Self { metadata: metadata::read(&held.headers, names), count, visible }))
    }

    /// Whether all of its messages can be seen.
    pub(super) fn is_all_visible(&self) -> bool {
        self.count == self.visible.len()
    }

    /// Whether another holds the same messages, as far as both tell. `own_id` gives the other's id of a message of this one, if it is known.
    pub(super) fn holds_same(&self, other: &Self, own_id: impl Fn(&str) -> Option<String>) -> bool {
        let mut left: Vec<&Message> = other.visible.iter().collect();
        let each = self.visible.iter().all(|message| {
            let id = message.id.as_deref().and_then(&own_id);
            let is_it = |held: &&Message| {
                held.text == message.text && held.dequeued == message.dequeued && (id.is_none() || held.id == id)
            };
            left.iter().position(is_it).map(|place| left.remove(place)).is_some()
        });
        each && left.is_empty() && self.count == other.count
    }
}

/// The instant that an HTTP date tells.
pub(super) fn instant(text: &str) -> Option<DateTime> {
    let since = httpdate::parse_http_date(text).ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(DateTime::from_unix(i64::try_from(since.as_secs()).ok()?, 0))
}
