//! What a service that is told to break a rule about several clients makes of requests that come on two connections within a
//! moment. An intact one looks at none of it.
//!
//! What was held before the last write is kept for a moment; a request that comes on another connection meanwhile is answered from
//! it, in whole or in part.

use super::model::Model;
use super::service::BlobService;
use crate::answer::Answer;
use crate::datetime::DateTime;
use crate::http::{Headers, Request};
use crate::ids::IdSource;
use crate::rules::{RuleId, id};
use crate::under_way::{MOMENT_TICKS, held_back};
use std::time::Duration;

/// The rules whose breach shows where several ask within a moment.
const BESIDE: [RuleId; 7] = [
    id::BLOB_CONCURRENCY_ONE_VERSION,
    id::BLOB_CONCURRENCY_NO_STALE_READS,
    id::BLOB_CONCURRENCY_NOTHING_LOST,
    id::BLOB_CONCURRENCY_ONE_WINNER,
    id::BLOB_CONCURRENCY_APPENDS,
    id::BLOB_CONCURRENCY_ONE_LEASE,
    id::BLOB_CONCURRENCY_LISTINGS,
];

/// Those of them whose breach shows only while a write is under way: others are about what was answered already.
const OVERLAPPING: [RuleId; 4] = [
    id::BLOB_CONCURRENCY_ONE_VERSION,
    id::BLOB_CONCURRENCY_ONE_WINNER,
    id::BLOB_CONCURRENCY_APPENDS,
    id::BLOB_CONCURRENCY_ONE_LEASE,
];

/// What was held before the last write.
#[derive(Debug, Clone, Default)]
pub(super) struct Disturbed {
    connection: u64,
    before: Option<Before>,
}

#[derive(Debug, Clone)]
struct Before {
    at: DateTime,
    connection: u64,
    /// Where the write went: others do not see that anything is amiss.
    container: String,
    model: Box<Model>,
}

impl Disturbed {
    /// The next request comes on this connection.
    pub(super) fn on_connection(&mut self, connection: u64) {
        self.connection = connection;
    }
}

impl BlobService {
    /// How long the answer to a request is held back.
    pub(super) fn moment_of(&self, request: &Request) -> Option<Duration> {
        held_back(&self.settings.broken, &OVERLAPPING, || is_write(request))
    }

    /// Answers a request, with the rules broken that are about several clients.
    pub(super) fn handle_beside(&mut self, request: &Request, now: DateTime, ids: &mut dyn IdSource) -> Answer {
        let is_broken = |rule: RuleId| self.settings.broken.contains(rule);
        if !BESIDE.into_iter().any(is_broken) {
            return self.handle(request, now, ids);
        }
        let writes = is_write(request);
        let here = self.disturbed.connection;
        let beside = self.disturbed.before.take_if(|before| now.ticks() - before.at.ticks() >= MOMENT_TICKS).is_none();
        let container = container_of(request);
        let is_beside = |before: &Before| beside && before.connection != here && before.container == container;
        let before = self.disturbed.before.clone().filter(is_beside);
        let answer = match before {
            Some(before) if writes => self.write_beside(before, request, now, ids),
            Some(before) => self.read_beside(&before, request, now, ids),
            None => None,
        };
        let held = writes.then(|| Box::new(self.model.clone()));
        let answer = answer.unwrap_or_else(|| self.handle(request, now, ids));
        if let Some(model) = held.filter(|_| answer.response.status < 300) {
            self.disturbed.before = Some(Before { at: now, connection: here, container, model });
        }
        answer
    }

    /// A write that comes a moment after one on another connection; nothing if it is as ever.
    fn write_beside(
        &mut self,
        before: Before,
        request: &Request,
        now: DateTime,
        ids: &mut dyn IdSource,
    ) -> Option<Answer> {
        let is_broken = |rule: RuleId| self.settings.broken.contains(rule);
        let has = |name: &str| request.headers.get(name).is_some();
        let asks = |comp: &str| request.target.split(['?', '&']).any(|option| option == comp);
        let is_lease = asks("comp=lease");
        let forgets = asks("comp=appendblock") && is_broken(id::BLOB_CONCURRENCY_APPENDS)
            || is_lease && is_broken(id::BLOB_CONCURRENCY_ONE_LEASE)
            || (has("if-match") || has("if-none-match")) && is_broken(id::BLOB_CONCURRENCY_ONE_WINNER);
        if forgets {
            let current = std::mem::replace(&mut self.model, *before.model);
            let answer = self.handle(request, now, ids);
            if answer.response.status >= 300 {
                self.model = current;
                return None;
            }
            return Some(answer);
        }
        if !is_lease && is_broken(id::BLOB_CONCURRENCY_NOTHING_LOST) {
            let current = self.model.clone();
            let answer = self.handle(request, now, ids);
            self.model = current;
            return Some(answer);
        }
        None
    }

    /// A read that comes a moment after a write on another connection; nothing if it is as ever.
    fn read_beside(
        &mut self,
        before: &Before,
        request: &Request,
        now: DateTime,
        ids: &mut dyn IdSource,
    ) -> Option<Answer> {
        let lists = request.target.contains("comp=list");
        let is_broken = |rule: RuleId| self.settings.broken.contains(rule);
        let earlier = match lists {
            true => is_broken(id::BLOB_CONCURRENCY_LISTINGS),
            false => is_broken(id::BLOB_CONCURRENCY_NO_STALE_READS),
        };
        let torn = !lists && is_broken(id::BLOB_CONCURRENCY_ONE_VERSION);
        if !earlier && !torn {
            return None;
        }
        let current = std::mem::replace(&mut self.model, (*before.model).clone());
        let old = self.handle(request, now, ids);
        self.model = current;
        if earlier {
            return Some(old);
        }
        let mut answer = self.handle(request, now, ids);
        let is_metadata = |name: &str| name.to_ascii_lowercase().starts_with("x-ms-meta-");
        let kept = answer.response.headers.iter().filter(|(name, _)| !is_metadata(name));
        let earlier = old.response.headers.iter().filter(|(name, _)| is_metadata(name));
        let headers: Vec<(String, String)> =
            kept.chain(earlier).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        answer.response.headers = Headers::from_iter(headers);
        Some(answer)
    }
}

fn is_write(request: &Request) -> bool {
    !matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS")
}

/// The account and the container that a request names: what stands first in its path.
fn container_of(request: &Request) -> String {
    let path = request.target.split('?').next().unwrap_or_default();
    path.split('/').take(3).collect::<Vec<_>>().join("/")
}
