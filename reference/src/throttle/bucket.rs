//! A bucket that fills at an even rate, and out of which requests take what they cost.
//!
//! A request is let in while one unit at least is left, and takes all that it costs: one that costs more than a bucket holds is let in
//! as well, and those behind it wait for what it owes. What an answer costs is known only when it is made.

use crate::datetime::{DateTime, TICKS_PER_SECOND};

/// A bucket holds what comes in within a second, and owes at most what comes in within so many.
const LONGEST_DEBT: i128 = 10;

/// A bucket, in parts of which as many make one unit as a second has ticks.
#[derive(Debug, Clone)]
pub(super) struct Bucket {
    rate: i128,
    held: i128,
    /// When that was so.
    at: DateTime,
}

impl Bucket {
    /// A full bucket into which so many units come in each second.
    pub(super) fn full(rate: u64, now: DateTime) -> Self {
        let rate = i128::from(rate);
        Self { rate, held: rate * i128::from(TICKS_PER_SECOND), at: now }
    }

    fn capacity(&self) -> i128 {
        self.rate * i128::from(TICKS_PER_SECOND)
    }

    /// What came in since. Time that runs backwards brings nothing.
    fn fill(&mut self, now: DateTime) {
        let ticks = i128::from(now.ticks().saturating_sub(self.at.ticks()).max(0));
        self.held = self.held.saturating_add(ticks.saturating_mul(self.rate)).min(self.capacity());
        self.at = self.at.max(now);
    }

    /// Whether one unit at least is left.
    pub(super) fn has_some(&mut self, now: DateTime) -> bool {
        self.fill(now);
        self.held >= i128::from(TICKS_PER_SECOND)
    }

    /// Whether nothing was taken lately, so that a new bucket is as good.
    pub(super) fn is_full(&mut self, now: DateTime) -> bool {
        self.fill(now);
        self.held == self.capacity()
    }

    /// Takes so many units, whatever is left.
    pub(super) fn take(&mut self, units: u64) {
        let cost = i128::from(units).saturating_mul(i128::from(TICKS_PER_SECOND));
        self.held = self.held.saturating_sub(cost).max(-LONGEST_DEBT * self.capacity());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(tenths: i64) -> DateTime {
        DateTime::from_ticks(tenths * TICKS_PER_SECOND / 10)
    }

    #[test]
    fn a_second_fills_it_and_no_more() {
        let mut bucket = Bucket::full(10, second(0));
        (0..10).for_each(|_| bucket.take(1));
        assert!(!bucket.has_some(second(0)));
        assert!(bucket.has_some(second(1)), "one came in");
        bucket.take(1);
        assert!(!bucket.has_some(second(1)));
        assert!(bucket.is_full(second(100)));
        (0..10).for_each(|_| bucket.take(1));
        assert!(!bucket.has_some(second(100)), "it holds ten");
    }

    #[test]
    fn what_costs_more_than_it_holds_is_owed_for_ten_seconds_at_most() {
        let mut bucket = Bucket::full(10, second(0));
        bucket.take(30);
        assert!(!bucket.has_some(second(20)) && bucket.has_some(second(21)));
        bucket.take(u64::MAX);
        assert!(!bucket.has_some(second(121)) && bucket.has_some(second(122)));
    }

    #[test]
    fn time_that_runs_backwards_brings_nothing() {
        let mut bucket = Bucket::full(1, second(50));
        bucket.take(1);
        assert!(!bucket.has_some(second(0)) && !bucket.has_some(second(59)) && bucket.has_some(second(60)));
    }
}
