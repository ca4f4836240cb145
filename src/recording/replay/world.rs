//! What can be known of the service's state from a recording: which tables are there, which entities a replay can vouch
//! for, and which it cannot.

use super::address::{Place, Resource};
use std::collections::{HashMap, HashSet};

/// What is known of the state.
#[derive(Debug, Default)]
pub(super) struct World {
    tables: HashMap<String, Table>,
    /// Whether the service properties were set in this session, or are known otherwise.
    pub(super) properties_known: bool,
}

/// What is known of a table.
#[derive(Debug, Default)]
struct Table {
    /// It was there before the session, so that it may hold anything.
    is_foreign: bool,
    /// Entities whose content the replay has, too.
    vouched: HashSet<Place>,
    /// Entities that are there with a content that nobody knows.
    doubtful: HashSet<Place>,
    /// Entities may be there of which not even the keys are known.
    unknown_entities: bool,
    /// The policies are unknown.
    unknown_policies: bool,
}

/// What is known of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// All of it; also that it is not there.
    Wholly,
    /// Nothing: it may have been there before the session.
    Foreign,
    /// That it was written, but not what.
    Doubtful,
}

impl World {
    /// Whether nothing is known of the table.
    pub(super) fn is_unheard(&self, table: &str) -> bool {
        !self.tables.contains_key(table)
    }

    /// The tables that were there before the session, in lower case.
    pub(super) fn foreign_tables(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().filter(|(_, table)| table.is_foreign).map(|(name, _)| name.as_str())
    }

    /// The table was created, and is empty.
    pub(super) fn created(&mut self, table: &str) {
        self.tables.insert(table.to_owned(), Table::default());
    }

    /// The table turns out to have been there all the time.
    pub(super) fn was_there(&mut self, table: &str) {
        self.tables.insert(
            table.to_owned(),
            Table { is_foreign: true, unknown_entities: true, unknown_policies: true, ..Table::default() },
        );
    }

    /// The table was deleted.
    pub(super) fn deleted(&mut self, table: &str) {
        self.tables.insert(table.to_owned(), Table::default());
    }

    /// What is known of an entity.
    pub(super) fn entity(&self, place: &Place) -> Known {
        let Some(table) = self.tables.get(&place.table) else { return Known::Foreign };
        if table.doubtful.contains(place) {
            Known::Doubtful
        } else if table.vouched.contains(place) || !table.unknown_entities {
            Known::Wholly
        } else if table.is_foreign {
            Known::Foreign
        } else {
            Known::Doubtful
        }
    }

    /// What is known of all entities of a table together.
    pub(super) fn entities(&self, table: &str) -> Known {
        match self.tables.get(table) {
            None => Known::Foreign,
            Some(table) if table.is_foreign => Known::Foreign,
            Some(table) if table.unknown_entities || !table.doubtful.is_empty() => Known::Doubtful,
            Some(_) => Known::Wholly,
        }
    }

    /// An entity was written, or deleted, and the replay did the same.
    pub(super) fn vouch(&mut self, place: &Place) {
        if let Some(table) = self.tables.get_mut(&place.table) {
            table.doubtful.remove(place);
            table.vouched.insert(place.clone());
        }
    }

    /// An entity was written with an unknown content.
    pub(super) fn doubt(&mut self, place: &Place) {
        if let Some(table) = self.tables.get_mut(&place.table) {
            table.vouched.remove(place);
            table.doubtful.insert(place.clone());
        }
    }

    /// Any entity of the table may have been written; of every table, if none is named.
    pub(super) fn doubt_entities(&mut self, resource: &Resource) {
        for (name, table) in &mut self.tables {
            let meant = match resource {
                Resource::Entities(named) | Resource::Policies(named) => named == name,
                Resource::Entity(place) => place.table == *name,
                _ => true,
            };
            if meant {
                table.unknown_entities = true;
                table.vouched.clear();
            }
        }
    }

    /// The policies of a table were set, and the replay knows to what, or not.
    pub(super) fn policies_set(&mut self, table: &str, known: bool) {
        if let Some(table) = self.tables.get_mut(table) {
            table.unknown_policies = !known;
        }
    }

    /// Whether the policies of a table are known, and if not, whether they were set before the session.
    pub(super) fn policies(&self, table: &str) -> Known {
        match self.tables.get(table) {
            Some(table) if !table.unknown_policies => Known::Wholly,
            Some(table) if !table.is_foreign => Known::Doubtful,
            _ => Known::Foreign,
        }
    }
}
