//! Reading blobs, their properties and metadata.

mod forms;

use super::each::{all, each};
use super::steps::{
    AskExt as _, StepExt as _, acquire_lease, append, bare_request, block_list, create_append, create_page, delete,
    further, get, get_block_list, get_metadata, get_tags, head, put, put_block, put_block_list, put_page, set_metadata,
    set_properties, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Reading;

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    [content(), missing(), told_by_all(), forms::checks()].concat()
}

/// Reads of a blob of this name.
fn reads(name: &str) -> [Ask; 3] {
    [get(name), head(name), get_metadata(name)]
}

fn content() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.reading.octets",
            "Every octet comes back as it was sent",
            "Content is text somewhere on its way: line ends, zeros and invalid UTF-8 do not come through.",
            [BLOB_READ_LENGTH, BLOB_READ_TYPE],
            [
                steps![
                    put("all", "").octets(&(0..=255).collect::<Vec<u8>>()),
                    put("lines", "\r\na\nb\rc\r\n\r\n"),
                    put("zeros", "").octets(&[0; 100]),
                    put("mark", "\u{feff}\u{e9}"),
                    put("broken", "").octets(b"\xff\xfe\xc3\x28"),
                ],
                each(["all", "lines", "zeros", "mark", "broken"].map(get), |ask| ask),
                each(["all", "lines", "zeros", "mark", "broken"].map(head), |ask| ask),
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.large",
            "Content of some hundred thousand octets comes back whole, and in parts",
            "It is cut at the size of a buffer, or what was read first is read twice.",
            [BLOB_READ_LENGTH, BLOB_RANGES_PARTIAL, BLOB_PUT_MD5_STORED],
            [
                put("b", "").pattern(7, 300_001),
                get("b"),
                head("b"),
                get("b").range("65535-65537"),
                get("b").range("131072-262143"),
                get("b").range("300000-"),
                put("c", "").pattern(8, 65_536),
                get("c"),
            ]
        ),
        check!(
            BlobRead,
            "blob.reading.empty",
            "An empty blob is there, with a length of 0",
            "It is answered 204, or is not there.",
            [BLOB_READ_LENGTH, BLOB_WRITES_CREATED],
            [put("b", ""), get("b"), head("b"), create_append("a"), get("a"), head("a"), create_page("p", 0), get("p")]
        ),
        check!(
            BlobRead,
            "blob.reading.types",
            "GET and HEAD tell the type of a blob, and what its type has",
            "Only block blobs are told of.",
            [BLOB_READ_TYPE],
            [
                steps![
                    put("block", "1"),
                    create_append("append"),
                    append("append", "12"),
                    create_page("page", 512).with("x-ms-blob-sequence-number", "5"),
                ],
                all([get("block"), head("block"), get("append"), head("append"), get("page"), head("page")]),
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.after-writes",
            "Each read shows the last write",
            "Reads are cached, or content and properties are written one after the other.",
            [BLOB_READ_LENGTH, BLOB_WRITES_NEW_ETAG],
            [
                put("b", "1"),
                get("b"),
                put("b", "22"),
                get("b"),
                head("b"),
                put_block("b", "1", "333"),
                put_block_list("b", block_list(&[("Latest", "1")])),
                get("b"),
                head("b"),
                create_append("b"),
                append("b", "4444"),
                get("b"),
                head("b"),
                put("b", ""),
                get("b"),
            ]
        ),
        check!(
            BlobRead,
            "blob.reading.snapshot",
            "A snapshot is read by its time, as it was",
            "It shows the blob of today, or today's properties with the content of then.",
            [BLOB_SNAPSHOTS_NO_LEASE, BLOB_READ_TYPE],
            [
                steps![
                    put("b", "then").with_metadata(&[("m", "then")]).with("x-ms-blob-content-type", "a/then"),
                    snapshot("b"),
                    put("b", "now!!").with_metadata(&[("m", "now")]),
                    acquire_lease("b", 60),
                ],
                each(reads("b"), |ask| ask.of_snapshot(told(1, Told::Snapshot))),
                all(reads("b")),
                steps![get("b").of_snapshot(told(1, Told::Snapshot)).range("1-2")],
                each(reads("b"), |ask| ask.of_snapshot("2020-01-01T00:00:00.0000000Z")),
            ]
            .concat()
        ),
    ]
}

fn missing() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.reading.missing",
            "Every read of a blob that is not there is refused with BlobNotFound",
            "Every 404 has one code, or a HEAD has none.",
            [BLOB_READ_MISSING],
            [
                steps![put("c", "1"), delete("c")],
                all(reads("n")),
                all([get_tags("n"), get_block_list("n", "all")]),
                all(reads("c")),
                each([get("n"), get("c")], |ask| ask.range("0-1")),
                all([set_metadata("n"), set_properties("n"), snapshot("n")]),
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.missing-container",
            "Every read of a blob in a container that is not there is refused with ContainerNotFound",
            "The blob is looked for, and not found.",
            [BLOB_CONTAINERS_MISSING],
            [
                each(reads("b"), |ask| ask.on(further("n"))),
                each([get_tags("b"), get_block_list("b", "all")], |ask| ask.on(further("n"))),
                each([put("b", "1"), set_metadata("b"), set_properties("b"), snapshot("b"), delete("b")], |ask| {
                    ask.on(further("n"))
                }),
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.uncommitted",
            "A blob of uncommitted blocks alone is not there for reads",
            "It is read as an empty blob.",
            [BLOB_READ_MISSING],
            [steps![put_block("u", "1", "x")], all(reads("u")), all([get("u").range("0-1"), get_tags("u")])].concat()
        ),
        check!(
            BlobRead,
            "blob.reading.names",
            "What is read is the blob of that very name",
            "Names are compared without case, or a folder is found by the blobs in it.",
            [BLOB_READ_MISSING],
            [
                steps![put("Dir/File", "1")],
                each(["dir/file", "Dir", "Dir/", "Dir/File/", "DIR/FILE", "Dir/Fil", "/Dir/File"].map(get), |ask| ask),
                each(["dir/file", "Dir", "Dir/"].map(head), |ask| ask),
                steps![get("Dir/File")],
            ]
            .concat()
        ),
    ]
}

/// What GET and HEAD of a blob say, in several versions.
fn in_versions(asks: &[Ask], versions: &[Version]) -> Vec<Step> {
    versions.iter().flat_map(|version| asks.iter().map(|ask| ask.clone().version(*version))).collect()
}

fn told_by_all() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.reading.since",
            "What GET and HEAD tell depends on the version of the request",
            "Clients pass over what they do not know.",
            [
                BLOB_READ_ACCEPT_RANGES,
                BLOB_READ_HEAD_ACCEPT_RANGES,
                BLOB_READ_CREATION_TIME,
                BLOB_READ_ENCRYPTED,
                BLOB_READ_TYPE
            ],
            [
                steps![put("b", "1")],
                in_versions(
                    &[get("b"), head("b")],
                    &[
                        Version::V2011_08_18,
                        Version::V2013_08_15,
                        Version::V2015_12_11,
                        Version::V2017_11_09,
                        Version::V2019_02_02,
                        Version::V2021_12_02
                    ]
                ),
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.partial-headers",
            "A range tells what the whole blob tells",
            "Ranges are answered by another path through the code, which knows fewer headers.",
            [BLOB_READ_TYPE, BLOB_READ_ENCRYPTED, BLOB_READ_CREATION_TIME, BLOB_READ_ACCEPT_RANGES],
            [
                put("b", "0123456789")
                    .with_metadata(&[("m", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip")
                    .with("x-ms-blob-content-language", "de")
                    .with("x-ms-blob-cache-control", "no-cache")
                    .with("x-ms-blob-content-disposition", "inline"),
                get("b"),
                get("b").range("0-0"),
                get("b").range("3-"),
            ]
        ),
        check!(
            BlobRead,
            "blob.reading.metadata-alone",
            "Get Blob Metadata tells metadata, ETag and Last-Modified, by GET and by HEAD",
            "It is answered as Get Blob Properties is.",
            [BLOB_METADATA_SHOWN],
            [
                steps![put("b", "12345").with_metadata(&[("one", "1"), ("two", "2")])],
                steps![get_metadata("b"), bare_request("HEAD", "/${container}/b?comp=metadata")],
                steps![put("n", "1"), get_metadata("n"), bare_request("HEAD", "/${container}/n?comp=metadata")],
                steps![bare_request("HEAD", "/${container}/absent?comp=metadata")],
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.pages",
            "A page blob is read with zeros where nothing was written",
            "What was not written is left out.",
            [BLOB_READ_LENGTH],
            [
                create_page("p", 1536),
                put_page("p", 512, 1023),
                get("p"),
                get("p").range("0-511"),
                get("p").range("500-520"),
                get("p").range("1020-1030"),
                head("p"),
            ]
        ),
    ]
}
