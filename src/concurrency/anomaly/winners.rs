//! Conditional writes and inserts of which more were done than can have been.

use super::index::{Fate, Index, Wrote};
use super::{Anomaly, AnomalyKind};
use std::collections::HashMap;

pub(super) fn find(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    let done: Vec<&Wrote<'_>> = index.writes.iter().filter(|wrote| wrote.fate == Fate::Done).collect();
    under_one_etag(index, &done, found);
    under_a_gone_etag(index, &done, found);
    inserted_twice(index, found);
}

fn under_one_etag(index: &Index<'_>, done: &[&Wrote<'_>], found: &mut Vec<Anomaly>) {
    let mut winners: HashMap<(&str, &str), usize> = HashMap::new();
    for wrote in done {
        let Some(condition) = wrote.condition() else { continue };
        if let Some(first) = winners.insert((wrote.row, condition), wrote.entry) {
            let (one, other) = (index.called(first), index.called(wrote.entry));
            found.push(Anomaly {
                kind: AnomalyKind::TwoWinners,
                entries: vec![first, wrote.entry],
                expected: format!("one write of row {:?} done under If-Match: {condition}", wrote.row),
                actual: format!("both {one} and {other} done under it"),
            });
        }
    }
}

/// The ETag was given, then a write was done that ends its version, and only then was the condition asked.
fn under_a_gone_etag(index: &Index<'_>, done: &[&Wrote<'_>], found: &mut Vec<Anomaly>) {
    let mut given: HashMap<(&str, &str), &Wrote<'_>> = HashMap::new();
    for wrote in done {
        if let Some(etag) = wrote.etag {
            given.entry((wrote.row, etag)).or_insert(wrote);
        }
    }
    for wrote in done {
        let Some(giver) = wrote.condition().and_then(|tag| given.get(&(wrote.row, tag))) else { continue };
        let ends = |other: &&Wrote<'_>| {
            other.fate == Fate::Done
                && other.entry != giver.entry
                && other.entry != wrote.entry
                && giver.span.is_before(other.span)
                && other.span.is_before(wrote.span)
        };
        if let Some(other) = index.writes_of(wrote.row).find(ends) {
            let (gone, late) = (index.called(other.entry), index.called(wrote.entry));
            found.push(Anomaly {
                kind: AnomalyKind::TwoWinners,
                entries: vec![giver.entry, other.entry, wrote.entry],
                expected: format!("{late} refused: {gone} had changed row {:?} before it began", wrote.row),
                actual: format!("{late} done under the ETag from before"),
            });
        }
    }
}

/// Between two inserts of a row there must be a delete of it, done or possibly done.
fn inserted_twice(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    for (row, writes) in &index.by_row {
        let of_row = || writes.iter().map(|&write| &index.writes[write]);
        let deletes: Vec<&Wrote<'_>> = of_row().filter(|wrote| wrote.deletes() && wrote.may_be_done()).collect();
        let inserts: Vec<&Wrote<'_>> = of_row().filter(|wrote| wrote.inserts() && wrote.fate == Fate::Done).collect();
        for pair in inserts.windows(2) {
            let possible = |first: &Wrote<'_>, second: &Wrote<'_>| {
                !second.span.is_before(first.span)
                    && deletes
                        .iter()
                        .any(|delete| !delete.span.is_before(first.span) && !second.span.is_before(delete.span))
            };
            if !possible(pair[0], pair[1]) && !possible(pair[1], pair[0]) {
                let (one, other) = (index.called(pair[0].entry), index.called(pair[1].entry));
                found.push(Anomaly {
                    kind: AnomalyKind::InsertedTwice,
                    entries: vec![pair[0].entry, pair[1].entry],
                    expected: format!("one insert of row {row:?} done, the others refused with 409"),
                    actual: format!("both {one} and {other} done, and no delete between them"),
                });
            }
        }
    }
}
