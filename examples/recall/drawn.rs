//! Which rules are broken at once: drawn from those of a service that checks ask.

use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use tablestakes_reference::ServiceName;
use tablestakes_reference::rules::{RuleId, id};
use tablestakes_suites::UNCHECKED;

/// Rules whose breach shows to one client as well, whenever its connection changes, and then looks like anything.
const OF_CONNECTIONS: [RuleId; 5] = [
    id::QUEUE_CONCURRENCY_STAYS_DELETED,
    id::QUEUE_CONCURRENCY_COUNT_BY_ONE,
    id::BLOB_CONCURRENCY_NO_STALE_READS,
    id::BLOB_CONCURRENCY_NOTHING_LOST,
    id::BLOB_CONCURRENCY_LISTINGS,
];

/// So many rules of a service.
pub fn drawn(service: ServiceName, faults: usize, seed: u64) -> Vec<RuleId> {
    let mut broken: Vec<RuleId> = RuleId::all().filter(|rule| is_in_question(service, *rule)).collect();
    broken.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    broken.truncate(faults);
    broken
}

/// Whether a rule of a service can be broken, and is asked by the suites.
fn is_in_question(service: ServiceName, rule: RuleId) -> bool {
    let held = rule.rule();
    let is_asked = !is_unchecked(rule) && !OF_CONNECTIONS.contains(&rule);
    held.broken.is_some() && held.profile.is_none() && held.service == service.name() && is_asked
}

fn is_unchecked(rule: RuleId) -> bool {
    UNCHECKED.iter().any(|(unchecked, _)| *unchecked == rule)
}
