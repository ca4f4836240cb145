//! The checks of the suite.

use super::{paging, soak, transactions, writers};
use crate::check::{Check, Class, Source, Suite};
use crate::define::generated;
use proptest::strategy::Strategy as _;
use tablestakes_reference::rules::{RuleId, id};

const SUITE: Suite = Suite::Concurrency;

/// The checks of the suite.
pub(crate) fn checks() -> Vec<Check> {
    [of_writers(), of_readers(), of_transactions(), of_everything()].concat()
}

fn of_writers() -> Vec<Check> {
    vec![
        generated!(
            TableConcurrency,
            "table.concurrency.one-winner",
            "Several clients change a row under the same ETag",
            "A condition is checked before the lock is taken under which the row is written.",
            [TABLE_CONCURRENCY_LOST_UPDATE, TABLE_CONCURRENCY_ETAG_ONCE],
            writers::under_one_etag()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.inserts",
            "Several clients insert and delete the same rows",
            "That a row is not there is found out before it is inserted.",
            [TABLE_CONCURRENCY_LOST_UPDATE, TABLE_CONCURRENCY_ETAG_ONCE],
            writers::inserting()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.merges",
            "Several clients merge different properties into the same row",
            "A merge reads the row, adds to it, and writes back more than it was given.",
            [
                TABLE_CONCURRENCY_LOST_UPDATE,
                TABLE_CONCURRENCY_ETAG_ONCE,
                TABLE_CONCURRENCY_TIMESTAMP_FORWARD,
                TABLE_CONCURRENCY_STALE_READ
            ],
            writers::merging()
        ),
    ]
}

fn of_readers() -> Vec<Check> {
    vec![
        generated!(
            TableConcurrency,
            "table.concurrency.own-writes",
            "Clients read what they have just written, side by side",
            "Reads are answered from a copy or a cache that writes reach later.",
            [TABLE_CONCURRENCY_STALE_READ],
            writers::own_rows()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.others-writes",
            "Clients read what another has just written",
            "A connection keeps a view of the data for longer than one request.",
            [TABLE_CONCURRENCY_OTHER_CONNECTION],
            writers::read_by_others()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.paging",
            "A query is followed through its pages while other rows come and go",
            "Tokens count rows, or the rows behind a cursor move.",
            [TABLE_CONCURRENCY_CONTINUATION_BY_KEY],
            paging::scanning()
        ),
    ]
}

fn of_transactions() -> Vec<Check> {
    vec![
        generated!(
            TableConcurrency,
            "table.concurrency.torn-transactions",
            "Queries and reads while transactions write several rows",
            "The writes of a transaction are made one by one where others can see them.",
            [TABLE_CONCURRENCY_TORN_READ, TABLE_BATCH_ATOMIC],
            transactions::done()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.refused-transactions",
            "Queries and reads while transactions fail at their last operation",
            "What a transaction wrote is taken back only when it fails.",
            [TABLE_CONCURRENCY_DIRTY_READ, TABLE_BATCH_ATOMIC],
            transactions::refused()
        ),
    ]
}

fn of_everything() -> Vec<Check> {
    vec![
        generated!(
            TableConcurrency,
            "table.concurrency.one-order",
            "Few clients do everything on few rows, and one order must explain it",
            "Each request is right alone, but no order explains them together.",
            [
                TABLE_CONCURRENCY_ONE_ORDER,
                TABLE_CONCURRENCY_LOST_UPDATE,
                TABLE_CONCURRENCY_TORN_READ,
                TABLE_CONCURRENCY_ETAG_ONCE
            ],
            soak::few_clients()
        ),
        generated!(
            TableConcurrency,
            "table.concurrency.soak",
            "Many clients do everything on several partitions",
            "What goes wrong seldom shows only where much is going on.",
            [
                TABLE_CONCURRENCY_ONE_ORDER,
                TABLE_CONCURRENCY_LOST_UPDATE,
                TABLE_CONCURRENCY_TORN_READ,
                TABLE_CONCURRENCY_STALE_READ,
                TABLE_CONCURRENCY_OTHER_CONNECTION
            ],
            soak::many_clients()
        ),
    ]
}

/// A check that a stress run has beside those of the catalogue: as many clients on one partition, window after window.
pub fn stress(partition: u16, clients: u16) -> Check {
    const RULES: &[RuleId] = &[
        id::TABLE_CONCURRENCY_ONE_ORDER,
        id::TABLE_CONCURRENCY_LOST_UPDATE,
        id::TABLE_CONCURRENCY_TORN_READ,
        id::TABLE_CONCURRENCY_STALE_READ,
        id::TABLE_CONCURRENCY_OTHER_CONNECTION,
    ];
    Check {
        // There are as many as the run has partitions.
        id: Box::leak(format!("table.stress.partition-{partition}").into_boxed_str()),
        suite: SUITE,
        class: Class::TableConcurrency,
        title: "Many clients do everything on a partition for a long time",
        why: "What goes wrong seldom shows only where much is going on for long.",
        rules: RULES,
        source: Source::Crowd {
            strategy: |clients| soak::window(clients).prop_map(|script| script.history("table.stress", RULES)).boxed(),
            clients,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;
    use std::collections::BTreeSet;
    use tablestakes_reference::history::symbol::{Piece, pieces};
    use tablestakes_reference::history::{Call, History, Step};
    use tablestakes_reference::table::{EntityBody, Operation};

    fn drawn() -> impl Iterator<Item = (&'static str, History)> {
        let mut runner = TestRunner::deterministic();
        checks().into_iter().flat_map(move |check| {
            let Source::Generated(strategy) = check.source else { panic!("{} is generated", check.id) };
            let strategy = strategy();
            let histories: Vec<_> =
                (0..60).map(|_| (check.id, strategy.new_tree(&mut runner).unwrap().current())).collect();
            histories
        })
    }

    fn bodies(step: &Step) -> Vec<&EntityBody> {
        let body = |operation| match operation {
            &Operation::InsertEntity { ref entity, .. } | &Operation::WriteEntity { ref entity, .. } => Some(entity),
            _ => None,
        };
        match &step.call {
            Call::Operation { operation: Operation::Batch { operations } } => {
                operations.iter().filter_map(body).collect()
            }
            Call::Operation { operation } => body(operation).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_value_is_written_once() {
        for (id, history) in drawn() {
            let mut seen = BTreeSet::new();
            for (place, step) in history.all_steps().enumerate() {
                for (part, body) in bodies(step).into_iter().enumerate() {
                    for property in &body.properties {
                        let written = format!("{:?} {:?}", body.row, property);
                        assert!(seen.insert(written.clone()), "{id}: {written} in step {place}, part {part}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_refer_to_what_came_before_and_to_their_own_branch() {
        for (id, history) in drawn() {
            assert!((2..=8).contains(&history.branches.len()), "{id}");
            let mut at = history.steps.len();
            for branch in &history.branches {
                for (place, step) in branch.iter().enumerate() {
                    let text = serde_json::to_string(step).unwrap();
                    let symbols = pieces(&text).into_iter().filter_map(|piece| match piece {
                        Piece::Symbol(symbol) => symbol.step(),
                        Piece::Text(_) => None,
                    });
                    for referred in symbols {
                        let own = (at..at + place).contains(&referred);
                        assert!(
                            own || referred < history.steps.len(),
                            "{id}: step {} refers to {referred}",
                            at + place
                        );
                    }
                }
                at += branch.len();
            }
        }
    }
}
