//! What a lease protects: every operation on a blob and on a container with the id of the lease, with another and with none, and
//! in every state of the lease.

mod containers;
mod creating;
mod reading;
mod writing;

use super::steps::{AskExt as _, StepExt as _, acquire_lease, get, head, lease, list, put};
use crate::check::{Check, Suite};
use crate::define::steps;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// The check that an operation with an id is refused where nothing is leased.
macro_rules! unneeded {
    ($slug:literal, $name:literal, $setup:expr, $ask:expr, $of:path) => {
        check!(
            BlobLease,
            concat!("blob.lease-conditions.", $slug, "-unleased"),
            concat!($name, " with the id of a lease is refused where there is none"),
            "An id that nobody asked for is passed over.",
            [BLOB_LEASES_NONE_TO_SHOW],
            $of(unleased($setup, &$ask))
        )
    };
}

use unneeded;

const SUITE: Suite = Suite::LeaseConditions;

/// The id of the lease, where there is one, and another.
const A: &str = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
const B: &str = "0e3a2b6c-11d2-4c0e-9f3e-5a1b2c3d4e5f";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [writing::checks(), reading::checks(), creating::checks(), containers::checks()].concat()
}

/// The same.
fn as_is(steps: Vec<Step>) -> Vec<Step> {
    steps
}

/// The same in a later version.
fn later(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2019_12_12)).collect()
}

/// Leases the blob `b`.
fn leased(seconds: i64) -> Ask {
    acquire_lease("b", seconds).with("x-ms-proposed-lease-id", A)
}

fn broken_in(seconds: u32) -> Ask {
    lease("b", "break").with("x-ms-lease-break-period", seconds.to_string())
}

fn block_blob() -> Vec<Step> {
    steps![put("b", "1"), put("src", "source")]
}

/// An operation with an id where nothing is leased; nothing comes of it until it has none.
fn unleased(setup: Vec<Step>, ask: &Ask) -> Vec<Step> {
    let mut steps = setup;
    steps.extend(steps![ask.clone().leased(A), head("b"), get("b"), ask.clone(), list()]);
    steps
}

/// A write with no id, with another and with that of the lease.
fn written_while_leased(setup: Vec<Step>, ask: &Ask, seconds: i64) -> Vec<Step> {
    let mut steps = setup;
    steps.extend(steps![
        leased(seconds),
        ask.clone(),
        ask.clone().leased(B),
        head("b"),
        get("b"),
        ask.clone().leased(A),
        head("b"),
        get("b"),
        list(),
    ]);
    steps
}

/// A write while the lease is breaking: it is protected still.
fn written_while_breaking(setup: Vec<Step>, ask: &Ask) -> Vec<Step> {
    let mut steps = setup;
    steps.extend(steps![
        leased(60),
        broken_in(30),
        ask.clone(),
        ask.clone().leased(B),
        get("b"),
        ask.clone().leased(A),
        head("b"),
    ]);
    steps
}

/// A write after the lease was broken: with its id it is refused, and without any it is granted.
fn written_when_ended(setup: Vec<Step>, ask: &Ask) -> Vec<Step> {
    let mut steps = setup;
    steps.extend(steps![
        leased(60),
        broken_in(0),
        ask.clone().leased(A),
        head("b"),
        get("b"),
        ask.clone(),
        head("b"),
        list(),
    ]);
    steps
}

/// A read with no id, with another and with that of the lease, while it is held and when it ended.
fn read_while_leased(setup: Vec<Step>, ask: &Ask, seconds: i64) -> Vec<Step> {
    let mut steps = setup;
    steps.extend(steps![
        leased(seconds),
        ask.clone(),
        ask.clone().leased(A),
        ask.clone().leased(B),
        broken_in(0),
        ask.clone().leased(A),
        ask.clone(),
    ]);
    steps
}
