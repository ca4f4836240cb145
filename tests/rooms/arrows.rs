//! Compares the arrows between rooms with those that are allowed, and says what to do about each other one.

use crate::uses::Use;
use std::collections::BTreeSet;

/// Rooms, the lowest first, and the names of those that each may use, with blanks between them.
pub(crate) type Rooms = &'static [(&'static str, &'static str)];

/// Where the list stands.
const LIST: &str = "tests/rooms/main.rs";

/// What is wrong with the arrows, for people.
pub(crate) fn complaints(rooms: Rooms, uses: &[Use]) -> Vec<String> {
    let mut complaints = out_of_order(rooms);
    let place = |room: &str| rooms.iter().position(|(name, _)| *name == room);
    for used in uses {
        let Use { from, to, file, line } = used;
        let at = format!("{}:{line}", file.display());
        let is_allowed = rooms
            .iter()
            .find(|(name, _)| name == from)
            .map(|(_, allowed)| allowed.split_whitespace().any(|room| room == to));
        let complaint = match (is_allowed, place(from), place(to)) {
            (None, ..) => format!("`{from}` is a room that {LIST} does not list: add it behind the rooms that it uses"),
            (_, _, None) => {
                format!(
                    "`{from}` uses `crate::{to}`, which {LIST} does not list: add the room before those that use it"
                )
            }
            (Some(true), ..) => continue,
            (_, from_place, to_place) if to_place < from_place => format!(
                "`{from}` uses `{to}`, which is not among the rooms that it may use: ask whether it has to; if so, add `{to}` \
                 to the row of `{from}` in {LIST}, and to docs/architecture.md"
            ),
            _ => format!(
                "`{from}` uses `{to}`, which stands above it{}: move what both need into the room that owns its meaning, \
                 at or below `{from}`",
                cycle(from, to, uses).map_or_else(String::new, |back| format!(" and uses it ({back}), a cycle"))
            ),
        };
        complaints.push(format!("{at}: {complaint}"));
    }
    complaints.extend(idle(rooms, uses));
    complaints
}

/// Rows that allow what stands above them, so that a cycle would be allowed.
fn out_of_order(rooms: Rooms) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut below = BTreeSet::new();
    for (room, allowed) in rooms {
        for used in allowed.split_whitespace().filter(|used| !below.contains(used)) {
            complaints
                .push(format!("{LIST}: `{room}` may use `{used}`, which does not stand before it: no arrow goes up"));
        }
        below.insert(*room);
    }
    complaints
}

/// Arrows that are allowed and not there.
fn idle(rooms: Rooms, uses: &[Use]) -> Vec<String> {
    let is_there = |from: &str, to: &str| uses.iter().any(|used| used.from == from && used.to == to);
    let arrows = rooms.iter().flat_map(|(from, allowed)| allowed.split_whitespace().map(|to| (*from, to)));
    arrows
        .filter(|(from, to)| !is_there(from, to))
        .map(|(from, to)| format!("{LIST}: `{from}` no longer uses `{to}`: take it out of the row"))
        .collect()
}

/// How one leads back to the other, if it does: the rooms on the way, and where each use stands.
fn cycle(from: &str, to: &str, uses: &[Use]) -> Option<String> {
    let mut seen = BTreeSet::from([to]);
    let mut ways = vec![(to, String::new())];
    while let Some((room, way)) = ways.pop() {
        for used in uses.iter().filter(|used| used.from == room) {
            let Use { to: next, file, line, .. } = used;
            let comma = if way.is_empty() { "" } else { ", " };
            let way = format!("{way}{comma}`{room}` → `{next}` in {}:{line}", file.display());
            if next == from {
                return Some(way);
            }
            if seen.insert(next) {
                ways.push((next, way));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: Rooms = &[("low", ""), ("middle", "low"), ("high", "middle")];

    fn used(from: &str, to: &str) -> Use {
        Use { from: from.to_owned(), to: to.to_owned(), file: format!("src/{from}/x.rs").into(), line: 7 }
    }

    fn all() -> Vec<Use> {
        vec![used("middle", "low"), used("high", "middle")]
    }

    #[test]
    fn allowed_arrows_are_passed() {
        assert_eq!(complaints(ROOMS, &all()), [""; 0]);
    }

    #[test]
    fn other_arrows_are_told_with_their_place() {
        for (from, to, expected) in [
            ("high", "low", "src/high/x.rs:7: `high` uses `low`, which is not among the rooms"),
            ("high", "attic", "src/high/x.rs:7: `high` uses `crate::attic`, which tests/rooms/main.rs does not list"),
            ("attic", "low", "src/attic/x.rs:7: `attic` is a room that tests/rooms/main.rs does not list"),
            ("low", "high", "`high` → `middle` in src/high/x.rs:7, `middle` → `low` in src/middle/x.rs:7), a cycle"),
        ] {
            let complaints = complaints(ROOMS, &[all(), vec![used(from, to)]].concat());
            assert!(complaints.len() == 1 && complaints[0].contains(expected), "{complaints:?}");
        }
    }

    #[test]
    fn what_is_allowed_in_vain_is_told() {
        let complaints = complaints(ROOMS, &all()[..1]);
        assert_eq!(complaints, ["tests/rooms/main.rs: `high` no longer uses `middle`: take it out of the row"]);
    }

    #[test]
    fn a_list_that_allows_a_cycle_is_refused() {
        let rooms: Rooms = &[("low", "high"), ("high", "low")];
        let complaints = complaints(rooms, &[used("low", "high"), used("high", "low")]);
        assert!(complaints.len() == 1 && complaints[0].contains("`low` may use `high`"), "{complaints:?}");
    }
}
