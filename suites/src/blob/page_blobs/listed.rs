//! Which pages are listed: those that were written, in a range, and since a snapshot.

use super::{SUITE, clear, write};
use crate::blob::steps::{
    AskExt as _, StepExt as _, copy, create_page, delete, get, head, page_ranges, set_properties, snapshot, told,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

/// The pages that changed since the snapshot that a step made.
fn since(step: usize) -> Ask {
    page_ranges("p").option("prevsnapshot", told(step, Told::Snapshot))
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [ranges(), differences()].concat()
}

fn ranges() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.listed",
            "Pages next to each other are listed as one range, and others apart",
            "Each write is a range.",
            [BLOB_PAGES_LISTED],
            [
                create_page("p", 8192),
                page_ranges("p"),
                write(0, 511),
                write(512, 1023),
                write(2048, 3071),
                write(7680, 8191),
                page_ranges("p"),
                write(1024, 2047),
                page_ranges("p"),
                clear(512, 1023),
                page_ranges("p"),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.listed-of-range",
            "Of a range those pages are listed that lie in it, cut to it",
            "The range is not looked at, or whole ranges are listed that it touches.",
            [BLOB_PAGES_LISTED],
            [
                create_page("p", 8192),
                write(512, 2047),
                write(4096, 5119),
                page_ranges("p").range("0-511"),
                page_ranges("p").range("1024-4607"),
                page_ranges("p").range("2048-4095"),
                page_ranges("p").range("4096-"),
                page_ranges("p").range("0-99999"),
                page_ranges("p").with("Range", "bytes=0-1023"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.range-beyond",
            "A range behind the end of the blob is refused",
            "None is listed.",
            [BLOB_PAGES_RANGE_BEYOND],
            [
                create_page("p", 1024),
                write(0, 1023),
                page_ranges("p").range("1024-2047"),
                page_ranges("p").range("9999-"),
                page_ranges("p").range("1024-"),
                page_ranges("p").range("512-9999"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.listed-length",
            "The list of pages tells how long the blob is, its ETag and when it was changed",
            "It tells how long the list is.",
            [BLOB_PAGES_LISTED, BLOB_HEADERS_ETAG, BLOB_HEADERS_LAST_MODIFIED],
            [
                create_page("p", 1024),
                page_ranges("p"),
                write(0, 511),
                page_ranges("p").if_match("${etag:2}"),
                set_properties("p").with("x-ms-blob-content-length", "4096"),
                page_ranges("p"),
                page_ranges("p").range("0-511"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.not-modified",
            "A list that is as it was is answered 304, with the type of documents",
            "A 304 has no headers.",
            [BLOB_PAGES_NOT_MODIFIED],
            [
                create_page("p", 1024),
                write(0, 511),
                page_ranges("p").if_none_match("${etag:1}"),
                page_ranges("p").if_none_match("${etag:0}"),
                page_ranges("p").if_none_match("*"),
                page_ranges("p").if_none_match("${etag:1}").version(Version::V2020_12_06),
                page_ranges("p").if_none_match("${etag:1}").version(Version::V2013_08_15),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.snapshot-listed",
            "The pages of a snapshot are those that the blob had",
            "The parameter is passed over.",
            [BLOB_PAGES_LISTED, BLOB_SNAPSHOTS_CONTENT],
            [
                create_page("p", 2048),
                write(0, 511),
                snapshot("p"),
                write(1024, 1535),
                clear(0, 511),
                page_ranges("p").of_snapshot(told(2, Told::Snapshot)),
                get("p").of_snapshot(told(2, Told::Snapshot)),
                page_ranges("p"),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.copied",
            "A copy of a page blob is one, with the same pages and sequence number",
            "Copies are block blobs, and all of them is written.",
            [BLOB_PAGES_LISTED, BLOB_PAGES_SEQUENCE_SHOWN],
            [
                create_page("p", 2048).with("x-ms-blob-sequence-number", "7"),
                write(512, 1023),
                copy("q", "p"),
                head("q"),
                page_ranges("q"),
                get("q"),
            ]
        ),
    ]
}

fn differences() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.diff",
            "Pages are listed that were written or cleared since a snapshot, and no others",
            "All that were ever written are listed.",
            [BLOB_PAGES_DIFF],
            [
                create_page("p", 4096),
                write(0, 1023),
                snapshot("p"),
                since(2),
                write(1024, 1535),
                since(2),
                clear(0, 511),
                write(3072, 3583),
                since(2),
                snapshot("p"),
                write(512, 1023),
                since(2),
                since(9),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.diff-of-snapshot",
            "Pages are listed that were changed between two snapshots",
            "One of the two parameters is looked at.",
            [BLOB_PAGES_DIFF],
            [
                create_page("p", 4096),
                write(0, 511),
                snapshot("p"),
                write(1024, 1535),
                clear(0, 511),
                snapshot("p"),
                write(2048, 2559),
                since(2).of_snapshot(told(5, Told::Snapshot)),
                since(2),
                since(5),
                since(5).of_snapshot(told(5, Told::Snapshot)),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.diff-of-range",
            "Of a range those pages are listed that were changed in it",
            "The range is forgotten where changes are listed.",
            [BLOB_PAGES_DIFF],
            [
                create_page("p", 4096),
                write(0, 511),
                snapshot("p"),
                write(512, 1535),
                clear(0, 511),
                since(2).range("0-1023"),
                since(2).range("1024-4095"),
                since(2).range("2048-4095"),
                since(2).range("4096-"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.previous",
            "A snapshot that is not there cannot be compared with",
            "All pages are listed.",
            [BLOB_PAGES_PREVIOUS],
            [
                create_page("p", 1024),
                write(0, 511),
                snapshot("p"),
                page_ranges("p").option("prevsnapshot", "2020-01-01T00:00:00.0000000Z"),
                since(2),
                delete("p").of_snapshot(told(2, Told::Snapshot)),
                since(2),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.continued",
            "Of many ranges so many are listed as are asked for, and then those that follow",
            "All are listed, or the listing begins anew.",
            [BLOB_PAGES_CONTINUED],
            {
                let at_most = |count: u32| page_ranges("p").at_most(count);
                let steps = crate::define::steps![
                    create_page("p", 8192),
                    write(0, 511),
                    write(1024, 1535),
                    write(2048, 3071),
                    at_most(2),
                    at_most(2).at_marker("${marker:4}"),
                    at_most(1),
                    at_most(1).at_marker("${marker:6}"),
                    at_most(1).at_marker("${marker:7}"),
                    at_most(3),
                    at_most(4),
                    at_most(1).range("1024-8191"),
                    page_ranges("p"),
                ];
                steps.into_iter().map(|step| step.version(Version::V2020_10_02)).collect::<Vec<_>>()
            }
        ),
    ]
}
