//! Closing steps: what did a history leave behind that it should not have, and what can be reached from elsewhere?
//!
//! Nothing is judged here. The steps are asked of the oracle as well, and a leftover shows as a difference.

use super::dice::Dice;
use tablestakes_reference::history::{Auth, Call, History, Sas, SasScope, Step, Wire};
use tablestakes_reference::table::{Key, Operation, Query};

/// Of the last keys that were written or deleted, so many are read again.
const READ_AGAIN: usize = 3;

/// The history with closing steps: a scan of each of its tables, and one or two looks from elsewhere.
pub(crate) fn closed(mut history: History, dice: &mut Dice) -> History {
    let keys = last_keys(&history);
    for key in keys.iter().filter(|_| dice.one_in(3)) {
        history.steps.push(get(table(0), key.clone()));
    }
    if let Some(key) = keys.get(dice.below(keys.len())).filter(|_| dice.one_in(3)) {
        history.steps.push(from_elsewhere(&history, key, dice));
    }
    for number in 0..history.fixtures {
        let scan = Step::from(Call::Scan { table: table(number), query: Query::default() });
        if history.steps.last() != Some(&scan) {
            history.steps.push(scan);
        }
    }
    history
}

fn get(table: String, key: Key) -> Step {
    Operation::GetEntity { table, key, select: None }.into()
}

fn table(number: u8) -> String {
    if number == 0 { "${table}".to_owned() } else { format!("${{table:{number}}}") }
}

/// The same entity under another table, partition or account, by a signature for something else, by a key that tries to be
/// more than a key.
fn from_elsewhere(history: &History, key: &Key, dice: &mut Dice) -> Step {
    let step = get(table(0), key.clone());
    match dice.below(5) {
        0 if history.fixtures > 1 => get(table(1), key.clone()),
        1 => get(table(0), Key::new(&key.row, &key.partition)),
        2 => step.written(Wire { account: Some("otheraccount".to_owned()), ..Wire::default() }),
        3 => {
            let scope = SasScope::Table { table: "${table}absent".to_owned(), from: None, to: None };
            let sas = Sas::new(scope, "raud");
            step.written(Wire { auth: Auth::Sas { sas: Box::new(sas) }, ..Wire::default() })
        }
        _ => {
            let injected = dice.pick(&["' or RowKey ne '", "') or ('1' eq '1", "',RowKey='"]).unwrap_or("'");
            get(table(0), Key::new(&key.partition, format!("absent{injected}{}", key.row)))
        }
    }
}

/// The keys that the last operations named, each once.
fn last_keys(history: &History) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for step in history.steps.iter().rev() {
        if let Call::Operation { operation } = &step.call {
            note(operation, &mut keys);
        }
    }
    keys.truncate(READ_AGAIN);
    keys
}

fn note(operation: &Operation, keys: &mut Vec<Key>) {
    let key = match operation {
        Operation::WriteEntity { key, .. } | Operation::DeleteEntity { key, .. } => Some(key.clone()),
        Operation::InsertEntity { entity, .. } => {
            entity.partition.clone().zip(entity.row.clone()).map(|(partition, row)| Key::new(partition, row))
        }
        Operation::Batch { operations } => {
            operations.iter().for_each(|held| note(held, keys));
            None
        }
        _ => None,
    };
    keys.extend(key.filter(|key| !keys.contains(key)));
}
