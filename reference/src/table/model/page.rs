//! Pages: what a query returns at once, and where it goes on.

use super::keys::SortKey;
use super::range::KeyRange;
use super::state::{Model, Table};
use crate::rules::{Trace, id};
use crate::table::Row;
use crate::table::filter::Filter;
use std::borrow::Cow;
use std::ops::Bound;

/// Where a query goes on: at this key, or at the first one behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The partition.
    pub partition: String,
    /// The row; without one the partition's beginning.
    pub row: Option<String>,
}

/// A query on the entities of one table.
#[derive(Debug)]
pub struct Scan<'q> {
    /// What is asked for.
    pub filter: Option<&'q Filter>,
    /// `$top`, if it was given.
    pub top: Option<usize>,
    /// Where to begin.
    pub from: Option<&'q Place>,
    /// The most entities on a page.
    pub page_size: usize,
    /// Whether a page ends where a partition does.
    pub ends_with_partition: bool,
    /// The keys that may be seen; the others are as if they were not there.
    pub within: Option<&'q KeyRange>,
}

/// One page of entities.
#[derive(Debug)]
pub struct EntityPage<'m> {
    /// Partition key, row key and row of each entity, in order.
    pub rows: Vec<(Cow<'m, str>, Cow<'m, str>, &'m Row)>,
    /// Where the next page begins.
    pub next: Option<Place>,
}

/// One page of tables.
#[derive(Debug)]
pub struct TablePage<'m> {
    /// The tables in order.
    pub tables: Vec<&'m Table>,
    /// The table that the next page begins with.
    pub next: Option<&'m Table>,
}

impl Table {
    /// One page of a query.
    pub fn page<'m>(&'m self, scan: &Scan<'_>, trace: &mut Trace<'_>) -> EntityPage<'m> {
        if !trace.is_intact() && !trace.enforce(id::TABLE_CONCURRENCY_CONTINUATION_BY_KEY) {
            return self.page_by_position(scan, trace);
        }
        self.page_by_key(scan, trace)
    }

    /// One page whose token says how many entities to skip.
    fn page_by_position<'m>(&'m self, scan: &Scan<'_>, trace: &mut Trace<'_>) -> EntityPage<'m> {
        const MARK: char = '\u{7}';
        let skipped: usize = match scan.from {
            None => 0,
            Some(place) => match place.row.as_deref().and_then(|row| row.strip_prefix(MARK)?.parse().ok()) {
                Some(skipped) => skipped,
                // What a client made up, or took a part away from, says nothing of how many.
                None => return self.page_by_key(scan, trace),
            },
        };
        let most = limit(scan, trace).unwrap_or(usize::MAX);
        let all = Scan { from: None, top: None, page_size: usize::MAX, ends_with_partition: false, ..*scan };
        let mut rows = self.page_by_key(&all, trace).rows.into_iter().skip(skipped).peekable();
        let mut page = EntityPage { rows: rows.by_ref().take(most).collect(), next: None };
        if let Some((partition, ..)) = rows.peek() {
            let row = format!("{MARK}{}", skipped + page.rows.len());
            page.next = Some(Place { partition: partition.clone().into_owned(), row: Some(row) });
        }
        page
    }

    fn page_by_key<'m>(&'m self, scan: &Scan<'_>, trace: &mut Trace<'_>) -> EntityPage<'m> {
        let mut page = EntityPage { rows: Vec::new(), next: None };
        if scan.from.is_some_and(|place| !self.continues(place, trace)) {
            return page;
        }
        let filter = match scan.from {
            Some(_) if scan.filter.is_some() && !trace.enforce(id::TABLE_CONTINUATION_FILTER_KEPT) => None,
            _ => scan.filter,
        };
        let limit = limit(scan, trace);
        if limit == Some(0) {
            return page;
        }
        let looks_ahead = filter.is_none() || trace.enforce(id::TABLE_CONTINUATION_LOOK_AHEAD);
        let whole = trace.enforce(id::TABLE_QUERY_ALL);
        let partitions = filter.map(Filter::partition_bounds).unwrap_or_default();
        let in_rows = filter.map(Filter::row_bounds).unwrap_or_default();
        let start = scan.from.map(|place| SortKey::of(&place.partition, trace).into_owned());
        let from_partition =
            later(start, partitions.lower.as_ref().map(|(key, _)| SortKey::of(key, trace).into_owned()));
        let range = (from_partition.as_deref().map_or(Bound::Unbounded, Bound::Included), Bound::Unbounded);
        for (nth, (partition, rows)) in self.partitions.range::<[u8], _>(range).enumerate() {
            let partition = partition.text();
            if partitions.upper.is_some() && !partitions.contains(&partition) {
                if partitions.lower.as_ref().is_some_and(|(lower, _)| *lower == *partition) {
                    continue;
                }
                break;
            }
            if nth > 0 && !whole {
                break;
            }
            if nth > 0 && scan.ends_with_partition && !page.rows.is_empty() {
                page.next = Some(Place { partition: partition.into_owned(), row: None });
                return page;
            }
            let in_place = scan.from.filter(|place| {
                place.partition == partition || place.row.is_some() && !trace.enforce(id::TABLE_CONTINUATION_PARTITIONS)
            });
            let from = in_place.and_then(|place| place.row.as_deref()).map(|row| SortKey::of(row, trace).into_owned());
            let skips = from.is_some() && in_place.is_some_and(|place| place.partition == partition);
            let skips = skips && !trace.enforce(id::TABLE_CONTINUATION_RESUMES);
            let lower = in_rows.lower.as_ref().map(|(key, _)| SortKey::of(key, trace).into_owned());
            let range = (
                later(from, lower)
                    .map_or(Bound::Unbounded, |key| if skips { Bound::Excluded(key) } else { Bound::Included(key) }),
                Bound::Unbounded,
            );
            let range = (range.0.as_ref().map(Vec::as_slice), range.1);
            for (row_key, row) in rows.range::<[u8], _>(range) {
                let row_key = row_key.text();
                if in_rows.upper.is_some() && !in_rows.contains(&row_key) {
                    if in_rows.lower.as_ref().is_some_and(|(lower, _)| *lower == *row_key) {
                        continue;
                    }
                    break;
                }
                if scan.within.is_some_and(|range| !range.contains(&partition, &row_key)) {
                    continue;
                }
                let full = limit.is_some_and(|limit| page.rows.len() >= limit);
                if full && !looks_ahead {
                    page.next =
                        Some(Place { partition: partition.clone().into_owned(), row: Some(row_key.into_owned()) });
                    return page;
                }
                if filter.is_some_and(|filter| !filter.matches(&partition, &row_key, row, trace)) {
                    continue;
                }
                if full {
                    page.next =
                        Some(Place { partition: partition.clone().into_owned(), row: Some(row_key.into_owned()) });
                    return page;
                }
                page.rows.push((partition.clone(), row_key, row));
            }
        }
        if limit == Some(page.rows.len()) && !trace.enforce(id::TABLE_CONTINUATION_NO_TOKEN_AT_END) {
            page.next = page.rows.last().map(|(partition, row, _)| Place {
                partition: partition.clone().into_owned(),
                row: Some(format!("{row}\u{1}")),
            });
        }
        page
    }

    /// Whether a continuation from this place finds anything at all. It does, unless the reference is told otherwise.
    fn continues(&self, place: &Place, trace: &mut Trace<'_>) -> bool {
        match &place.row {
            None => trace.enforce(id::TABLE_CONTINUATION_PARTITION_ONLY),
            Some(row) => {
                self.row(&place.partition, row, trace).is_some() || trace.enforce(id::TABLE_CONTINUATION_DELETED_NEXT)
            }
        }
    }
}

/// The most entities on this page.
fn limit(scan: &Scan<'_>, trace: &mut Trace<'_>) -> Option<usize> {
    let top = scan.top.filter(|_| trace.enforce(id::TABLE_CONTINUATION_TOP));
    let size = if trace.enforce(id::TABLE_CONTINUATION_PAGE_SIZE) { Some(scan.page_size) } else { None };
    match (top, size) {
        (Some(top), Some(size)) => Some(top.min(size)),
        (top, size) => top.or(size),
    }
}

fn later(left: Option<Vec<u8>>, right: Option<Vec<u8>>) -> Option<Vec<u8>> {
    left.max(right)
}

impl Model {
    /// One page of the listing of tables, from the table on whose lower-cased name is `from`.
    pub fn table_page(
        &self,
        filter: Option<&Filter>,
        limit: usize,
        from: Option<&str>,
        trace: &mut Trace<'_>,
    ) -> TablePage<'_> {
        let mut page = TablePage { tables: Vec::new(), next: None };
        let start = match from {
            None => Bound::Unbounded,
            Some(name) if trace.enforce(id::TABLE_CONTINUATION_TABLES_RESUME) => Bound::Included(name),
            Some(name) => Bound::Excluded(name),
        };
        let gone = from.is_some_and(|name| !self.tables.contains_key(name));
        if limit == 0 || gone && !trace.enforce(id::TABLE_CONTINUATION_TABLES_DELETED_NEXT) {
            return page;
        }
        let filter = match from {
            Some(_) if filter.is_some() && !trace.enforce(id::TABLE_CONTINUATION_TABLES_FILTER_KEPT) => None,
            _ => filter,
        };
        let range = (start, Bound::Unbounded);
        for table in self.tables.range::<str, _>(range).map(|(_, table)| table) {
            if filter.is_some_and(|filter| !filter.matches_table(&table.name, trace)) {
                continue;
            }
            if page.tables.len() == limit {
                page.next = Some(table);
                break;
            }
            page.tables.push(table);
        }
        page
    }
}
