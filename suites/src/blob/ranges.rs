//! Reading parts of blobs.

mod hashed;

use super::each::each;
use super::steps::{
    AskExt as _, append, block_list, create_append, create_page, get, head, put, put_block, put_block_list, put_page,
    snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Ranges;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [parts(), forms(), blobs(), hashed::checks()].concat()
}

/// A blob of ten octets, and these ranges of it.
fn of_ten(ranges: &[&str]) -> Vec<Step> {
    let mut script = steps![put("b", "0123456789")];
    script.extend(ranges.iter().map(|range| Step::from(get("b").range(range))));
    script
}

/// With `Range` in place of `x-ms-range`.
fn plain(ask: Ask, range: &str) -> Ask {
    ask.with("Range", range)
}

fn parts() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.ranges.partial",
            "A range is answered 206 with its octets, their length and where they lie",
            "The last octet is not counted, or the length of the blob is told.",
            [BLOB_RANGES_PARTIAL, BLOB_READ_LENGTH],
            of_ten(&["0-0", "0-1", "1-1", "4-6", "9-9", "0-8", "1-9"])
        ),
        check!(
            BlobRead,
            "blob.ranges.whole",
            "A range of the whole blob is answered 206, too",
            "It is the same as no range.",
            [BLOB_RANGES_WHOLE],
            of_ten(&["0-9", "0-", "0-10", "0-99999"])
        ),
        check!(
            BlobRead,
            "blob.ranges.open",
            "A range without an end reaches to the end of the blob",
            "It is passed over as malformed.",
            [BLOB_RANGES_OPEN],
            of_ten(&["0-", "1-", "5-", "9-"])
        ),
        check!(
            BlobRead,
            "blob.ranges.cut",
            "A range that ends behind the end of the blob is cut",
            "It is refused, or its length is told as it was asked for.",
            [BLOB_RANGES_CUT],
            of_ten(&["9-10", "5-10", "0-10", "8-4294967296", "3-9223372036854775806"])
        ),
        check!(
            BlobRead,
            "blob.ranges.beyond",
            "A range that begins behind the end of the blob is refused with 416, and Content-Range tells the length",
            "It is answered with nothing, or with the whole blob.",
            [BLOB_RANGES_BEYOND],
            of_ten(&["10-", "10-10", "11-20", "15-", "100-200", "4294967296-4294967297", "9223372036854775806-"])
        ),
        check!(
            BlobRead,
            "blob.ranges.of-nothing",
            "Every range of an empty blob is refused with 416",
            "A range that begins at 0 is answered with nothing.",
            [BLOB_RANGES_OF_NOTHING, BLOB_RANGES_BEYOND],
            [
                steps![put("b", ""), create_append("a"), create_page("p", 0)],
                each(["0-", "0-0", "0-9", "1-"].map(|range| get("b").range(range)), |ask| ask),
                each(["a", "p"].map(get), |ask| ask.range("0-0")),
                each(["b", "a", "p"].map(get), |ask| ask),
            ]
            .concat()
        ),
    ]
}

fn forms() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.ranges.header",
            "Range is taken as x-ms-range is",
            "One of the two is known.",
            [BLOB_RANGES_PARTIAL, BLOB_RANGES_CUT, BLOB_RANGES_BEYOND],
            [
                put("b", "0123456789"),
                plain(get("b"), "bytes=2-4"),
                plain(get("b"), "bytes=8-99"),
                plain(get("b"), "bytes=5-"),
                plain(get("b"), "bytes=10-"),
                plain(get("b"), "bytes=0-9"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.own-header",
            "x-ms-range counts before Range",
            "The web server answers Range before the service sees it.",
            [BLOB_RANGES_OWN_HEADER],
            [
                put("b", "0123456789"),
                plain(get("b"), "bytes=0-1").range("4-6"),
                plain(get("b").range("4-6"), "bytes=0-1"),
                plain(get("b").range("4-"), "bytes=10-"),
                plain(get("b").range("10-"), "bytes=0-1"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.unreadable",
            "A range that cannot be read is passed over, and the whole blob answered 200",
            "It is refused with 400 or 416.",
            [BLOB_RANGES_PARTIAL, BLOB_READ_LENGTH],
            [
                put("b", "0123456789"),
                get("b").with("x-ms-range", "bytes=None-"),
                get("b").with("x-ms-range", "bytes=-1-"),
                plain(get("b"), "bytes=None-"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.reversed",
            "A range that ends before it begins is passed over, and the whole blob answered 200",
            "Its length is negative, and nobody looked.",
            [BLOB_RANGES_PARTIAL, BLOB_READ_LENGTH],
            [
                put("b", "0123456789"),
                get("b").range("5-3"),
                plain(get("b"), "bytes=5-3"),
                get("b").range("9-0"),
                get("b").range("1-0"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.head",
            "HEAD tells of the whole blob, whatever range is asked for",
            "The web server answers Range before the service sees it.",
            [BLOB_READ_LENGTH],
            [put("b", "0123456789"), head("b").range("2-4"), plain(head("b"), "bytes=2-4"), head("b").range("20-")]
        ),
    ]
}

fn blobs() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.ranges.reversed-of-types",
            "A range that ends before it begins is passed over in every type of blob, and in snapshots",
            "Each type reads its ranges in its own way.",
            [BLOB_RANGES_PARTIAL, BLOB_READ_LENGTH],
            [
                put_block("b", "1", "01234"),
                put_block("b", "2", "56789"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2")])),
                get("b").range("7-2"),
                snapshot("b"),
                get("b").of_snapshot(told(4, Told::Snapshot)).range("5-3"),
                create_append("a"),
                append("a", "0123456789"),
                get("a").range("5-3"),
                create_page("p", 1024),
                put_page("p", 0, 511),
                get("p").range("600-3"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.blocks",
            "A range may begin within one block and end within another",
            "Only the block in which it begins is read.",
            [BLOB_RANGES_PARTIAL, BLOB_RANGES_CUT],
            [
                put_block("b", "1", "01234"),
                put_block("b", "2", "56789"),
                put_block("b", "3", "abcde"),
                put_block_list("b", block_list(&[("Latest", "1"), ("Latest", "2"), ("Latest", "3")])),
                get("b"),
                get("b").range("3-6"),
                get("b").range("4-5"),
                get("b").range("4-10"),
                get("b").range("5-9"),
                get("b").range("9-20"),
                get("b").range("14-14"),
                get("b").range("15-"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.types",
            "Ranges of append blobs and page blobs are those of block blobs",
            "They are stored otherwise, and read by other code.",
            [BLOB_RANGES_PARTIAL, BLOB_RANGES_CUT, BLOB_RANGES_BEYOND],
            [
                create_append("a"),
                append("a", "01234"),
                append("a", "56789"),
                get("a").range("3-6"),
                get("a").range("8-99"),
                get("a").range("10-"),
                create_page("p", 1024),
                put_page("p", 512, 1023),
                get("p").range("510-514"),
                get("p").range("0-99"),
                get("p").range("1000-5000"),
                get("p").range("1024-"),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.snapshot",
            "A range of a snapshot is that of its own content",
            "Its length is that of the blob of today.",
            [BLOB_RANGES_CUT, BLOB_RANGES_BEYOND],
            [
                put("b", "0123456789"),
                snapshot("b"),
                put("b", "abc"),
                get("b").range("2-6").of_snapshot(told(1, Told::Snapshot)),
                get("b").range("5-").of_snapshot(told(1, Told::Snapshot)),
                get("b").range("2-6"),
                get("b").range("5-"),
                get("b").range("10-").of_snapshot(told(1, Told::Snapshot)),
            ]
        ),
        check!(
            BlobRead,
            "blob.ranges.large",
            "Ranges far inside a large blob hold the octets that are there",
            "Places are counted in blocks, or in too small a number.",
            [BLOB_RANGES_PARTIAL],
            [
                put("b", "").pattern(3, 200_000),
                get("b").range("0-99999"),
                get("b").range("99999-100001"),
                get("b").range("131071-131073"),
                get("b").range("199990-"),
                get("b").range("199999-200000"),
                get("b").range("200000-"),
            ]
        ),
    ]
}
