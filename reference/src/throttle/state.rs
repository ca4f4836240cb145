//! What was asked lately, and whether a request is still within the limits.

use super::bucket::Bucket;
use super::excess::{Excess, Limit};
use super::limits::Limits;
use crate::datetime::DateTime;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many partitions, queues and blobs are counted at a time; whoever asks for more of them at once finds the service busy.
const MOST_PLACES: usize = 65_536;
/// Longer names are refused by every service, and not counted.
const LONGEST_NAME: usize = 4096;

/// Limits, and how far they are used up. Clones count together: so do the services of one account.
#[derive(Debug, Clone)]
pub struct Throttle(Arc<Mutex<State>>);

/// What has a limit of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// A partition of a table.
    Partition { table: String, key: String },
    /// A queue.
    Queue(String),
    /// A blob.
    Blob { container: String, blob: String },
}

impl Place {
    fn is_nameable(&self) -> bool {
        let length = match self {
            Self::Partition { table, key } => table.len() + key.len(),
            Self::Queue(name) => name.len(),
            Self::Blob { container, blob } => container.len() + blob.len(),
        };
        length <= LONGEST_NAME
    }
}

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Demand {
    /// How long its body is.
    pub(crate) octets: usize,
    /// Where, and how many entities, messages or blobs there.
    pub(crate) place: Option<(Place, u64)>,
}

#[derive(Debug)]
struct State {
    limits: Limits,
    account: Option<Bucket>,
    ingress: Option<Bucket>,
    egress: Option<Bucket>,
    places: HashMap<Place, Bucket>,
    /// How many requests were beyond a limit.
    exceeding: u64,
}

impl Throttle {
    /// With these limits, of which nothing is used up.
    pub fn new(limits: Limits) -> Self {
        let full = |rate: u64| Bucket::full(rate, DateTime::default());
        Self(Arc::new(Mutex::new(State {
            limits,
            account: limits.account.map(full),
            ingress: limits.ingress.map(full),
            egress: limits.egress.map(full),
            places: HashMap::new(),
            exceeding: 0,
        })))
    }

    /// Whether partitions of tables have a limit.
    pub(crate) fn limits_partitions(&self) -> bool {
        self.lock().limits.partition.is_some()
    }

    /// Takes what a request asks for, or all of nothing: which limit it is beyond then. What is beyond one costs nothing.
    pub(crate) fn admit(&self, demand: Demand, now: DateTime) -> Result<(), Excess> {
        self.lock().admit(demand, now)
    }

    /// An answer of so many octets is sent.
    pub(crate) fn sent(&self, octets: usize, now: DateTime) {
        if let Some(egress) = &mut self.lock().egress {
            // What came in until now is counted before what is taken.
            egress.has_some(now);
            egress.take(octets as u64);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn admit(&mut self, demand: Demand, now: DateTime) -> Result<(), Excess> {
        let Demand { octets, place } = demand;
        let place = place.filter(|(place, _)| place.is_nameable());
        let place = place.and_then(|(place, count)| Some((self.rate(&place)?, place, count)));
        let is_used_up = |bucket: &mut Option<Bucket>| bucket.as_mut().is_some_and(|bucket| !bucket.has_some(now));
        let limit = if is_used_up(&mut self.account) {
            Some(Limit::Account)
        } else if is_used_up(&mut self.ingress) {
            Some(Limit::Ingress)
        } else if is_used_up(&mut self.egress) {
            Some(Limit::Egress)
        } else if place.as_ref().is_some_and(|(rate, place, _)| !self.has_room(place, *rate, now)) {
            Some(Limit::Place)
        } else {
            None
        };
        if let Some(limit) = limit {
            self.exceeding += 1;
            return Err(Excess::new(limit, self.exceeding, &self.limits));
        }
        self.account.iter_mut().for_each(|bucket| bucket.take(1));
        self.ingress.iter_mut().for_each(|bucket| bucket.take(octets as u64));
        if let Some((_, place, count)) = place
            && let Some(bucket) = self.places.get_mut(&place)
        {
            bucket.take(count);
        }
        Ok(())
    }

    fn rate(&self, place: &Place) -> Option<u64> {
        match place {
            Place::Partition { .. } => self.limits.partition,
            Place::Queue(_) => self.limits.queue,
            Place::Blob { .. } => self.limits.blob,
        }
    }

    /// Whether anything is left in a place, which has a bucket from then on.
    fn has_room(&mut self, place: &Place, rate: u64, now: DateTime) -> bool {
        if let Some(bucket) = self.places.get_mut(place) {
            return bucket.has_some(now);
        }
        if self.places.len() >= MOST_PLACES {
            self.places.retain(|_, bucket| !bucket.is_full(now));
        }
        let has_room = self.places.len() < MOST_PLACES;
        if has_room {
            self.places.insert(place.clone(), Bucket::full(rate, now));
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datetime::TICKS_PER_SECOND;

    fn at(second: i64) -> DateTime {
        DateTime::from_ticks(second * TICKS_PER_SECOND)
    }

    fn throttle(limits: &str) -> Throttle {
        Throttle::new(limits.parse().unwrap())
    }

    fn queue(name: &str) -> Demand {
        Demand { octets: 10, place: Some((Place::Queue(name.to_owned()), 1)) }
    }

    fn limit(answer: Result<(), Excess>) -> Option<Limit> {
        answer.err().map(|excess| excess.limit)
    }

    #[test]
    fn each_place_has_a_limit_of_its_own_within_that_of_the_account() {
        let throttle = throttle("account=3/s,queue=2/s");
        let admit = |name, second| limit(throttle.admit(queue(name), at(second)));
        assert_eq!([admit("a", 9), admit("a", 9), admit("a", 9)], [None, None, Some(Limit::Place)]);
        assert_eq!(admit("b", 9), None, "what was refused cost the account nothing");
        assert_eq!(admit("b", 9), Some(Limit::Account));
        assert_eq!(admit("a", 10), None);
    }

    #[test]
    fn octets_count_in_both_directions() {
        let throttle = throttle("ingress=10B/s,egress=5B/s");
        assert_eq!(limit(throttle.admit(queue("a"), at(9))), None);
        assert_eq!(limit(throttle.admit(queue("a"), at(9))), Some(Limit::Ingress));
        throttle.sent(10, at(9));
        assert_eq!(limit(throttle.admit(queue("a"), at(10))), Some(Limit::Egress));
        assert_eq!(limit(throttle.admit(queue("a"), at(11))), None);
    }

    #[test]
    fn some_time_out_and_half_of_these_are_carried_out() {
        let throttle = throttle("account=1/s,timed-out=1/2");
        assert_eq!(throttle.admit(queue("a"), at(9)), Ok(()));
        let told: Vec<_> = (0..4).map(|_| throttle.admit(queue("a"), at(9)).unwrap_err().timed_out).collect();
        assert_eq!(told, [None, Some(false), None, Some(true)]);
    }

    #[test]
    fn clones_count_together() {
        let throttle = throttle("account=1/s");
        assert_eq!(throttle.clone().admit(queue("a"), at(9)), Ok(()));
        assert_eq!(limit(throttle.admit(queue("a"), at(9))), Some(Limit::Account));
    }

    #[test]
    fn places_are_forgotten_when_they_are_idle() {
        let throttle = throttle("queue=1/s");
        for number in 0..MOST_PLACES {
            assert_eq!(throttle.admit(queue(&number.to_string()), at(9)), Ok(()));
        }
        assert_eq!(limit(throttle.admit(queue("one more"), at(9))), Some(Limit::Place));
        assert_eq!(limit(throttle.admit(queue("one more"), at(11))), None);
        assert_eq!(throttle.lock().places.len(), 1);
    }
}
