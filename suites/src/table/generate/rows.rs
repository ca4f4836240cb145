//! Operations on rows, right and wrong, made to fit what is there.

use super::trouble::{forbidden_part, key_part, lookalikes};
use super::values::{Properties, properties};
use super::world::World;
use crate::table::steps::{
    at, datetime_text, delete, insert, insert_body, insert_or_merge, insert_or_replace, merge, repeated, update,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::table::{EntityBody, Key, Operation, PropertyValue};

/// An ETag in the service's form that no row ever had: its instant lies before the service began.
pub(crate) const NEVER_ISSUED: &str = "W/\"datetime'2001-02-03T04%3A05%3A06.7891234Z'\"";

/// The keys of one history: few, so that operations meet.
#[derive(Debug, Clone)]
pub(crate) struct Pool {
    partitions: Vec<String>,
    rows: Vec<String>,
}

impl Pool {
    /// The key with this number.
    pub(crate) fn key(&self, number: usize) -> Key {
        let partition = &self.partitions[number % self.partitions.len()];
        let row = &self.rows[number / self.partitions.len() % self.rows.len()];
        Key::new(partition, row)
    }

    /// A key near this one that is not there.
    pub(crate) fn absent(&self, world: &World, number: usize) -> Key {
        let key = self.key(number);
        let row_lookalikes = lookalikes(&key.row).into_iter().map(|row| Key::new(&key.partition, row));
        let partition_lookalikes =
            lookalikes(&key.partition).into_iter().map(|partition| Key::new(partition, &key.row));
        let near: Vec<Key> = row_lookalikes.chain(partition_lookalikes).filter(|near| !world.holds(near)).collect();
        let place = number / 7 % near.len().max(1);
        near.into_iter().nth(place).unwrap_or_else(|| at("nowhere", "nothing"))
    }
}

/// One or two partitions, up to three rows in each.
pub(crate) fn pool() -> impl Strategy<Value = Pool> {
    (vec(key_part(), 1..3), vec(key_part(), 1..4)).prop_map(|(partitions, rows)| Pool { partitions, rows })
}

/// What is tried on a row, if the row's state admits it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Right {
    /// Insert Entity, or an upsert where the row exists.
    Insert,
    /// Insert Or Replace Entity.
    Replace,
    /// Insert Or Merge Entity.
    Merge,
    /// Update Entity with the current tag.
    UpdateCurrent,
    /// Update Entity with `*`.
    UpdateAny,
    /// Merge Entity with the current tag.
    MergeCurrent,
    /// Delete Entity with the current tag.
    DeleteCurrent,
    /// Delete Entity with `*`.
    DeleteAny,
}

/// What breaks a rule; the last two break two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Inserts what exists.
    InsertTwice,
    /// Updates what does not exist.
    UpdateAbsent,
    /// Merges into what does not exist.
    MergeAbsent,
    /// Deletes what does not exist.
    DeleteAbsent,
    /// Updates with an old tag.
    UpdateStale,
    /// Merges with an old tag.
    MergeStale,
    /// Deletes with an old tag.
    DeleteStale,
    /// Inserts under a key that no key may be.
    ForbiddenKey,
    /// Inserts without a part of the key.
    KeyMissing,
    /// Writes a date before 1601.
    DateTooEarly,
    /// Writes a property whose name is too long.
    NameTooLong,
    /// Inserts what exists, with a date before 1601.
    InsertTwiceWithBadDate,
    /// Updates what does not exist, with a property whose name is too long.
    UpdateAbsentWithLongName,
}

/// What one step does, before it is known what it meets.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    /// What to do.
    pub(crate) right: Right,
    /// What to do wrong instead.
    pub(crate) wrong: Option<Wrong>,
    /// To which key.
    pub(crate) key: usize,
    /// What to write.
    pub(crate) properties: Properties,
    /// A part of a key that is forbidden.
    pub(crate) forbidden: String,
}

const RIGHT: &[Right] = &[
    Right::Insert,
    Right::Replace,
    Right::Merge,
    Right::UpdateCurrent,
    Right::UpdateAny,
    Right::MergeCurrent,
    Right::DeleteCurrent,
    Right::DeleteAny,
];

const WRONG: &[Wrong] = &[
    Wrong::InsertTwice,
    Wrong::UpdateAbsent,
    Wrong::MergeAbsent,
    Wrong::DeleteAbsent,
    Wrong::UpdateStale,
    Wrong::MergeStale,
    Wrong::DeleteStale,
    Wrong::ForbiddenKey,
    Wrong::KeyMissing,
    Wrong::DateTooEarly,
    Wrong::NameTooLong,
    Wrong::InsertTwiceWithBadDate,
    Wrong::UpdateAbsentWithLongName,
];

/// A choice that is wrong about as often as not.
pub(crate) fn choice() -> impl Strategy<Value = Choice> {
    let wrong = prop_oneof![1 => Just(None), 1 => any_wrong().prop_map(Some)];
    (select(RIGHT.to_vec()), wrong, 0..42_usize, properties(), forbidden_part())
        .prop_map(|(right, wrong, key, properties, forbidden)| Choice { right, wrong, key, properties, forbidden })
}

/// Any way of being wrong.
pub(crate) fn any_wrong() -> impl Strategy<Value = Wrong> {
    select(WRONG.to_vec())
}

/// A choice that is never wrong.
pub(crate) fn right_choice() -> impl Strategy<Value = Choice> {
    choice().prop_map(|choice| Choice { wrong: None, ..choice })
}

/// The operation that the choice comes to in this world.
pub(crate) fn operation(world: &World, pool: &Pool, choice: &Choice) -> Operation {
    let Some(wrong) = choice.wrong else {
        let present = world.some_row(choice.key).filter(|_| choice.right.changes_a_row());
        let key = present.map_or_else(|| pool.key(choice.key), |(key, _)| key.clone());
        return right_on(world, key, choice);
    };
    let key = match world.some_row(choice.key) {
        Some((present, _)) if wrong.needs_a_row() => present.clone(),
        _ => pool.absent(world, choice.key),
    };
    wrong_on(world, key, wrong, choice)
}

impl Right {
    /// Whether it is about a row that is there: without one it would be another insert.
    fn changes_a_row(self) -> bool {
        match self {
            Self::UpdateCurrent | Self::UpdateAny | Self::MergeCurrent | Self::DeleteCurrent | Self::DeleteAny => true,
            Self::Insert | Self::Replace | Self::Merge => false,
        }
    }
}

impl Wrong {
    fn needs_a_row(self) -> bool {
        matches!(
            self,
            Self::InsertTwice | Self::UpdateStale | Self::MergeStale | Self::DeleteStale | Self::InsertTwiceWithBadDate
        )
    }
}

/// An operation on this row that is granted.
pub(crate) fn right_on(world: &World, key: Key, choice: &Choice) -> Operation {
    let properties = borrowed(&choice.properties);
    let tag = world.rows().get(&key).map(|row| row.tag.clone());
    match (choice.right, tag) {
        (Right::Insert | Right::UpdateCurrent | Right::UpdateAny | Right::DeleteCurrent, None) => {
            insert(key, properties)
        }
        (Right::Insert | Right::Replace, _) | (Right::DeleteAny, None) => insert_or_replace(key, properties),
        (Right::Merge, _) | (Right::MergeCurrent, None) => insert_or_merge(key, properties),
        (Right::UpdateCurrent, Some(tag)) => update(key, tag, properties),
        (Right::UpdateAny, Some(_)) => update(key, "*", properties),
        (Right::MergeCurrent, Some(tag)) => merge(key, tag, properties),
        (Right::DeleteCurrent, Some(tag)) => delete(key, tag),
        (Right::DeleteAny, Some(_)) => delete(key, "*"),
    }
}

/// An operation on this row that is refused: of this kind if the row's state admits it, else of its counterpart.
pub(crate) fn wrong_on(world: &World, key: Key, kind: Wrong, choice: &Choice) -> Operation {
    let properties = borrowed(&choice.properties);
    let bad_date = std::iter::once(("Bad", datetime_text("1600-12-31T23:59:59.999Z")));
    let long_name = repeated('N', 256);
    let long_name = || [(long_name.as_str(), PropertyValue::from(1))];
    // What is wrong with a row that is there is an old tag; with one that is not, any tag.
    let tag = if world.holds(&key) { world.stale_tag(&key).unwrap_or(NEVER_ISSUED) } else { "*" };
    match kind {
        Wrong::InsertTwice if world.holds(&key) => insert(key, properties),
        Wrong::InsertTwiceWithBadDate if world.holds(&key) => insert(key, properties.into_iter().chain(bad_date)),
        Wrong::UpdateAbsent | Wrong::UpdateStale | Wrong::InsertTwice => update(key, tag, properties),
        Wrong::MergeAbsent | Wrong::MergeStale => merge(key, tag, properties),
        Wrong::DeleteAbsent | Wrong::DeleteStale => delete(key, tag),
        Wrong::ForbiddenKey => insert(at(key.partition, &choice.forbidden), properties),
        Wrong::KeyMissing => insert_body(EntityBody { row: None, ..EntityBody::keyed(&key) }),
        Wrong::DateTooEarly | Wrong::InsertTwiceWithBadDate => {
            insert_or_replace(key, properties.into_iter().chain(bad_date))
        }
        Wrong::NameTooLong => insert_or_merge(key, long_name()),
        Wrong::UpdateAbsentWithLongName => update(key, tag, long_name()),
    }
}

fn borrowed(properties: &Properties) -> Vec<(&str, PropertyValue)> {
    properties.iter().map(|(name, value)| (name.as_str(), value.clone())).collect()
}
