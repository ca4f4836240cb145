//! Blocks that are put, committed, left out and put again.

use super::script::refused;
use crate::blob::steps::{AskExt as _, block_list, delete, get, get_block_list, put, put_block, put_block_list};
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// The blocks, whose ids are of one length.
const IDS: [&str; 4] = ["1", "2", "3", "4"];
/// Where a block is looked for.
const FROM: [&str; 3] = ["Latest", "Uncommitted", "Committed"];

/// One step of the generator.
#[derive(Debug, Clone)]
enum Move {
    Block(usize, u32),
    Long,
    Commit(Vec<(usize, usize)>, bool),
    Put,
    Delete,
    List(usize),
    Read,
    Refused(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        6 => (0..IDS.len(), 1..9_u32).prop_map(|(id, length)| Move::Block(id, length)),
        1 => Just(Move::Long),
        6 => (vec((0..FROM.len(), 0..IDS.len()), 0..5), any::<bool>()).prop_map(|(list, met)| Move::Commit(list, met)),
        1 => Just(Move::Put),
        1 => Just(Move::Delete),
        3 => (0..3_usize).prop_map(Move::List),
        2 => Just(Move::Read),
        2 => (0..64_usize).prop_map(Move::Refused),
    ]
}

/// What is known of the blob.
#[derive(Debug, Default)]
struct Known {
    there: bool,
    committed: BTreeSet<usize>,
    waiting: BTreeSet<usize>,
    put: u32,
}

impl Known {
    /// Whether a block is found where it is looked for.
    fn finds(&self, from: usize, id: usize) -> bool {
        let (new, old) = (self.waiting.contains(&id), self.committed.contains(&id));
        match from {
            0 => new || old,
            1 => new,
            _ => old,
        }
    }

    /// The list, each block looked for in one place only; if it is to be granted, where it is.
    fn list(&self, drawn: Vec<(usize, usize)>, met: bool) -> Vec<(usize, usize)> {
        let mut list: Vec<(usize, usize)> = Vec::new();
        for (from, id) in drawn {
            let from = list.iter().find(|(_, held)| *held == id).map_or(from, |(from, _)| *from);
            let found = (0..FROM.len()).map(|other| (from + other) % FROM.len()).find(|from| self.finds(*from, id));
            match found {
                Some(found) if met && !list.iter().any(|(_, held)| *held == id) => list.push((found, id)),
                _ if met && found.is_none() => {}
                _ => list.push((from, id)),
            }
        }
        list
    }

    fn fold(&mut self, step: Move, drawn: &mut Drawing) {
        match step {
            Move::Block(id, length) => {
                self.put += 1;
                drawn.send(put_block("b", IDS[id], "").pattern(u64::from(self.put), length));
                self.waiting.insert(id);
            }
            Move::Long if self.waiting.is_empty() => {
                drawn.send_refused(refused(6));
            }
            Move::Long => {
                drawn.send_refused(put_block("b", "an id that is longer", "never"));
            }
            Move::Commit(list, met) => {
                let list = self.list(list, met);
                let named: Vec<(&str, &str)> = list.iter().map(|(from, id)| (FROM[*from], IDS[*id])).collect();
                let refused = !list.iter().all(|(from, id)| self.finds(*from, *id));
                drawn.send_if(!refused, put_block_list("b", block_list(&named)));
                if !refused {
                    self.committed = list.into_iter().map(|(_, id)| id).collect();
                    self.waiting.clear();
                    self.there = true;
                }
            }
            Move::Put => {
                drawn.send(put("b", "whole"));
                *self = Self { there: true, put: self.put, ..Self::default() };
            }
            Move::Delete => {
                drawn.send_if(self.there && self.waiting.is_empty(), delete("b"));
                *self = Self { put: self.put, ..Self::default() };
            }
            Move::List(which) => {
                let refused = !self.there && self.waiting.is_empty();
                drawn.send_if(!refused, get_block_list("b", ["all", "committed", "uncommitted"][which]));
            }
            Move::Read => {
                drawn.send_if(self.there, get("b"));
            }
            Move::Refused(number) => {
                drawn.send_refused(refused(number));
            }
        }
    }
}

/// Seven to fifteen steps, and what the blob is in the end.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    (vec(moves(), 7..16), select(vec!["all", "committed"])).prop_map(|(moves, which)| {
        let (mut drawn, mut known) = (Drawing::default(), Known::default());
        for step in moves {
            known.fold(step, &mut drawn);
        }
        drawn.send_if(known.there, get("b"));
        drawn.send_if(known.there && known.waiting.is_empty(), get_block_list("b", which));
        drawn
    })
}
