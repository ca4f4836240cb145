//! Appends under conditions that hold and others, snapshots between them, and a seal.

use super::{SUITE, at, at_most_long};
use crate::blob::steps::{
    AskExt as _, StepExt as _, append, create_append, get, head, seal, set_metadata, snapshot, told,
};
use crate::check::Check;
use crate::define::generated;
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::{Symbol, Told};

/// The generated checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![generated!(
        BlobAppend,
        "blob.append-blobs.generated",
        "Blocks are appended at the end and elsewhere, under conditions that hold and others, until the blob is sealed",
        "Place and length are counted by hand, and one of them is counted too late.",
        [
            BLOB_APPEND_TOLD,
            BLOB_APPEND_POSITION,
            BLOB_APPEND_MAX_SIZE,
            BLOB_APPEND_COUNT_SHOWN,
            BLOB_APPEND_SEALED,
            BLOB_CONDITIONS_IF_MATCH
        ],
        histories().prop_map(|drawing| {
            let later = |step: Step| step.version(Version::V2019_12_12);
            drawing.into_steps().into_iter().map(later).collect::<Vec<Step>>()
        })
    )]
}

#[derive(Debug, Clone)]
enum Move {
    Append(u32),
    /// At the end, or this far from it.
    At(u32, i64),
    /// So that it fits, or is this much too long.
    Fitting(u32, i64),
    /// With the present ETag, or with one that is stale.
    Tagged(u32, bool),
    Metadata,
    Snapshot,
    Read(Option<usize>),
    Head,
    Seal,
    Again,
}

fn moves() -> impl Strategy<Value = Move> {
    let off = prop_oneof![2 => Just(0_i64), 1 => Just(1_i64), 2 => Just(-1_i64)];
    let beyond = prop_oneof![2 => Just(0_i64), 3 => Just(1_i64)];
    prop_oneof![
        4 => (1..40_u32).prop_map(Move::Append),
        5 => (1..40_u32, off).prop_map(|(length, off)| Move::At(length, off)),
        4 => (2..40_u32, beyond).prop_map(|(length, beyond)| Move::Fitting(length, beyond)),
        4 => (1..40_u32, prop::bool::weighted(0.4)).prop_map(|(length, right)| Move::Tagged(length, right)),
        1 => Just(Move::Metadata),
        2 => Just(Move::Snapshot),
        2 => proptest::option::of(0..3_usize).prop_map(Move::Read),
        1 => Just(Move::Head),
        1 => Just(Move::Seal),
        1 => Just(Move::Again),
    ]
}

#[derive(Debug, Default)]
struct World {
    drawing: Drawing,
    length: i64,
    sealed: bool,
    /// The steps that gave ETags, the present one last.
    tags: Vec<usize>,
    snapshots: Vec<usize>,
}

/// Up to sixteen steps, and what is there then.
fn histories() -> impl Strategy<Value = Drawing> {
    vec(moves(), 6..17).prop_map(|moves| {
        let mut world = World::default();
        world.create();
        for step in moves {
            if world.drawing.has_room(3) {
                world.fold(&step);
            }
        }
        world.drawing.send(get("a"));
        world.drawing.send(head("a"));
        world.drawing
    })
}

impl World {
    fn create(&mut self) {
        let step = self.drawing.send(create_append("a"));
        self.tags.push(step);
        (self.length, self.sealed) = (0, false);
    }

    /// Octets that no other step appends.
    fn block(&self, length: u32) -> Ask {
        append("a", "").pattern(self.drawing.len() as u64 + 1, length)
    }

    fn append(&mut self, ask: Ask, length: u32, holds: bool) {
        let granted = holds && !self.sealed;
        let step = self.drawing.send_if(granted, ask);
        if granted {
            self.length += i64::from(length);
            self.tags.push(step);
        }
    }

    fn tag(&self, present: bool) -> Option<String> {
        let held = self.tags.iter().rev().nth(usize::from(!present))?;
        Some(Symbol::ETag { step: *held, part: None }.to_string())
    }

    fn fold(&mut self, step: &Move) {
        match step {
            Move::Append(length) => self.append(self.block(*length), *length, true),
            Move::At(length, off) => {
                let position = (self.length + off).max(0);
                let ask = at(self.block(*length), &position.to_string());
                self.append(ask, *length, position == self.length);
            }
            Move::Fitting(length, beyond) => {
                let limit = self.length + i64::from(*length) - beyond;
                let ask = at_most_long(self.block(*length), &limit.to_string());
                self.append(ask, *length, *beyond == 0);
            }
            Move::Tagged(length, present) => match self.tag(*present) {
                Some(tag) => self.append(self.block(*length).if_match(tag), *length, *present),
                None => self.append(self.block(*length).if_match("\"0x0\""), *length, false),
            },
            Move::Metadata => {
                let step = self.drawing.send(set_metadata("a").with_metadata(&[("a", "1")]));
                self.tags.push(step);
            }
            Move::Snapshot => {
                let step = self.drawing.send(snapshot("a"));
                self.snapshots.push(step);
            }
            Move::Read(number) => {
                let held = number.and_then(|number| self.snapshots.get(number % self.snapshots.len().max(1)));
                let ask = held.map_or_else(|| get("a"), |step| get("a").of_snapshot(told(*step, Told::Snapshot)));
                self.drawing.send(ask);
            }
            Move::Head => drop(self.drawing.send(head("a"))),
            Move::Seal if self.sealed => drop(self.drawing.send(head("a"))),
            Move::Seal => {
                let step = self.drawing.send(seal("a"));
                self.tags.push(step);
                self.sealed = true;
            }
            Move::Again => self.create(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::sound::assert_sound;

    #[test]
    fn histories_are_sound() {
        assert_sound(&checks()[0], &histories());
    }
}
