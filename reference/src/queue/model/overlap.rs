//! What happened to a queue a moment ago, on which connection: what a reference needs that is told to break a rule about several clients. An
//! intact one looks at none of it.

use super::message::{Message, Receipt};
use crate::datetime::DateTime;
use crate::ids::Guid;
use crate::under_way::MOMENT_TICKS;

/// Something that happened.
#[derive(Debug, Clone)]
struct Event<T> {
    at: DateTime,
    connection: u64,
    what: T,
}

/// What happened a moment ago.
#[derive(Debug, Clone, Default)]
pub(super) struct Overlap {
    connection: u64,
    put: Option<Event<()>>,
    taken: Vec<Event<Guid>>,
    deleted: Vec<Event<Message>>,
    used: Vec<Event<(Guid, Receipt)>>,
}

impl<T> Event<T> {
    /// Whether it was a moment ago, and on another connection.
    fn is_beside(&self, now: DateTime, connection: u64) -> bool {
        self.connection != connection && now.ticks() - self.at.ticks() < MOMENT_TICKS
    }
}

impl Overlap {
    /// The request that is carried out came on this connection.
    pub(super) fn on_connection(&mut self, connection: u64) -> &mut Self {
        self.connection = connection;
        self
    }

    fn event<T>(&self, at: DateTime, what: T) -> Event<T> {
        Event { at, connection: self.connection, what }
    }

    /// A message was put.
    pub(super) fn put(&mut self, now: DateTime) {
        self.put = Some(self.event(now, ()));
    }

    /// Messages were taken.
    pub(super) fn take(&mut self, now: DateTime, ids: impl Iterator<Item = Guid>) {
        self.taken.retain(|event| now.ticks() - event.at.ticks() < MOMENT_TICKS);
        let events: Vec<Event<Guid>> = ids.map(|id| self.event(now, id)).collect();
        self.taken.extend(events);
    }

    /// A receipt was used, and the message deleted if it is told here.
    pub(super) fn use_up(&mut self, now: DateTime, id: Guid, receipt: Receipt, deleted: Option<Message>) {
        self.used.retain(|event| now.ticks() - event.at.ticks() < MOMENT_TICKS);
        self.deleted.retain(|event| now.ticks() - event.at.ticks() < MOMENT_TICKS);
        let used = self.event(now, (id, receipt));
        self.used.push(used);
        if let Some(message) = deleted {
            let event = self.event(now, message);
            self.deleted.push(event);
        }
    }

    /// Whether another connection put a message a moment ago.
    pub(super) fn is_beside_put(&self, now: DateTime) -> bool {
        self.put.as_ref().is_some_and(|event| event.is_beside(now, self.connection))
    }

    /// The messages that another connection took a moment ago.
    pub(super) fn taken_beside(&self, now: DateTime) -> Vec<Guid> {
        let beside = self.taken.iter().filter(|event| event.is_beside(now, self.connection));
        beside.map(|event| event.what).collect()
    }

    /// The messages that another connection deleted a moment ago.
    pub(super) fn deleted_beside(&self, now: DateTime) -> Vec<Message> {
        let beside = self.deleted.iter().filter(|event| event.is_beside(now, self.connection));
        beside.map(|event| event.what.clone()).collect()
    }

    /// Whether another connection used this receipt a moment ago.
    pub(super) fn is_used_beside(&self, now: DateTime, id: Guid, receipt: Option<Receipt>) -> bool {
        let is_it = |event: &Event<(Guid, Receipt)>| event.what.0 == id && Some(event.what.1) == receipt;
        self.used.iter().any(|event| is_it(event) && event.is_beside(now, self.connection))
    }
}
