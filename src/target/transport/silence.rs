//! How long a target was waited for in vain.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Requests that were left without an answer, and how long they were waited for. Clones share their counts.
#[derive(Debug, Clone, Default)]
pub struct Silence(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    requests: AtomicU64,
    milliseconds: AtomicU64,
}

impl Silence {
    /// How many requests.
    pub fn requests(&self) -> u64 {
        self.0.requests.load(Ordering::Relaxed)
    }

    /// How long, all together.
    pub fn waited(&self) -> Duration {
        Duration::from_millis(self.0.milliseconds.load(Ordering::Relaxed))
    }

    /// A request is waited for that may take this long.
    pub(super) fn wait(&self, limit: Duration) -> Waiting<'_> {
        Waiting { silence: self, limit, started: Instant::now(), answered: false }
    }
}

/// A request that is waited for. Whoever stops waiting after half of the time has waited in vain as well.
pub(super) struct Waiting<'s> {
    silence: &'s Silence,
    limit: Duration,
    started: Instant,
    answered: bool,
}

impl Waiting<'_> {
    /// Something came: an answer, or the end of the connection.
    pub(super) fn over(mut self) {
        self.answered = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let waited = self.started.elapsed();
        if !self.answered && waited >= self.limit / 2 {
            self.silence.0.requests.fetch_add(1, Ordering::Relaxed);
            let milliseconds = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
            self.silence.0.milliseconds.fetch_add(milliseconds, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_waited_for_in_vain_counts() {
        let silence = Silence::default();
        silence.wait(Duration::ZERO).over();
        drop(silence.wait(Duration::from_secs(10)));
        assert_eq!(silence.requests(), 0);
        drop(silence.wait(Duration::ZERO));
        assert_eq!(silence.requests(), 1);
    }
}
