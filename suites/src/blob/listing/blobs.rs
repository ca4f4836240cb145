//! Which blobs are listed, and in which order: prefix, delimiter.

use super::of;
use crate::blob::each::{all, each};
use crate::blob::steps::{
    AskExt as _, append, block_list, container, containers, create_append, create_page, delete, list, put, put_block,
    put_block_list, set_metadata, snapshot,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;

const SUITE: Suite = Suite::Listing;

fn by_prefix(prefix: &str) -> Ask {
    list().option("prefix", prefix)
}

fn by_folder(prefix: &str) -> Ask {
    by_prefix(prefix).option("delimiter", "/")
}

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    [names(), folders(), others()].concat()
}

fn names() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.order",
            "Blobs are listed by name: signs, digits, capital letters, small letters",
            "They are listed as they were created, or in the order of a language.",
            [BLOB_LISTING_ORDER],
            of(&["b", "B", "a", "1", "10", "2", "a-b", "a/b", "a.b", "a b", "A", "_", "~", "ab"], [list()])
        ),
        check!(
            BlobList,
            "blob.listing.order-again",
            "The order of a listing is the same however blobs came, went and were changed",
            "What was changed last is listed last.",
            [BLOB_LISTING_ORDER],
            [
                put("c", "1"),
                put("a", "1"),
                put("b", "1"),
                put("a", "2"),
                set_metadata("b"),
                delete("c"),
                put("c", "2"),
                snapshot("a"),
                create_append("aa"),
                append("aa", "x"),
                list(),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.prefix",
            "With a prefix, blobs are listed whose names begin so, and no others",
            "It is looked for anywhere in a name, is a pattern, or is compared without case.",
            [BLOB_LISTING_PREFIX],
            of(
                &["a", "ab", "abc", "b", "ba", "a.c", "a*"],
                ["a", "ab", "abcd", "b", "A", "c", "a.", "a*", "*", ""].map(by_prefix)
            )
        ),
        check!(
            BlobList,
            "blob.listing.prefix-special",
            "A prefix is text, whatever its characters",
            "It becomes a pattern, a path, or a part of a query of a data base.",
            [BLOB_LISTING_PREFIX, BLOB_ADDRESS_PERCENT_ONCE],
            of(
                &["a%b", "a_b", "a[b", "a+b", "a b", "a/b", "a\u{e9}b", "a'b"],
                ["a%", "a_", "a[", "a+", "a ", "a/", "a\u{e9}", "a'", "a.", "a%25"].map(by_prefix)
            )
        ),
        check!(
            BlobList,
            "blob.listing.empty",
            "A container without blobs is listed as such, with every option",
            "An empty listing has no element for its items, or is refused.",
            [BLOB_LISTING_ECHO, BLOB_LISTING_SERVICE_ENDPOINT],
            [
                list(),
                by_prefix("a"),
                by_folder(""),
                list().at_most(1),
                list().including("metadata,snapshots,copy,uncommittedblobs,tags"),
                put("a", "x"),
                delete("a"),
                list(),
            ]
        ),
    ]
}

fn folders() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.delimiter",
            "With a delimiter, folders are listed once, among the blobs by their names",
            "Folders come first, or once for each blob in them.",
            [BLOB_LISTING_DELIMITER, BLOB_LISTING_ORDER],
            of(
                &["a/1", "a/2", "a", "b", "c/1/x", "c/2", "c-", "c0", "d/"],
                [by_folder(""), by_folder("a"), by_folder("a/"), by_folder("c/"), by_folder("c/1/"), by_folder("d/")]
            )
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-any",
            "A delimiter may be any character, and more than one",
            "It is a slash, or its first character.",
            [BLOB_LISTING_DELIMITER],
            of(
                &["a-b-c", "a-b_c", "a_b", "a--b", "abc", "abd"],
                [
                    list().option("delimiter", "-"),
                    list().option("delimiter", "_"),
                    list().option("delimiter", "--"),
                    list().option("delimiter", "b"),
                    list().option("delimiter", "bc"),
                    list().option("delimiter", "z"),
                    list().option("delimiter", "%"),
                    list().option("delimiter", "-b").option("prefix", "a"),
                    by_prefix("a-b").option("delimiter", "-"),
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-empty",
            "An empty delimiter is none",
            "An empty one is taken for a slash, or ends every name at once.",
            [BLOB_LISTING_DELIMITER],
            of(&["a/1", "a/2", "b"], [list().option("delimiter", ""), by_prefix("a").option("delimiter", ""), list()])
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-slashes",
            "Names that begin or end with slashes, or have several, have folders with empty names",
            "Names are split into paths, and empty segments are dropped.",
            [BLOB_LISTING_DELIMITER, BLOB_LISTING_PREFIX],
            of(
                &["/a", "//b", "c//d", "c/", "e/f/"],
                [
                    list(),
                    by_folder(""),
                    by_folder("/"),
                    by_folder("//"),
                    by_folder("c/"),
                    by_folder("c//"),
                    by_folder("e/f/")
                ]
            )
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-depth",
            "A delimiter is looked for behind the prefix, which need not end with it",
            "The prefix is a folder, and a slash is put behind it.",
            [BLOB_LISTING_DELIMITER, BLOB_LISTING_PREFIX],
            of(
                &["dir/a", "dir/b/c", "dir2/a", "dirs", "dir"],
                ["d", "dir", "dir/", "dir/b", "dir/b/", "dir2", "dirx", "/"].map(by_folder)
            )
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-snapshots",
            "A delimiter together with snapshots is refused",
            "Both are asked, and snapshots make a folder of their own.",
            [BLOB_LISTING_DELIMITER_SNAPSHOTS],
            [
                steps![put("a/b", "1"), snapshot("a/b")],
                each([by_folder(""), by_folder("a/")], |ask| ask.including("snapshots")),
                each([by_folder(""), by_folder("a/")], |ask| ask.including("metadata,snapshots")),
                each([by_folder(""), by_folder("a/")], |ask| ask.including("metadata,copy,tags,uncommittedblobs")),
                all([list().including("snapshots")]),
            ]
            .concat()
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-uncommitted",
            "Folders of uncommitted blobs alone are listed if those are asked for",
            "Folders are made of all names, and blobs are left out afterwards.",
            [BLOB_LISTING_UNCOMMITTED, BLOB_LISTING_DELIMITER],
            [
                put("a/1", "x"),
                put_block("b/1", "1", "x"),
                put_block("c", "1", "x"),
                by_folder(""),
                by_folder("").including("uncommittedblobs"),
                by_folder("b/"),
                by_folder("b/").including("uncommittedblobs"),
                put_block_list("b/1", block_list(&[("Latest", "1")])),
                by_folder(""),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.delimiter-deleted",
            "A folder is gone with the last blob in it",
            "Folders are kept beside blobs.",
            [BLOB_LISTING_DELIMITER, BLOB_DELETE_GONE],
            [
                put("a/1", "x"),
                put("a/2", "x"),
                put("b", "x"),
                delete("a/1"),
                by_folder(""),
                delete("a/2"),
                by_folder(""),
                by_folder("a/"),
                put("a/1", "y"),
                by_folder(""),
            ]
        ),
    ]
}

fn others() -> Vec<Check> {
    vec![
        check!(
            BlobList,
            "blob.listing.types",
            "Blobs of every type are listed with what their types have",
            "A listing knows block blobs.",
            [BLOB_LISTING_ENCRYPTED, BLOB_LISTING_ETAGS, BLOB_LISTING_CRC64, BLOB_LISTING_OR_METADATA],
            [
                put("block", "12345")
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-cache-control", "no-cache"),
                create_append("append"),
                append("append", "123"),
                create_page("page", 1024).with("x-ms-blob-sequence-number", "7"),
                list(),
                list().option("prefix", "p"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.properties",
            "A listing tells the properties of blobs",
            "Those that are seldom used were forgotten.",
            [BLOB_PROPERTIES_SHOWN, BLOB_LISTING_CRC64],
            [
                put("b", "x")
                    .with("x-ms-blob-content-type", "text/plain; charset=utf-8")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de, en")
                    .with("x-ms-blob-cache-control", "max-age=60")
                    .with("x-ms-blob-content-disposition", "attachment; filename=\"a&b.txt\""),
                put("c", "x"),
                list(),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.etag",
            "The ETag of a listed blob stands without quotes, that of a listed container in quotes",
            "Both are written by the same code.",
            [BLOB_LISTING_ETAGS, BLOB_LISTING_CONTAINER_ETAGS],
            [put("b", "x"), list(), containers(container())]
        ),
        check!(
            BlobList,
            "blob.listing.changes",
            "A listing shows every change at once",
            "Listings are cached.",
            [BLOB_DELETE_GONE, BLOB_LISTING_METADATA],
            [
                list(),
                put("a", "1"),
                list(),
                put("a", "12345"),
                list(),
                set_metadata("a").with_metadata(&[("m", "1")]),
                list().including("metadata"),
                put("b", "1"),
                delete("a"),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobList,
            "blob.listing.all-properties",
            "A listed blob tells all of its properties, in empty elements those that it has not",
            "What is null is left out.",
            [BLOB_LISTING_PROPERTIES],
            [
                put("a", "1"),
                put("b", "1")
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "en")
                    .with("x-ms-blob-content-disposition", "inline")
                    .with("x-ms-blob-cache-control", "no-cache"),
                create_append("c"),
                create_page("d", 512),
                put_block("e", "1", "1"),
                put_block_list("e", block_list(&[("Latest", "1")])),
                list(),
                snapshot("a"),
                list().including("snapshots"),
                list().including("uncommittedblobs,metadata"),
            ]
        ),
    ]
}
