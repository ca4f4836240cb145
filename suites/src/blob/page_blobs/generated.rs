//! Pages that are written, cleared, cut off and compared, in any order.

use super::SUITE;
use crate::blob::steps::{AskExt as _, create_page, get, head, page_ranges, put_page, set_properties, snapshot, told};
use crate::check::Check;
use crate::define::generated;
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

const PAGE: u32 = 512;
/// The most pages that the blob has.
const MOST: u32 = 8;

/// The generated checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![generated!(
        BlobPage,
        "blob.page-blobs.generated",
        "Pages are written, cleared, cut off and compared with snapshots, under conditions that hold and others",
        "Ranges that overlap are split and joined by hand.",
        [
            BLOB_PAGES_LISTED,
            BLOB_PAGES_CLEAR,
            BLOB_PAGES_DIFF,
            BLOB_PAGES_RESIZE,
            BLOB_PAGES_BEYOND,
            BLOB_PAGES_ALIGNED,
            BLOB_PAGES_SEQUENCE_CONDITIONS
        ],
        histories().prop_map(Drawing::into_steps)
    )]
}

/// What is wrong with a write.
#[derive(Debug, Clone, Copy)]
enum Wrong {
    Unaligned,
    TooLong,
    Sequence,
    Tag,
}

#[derive(Debug, Clone)]
enum Move {
    Write { first: u32, count: u32, clears: bool },
    Refused { first: u32, count: u32, clears: bool, wrong: Wrong },
    Resize(u32),
    Snapshot,
    List { first: u32, count: u32 },
    Since { snapshot: usize, first: u32 },
    Read { snapshot: Option<usize> },
    Head,
}

fn moves() -> impl Strategy<Value = Move> {
    let wrong = prop_oneof![Just(Wrong::Unaligned), Just(Wrong::TooLong), Just(Wrong::Sequence), Just(Wrong::Tag)];
    prop_oneof![
        7 => (0..MOST, 1..4_u32, prop::bool::weighted(0.35))
            .prop_map(|(first, count, clears)| Move::Write { first, count, clears }),
        6 => (0..MOST, 1..4_u32, any::<bool>(), wrong)
            .prop_map(|(first, count, clears, wrong)| Move::Refused { first, count, clears, wrong }),
        2 => (1..=MOST).prop_map(Move::Resize),
        2 => Just(Move::Snapshot),
        2 => (0..MOST, 1..4_u32).prop_map(|(first, count)| Move::List { first, count }),
        3 => (0..3_usize, 0..MOST).prop_map(|(snapshot, first)| Move::Since { snapshot, first }),
        1 => proptest::option::of(0..3_usize).prop_map(|snapshot| Move::Read { snapshot }),
        1 => Just(Move::Head),
    ]
}

#[derive(Debug, Default)]
struct World {
    drawing: Drawing,
    pages: u32,
    snapshots: Vec<usize>,
}

/// Up to sixteen steps, and what is there then.
fn histories() -> impl Strategy<Value = Drawing> {
    (4..=MOST, vec(moves(), 6..17)).prop_map(|(pages, moves)| {
        let mut world = World { pages, ..World::default() };
        world.drawing.send(create_page("p", pages * PAGE).with("x-ms-blob-sequence-number", "5"));
        for step in moves {
            if world.drawing.has_room(3) {
                world.fold(&step);
            }
        }
        world.drawing.send(page_ranges("p"));
        world.drawing.send(get("p"));
        world.drawing
    })
}

/// A range of octets.
fn octets(first: u32, count: u32) -> String {
    format!("{}-{}", first * PAGE, (first + count) * PAGE - 1)
}

impl World {
    /// Writes or clears pages; each write has octets of its own.
    fn write(&self, first: u32, count: u32, clears: bool) -> Ask {
        let ask = put_page("p", first * PAGE, (first + count) * PAGE - 1);
        if clears {
            ask.leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(b"")
        } else {
            ask.pattern(self.drawing.len() as u64 + 1, count * PAGE)
        }
    }

    fn snapshot(&self, number: usize) -> Option<String> {
        let held = self.snapshots.get(number % self.snapshots.len().max(1))?;
        Some(told(*held, Told::Snapshot))
    }

    fn fold(&mut self, step: &Move) {
        match step {
            Move::Write { first, count, clears } => {
                // What becomes of clearing behind the end is not known.
                let clears = *clears && first + count <= self.pages;
                let ask = self.write(*first, *count, clears);
                self.drawing.send_if(first + count <= self.pages, ask);
            }
            Move::Refused { first, count, clears, wrong } => {
                let clears = *clears && !matches!(wrong, Wrong::TooLong);
                let ask = self.write(*first, *count, clears);
                let refused = match wrong {
                    Wrong::Unaligned => {
                        let (start, end) = (first * PAGE + 1, (first + count) * PAGE);
                        ask.leaving_out("x-ms-range").range(&format!("{start}-{end}"))
                    }
                    Wrong::TooLong => ask.leaving_out("x-ms-range").range(&octets(*first, MOST + 1)),
                    Wrong::Sequence => ask.with("x-ms-if-sequence-number-lt", "5"),
                    Wrong::Tag => ask.if_match("\"0x0\""),
                };
                self.drawing.send_refused(refused);
            }
            Move::Resize(pages) => {
                self.pages = *pages;
                self.drawing.send(set_properties("p").with("x-ms-blob-content-length", (pages * PAGE).to_string()));
            }
            Move::Snapshot => {
                let step = self.drawing.send(snapshot("p"));
                self.snapshots.push(step);
            }
            Move::List { first, count } => {
                let ask = page_ranges("p").range(&octets(*first, *count));
                self.drawing.send_if(*first < self.pages, ask);
            }
            Move::Since { snapshot, first } => match self.snapshot(*snapshot) {
                Some(time) => {
                    let ask = page_ranges("p").option("prevsnapshot", time);
                    let whole = first % 2 == 0;
                    let ask = if whole { ask } else { ask.range(&octets(*first, 2)) };
                    self.drawing.send_if(whole || *first < self.pages, ask);
                }
                None => drop(self.drawing.send(page_ranges("p"))),
            },
            Move::Read { snapshot } => {
                let time = snapshot.and_then(|number| self.snapshot(number));
                self.drawing.send(match time {
                    Some(time) => get("p").of_snapshot(time),
                    None => get("p"),
                });
            }
            Move::Head => drop(self.drawing.send(head("p"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::sound::assert_sound;

    #[test]
    fn histories_are_sound() {
        assert_sound(&checks()[0], &histories());
    }
}
