//! Paging under every page size while rows come and go between the pages.

use super::trouble::{is_allowed_in_keys, key_part};
use super::world::{World, page_of};
use crate::table::steps::{at, delete, insert_or_replace, int, next_page, page, scan_with};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use tablestakes_reference::table::{Key, Operation, Query};

/// What happens between two pages.
#[derive(Debug, Clone, Copy)]
enum Between {
    /// Nothing.
    Nothing,
    /// The row on which the next page begins is deleted.
    DeleteNext,
    /// Some row is deleted.
    Delete(usize),
    /// A row comes directly behind some row.
    Insert(usize),
}

fn between() -> impl Strategy<Value = Between> {
    prop_oneof![
        2 => Just(Between::Nothing),
        2 => Just(Between::DeleteNext),
        1 => (0..12_usize).prop_map(Between::Delete),
        2 => (0..12_usize).prop_map(Between::Insert),
    ]
}

/// A query that is refused and must not disturb the paging.
fn refused() -> impl Strategy<Value = Query> {
    let top = |text: &str| Query { top: Some(text.to_owned()), ..Query::default() };
    let filter = |text: &str| Query { filter: Some(text.to_owned()), ..top("1") };
    select(vec![top("-1"), top("1001"), filter("Number eq"), filter("Number eq null")])
}

/// Rows over up to three partitions, read page by page; and once as a whole.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    let rows = vec((vec(key_part(), 1..5), key_part()), 1..4);
    (rows, 1..4_usize, vec((between(), refused()), 5)).prop_map(|(partitions, top, between)| {
        let mut world = World::default();
        for (rows, partition) in partitions {
            let keys: BTreeSet<Key> = rows.into_iter().map(|row| Key::new(&partition, row)).collect();
            let inserts: Vec<Operation> = keys
                .into_iter()
                .zip(0..)
                .map(|(key, number)| insert_or_replace(key, [("Number", int(number))]))
                .collect();
            world.seed(inserts);
        }
        let query = || Query { top: Some(top.to_string()), ..Query::default() };
        world.read(page(query()));
        let mut last_page = world.next_step() - 1;
        let mut next = page_of(&world, None, top).1.cloned();
        for (between, refused) in between {
            let Some(from) = next.take() else { break };
            world.send_refused(page(refused));
            meddle(&mut world, between, &from);
            world.read(next_page(last_page, query()));
            last_page = world.next_step() - 1;
            next = page_of(&world, Some(&from), top).1.cloned();
        }
        world.read(scan_with(query()));
        world
    })
}

fn meddle(world: &mut World, between: Between, next: &Key) {
    match between {
        Between::Nothing => {}
        Between::DeleteNext => world.send(delete(next.clone(), "*")),
        Between::Delete(number) => {
            if let Some(key) = world.some_row(number).map(|(key, _)| key.clone()) {
                world.send(delete(key, "*"));
            }
        }
        Between::Insert(number) => {
            let behind = world.some_row(number).map(|(key, _)| at(&key.partition, format!("{}0", key.row)));
            if let Some(key) = behind.filter(|key| is_allowed_in_keys(&key.row)) {
                world.send(insert_or_replace(key, [("Number", int(-1))]));
            }
        }
    }
}
