//! Entity group transactions with one wrong operation at every position, and what they leave behind.

use super::rows::{Choice, Wrong, any_wrong, right_choice, right_on, wrong_on};
use super::trouble::key_part;
use super::world::World;
use crate::table::steps::{StepExt as _, at, batch, boolean, insert, insert_or_merge, insert_or_replace, scan_all};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tablestakes_reference::history::Step;
use tablestakes_reference::table::{Key, Operation};

/// What is wrong with a batch.
#[derive(Debug, Clone)]
pub(super) enum Flaw {
    /// Nothing.
    None,
    /// One operation is, in this way.
    Operation(Wrong, Choice),
    /// It addresses an entity twice.
    Twice,
    /// It addresses a second partition.
    OtherPartition,
}

/// One batch before it is known what it meets.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    rows: Vec<usize>,
    choices: Vec<Choice>,
    flaw: Flaw,
    position: usize,
    line_feeds: bool,
    patch: bool,
}

pub(super) fn drafts() -> impl Strategy<Value = Draft> {
    let flaw = prop_oneof![
        5 => Just(Flaw::None),
        9 => (any_wrong(), right_choice()).prop_map(|(wrong, choice)| Flaw::Operation(wrong, choice)),
        2 => Just(Flaw::Twice),
        2 => Just(Flaw::OtherPartition),
    ];
    (vec(0..6_usize, 1..6), vec(right_choice(), 6), flaw, 0..6_usize, any::<bool>(), any::<bool>()).prop_map(
        |(rows, choices, flaw, position, line_feeds, patch)| Draft { rows, choices, flaw, position, line_feeds, patch },
    )
}

/// Some rows, then batches, with scans after some and at the end, so that a batch which is half done shows.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    let pool = (key_part(), vec(key_part(), 6));
    (pool, vec(0..6_usize, 1..3), vec((drafts(), prop::bool::weighted(0.3)), 2..6)).prop_map(
        |((partition, rows), seeded, drafts)| {
            let keys: Vec<Key> = rows.iter().map(|row| Key::new(&partition, row)).collect();
            let seeded: BTreeSet<&Key> = seeded.into_iter().map(|row| &keys[row]).collect();
            let mut world = World::default();
            world.seed(seeded.into_iter().map(|key| insert(key.clone(), [("Seeded", boolean(true))])));
            for (draft, looked_at) in drafts {
                let operations = compose(&world, &keys, &draft);
                world.send_written(batch(operations), |step: Step| {
                    let step = if draft.line_feeds { step.bare_line_feeds() } else { step };
                    if draft.patch { step.patched() } else { step }
                });
                if looked_at {
                    world.read(scan_all());
                }
            }
            world.read(scan_all());
            world
        },
    )
}

/// The operations of a batch: right ones on distinct rows, and the flaw in its place among them.
pub(super) fn compose(world: &World, keys: &[Key], draft: &Draft) -> Vec<Operation> {
    let rows: BTreeSet<&Key> = draft.rows.iter().map(|row| &keys[row % keys.len()]).collect();
    let mut operations: Vec<Operation> =
        rows.iter().zip(&draft.choices).map(|(key, choice)| right_on(world, (*key).clone(), choice)).collect();
    let place = draft.position % rows.len();
    let key = rows.iter().nth(place).map_or_else(|| keys[0].clone(), |key| (*key).clone());
    match &draft.flaw {
        Flaw::None => {}
        Flaw::Operation(kind, choice) => operations[place] = wrong_on(world, key, *kind, choice),
        Flaw::Twice => operations.insert(place + 1, insert_or_merge(key, [("Twice", boolean(true))])),
        Flaw::OtherPartition => {
            operations.insert(
                place + 1,
                insert_or_replace(at(if key.partition == "other" { "another" } else { "other" }, key.row), []),
            );
        }
    }
    operations
}
