//! The pages of a page blob: what was written and cleared, and when.

use crate::datetime::DateTime;
use bytes::{Bytes, BytesMut};
use std::collections::BTreeMap;

/// Pages by their first octet, next to each other as they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pages {
    length: u64,
    extents: BTreeMap<u64, Extent>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Extent {
    end: u64,
    /// None if it was cleared.
    data: Option<Bytes>,
    at: DateTime,
}

/// Pages next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRange {
    /// The first octet.
    pub start: u64,
    /// The last octet.
    pub end: u64,
    /// Whether they were cleared.
    pub cleared: bool,
}

impl Pages {
    /// Pages of which none was written.
    pub fn of(length: u64) -> Self {
        Self { length, extents: BTreeMap::new() }
    }

    /// The length.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Makes it longer or shorter.
    pub fn resize(&mut self, length: u64) {
        if length < self.length {
            self.remove(length, self.length);
        }
        self.length = length;
    }

    /// Writes pages.
    pub fn write(&mut self, start: u64, data: Bytes, at: DateTime) {
        let end = start + data.len() as u64;
        self.remove(start, end);
        if start < end {
            self.extents.insert(start, Extent { end, data: Some(data), at });
        }
    }

    /// Clears pages, `end` not included.
    pub fn clear(&mut self, start: u64, end: u64, at: DateTime) {
        let there: Vec<(u64, u64)> = self.within(start, end).collect();
        self.remove(start, end);
        for (start, end) in there {
            self.extents.insert(start, Extent { end, data: None, at });
        }
    }

    /// What was written or cleared between, from where to where.
    fn within(&self, start: u64, end: u64) -> impl Iterator<Item = (u64, u64)> {
        let first = self.extents.range(..=start).next_back().map_or(start, |(at, _)| *at);
        let held = self.extents.range(first..end.max(first));
        held.map(move |(at, held)| ((*at).max(start), held.end.min(end))).filter(|(from, to)| from < to)
    }

    /// Takes out what lies between, and keeps what sticks out.
    fn remove(&mut self, start: u64, end: u64) {
        let before = self.extents.range(..start).next_back().filter(|(_, held)| held.end > start).map(|(at, _)| *at);
        let within: Vec<u64> =
            before.into_iter().chain(self.extents.range(start..end.max(start)).map(|(at, _)| *at)).collect();
        for at in within {
            let Some(held) = self.extents.remove(&at) else { continue };
            let part = |from: u64, to: u64| {
                let bounds = |octet: u64| usize::try_from(octet - at).unwrap_or(usize::MAX);
                held.data.as_ref().map(|data| data.slice(bounds(from).min(data.len())..bounds(to).min(data.len())))
            };
            if at < start {
                self.extents.insert(at, Extent { end: start, data: part(at, start), at: held.at });
            }
            if held.end > end {
                self.extents.insert(end, Extent { end: held.end, data: part(end, held.end), at: held.at });
            }
        }
    }

    /// This many octets from a place on, or what there is of them; zeros where nothing was written.
    pub fn slice(&self, start: u64, length: u64) -> Bytes {
        let end = start.saturating_add(length).min(self.length);
        let mut whole = BytesMut::zeroed(usize::try_from(end.saturating_sub(start)).unwrap_or(0));
        let first = self.extents.range(..=start).next_back().map_or(start, |(at, _)| *at);
        for (at, held) in self.extents.range(first..end) {
            let (from, to) = ((*at).max(start), held.end.min(end));
            let Some(data) = held.data.as_ref().filter(|_| from < to) else { continue };
            let place = |octet: u64, origin: u64| usize::try_from(octet - origin).unwrap_or(0);
            whole[place(from, start)..place(to, start)].copy_from_slice(&data[place(from, *at)..place(to, *at)]);
        }
        whole.freeze()
    }

    /// The pages that were written, `end` not included; with `since`, those that were written or cleared after it.
    pub fn ranges(&self, start: u64, end: u64, since: Option<DateTime>) -> Vec<PageRange> {
        let mut ranges: Vec<PageRange> = Vec::new();
        let first = self.extents.range(..=start).next_back().map_or(start, |(at, _)| *at);
        for (at, held) in self.extents.range(first..end.max(first)) {
            let (from, to) = ((*at).max(start), held.end.min(end));
            let cleared = held.data.is_none();
            let shown = match since {
                None => !cleared,
                Some(since) => held.at > since,
            };
            if from >= to || !shown {
                continue;
            }
            match ranges.last_mut() {
                Some(last) if last.end + 1 == from && last.cleared == cleared => last.end = to - 1,
                _ => ranges.push(PageRange { start: from, end: to - 1, cleared }),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranges_are_put_together() {
        let at = DateTime::from_ticks;
        let mut pages = Pages::of(4096);
        pages.write(0, Bytes::from(vec![1; 512]), at(1));
        pages.write(512, Bytes::from(vec![2; 1024]), at(2));
        pages.clear(512, 1024, at(4));
        pages.write(2048, Bytes::from(vec![3; 512]), at(5));
        let shown = |since| {
            let ranges: Vec<_> =
                pages.ranges(0, 4096, since).into_iter().map(|held| (held.start, held.end, held.cleared)).collect();
            ranges
        };
        assert_eq!(shown(None), [(0, 511, false), (1024, 1535, false), (2048, 2559, false)]);
        assert_eq!(shown(Some(at(3))), [(512, 1023, true), (2048, 2559, false)]);
    }

    proptest! {
        #[test]
        fn pages_hold_what_was_written_last(writes in proptest::collection::vec((0_u64..16, 0_u64..6, proptest::option::of(any::<u8>())), 0..20)) {
            let mut pages = Pages::of(16);
            let mut plain = [0_u8; 16];
            for (start, length, octet) in writes {
                let end = (start + length).min(16);
                let place = usize::try_from(start).unwrap()..usize::try_from(end).unwrap();
                match octet {
                    Some(octet) => {
                        plain[place.clone()].fill(octet);
                        pages.write(start, Bytes::from(vec![octet; place.len()]), DateTime::default());
                    }
                    None => {
                        plain[place].fill(0);
                        pages.clear(start, end, DateTime::default());
                    }
                }
            }
            prop_assert_eq!(&pages.slice(0, 16)[..], &plain[..]);
            prop_assert_eq!(&pages.slice(3, 7)[..], &plain[3..10]);
        }
    }
}
