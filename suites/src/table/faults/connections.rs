//! Connections that end where they should not, and what others ask meanwhile and afterwards.

use super::drawn;
use crate::define::Script;
use crate::table::concurrency::clients::{Deed, PARTITION, Writing, operation, whole};
use crate::table::concurrency::soak;
use crate::table::steps::StepExt as _;
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::history::Fault;

const ROWS: [&str; 3] = ["r", "s", "t"];

/// Reads, queries and writes on connections that end, each followed by a request that nothing befalls.
pub(super) fn given_up() -> impl Strategy<Value = Script> {
    let what = (0..3_u8, 0..ROWS.len());
    vec((what, drawn::any()), 3..7).prop_map(|given_up| {
        let mut writing = Writing::default();
        for row in ROWS {
            writing.deed(row, Deed::Insert);
        }
        for ((what, row), fault) in given_up {
            let step = writing.next();
            let operation = |deed| operation(PARTITION, ROWS[row], deed, step, 0);
            match what {
                0 => writing.step(operation(Deed::Read).befallen(fault)),
                1 => writing.step(whole(PARTITION).befallen(fault)),
                _ => writing.step(operation(Deed::Merge).befallen(fault)),
            };
            writing.deed(ROWS[(row + 1) % ROWS.len()], Deed::Read);
        }
        writing.script()
    })
}

/// Two or three clients do everything, and one request in four is befallen by something.
pub(super) fn among_clients() -> impl Strategy<Value = Script> {
    let faults = vec(proptest::option::weighted(0.25, drawn::any()), 4..12);
    (soak::few_clients(), faults).prop_map(|(script, faults): (Script, Vec<Option<Fault>>)| script.befallen(&faults))
}
