//! Clients that write the same rows at the same time, and read what was written.

use super::clients::{Deed, Writing};
use crate::define::Script;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Two or three clients change a row under the ETag that it has when they begin.
pub(super) fn under_one_etag() -> impl Strategy<Value = Script> {
    let first = select(vec![0, 1, 2]);
    vec((first, vec(0..4_u8, 0..3)), 2..4).prop_map(|clients| {
        let mut writing = Writing::default();
        let known = writing.deed("r", Deed::Insert);
        for (first, more) in clients {
            writing.branch();
            let mut own = writing.deed("r", [Deed::Update(known), Deed::MergeUnder(known), Deed::Delete(known)][first]);
            for what in more {
                match what {
                    // Under the ETag that the write before gave, if it was done.
                    0 if first != 2 => own = writing.deed("r", Deed::Update(own)),
                    1 => own = writing.deed("r", Deed::MergeUnder(known)),
                    _ => drop(writing.deed("r", Deed::Read)),
                }
            }
        }
        writing.script()
    })
}

/// Two or three clients insert and delete the same two rows.
pub(super) fn inserting() -> impl Strategy<Value = Script> {
    let deed = prop_oneof![4 => Just(Deed::Insert), 1 => Just(Deed::DeleteAny), 1 => Just(Deed::Read)];
    let step = (select(vec!["r", "s"]), deed);
    vec(vec(step, 1..4), 2..4).prop_map(|clients| {
        let mut writing = Writing::default();
        writing.deed("other", Deed::Insert);
        for client in clients {
            writing.branch();
            for (row, deed) in client {
                writing.deed(row, deed);
            }
        }
        writing.script()
    })
}

/// Two or three clients merge into the same row.
pub(super) fn merging() -> impl Strategy<Value = Script> {
    let deed = prop_oneof![4 => Just(Deed::Merge), 1 => Just(Deed::UpdateAny), 2 => Just(Deed::Read)];
    vec(vec(deed, 2..4), 2..4).prop_map(|clients| {
        let mut writing = Writing::default();
        writing.deed("r", Deed::Insert);
        for client in clients {
            writing.branch();
            for deed in client {
                writing.deed("r", deed);
            }
        }
        writing.script()
    })
}

/// Each client writes a row of its own and reads it back.
pub(super) fn own_rows() -> impl Strategy<Value = Script> {
    let write = select(vec![Deed::Replace, Deed::Merge, Deed::UpdateAny]);
    let step = (write, any::<bool>());
    vec(vec(step, 1..4), 2..4).prop_map(|clients| {
        let mut writing = Writing::default();
        let rows = ["r", "s", "t"];
        for row in &rows[..clients.len()] {
            writing.deed(row, Deed::Insert);
        }
        for (client, row) in clients.into_iter().zip(rows) {
            writing.branch();
            for (deed, queries) in client {
                writing.deed(row, deed);
                if queries {
                    writing.query();
                } else {
                    writing.deed(row, Deed::Read);
                }
            }
        }
        writing.script()
    })
}

/// One client writes; the others, which begin when it was answered, read. The first one never reads.
pub(super) fn read_by_others() -> impl Strategy<Value = Script> {
    let write = select(vec![Deed::Replace, Deed::Merge, Deed::UpdateAny]);
    let reads = vec(vec(any::<bool>(), 1..4), 1..3);
    (vec(write, 1..3), reads).prop_map(|(writes, readers)| {
        let mut writing = Writing::default();
        writing.deed("r", Deed::Insert);
        for deed in writes {
            writing.deed("r", deed);
        }
        writing.branch();
        writing.deed("s", Deed::Insert);
        for reader in readers {
            writing.branch();
            for queries in reader {
                if queries {
                    writing.query();
                } else {
                    writing.deed("r", Deed::Read);
                }
            }
        }
        writing.script()
    })
}
