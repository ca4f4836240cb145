//! The partition as a specification: what the reference makes of each request, from each state.
//!
//! A state says for each row which stored version it has. Versions are told apart by the ETag that the target gave, or,
//! while nobody has seen one, by the write that made them. What a write comes to is decided by the reference's model,
//! once for each version that it meets.

use crate::concurrency::timeline::{Answer, Asked, Properties, Put, Timeline};
use std::collections::HashMap;
use std::rc::Rc;
use tablestakes_reference::DateTime;
use tablestakes_reference::rules::{Broken, Trace};
use tablestakes_reference::table::model::{Change, Write, decide, etag};
use tablestakes_reference::table::{Key, Row};

/// For each row the version that it has; [`ABSENT`] for none.
pub(super) type State = Box<[u32]>;

/// The versions of the rows that a request touches.
type Versions = Box<[u32]>;

/// No row.
pub(super) const ABSENT: u32 = u32::MAX;

/// What a version is known by: an ETag of the target, or the write that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Tag(u32),
    Write { request: u32, part: u32 },
}

/// A version of a row.
#[derive(Debug, Clone)]
struct Version {
    mark: Mark,
    properties: u32,
    row: Row,
}

/// One request, its names replaced by numbers.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// Writes, and whether they were done; nothing if nobody knows.
    Write {
        /// The rows, each once, in the order of their first write.
        rows: Vec<u32>,
        puts: Vec<(u32, Write)>,
        transaction: bool,
        done: Option<bool>,
        /// The ETag that each write gave.
        gives: Vec<Option<u32>>,
        /// The ETag under which each write was to be done.
        wants: Vec<Option<u32>>,
    },
    /// Rows that are there, with ETag and properties, and rows that are not.
    See { present: Vec<(u32, Option<u32>, u32)>, absent: Vec<u32> },
}

/// The requests of a timeline, and what they come to.
pub(super) struct Spec {
    pub(super) requests: Vec<Rc<Request>>,
    pub(super) rows: usize,
    keys: Vec<Key>,
    versions: Vec<Version>,
    by_mark: HashMap<(Mark, u32), u32>,
    properties: HashMap<String, u32>,
    /// Request and versions before to versions after; none where it is refused.
    outcomes: HashMap<(u32, Versions), Option<Versions>>,
    /// The rules that the reference breaks.
    pub(super) broken: Broken,
}

impl Spec {
    /// Numbers everything in a timeline.
    pub(super) fn new(timeline: &Timeline) -> Self {
        let rows = timeline.rows();
        let number_of = |row: &str| rows.binary_search(&row).map_or(0, number);
        let mut tags: HashMap<&str, u32> = HashMap::new();
        let mut tag = |text| {
            let next = number(tags.len());
            *tags.entry(text).or_insert(next)
        };
        let mut spec = Self {
            requests: Vec::with_capacity(timeline.entries.len()),
            rows: rows.len(),
            keys: rows.iter().map(|row| Key::new("p", *row)).collect(),
            versions: Vec::new(),
            by_mark: HashMap::new(),
            properties: HashMap::new(),
            outcomes: HashMap::new(),
            broken: Broken::none(),
        };
        for entry in &timeline.entries {
            let request = match (&entry.asked, &entry.answer) {
                (Asked::Write { puts, transaction }, answer) => {
                    let (done, etags): (_, &[Option<String>]) = match answer {
                        Answer::Done(etags) => (Some(true), etags),
                        Answer::Refused => (Some(false), &[]),
                        Answer::Seen(_) | Answer::Unknown | Answer::CutShort => (None, &[]),
                    };
                    let mut written = Vec::with_capacity(puts.len());
                    let mut touched = Vec::with_capacity(puts.len());
                    let mut wants = Vec::with_capacity(puts.len());
                    for Put { row, write } in puts {
                        let row = number_of(row);
                        if !touched.contains(&row) {
                            touched.push(row);
                        }
                        let wants_tag = write.tag().map(&mut tag);
                        wants.push(wants_tag);
                        written.push((row, translated(write, wants_tag)));
                    }
                    let gives =
                        (0..puts.len()).map(|part| etags.get(part)?.as_deref().map(&mut tag)).collect::<Vec<_>>();
                    Request::Write { rows: touched, puts: written, transaction: *transaction, done, gives, wants }
                }
                (_, Answer::Seen(sight)) => {
                    let mut present = Vec::with_capacity(sight.rows.len());
                    for (row, seen) in &sight.rows {
                        let properties = spec.intern(&seen.properties);
                        present.push((number_of(row), seen.etag.as_deref().map(&mut tag), properties));
                    }
                    let absent = rows.iter().filter(|row| sight.lacks(row)).map(|row| number_of(row)).collect();
                    Request::See { present, absent }
                }
                _ => Request::See { present: Vec::new(), absent: Vec::new() },
            };
            spec.requests.push(Rc::new(request));
        }
        spec
    }

    /// The state before the first request: nothing is there.
    pub(super) fn beginning(&self) -> State {
        vec![ABSENT; self.rows].into_boxed_slice()
    }

    /// The state after a request that is answered as it was; none if it cannot be answered so from here. Where nobody
    /// knows the answer: the state after it if it changes anything.
    pub(super) fn after(&mut self, request: usize, state: &State) -> Option<State> {
        match &*Rc::clone(&self.requests[request]) {
            Request::See { present, absent } => {
                if absent.iter().any(|&row| state[row as usize] != ABSENT) {
                    return None;
                }
                let mut after = state.clone();
                for &(row, tag, properties) in present {
                    let held = *after.get(row as usize)?;
                    let version = self.versions.get(held as usize)?;
                    if version.properties != properties {
                        return None;
                    }
                    match (version.mark, tag) {
                        (_, None) => {}
                        (Mark::Tag(held), Some(tag)) if held == tag => {}
                        (Mark::Tag(_), Some(_)) => return None,
                        (Mark::Write { .. }, Some(tag)) => {
                            let properties = version.row.properties.clone();
                            after[row as usize] = self.version(Mark::Tag(tag), properties);
                        }
                    }
                }
                Some(after)
            }
            Request::Write { rows, done, .. } => {
                let before: Versions = rows.iter().map(|&row| state[row as usize]).collect();
                let outcome = self.outcome(request, rows, before);
                match (done, outcome) {
                    (Some(true) | None, Some(versions)) => {
                        let mut after = state.clone();
                        for (&row, &version) in rows.iter().zip(&versions) {
                            after[row as usize] = version;
                        }
                        Some(after)
                    }
                    (Some(false), None) => Some(state.clone()),
                    (Some(true) | None, None) | (Some(false), Some(_)) => None,
                }
            }
        }
    }

    /// Whether the request changes nothing where it is answered as it was.
    pub(super) fn is_idle(&self, request: usize) -> bool {
        matches!(*self.requests[request], Request::See { .. } | Request::Write { done: Some(false), .. })
    }

    /// The ETag by which the row's version is known.
    pub(super) fn tag(&self, state: &State, row: u32) -> Option<u32> {
        match self.versions.get(*state.get(row as usize)? as usize)?.mark {
            Mark::Tag(tag) => Some(tag),
            Mark::Write { .. } => None,
        }
    }

    /// What the writes of a request make of these versions; none if one of them is refused.
    fn outcome(&mut self, request: usize, rows: &[u32], before: Versions) -> Option<Versions> {
        let known = (number(request), before);
        if let Some(outcome) = self.outcomes.get(&known) {
            return outcome.clone();
        }
        let outcome = self.decide(request, rows, &known.1);
        self.outcomes.insert(known, outcome.clone());
        outcome
    }

    fn decide(&mut self, request: usize, rows: &[u32], before: &[u32]) -> Option<Versions> {
        let request_held = Rc::clone(&self.requests[request]);
        let Request::Write { puts, transaction, gives, .. } = &*request_held else { return None };
        let mut after: Versions = before.into();
        for (part, (row, write)) in puts.iter().enumerate() {
            let place = rows.iter().position(|touched| touched == row)?;
            let held = self.versions.get(after[place] as usize).map(|version| &version.row);
            let key = &self.keys[*row as usize];
            let change = decide(held, key, write.clone(), *transaction, &mut Trace::new(&self.broken)).ok()?;
            after[place] = match change {
                Change::Remove => ABSENT,
                Change::Keep(_) => after[place],
                Change::Put(properties) => {
                    let unnamed = Mark::Write { request: number(request), part: number(part) };
                    let mark = gives.get(part).copied().flatten().map_or(unnamed, Mark::Tag);
                    self.version(mark, properties)
                }
            };
        }
        Some(after)
    }

    fn version(&mut self, mark: Mark, properties: Properties) -> u32 {
        let interned = self.intern(&properties);
        if let Some(&version) = self.by_mark.get(&(mark, interned)) {
            return version;
        }
        let version = number(self.versions.len());
        let row = Row { timestamp: instant(mark), properties };
        self.versions.push(Version { mark, properties: interned, row });
        self.by_mark.insert((mark, interned), version);
        version
    }

    /// A number for these properties, whatever their order.
    fn intern(&mut self, properties: &Properties) -> u32 {
        let mut sorted: Vec<&(Box<str>, _)> = properties.iter().collect();
        sorted.sort_by(|left, right| left.0.cmp(&right.0));
        let next = number(self.properties.len());
        *self.properties.entry(format!("{sorted:?}")).or_insert(next)
    }
}

/// The write with the reference's ETag in the place of the target's.
fn translated(write: &Write, tag: Option<u32>) -> Write {
    let Some(tag) = tag else { return write.clone() };
    write.under(etag(instant(Mark::Tag(tag)), &mut Trace::new(&Broken::none())))
}

/// The Timestamp by which the reference knows a version. Only that they differ matters.
fn instant(mark: Mark) -> DateTime {
    const FIRST_UNTAGGED: i64 = 1 << 48;
    match mark {
        Mark::Tag(tag) => DateTime::from_ticks(1 + i64::from(tag)),
        Mark::Write { request, part } => {
            DateTime::from_ticks(FIRST_UNTAGGED + (i64::from(request) << 10) + i64::from(part))
        }
    }
}

/// Numbers of requests, rows and versions: no timeline has more of them than fit.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(ABSENT - 1)
}
