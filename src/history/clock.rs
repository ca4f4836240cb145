//! The clocks of histories: on a target in this process, each history has one of its own that jumps where it waits.

use super::prefix_in;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tablestakes_reference::DateTime;
use tablestakes_reference::http::Request;
use tablestakes_reference::server::{Clock, now};

/// Ticks of 100 nanoseconds in a second.
const TICKS: i64 = 10_000_000;

/// How far the clock of each history is ahead. A request belongs to the history whose names it has.
#[derive(Debug, Default)]
pub struct Clocks {
    ahead: Mutex<HashMap<String, Duration>>,
}

impl Clocks {
    /// Puts the clock of the history whose names begin so as far ahead.
    pub(super) fn set(&self, prefix: &str, ahead: Duration) {
        let mut clocks = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        clocks.insert(prefix.to_owned(), ahead);
    }

    /// Forgets the clock of a history that is over.
    pub(super) fn forget(&self, prefix: &str) {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner).remove(prefix);
    }
}

impl Clock for Clocks {
    fn now(&self, request: &Request) -> DateTime {
        let clocks = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if clocks.is_empty() {
            return now();
        }
        let ahead = prefix_in(request.target.as_bytes()).and_then(|prefix| clocks.get(&prefix).copied());
        let seconds = i64::try_from(ahead.unwrap_or_default().as_secs()).unwrap_or(i64::MAX);
        now().plus_ticks(seconds.saturating_mul(TICKS))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Names;
    use super::*;
    use std::time::SystemTime;
    use tablestakes_reference::http::Headers;

    #[test]
    fn each_history_has_a_clock_of_its_own() {
        let names = Names::new(1, SystemTime::now());
        let (one, other) = (names.prefix(), names.prefix());
        let clocks = Clocks::default();
        let at = |prefix: &str| {
            let target = format!("/devstoreaccount1/{prefix}q0/messages");
            clocks.now(&Request { method: "GET".into(), target, headers: Headers::new(), body: bytes::Bytes::new() })
        };
        clocks.set(&one, Duration::from_secs(3600));
        assert!(at(&one) > at(&other).plus_ticks(3000 * TICKS));
        clocks.forget(&one);
        assert!(at(&one) < at(&other).plus_ticks(3000 * TICKS));
    }
}
