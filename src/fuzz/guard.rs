//! A subject that is asked no faster than allowed, and of which every request is counted.

use crate::engine::{Alive, Subject, Unreplayed};
use crate::history::{Replayed, TransportFailure};
use crate::target::Axes;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use tablestakes_reference::history::{Call, History};

/// A subject with a limit.
pub struct Guarded<S> {
    subject: S,
    limit: Option<DefaultDirectRateLimiter>,
    requests: AtomicU64,
}

impl<S: Subject> Guarded<S> {
    /// A subject that gets at most so many requests a second on average. A history is waited for as a whole.
    pub fn new(subject: S, rate: Option<NonZeroU32>) -> Self {
        let limit = rate.map(|rate| RateLimiter::direct(Quota::per_second(rate)));
        Self { subject, limit, requests: AtomicU64::new(0) }
    }

    /// How many requests it got.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    async fn wait_for(&self, requests: u64) {
        if let Some(limit) = &self.limit {
            for _ in 0..requests {
                limit.until_ready().await;
            }
        }
    }
}

impl<S: Subject> Subject for Guarded<S> {
    async fn replay(&self, axes: Axes, history: &History) -> Result<Replayed, Unreplayed> {
        // A scan takes at least one request; what it takes beyond is paid for afterwards.
        let expected = 2 * u64::from(history.tables) + history.all_steps().count() as u64;
        self.wait_for(expected).await;
        let answer = self.subject.replay(axes, history).await;
        let made = answer.as_ref().map_or_else(|unreplayed| unreplayed.requests, |replayed| replayed.requests);
        self.requests.fetch_add(made, Ordering::Relaxed);
        let scans = history.all_steps().any(|step| matches!(step.call, Call::Scan { .. } | Call::ScanTables { .. }));
        if scans {
            self.wait_for(made.saturating_sub(expected)).await;
        }
        answer
    }

    async fn probe(&self) -> Result<Alive, TransportFailure> {
        self.wait_for(1).await;
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.subject.probe().await
    }

    fn can_restart(&self) -> bool {
        self.subject.can_restart()
    }

    async fn restart(&self) -> Result<(), String> {
        self.subject.restart().await
    }
}
