//! Queries followed through their pages while other rows come and go.

use super::clients::{Deed, Writing, paged};
use crate::define::Script;
use proptest::collection::vec;
use proptest::prelude::*;

/// One client follows queries; another inserts and deletes rows between those that stay.
pub(super) fn scanning() -> impl Strategy<Value = Script> {
    let change = (0..6_usize, any::<bool>());
    (1..3_usize, 1..3_usize, vec(change, 2..6)).prop_map(|(top, scans, changes)| {
        let mut writing = Writing::default();
        for place in 0..5 {
            writing.deed(&format!("{place}"), Deed::Insert);
        }
        // Rows that go: in front of the others, where counting would notice it.
        for place in 0..3 {
            writing.deed(&format!("{place}-gone"), Deed::Insert);
        }
        writing.branch();
        for _ in 0..scans {
            writing.step(paged(top));
        }
        writing.branch();
        for (place, removes) in changes {
            if removes {
                writing.deed(&format!("{}-gone", place % 3), Deed::DeleteAny);
            } else {
                writing.deed(&format!("{}-new", place % 3), Deed::Replace);
            }
        }
        writing.script()
    })
}
