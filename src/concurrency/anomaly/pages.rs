//! Queries followed through their pages while rows come and go: what is there throughout appears once.

use super::index::{Fate, Index, Wrote};
use super::{Anomaly, AnomalyKind};
use crate::concurrency::timeline::{Asked, Cover, Entry, Span};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn find(index: &Index<'_>, found: &mut Vec<Anomaly>) {
    let mut scans: BTreeMap<(usize, usize), Vec<(usize, &Entry)>> = BTreeMap::new();
    for (place, entry) in index.timeline.entries.iter().enumerate() {
        if matches!(entry.asked, Asked::Page(_)) && entry.sight().is_some() {
            scans.entry((entry.client, entry.step)).or_default().push((place, entry));
        }
    }
    for pages in scans.values().filter(|pages| pages.len() > 1) {
        scan(index, pages, found);
    }
}

fn scan(index: &Index<'_>, pages: &[(usize, &Entry)], found: &mut Vec<Anomaly>) {
    let entries: Vec<usize> = pages.iter().map(|(place, _)| *place).collect();
    let Some(last) = pages.last().map(|(_, entry)| entry) else { return };
    let span = Span { invoked: pages[0].1.span.invoked, returned: last.span.returned };
    let mut returned = BTreeSet::new();
    for row in pages.iter().filter_map(|(_, page)| page.sight()).flat_map(|sight| sight.rows.keys()) {
        if !returned.insert(row.as_str()) {
            found.push(Anomaly {
                kind: AnomalyKind::RowRepeated,
                entries: entries.clone(),
                expected: "each row at most once in all pages of a query".to_owned(),
                actual: format!("row {row:?} on two pages"),
            });
        }
    }
    // A query that was given up before its last page says nothing of what it lacks.
    let ended = last.sight().is_some_and(|sight| sight.cover == Cover::Last);
    for row in index.by_row.keys().filter(|row| ended && !returned.contains(*row)) {
        if let Some(wrote) = there_throughout(index, row, span) {
            found.push(Anomaly {
                kind: AnomalyKind::RowSkipped,
                entries: [&[wrote.entry], &entries[..]].concat(),
                expected: format!("row {row:?}, which was there all the while"),
                actual: format!("{} pages without it", pages.len()),
            });
        }
    }
}

/// The write that brought the row, if it was there from before the span until after it.
fn there_throughout<'i, 't>(index: &'i Index<'t>, row: &str, span: Span) -> Option<&'i Wrote<'t>> {
    let brought = |wrote: &&Wrote<'_>| wrote.fate == Fate::Done && !wrote.deletes() && wrote.span.is_before(span);
    let removes = |brought: &Wrote<'_>| {
        index.writes_of(row).any(|other| {
            let between = !other.span.is_before(brought.span) && !span.is_before(other.span);
            other.deletes() && other.may_be_done() && between
        })
    };
    index.writes_of(row).filter(brought).find(|brought| !removes(brought))
}
