//! When operations are meant to start: at even distances, whatever the target does.

use std::time::{Duration, Instant};

/// The longest that the pacer sleeps before it looks whether it is still wanted.
const NAP: Duration = Duration::from_millis(20);

/// Intended starts at one rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Schedule {
    /// Operations a second.
    rate: f64,
    /// How many.
    count: u64,
}

impl Schedule {
    /// So many operations at this rate.
    pub(super) fn new(rate: f64, count: u64) -> Self {
        Self { rate: rate.max(f64::MIN_POSITIVE), count }
    }

    /// How many operations.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// When operation `number` is meant to start, from the step's start.
    pub(super) fn intended(&self, number: u64) -> Duration {
        Duration::try_from_secs_f64(number as f64 / self.rate).unwrap_or(Duration::MAX)
    }

    /// How long the step lasts if the target keeps up.
    pub(super) fn length(&self) -> Duration {
        self.intended(self.count)
    }

    /// Hands out each intended start when it is due, on a thread of its own: the timers of the runtime are as coarse as a
    /// millisecond, which would count as latency. Ends early when nobody takes them any more, which is asked now and then with
    /// nothing to hand out.
    pub(super) fn pace(&self, start: Instant, mut hand_out: impl FnMut(Option<Duration>) -> bool) {
        for number in 0..self.count {
            let intended = self.intended(number);
            loop {
                let left = intended.saturating_sub(start.elapsed());
                if left.is_zero() {
                    break;
                }
                std::thread::sleep(left.min(NAP));
                if left > NAP && !hand_out(None) {
                    return;
                }
            }
            if !hand_out(Some(intended)) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_at_even_distances() {
        let schedule = Schedule::new(200.0, 400);
        assert_eq!(schedule.intended(0), Duration::ZERO);
        assert_eq!(schedule.intended(1), Duration::from_millis(5));
        assert_eq!(schedule.intended(200), Duration::from_secs(1));
        assert_eq!(schedule.length(), Duration::from_secs(2));
    }

    #[test]
    fn what_is_due_is_handed_out_in_order_and_never_early() {
        let schedule = Schedule::new(5_000.0, 50);
        let (start, mut handed) = (Instant::now(), Vec::new());
        schedule.pace(start, |intended| {
            assert!(intended.is_none_or(|intended| start.elapsed() >= intended));
            handed.extend(intended);
            true
        });
        assert_eq!(handed, (0..50).map(|number| schedule.intended(number)).collect::<Vec<_>>());
    }

    #[test]
    fn a_start_that_is_past_is_not_moved() {
        // The target stalled: everything is due at once, each with the start that it was meant to have.
        let schedule = Schedule::new(100.0, 10);
        let start = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let mut handed = Vec::new();
        schedule.pace(start, |intended| {
            handed.extend(intended);
            true
        });
        assert_eq!(handed.last(), Some(&Duration::from_millis(90)));
    }

    #[test]
    fn nobody_is_handed_anything_who_has_gone() {
        let mut asked = 0;
        Schedule::new(1e9, 10).pace(Instant::now(), |_| {
            asked += 1;
            asked < 3
        });
        assert_eq!(asked, 3);
    }
}
