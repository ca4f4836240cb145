//! How fast a target is asked, all connections together.

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

/// So many requests a second at most, one after the other at even distances: what was not asked in time is not made up for.
#[derive(Clone)]
pub struct Rate(Arc<DefaultDirectRateLimiter>);

impl Rate {
    /// So many requests a second.
    pub fn of(requests_a_second: NonZeroU32) -> Self {
        Self(Arc::new(RateLimiter::direct(Quota::per_second(requests_a_second).allow_burst(NonZeroU32::MIN))))
    }

    /// Waits for a turn.
    pub(super) async fn turn(&self) {
        self.0.until_ready().await;
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[tokio::test]
    async fn turns_come_at_even_distances() {
        let rate = Rate::of(NonZeroU32::new(100).unwrap());
        let began = Instant::now();
        for _ in 0..6 {
            rate.turn().await;
        }
        assert!(began.elapsed() >= Duration::from_millis(48), "{:?}", began.elapsed());
    }
}
