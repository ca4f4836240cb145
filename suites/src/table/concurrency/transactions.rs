//! Transactions while others look.

use super::clients::{Deed, Writing};
use crate::define::Script;
use proptest::collection::vec;
use proptest::prelude::*;

const ROWS: [&str; 3] = ["r", "s", "t"];

/// What the clients do that look: queries, and reads of one row after the other.
fn looking() -> impl Strategy<Value = Vec<Vec<bool>>> {
    vec(vec(any::<bool>(), 2..5), 1..3)
}

fn look(writing: &mut Writing, lookers: Vec<Vec<bool>>) {
    for looks in lookers {
        writing.branch();
        for (place, queries) in looks.into_iter().enumerate() {
            if queries {
                writing.query();
            } else {
                writing.deed(ROWS[place % ROWS.len()], Deed::Read);
            }
        }
    }
}

/// One client writes two or three rows by transactions.
pub(super) fn done() -> impl Strategy<Value = Script> {
    let deed = prop_oneof![Just(Deed::Replace), Just(Deed::Merge), Just(Deed::UpdateAny)];
    let transaction = vec(deed, 2..4);
    (vec(transaction, 1..3), looking()).prop_map(|(transactions, lookers)| {
        let mut writing = Writing::default();
        for row in ROWS {
            writing.deed(row, Deed::Insert);
        }
        writing.branch();
        for deeds in transactions {
            writing.transaction(ROWS.into_iter().zip(deeds));
        }
        look(&mut writing, lookers);
        writing.script()
    })
}

/// One client's transactions fail at their last operation, which inserts what is there or changes what is not.
pub(super) fn refused() -> impl Strategy<Value = Script> {
    let deed = prop_oneof![Just(Deed::Replace), Just(Deed::Merge), Just(Deed::UpdateAny), Just(Deed::DeleteAny)];
    let flaw = prop_oneof![Just(("last", Deed::Insert)), Just(("nowhere", Deed::UpdateAny))];
    let transaction = (vec(deed, 1..3), flaw);
    (vec(transaction, 1..3), looking()).prop_map(|(transactions, lookers)| {
        let mut writing = Writing::default();
        for row in ["r", "s", "t", "last"] {
            writing.deed(row, Deed::Insert);
        }
        writing.branch();
        for (deeds, flaw) in transactions {
            writing.transaction(ROWS.into_iter().zip(deeds).chain([flaw]));
        }
        look(&mut writing, lookers);
        writing.script()
    })
}
