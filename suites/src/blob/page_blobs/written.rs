//! Pages that are written and cleared, and which may be.

use super::{SUITE, clear, write};
use crate::blob::steps::{
    AskExt as _, StepExt as _, create_append, create_page, get, head, list, page_ranges, put, put_page,
    put_page_from_url, set_acl, set_properties, url,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;

const MIB: u32 = 1 << 20;

/// Writes a page to the blob `p` with this range.
fn with_range(range: &str) -> Ask {
    write(0, 511).leaving_out("x-ms-range").with("x-ms-range", range)
}

/// Clears with this range.
fn clear_range(range: &str) -> Ask {
    clear(0, 511).leaving_out("x-ms-range").with("x-ms-range", range)
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [lengths(), writes(), ranges(), sizes(), others()].concat()
}

fn lengths() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.length",
            "The length of a page blob is a multiple of 512, and 8 TiB at most",
            "It is rounded up, or overflows.",
            [BLOB_PAGES_LENGTH],
            [
                create_page("p", 511),
                create_page("p", 513),
                create_page("p", 1),
                create_page("p", -512),
                create_page("p", 8_796_093_022_720_i64),
                create_page("p", 8_796_093_022_209_i64),
                head("p"),
                create_page("p", 8_796_093_022_208_i64),
                head("p"),
                create_page("p", 0),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.length-of-there",
            "A length that is refused leaves the blob as it is",
            "The old one is removed first.",
            [BLOB_PAGES_LENGTH],
            [
                create_page("p", 1024),
                write(0, 511),
                create_page("p", 1000),
                get("p"),
                page_ranges("p"),
                set_properties("p").with("x-ms-blob-content-length", "1000"),
                set_properties("p").with("x-ms-blob-content-length", "-512"),
                get("p"),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.length-required",
            "A page blob is not created without its length",
            "It is empty then, or as long as its body.",
            [BLOB_PAGES_LENGTH_REQUIRED],
            [
                create_page("p", 0).leaving_out("x-ms-blob-content-length"),
                head("p"),
                create_page("p", 512),
                create_page("p", 0).leaving_out("x-ms-blob-content-length"),
                head("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.zeros",
            "A page blob is zeros until something is written",
            "It has no content, or ends where the last page does.",
            [BLOB_READ_LENGTH, BLOB_PAGES_LISTED],
            [
                create_page("p", 2048),
                get("p"),
                head("p"),
                page_ranges("p"),
                write(512, 1023),
                get("p"),
                get("p").range("500-530"),
                page_ranges("p"),
                list(),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.resize",
            "A page blob is made longer with zeros, and shorter without what was behind",
            "What was cut off comes back when it grows again.",
            [BLOB_PAGES_RESIZE],
            [
                create_page("p", 1024),
                write(0, 1023),
                set_properties("p").with("x-ms-blob-content-length", "2048"),
                get("p"),
                page_ranges("p"),
                set_properties("p").with("x-ms-blob-content-length", "512"),
                get("p"),
                page_ranges("p"),
                set_properties("p").with("x-ms-blob-content-length", "1024"),
                get("p"),
                page_ranges("p"),
                head("p"),
                write(512, 1023),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.created-again",
            "Creating a page blob anew makes all of it zeros",
            "What is there is kept, up to the new length.",
            [BLOB_PAGES_LISTED],
            [create_page("p", 1024), write(0, 1023), create_page("p", 1536), get("p"), page_ranges("p"), head("p"),]
        ),
    ]
}

fn writes() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.written",
            "Pages are written where they belong, over each other as well",
            "They are kept as they came, and the first of two is read.",
            [BLOB_PAGES_LISTED],
            [
                create_page("p", 3072),
                write(512, 1535),
                write(1024, 2047),
                get("p"),
                put_page("p", 0, 3071).pattern(99, 3072),
                get("p"),
                write(1024, 1535),
                get("p"),
                get("p").range("1000-1600"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.clear",
            "Cleared pages are zeros, and are not listed",
            "They are written with zeros, and are listed.",
            [BLOB_PAGES_CLEAR],
            [
                create_page("p", 2048),
                write(0, 2047),
                clear(512, 1023),
                get("p"),
                page_ranges("p"),
                clear(0, 2047),
                get("p"),
                page_ranges("p"),
                write(512, 1023),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.clear-nothing",
            "Pages that were not written may be cleared",
            "There is nothing to clear, and that is an error.",
            [BLOB_PAGES_CLEAR, BLOB_PAGES_LISTED],
            [
                create_page("p", 2048),
                clear(0, 511),
                page_ranges("p"),
                write(512, 1023),
                clear(0, 1535),
                get("p"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.action-case",
            "What is done with pages is read without regard to case",
            "It is compared letter by letter.",
            [BLOB_PAGES_CLEAR],
            [
                create_page("p", 1024),
                write(0, 1023).leaving_out("x-ms-page-write").with("x-ms-page-write", "Update"),
                clear(0, 511).leaving_out("x-ms-page-write").with("x-ms-page-write", "CLEAR"),
                page_ranges("p"),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.hash",
            "In version 2019-07-07 Put Page tells the MD5 of the pages",
            "It is told in all versions, or in none.",
            [BLOB_PAGES_HASH],
            [
                create_page("p", 1024),
                write(0, 511).version(Version::V2019_07_07),
                write(512, 1023).version(Version::V2019_02_02),
                write(0, 1023).version(Version::V2019_12_12),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.new-etag",
            "Writing and clearing pages gives the blob another ETag",
            "The length stays, and so does the tag.",
            [BLOB_WRITES_NEW_ETAG],
            [
                create_page("p", 1024),
                write(0, 511),
                write(512, 1023).if_match("${etag:0}"),
                write(512, 1023).if_match("${etag:1}"),
                clear(0, 511).if_match("${etag:1}"),
                clear(0, 511).if_match("${etag:3}"),
                get("p").if_match("${etag:5}"),
                page_ranges("p").if_match("${etag:3}"),
            ]
        ),
    ]
}

fn ranges() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.aligned",
            "A range of pages begins and ends with one",
            "It is widened to whole pages, or written as it is.",
            [BLOB_PAGES_ALIGNED],
            [
                create_page("p", 2048),
                with_range("bytes=1-512"),
                with_range("bytes=0-510"),
                with_range("bytes=0-512"),
                with_range("bytes=256-767"),
                with_range("bytes=512-511"),
                with_range("bytes=0-"),
                clear_range("bytes=1-512"),
                clear_range("bytes=0-510"),
                get("p"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.range-required",
            "Pages are not written without a range",
            "They are written from the beginning on.",
            [BLOB_PAGES_RANGE_REQUIRED],
            [
                create_page("p", 1024),
                write(0, 511).leaving_out("x-ms-range"),
                clear(0, 511).leaving_out("x-ms-range"),
                page_ranges("p"),
                write(0, 511).leaving_out("x-ms-range").with("Range", "bytes=0-511"),
                page_ranges("p"),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.beyond",
            "Pages behind the end of the blob are refused, and the blob does not grow",
            "It grows, as files do.",
            [BLOB_PAGES_BEYOND],
            [create_page("p", 1024), write(1024, 1535), write(2048, 2559), head("p"), page_ranges("p"), get("p"),]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.beyond-in-part",
            "Pages of which some lie behind the end of the blob are refused, and none is written",
            "Those within are written.",
            [BLOB_PAGES_BEYOND],
            [create_page("p", 1024), write(512, 1535), write(0, 1535), head("p"), page_ranges("p"), get("p"),]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.beyond-nothing",
            "No page is written to a blob of none",
            "The first page has no end to lie behind.",
            [BLOB_PAGES_BEYOND],
            [create_page("p", 0), write(0, 511), head("p"), page_ranges("p")]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.beyond-cleared",
            "Pages behind the end of the blob are not cleared either",
            "There is nothing there to be cleared, and so nothing to refuse.",
            [BLOB_PAGES_BEYOND],
            [
                create_page("p", 1024),
                write(0, 1023),
                clear(1024, 1535),
                clear(512, 1535),
                head("p"),
                page_ranges("p"),
                get("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.body-length",
            "A body is as long as its range",
            "What is there is written, and the rest stays.",
            [BLOB_PAGES_BODY_LENGTH],
            [
                create_page("p", 2048),
                write(0, 511).pattern(1, 1024),
                write(0, 1023).pattern(1, 512),
                write(0, 511).octets(b""),
                write(0, 511).pattern(1, 511),
                write(0, 511).pattern(1, 513),
                get("p"),
                page_ranges("p"),
            ]
        ),
    ]
}

fn sizes() -> Vec<Check> {
    vec![check!(
        BlobPage,
        "blob.page-blobs.size",
        "4 MiB of pages are written at once, and not more",
        "The limit is that of the server's framework.",
        [BLOB_PAGES_SIZE],
        [
            create_page("p", 5 * MIB),
            write(0, 4 * MIB - 1),
            page_ranges("p"),
            write(0, 4 * MIB + 511),
            page_ranges("p"),
            get("p").range("4194290-4194320"),
            clear(0, 5 * MIB - 1),
            page_ranges("p"),
        ]
    )]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobPage,
            "blob.page-blobs.type",
            "Pages of a blob of another kind are refused, and change nothing",
            "The blob is not found, or made into a page blob.",
            [BLOB_PAGES_TYPE],
            [
                put("p", "1"),
                write(0, 511),
                clear(0, 511),
                page_ranges("p"),
                get("p"),
                create_append("a"),
                put_page("a", 0, 511),
                page_ranges("a"),
                put_page("absent", 0, 511),
                page_ranges("absent"),
                list(),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.from-url",
            "Pages are written from a range of a source",
            "The body is written, which is empty.",
            [BLOB_PAGES_LISTED],
            [
                set_acl("").with("x-ms-blob-public-access", "blob"),
                create_page("src", 2048),
                put_page("src", 512, 1535),
                create_page("p", 2048),
                put_page_from_url("p", url("src"))
                    .with("x-ms-source-range", "bytes=512-1023")
                    .with("x-ms-range", "bytes=0-511")
                    .version(Version::V2019_12_12),
                get("p"),
                page_ranges("p"),
                put_page_from_url("p", url("src"))
                    .with("x-ms-source-range", "bytes=0-2047")
                    .with("x-ms-range", "bytes=0-2047")
                    .version(Version::V2019_12_12),
                get("p"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobPage,
            "blob.page-blobs.clear-body",
            "Pages are cleared without a body",
            "The body is read past, or written.",
            [BLOB_PAGES_CLEAR_WITHOUT_BODY],
            [
                create_page("p", 1024),
                write(0, 1023),
                clear(0, 511).pattern(9, 512),
                clear(0, 511).octets(b"x"),
                page_ranges("p"),
                get("p"),
                clear(0, 511),
                page_ranges("p"),
                get("p"),
            ]
        ),
    ]
}
