//! What a history is about: its keys and property names, so that a new step meets the old ones.

use super::text;
use crate::fuzz::dice::Dice;
use tablestakes_reference::history::{Call, History};
use tablestakes_reference::table::{EntityBody, Key, Operation};

/// The keys and names of a history.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    keys: Vec<Key>,
    names: Vec<String>,
    tables: u8,
}

impl Pool {
    /// What this history is about.
    pub(super) fn of(history: &History) -> Self {
        let mut pool = Self { tables: history.fixtures, ..Self::default() };
        for step in &history.steps {
            if let Call::Operation { operation } = &step.call {
                pool.note(operation);
            }
        }
        pool
    }

    fn note(&mut self, operation: &Operation) {
        match operation {
            Operation::GetEntity { key, .. } | Operation::DeleteEntity { key, .. } => self.keys.push(key.clone()),
            Operation::WriteEntity { key, entity, .. } => {
                self.keys.push(key.clone());
                self.note_names(entity);
            }
            Operation::InsertEntity { entity, .. } => {
                if let (Some(partition), Some(row)) = (&entity.partition, &entity.row) {
                    self.keys.push(Key::new(partition, row));
                }
                self.note_names(entity);
            }
            Operation::Batch { operations } => operations.iter().for_each(|held| self.note(held)),
            _ => {}
        }
    }

    fn note_names(&mut self, entity: &EntityBody) {
        self.names.extend(entity.properties.iter().map(|property| property.name.clone()));
    }

    /// A key: mostly one of the history's, else one made of parts of them, else a new one.
    pub(super) fn key(&self, dice: &mut Dice) -> Key {
        let old = |dice: &mut Dice| self.keys.get(dice.below(self.keys.len())).cloned();
        match dice.below(8) {
            0..=4 => old(dice).unwrap_or_else(|| Key::new("p", "r")),
            5 => match (old(dice), old(dice)) {
                (Some(one), Some(other)) => Key::new(one.partition, other.row),
                _ => Key::new(text::for_key(dice), "r"),
            },
            6 => {
                old(dice).map_or_else(|| Key::new("", ""), |key| Key::new(key.partition, text::nudged(&key.row, dice)))
            }
            _ => Key::new(text::for_key(dice), text::for_key(dice)),
        }
    }

    /// One part of a key.
    pub(super) fn key_part(&self, dice: &mut Dice) -> String {
        let Key { partition, row } = self.key(dice);
        if dice.one_in(2) { partition } else { row }
    }

    /// The name of a property: mostly one of the history's.
    pub(super) fn name(&self, dice: &mut Dice) -> String {
        let held = self.names.get(dice.below(self.names.len())).filter(|_| !dice.one_in(4));
        held.cloned().unwrap_or_else(|| text::property_name(dice))
    }

    /// The name of a table: mostly one of the history's own, seldom one that is not there.
    pub(super) fn table(&self, dice: &mut Dice) -> String {
        match dice.below(8) {
            0 => "${table}absent".to_owned(),
            _ => match dice.below(usize::from(self.tables.max(1))) {
                0 => "${table}".to_owned(),
                number => format!("${{table:{number}}}"),
            },
        }
    }
}
