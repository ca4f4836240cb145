//! Listings by prefix and page, while queues come and go.

use super::script::refused;
use crate::drawing::Drawing;
use crate::queue::steps::{AskExt as _, create_with, delete_queue, further, list, set_metadata};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use tablestakes_reference::history::symbol::Symbol;

/// The ends of the names: one is the beginning of another, and dashes, digits and letters stand at one place.
const ENDS: &[&str] = &["a", "ab", "a-b", "a0", "b", "b1", "b2", "c-0", "0", "9"];
/// What names begin with.
const PREFIXES: &[&str] = &["", "", "", "a", "b", "a-", "c", "x"];

/// One step of the generator.
#[derive(Debug, Clone, Copy)]
enum Move {
    Create(usize, bool),
    Delete(usize),
    Change(usize),
    List { prefix: usize, at_most: usize, metadata: bool },
    GoOn { at_most: usize },
    Refused(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        3 => (0..ENDS.len(), any::<bool>()).prop_map(|(number, metadata)| Move::Create(number, metadata)),
        1 => (0..ENDS.len()).prop_map(Move::Delete),
        1 => (0..ENDS.len()).prop_map(Move::Change),
        3 => (0..PREFIXES.len(), select(vec![0, 1, 2, 3, 5]), any::<bool>())
            .prop_map(|(prefix, at_most, metadata)| Move::List { prefix, at_most, metadata }),
        3 => select(vec![0, 1, 2, 3]).prop_map(|at_most| Move::GoOn { at_most }),
        4 => (0..64_usize).prop_map(Move::Refused),
    ]
}

/// The queues that are there, those that are gone, and the last page that was not the last.
#[derive(Debug, Default)]
struct Known {
    there: BTreeSet<&'static str>,
    gone: BTreeSet<&'static str>,
    page: Option<(usize, &'static str)>,
}

/// The queue behind a page that begins with one of these and holds so many, all if 0.
fn behind(names: impl Iterator<Item = &'static str>, at_most: usize) -> Option<&'static str> {
    if at_most == 0 { None } else { names.into_iter().nth(at_most) }
}

/// Queues, then up to twelve steps, then all of them listed.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec(moves(), 5..13).prop_map(|moves| {
        let (mut drawn, mut known) = (Drawing::default(), Known::default());
        for end in &ENDS[..4] {
            drawn.send(create_with(further(end), &[]));
            known.there.insert(end);
        }
        for step in moves {
            known.fold(step, &mut drawn);
        }
        drawn.send(list(further("")).with_metadata());
        drawn
    })
}

impl Known {
    fn fold(&mut self, step: Move, drawn: &mut Drawing) {
        match step {
            // A name that was deleted may not be used again for a while.
            Move::Create(number, _) if self.gone.contains(ENDS[number]) => drawn.send_refused(refused(number)),
            Move::Create(number, metadata) => {
                let end = ENDS[number];
                let pairs: &[(&str, &str)] = if metadata { &[("new", "1")] } else { &[] };
                let step = create_with(further(end), pairs);
                self.there.insert(end);
                drawn.send(step);
            }
            Move::Delete(number) => {
                let step = delete_queue(further(ENDS[number]));
                if self.there.remove(ENDS[number]) {
                    self.gone.insert(ENDS[number]);
                    drawn.send(step);
                } else {
                    drawn.send_refused(step);
                }
            }
            Move::Change(number) => {
                let step = set_metadata(&[("changed", ENDS[number])]).on(further(ENDS[number]));
                if self.there.contains(ENDS[number]) {
                    drawn.send(step);
                } else {
                    drawn.send_refused(step);
                }
            }
            Move::List { prefix, at_most, metadata } => {
                let prefix = PREFIXES[prefix];
                let mut step = list(further(prefix));
                step = if at_most > 0 { step.at_most(at_most) } else { step };
                step = if metadata { step.with_metadata() } else { step };
                let number = drawn.send(step);
                let next = behind(self.there.iter().copied().filter(|end| end.starts_with(prefix)), at_most);
                self.page = next.map(|_| (number, prefix));
            }
            Move::GoOn { at_most } => {
                let Some((from, prefix)) = self.page else { return drawn.send_refused(refused(at_most)) };
                let step = list(further(prefix)).at_marker(Symbol::Marker(from).to_string());
                drawn.send(if at_most > 0 { step.at_most(at_most) } else { step });
            }
            Move::Refused(number) => drawn.send_refused(refused(number)),
        }
    }
}
