//! How fast clients may ask, all together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A share of the time for each request.
#[derive(Debug)]
pub struct Pace {
    between: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    /// So many requests a second at most.
    pub fn of(requests_a_second: u32) -> Self {
        let between = Duration::from_secs(1) / requests_a_second.max(1);
        Self { between, next: Mutex::new(Instant::now()) }
    }

    /// Waits for a turn. What was not asked in time is not made up for.
    pub(super) async fn turn(&self) {
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = (*next).max(Instant::now());
            *next = turn + self.between;
            turn
        };
        tokio::time::sleep_until(turn.into()).await;
    }
}
