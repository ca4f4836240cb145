//! Text from the alphabet of trouble as values, as names and in filters, on the way there and back.

use super::keys::quoted;
use super::trouble::{PROPERTY_NAMES, forbidden_part, key_part, lookalikes, value_text};
use super::world::World;
use crate::table::steps::{StepExt as _, at, get, get_select, insert, insert_or_merge, insert_or_replace, scan, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::history::{Metadata, Step};

/// How a text is stored.
#[derive(Debug, Clone, Copy)]
enum Store {
    Insert,
    Replace,
    Merge,
    InsertAgain,
}

/// Two or three texts, each stored, read back and looked for; and things that must be refused between.
pub(super) fn worlds() -> impl Strategy<Value = World> {
    let store = select(vec![Store::Insert, Store::Replace, Store::Merge, Store::InsertAgain, Store::InsertAgain]);
    let levels = select(vec![Metadata::None, Metadata::Minimal, Metadata::Full]);
    let stored = (store, key_part(), value_text(), select(PROPERTY_NAMES.to_vec()), levels, forbidden_part());
    vec(stored, 2..4).prop_map(|texts| {
        let mut world = World::default();
        for (store, row, value, name, level, forbidden) in texts {
            let key = at("enc", row);
            let properties = || [(name, text(value.as_str()))];
            if matches!(store, Store::InsertAgain) {
                world.send(insert_or_replace(key.clone(), []));
            }
            let write = match store {
                Store::Insert | Store::InsertAgain => insert(key.clone(), properties()),
                Store::Replace => insert_or_replace(key.clone(), properties()),
                Store::Merge => insert_or_merge(key.clone(), properties()),
            };
            world.send_written(write, |step: Step| step.metadata(level));
            world.send(insert(at("enc", forbidden.as_str()), properties()));
            if forbidden.len() > 1 {
                world.send_written(get(key.clone()), |step: Step| step.metadata(level));
            } else {
                world.send(get_select(key.clone(), name));
            }
            if let Some(lookalike) = lookalikes(&key.row).into_iter().find(|row| !world.holds(&at("enc", row))) {
                world.send(get(at("enc", lookalike)));
            }
            // Whether a literal may hold control characters is not known.
            if !value.contains(char::is_control) {
                world.read(scan(format!("{name} eq {}", quoted(&value))));
            }
        }
        world
    })
}
