//! Listings by prefix, delimiter and page, while blobs, snapshots and blocks come and go.

use super::script::refused;
use crate::blob::steps::{AskExt as _, delete, list, put, put_block, set_metadata, snapshot};
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Symbol;

/// The names: one is the beginning of another, folders lie within folders, and signs stand around the slash.
const NAMES: &[&str] = &["a", "a/1", "a/2", "a-b", "a0", "b/c/d", "b/c", "b//", "C", "\u{e9}/x"];
/// What names begin with.
const PREFIXES: &[&str] = &["", "", "", "a", "a/", "b/", "b/c", "c", "\u{e9}"];
/// What ends folders.
const DELIMITERS: &[&str] = &["", "", "/", "/", "-", "c"];
/// What is asked for.
const INCLUDED: &[&str] =
    &["", "", "metadata", "snapshots", "uncommittedblobs", "metadata,uncommittedblobs", "copy,tags"];

/// One step of the generator.
#[derive(Debug, Clone, Copy)]
enum Move {
    Put(usize, bool),
    Block(usize),
    Snapshot(usize),
    Change(usize),
    Delete(usize),
    List { prefix: usize, delimiter: usize, included: usize, at_most: usize },
    GoOn { at_most: usize },
    Refused(usize),
}

fn moves() -> impl Strategy<Value = Move> {
    let name = || 0..NAMES.len();
    prop_oneof![
        3 => (name(), any::<bool>()).prop_map(|(number, metadata)| Move::Put(number, metadata)),
        1 => name().prop_map(Move::Block),
        1 => name().prop_map(Move::Snapshot),
        1 => name().prop_map(Move::Change),
        2 => name().prop_map(Move::Delete),
        4 => (0..PREFIXES.len(), 0..DELIMITERS.len(), 0..INCLUDED.len(), select(vec![0, 1, 2, 3, 5]))
            .prop_map(|(prefix, delimiter, included, at_most)| Move::List { prefix, delimiter, included, at_most }),
        4 => select(vec![0, 1, 2, 3]).prop_map(|at_most| Move::GoOn { at_most }),
        3 => (0..64_usize).prop_map(Move::Refused),
    ]
}

/// What is known of a blob.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    committed: bool,
    waiting: bool,
    snapshots: usize,
}

/// The blobs, and the last page that was not the last.
#[derive(Debug, Default)]
struct Known {
    blobs: BTreeMap<&'static str, Held>,
    page: Option<(usize, Ask)>,
}

/// Blobs, then up to twelve steps, then all of them listed.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec(moves(), 6..14).prop_map(|moves| {
        let (mut drawn, mut known) = (Drawing::default(), Known::default());
        for name in &NAMES[1..5] {
            drawn.send(put(name, *name));
            known.blobs.entry(name).or_default().committed = true;
        }
        for step in moves {
            known.fold(step, &mut drawn);
        }
        drawn.send(list().including("metadata,snapshots,uncommittedblobs"));
        drawn
    })
}

impl Known {
    /// How many a listing holds that asks for this.
    fn count(&self, prefix: &str, delimiter: &str, included: &str) -> usize {
        let mut folders: Vec<&str> = Vec::new();
        let mut count = 0;
        for (name, held) in self.blobs.iter().filter(|(name, _)| name.starts_with(prefix)) {
            let own = usize::from(held.committed || held.waiting && included.contains("uncommitted"));
            let snapshots = if included.contains("snapshots") { held.snapshots } else { 0 };
            if own + snapshots == 0 {
                continue;
            }
            match name[prefix.len()..].find(delimiter).filter(|_| !delimiter.is_empty()) {
                Some(at) => {
                    let folder = &name[..prefix.len() + at + delimiter.len()];
                    if !folders.contains(&folder) {
                        folders.push(folder);
                        count += 1;
                    }
                }
                None => count += own + snapshots,
            }
        }
        count
    }

    fn fold(&mut self, step: Move, drawn: &mut Drawing) {
        match step {
            Move::Put(number, metadata) => {
                let pairs: &[(&str, &str)] = if metadata { &[("new", "1")] } else { &[] };
                drawn.send(put(NAMES[number], "again").with_metadata(pairs));
                let held = self.blobs.entry(NAMES[number]).or_default();
                (held.committed, held.waiting) = (true, false);
            }
            Move::Block(number) => {
                drawn.send(put_block(NAMES[number], "1", "block"));
                self.blobs.entry(NAMES[number]).or_default().waiting = true;
            }
            Move::Snapshot(number) => {
                let held = self.blobs.entry(NAMES[number]).or_default();
                held.snapshots += usize::from(held.committed);
                let refused = !held.committed;
                drawn.send_if(!refused, snapshot(NAMES[number]));
            }
            Move::Change(number) => {
                let held = self.blobs.get(NAMES[number]).copied().unwrap_or_default();
                drawn.send_if(held.committed, set_metadata(NAMES[number]).with_metadata(&[("changed", "1")]));
            }
            Move::Delete(number) => {
                let held = self.blobs.remove(NAMES[number]).unwrap_or_default();
                let ask = delete(NAMES[number]);
                let ask = if held.snapshots > 0 { ask.with("x-ms-delete-snapshots", "include") } else { ask };
                drawn.send_if(held.committed && !held.waiting, ask);
            }
            Move::List { prefix, delimiter, included, at_most } => {
                let (prefix, delimiter, included) = (PREFIXES[prefix], DELIMITERS[delimiter], INCLUDED[included]);
                let is_refused = !delimiter.is_empty() && included.contains("snapshots");
                let mut ask = list();
                for (name, value) in [("prefix", prefix), ("delimiter", delimiter), ("include", included)] {
                    ask = if value.is_empty() { ask } else { ask.option(name, value) };
                }
                let limited = if at_most > 0 { ask.clone().at_most(at_most) } else { ask.clone() };
                let number = drawn.send_if(!is_refused, limited);
                let more = at_most > 0 && self.count(prefix, delimiter, included) > at_most;
                if !is_refused {
                    self.page = more.then_some((number, ask));
                }
            }
            Move::GoOn { at_most } => {
                let Some((from, ask)) = self.page.clone() else {
                    drawn.send_refused(list().at_marker("garbage"));
                    return;
                };
                let ask = ask.at_marker(Symbol::Marker(from).to_string());
                drawn.send(if at_most > 0 { ask.at_most(at_most) } else { ask });
            }
            Move::Refused(number) => {
                drawn.send_refused(refused(number));
            }
        }
    }
}
