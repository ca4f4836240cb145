//! Ranges of blobs of every type, most of them near an edge.

use crate::blob::steps::{
    AskExt as _, append, block_list, create_append, create_page, get, put, put_block, put_block_list, put_page,
};
use crate::drawing::Drawing;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::blob::Ask;

/// How a blob comes to be.
#[derive(Debug, Clone, Copy)]
enum Made {
    Whole(u32),
    Blocks(u32, u32),
    Appended(u32, u32),
    Paged(u32),
}

/// A range: where it begins and ends, each counted from an edge, and how it is said.
#[derive(Debug, Clone, Copy)]
struct Asked {
    edge: usize,
    offset: i64,
    length: Option<i64>,
    plain: bool,
    md5: bool,
}

fn made() -> impl Strategy<Value = Made> {
    let length = || select(vec![1_u32, 2, 3, 10, 511, 512, 513, 4096, 70_000]);
    prop_oneof![
        select(vec![0_u32, 1, 2, 10, 511, 512, 513, 4096, 100_000]).prop_map(Made::Whole),
        (length(), length()).prop_map(|(first, second)| Made::Blocks(first, second)),
        (length(), length()).prop_map(|(first, second)| Made::Appended(first, second)),
        (1..4_u32).prop_map(|pages| Made::Paged(pages * 512)),
    ]
}

fn asked() -> impl Strategy<Value = Asked> {
    (0..3_usize, -2..3_i64, prop::option::of(select(vec![1, 2, 3, 5, 512, 100_000])), any::<bool>(), any::<bool>())
        .prop_map(|(edge, offset, length, plain, md5)| Asked { edge, offset, length, plain, md5 })
}

impl Made {
    /// Makes it; how long it is, and where its first part ends.
    fn send(self, drawn: &mut Drawing) -> (i64, i64) {
        let (whole, edge) = match self {
            Self::Whole(length) => {
                drawn.send(put("b", "").pattern(1, length));
                (length, length / 2)
            }
            Self::Blocks(first, second) => {
                drawn.send(put_block("b", "1", "").pattern(2, first));
                drawn.send(put_block("b", "2", "").pattern(3, second));
                drawn.send(put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])));
                (first + second, first)
            }
            Self::Appended(first, second) => {
                drawn.send(create_append("b"));
                drawn.send(append("b", "").pattern(4, first));
                drawn.send(append("b", "").pattern(5, second));
                (first + second, first)
            }
            Self::Paged(length) => {
                drawn.send(create_page("b", length));
                drawn.send(put_page("b", 0, 511));
                (length, 512)
            }
        };
        (i64::from(whole), i64::from(edge))
    }
}

/// A blob, and five to twelve reads of it.
pub(super) fn histories() -> impl Strategy<Value = Drawing> {
    (made(), vec(asked(), 5..13)).prop_map(|(made, asks)| {
        let mut drawn = Drawing::default();
        let (whole, edge) = made.send(&mut drawn);
        for asked in asks {
            let first = ([0, edge, whole][asked.edge] + asked.offset).max(0);
            drawn.send_if(first < whole, read(first, asked));
        }
        drawn.send(get("b"));
        drawn
    })
}

/// A read of the range that begins there.
fn read(first: i64, asked: Asked) -> Ask {
    let end = asked.length.map(|length| (first + length - 1).to_string()).unwrap_or_default();
    let name = if asked.plain { "Range" } else { "x-ms-range" };
    let ask = get("b").with(name, format!("bytes={first}-{end}"));
    if asked.md5 { ask.with("x-ms-range-get-content-md5", "true") } else { ask }
}
