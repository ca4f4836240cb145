//! What is not leased, or is no more: it can be leased, and there is nothing else to do.

use super::{A, B, C, SUITE, State, Thing, both};
use crate::blob::steps::{AskExt as _, told};
use crate::check::Check;
use crate::define::steps;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [acquired(), refused()].concat()
}

/// Every action that needs a lease.
fn needing(thing: Thing) -> [Ask; 5] {
    [thing.renew(A), thing.release(A), thing.change(A, B), thing.break_it(), thing.break_in(10)]
}

/// Leases it for so long in each of these ways, each shown and then given back.
fn acquired_for(thing: Thing, durations: &[i64]) -> Vec<Step> {
    let asks = durations.iter().flat_map(|seconds| {
        [thing.acquire_as(A, *seconds), thing.show(), thing.read(), thing.listed(), thing.release(A)]
    });
    thing.in_state(State::Available, asks)
}

fn acquired() -> Vec<Check> {
    [
        both!(
            "acquire-proposed",
            "A lease has the id that is proposed for it",
            "Ids are drawn, and a proposed one is echoed and forgotten.",
            [BLOB_LEASES_PROPOSED, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(
                State::Available,
                [
                    thing.acquire_as(A, 60),
                    thing.show(),
                    thing.renew(A),
                    thing.write().leased(A),
                    thing.release(B),
                    thing.release(A),
                    thing.acquire_as(B, 60),
                    thing.renew(A),
                    thing.renew(B),
                ]
            )
        ),
        both!(
            "acquire-without-id",
            "A lease for which no id is proposed has one of its own, which opens it",
            "An id must be proposed, it is thought.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| {
                let mut steps = thing.created();
                let at = steps.len();
                let own = told(at, Told::Lease);
                steps.extend(steps![
                    thing.acquire(60),
                    thing.acquire(60),
                    thing.renew(&own),
                    thing.write().leased(own.clone()),
                    thing.write().leased(B),
                    thing.release(&own),
                    thing.acquire(60),
                    thing.renew(&own),
                    thing.show(),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
        both!(
            "durations",
            "A lease lasts for 15 to 60 seconds or for ever, and says which",
            "-1 is a very long time, and is told as one.",
            [BLOB_LEASES_SHOWN],
            |thing| acquired_for(thing, &[15, 60, -1])
        ),
        both!(
            "durations-refused",
            "Other durations are refused, and nothing is leased",
            "They are cut to what is allowed.",
            [BLOB_LEASES_DURATION],
            |thing| thing.shown_in_state(
                State::Available,
                [14, 61, 0, -2, 1, 3600, 4_294_967_296].map(|seconds| thing.acquire_as(A, seconds))
            )
        ),
        both!(
            "durations-without-sense",
            "A duration that is no whole number is refused",
            "What cannot be read is taken for the default.",
            [BLOB_LEASES_DURATION],
            |thing| thing.in_state(
                State::Available,
                ["abc", "15.5", "15s", "0x20", "99999999999999999999"].map(|text| {
                    thing.act("acquire").with("x-ms-lease-duration", text).with("x-ms-proposed-lease-id", A)
                })
            )
        ),
        both!(
            "acquire-while-leased-refused-duration",
            "A duration that is refused leaves the lease as it is",
            "Fields are stored as they are read.",
            [BLOB_LEASES_DURATION],
            |thing| thing.shown_in_state(
                State::Endless,
                [thing.acquire_as(A, 14), thing.acquire_as(A, 61), thing.acquire_as(A, 0)]
            )
        ),
    ]
    .concat()
}

fn refused() -> Vec<Check> {
    [
        both!(
            "available-renew",
            "What was never leased can neither be renewed nor released",
            "Who renews wants a lease, it is thought, and gets one.",
            [BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(State::Available, [thing.renew(A), thing.release(A), thing.renew(B)])
        ),
        both!(
            "available-change",
            "What was never leased can neither be broken nor changed",
            "Breaking nothing is no error, it is thought.",
            [BLOB_LEASES_NOT_PRESENT],
            |thing| thing.shown_in_state(
                State::Available,
                [thing.change(A, B), thing.break_it(), thing.break_in(0), thing.break_in(10)]
            )
        ),
        both!(
            "released",
            "A lease that is released is over at once, and can be taken by anybody",
            "It goes on until its time is over.",
            [BLOB_LEASES_RELEASE],
            |thing| thing.shown_in_state(State::Released, [thing.write(), thing.acquire_as(B, 60), thing.release(B)])
        ),
        both!(
            "released-endless",
            "A lease without end is over at once, too, when it is released",
            "For ever is for ever.",
            [BLOB_LEASES_RELEASE],
            |thing| thing.shown_in_state(
                State::Endless,
                [thing.release(A), thing.write(), thing.acquire_as(A, 15), thing.release(A)]
            )
        ),
        both!(
            "released-refused",
            "The id of a lease that was released opens nothing any more",
            "The id is kept, and only the state is changed.",
            [BLOB_LEASES_RELEASE, BLOB_LEASES_NOT_PRESENT, BLOB_LEASES_MISMATCH, BLOB_LEASES_NONE_TO_SHOW],
            |thing| thing
                .in_state(State::Released, needing(thing).into_iter().chain([thing.write().leased(A), thing.show()]))
        ),
        both!(
            "released-twice",
            "A lease is released once",
            "Releasing is idempotent, it is thought.",
            [BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(State::Released, [thing.release(A), thing.release(C), thing.acquire(15)])
        ),
    ]
    .concat()
}
