//! Leases that ended: by being broken, and by themselves.

use super::{A, B, SUITE, State, Thing, both};
use crate::blob::steps::{AskExt as _, wait};
use crate::check::Check;
use crate::define::steps;
use tablestakes_reference::blob::Ask;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [broken(), expired()].concat()
}

/// What can be done with neither a broken lease nor one that is another's.
fn refused_when_broken(thing: Thing) -> [Ask; 6] {
    [
        thing.renew(A),
        thing.renew(B),
        thing.change(A, B),
        thing.release(B),
        thing.write().leased(A),
        thing.show().leased(A),
    ]
}

fn broken() -> Vec<Check> {
    [
        both!(
            "broken-refused",
            "A lease that was broken is neither renewed nor changed, and its id opens nothing",
            "The holder comes back, and goes on as before.",
            [BLOB_LEASES_BROKEN, BLOB_LEASES_LOST, BLOB_LEASES_NOT_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(State::Broken, refused_when_broken(thing))
        ),
        both!(
            "broken-endless-refused",
            "A lease without end that was broken is neither renewed nor changed, and its id opens nothing",
            "What has no end cannot have ended.",
            [BLOB_LEASES_BROKEN, BLOB_LEASES_LOST, BLOB_LEASES_NOT_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(State::BrokenEndless, refused_when_broken(thing))
        ),
        both!(
            "broken-later-refused",
            "A lease whose break period is over is neither renewed nor changed, and its id opens nothing",
            "It stays in the state in which it was when it was broken.",
            [BLOB_LEASES_BROKEN, BLOB_LEASES_LOST, BLOB_LEASES_NOT_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(State::BrokenLater, refused_when_broken(thing))
        ),
        both!(
            "broken-renew",
            "A lease that was broken cannot be renewed",
            "Renewing is acquiring again.",
            [BLOB_LEASES_BROKEN],
            |thing| thing.shown_in_state(State::Broken, [thing.renew(A), thing.write()])
        ),
        both!(
            "broken-acquire",
            "What was broken is acquired by anybody: under another id, under none, and under the old one",
            "Only its last holder may, or only others.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_PROPOSED],
            |thing| thing.in_state(
                State::Broken,
                [
                    thing.acquire_as(B, 60),
                    thing.show(),
                    thing.break_in(0),
                    thing.acquire(-1),
                    thing.show(),
                    thing.break_in(0),
                    thing.acquire_as(A, 15),
                    thing.show(),
                    thing.break_in(0),
                    thing.acquire_as(A, 60),
                    thing.renew(A),
                ]
            )
        ),
        both!(
            "broken-release",
            "A broken lease is released by its holder, and then there is none",
            "It is over, and there is nothing to release.",
            [BLOB_LEASES_RELEASE, BLOB_LEASES_NONE_TO_SHOW],
            |thing| thing.shown_in_state(State::Broken, [thing.release(A), thing.write().leased(A), thing.renew(A)])
        ),
        both!(
            "broken-again",
            "A broken lease may be broken again, and nothing comes of it",
            "There is none to be broken, or the state begins anew.",
            [BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(
                State::Broken,
                [thing.break_it(), thing.break_in(0), thing.break_in(30), thing.write()]
            )
        ),
        both!(
            "broken-written",
            "What was broken is written without an id, and with none",
            "It is free for its last holder.",
            [BLOB_LEASES_LOST, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(State::Broken, [thing.write().leased(A), thing.show().leased(A)])
        ),
    ]
    .concat()
}

fn expired() -> Vec<Check> {
    [
        both!(
            "expired",
            "A lease ends by itself when its time is over, and what was leased is free",
            "Leases end when somebody ends them.",
            [BLOB_LEASES_EXPIRE, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(
                State::Expired,
                [thing.listed(), thing.acquire_as(B, 15), thing.renew(A), thing.write()]
            )
        ),
        both!(
            "expired-refused",
            "The id of a lease that ended by itself opens nothing",
            "The state is looked at, and the clock is not.",
            [BLOB_LEASES_EXPIRE, BLOB_LEASES_LOST],
            |thing| thing.in_state(State::Expired, [thing.show().leased(A), thing.write().leased(A), thing.show(),])
        ),
        both!(
            "expired-renew",
            "A lease that ended by itself is renewed under its id, if nobody wrote meanwhile",
            "What is over cannot be renewed.",
            [BLOB_LEASES_RENEW],
            |thing| thing.shown_in_state(State::Expired, [thing.renew(A), thing.write(), thing.write().leased(A)])
        ),
        both!(
            "expired-release",
            "A lease that ended by itself is released under its id, and broken",
            "It is over, and there is nothing left.",
            [BLOB_LEASES_RELEASE],
            |thing| thing.shown_in_state(State::Expired, [thing.break_it(), thing.release(A), thing.break_it()])
        ),
        both!(
            "renewed-in-time",
            "A lease that is renewed begins again, with its own duration",
            "It ends when it would have ended.",
            [BLOB_LEASES_RENEW, BLOB_LEASES_EXPIRE],
            |thing| {
                let mut steps = thing.created();
                steps.extend(steps![
                    thing.acquire_as(A, 15),
                    wait(9),
                    thing.renew(A),
                    wait(9),
                    thing.show(),
                    thing.write(),
                    thing.write().leased(A),
                    wait(9),
                    thing.show(),
                    thing.acquire_as(B, 15),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
        both!(
            "acquired-again-in-time",
            "A lease that is acquired again lasts as long as is said then",
            "The new duration is counted from the first time on.",
            [BLOB_LEASES_EXPIRE, BLOB_LEASES_ACQUIRE_AGAIN],
            |thing| {
                let mut steps = thing.created();
                steps.extend(steps![
                    thing.acquire_as(A, 60),
                    thing.acquire_as(A, 15),
                    wait(16),
                    thing.show(),
                    thing.acquire_as(B, -1),
                    wait(16),
                    thing.show(),
                    thing.write(),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
    ]
    .concat()
}
