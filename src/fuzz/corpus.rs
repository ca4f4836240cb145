//! The corpus: histories that showed something new, each with its energy.

use super::dice::Dice;
use crate::target::Axes;
use std::collections::HashSet;
use tablestakes_reference::history::History;

/// With more than this, what has the least energy goes.
const MOST: usize = 4000;

/// A history worth changing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) axes: Axes,
    pub(crate) history: History,
}

impl Entry {
    /// What it is called where it is kept: made of what it is.
    pub(crate) fn name(&self) -> String {
        use sha2::{Digest as _, Sha256};
        let mut digest = Sha256::new();
        digest.update(format!("{} {}\n", self.axes.version, self.axes.format.name()));
        // What has no text in JSON is no history.
        digest.update(serde_json::to_vec(&self.history).unwrap_or_default());
        digest.finalize().iter().take(8).map(|octet| format!("{octet:02x}")).collect()
    }
}

#[derive(Debug, Clone)]
struct Held {
    name: String,
    entry: Entry,
    /// What was new about it.
    novelty: u64,
    /// How often it was picked, and how often a mutant of it showed something new.
    picked: u64,
    fruitful: u64,
}

impl Held {
    /// The likelihood of being picked: what brought much does, what was tried in vain does less, and long histories do less.
    fn energy(&self) -> u64 {
        let steps = self.entry.history.steps.len() as u64;
        let worth = 4 + self.novelty.min(12) + 8 * self.fruitful.min(64);
        (100_000 * worth / ((8 + self.picked) * (4 + steps))).max(1)
    }
}

/// The corpus.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corpus {
    held: Vec<Held>,
    names: HashSet<String>,
}

impl Corpus {
    /// Adds a history that showed so much that was new; false if it is there.
    pub(crate) fn add(&mut self, entry: Entry, novelty: usize) -> bool {
        let name = entry.name();
        if entry.history.steps.is_empty() || !self.names.insert(name.clone()) {
            return false;
        }
        self.held.push(Held { name, entry, novelty: novelty as u64, picked: 0, fruitful: 0 });
        if self.held.len() > MOST
            && let Some(weakest) = (0..self.held.len() - 1).min_by_key(|&place| self.held[place].energy())
        {
            self.held.remove(weakest);
        }
        true
    }

    /// One to change, the likelier the more energy it has; its place is good until the next one is added.
    pub(crate) fn pick(&mut self, dice: &mut Dice) -> Option<(String, Entry)> {
        let energies: Vec<u64> = self.held.iter().map(Held::energy).collect();
        let held = self.held.get_mut(dice.weighted(&energies)?)?;
        held.picked += 1;
        Some((held.name.clone(), held.entry.clone()))
    }

    /// One to take steps from.
    pub(crate) fn donor(&self, dice: &mut Dice) -> Option<&History> {
        self.held.get(dice.below(self.held.len())).map(|held| &held.entry.history)
    }

    /// A mutant of this one showed something new.
    pub(crate) fn reward(&mut self, name: &str) {
        if let Some(held) = self.held.iter_mut().rev().find(|held| held.name == name) {
            held.fruitful += 1;
        }
    }

    /// The names of all that are there, or were.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.names.iter().cloned()
    }

    /// Whether it is there, or was.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }
}
