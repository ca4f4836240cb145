//! Transactions that something befalls: all of one is there afterwards, or nothing.

use super::drawn::{self, cut_request, lost_answer};
use crate::define::Script;
use crate::table::concurrency::clients::{Deed, PARTITION, Writing, operation};
use crate::table::steps::{StepExt as _, batch};
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::table::Operation;

const ROWS: [&str; 4] = ["r", "s", "t", "u"];

/// A client writes several rows at once, is told nothing, looks, and writes the same again.
pub(super) fn befallen() -> impl Strategy<Value = Script> {
    let writes = || prop_oneof![Just(Deed::Replace), Just(Deed::Merge), Just(Deed::UpdateAny)];
    let deed = prop_oneof![3 => writes(), 1 => Just(Deed::DeleteAny)];
    // The last operation leaves a value, so that it can be seen whether it was done.
    let deeds = (vec(deed, 1..4), writes()).prop_map(|(mut deeds, last)| {
        deeds.push(last);
        deeds
    });
    let fault = prop_oneof![3 => lost_answer(), 2 => cut_request(), 1 => drawn::any()];
    let transaction = (deeds, fault, any::<bool>());
    (vec(transaction, 1..3), any::<bool>()).prop_map(|(transactions, inserts)| {
        let mut writing = Writing::default();
        for row in ROWS {
            writing.deed(row, Deed::Insert);
        }
        for (number, (deeds, fault, again)) in transactions.into_iter().enumerate() {
            let step = writing.next();
            let rows = ROWS.into_iter().map(str::to_owned).zip(deeds);
            // A row that is new each time shows by itself that the transaction was done.
            let new = inserts.then(|| (format!("new-{number}"), Deed::Insert));
            let operations: Vec<Operation> = new
                .into_iter()
                .chain(rows)
                .enumerate()
                .map(|(part, (row, deed))| operation(PARTITION, &row, deed, step, part))
                .collect();
            writing.step(batch(operations.clone()).befallen(fault));
            writing.query();
            if again {
                writing.step(batch(operations));
                writing.query();
            }
        }
        writing.script()
    })
}
