//! The symbols that a step holds: which steps and parts it refers to, and writing them anew.

use tablestakes_reference::history::symbol::{Piece, Symbol, literal, pieces};
use tablestakes_reference::history::{AlteredValue, Auth, Call, Content, Sas, SasScope, Step};
use tablestakes_reference::table::{Operation, Token};

/// Calls `each` with every text of the step that may hold symbols.
pub(crate) fn texts(step: &mut Step, each: &mut impl FnMut(&mut String)) {
    match &mut step.call {
        Call::Operation { operation } => in_operation(operation, each),
        Call::Scan { table, .. } => each(table),
        Call::ScanTables { query } => query.filter.iter_mut().for_each(&mut *each),
        Call::Queue { ask } => ask.texts(each),
        Call::Blob { ask } => ask.texts(each),
        Call::Wait { .. } | Call::Restart => {}
        Call::Raw { request } => {
            each(&mut request.target);
            request.headers.iter_mut().for_each(|(_, value)| each(value));
            if let Content::Text { text } = &mut request.body {
                each(text);
            }
        }
    }
    match &mut step.wire.auth {
        Auth::SignedForPath { path: text } | Auth::SignedOver { value: text, .. } => each(text),
        Auth::Sas { sas } => in_signature(sas, each),
        _ => {}
    }
    step.wire.headers.iter_mut().filter_map(|(_, value)| value.as_mut()).for_each(each);
}

fn in_signature(sas: &mut Sas, each: &mut impl FnMut(&mut String)) {
    match &mut sas.scope {
        SasScope::Account { .. } => {}
        SasScope::Table { table: name, .. }
        | SasScope::Queue { queue: name }
        | SasScope::Container { container: name } => each(name),
        SasScope::Blob { container, blob } => {
            each(container);
            each(blob);
        }
    }
    sas.further.iter_mut().for_each(|(_, value)| each(value));
    for parameter in &mut sas.altered {
        if let AlteredValue::Other { value } = &mut parameter.sent {
            each(value);
        }
    }
}

fn in_operation(operation: &mut Operation, each: &mut impl FnMut(&mut String)) {
    match operation {
        Operation::QueryTables { query, next_table } => {
            query.filter.iter_mut().for_each(&mut *each);
            next_table.iter_mut().for_each(each);
        }
        Operation::GetTable { table }
        | Operation::CreateTable { table, .. }
        | Operation::DeleteTable { table }
        | Operation::GetEntity { table, .. }
        | Operation::InsertEntity { table, .. } => each(table),
        Operation::QueryEntities { table, next, .. } => {
            each(table);
            if let Some(Token { partition, row }) = next {
                each(partition);
                row.iter_mut().for_each(each);
            }
        }
        Operation::WriteEntity { table, if_match, .. } | Operation::DeleteEntity { table, if_match, .. } => {
            each(table);
            if_match.iter_mut().for_each(each);
        }
        Operation::Batch { operations } => operations.iter_mut().for_each(|held| in_operation(held, each)),
    }
}

/// Every symbol of a step.
pub(crate) fn symbols(step: &Step) -> Vec<Symbol> {
    let mut found = Vec::new();
    texts(&mut step.clone(), &mut |text| {
        found.extend(pieces(text).into_iter().filter_map(|piece| match piece {
            Piece::Symbol(symbol) => Some(symbol),
            Piece::Text(_) => None,
        }));
    });
    found
}

/// Replaces the symbols of a step. Texts without symbols that change stay as they are written.
pub(crate) fn rewrite(step: &mut Step, replace: impl Fn(Symbol) -> Symbol) {
    texts(step, &mut |text| {
        let held = pieces(text);
        let changes = held.iter().any(|piece| matches!(piece, Piece::Symbol(symbol) if replace(*symbol) != *symbol));
        if changes {
            let written = held.iter().map(|piece| match piece {
                // What stands for itself must not become a symbol by what follows it.
                Piece::Text(text) => literal(text),
                Piece::Symbol(symbol) => replace(*symbol).to_string(),
            });
            *text = written.collect();
        }
    });
}
