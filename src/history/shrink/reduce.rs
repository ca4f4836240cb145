//! The passes that make a history simpler without taking steps away.
//!
//! A pass gives, for a place of a history, the candidates there, the simplest first; `None` behind the last place.

use super::{places, removal, simpler};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::{Piece, pieces};
use tablestakes_reference::history::{Content, History, Step, Wire};
use tablestakes_reference::table::{EntityBody, Query};

pub(super) type Pass = fn(&History, usize) -> Option<Vec<History>>;

/// All passes, in the order in which they are tried: what takes away most comes first.
pub(super) const PASSES: &[Pass] =
    &[tables, wires, queries, selections, properties, raw_headers, blob_asks, keys, blob_names, property_names, values];

/// The history with one thing changed, if it is there.
fn changed<T>(
    history: &History,
    place: usize,
    find: impl Fn(&mut History) -> Vec<&mut T>,
    value: T,
) -> Option<History> {
    let mut candidate = history.clone();
    let mut found = find(&mut candidate);
    if place < found.len() {
        *found.swap_remove(place) = value;
    }
    Some(candidate)
}

/// What stands at a place, cloned.
fn held<T: Clone>(history: &History, place: usize, find: impl Fn(&mut History) -> Vec<&mut T>) -> Option<T> {
    find(&mut history.clone()).get(place).map(|held| (**held).clone())
}

fn tables(history: &History, place: usize) -> Option<Vec<History>> {
    (place == 0).then(|| removal::without_last_table(history).into_iter().collect())
}

fn wires(history: &History, place: usize) -> Option<Vec<History>> {
    let Step { wire, .. } = history.steps.get(place)?;
    if *wire == Wire::default() {
        return Some(Vec::new());
    }
    let plain = Wire::default();
    let mut simpler = vec![
        plain.clone(),
        Wire { version: None, ..wire.clone() },
        Wire { metadata: None, ..wire.clone() },
        Wire { account: None, ..wire.clone() },
        Wire { location: plain.location, ..wire.clone() },
        Wire { auth: plain.auth, ..wire.clone() },
        Wire { keys: plain.keys, ..wire.clone() },
        Wire { merge: plain.merge, ..wire.clone() },
        Wire { tunnelled: false, ..wire.clone() },
        Wire { line_end: plain.line_end, ..wire.clone() },
        Wire { path_inner_uris: false, ..wire.clone() },
    ];
    for header in 0..wire.headers.len() {
        let mut fewer = wire.clone();
        fewer.headers.remove(header);
        simpler.push(fewer);
    }
    let candidates = simpler.into_iter().filter(|other| other != wire).map(|wire| {
        let mut candidate = history.clone();
        candidate.steps[place].wire = wire;
        candidate
    });
    Some(candidates.collect())
}

fn queries(history: &History, place: usize) -> Option<Vec<History>> {
    let query = held(history, place, places::queries)?;
    let mut simpler = vec![
        Query::default(),
        Query { filter: None, ..query.clone() },
        Query { select: None, ..query.clone() },
        Query { top: None, ..query.clone() },
    ];
    let filters = query.filter.iter().flat_map(|filter| simpler::filters(filter));
    simpler.extend(filters.map(|filter| Query { filter: Some(filter), ..query.clone() }));
    let selects = query.select.iter().flat_map(|select| simpler::lists(select));
    simpler.extend(selects.map(|select| Query { select: Some(select), ..query.clone() }));
    simpler.retain(|other| *other != query);
    Some(simpler.into_iter().filter_map(|query| changed(history, place, places::queries, query)).collect())
}

fn selections(history: &History, place: usize) -> Option<Vec<History>> {
    let select = held(history, place, places::selections)?;
    let Some(names) = select else { return Some(Vec::new()) };
    let mut simpler = vec![None];
    simpler.extend(simpler::lists(&names).into_iter().map(Some));
    Some(simpler.into_iter().filter_map(|select| changed(history, place, places::selections, select)).collect())
}

fn properties(history: &History, place: usize) -> Option<Vec<History>> {
    let body = held(history, place, places::bodies)?;
    let count = body.properties.len();
    let mut simpler = Vec::new();
    let mut length = count;
    while length > 0 {
        for start in (0..count).step_by(length) {
            let mut fewer: EntityBody = body.clone();
            fewer.properties.drain(start..(start + length).min(count));
            simpler.push(fewer);
        }
        length /= 2;
    }
    Some(simpler.into_iter().filter_map(|body| changed(history, place, places::bodies, body)).collect())
}

fn raw_headers(history: &History, place: usize) -> Option<Vec<History>> {
    let request = held(history, place, places::raw_requests)?;
    let candidates = (0..request.headers.len()).filter_map(|header| {
        let mut fewer = request.clone();
        fewer.headers.remove(header);
        changed(history, place, places::raw_requests, fewer)
    });
    Some(candidates.collect())
}

/// What is asked of blobs, without one of its options or headers, or with less of a body.
fn blob_asks(history: &History, place: usize) -> Option<Vec<History>> {
    let ask = held(history, place, places::blob_asks)?;
    let mut simpler = Vec::new();
    for option in 0..ask.options.len() {
        let mut fewer = ask.clone();
        fewer.options.remove(option);
        simpler.push(fewer);
    }
    for header in 0..ask.headers.len() {
        let mut fewer = ask.clone();
        fewer.headers.remove(header);
        simpler.push(fewer);
    }
    simpler.extend(bodies(&ask.body).into_iter().map(|body| Ask { body, ..ask.clone() }));
    Some(simpler.into_iter().filter_map(|ask| changed(history, place, places::blob_asks, ask)).collect())
}

/// Bodies that are simpler than this one. Documents stay: less of one is none.
fn bodies(body: &Content) -> Vec<Content> {
    match body {
        Content::None => Vec::new(),
        Content::Text { text } if text.starts_with('<') || !is_literal(text) => Vec::new(),
        Content::Text { text } => simpler::texts(text).into_iter().map(Content::text).collect(),
        Content::Octets { octets } => {
            let half = Content::Octets { octets: octets[..octets.len() / 2].to_vec() };
            if octets.len() > 1 { vec![Content::text("a"), half] } else { vec![Content::text("a")] }
        }
        Content::Pattern { seed, length } => {
            let shorter = [1, length / 2, length.saturating_sub(1)].into_iter().filter(|other| other < length);
            shorter.map(|length| Content::Pattern { seed: *seed, length }).collect()
        }
    }
}

fn is_literal(text: &str) -> bool {
    pieces(text).iter().all(|piece| matches!(piece, Piece::Text(_)))
}

fn blob_names(history: &History, place: usize) -> Option<Vec<History>> {
    everywhere(history, place, places::blob_names)
}

/// Replaces one text everywhere, so that what named the same thing still does.
fn everywhere(
    history: &History,
    place: usize,
    find: impl Fn(&mut History) -> Vec<&mut String>,
) -> Option<Vec<History>> {
    let mut scratch = history.clone();
    let mut distinct: Vec<String> = Vec::new();
    for text in find(&mut scratch) {
        if !distinct.contains(text) {
            distinct.push(text.clone());
        }
    }
    let text = distinct.get(place)?;
    // Two names never become one: that would be another history.
    let candidates = simpler::texts(text).into_iter().filter(|other| !distinct.contains(other)).map(|other| {
        let mut candidate = history.clone();
        for held in find(&mut candidate) {
            if held == text {
                held.clone_from(&other);
            }
        }
        candidate
    });
    Some(candidates.collect())
}

fn keys(history: &History, place: usize) -> Option<Vec<History>> {
    everywhere(history, place, places::keys)
}

fn property_names(history: &History, place: usize) -> Option<Vec<History>> {
    everywhere(history, place, places::property_names)
}

fn values(history: &History, place: usize) -> Option<Vec<History>> {
    let value = held(history, place, places::values)?;
    let simpler = simpler::values(&value);
    Some(simpler.into_iter().filter_map(|value| changed(history, place, places::values, value)).collect())
}
