//! A subject of which every request is counted.

use crate::engine::{Alive, Subject, Unreplayed, hand_on};
use crate::history::Replayed;
use crate::target::{Axes, TransportFailure};
use std::sync::atomic::{AtomicU64, Ordering};
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::History;
use tablestakes_reference::rules::RuleId;

/// A subject, and how many requests it got.
pub struct Counted<S> {
    subject: S,
    requests: AtomicU64,
}

impl<S: Subject> Counted<S> {
    /// None yet.
    pub fn new(subject: S) -> Self {
        Self { subject, requests: AtomicU64::new(0) }
    }

    /// How many requests it got.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }
}

impl<S: Subject> Subject for Counted<S> {
    async fn replay(&self, axes: Axes, history: &History, suspects: Option<&[RuleId]>) -> Result<Replayed, Unreplayed> {
        let answer = self.subject.replay(axes, history, suspects).await;
        let made = answer.as_ref().map_or_else(|unreplayed| unreplayed.requests, |replayed| replayed.requests);
        self.requests.fetch_add(made, Ordering::Relaxed);
        answer
    }

    async fn probe(&self, service: ServiceName) -> Result<Alive, TransportFailure> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.subject.probe(service).await
    }

    hand_on!(answers to subject);
    hand_on!(judging to subject);
    hand_on!(places to subject);
    hand_on!(restarting to subject);
}
