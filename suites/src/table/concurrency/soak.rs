//! Everything at once: few clients on few rows, and many on several partitions.

use super::clients::{Deed, PARTITION, Writing, operation, whole};
use crate::define::Script;
use crate::table::steps::batch;
use proptest::collection::vec;
use proptest::prelude::*;

const ROWS: [&str; 3] = ["r", "s", "t"];

/// What a client does next.
#[derive(Debug, Clone, Copy)]
enum Next {
    /// To this row.
    One(usize, Deed),
    /// An update of the row under the ETag of the client's last write to it, or of the row's first.
    Conditional(usize, bool),
    /// A transaction on this row and the next.
    Both(usize),
    /// A query for the partition.
    Query,
}

fn next() -> impl Strategy<Value = Next> {
    let deed = prop_oneof![
        1 => Just(Deed::Insert),
        1 => Just(Deed::Replace),
        2 => Just(Deed::Merge),
        1 => Just(Deed::UpdateAny),
        1 => Just(Deed::DeleteAny),
        4 => Just(Deed::Read),
    ];
    let row = || 0..ROWS.len();
    prop_oneof![
        6 => (row(), deed).prop_map(|(row, deed)| Next::One(row, deed)),
        2 => (row(), any::<bool>()).prop_map(|(row, merges)| Next::Conditional(row, merges)),
        1 => row().prop_map(Next::Both),
        2 => Just(Next::Query),
    ]
}

fn client(writing: &mut Writing, partition: &str, first: &[usize], steps: Vec<Next>) {
    writing.branch();
    let mut known: Vec<usize> = first.to_vec();
    for next in steps {
        let step = writing.next();
        match next {
            Next::One(row, deed) => {
                writing.step(operation(partition, ROWS[row], deed, step, 0));
                if matches!(deed, Deed::Replace | Deed::Merge) {
                    known[row] = step;
                }
            }
            Next::Conditional(row, merges) => {
                let under = known[row];
                let deed = if merges { Deed::MergeUnder(under) } else { Deed::Update(under) };
                writing.step(operation(partition, ROWS[row], deed, step, 0));
            }
            Next::Both(row) => {
                let rows = [ROWS[row], ROWS[(row + 1) % ROWS.len()]];
                let parts = rows.iter().enumerate();
                writing.step(batch(parts.map(|(part, row)| operation(partition, row, Deed::Replace, step, part))));
            }
            Next::Query => drop(writing.step(whole(partition))),
        }
    }
}

fn before(writing: &mut Writing, partition: &str) -> Vec<usize> {
    let mut steps = Vec::with_capacity(ROWS.len());
    for row in ROWS {
        let step = writing.next();
        steps.push(writing.step(operation(partition, row, Deed::Insert, step, 0)));
    }
    steps
}

/// Two or three clients, a few steps each.
pub(in crate::table) fn few_clients() -> impl Strategy<Value = Script> {
    vec(vec(next(), 2..5), 2..4).prop_map(|clients| {
        let mut writing = Writing::default();
        let first = before(&mut writing, PARTITION);
        for steps in clients {
            client(&mut writing, PARTITION, &first, steps);
        }
        writing.script()
    })
}

/// Steps that each client takes in a window of a stress run: many enough that setting up does not count, few enough that
/// the window is judged in a moment.
const WINDOW: usize = 60;

/// So many clients on one partition, one window long.
pub(super) fn window(clients: u16) -> impl Strategy<Value = Script> {
    vec(vec(next(), WINDOW), usize::from(clients)).prop_map(|clients| {
        let mut writing = Writing::default();
        let first = before(&mut writing, PARTITION);
        for steps in clients {
            client(&mut writing, PARTITION, &first, steps);
        }
        writing.script()
    })
}

/// Six clients, two to a partition, a dozen steps each.
pub(super) fn many_clients() -> impl Strategy<Value = Script> {
    vec(vec(next(), 8..13), 6).prop_map(|clients| {
        let partitions = ["p", "q", "r"];
        let mut writing = Writing::default();
        let first = partitions.map(|partition| before(&mut writing, partition));
        for (number, steps) in clients.into_iter().enumerate() {
            let place = number % partitions.len();
            client(&mut writing, partitions[place], &first[place], steps);
        }
        writing.script()
    })
}
