//! Which rates are tried, and when a step says that the target no longer keeps up.

use super::tally::StepTally;
use std::time::Duration;

/// The first rate, as a share of what the warm-up reached.
const FIRST: f64 = 0.3;
/// Each rate is this many times the one before it.
const FACTOR: f64 = 1.5;
/// A target keeps up that completes this share of what was offered.
const KEPT: f64 = 0.95;
/// More misses than this share of what was sent are a failure.
const MISSES: f64 = 0.01;
/// So many steps are reckoned with when a share of the bound is laid out: with these factors the fourth offers as much as the warm-up
/// reached, and the fifth half as much again.
pub(super) const USUAL_STEPS: u32 = 5;

/// When a step counts as too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most that 99 of 100 operations may take.
    pub latency: Duration,
    /// The most steps.
    pub steps: u32,
}

/// What a step says of the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The target kept up.
    Held,
    /// It completed less than 95 of 100 operations that were offered in the time.
    Saturated,
    /// More than one of 100 operations took longer than the limit.
    Slow,
    /// More than one of 100 operations did not succeed.
    Failing,
    /// The step was cut short: the run was interrupted.
    CutShort,
}

impl Verdict {
    /// Its name in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Saturated => "saturated",
            Self::Slow => "slow",
            Self::Failing => "failing",
            Self::CutShort => "cut-short",
        }
    }
}

/// The rates of a point, the lowest first.
pub(super) fn rates(capacity: f64, limits: Limits) -> impl Iterator<Item = f64> {
    let first = capacity * FIRST;
    (0..limits.steps).map(move |step| first * FACTOR.powi(i32::try_from(step).unwrap_or(i32::MAX)))
}

/// How long each step may last, so that the usual number of steps takes no more than so many operations.
pub(super) fn step_length(wanted: Duration, capacity: f64, operations: u64, limits: Limits) -> Duration {
    let usual = Limits { steps: limits.steps.min(USUAL_STEPS), ..limits };
    // The last is tried twice.
    let in_a_second = rates(capacity, usual).sum::<f64>() + rates(capacity, usual).last().unwrap_or_default();
    let affordable = operations as f64 / in_a_second.max(f64::MIN_POSITIVE);
    wanted.min(Duration::try_from_secs_f64(affordable).unwrap_or(Duration::MAX))
}

/// What a step at this rate says.
pub(super) fn verdict(rate: f64, tally: &StepTally, limits: Limits) -> Verdict {
    let sent = tally.successes() + tally.misses();
    let p99 = Duration::from_micros(tally.latency.value_at_quantile(0.99));
    if tally.misses() as f64 > sent as f64 * MISSES {
        Verdict::Failing
    } else if tally.unsent > 0 || tally.rate(rate) < rate * KEPT {
        Verdict::Saturated
    } else if p99 > limits.latency {
        Verdict::Slow
    } else {
        Verdict::Held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::miss::Miss;
    use crate::bench::tally::Done;

    const LIMITS: Limits = Limits { latency: Duration::from_millis(500), steps: 8 };

    #[test]
    fn rates_rise_geometrically_past_what_the_warm_up_reached() {
        let rates: Vec<f64> = rates(1000.0, LIMITS).collect();
        assert_eq!(rates.len(), 8);
        assert!((rates[0] - 300.0).abs() < 1e-9);
        assert!(rates.windows(2).all(|pair| (pair[1] / pair[0] - FACTOR).abs() < 1e-9));
        assert!(rates[2] < 1000.0 && rates[3] > 1000.0);
    }

    #[test]
    fn a_step_is_shorter_where_the_bound_says_so() {
        let wanted = Duration::from_secs(1);
        assert_eq!(step_length(wanted, 1000.0, u64::MAX, LIMITS), wanted);
        let short = step_length(wanted, 1000.0, 1000, LIMITS);
        let usual: Vec<f64> = rates(1000.0, Limits { steps: 5, ..LIMITS }).collect();
        let operations = (usual.iter().sum::<f64>() + usual[4]) * short.as_secs_f64();
        assert!((operations - 1000.0).abs() < 1.0, "{operations}");
    }

    fn tally(successes: u64, every_ms: u64, latency_ms: u64, misses: u64) -> StepTally {
        let mut tally = StepTally::new();
        let done = |at, outcome| Done {
            latency: Duration::from_millis(latency_ms),
            at: Duration::from_millis(at),
            requests: vec![("Get Entity", Duration::from_millis(1))],
            outcome,
        };
        (1..=successes).for_each(|place| tally.count(&done(place * every_ms, Ok(()))));
        (0..misses).for_each(|_| tally.count(&done(1, Err(Miss::Throttled(503)))));
        tally
    }

    #[test]
    fn a_step_says_why_the_target_no_longer_keeps_up() {
        for (tally, expected) in [
            (tally(100, 10, 5, 0), Verdict::Held),
            (tally(100, 10, 5, 1), Verdict::Held),
            (tally(100, 10, 5, 2), Verdict::Failing),
            (tally(100, 10, 900, 0), Verdict::Slow),
            (tally(100, 20, 5, 0), Verdict::Saturated),
        ] {
            assert_eq!(verdict(100.0, &tally, LIMITS), expected);
        }
        let mut unsent = tally(100, 10, 5, 0);
        unsent.count_unsent();
        assert_eq!(verdict(100.0, &unsent, LIMITS), Verdict::Saturated);
    }
}
