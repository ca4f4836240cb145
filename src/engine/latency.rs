//! How long the target took to answer, for each operation.

use crate::history::StepRecord;
use hdrhistogram::Histogram;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tablestakes_reference::history::History;

/// One digit: a bucket is at most a sixteenth of its value wide, and a histogram some kilobytes large.
const SIGNIFICANT_DIGITS: u8 = 1;
/// What took longer counts as this long, in microseconds.
const LONGEST: u64 = 600_000_000;

/// The times of answers by operation, in microseconds. It takes some kilobytes for each operation, however many are counted.
#[derive(Debug, Clone, Default)]
pub struct Latencies(BTreeMap<String, Histogram<u64>>);

impl Latencies {
    /// Counts answers of an operation that took this many microseconds.
    pub fn count(&mut self, operation: &str, microseconds: u64, answers: u64) {
        if !self.0.contains_key(operation) {
            // The bounds are constants that the library takes.
            let Ok(histogram) = Histogram::new_with_bounds(1, LONGEST, SIGNIFICANT_DIGITS) else { return };
            self.0.insert(operation.to_owned(), histogram);
        }
        if let Some(histogram) = self.0.get_mut(operation) {
            histogram.saturating_record_n(microseconds.max(1), answers);
        }
    }

    /// The operations and their times, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Histogram<u64>)> {
        self.0.iter().map(|(operation, histogram)| (operation.as_str(), histogram))
    }
}

/// The times of a run under way, counted by every check.
#[derive(Debug, Default)]
pub(super) struct Clock(Mutex<Latencies>);

impl Clock {
    /// Counts the answers of a history that was replayed. What never was answered has no time.
    pub fn count(&self, history: &History, steps: &[StepRecord]) {
        let mut latencies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for record in steps {
            // The audit at the end of several clients' work is no step of the history.
            let Some(step) = history.all_steps().nth(record.index) else { continue };
            for exchange in record.exchanges.iter().filter(|exchange| exchange.actual.is_ok()) {
                latencies.count(step.call.name(), microseconds(exchange.duration), 1);
            }
        }
    }

    /// What was counted.
    pub fn read(&self) -> Latencies {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_by_operation_and_stay_small() {
        let mut latencies = Latencies::default();
        for microseconds in 0..10_000 {
            latencies.count("Get Entity", microseconds, 1);
        }
        latencies.count("Create Table", u64::MAX, 2);
        let read: Vec<_> = latencies.iter().map(|(name, histogram)| (name, histogram.len())).collect();
        assert_eq!(read, [("Create Table", 2), ("Get Entity", 10_000)]);
        let (_, get) = latencies.iter().nth(1).unwrap();
        let median = get.value_at_quantile(0.5);
        assert!((4_700..=5_350).contains(&median), "{median}");
        assert!(get.iter_recorded().count() < 300);
    }
}
