//! Operations under conditions, of which the generator knows whether they hold.

use crate::blob::steps::{
    AskExt as _, block_list, delete, get, get_metadata, head, list, put, put_block_list, set_metadata, set_properties,
    snapshot,
};
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Symbol;

const UNKNOWN: &str = "\"0x8D2C9167D53FC2C\"";
const PAST: &str = "Thu, 01 Jan 2015 00:00:00 GMT";
const FUTURE: &str = "Thu, 31 Dec 2037 23:59:59 GMT";

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    Get,
    Head,
    GetMetadata,
    SetMetadata,
    SetProperties,
    Snapshot,
    Put,
    PutList,
    Delete,
}

/// Under which condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    Nothing,
    MatchCurrent,
    MatchEarlier,
    MatchAnything,
    DiffersCurrent,
    DiffersEarlier,
    DiffersAnything,
    ModifiedBefore,
    ModifiedAfter,
    UnmodifiedBefore,
    UnmodifiedAfter,
}

const DONE: [Done; 9] = [
    Done::Get,
    Done::Head,
    Done::GetMetadata,
    Done::SetMetadata,
    Done::SetProperties,
    Done::Snapshot,
    Done::Put,
    Done::PutList,
    Done::Delete,
];

const UNDER: [Under; 11] = [
    Under::Nothing,
    Under::MatchCurrent,
    Under::MatchEarlier,
    Under::MatchAnything,
    Under::DiffersCurrent,
    Under::DiffersEarlier,
    Under::DiffersAnything,
    Under::ModifiedBefore,
    Under::ModifiedAfter,
    Under::UnmodifiedBefore,
    Under::UnmodifiedAfter,
];

impl Done {
    fn creates(self) -> bool {
        matches!(self, Self::Put | Self::PutList)
    }

    fn ask(self) -> Ask {
        match self {
            Self::Get => get("b"),
            Self::Head => head("b"),
            Self::GetMetadata => get_metadata("b"),
            Self::SetMetadata => set_metadata("b").with_metadata(&[("changed", "1")]),
            Self::SetProperties => set_properties("b").with("x-ms-blob-content-type", "a/b"),
            Self::Snapshot => snapshot("b"),
            Self::Put => put("b", "content"),
            Self::PutList => put_block_list("b", block_list(&[])),
            Self::Delete => delete("b").with("x-ms-delete-snapshots", "include"),
        }
    }
}

/// The step that gave the blob its ETag, if it is there, and those that gave it others before.
#[derive(Debug, Default)]
struct Known {
    current: Option<usize>,
    earlier: Vec<usize>,
}

impl Known {
    /// What is asked in place of this where nobody knows what is answered: a star on what has no such condition, and dates on what
    /// is not there.
    fn known(&self, done: Done, under: Under) -> Under {
        match under {
            Under::DiffersAnything if !done.creates() => Under::DiffersCurrent,
            Under::ModifiedBefore | Under::ModifiedAfter | Under::UnmodifiedBefore | Under::UnmodifiedAfter
                if self.current.is_none() && done.creates() =>
            {
                Under::DiffersAnything
            }
            other => other,
        }
    }

    fn fold(&mut self, done: Done, under: Under, drawn: &mut Drawing) {
        let under = self.known(done, under);
        let tag = |step: Option<usize>| {
            step.map_or_else(|| UNKNOWN.to_owned(), |step| Symbol::ETag { step, part: None }.to_string())
        };
        let (current, earlier) = (tag(self.current), tag(self.earlier.last().copied()));
        let ask = done.ask();
        let ask = match under {
            Under::Nothing => ask,
            Under::MatchCurrent => ask.if_match(current),
            Under::MatchEarlier => ask.if_match(earlier),
            Under::MatchAnything => ask.if_match("*"),
            Under::DiffersCurrent => ask.if_none_match(current),
            Under::DiffersEarlier => ask.if_none_match(earlier),
            Under::DiffersAnything => ask.if_none_match("*"),
            Under::ModifiedBefore => ask.with("If-Modified-Since", PAST),
            Under::ModifiedAfter => ask.with("If-Modified-Since", FUTURE),
            Under::UnmodifiedBefore => ask.with("If-Unmodified-Since", PAST),
            Under::UnmodifiedAfter => ask.with("If-Unmodified-Since", FUTURE),
        };
        let fails = matches!(
            (self.current, under),
            (Some(_), Under::MatchEarlier | Under::DiffersCurrent | Under::DiffersAnything)
                | (Some(_), Under::ModifiedAfter | Under::UnmodifiedBefore)
                | (None, Under::MatchCurrent | Under::MatchEarlier | Under::MatchAnything)
        );
        let refused = fails || self.current.is_none() && !done.creates();
        let step = drawn.send_if(!refused, ask);
        if refused {
            return;
        }
        match done {
            Done::Put | Done::PutList | Done::SetMetadata | Done::SetProperties => {
                self.earlier.extend(self.current.replace(step));
            }
            Done::Delete => self.earlier.extend(self.current.take()),
            Done::Get | Done::Head | Done::GetMetadata | Done::Snapshot => {}
        }
    }
}

/// A blob that is written twice, and ten to fifteen operations on it.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    vec((0..DONE.len(), 0..UNDER.len()), 10..16).prop_map(|moves| {
        let (mut drawn, mut known) = (Drawing::default(), Known::default());
        known.fold(Done::Put, Under::DiffersAnything, &mut drawn);
        known.fold(Done::Put, Under::MatchCurrent, &mut drawn);
        for (done, under) in moves {
            known.fold(DONE[done], UNDER[under], &mut drawn);
        }
        drawn.send(list().including("metadata,snapshots"));
        drawn
    })
}
