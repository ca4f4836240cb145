//! What is leased: its holder can do everything with the lease, and nobody else anything.

use super::{A, B, C, SUITE, State, Thing, both};
use crate::blob::steps::AskExt as _;
use crate::check::Check;
use tablestakes_reference::blob::Ask;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [others(), holder(), changed()].concat()
}

/// What somebody tries who does not hold the lease, each without effect.
fn tried_by_others(thing: Thing) -> [Ask; 6] {
    [
        thing.acquire(60),
        thing.acquire_as(B, 60),
        thing.acquire_as(B, -1),
        thing.renew(B),
        thing.release(B),
        thing.change(B, C),
    ]
}

fn others() -> Vec<Check> {
    [
        both!(
            "leased-by-others",
            "A lease is neither taken over, renewed, released nor changed by another id",
            "Any id of the right form is good.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(State::Leased, tried_by_others(thing).into_iter().chain([thing.renew(A)]))
        ),
        both!(
            "endless-by-others",
            "A lease without end is neither taken over, renewed, released nor changed by another id",
            "It has no end to compare, and so is taken for ended.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(State::Endless, tried_by_others(thing).into_iter().chain([thing.renew(A)]))
        ),
        both!(
            "acquire-present",
            "What is leased cannot be leased again under another id, or under none",
            "The last one wins.",
            [BLOB_LEASES_PRESENT],
            |thing| thing.shown_in_state(
                State::Leased,
                [
                    thing.acquire(15),
                    thing.acquire_as(B, 15),
                    thing.acquire(-1),
                    thing.renew(A),
                    thing.write().leased(A)
                ]
            )
        ),
        both!(
            "renew-mismatch",
            "A lease is renewed under its id alone",
            "Any id will do.",
            [BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(State::Leased, [thing.renew(B), thing.renew(C), thing.renew(A)])
        ),
        both!(
            "release-mismatch",
            "A lease is released under its id alone",
            "Any id will do.",
            [BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(State::Leased, [thing.release(B), thing.write(), thing.release(A)])
        ),
        both!(
            "change-mismatch",
            "A lease is changed under its id alone",
            "Any id will do.",
            [BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(
                State::Leased,
                [thing.change(B, C), thing.renew(C), thing.renew(A), thing.change(A, C), thing.renew(C)]
            )
        ),
    ]
    .concat()
}

fn holder() -> Vec<Check> {
    [
        both!(
            "acquire-again",
            "Whoever holds a lease may acquire it again, with another duration",
            "It is there already, and that is the end of it.",
            [BLOB_LEASES_ACQUIRE_AGAIN, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(
                State::Leased,
                [thing.acquire_as(A, -1), thing.acquire_as(A, 15), thing.acquire_as(A, 60), thing.acquire_as(B, 60)]
            )
        ),
        both!(
            "acquire-again-endless",
            "A lease without end may be acquired again under its id",
            "It is there already, and that is the end of it.",
            [BLOB_LEASES_ACQUIRE_AGAIN],
            |thing| thing.shown_in_state(
                State::Endless,
                [thing.acquire_as(A, -1), thing.acquire_as(A, 60), thing.acquire(60), thing.write().leased(A)]
            )
        ),
        both!(
            "renew",
            "A lease is renewed under its id, and keeps its duration",
            "It is answered with another id, or with none.",
            [BLOB_LEASES_RENEW, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(State::Leased, [thing.renew(A), thing.renew(A), thing.write().leased(A)])
        ),
        both!(
            "renew-endless",
            "A lease without end is renewed, and stays so",
            "It gets the default duration.",
            [BLOB_LEASES_RENEW, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(State::Endless, [thing.renew(A), thing.renew(B), thing.write()])
        ),
    ]
    .concat()
}

fn changed() -> Vec<Check> {
    [
        both!(
            "change",
            "A lease that is changed has the proposed id from then on, and no other",
            "The old id stays good.",
            [BLOB_LEASES_CHANGE, BLOB_LEASES_MISMATCH, BLOB_LEASES_OTHER_ID],
            |thing| thing.in_state(
                State::Leased,
                [
                    thing.change(A, B),
                    thing.show(),
                    thing.renew(A),
                    thing.write().leased(A),
                    thing.release(A),
                    thing.renew(B),
                    thing.write().leased(B),
                    thing.release(B),
                ]
            )
        ),
        both!(
            "change-endless",
            "A lease without end that is changed is without end, and has the proposed id",
            "It begins anew, with a default.",
            [BLOB_LEASES_CHANGE, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(
                State::Endless,
                [thing.change(A, B), thing.write().leased(B), thing.acquire_as(B, -1), thing.change(B, A)]
            )
        ),
        both!(
            "change-twice",
            "A change is repeated without harm: a lease may be changed to the id that it has",
            "The id that it had is no more, and the repetition is refused.",
            [BLOB_LEASES_CHANGE],
            |thing| thing.in_state(
                State::Leased,
                [
                    thing.change(A, B),
                    thing.change(A, B),
                    thing.change(B, B),
                    thing.renew(B),
                    thing.change(C, A),
                    thing.renew(B)
                ]
            )
        ),
    ]
    .concat()
}
