//! Tables that come and go under names that resemble each other, with rows in them.

use crate::define::{Script, on_several};
use crate::table::steps::{
    at, batch, create_table, delete_table, get, get_table, insert, insert_or_replace, int, list_tables, on, update,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tablestakes_reference::history::{Call, Step};
use tablestakes_reference::table::{Operation, Query};

/// The ends of the names: one is the beginning of another, and each is spelt in two ways.
const ENDS: [[&str; 2]; 3] = [["x", "X"], ["xy", "xY"], ["z", "Z"]];

/// One step of the generator, on the table with this number in this spelling.
#[derive(Debug, Clone, Copy)]
enum Move {
    Create,
    Delete,
    Get,
    List,
    Insert(u8),
    Upsert(u8),
    Update(u8),
    Transaction(u8),
    GetRow(u8),
    Scan,
}

fn moves() -> impl Strategy<Value = (Move, usize, usize)> {
    let step = prop_oneof![
        5 => Just(Move::Create),
        3 => Just(Move::Delete),
        2 => Just(Move::Get),
        1 => Just(Move::List),
        3 => (0..3_u8).prop_map(Move::Insert),
        1 => (0..3_u8).prop_map(Move::Upsert),
        1 => (0..3_u8).prop_map(Move::Update),
        1 => (0..3_u8).prop_map(Move::Transaction),
        2 => (0..3_u8).prop_map(Move::GetRow),
        2 => Just(Move::Scan),
    ];
    (step, 0..ENDS.len(), 0..2_usize)
}

/// Up to fourteen steps, then every table scanned and all of them listed.
pub(super) fn scripts() -> impl Strategy<Value = Script> {
    vec(moves(), 4..15).prop_map(|moves| on_several(1, steps(&moves).into_iter().map(|(step, _)| step).collect()))
}

/// The steps, and of each whether it is refused as far as is known.
fn steps(moves: &[(Move, usize, usize)]) -> Vec<(Step, bool)> {
    let mut held: BTreeMap<usize, BTreeSet<u8>> = BTreeMap::new();
    let mut steps: Vec<(Step, bool)> = Vec::with_capacity(moves.len() + 4);
    for &(step, number, spelling) in moves {
        let name = format!("${{table}}{}", ENDS[number][spelling]);
        let key = |row: u8| at("p", row.to_string());
        let exists = held.contains_key(&number);
        let has = |row: u8| held.get(&number).is_some_and(|rows| rows.contains(&row));
        let value = [("A", int(i32::try_from(steps.len()).unwrap_or(i32::MAX)))];
        let (step, refused): (Step, bool) = match step {
            Move::Create => (create_table(name).into(), exists),
            Move::Delete => (delete_table(name).into(), !exists),
            Move::Get => (get_table(name).into(), !exists),
            Move::List => (list_tables().into(), false),
            Move::Insert(row) => (on(name, insert(key(row), value)).into(), !exists || has(row)),
            Move::Upsert(row) => (on(name, insert_or_replace(key(row), value)).into(), !exists),
            Move::Update(row) => (on(name, update(key(row), "*", value)).into(), !has(row)),
            Move::Transaction(row) => (on(name, transaction(row)).into(), !exists),
            Move::GetRow(row) => (on(name, get(key(row))).into(), !has(row)),
            Move::Scan => (Call::Scan { table: name, query: Query::default() }.into(), !exists),
        };
        if !refused {
            match moves[steps.len()].0 {
                Move::Create => drop(held.insert(number, BTreeSet::new())),
                Move::Delete => drop(held.remove(&number)),
                Move::Insert(row) | Move::Upsert(row) => drop(held.entry(number).or_default().insert(row)),
                Move::Transaction(row) => held.entry(number).or_default().extend([row, row + 1]),
                Move::Get | Move::List | Move::Update(_) | Move::GetRow(_) | Move::Scan => {}
            }
        }
        steps.push((step, refused));
    }
    for ends in ENDS {
        let table = format!("${{table}}{}", ends[0]);
        steps.push((Call::Scan { table, query: Query::default() }.into(), false));
    }
    steps.push((list_tables().into(), false));
    steps
}

/// Two rows at once.
fn transaction(row: u8) -> Operation {
    batch([row, row + 1].map(|row| insert_or_replace(at("p", row.to_string()), [])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    #[test]
    fn a_third_of_the_drawn_steps_is_refused_and_not_nearly_all() {
        let mut runner = TestRunner::deterministic();
        let (mut all, mut refused) = (0, 0);
        for _ in 0..200 {
            let moves = vec(moves(), 4..15).new_tree(&mut runner).unwrap().current();
            let drawn = steps(&moves);
            all += moves.len();
            refused += drawn[..moves.len()].iter().filter(|(_, refused)| *refused).count();
        }
        assert!(refused * 3 >= all && refused * 4 <= all * 3, "{refused} of {all}");
    }
}
