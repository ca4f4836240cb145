//! What becomes of requests that break off, of clients that go away, and of the service when it is restarted: nothing, unless
//! it is told to break a rule.

use super::service::TableService;
use crate::rules::{Trace, id};
use bytes::Bytes;

impl TableService {
    /// The body to carry out where this came in of one that was to be so long; none, since it is incomplete.
    pub fn completed(&self, came: &[u8], length: usize) -> Option<Bytes> {
        let mut trace = Trace::new(&self.settings.broken);
        if trace.enforce(id::TABLE_FAULTS_INCOMPLETE) || came.len() + 1 != length {
            return None;
        }
        Some([came, b"}"].concat().into())
    }

    /// The client on this connection went away before it was answered. What it asked for stays done.
    pub fn forsaken(&mut self, connection: u64) {
        let mut trace = Trace::new(&self.settings.broken);
        if !trace.enforce(id::TABLE_FAULTS_WHOLE_OR_NOTHING) {
            self.model.take_back_last(connection, &mut trace);
        }
    }

    /// A connection ended within a request. It is nobody else's business.
    pub fn broke_off(&mut self) {
        self.upset |= !Trace::new(&self.settings.broken).enforce(id::TABLE_FAULTS_NEXT_REQUEST);
    }

    /// It is stopped and started again. What it was asked to keep, it keeps.
    pub fn restart(&mut self) {
        if !Trace::new(&self.settings.broken).enforce(id::TABLE_DURABILITY_ACKNOWLEDGED) {
            *self = Self::new(self.settings.clone());
        }
    }

    /// Whether the next request is left without an answer.
    pub fn is_upset(&mut self) -> bool {
        std::mem::take(&mut self.upset)
    }
}
