//! The filters of the checks, read by the reference: what is scanned for must be a filter, what is asked for to be
//! refused must be none. A check whose filter is misspelt would pass on everything that refuses it.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tablestakes_reference::history::{Call, History};
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::table::Operation;
use tablestakes_reference::table::filter::{Subject, parse};
use tablestakes_suites::{Check, Source, Suite, catalogue};

fn is_filter(text: &str, subject: Subject) -> bool {
    let broken = Broken::none();
    parse(text, subject, &mut Trace::new(&broken)).is_ok()
}

/// The history of a scripted check, or two hundred of a generated one.
fn histories(check: &Check) -> Vec<History> {
    match check.source {
        Source::Scripted(history) => vec![history()],
        Source::Crowd { .. } => Vec::new(),
        Source::Generated(strategy) => {
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]);
            let mut runner = TestRunner::new_with_rng(Config::default(), rng);
            let strategy = strategy();
            (0..200).map(|_| strategy.new_tree(&mut runner).expect("a history can be drawn").current()).collect()
        }
    }
}

#[test]
fn what_is_scanned_for_is_a_filter() {
    for check in catalogue() {
        for step in histories(&check).into_iter().flat_map(|history| history.steps) {
            let (filter, subject) = match step.call {
                Call::Scan { query, .. } => (query.filter, Subject::Entities),
                Call::ScanTables { query } => (query.filter, Subject::Tables),
                Call::Operation { .. }
                | Call::Raw { .. }
                | Call::Queue { .. }
                | Call::Blob { .. }
                | Call::Wait { .. }
                | Call::Restart => {
                    continue;
                }
            };
            if let Some(filter) = filter {
                assert!(is_filter(&filter, subject), "{}: {filter}", check.id);
            }
        }
    }
}

#[test]
fn single_pages_of_the_query_suite_ask_for_what_is_refused() {
    let mut filters = Vec::new();
    for check in catalogue().into_iter().filter(|check| check.suite == Suite::Query) {
        for step in histories(&check).into_iter().flat_map(|history| history.steps) {
            if let Call::Operation { operation: Operation::QueryEntities { query, .. } } = step.call
                && let Some(filter) = query.filter
                && is_filter(&filter, Subject::Entities)
            {
                filters.push(format!("{}: {filter}", check.id));
            }
        }
    }
    assert!(filters.is_empty(), "{filters:#?}");
}
