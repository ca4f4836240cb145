//! Pages of blobs: maxresults, markers.

use super::{of, then};
use crate::blob::each::all;
use crate::blob::steps::{AskExt as _, bare_request, delete, list, put, snapshot};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Listing;

fn by_folder(prefix: &str) -> Ask {
    list().option("prefix", prefix).option("delimiter", "/")
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [pages(), markers()].concat()
}

fn pages() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.max-results",
            "A page holds at most as many blobs as maxresults says, and a marker if there are more",
            "It is taken for a hint, or cuts the page and tells no marker.",
            [BLOB_LISTING_MAX_RESULTS],
            of(&["a", "b", "c"], ["1", "2", "3", "4", "5000"].map(|most| list().at_most(most)))
        ),
        check!(
            BlobList,
            "blob.listing.max-results-beyond",
            "A maxresults of more than 5,000 is taken as 5,000",
            "It is refused.",
            [BLOB_LISTING_MAX_RESULTS],
            of(&["a", "b"], ["5001", "2147483647"].map(|most| list().at_most(most)))
        ),
        check!(
            BlobList,
            "blob.listing.pages",
            "Pages follow each other by their markers until all are listed",
            "The marker is the last of a page, and what it names is listed twice or not at all.",
            [BLOB_LISTING_MARKER, BLOB_LISTING_MAX_RESULTS],
            of(
                &["a", "b", "c", "d", "e"],
                [
                    list().at_most(1),
                    then(5, list().at_most(1)),
                    then(6, list().at_most(2)),
                    then(7, list().at_most(2)),
                    then(5, list()),
                    then(7, list().at_most(1)),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.pages-exact",
            "A page that holds all that is left has no marker",
            "A full page is never the last one.",
            [BLOB_LISTING_MAX_RESULTS, BLOB_LISTING_MARKER],
            of(
                &["a", "b", "c", "d"],
                [list().at_most(4), list().at_most(2), then(5, list().at_most(2)), then(5, list().at_most(1))]
            )
        ),
        check!(
            BlobList,
            "blob.listing.pages-prefix",
            "Pages of a prefix end with it",
            "The marker goes on in all blobs.",
            [BLOB_LISTING_PREFIX, BLOB_LISTING_MARKER],
            of(
                &["a1", "a2", "a3", "b1", "b2"],
                [
                    list().option("prefix", "a").at_most(2),
                    then(5, list().option("prefix", "a").at_most(2)),
                    list().option("prefix", "b").at_most(1),
                    then(7, list().option("prefix", "b").at_most(1)),
                    list().option("prefix", "a").at_most(3),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.pages-folders",
            "A folder counts as one, and is not listed again on the next page",
            "The marker leads into the folder.",
            [BLOB_LISTING_DELIMITER, BLOB_LISTING_MAX_RESULTS, BLOB_LISTING_MARKER],
            of(
                &["a/1", "a/2", "a/3", "b", "c/1", "c/2", "d"],
                [
                    by_folder("").at_most(1),
                    then(7, by_folder("").at_most(1)),
                    then(8, by_folder("").at_most(1)),
                    then(9, by_folder("").at_most(1)),
                    by_folder("").at_most(3),
                    then(11, by_folder("").at_most(3)),
                    by_folder("a/").at_most(2),
                    then(13, by_folder("a/").at_most(2)),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.pages-one-folder",
            "Where all blobs are in one folder, a page of one has no marker",
            "There are more blobs, so there is a marker.",
            [BLOB_LISTING_DELIMITER, BLOB_LISTING_MAX_RESULTS],
            of(&["a/1", "a/2", "a/3"], [by_folder("").at_most(1), by_folder("").at_most(2), by_folder("a").at_most(1)])
        ),
        check!(
            BlobList,
            "blob.listing.pages-snapshots",
            "Snapshots count, and pages may end among those of one blob",
            "The marker is a name, and the snapshots of that name are listed again or skipped.",
            [BLOB_LISTING_MARKER, BLOB_LISTING_MAX_RESULTS],
            [
                put("a", "1"),
                snapshot("a"),
                snapshot("a"),
                put("b", "1"),
                snapshot("b"),
                list().including("snapshots"),
                list().including("snapshots").at_most(1),
                then(6, list().including("snapshots").at_most(1)),
                then(7, list().including("snapshots").at_most(2)),
                then(8, list().including("snapshots").at_most(2)),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.pages-unicode",
            "A marker may name a blob of any name",
            "The name is written into the marker as it is.",
            [BLOB_LISTING_MARKER],
            of(
                &["\u{e9}", "\u{4e16}\u{754c}", "a b", "a&b<c>", "a%25", "a+b", "\u{1f600}"],
                [
                    list().at_most(1),
                    then(7, list().at_most(1)),
                    then(8, list().at_most(1)),
                    then(9, list().at_most(1)),
                    then(10, list().at_most(1)),
                    then(11, list().at_most(1)),
                    then(12, list().at_most(1)),
                    list(),
                ]
            )
        ),
    ]
}

fn markers() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.marker-deleted",
            "A listing goes on though the blob at its marker was deleted",
            "The marker names a blob that must be there.",
            [BLOB_LISTING_MARKER],
            [
                put("a", "1"),
                put("b", "1"),
                put("c", "1"),
                list().at_most(1),
                delete("b"),
                then(3, list()),
                put("b", "2"),
                then(3, list().at_most(1)),
                delete("a"),
                then(3, list()),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.marker-created",
            "Blobs that come between two pages are listed if they stand behind the marker",
            "The pages of a listing are taken from what was there when it began.",
            [BLOB_LISTING_MARKER],
            [
                put("b", "1"),
                put("d", "1"),
                put("f", "1"),
                list().at_most(1),
                put("a", "1"),
                put("e", "1"),
                then(3, list()),
                then(3, list().at_most(1)),
                then(7, list()),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.marker-malformed",
            "A marker that no answer gave is refused",
            "It is taken for a name, and the listing begins there or at the beginning.",
            [BLOB_LISTING_MARKER_MALFORMED],
            of(&["a", "b"], ["garbage", "b", "2!", "2!4!AAAA", "${container}"].map(|marker| list().at_marker(marker)))
        ),
        check!(
            BlobList,
            "blob.listing.marker-empty",
            "An empty marker is none",
            "It is a malformed one, or stands behind all.",
            [BLOB_LISTING_ORDER],
            [
                steps![put("a", "1"), put("b", "1")],
                all([list().at_marker(""), list().at_marker("").at_most(1), list().option("prefix", "").at_marker("")]),
                steps![bare_request("GET", "/${container}?restype=container&comp=list&prefix=&marker=&delimiter=")],
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.echo",
            "Prefix, Marker, MaxResults and Delimiter are repeated as they were sent",
            "Clients do not look at them.",
            [BLOB_LISTING_ECHO],
            [
                put("a/b", "1"),
                put("a/c", "1"),
                list().option("prefix", "a").option("delimiter", "/").at_most(7),
                list().option("prefix", "a&b<c>\"d\u{e9}"),
                list().option("delimiter", "&"),
                list().at_most(1),
                then(5, list().at_most(1)),
            ]
        ),
    ]
}
