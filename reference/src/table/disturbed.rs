//! The service as it is served: what becomes of requests that break off, of clients that go away and of writes under way. It makes
//! no difference, unless the service is told to break a rule.

use super::service::{LARGEST_BODY, TableService};
use crate::answer::Answer;
use crate::datetime::DateTime;
use crate::http::Request;
use crate::ids::IdSource;
use crate::rules::{RuleId, Trace, id};
use crate::service::Service;
use crate::under_way::held_back;
use bytes::Bytes;
use std::time::Duration;

/// The rules whose breach shows only while a write is under way.
const OVERLAPPING: &[RuleId] = &[
    id::TABLE_CONCURRENCY_LOST_UPDATE,
    id::TABLE_CONCURRENCY_TORN_READ,
    id::TABLE_CONCURRENCY_DIRTY_READ,
    id::TABLE_CONCURRENCY_ETAG_ONCE,
    id::TABLE_CONCURRENCY_TIMESTAMP_FORWARD,
    id::TABLE_CONCURRENCY_ONE_ORDER,
    id::TABLE_FAULTS_WHOLE_OR_NOTHING,
];

impl Service for TableService {
    fn handle(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        Self::handle(self, request, now, ids)
    }

    fn largest_body(&self) -> usize {
        LARGEST_BODY
    }

    fn has_metadata(&self) -> bool {
        false
    }

    fn held(&self) -> usize {
        self.entity_count()
    }

    fn restart(&mut self) {
        if !Trace::new(&self.settings.broken).enforce(id::TABLE_DURABILITY_ACKNOWLEDGED) {
            let end = self.model.pages_end_with_partition;
            *self = Self::new(self.settings.clone()).with_pages_that_end_with_partitions(end);
        }
    }

    fn on_connection(&mut self, connection: u64) {
        self.model.on_connection(connection);
    }

    fn hold_back(&self, request: &Request) -> Option<Duration> {
        held_back(&self.settings.broken, OVERLAPPING, || request.method != "GET")
    }

    fn completed(&self, came: &[u8], length: usize) -> Option<Bytes> {
        let mut trace = Trace::new(&self.settings.broken);
        if trace.enforce(id::TABLE_FAULTS_INCOMPLETE) || came.len() + 1 != length {
            return None;
        }
        Some([came, b"}"].concat().into())
    }

    fn went_away(&mut self, connection: u64) {
        let mut trace = Trace::new(&self.settings.broken);
        if !trace.enforce(id::TABLE_FAULTS_WHOLE_OR_NOTHING) {
            self.model.take_back_last(connection, &mut trace);
        }
    }

    fn broke_off(&mut self) {
        self.upset |= !Trace::new(&self.settings.broken).enforce(id::TABLE_FAULTS_NEXT_REQUEST);
    }

    fn is_upset(&mut self) -> bool {
        std::mem::take(&mut self.upset)
    }
}
