//! Keys from the alphabet of trouble through every operation.

use super::rows::{Choice, choice, operation, pool};
use super::trouble::forbidden_part;
use super::world::World;
use crate::table::steps::{StepExt as _, at, delete, get, insert_or_merge, insert_or_replace, scan, scan_all};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::{KeyEncoding, Step};
use tablestakes_reference::table::{Key, Operation};

/// One step of the generator.
#[derive(Debug, Clone)]
enum Move {
    /// A write of some kind, wrong as often as not.
    Write(Choice),
    /// Reads the row with this number.
    Get(usize),
    /// Reads a key that resembles this one but is not there.
    GetLookalike(usize),
    /// Addresses a key that no key may be.
    Forbidden(usize, String),
    /// Finds the row with this number by a filter on both parts of its key.
    Find(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        10 => choice().prop_map(Move::Write),
        2 => (0..42_usize).prop_map(Move::Get),
        3 => (0..42_usize).prop_map(Move::GetLookalike),
        1 => (0..42_usize, forbidden_part()).prop_map(|(key, part)| Move::Forbidden(key, part)),
        2 => (0..42_usize).prop_map(Move::Find),
    ]
}

/// Two rows to begin with, up to fifteen steps on few keys, and a scan of what is left.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    let encodings = vec![KeyEncoding::Standard, KeyEncoding::Minimal, KeyEncoding::LowerHex, KeyEncoding::Everything];
    (pool(), vec((moves(), select(encodings)), 4..16)).prop_map(|(pool, moves)| {
        let mut world = World::default();
        for number in [0, 1] {
            world.send(insert_or_replace(pool.key(number), []));
        }
        for (step, encoding) in moves {
            let write = |step: Step| step.keys_as(encoding);
            match step {
                Move::Write(choice) => {
                    let operation = operation(&world, &pool, &choice);
                    world.send_written(operation, write);
                }
                Move::Get(number) => {
                    let key = world.some_row(number).map_or_else(|| pool.key(number), |(key, _)| key.clone());
                    world.send_written(get(key), write);
                }
                Move::GetLookalike(number) => {
                    let key = pool.absent(&world, number);
                    world.send_written(get(key), write);
                }
                Move::Forbidden(number, part) => {
                    let key = at(pool.key(number).partition, part);
                    world.send_refused(write(Step::from(addressed(number, key))));
                }
                Move::Find(number) => {
                    let key = world.some_row(number).map_or_else(|| pool.key(number), |(key, _)| key.clone());
                    world.read(scan(is_exactly(&key)));
                }
            }
        }
        world.read(scan_all());
        world
    })
}

/// One of the operations that carry the key in the path.
fn addressed(number: usize, key: Key) -> Operation {
    match number % 3 {
        0 => insert_or_replace(key, []),
        1 => insert_or_merge(key, []),
        _ => delete(key, "*"),
    }
}

/// The filter that only this key passes.
pub(super) fn is_exactly(key: &Key) -> String {
    format!("PartitionKey eq {} and RowKey eq {}", quoted(&key.partition), quoted(&key.row))
}

/// A string literal of the filter language.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        assert_eq!(is_exactly(&at("a'b", "")), "PartitionKey eq 'a''b' and RowKey eq ''");
    }
}
