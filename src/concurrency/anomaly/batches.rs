//! Transactions that were seen in part, and writes that were seen though they were refused.

use super::index::{Fate, Index, Saw, Wrote, shown};
use super::{Anomaly, AnomalyKind};
use std::collections::BTreeMap;

pub(super) fn find(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    refused_but_seen(index, found);
    seen_in_part(index, found);
}

fn refused_but_seen(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    for saw in index.sights.values().flatten() {
        let properties = saw.seen.iter().flat_map(|seen| &seen.properties);
        let groundless = properties.filter_map(|(name, value)| {
            let must_not = |source: &&Wrote<'_>| matches!(source.fate, Fate::Refused | Fate::CutShort);
            let began = |source: &&Wrote<'_>| !saw.span.is_before(source.span);
            let mut sources = index.sources(saw.row, name, value).filter(began);
            let first = sources.next().filter(must_not)?;
            sources.all(|source| must_not(&source)).then_some(first)
        });
        let Some(wrote) = groundless.min_by_key(|wrote| wrote.fate == Fate::Refused) else { continue };
        let is_left = saw.entry >= index.audit;
        let several = index.timeline.entries[wrote.entry].puts().len() > 1;
        let (kind, why) = match wrote.fate {
            Fate::CutShort => (AnomalyKind::Incomplete, "its end never came"),
            _ if is_left && several => (AnomalyKind::HalfApplied, "it was refused"),
            _ => (AnomalyKind::DirtyRead, "it was refused"),
        };
        found.push(Anomaly {
            kind,
            entries: vec![wrote.entry, saw.entry],
            expected: format!("nothing of what {} would have written: {why}", index.called(wrote.entry)),
            actual: format!("row {:?} with {}", saw.row, shown(saw.seen)),
        });
    }
}

/// One part of a transaction was seen, and afterwards or in the same answer a row as it was before it.
fn seen_in_part(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    let mut parts: BTreeMap<usize, Vec<&Wrote<'_>>> = BTreeMap::new();
    for wrote in index.writes.iter().filter(|wrote| wrote.fate != Fate::Refused) {
        parts.entry(wrote.entry).or_default().push(wrote);
    }
    for (&transaction, writes) in parts.iter().filter(|(_, writes)| writes.len() > 1) {
        let sights = |wrote: &Wrote<'_>| index.sights.get(wrote.row).into_iter().flatten();
        let shown_in: Vec<&Saw<'_>> =
            writes.iter().flat_map(|wrote| sights(wrote).filter(|saw| index.shows(saw, wrote))).collect();
        let Some(first) = shown_in.iter().min_by_key(|saw| saw.span.returned) else { continue };
        for wrote in writes {
            for saw in sights(wrote).filter(|saw| index.misses(saw, wrote)) {
                let together = shown_in.iter().find(|shows| shows.entry == saw.entry);
                // What is older although the transaction was over is stale, not torn.
                let is_stale = wrote.span.is_before(saw.span) && wrote.fate == Fate::Done;
                let later = Some(first).filter(|first| first.span.is_before(saw.span) && !is_stale);
                let Some(shows) = together.or(later) else { continue };
                let is_left = saw.entry >= index.audit && together.is_some();
                found.push(Anomaly {
                    kind: match wrote.fate {
                        Fate::Unknown | Fate::CutShort if is_left => AnomalyKind::HalfLeft,
                        _ if is_left => AnomalyKind::HalfApplied,
                        _ => AnomalyKind::TornRead,
                    },
                    entries: vec![transaction, shows.entry, saw.entry],
                    expected: format!("all of what {} wrote, or nothing of it", index.called(transaction)),
                    actual: format!(
                        "row {:?} with {} in {}, and row {:?} with {} in {}",
                        shows.row,
                        shown(shows.seen),
                        index.called(shows.entry),
                        saw.row,
                        shown(saw.seen),
                        index.called(saw.entry)
                    ),
                });
            }
        }
    }
}
