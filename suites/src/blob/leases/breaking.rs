//! Leases that are broken: how long they go on, and what can be done meanwhile.

use super::{A, B, C, SUITE, State, Thing, both};
use crate::blob::steps::{AskExt as _, wait};
use crate::check::Check;
use crate::define::steps;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [broken(), periods(), meanwhile(), waited()].concat()
}

/// Breaks a lease of so many seconds in each of these ways, one after another. Before each it is acquired.
fn broken_each(thing: Thing, seconds: i64, ways: impl IntoIterator<Item = Ask>) -> Vec<Step> {
    let asks = ways.into_iter().flat_map(|way| [thing.acquire_as(A, seconds), way, thing.show(), thing.release(A)]);
    thing.in_state(State::Available, asks)
}

fn broken() -> Vec<Check> {
    [
        both!(
            "break",
            "A lease that is broken goes on for what remains of it",
            "It ends at once.",
            [BLOB_LEASES_BREAK, BLOB_LEASES_SHOWN],
            |thing| thing.shown_in_state(State::Leased, [thing.break_it(), thing.write(), thing.write().leased(A)])
        ),
        both!(
            "break-endless",
            "A lease without end that is broken ends at once",
            "It goes on for the longest time that there is.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_LOST],
            |thing| thing.shown_in_state(
                State::Endless,
                [thing.break_it(), thing.write().leased(A), thing.write(), thing.acquire_as(B, 15)]
            )
        ),
        both!(
            "break-needs-no-id",
            "A lease is broken by anybody, whatever id is shown",
            "Only its holder may end a lease.",
            [BLOB_LEASES_BREAK],
            |thing| broken_each(thing, 60, [thing.break_it(), thing.break_it().leased(A), thing.break_it().leased(B)])
        ),
    ]
    .concat()
}

fn periods() -> Vec<Check> {
    [
        both!(
            "break-period",
            "The break period says for how long a broken lease goes on",
            "It is not looked at.",
            [BLOB_LEASES_BREAK_PERIOD, BLOB_LEASES_BREAK],
            |thing| broken_each(thing, 60, [0, 10, 40].map(|seconds| thing.break_in(seconds)))
        ),
        both!(
            "break-period-endless",
            "The break period says for how long a lease without end goes on",
            "A lease without end always ends at once.",
            [BLOB_LEASES_BREAK_PERIOD, BLOB_LEASES_BREAK],
            |thing| broken_each(thing, -1, [0, 10, 60].map(|seconds| thing.break_in(seconds)))
        ),
        both!(
            "break-period-longer",
            "A break period never makes a lease last longer than it would",
            "The period takes the place of what remains.",
            [BLOB_LEASES_BREAK],
            |thing| broken_each(thing, 15, [15, 60].map(|seconds| thing.break_in(seconds)))
        ),
        both!(
            "break-period-range",
            "A break period of more than a minute is refused, and the lease stays as it is",
            "It is cut to a minute.",
            [BLOB_LEASES_PERIOD_RANGE],
            |thing| thing.shown_in_state(
                State::Leased,
                [thing.break_in(61), thing.break_in(-1), thing.break_in(3600), thing.renew(A), thing.break_in(60)]
            )
        ),
        both!(
            "break-period-range-endless",
            "A break period of more than a minute is refused for leases without end, too",
            "It is cut to a minute.",
            [BLOB_LEASES_PERIOD_RANGE],
            |thing| thing.shown_in_state(State::Endless, [thing.break_in(61), thing.break_in(-1), thing.break_in(60)])
        ),
        both!(
            "break-period-shorter",
            "What is breaking may be made to end sooner, and not later",
            "A lease is broken once, or the last period counts.",
            [BLOB_LEASES_BREAK_PERIOD, BLOB_LEASES_BREAK],
            |thing| thing.shown_in_state(
                State::Breaking,
                [thing.break_in(60), thing.break_it(), thing.break_in(10), thing.break_in(0), thing.break_it()]
            )
        ),
    ]
    .concat()
}

fn meanwhile() -> Vec<Check> {
    [
        both!(
            "breaking-acquire",
            "What is breaking is not acquired: by its holder neither",
            "Who breaks a lease wants one of their own, and gets it.",
            [BLOB_LEASES_BREAKING, BLOB_LEASES_PRESENT],
            |thing| thing.shown_in_state(
                State::Breaking,
                [thing.acquire_as(A, 60), thing.acquire_as(A, -1), thing.acquire_as(B, 60), thing.acquire(60)]
            )
        ),
        both!(
            "breaking-renew",
            "What is breaking is not renewed",
            "The holder saves the lease by renewing it.",
            [BLOB_LEASES_BROKEN, BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(State::Breaking, [thing.renew(A), thing.renew(B), thing.write().leased(A)])
        ),
        both!(
            "breaking-change",
            "What is breaking is not changed",
            "It is still held, it is thought.",
            [BLOB_LEASES_BREAKING, BLOB_LEASES_MISMATCH],
            |thing| thing.in_state(
                State::Breaking,
                [
                    thing.change(A, B),
                    thing.change(B, C),
                    thing.write().leased(B),
                    thing.write().leased(A),
                    thing.release(A)
                ]
            )
        ),
        both!(
            "breaking-release",
            "What is breaking is released by its holder, and by nobody else",
            "It must wait for its end.",
            [BLOB_LEASES_RELEASE, BLOB_LEASES_MISMATCH],
            |thing| thing.shown_in_state(
                State::Breaking,
                [thing.release(B), thing.release(A), thing.write(), thing.acquire_as(B, 15)]
            )
        ),
        both!(
            "breaking-guarded",
            "What is breaking is still written with the id of the lease alone",
            "It counts as free from the moment on when it is broken.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID, BLOB_LEASES_SHOWN],
            |thing| thing.in_state(
                State::Breaking,
                [
                    thing.write(),
                    thing.write().leased(B),
                    thing.show(),
                    thing.show().leased(A),
                    thing.show().leased(B),
                    thing.write().leased(A),
                    thing.listed(),
                ]
            )
        ),
    ]
    .concat()
}

fn waited() -> Vec<Check> {
    [
        both!(
            "break-passes",
            "What is breaking is broken when the period is over",
            "It is broken when somebody writes next, or never.",
            [BLOB_LEASES_SHOWN, BLOB_LEASES_BREAK],
            |thing| {
                let mut steps = thing.created();
                steps.extend(steps![
                    thing.acquire_as(A, 60),
                    thing.break_in(2),
                    thing.show(),
                    thing.acquire_as(B, 60),
                    wait(3),
                    thing.show(),
                    thing.listed(),
                    thing.renew(A),
                    thing.write().leased(A),
                    thing.acquire_as(B, 60),
                    thing.show(),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
        both!(
            "break-of-short-remainder",
            "What is broken without a period goes on while its own time does",
            "The state breaking has no end of its own.",
            [BLOB_LEASES_BREAK, BLOB_LEASES_SHOWN],
            |thing| {
                let mut steps = thing.created();
                steps.extend(steps![
                    thing.acquire_as(A, 15),
                    thing.break_it(),
                    thing.write(),
                    wait(16),
                    thing.show(),
                    thing.write(),
                    thing.show(),
                    thing.acquire_as(B, 15),
                    thing.renew(A),
                ]);
                steps.extend(thing.ended());
                steps
            }
        ),
    ]
    .concat()
}
