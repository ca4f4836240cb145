//! What every history must keep to, scripted or generated. For tests.

use serde_json::Value;
use tablestakes_reference::ServiceName;
use tablestakes_reference::history::symbol::{Piece, Symbol, pieces};
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
            if let Symbol::Table(number) | Symbol::Queue(number) = symbol {
                assert!(number < history.fixtures, "{at}");
                let service = if matches!(symbol, Symbol::Table(_)) { ServiceName::Table } else { ServiceName::Queue };
                assert_eq!(history.service, service, "{at}");
            }
            if let Some(earlier) = symbol.step() {
                assert!(earlier < index, "{at}");
                assert!(returns(&history.steps[earlier], symbol), "{at}");
            }
        }
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
        Symbol::Message { .. } | Symbol::Receipt { .. } | Symbol::Marker(_) => false,
        Symbol::Table(_) | Symbol::Queue(_) | Symbol::Account | Symbol::Base | Symbol::Origin => true,
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

fn has_etag(operation: &Operation) -> bool {
    matches!(operation, Operation::InsertEntity { .. } | Operation::WriteEntity { .. } | Operation::GetEntity { .. })
}
