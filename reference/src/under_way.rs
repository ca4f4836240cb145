//! How long a request counts as under way, where a service is told to break a rule about several clients: it answers one after the
//! other, and has to have requests beside each other all the same.

use crate::rules::{Broken, RuleId};
use std::time::Duration;

/// For how long what happened on one connection makes a difference on others.
const MOMENT: Duration = Duration::from_millis(20);
/// The same in ticks.
pub(crate) const MOMENT_TICKS: i64 = 200_000;

/// How long an answer is held back while one of these rules is broken: who waits for it sees no difference then, and others come in
/// between.
pub(crate) fn held_back(broken: &Broken, rules: &[RuleId], changes: impl FnOnce() -> bool) -> Option<Duration> {
    (rules.iter().any(|rule| broken.contains(*rule)) && changes()).then_some(MOMENT)
}
