//! Everything at once: writes, reads, batches, queries and tables that are not there, on few keys.

use super::batch::{Draft, compose, drafts};
use super::keys::{is_exactly, quoted};
use super::rows::{Choice, choice, operation, pool};
use super::world::World;
use crate::table::steps::{
    StepExt as _, batch, create_table, delete_table, get, get_table, insert, on, page, scan, scan_all, scan_with, table,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::{Metadata, Step};
use tablestakes_reference::table::{Key, Operation, Query};

/// One step of the generator.
#[derive(Debug, Clone)]
enum Move {
    /// A write of some kind, wrong as often as not.
    Write(Choice, Metadata),
    /// Reads a row, there or not.
    Get(usize, bool, Metadata),
    /// A batch, with or without a flaw.
    Batch(usize, Draft),
    /// Finds one row by its key.
    Find(usize),
    /// A partition as a whole.
    Partition(usize),
    /// Everything, in pages of this size.
    Pages(usize),
    /// Something that is refused.
    Refused(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    let level = || select(vec![Metadata::None, Metadata::Minimal, Metadata::Full]);
    prop_oneof![
        10 => (choice(), level()).prop_map(|(choice, level)| Move::Write(choice, level)),
        3 => (0..42_usize, any::<bool>(), level()).prop_map(|(key, there, level)| Move::Get(key, there, level)),
        3 => (0..42_usize, drafts()).prop_map(|(key, draft)| Move::Batch(key, draft)),
        1 => (0..42_usize).prop_map(Move::Find),
        1 => (0..42_usize).prop_map(Move::Partition),
        1 => (1..4_usize).prop_map(Move::Pages),
        3 => (0..42_usize).prop_map(Move::Refused),
    ]
}

/// Up to eleven steps, and a scan of what is left.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    (pool(), vec(moves(), 3..12)).prop_map(|(pool, moves)| {
        let mut world = World::default();
        for step in moves {
            match step {
                Move::Write(choice, level) => {
                    let operation = operation(&world, &pool, &choice);
                    world.send_written(operation, |step: Step| step.metadata(level));
                }
                Move::Get(number, there, level) => {
                    let present = world.some_row(number).filter(|_| there).map(|(key, _)| key.clone());
                    let key = present.unwrap_or_else(|| pool.absent(&world, number));
                    world.send_written(get(key), |step: Step| step.metadata(level));
                }
                Move::Batch(number, draft) => {
                    let key = pool.key(number);
                    let keys: Vec<Key> =
                        (0..3).map(|place| Key::new(&key.partition, pool.key(number + place * 2).row)).collect();
                    world.send(batch(compose(&world, &keys, &draft)));
                }
                Move::Find(number) => world.read(scan(is_exactly(&pool.key(number)))),
                Move::Partition(number) => {
                    world.read(scan(format!("PartitionKey eq {}", quoted(&pool.key(number).partition))));
                }
                Move::Pages(top) => {
                    world.read(scan_with(Query { top: Some(top.to_string()), ..Query::default() }));
                }
                Move::Refused(number) => world.send_refused(refused(number, &pool.key(number))),
            }
        }
        world.read(scan_all());
        world
    })
}

/// One of the requests that are refused whatever the table holds.
fn refused(number: usize, key: &Key) -> Operation {
    let absent = format!("{}absent", table(0));
    let filter = |text: &str| page(Query { filter: Some(text.to_owned()), ..Query::default() });
    match number % 9 {
        0 => on(absent, get(key.clone())),
        1 => on(absent, insert(key.clone(), [])),
        2 => on(absent, page(Query::default())),
        3 => delete_table(absent),
        4 => get_table(absent),
        5 => create_table(table(0)),
        6 => create_table("not_a_name"),
        7 => filter("A eq 1'invalid'"),
        _ => page(Query { top: Some("1001".to_owned()), ..Query::default() }),
    }
}
