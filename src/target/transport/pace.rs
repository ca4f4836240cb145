//! How far apart requests are sent to a target that is too busy: further with each answer that says so, closer with each that does
//! not. Every client of the target keeps to it, so that many side by side do not all hammer on.

use std::time::{Duration, Instant};

/// The least distance that is kept; a shorter one is none.
const SHORTEST: Duration = Duration::from_millis(2);
/// The longest.
const LONGEST: Duration = Duration::from_millis(500);
/// Each answer shortens the distance by one part in so many.
const EASING: u32 = 32;

/// The distance between requests.
#[derive(Debug, Default)]
pub(super) struct Pace {
    distance: Duration,
    next: Option<Instant>,
    slowed: Option<Instant>,
}

impl Pace {
    /// When the next request may be sent; nothing if at once. What was not sent in time is not made up for.
    pub(super) fn turn(&mut self, now: Instant) -> Option<Instant> {
        if self.distance.is_zero() {
            return None;
        }
        let turn = self.next.map_or(now, |next| next.max(now));
        self.next = Some(turn + self.distance);
        (turn > now).then_some(turn)
    }

    /// The target is too busy. What was under way when it said so last says nothing new.
    pub(super) fn slow(&mut self, now: Instant) {
        if self.slowed.is_some_and(|slowed| now < slowed + self.distance * 2) {
            return;
        }
        self.slowed = Some(now);
        self.distance = (self.distance * 2).clamp(SHORTEST, LONGEST);
    }

    /// The target answered.
    pub(super) fn ease(&mut self) {
        self.distance -= self.distance / EASING;
        if self.distance < SHORTEST {
            self.distance = Duration::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_target_is_asked_less_often_until_it_answers() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        assert_eq!(pace.turn(now), None);
        pace.slow(now);
        pace.slow(now);
        assert_eq!(pace.distance, SHORTEST, "what was under way counts once");
        assert_eq!((pace.turn(now), pace.turn(now)), (None, Some(now + SHORTEST)));
        for _ in 0..20 {
            now += 2 * LONGEST;
            pace.slow(now);
        }
        assert_eq!(pace.distance, LONGEST);
        for _ in 0..200 {
            pace.ease();
        }
        assert_eq!(pace.turn(now), None);
    }

    #[test]
    fn it_settles_near_what_the_target_can_do() {
        // A target that takes one request in ten milliseconds, and refuses what comes sooner.
        let (mut pace, began) = (Pace::default(), Instant::now());
        let (mut now, mut free, mut done, mut refused) = (began, began, 0_u32, 0_u32);
        while now < began + Duration::from_secs(60) {
            now = pace.turn(now).unwrap_or(now + Duration::from_millis(1));
            if now < free {
                refused += 1;
                pace.slow(now);
            } else {
                (free, done) = (now + Duration::from_millis(10), done + 1);
                pace.ease();
            }
        }
        assert!(done > 3_000 && refused < done / 10, "{done} done, {refused} refused");
    }
}
