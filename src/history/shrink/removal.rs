//! Taking steps, operations, faults and tables away, with everything that refers to them.

use super::references::{rewrite, symbols};
use std::ops::Range;
use tablestakes_reference::history::symbol::Symbol;
use tablestakes_reference::history::{Call, History, Step};
use tablestakes_reference::table::Operation;

/// The history without these steps, and without those that refer to them.
pub(crate) fn without_steps(history: &History, removed: Range<usize>) -> History {
    without(history, |step, _| removed.contains(&step), |symbol| symbol)
}

/// How many operations the transaction in this step has; 0 if it is none.
pub(super) fn operations(history: &History, step: usize) -> usize {
    match history.all_steps().nth(step).map(|step| &step.call) {
        Some(Call::Operation { operation: Operation::Batch { operations } }) => operations.len(),
        _ => 0,
    }
}

/// The history without these operations of a transaction, and without the steps that refer to them. One is left.
pub(super) fn without_operations(history: &History, step: usize, removed: Range<usize>) -> Option<History> {
    if removed.len() >= operations(history, step) {
        return None;
    }
    let mut smaller = history.clone();
    let Call::Operation { operation: Operation::Batch { operations } } = &mut smaller.all_steps_mut().nth(step)?.call
    else {
        return None;
    };
    operations.drain(removed.clone());
    let refers = |symbol: &Symbol| matches!(symbol, Symbol::ETag { step: at, part: Some(part) } if *at == step && removed.contains(part));
    let moved = |symbol| match symbol {
        Symbol::ETag { step: at, part: Some(part) } if at == step && part >= removed.end => {
            Symbol::ETag { step, part: Some(part - removed.len()) }
        }
        symbol => symbol,
    };
    Some(without(&smaller, |_, symbols| symbols.iter().any(refers), moved))
}

/// The history with nothing befalling this step; none if nothing does.
pub(super) fn without_fault(history: &History, step: usize) -> Option<History> {
    let mut smaller = history.clone();
    smaller.all_steps_mut().nth(step)?.wire.fault.take()?;
    Some(smaller)
}

/// The history without its last table, if nothing names it.
pub(super) fn without_last_table(history: &History) -> Option<History> {
    let last = history.fixtures.checked_sub(1)?;
    let named = history
        .all_steps()
        .flat_map(symbols)
        .any(|symbol| [Symbol::Table(last), Symbol::Queue(last), Symbol::Container(last)].contains(&symbol));
    (!named).then(|| History { fixtures: last, ..history.clone() })
}

/// Removes the steps for which `goes` holds and those that refer to removed ones; replaces and renumbers symbols.
fn without(history: &History, goes: impl Fn(usize, &[Symbol]) -> bool, replace: impl Fn(Symbol) -> Symbol) -> History {
    // The place that each step moves to.
    let mut places: Vec<Option<usize>> = Vec::with_capacity(history.steps.len());
    let mut kept_before = 0;
    let mut keep = |step: &Step| {
        let held = symbols(step);
        let orphaned = held.iter().filter_map(|symbol| symbol.step()).any(|at| matches!(places.get(at), Some(None)));
        if orphaned || goes(places.len(), &held) {
            places.push(None);
            return None;
        }
        let mut kept = step.clone();
        rewrite(&mut kept, |symbol| {
            let symbol = replace(symbol);
            match symbol.step().and_then(|at| places.get(at).copied().flatten()) {
                Some(place) => symbol.at_step(place),
                None => symbol,
            }
        });
        places.push(Some(kept_before));
        kept_before += 1;
        Some(kept)
    };
    let steps = history.steps.iter().filter_map(&mut keep).collect();
    let branches = history.branches.iter().map(|branch| branch.iter().filter_map(&mut keep).collect::<Vec<_>>());
    let branches = branches.filter(|branch| !branch.is_empty()).collect();
    History { steps, branches, ..history.clone() }
}
