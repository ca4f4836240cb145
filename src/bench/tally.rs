//! What a step of load came to: successes with their latencies, and what did not succeed, each kind apart.

use super::miss::Miss;
use hdrhistogram::Histogram;
use std::collections::BTreeMap;
use std::time::Duration;

/// Two digits: a percentile is at most a hundredth off.
const SIGNIFICANT_DIGITS: u8 = 2;
/// What took longer counts as this long, in microseconds.
const LONGEST: u64 = 600_000_000;
/// Of the successes the share that must be through when throughput is counted: one straggler is not to count as a load.
const THROUGH: f64 = 0.98;

/// What one operation came to.
#[derive(Debug, Clone)]
pub(super) struct Done {
    /// From its intended start to its end.
    pub(super) latency: Duration,
    /// From the step's start to its end.
    pub(super) at: Duration,
    /// Its requests: the operation's name, and from sending to answer.
    pub(super) requests: Vec<(&'static str, Duration)>,
    /// Whether it succeeded.
    pub(super) outcome: Result<(), Miss>,
}

/// Requests of one name.
#[derive(Debug, Clone)]
pub struct OperationTally {
    /// Microseconds from sending to answer.
    pub times: Histogram<u64>,
}

/// What a step came to.
#[derive(Debug, Clone)]
pub struct StepTally {
    /// Microseconds from the intended start to the end, of what succeeded.
    pub latency: Histogram<u64>,
    /// By the names of requests.
    pub operations: BTreeMap<&'static str, OperationTally>,
    /// Operations that the target was too busy for.
    pub throttled: u64,
    /// Operations to which no whole answer came in time.
    pub timed_out: u64,
    /// Operations that were refused otherwise, by status.
    pub refused: BTreeMap<u16, u64>,
    /// Granted answers that held less than was asked for.
    pub wrong: u64,
    /// Connections that failed.
    pub broken: u64,
    /// Operations that were due and never sent: too many others were before them, or a bound was reached.
    pub unsent: u64,
    /// What the first that did not succeed met.
    pub first_miss: Option<String>,
    /// When each success ended, from the step's start.
    ends: Vec<Duration>,
    /// The least that one success took from sending.
    least: Duration,
}

impl StepTally {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            latency: histogram(),
            operations: BTreeMap::new(),
            throttled: 0,
            timed_out: 0,
            refused: BTreeMap::new(),
            wrong: 0,
            broken: 0,
            unsent: 0,
            first_miss: None,
            ends: Vec::new(),
            least: Duration::MAX,
        }
    }

    /// Counts an operation.
    pub(super) fn count(&mut self, done: &Done) {
        for (name, took) in &done.requests {
            let operation = self.operations.entry(name).or_insert_with(|| OperationTally { times: histogram() });
            operation.times.saturating_record(microseconds(*took));
        }
        let miss = match &done.outcome {
            Ok(()) => {
                self.latency.saturating_record(microseconds(done.latency));
                self.ends.push(done.at);
                let own: Duration = done.requests.iter().map(|(_, took)| *took).sum();
                self.least = self.least.min(own);
                return;
            }
            Err(miss) => miss,
        };
        match miss {
            Miss::Throttled(_) => self.throttled += 1,
            Miss::TimedOut => self.timed_out += 1,
            Miss::Refused(status) => *self.refused.entry(*status).or_default() += 1,
            Miss::Wrong => self.wrong += 1,
            Miss::Broken(_) => self.broken += 1,
            Miss::Bound => self.unsent += 1,
        }
        self.first_miss.get_or_insert_with(|| miss.to_string());
    }

    /// Counts an operation that was due and never sent.
    pub(super) fn count_unsent(&mut self) {
        self.unsent += 1;
    }

    /// Adds what another client counted in the same step.
    pub(super) fn add(&mut self, other: Self) {
        // Both have the same bounds, so that each holds what the other does.
        let _ = self.latency.add(&other.latency);
        for (name, operation) in other.operations {
            match self.operations.get_mut(name) {
                Some(held) => {
                    let _ = held.times.add(&operation.times);
                }
                None => {
                    self.operations.insert(name, operation);
                }
            }
        }
        self.throttled += other.throttled;
        self.timed_out += other.timed_out;
        for (status, count) in other.refused {
            *self.refused.entry(status).or_default() += count;
        }
        self.wrong += other.wrong;
        self.broken += other.broken;
        self.unsent += other.unsent;
        self.first_miss = self.first_miss.take().or(other.first_miss);
        self.ends.extend(other.ends);
        self.least = self.least.min(other.least);
    }

    /// Operations that succeeded.
    pub fn successes(&self) -> u64 {
        self.latency.len()
    }

    /// Operations that were sent and did not succeed.
    pub fn misses(&self) -> u64 {
        self.throttled + self.timed_out + self.refused.values().sum::<u64>() + self.wrong + self.broken
    }

    /// Operations a second that succeeded: how many were through at the time by which nearly all were, where the time counts that
    /// was planned for as many, and not the latency of the last.
    pub fn rate(&self, planned: f64) -> f64 {
        let mut ends = self.ends.clone();
        ends.sort_unstable();
        let through = ((ends.len() as f64 * THROUGH).ceil() as usize).min(ends.len());
        let Some(last) = through.checked_sub(1).and_then(|place| ends.get(place)) else { return 0.0 };
        let took = last.saturating_sub(self.least).as_secs_f64();
        let of_plan = if planned > 0.0 { through as f64 / planned } else { 0.0 };
        through as f64 / took.max(of_plan).max(1e-6)
    }
}

/// A histogram of microseconds.
fn histogram() -> Histogram<u64> {
    // The bounds are constants that the library takes; without bounds it takes every number of digits up to five.
    Histogram::new_with_bounds(1, LONGEST, SIGNIFICANT_DIGITS)
        .or_else(|_| Histogram::new(SIGNIFICANT_DIGITS))
        .unwrap_or_else(|_| unreachable!("two digits are few enough"))
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(at: u64, latency: u64, outcome: Result<(), Miss>) -> Done {
        let requests = vec![("Put Message", Duration::from_millis(1))];
        Done { latency: Duration::from_millis(latency), at: Duration::from_millis(at), requests, outcome }
    }

    #[test]
    fn percentiles_are_of_what_succeeded() {
        let mut tally = StepTally::new();
        for place in 0..100 {
            tally.count(&done(place * 10, place + 1, Ok(())));
        }
        tally.count(&done(5000, 5000, Err(Miss::TimedOut)));
        assert_eq!(tally.successes(), 100);
        let near = |quantile: f64, expected: u64| {
            let value = tally.latency.value_at_quantile(quantile) / 1000;
            assert!(value.abs_diff(expected) <= 1, "{quantile}: {value}");
        };
        near(0.5, 50);
        near(0.99, 99);
        assert_eq!(tally.operations["Put Message"].times.len(), 101);
    }

    #[test]
    fn each_kind_of_miss_is_counted_apart() {
        let mut tally = StepTally::new();
        for miss in [
            Miss::Throttled(503),
            Miss::TimedOut,
            Miss::Refused(404),
            Miss::Refused(404),
            Miss::Refused(409),
            Miss::Wrong,
            Miss::Broken("x".into()),
        ] {
            tally.count(&done(1, 1, Err(miss)));
        }
        tally.count_unsent();
        assert_eq!((tally.throttled, tally.timed_out, tally.wrong, tally.broken, tally.unsent), (1, 1, 1, 1, 1));
        assert_eq!(tally.refused, BTreeMap::from([(404, 2), (409, 1)]));
        assert_eq!((tally.misses(), tally.successes()), (7, 0));
        assert_eq!(tally.first_miss.as_deref(), Some("throttled with status 503"));
        assert!(tally.rate(10.0).abs() < f64::EPSILON);
    }

    #[test]
    fn what_clients_counted_adds_up() {
        let mut all = StepTally::new();
        for client in 0..3_u16 {
            let mut tally = StepTally::new();
            tally.count(&done(10, 10, Ok(())));
            tally.count(&done(10, 10, Err(Miss::Refused(400 + client / 2))));
            all.add(tally);
        }
        assert_eq!((all.successes(), all.misses()), (3, 3));
        assert_eq!(all.refused, BTreeMap::from([(400, 2), (401, 1)]));
        assert_eq!(all.operations["Put Message"].times.len(), 6);
    }

    #[test]
    fn a_rate_is_what_came_through_and_never_more_than_was_planned() {
        let tally = |every: u64| {
            let mut tally = StepTally::new();
            (1..=100).for_each(|place| tally.count(&done(place * every, 1, Ok(()))));
            tally
        };
        // Offered 100 a second, kept: 100 a second. Half as fast: half of it.
        assert!((tally(10).rate(100.0) - 100.0).abs() < 3.0, "{}", tally(10).rate(100.0));
        assert!((tally(20).rate(100.0) - 50.0).abs() < 2.0, "{}", tally(20).rate(100.0));
        assert!(tally(1).rate(100.0) <= 100.0);
        // One that takes long at the end is no load.
        let mut late = tally(10);
        late.count(&done(3000, 2000, Ok(())));
        assert!(late.rate(100.0) > 90.0, "{}", late.rate(100.0));
    }
}
