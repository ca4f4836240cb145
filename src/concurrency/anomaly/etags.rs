//! ETags given twice, and Timestamps that go back.

use super::index::{Fate, Index};
use super::{Anomaly, AnomalyKind};
use crate::concurrency::timeline::Properties;
use std::collections::HashMap;

pub(super) fn find(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    given_twice(index, found);
    seen_twice(index, found);
    timestamps(index, found);
}

fn given_twice(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    let mut given: HashMap<(&str, &str), usize> = HashMap::new();
    for wrote in index.writes.iter().filter(|wrote| wrote.fate == Fate::Done) {
        let Some(etag) = wrote.etag else { continue };
        if let Some(&first) = given.get(&(wrote.row, etag)) {
            found.push(twice(index, wrote.row, etag, first, wrote.entry));
        }
        given.insert((wrote.row, etag), wrote.entry);
    }
}

/// Two reads that tell one ETag and different values.
fn seen_twice(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    let mut known: HashMap<(&str, &str), (usize, &Properties)> = HashMap::new();
    for saw in index.sights.values().flatten() {
        let Some(seen) = saw.seen else { continue };
        let Some(etag) = seen.etag.as_deref() else { continue };
        let (first, properties) = *known.entry((saw.row, etag)).or_insert((saw.entry, &seen.properties));
        if *properties != seen.properties {
            found.push(twice(index, saw.row, etag, first, saw.entry));
        }
    }
}

fn twice(index: &Index<'_>, row: &str, etag: &str, first: usize, second: usize) -> Anomaly {
    let (one, other) = (index.called(first), index.called(second));
    let (began, ended) = (index.timeline.entries[first].span, index.timeline.entries[second].span);
    // Behind a deletion it is another entity: that it has other ETags rests on less.
    let recreated = index.writes_of(row).any(|wrote| {
        let between = !wrote.span.is_before(began) && !ended.is_before(wrote.span);
        wrote.deletes() && wrote.may_be_done() && between
    });
    Anomaly {
        kind: if recreated { AnomalyKind::EtagAgain } else { AnomalyKind::EtagTwice },
        entries: vec![first, second],
        expected: format!("another ETag for each version of row {row:?}"),
        actual: format!("{etag} for two versions of row {row:?}, in {one} and in {other}"),
    }
}

/// A row that was deleted on the way is another entity afterwards, and its Timestamp is not compared.
fn timestamps(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    for (row, sights) in &index.sights {
        if index.writes_of(row).any(|wrote| wrote.deletes() && wrote.may_be_done()) {
            continue;
        }
        let told: Vec<_> =
            sights.iter().filter_map(|saw| Some((saw, saw.seen.and_then(|seen| seen.timestamp)?))).collect();
        let mut by_end = told.clone();
        by_end.sort_by_key(|(saw, _)| saw.span.returned);
        let mut ended = by_end.into_iter().peekable();
        let mut latest = None;
        for &(saw, timestamp) in &told {
            while let Some(earlier) = ended.next_if(|(earlier, _)| earlier.span.is_before(saw.span)) {
                latest = latest.into_iter().chain([(earlier.1, earlier.0)]).max_by_key(|(instant, _)| *instant);
            }
            let Some((before, earlier)) = latest else { continue };
            if timestamp < before {
                found.push(Anomaly {
                    kind: AnomalyKind::TimestampBack,
                    entries: vec![earlier.entry, saw.entry],
                    expected: format!("a Timestamp of row {row:?} that is not before the one seen earlier"),
                    actual: format!(
                        "one that is {} ticks before that in {}",
                        before.ticks() - timestamp.ticks(),
                        index.called(earlier.entry)
                    ),
                });
            }
        }
    }
}
