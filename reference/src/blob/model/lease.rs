//! Leases of containers and blobs: the states, what moves them, and who may do what while one is held.

use crate::blob::refuse::refusal;
use crate::datetime::{DateTime, TICKS_PER_SECOND};
use crate::ids::Guid;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};

/// What is done with a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaseAction {
    /// It is taken, for so many seconds or for ever, under the id that is proposed.
    Acquire(Option<i64>, Option<Guid>),
    /// It begins again.
    Renew(Guid),
    /// It gets another id.
    Change(Guid, Guid),
    /// It is given back.
    Release(Guid),
    /// It is to end within so many seconds.
    Break(Option<i64>),
}

/// What is leased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leased {
    /// A container.
    Container,
    /// A blob.
    Blob,
}

impl Leased {
    fn name(self) -> &'static str {
        if self == Self::Container { "container" } else { "blob" }
    }
}

/// A lease, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lease(State);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Available,
    Held {
        id: Guid,
        duration: Option<i64>,
        until: DateTime,
    },
    Breaking {
        id: Guid,
        until: DateTime,
    },
}

/// How a lease stands at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has one.
    Available,
    /// Somebody has one, for ever if so.
    Leased(bool),
    /// It is about to end.
    Breaking,
    /// It was broken.
    Broken,
    /// It ended.
    Expired,
}

impl Standing {
    /// Whether writers must show the lease.
    pub fn is_locked(self) -> bool {
        matches!(self, Self::Leased(_) | Self::Breaking)
    }

    /// As `x-ms-lease-state` tells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Leased(_) => "leased",
            Self::Breaking => "breaking",
            Self::Broken => "broken",
            Self::Expired => "expired",
        }
    }
}

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaseDone {
    /// It was taken under this id.
    Acquired(Guid),
    /// It goes on under this id.
    Kept(Guid),
    /// It was given back.
    Released,
    /// It ends in so many seconds.
    Broken(i64),
}

/// What became of a lease elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaseFact {
    /// Nobody has one.
    Available,
    /// Somebody took one under this id, for so many seconds or for ever.
    Taken(Guid, Option<i64>),
    /// It got another id.
    Id(Guid),
    /// It began again.
    Renewed,
    /// It was broken, and ends in so many seconds.
    Broken(i64),
}

impl Lease {
    /// Takes over what became of it elsewhere; false if that tells too little of it.
    pub fn adopt(&mut self, fact: LeaseFact, now: DateTime) -> bool {
        match (fact, &mut self.0) {
            (LeaseFact::Available, state) => *state = State::Available,
            (LeaseFact::Taken(id, duration), _) => self.hold(id, duration, now),
            (LeaseFact::Id(new), State::Held { id, .. } | State::Breaking { id, .. }) => *id = new,
            (LeaseFact::Renewed, &mut State::Held { id, duration, .. }) => self.hold(id, duration, now),
            (LeaseFact::Broken(seconds), &mut (State::Held { id, .. } | State::Breaking { id, .. })) => {
                let until = now.plus_ticks(seconds.saturating_mul(TICKS_PER_SECOND));
                self.0 = State::Breaking { id, until };
            }
            (LeaseFact::Id(_) | LeaseFact::Broken(_), State::Available) => return false,
            (LeaseFact::Renewed, State::Available | State::Breaking { .. }) => return false,
        }
        true
    }

    /// How it stands.
    pub fn standing(&self, now: DateTime, trace: &mut Trace<'_>) -> Standing {
        match self.0 {
            State::Available => Standing::Available,
            State::Held { until, duration, .. } if until <= now && duration.is_some() => {
                if trace.enforce(id::BLOB_LEASES_EXPIRE) { Standing::Expired } else { Standing::Leased(false) }
            }
            State::Held { duration, .. } => Standing::Leased(duration.is_none()),
            State::Breaking { until, .. } if until <= now => Standing::Broken,
            State::Breaking { .. } => Standing::Breaking,
        }
    }

    fn id(&self) -> Option<Guid> {
        match self.0 {
            State::Available => None,
            State::Held { id, .. } | State::Breaking { id, .. } => Some(id),
        }
    }

    fn hold(&mut self, id: Guid, duration: Option<i64>, now: DateTime) {
        let until = duration.map_or(DateTime::MAX, |seconds| now.plus_ticks(seconds.saturating_mul(TICKS_PER_SECOND)));
        self.0 = State::Held { id, duration, until };
    }

    /// What was written without showing a lease that ended: the id dies with it.
    pub fn written(&mut self, now: DateTime, trace: &mut Trace<'_>) {
        if matches!(self.standing(now, trace), Standing::Expired | Standing::Broken) {
            self.0 = State::Available;
        }
    }

    /// Does something with it. `fresh` is the id that a lease gets for which none is proposed.
    ///
    /// # Errors
    /// Why that cannot be done now.
    #[expect(clippy::collapsible_match, reason = "what a broken rule lets pass is not to be looked at by the next arm")]
    pub fn act(
        &mut self,
        action: LeaseAction,
        fresh: Guid,
        what: Leased,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<LeaseDone, Refusal> {
        let (standing, held) = (self.standing(now, trace), self.id());
        let conflict = |code, message: &str, rule| Err(refusal(409, code, message, rule));
        let mismatch = || {
            let message = format!("The lease ID specified did not match the lease ID for the {}.", what.name());
            conflict("LeaseIdMismatchWithLeaseOperation", &message, id::BLOB_LEASES_MISMATCH)
        };
        let absent = || {
            let message = format!("There is currently no lease on the {}.", what.name());
            conflict("LeaseNotPresentWithLeaseOperation", &message, id::BLOB_LEASES_NOT_PRESENT)
        };
        match action {
            LeaseAction::Acquire(_, proposed) => match standing {
                Standing::Breaking if proposed.is_some() && proposed == held => {
                    let rule = id::BLOB_LEASES_BREAKING;
                    let message = "The lease is currently in breaking state and cannot be acquired until it is broken.";
                    if trace.enforce(rule) {
                        return conflict("LeaseIsBreakingAndCannotBeAcquired", message, rule);
                    }
                }
                Standing::Leased(_) if proposed.is_some() && proposed == held => {
                    if !trace.enforce(id::BLOB_LEASES_ACQUIRE_AGAIN) {
                        let rule = id::BLOB_LEASES_ACQUIRE_AGAIN;
                        return conflict("LeaseAlreadyPresent", "There is already a lease present.", rule);
                    }
                }
                Standing::Leased(_) | Standing::Breaking => {
                    let rule = id::BLOB_LEASES_PRESENT;
                    if trace.enforce(rule) {
                        return conflict("LeaseAlreadyPresent", "There is already a lease present.", rule);
                    }
                }
                _ => {}
            },
            LeaseAction::Renew(shown) | LeaseAction::Release(shown) if Some(shown) != held => {
                if trace.enforce(id::BLOB_LEASES_MISMATCH) {
                    return mismatch();
                }
            }
            LeaseAction::Renew(_) if matches!(standing, Standing::Breaking | Standing::Broken) => {
                let rule = id::BLOB_LEASES_BROKEN;
                let message = "The lease ID matched, but the lease has been broken explicitly and cannot be renewed.";
                if trace.enforce(rule) {
                    return conflict("LeaseIsBrokenAndCannotBeRenewed", message, rule);
                }
            }
            LeaseAction::Change(shown, proposed) => match standing {
                Standing::Leased(_) if Some(shown) == held || Some(proposed) == held => {}
                Standing::Breaking if Some(shown) == held || Some(proposed) == held => {
                    let rule = id::BLOB_LEASES_BREAKING;
                    let message =
                        "The lease ID matched, but the lease is currently in breaking state and cannot be changed.";
                    if trace.enforce(rule) {
                        return conflict("LeaseIsBreakingAndCannotBeChanged", message, rule);
                    }
                }
                Standing::Leased(_) | Standing::Breaking => {
                    if trace.enforce(id::BLOB_LEASES_MISMATCH) {
                        return mismatch();
                    }
                }
                _ => {
                    if trace.enforce(id::BLOB_LEASES_NOT_PRESENT) {
                        return absent();
                    }
                }
            },
            LeaseAction::Break(_) if standing == Standing::Available => {
                if trace.enforce(id::BLOB_LEASES_NOT_PRESENT) {
                    return absent();
                }
            }
            _ => {}
        }
        Ok(self.done(action, fresh, now, trace))
    }

    fn done(&mut self, action: LeaseAction, fresh: Guid, now: DateTime, trace: &mut Trace<'_>) -> LeaseDone {
        match action {
            LeaseAction::Acquire(duration, proposed) => {
                let proposed = proposed.filter(|_| trace.enforce(id::BLOB_LEASES_PROPOSED));
                let id = proposed.unwrap_or(fresh);
                self.hold(id, duration, now);
                LeaseDone::Acquired(id)
            }
            LeaseAction::Renew(shown) => {
                let duration = match self.0 {
                    State::Held { duration, .. } => duration,
                    _ => None,
                };
                if trace.enforce(id::BLOB_LEASES_RENEW) {
                    self.hold(shown, duration, now);
                }
                LeaseDone::Kept(shown)
            }
            LeaseAction::Change(_, proposed) => {
                match &mut self.0 {
                    State::Held { id, .. } | State::Breaking { id, .. } if trace.enforce(id::BLOB_LEASES_CHANGE) => {
                        *id = proposed;
                    }
                    _ => {}
                }
                LeaseDone::Kept(proposed)
            }
            LeaseAction::Release(_) => {
                if trace.enforce(id::BLOB_LEASES_RELEASE) {
                    self.0 = State::Available;
                }
                LeaseDone::Released
            }
            LeaseAction::Break(period) => LeaseDone::Broken(self.broken(period, now, trace)),
        }
    }

    /// Breaks it; in how many seconds that is.
    fn broken(&mut self, period: Option<i64>, now: DateTime, trace: &mut Trace<'_>) -> i64 {
        let (id, remaining) = match self.0 {
            State::Available => return 0,
            State::Held { id, duration: None, .. } => (id, None),
            State::Held { id, until, .. } | State::Breaking { id, until } => (id, Some(until)),
        };
        let period = period.filter(|_| trace.enforce(id::BLOB_LEASES_BREAK_PERIOD));
        let wanted = period.map(|seconds| now.plus_ticks(seconds * TICKS_PER_SECOND));
        let until = match (remaining, wanted) {
            (Some(remaining), Some(wanted)) => remaining.min(wanted),
            (Some(until), None) | (None, Some(until)) => until,
            (None, None) => now,
        };
        let until = if trace.enforce(id::BLOB_LEASES_BREAK) { until } else { now };
        self.0 = State::Breaking { id, until };
        ((until.ticks() - now.ticks()) / TICKS_PER_SECOND).max(0)
    }

    /// Whether a writer may go on that shows this id.
    ///
    /// # Errors
    /// The lease is another's, or there is none.
    pub fn admits_writer(
        &self,
        shown: Option<Guid>,
        what: Leased,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let standing = self.standing(now, trace);
        if shown.is_none() && standing.is_locked() {
            let rule = id::BLOB_LEASES_ID_MISSING;
            let message = format!(
                "There is currently a lease on the {} and no lease ID was specified in the request.",
                what.name()
            );
            return if trace.enforce(rule) { Err(refusal(412, "LeaseIdMissing", &message, rule)) } else { Ok(()) };
        }
        self.admits_reader(shown, what, now, trace)
    }

    /// Whether a reader may go on that shows this id; one that shows none may.
    ///
    /// # Errors
    /// The lease is another's, or there is none.
    pub fn admits_reader(
        &self,
        shown: Option<Guid>,
        what: Leased,
        now: DateTime,
        trace: &mut Trace<'_>,
    ) -> Result<(), Refusal> {
        let Some(shown) = shown else { return Ok(()) };
        let of = |of_blob: &'static str, of_container: &'static str| match what {
            Leased::Blob => of_blob,
            Leased::Container => of_container,
        };
        let name = what.name();
        let (code, message, rule): (_, String, RuleId) = match self.standing(now, trace) {
            Standing::Available => (
                of("LeaseNotPresentWithBlobOperation", "LeaseNotPresentWithContainerOperation"),
                format!("There is currently no lease on the {name}."),
                id::BLOB_LEASES_NONE_TO_SHOW,
            ),
            standing if standing.is_locked() && self.id() == Some(shown) => return Ok(()),
            standing if standing.is_locked() => (
                of("LeaseIdMismatchWithBlobOperation", "LeaseIdMismatchWithContainerOperation"),
                format!("The lease ID specified did not match the lease ID for the {name}."),
                id::BLOB_LEASES_OTHER_ID,
            ),
            _ => (
                "LeaseLost",
                format!("A lease ID was specified, but the lease for the {name} has expired."),
                id::BLOB_LEASES_LOST,
            ),
        };
        if trace.enforce(rule) { Err(refusal(412, code, &message, rule)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Broken;

    const A: Guid = Guid([1; 16]);
    const B: Guid = Guid([2; 16]);

    fn at(seconds: i64) -> DateTime {
        DateTime::from_unix(1_000_000 + seconds, 0)
    }

    fn act(lease: &mut Lease, action: LeaseAction, seconds: i64) -> Result<LeaseDone, &'static str> {
        let broken = Broken::none();
        lease.act(action, B, Leased::Blob, at(seconds), &mut Trace::new(&broken)).map_err(|refused| refused.code)
    }

    fn held(duration: Option<i64>) -> Lease {
        let mut lease = Lease::default();
        assert_eq!(act(&mut lease, LeaseAction::Acquire(duration, Some(A)), 0), Ok(LeaseDone::Acquired(A)));
        lease
    }

    #[test]
    fn a_lease_expires_and_can_be_renewed() {
        let mut lease = held(Some(15));
        let broken = Broken::none();
        assert_eq!(lease.standing(at(14), &mut Trace::new(&broken)), Standing::Leased(false));
        assert_eq!(lease.standing(at(15), &mut Trace::new(&broken)), Standing::Expired);
        assert_eq!(act(&mut lease, LeaseAction::Renew(B), 20), Err("LeaseIdMismatchWithLeaseOperation"));
        assert_eq!(act(&mut lease, LeaseAction::Renew(A), 20), Ok(LeaseDone::Kept(A)));
        assert_eq!(lease.standing(at(34), &mut Trace::new(&broken)), Standing::Leased(false));
    }

    #[test]
    fn breaking_takes_what_remains_or_the_period() {
        assert_eq!(act(&mut held(Some(60)), LeaseAction::Break(None), 1), Ok(LeaseDone::Broken(59)));
        assert_eq!(act(&mut held(Some(60)), LeaseAction::Break(Some(5)), 1), Ok(LeaseDone::Broken(5)));
        assert_eq!(act(&mut held(Some(15)), LeaseAction::Break(Some(60)), 5), Ok(LeaseDone::Broken(10)));
        assert_eq!(act(&mut held(None), LeaseAction::Break(None), 1), Ok(LeaseDone::Broken(0)));
        let mut lease = held(None);
        assert_eq!(act(&mut lease, LeaseAction::Break(Some(10)), 0), Ok(LeaseDone::Broken(10)));
        assert_eq!(act(&mut lease, LeaseAction::Acquire(None, None), 5), Err("LeaseAlreadyPresent"));
        assert_eq!(act(&mut lease, LeaseAction::Acquire(None, Some(A)), 5), Err("LeaseIsBreakingAndCannotBeAcquired"));
        assert_eq!(act(&mut lease, LeaseAction::Renew(A), 5), Err("LeaseIsBrokenAndCannotBeRenewed"));
        assert_eq!(act(&mut lease, LeaseAction::Acquire(None, None), 10), Ok(LeaseDone::Acquired(B)));
    }

    #[test]
    fn who_may_write() {
        let broken = Broken::none();
        let told = |lease: &Lease, shown, seconds| {
            let refused = lease.admits_writer(shown, Leased::Blob, at(seconds), &mut Trace::new(&broken));
            refused.map_err(|refused| refused.code)
        };
        let lease = held(Some(15));
        assert_eq!(told(&lease, None, 0), Err("LeaseIdMissing"));
        assert_eq!(told(&lease, Some(A), 0), Ok(()));
        assert_eq!(told(&lease, Some(B), 0), Err("LeaseIdMismatchWithBlobOperation"));
        assert_eq!(told(&lease, Some(A), 15), Err("LeaseLost"));
        assert_eq!(told(&lease, None, 15), Ok(()));
        assert_eq!(told(&Lease::default(), Some(A), 0), Err("LeaseNotPresentWithBlobOperation"));
    }
}
