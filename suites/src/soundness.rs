//! What every history must keep to, scripted or generated. For tests.

use crate::check::{Check, Source};
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use tablestakes_reference::ServiceName;
use tablestakes_reference::blob;
use tablestakes_reference::history::symbol::{Piece, Symbol, Told, pieces};
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::queue::Ask;
use tablestakes_reference::table::Operation;

/// Asserts that every symbol refers to an earlier step, of a kind that returns what is referred to, and to tables that
/// the history has.
pub(crate) fn assert_symbols_are_bound(name: &str, history: &History) {
    for (index, step) in history.steps.iter().enumerate() {
        let mut symbols = Vec::new();
        collect(&serde_json::to_value(step).unwrap(), &mut symbols);
        for symbol in symbols {
            let at = format!("{name}: {symbol} in step {index}");
            let fixture = match symbol {
                Symbol::Table(number) => Some((number, ServiceName::Table)),
                Symbol::Queue(number) => Some((number, ServiceName::Queue)),
                Symbol::Container(number) => Some((number, ServiceName::Blob)),
                _ => None,
            };
            if let Some((number, service)) = fixture {
                assert!(number < history.fixtures, "{at}");
                assert_eq!(history.service, service, "{at}");
            }
            if let Some(earlier) = symbol.step() {
                assert!(earlier < index, "{at}");
                assert!(returns(&history.steps[earlier], symbol), "{at}");
            }
        }
    }
}

/// So many of what a strategy draws, always the same.
pub(crate) fn drawn<S: Strategy>(strategy: &S, count: usize) -> Vec<S::Value> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// So many histories of each of these checks that draws some.
pub(crate) fn generated_histories(
    checks: Vec<Check>,
    count: usize,
) -> impl Iterator<Item = (&'static str, Vec<History>)> {
    checks.into_iter().filter_map(move |check| match check.source {
        Source::Generated(strategy) => Some((check.id, drawn(&strategy(), count))),
        Source::Scripted(_) | Source::Crowd { .. } => None,
    })
}

/// Asserts that one seed gives the same histories each time, and not one history again and again.
pub(crate) fn assert_seeds_decide(checks: fn() -> Vec<Check>) {
    for ((id, first), (_, second)) in generated_histories(checks(), 20).zip(generated_histories(checks(), 20)) {
        assert!(first == second, "{id}");
        assert!(first.windows(2).any(|pair| pair[0] != pair[1]), "{id} draws the same again and again");
    }
}

fn collect(value: &Value, symbols: &mut Vec<Symbol>) {
    match value {
        Value::String(text) => symbols.extend(pieces(text).into_iter().filter_map(|piece| match piece {
            Piece::Symbol(symbol) => Some(symbol),
            Piece::Text(_) => None,
        })),
        Value::Array(items) => items.iter().for_each(|item| collect(item, symbols)),
        Value::Object(members) => members.values().for_each(|member| collect(member, symbols)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a step of this kind can return what the symbol stands for.
fn returns(step: &Step, symbol: Symbol) -> bool {
    let operation = match &step.call {
        Call::Operation { operation } => operation,
        Call::Queue { ask } => return returned_by_queue(ask, symbol),
        Call::Blob { ask } => return returned_by_blob(ask, symbol),
        _ => return false,
    };
    match symbol {
        Symbol::ETag { part: None, .. } => has_etag(operation),
        Symbol::ETag { part: Some(part), .. } => match operation {
            Operation::Batch { operations } => operations.get(part).is_some_and(has_etag),
            _ => false,
        },
        Symbol::NextPartition(_) | Symbol::NextRow(_) => matches!(operation, Operation::QueryEntities { .. }),
        Symbol::NextTable(_) => matches!(operation, Operation::QueryTables { .. }),
        Symbol::Message { .. } | Symbol::Receipt { .. } | Symbol::Marker(_) | Symbol::Told { .. } => false,
        Symbol::Table(_)
        | Symbol::Queue(_)
        | Symbol::Container(_)
        | Symbol::Account
        | Symbol::Base
        | Symbol::Origin => true,
    }
}

fn returned_by_queue(ask: &Ask, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Message { .. } => {
            matches!(ask, Ask::PutMessage { .. } | Ask::GetMessages { .. } | Ask::PeekMessages { .. })
        }
        Symbol::Receipt { .. } => {
            matches!(ask, Ask::PutMessage { .. } | Ask::GetMessages { .. } | Ask::UpdateMessage { .. })
        }
        Symbol::Marker(_) => matches!(ask, Ask::ListQueues { .. }),
        _ => false,
    }
}

fn returned_by_blob(ask: &blob::Ask, symbol: Symbol) -> bool {
    use blob::Operation;
    let operation = ask.operation;
    match symbol {
        Symbol::Marker(_) => matches!(
            operation,
            Operation::ListContainers | Operation::ListBlobs | Operation::FindBlobsByTags | Operation::GetPageRanges
        ),
        Symbol::ETag { part: None, .. } | Symbol::Told { what: Told::Modified, .. } => {
            ask.container.is_some() && !matches!(operation, Operation::PutBlock | Operation::PutBlockFromUrl)
        }
        Symbol::Told { what, .. } => match what {
            Told::Lease => matches!(operation, Operation::LeaseBlob | Operation::LeaseContainer),
            Told::Snapshot => operation == Operation::SnapshotBlob,
            Told::Copy => matches!(operation, Operation::CopyBlob | Operation::GetBlob | Operation::GetBlobProperties),
            Told::Version | Told::Modified => true,
        },
        _ => false,
    }
}

fn has_etag(operation: &Operation) -> bool {
    matches!(operation, Operation::InsertEntity { .. } | Operation::WriteEntity { .. } | Operation::GetEntity { .. })
}
