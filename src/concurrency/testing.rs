//! Timelines for tests. They are made by doing one request after the other on the reference's model, so that this order
//! explains them; around each instant the request is stretched until requests overlap.

use super::timeline::{Answer, Asked, Cover, Entry, Properties, Put, Seen, Sight, Span, Timeline};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;
use tablestakes_reference::DateTime;
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::table::model::{Condition, Model, Undo, Write, etag};
use tablestakes_reference::table::{Key, Value, WriteMode};

/// So many cases, the same in every run (`.cargo/config.toml` gives the seed).
pub(crate) fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

pub(crate) const ROWS: [&str; 3] = ["a", "b", "c"];

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Insert,
    Upsert(WriteMode),
    UpdateCurrent(WriteMode),
    UpdateStale,
    DeleteCurrent,
    DeleteAny,
    /// Upserts of two rows.
    Batch,
    /// An upsert, and an insert of another row that may be there.
    RiskyBatch,
    Read,
    Page,
}

/// One request to be made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planned {
    pub(crate) kind: Kind,
    pub(crate) row: usize,
    /// How far it is stretched in both directions.
    pub(crate) before: u16,
    pub(crate) after: u16,
    /// Whether its answer came, and else whether it took effect.
    pub(crate) told: bool,
    pub(crate) took_effect: bool,
}

pub(crate) fn planned(told: f64) -> impl Strategy<Value = Planned> {
    let kind = prop_oneof![
        1 => Just(Kind::Insert),
        1 => Just(Kind::Upsert(WriteMode::Replace)),
        1 => Just(Kind::Upsert(WriteMode::Merge)),
        1 => Just(Kind::UpdateCurrent(WriteMode::Replace)),
        1 => Just(Kind::UpdateCurrent(WriteMode::Merge)),
        1 => Just(Kind::UpdateStale),
        1 => Just(Kind::DeleteCurrent),
        1 => Just(Kind::DeleteAny),
        1 => Just(Kind::Batch),
        1 => Just(Kind::RiskyBatch),
        4 => Just(Kind::Read),
        2 => Just(Kind::Page),
    ];
    let told = proptest::bool::weighted(told);
    (kind, 0..ROWS.len(), 0..3000_u16, 0..3000_u16, told, any::<bool>()).prop_map(
        |(kind, row, before, after, told, took_effect)| Planned { kind, row, before, after, told, took_effect },
    )
}

/// The reference's model, and what the target's ETags stand for in it.
#[derive(Clone)]
pub(crate) struct World {
    model: Model,
    broken: Broken,
    tags: BTreeMap<(String, DateTime), String>,
}

impl World {
    pub(crate) fn new() -> Self {
        let mut world = Self { model: Model::default(), broken: Broken::none(), tags: BTreeMap::new() };
        world.model.create_table("t", DateTime::default(), &mut Trace::new(&world.broken));
        world
    }

    /// The same world before anything was asked, whose versions will be named as they are named in this one.
    pub(crate) fn again(&self) -> Self {
        Self { tags: self.tags.clone(), ..Self::new() }
    }

    fn held(&self, row: &str) -> Option<(DateTime, Properties)> {
        let mut trace = Trace::new(&self.broken);
        let held = self.model.table("t", &mut trace)?.row("p", row, &mut trace)?;
        Some((held.timestamp, held.properties.clone()))
    }

    fn tag(&self, row: &str) -> Option<String> {
        let (timestamp, _) = self.held(row)?;
        self.tags.get(&(row.to_owned(), timestamp)).cloned()
    }

    /// Does all writes or none; names the new versions.
    pub(crate) fn write(&mut self, puts: &[Put], transaction: bool, etags: &[Option<String>]) -> bool {
        let broken = self.broken.clone();
        let mut trace = Trace::new(&broken);
        let mut undo = Undo::default();
        let mut named = Vec::new();
        for (part, put) in puts.iter().enumerate() {
            let key = Key::new("p", &put.row);
            undo.note(&self.model, "t", &key, &mut trace);
            let write = self.translated(put);
            match self.model.write("t", &key, write, transaction, DateTime::default(), &mut trace) {
                Ok(Some(timestamp)) => {
                    named.extend(etags.get(part).cloned().flatten().map(|etag| ((put.row.clone(), timestamp), etag)));
                }
                Ok(None) => {}
                Err(_) => {
                    undo.roll_back(&mut self.model, &mut trace);
                    return false;
                }
            }
        }
        self.tags.extend(named);
        true
    }

    fn translated(&self, put: &Put) -> Write {
        let Some(text) = put.write.tag() else { return put.write.clone() };
        let known = self.tags.iter().find(|((row, _), tag)| *row == put.row && *tag == text);
        let instant = known.map_or(DateTime::MAX, |((_, instant), _)| *instant);
        put.write.under(etag(instant, &mut Trace::new(&self.broken)))
    }

    pub(crate) fn sight(&self, cover: Cover) -> Sight {
        let rows = ROWS.iter().filter(|row| match &cover {
            Cover::Row(only) => only == *row,
            Cover::Shown | Cover::UpTo(_) | Cover::All | Cover::Last => true,
        });
        let seen = rows.filter_map(|&row| {
            let (_, mut properties) = self.held(row)?;
            properties.sort_by(|left, right| left.0.cmp(&right.0));
            Some((row.to_owned(), Seen { etag: self.tag(row), timestamp: None, properties }))
        });
        Sight { rows: seen.collect(), cover: cover.clone() }
    }

    /// Whether what was seen is so; the versions seen are named as they were seen.
    pub(crate) fn agrees(&mut self, sight: &Sight) -> bool {
        if ROWS.iter().any(|row| sight.lacks(row) && self.held(row).is_some()) {
            return false;
        }
        for (row, seen) in &sight.rows {
            let Some((timestamp, mut properties)) = self.held(row) else { return false };
            properties.sort_by(|left, right| left.0.cmp(&right.0));
            if properties != seen.properties {
                return false;
            }
            let Some(told) = &seen.etag else { continue };
            let held = self.tags.entry((row.clone(), timestamp)).or_insert_with(|| told.clone());
            if held != told {
                return false;
            }
        }
        true
    }
}

/// The timeline of these requests, done in this order. Entries are in the order in which they began, `order` is the one
/// in which they were done.
pub(crate) fn linear(plan: &[Planned]) -> (Timeline, Vec<usize>) {
    let mut world = World::new();
    let mut stale: BTreeMap<usize, String> = BTreeMap::new();
    // Nobody asks under an ETag that nobody was told.
    let mut untold: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for (number, planned) in plan.iter().enumerate() {
        let row = ROWS[planned.row].to_owned();
        let other = ROWS[(planned.row + 1) % ROWS.len()].to_owned();
        let current = world.tag(&row).filter(|tag| !untold.contains(tag));
        let property = || vec![(Box::from(["A", "B"][number % 2]), Value::String(format!("v{number}")))];
        let under = |mode, condition| Write::Write { mode, properties: property(), nulls: Vec::new(), condition };
        let put = |row: &str, write| Put { row: row.to_owned(), write };
        let one = |write| Asked::Write { puts: vec![put(&row, write)], transaction: false };
        let tag = || Condition::Tag(current.clone().unwrap_or_else(|| "none".to_owned()));
        let asked = match planned.kind {
            Kind::Insert => one(Write::Insert(property())),
            Kind::Upsert(mode) => one(under(mode, None)),
            Kind::UpdateCurrent(mode) => one(under(mode, Some(tag()))),
            Kind::UpdateStale => {
                let old = stale.get(&planned.row).cloned().unwrap_or_else(|| "none".to_owned());
                one(under(WriteMode::Replace, Some(Condition::Tag(old))))
            }
            Kind::DeleteCurrent => one(Write::Delete(tag())),
            Kind::DeleteAny => one(Write::Delete(Condition::Exists)),
            Kind::Batch => Asked::Write {
                puts: vec![put(&row, under(WriteMode::Replace, None)), put(&other, under(WriteMode::Merge, None))],
                transaction: true,
            },
            Kind::RiskyBatch => Asked::Write {
                puts: vec![put(&row, under(WriteMode::Replace, None)), put(&other, Write::Insert(property()))],
                transaction: true,
            },
            Kind::Read => Asked::Read { row: row.clone() },
            Kind::Page => Asked::Page(0),
        };
        let answer = match &asked {
            Asked::Write { puts, transaction } if planned.told || planned.took_effect => {
                let deletes = |put: &Put| matches!(put.write, Write::Delete(_));
                let etags: Vec<_> =
                    (0..puts.len()).map(|part| (!deletes(&puts[part])).then(|| format!("e{number}.{part}"))).collect();
                if !planned.told {
                    untold.extend(etags.iter().flatten().cloned());
                }
                if world.write(puts, *transaction, &etags) {
                    if let Some(old) = current.clone() {
                        stale.insert(planned.row, old);
                    }
                    Answer::Done(etags)
                } else {
                    Answer::Refused
                }
            }
            Asked::Write { .. } => Answer::Unknown,
            Asked::Read { row } => Answer::Seen(world.sight(Cover::Row(row.clone()))),
            Asked::Page(_) => Answer::Seen(world.sight(Cover::All)),
        };
        let instant = 10_000 + 1000 * number as u64;
        let span = Span {
            invoked: Duration::from_nanos(instant - u64::from(planned.before)),
            returned: planned.told.then(|| Duration::from_nanos(instant + u64::from(planned.after))),
        };
        let answer = if planned.told { answer } else { Answer::Unknown };
        entries.push((number, Entry { client: 0, step: number, span, asked, answer }));
    }
    entries.sort_by_key(|(_, entry)| entry.span.invoked);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&place| entries[place].0);
    let mut timeline = Timeline { entries: entries.into_iter().map(|(_, entry)| entry).collect() };
    seat(&mut timeline);
    (timeline, order)
}

/// Gives each request the first client that is free.
pub(crate) fn seat(timeline: &mut Timeline) {
    let mut free: Vec<Option<Duration>> = Vec::new();
    for entry in &mut timeline.entries {
        let client = free.iter().position(|until| until.is_some_and(|until| until < entry.span.invoked));
        entry.client = client.unwrap_or(free.len());
        free.resize(free.len().max(entry.client + 1), None);
        free[entry.client] = entry.span.returned;
    }
}
