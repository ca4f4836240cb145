//! A second opinion: the search of another project (`todc-utils`), with rows written down anew in a few lines.
//!
//! It knows no requests without an answer, and no versions without an ETag, so only timelines without them are put to it.

use super::tests::{budget, meddle};
use super::{Checked, check};
use crate::concurrency::testing::{linear, planned, seeded};
use crate::concurrency::timeline::{Answer, Asked, Entry, Properties, Put, Timeline};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tablestakes_reference::table::WriteMode;
use tablestakes_reference::table::model::{Condition, Write};
use todc_utils::specifications::Specification;
use todc_utils::{Action, History, WGLChecker};

/// Row key to ETag and properties, values as text.
type Rows = BTreeMap<String, (String, BTreeMap<String, String>)>;

struct Partition;

impl Specification for Partition {
    type State = Rows;
    type Operation = Entry;

    fn init() -> Rows {
        Rows::new()
    }

    fn apply(entry: &Entry, rows: &Rows) -> (bool, Rows) {
        match (&entry.asked, &entry.answer) {
            (Asked::Write { puts, .. }, Answer::Done(etags)) => match written(rows, puts, etags) {
                Some(after) => (true, after),
                None => (false, rows.clone()),
            },
            (Asked::Write { puts, .. }, _) => (written(rows, puts, &[]).is_none(), rows.clone()),
            (_, Answer::Seen(sight)) => {
                let shown = sight.rows.iter().all(|(row, seen)| {
                    rows.get(row).is_some_and(|(etag, held)| {
                        *held == texts(&seen.properties) && seen.etag.as_ref().is_none_or(|told| told == etag)
                    })
                });
                (shown && rows.keys().all(|row| !sight.lacks(row)), rows.clone())
            }
            _ => (true, rows.clone()),
        }
    }
}

fn texts(properties: &Properties) -> BTreeMap<String, String> {
    properties.iter().map(|(name, value)| (name.to_string(), format!("{value:?}"))).collect()
}

/// The rows after all of these writes; none if one of them is refused.
fn written(rows: &Rows, puts: &[Put], etags: &[Option<String>]) -> Option<Rows> {
    let mut after = rows.clone();
    for (part, Put { row, write }) in puts.iter().enumerate() {
        let held = after.get(row).cloned();
        let stands = |condition: &Condition| match (condition, &held) {
            (Condition::Exists, held) => held.is_some(),
            (Condition::Tag(tag) | Condition::Foreign(tag), held) => held.as_ref().is_some_and(|(etag, _)| etag == tag),
        };
        let properties = match write {
            Write::Insert(_) if held.is_some() => return None,
            Write::Insert(properties) => texts(properties),
            Write::Delete(condition) if stands(condition) => {
                after.remove(row);
                continue;
            }
            Write::Write { condition: Some(condition), .. } | Write::Delete(condition) if !stands(condition) => {
                return None;
            }
            Write::Delete(_) => return None,
            Write::Write { mode: WriteMode::Replace, properties, .. } => texts(properties),
            Write::Write { mode: WriteMode::Merge, properties, .. } => {
                let mut merged = held.map(|(_, held)| held).unwrap_or_default();
                merged.extend(texts(properties));
                merged
            }
        };
        let etag = etags.get(part).cloned().flatten().unwrap_or_default();
        after.insert(row.clone(), (etag, properties));
    }
    Some(after)
}

fn by_another(timeline: &Timeline) -> bool {
    let mut actions = Vec::new();
    for (process, entry) in timeline.entries.iter().enumerate() {
        // What begins when another ends may come before it.
        actions.push((entry.span.invoked, 0, process, Action::Call(entry.clone())));
        actions.push((entry.span.returned.unwrap(), 1, process, Action::Response(entry.clone())));
    }
    actions.sort_by_key(|(instant, ends, ..)| (*instant, *ends));
    let actions = actions.into_iter().map(|(_, _, process, action)| (process, action)).collect();
    WGLChecker::<Partition>::is_linearizable(History::from_actions(actions))
}

/// Whether a write left a version that nobody can name.
fn has_nameless(timeline: &Timeline) -> bool {
    timeline.entries.iter().any(|entry| match &entry.answer {
        Answer::Done(etags) => {
            let named = |(put, etag): (&Put, &Option<String>)| etag.is_some() || matches!(put.write, Write::Delete(_));
            !entry.puts().iter().zip(etags).all(named)
        }
        _ => false,
    })
}

proptest! {
    #![proptest_config(seeded(1000))]

    #[test]
    fn it_agrees_with_another_projects_search(
        plan in vec(planned(1.0), 1..24),
        meddled in vec((0..100_usize, 0..100_usize), 0..3),
    ) {
        let (mut timeline, _) = linear(&plan);
        for (place, other) in meddled {
            let before = timeline.clone();
            meddle(&mut timeline, place, other);
            if has_nameless(&timeline) {
                timeline = before;
            }
        }
        let found = check(&timeline, budget());
        prop_assert_eq!(matches!(found, Checked::Linearizable(_)), by_another(&timeline), "{:?}", timeline);
    }
}
