//! Metadata of blobs and containers.

use super::each::{all, each};
use super::steps::{
    AskExt as _, append, block_list, container, containers, copy, create, create_append, create_page, further, get,
    get_block_list, get_container, get_container_metadata, get_metadata, head, list, put, put_block_list,
    set_container_metadata, set_metadata, set_properties, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Metadata;

/// Every operation that sets metadata, of blobs and of containers.
fn setting() -> [Ask; 8] {
    [
        set_metadata("b"),
        put("b", "never"),
        put_block_list("b", block_list(&[])),
        create_append("b"),
        snapshot("b"),
        copy("b", "b"),
        set_container_metadata(),
        create(further("n")),
    ]
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [kept(), refused()].concat()
}

fn kept() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.metadata.shown",
            "Metadata comes back in headers of GET and HEAD, and of Get Blob Metadata",
            "One of the three was forgotten.",
            [BLOB_METADATA_SHOWN],
            [
                put("b", "12345").with_metadata(&[("one", "1"), ("two", "2"), ("three", "a b c")]),
                get("b"),
                get("b").range("1-2"),
                head("b"),
                get_metadata("b"),
                put("n", "1"),
                get_metadata("n"),
                head("n"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.replaced",
            "Set Blob Metadata replaces all metadata; without any it removes all",
            "It adds to what is there, or an empty set changes nothing.",
            [BLOB_METADATA_REPLACED],
            [
                put("b", "1").with_metadata(&[("one", "1"), ("two", "2")]),
                set_metadata("b").with_metadata(&[("two", "II")]),
                get("b"),
                set_metadata("b").with_metadata(&[("three", "3"), ("four", "4")]),
                head("b"),
                set_metadata("b"),
                head("b"),
                get_metadata("b"),
                list().including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.every-way",
            "Every way to write a blob sets metadata and replaces what was there",
            "Put Blob does, and the others add to it or drop it.",
            [BLOB_PUT_REPLACES, BLOB_METADATA_SHOWN],
            [
                put("b", "1").with_metadata(&[("one", "1")]),
                put("b", "1").with_metadata(&[("two", "2")]),
                head("b"),
                put_block_list("b", block_list(&[])).with_metadata(&[("three", "3")]),
                head("b"),
                create_append("b").with_metadata(&[("four", "4")]),
                head("b"),
                create_page("b", 512).with_metadata(&[("five", "5")]),
                head("b"),
                put("b", "1"),
                head("b"),
                get_metadata("b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.kept",
            "Appends, properties and block lists that are read leave metadata as it is",
            "The whole record is written anew.",
            [BLOB_METADATA_SHOWN],
            [
                create_append("b").with_metadata(&[("kept", "1")]),
                append("b", "x"),
                head("b"),
                set_properties("b").with("x-ms-blob-content-type", "a/b"),
                head("b"),
                put("c", "1").with_metadata(&[("kept", "2")]),
                get_block_list("c", "all"),
                snapshot("c"),
                head("c").of_snapshot(told(7, Told::Snapshot)),
                snapshot("c").with_metadata(&[("own", "3")]),
                get_metadata("c").of_snapshot(told(9, Told::Snapshot)),
                head("c"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.etag",
            "Metadata gives the blob another ETag, even if it is what it was, and leaves content and properties",
            "The ETag is computed from content or from metadata.",
            [BLOB_WRITES_NEW_ETAG, BLOB_METADATA_REPLACED],
            [
                put("b", "12345").with("x-ms-blob-content-type", "text/plain"),
                set_metadata("b").with_metadata(&[("m", "1")]),
                set_metadata("b").with_metadata(&[("m", "1")]),
                set_metadata("b"),
                set_metadata("b"),
                get("b").if_none_match("${etag:3}"),
                get("b").if_match("${etag:4}"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.names",
            "Names of metadata are those of C# identifiers, and keep their case in listings",
            "They are folded, as names of headers are.",
            [BLOB_METADATA_SHOWN, BLOB_LISTING_METADATA],
            [
                put("b", "1").with_metadata(&[
                    ("Capital", "1"),
                    ("_under", "2"),
                    ("x1", "3"),
                    ("aBcD", "4"),
                    ("_", "5")
                ]),
                head("b"),
                list().including("metadata"),
                set_container_metadata().with_metadata(&[("Capital", "1"), ("_x", "2")]),
                get_container_metadata(),
                containers(container()).including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.prefix-case",
            "What begins with x-ms-meta- in any case is metadata, by every operation that sets it",
            "Headers are looked through for the prefix as it is documented.",
            [BLOB_METADATA_SHOWN],
            [
                put("b", "1").with("X-Ms-Meta-one", "1"),
                head("b"),
                set_metadata("b").with("X-MS-META-two", "2"),
                get_metadata("b"),
                put_block_list("b", block_list(&[])).with("X-ms-Meta-three", "3"),
                head("b"),
                create_append("a").with("X-Ms-Meta-four", "4"),
                head("a"),
                create_page("p", 512).with("X-Ms-Meta-five", "5"),
                head("p"),
                copy("c", "b").with("X-Ms-Meta-six", "6"),
                head("c"),
                set_container_metadata().with("X-Ms-Meta-seven", "7"),
                get_container_metadata(),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.values",
            "Values of metadata come back as they were sent, signs and quotes and all",
            "They are decoded, split at commas, or cut at a sign.",
            [BLOB_METADATA_SHOWN, BLOB_LISTING_METADATA],
            [
                put("b", "1").with_metadata(&[
                    ("a", "a,b;c=d"),
                    ("b", "\"quoted\" 'x'"),
                    ("c", "%20+%2B"),
                    ("d", "<a>&amp;]]>"),
                    ("e", "a b c"),
                    ("f", "{\"x\":[1]}"),
                ]),
                head("b"),
                get("b"),
                list().including("metadata"),
                set_container_metadata().with_metadata(&[("a", "a,b;c=d"), ("d", "<a>&\"x\"")]),
                get_container(),
                containers(container()).including("metadata"),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.containers",
            "Metadata of a container and of its blobs are apart",
            "Both are kept under one key.",
            [BLOB_CONTAINERS_METADATA_REPLACED, BLOB_METADATA_SHOWN],
            [
                set_container_metadata().with_metadata(&[("of", "container")]),
                put("b", "1").with_metadata(&[("of", "blob")]),
                get_container_metadata(),
                get_metadata("b"),
                set_metadata("b"),
                get_container_metadata(),
                set_container_metadata(),
                put("b", "1").with_metadata(&[("of", "blob")]),
                get_container_metadata(),
                list().including("metadata"),
            ]
        ),
    ]
}

fn refused() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.metadata.name-characters",
            "Metadata whose name is no identifier is refused by every operation that sets it, and nothing is set",
            "Whatever may be a header is stored.",
            [BLOB_METADATA_NAME_CHARACTERS],
            [
                steps![put("b", "kept").with_metadata(&[("kept", "1")])],
                each(setting(), |ask| ask.with_metadata(&[("a-b", "1")])),
                all([get("b").if_match("${etag:0}"), get_container_metadata(), containers(further("n"))]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.metadata.name-forms",
            "Names that begin with a digit, or have signs, are refused",
            "The first character is not looked at.",
            [BLOB_METADATA_NAME_CHARACTERS],
            [
                steps![put("b", "kept")],
                ["1a", "9", "a.b", "a!", "a~b", "a$b", "a'b", "a|b", "a*"]
                    .iter()
                    .flat_map(|name| all([set_metadata("b").with_metadata(&[(name, "1")])]))
                    .collect(),
                all([set_metadata("b").with_metadata(&[("good", "1"), ("not-good", "2")])]),
                all([head("b").if_match("${etag:0}")]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.metadata.empty-name",
            "Metadata without a name is refused by every operation that sets it, and nothing is set",
            "It is passed over.",
            [BLOB_METADATA_EMPTY_NAME],
            [
                steps![put("b", "kept").with_metadata(&[("kept", "1")])],
                each(setting(), |ask| ask.with_metadata(&[("", "1")])),
                all([get("b").if_match("${etag:0}"), get_container_metadata(), containers(further("n"))]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.metadata.size",
            "Metadata of more than 8 KiB is refused, of names and values together; of less it is taken",
            "Each value has a limit, or there is none.",
            [BLOB_METADATA_SIZE],
            [
                steps![put("b", "kept").with_metadata(&[("kept", "1")])],
                steps![set_metadata("b").with_metadata(&[("a", &"x".repeat(9000))])],
                steps![set_metadata("b").with_metadata(&[("a", &"x".repeat(4200)), ("b", &"y".repeat(4200))])],
                steps![put("b", "never").with_metadata(&[("a", &"x".repeat(9000))])],
                steps![set_container_metadata().with_metadata(&[("a", &"x".repeat(9000))])],
                all([head("b").if_match("${etag:0}"), get_container_metadata()]),
                steps![set_metadata("b").with_metadata(&[("a", &"x".repeat(3900)), ("b", &"y".repeat(3900))])],
                all([head("b")]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.metadata.missing",
            "Metadata of a blob or container that is not there is neither set nor got",
            "Setting it creates what it is set of.",
            [BLOB_READ_MISSING, BLOB_CONTAINERS_MISSING],
            [
                set_metadata("n").with_metadata(&[("m", "1")]),
                get_metadata("n"),
                head("n"),
                set_container_metadata().on(further("n")).with_metadata(&[("m", "1")]),
                get_container_metadata().on(further("n")),
                set_metadata("b").on(further("n")).with_metadata(&[("m", "1")]),
                list(),
                containers(further("n")),
            ]
        ),
        check!(
            BlobCore,
            "blob.metadata.alone",
            "Metadata is told in headers, without a body",
            "A web framework writes a line end, or null, where nothing is returned.",
            [BLOB_METADATA_ALONE],
            [
                put("b", "1").with_metadata(&[("a", "1")]),
                get_metadata("b"),
                set_metadata("b"),
                get_metadata("b"),
                put("b", ""),
                get_metadata("b"),
                create_append("c"),
                get_metadata("c"),
                snapshot("b"),
                get_metadata("b").of_snapshot(told(8, Told::Snapshot)),
            ]
        ),
    ]
}
