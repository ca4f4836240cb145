//! What can be known of the service's state from a recording: which queues are there, and what of them the replay can vouch
//! for.

use std::collections::HashMap;

/// What is known of the state.
#[derive(Debug, Default)]
pub(super) struct World {
    queues: HashMap<String, Known>,
    /// Whether the service properties were set in this session, or are known otherwise.
    pub(super) properties_known: bool,
}

/// What is known of a queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// Whether it is there.
    pub(super) is_there: bool,
    /// It was there before the session, or listed by somebody else.
    pub(super) is_foreign: bool,
    /// Its metadata.
    pub(super) metadata: bool,
    /// Its policies.
    pub(super) policies: bool,
    /// Its messages.
    pub(super) messages: bool,
}

impl World {
    /// What is known of a queue, if anything is.
    pub(super) fn queue(&self, name: &str) -> Option<Known> {
        self.queues.get(name).copied()
    }

    /// Notes something about a queue that has been heard of.
    pub(super) fn note(&mut self, name: &str, note: impl FnOnce(&mut Known)) {
        if let Some(known) = self.queues.get_mut(name) {
            note(known);
        }
    }

    /// The queue was created, and all of it is known but its metadata, perhaps.
    pub(super) fn created(&mut self, name: &str, metadata: bool) {
        let known = Known { is_there: true, is_foreign: false, metadata, policies: true, messages: true };
        self.queues.insert(name.to_owned(), known);
    }

    /// The queue turns out to have been there all the time.
    pub(super) fn was_there(&mut self, name: &str, metadata: bool) {
        let known = Known { is_there: true, is_foreign: true, metadata, policies: false, messages: false };
        self.queues.insert(name.to_owned(), known);
    }

    /// The queue was deleted.
    pub(super) fn deleted(&mut self, name: &str) {
        let known = Known { is_there: false, is_foreign: false, metadata: true, policies: true, messages: true };
        self.queues.insert(name.to_owned(), known);
    }

    /// The queues of others that are there.
    pub(super) fn foreign(&self) -> impl Iterator<Item = &str> {
        self.queues.iter().filter(|(_, known)| known.is_foreign && known.is_there).map(|(name, _)| name.as_str())
    }
}
