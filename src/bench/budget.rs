//! The bound on requests and octets: nothing is sent beyond it, and what a point leaves is for those behind it.

use std::sync::atomic::{AtomicU64, Ordering};

/// How much a run, or a point of it, may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Requests.
    pub requests: u64,
    /// Octets of bodies, sent and received together.
    pub octets: u64,
}

/// How much was sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests.
    pub requests: u64,
    /// Octets of bodies, sent and received together.
    pub octets: u64,
}

/// What is left of the bounds of a point, and what was spent.
#[derive(Debug)]
pub(super) struct Meter {
    bounds: Bounds,
    requests: AtomicU64,
    octets: AtomicU64,
}

impl Meter {
    /// Nothing is spent yet.
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, requests: AtomicU64::new(0), octets: AtomicU64::new(0) }
    }

    /// Takes one request; whether there was one left.
    pub(super) fn take(&self) -> bool {
        let within = self.octets.load(Ordering::Relaxed) < self.bounds.octets;
        let next = |spent: u64| (within && spent < self.bounds.requests).then_some(spent + 1);
        self.requests.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }

    /// Counts a request that is sent whatever is left: what cleans up.
    pub(super) fn count(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts octets that were moved.
    pub(super) fn moved(&self, octets: usize) {
        self.octets.fetch_add(u64::try_from(octets).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// What was spent.
    pub(super) fn spent(&self) -> Spent {
        Spent { requests: self.requests.load(Ordering::Relaxed), octets: self.octets.load(Ordering::Relaxed) }
    }

    /// How many operations that take so many requests and octets are left.
    pub(super) fn operations_left(&self, requests: u64, octets: u64) -> u64 {
        let spent = self.spent();
        let of_requests = self.bounds.requests.saturating_sub(spent.requests) / requests.max(1);
        let of_octets = self.bounds.octets.saturating_sub(spent.octets) / octets.max(1);
        of_requests.min(of_octets)
    }
}

impl Bounds {
    /// The share of each of so many points, once this was spent.
    pub(super) fn share(self, spent: Spent, points: u64) -> Self {
        let points = points.max(1);
        Self {
            requests: self.requests.saturating_sub(spent.requests) / points,
            octets: self.octets.saturating_sub(spent.octets) / points,
        }
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.octets += other.octets;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_sent_beyond_the_bound() {
        let meter = Meter::new(Bounds { requests: 3, octets: 100 });
        assert_eq!((0..5).filter(|_| meter.take()).count(), 3);
        meter.count();
        assert_eq!(meter.spent().requests, 4);
        let meter = Meter::new(Bounds { requests: 10, octets: 100 });
        meter.moved(99);
        assert!(meter.take());
        meter.moved(1);
        assert!(!meter.take());
    }

    #[test]
    fn what_is_left_is_counted_in_operations() {
        let meter = Meter::new(Bounds { requests: 100, octets: 1000 });
        assert_eq!(meter.operations_left(3, 1), 33);
        assert_eq!(meter.operations_left(1, 100), 10);
        meter.moved(950);
        assert_eq!(meter.operations_left(1, 100), 0);
    }

    #[test]
    fn what_a_point_leaves_is_for_those_behind_it() {
        let bounds = Bounds { requests: 1000, octets: 1000 };
        assert_eq!(bounds.share(Spent::default(), 10).requests, 100);
        assert_eq!(bounds.share(Spent { requests: 10, octets: 0 }, 9).requests, 110);
        assert_eq!(bounds.share(Spent { requests: 2000, octets: 0 }, 9).requests, 0);
    }
}
