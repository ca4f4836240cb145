//! The checks of the suite.

use super::{connections, transactions, writes};
use crate::check::{Check, Suite};
use crate::define::generated;

const SUITE: Suite = Suite::Faults;

/// The checks of the suite.
pub(crate) fn checks() -> Vec<Check> {
    vec![
        generated!(
            TableConcurrency,
            "table.faults.cut-writes",
            "Writes that break off before they are whole leave nothing, and can be sent again",
            "A body is parsed as it comes in, and nobody asks whether its end came.",
            [TABLE_FAULTS_INCOMPLETE, TABLE_CONCURRENCY_ONE_ORDER],
            writes::cut()
        ),
        generated!(
            TableConcurrency,
            "table.faults.sent-again",
            "Writes whose answer was lost are sent again: refused if they were done, done if not",
            "A request is half done when its handler is cancelled, or answered again from memory.",
            [TABLE_ENTITIES_INSERT_CONFLICT, TABLE_ENTITIES_DELETE_MISSING, TABLE_CONCURRENCY_ONE_ORDER],
            writes::sent_again()
        ),
        generated!(
            TableConcurrency,
            "table.faults.twice",
            "Writes that come in twice at the same time",
            "Both copies are decided on what was there before either.",
            [TABLE_CONCURRENCY_LOST_UPDATE, TABLE_CONCURRENCY_ONE_ORDER],
            writes::twice()
        ),
        generated!(
            TableConcurrency,
            "table.faults.writes",
            "Writes that anything may befall, looked at and sent again",
            "What is not answered is forgotten halfway.",
            [TABLE_CONCURRENCY_ONE_ORDER, TABLE_FAULTS_INCOMPLETE, TABLE_FAULTS_NEXT_REQUEST],
            writes::befallen()
        ),
        generated!(
            TableConcurrency,
            "table.faults.transactions",
            "Transactions whose client goes away are done wholly or not at all",
            "The handler is cancelled between two operations, and nobody takes the first back.",
            [TABLE_FAULTS_WHOLE_OR_NOTHING, TABLE_BATCH_ATOMIC, TABLE_FAULTS_INCOMPLETE],
            transactions::befallen()
        ),
        generated!(
            TableConcurrency,
            "table.faults.next-request",
            "Behind connections that end within a request or an answer, others are answered",
            "A connection of a pool, a lock or a worker is left in the state in which its client went.",
            [TABLE_FAULTS_NEXT_REQUEST],
            connections::given_up()
        ),
        generated!(
            TableConcurrency,
            "table.faults.among-clients",
            "Few clients do everything, connections end, and one order must explain what is told",
            "What is left of a request that nobody waits for gets in the way of those that somebody does.",
            [TABLE_CONCURRENCY_ONE_ORDER, TABLE_FAULTS_WHOLE_OR_NOTHING, TABLE_FAULTS_NEXT_REQUEST],
            connections::among_clients()
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Source;
    use proptest::strategy::{Strategy as _, ValueTree as _};
    use proptest::test_runner::TestRunner;
    use tablestakes_reference::history::History;

    #[test]
    fn something_befalls_almost_every_history_and_never_the_steps_before_branches() {
        let mut runner = TestRunner::deterministic();
        for check in checks() {
            let Source::Generated(strategy) = check.source else { panic!("{} is generated", check.id) };
            let strategy = strategy();
            let histories: Vec<History> = (0..60).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect();
            let befallen = histories.iter().filter(|history| history.all_steps().any(|step| step.wire.fault.is_some()));
            assert!(befallen.count() >= 50, "{}", check.id);
            for history in histories.iter().filter(|history| !history.branches.is_empty()) {
                assert!(history.steps.iter().all(|step| step.wire.fault.is_none()), "{}", check.id);
            }
        }
    }

    #[test]
    fn faults_survive_the_form_of_files() {
        let mut runner = TestRunner::deterministic();
        for check in checks() {
            let Source::Generated(strategy) = check.source else { panic!("{} is generated", check.id) };
            let history = strategy().new_tree(&mut runner).unwrap().current();
            let text = serde_json::to_string(&history).unwrap();
            assert_eq!(serde_json::from_str::<History>(&text).unwrap(), history, "{text}");
        }
    }
}
