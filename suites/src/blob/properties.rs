//! Properties of blobs: content type, encoding, language, disposition, cache control, MD5.

use super::each::{all, each};
use super::steps::{
    AskExt as _, StepExt as _, append, create_append, create_page, get, head, list, page_ranges, put, put_page,
    set_expiry, set_metadata, set_properties, snapshot, told,
};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Properties;

/// The MD5 of nothing that is sent here.
const OTHER_MD5: &str = "AAAAAAAAAAAAAAAAAAAAAA==";

/// The six properties, by their headers.
const SIX: [(&str, &str); 6] = [
    ("x-ms-blob-content-type", "text/plain"),
    ("x-ms-blob-content-encoding", "gzip"),
    ("x-ms-blob-content-language", "de"),
    ("x-ms-blob-cache-control", "no-cache"),
    ("x-ms-blob-content-disposition", "attachment"),
    ("x-ms-blob-content-md5", OTHER_MD5),
];

/// With all six.
fn with_six(ask: Ask) -> Ask {
    SIX.iter().fold(ask, |ask, (name, value)| ask.with(name, *value))
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobCore,
            "blob.properties.shown",
            "Properties come back in headers of GET and HEAD, of a range as well, and in listings",
            "Content-Type comes back, and the others were forgotten.",
            [BLOB_PROPERTIES_SHOWN],
            [
                put("a", "12345").with("x-ms-blob-content-type", "a/b"),
                put("b", "12345"),
                with_six(set_properties("b")),
                get("b"),
                get("b").range("1-2"),
                head("b"),
                list(),
                with_six(create_append("c")),
                head("c"),
                with_six(create_page("d", 512)),
                head("d"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.replaced",
            "Set Blob Properties replaces all six together: what is not sent is gone",
            "What is not sent stays, or Content-Type falls back to its default.",
            [BLOB_PROPERTIES_REPLACED],
            [
                put("b", "12345"),
                with_six(set_properties("b")),
                set_properties("b").with("x-ms-blob-content-language", "en"),
                get("b"),
                head("b"),
                list(),
                with_six(set_properties("b")),
                set_properties("b").with("x-ms-blob-content-type", "a/b"),
                head("b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.one-by-one",
            "Each property may be set alone, and takes away all others",
            "Some take away others, and some do not.",
            [BLOB_PROPERTIES_REPLACED, BLOB_PROPERTIES_SHOWN],
            [
                steps![put("b", "12345")],
                SIX.iter()
                    .flat_map(|(name, value)| steps![set_properties("b").with(name, *value), head("b")])
                    .collect(),
                all([get("b")]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.properties.cleared",
            "Set Blob Properties without any property takes all away",
            "Nothing is sent, so nothing is done.",
            [BLOB_PROPERTIES_REPLACED],
            [
                with_six(put("b", "12345")).leaving_out("x-ms-blob-content-md5"),
                set_properties("b"),
                get("b"),
                head("b"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.md5",
            "The MD5 of a blob is one of its properties: it is set without being checked, and taken away by others",
            "It is computed from the content whenever it is asked for.",
            [BLOB_PROPERTIES_REPLACED, BLOB_PUT_MD5_STORED],
            [
                put("b", "12345"),
                head("b"),
                set_properties("b").with("x-ms-blob-content-md5", OTHER_MD5),
                get("b"),
                head("b"),
                set_properties("b").with("x-ms-blob-content-type", "a/b"),
                get("b"),
                set_metadata("b").with_metadata(&[("m", "1")]),
                head("b"),
                put("b", "12345"),
                set_metadata("b").with_metadata(&[("m", "1")]),
                head("b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.empty-disposition",
            "An empty Content-Disposition is stored, and comes back empty",
            "An empty header is none.",
            [BLOB_PROPERTIES_EMPTY_DISPOSITION],
            [
                put("b", "1").with("x-ms-blob-content-disposition", ""),
                head("b"),
                get("b"),
                put("c", "1").with("x-ms-blob-content-disposition", "inline"),
                set_properties("c").with("x-ms-blob-content-disposition", ""),
                head("c"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.values",
            "Values of properties are text, and come back as they were sent",
            "They are parsed, completed, or put in another order.",
            [BLOB_PROPERTIES_SHOWN],
            [
                put("b", "1")
                    .with("x-ms-blob-content-type", "application/octet-stream Charset=UTF-8")
                    .with(
                        "x-ms-blob-content-disposition",
                        "attachment; filename=\"a b.txt\"; filename*=UTF-8''%e2%82%ac"
                    )
                    .with("x-ms-blob-cache-control", "max-age=0,no-store, private"),
                head("b"),
                put("c", "1")
                    .with("x-ms-blob-content-type", "TEXT/Html;charset=utf-8")
                    .with("x-ms-blob-content-language", "de-AT, en"),
                get("c"),
                put("d", "1").with("x-ms-blob-content-type", "x"),
                get("d"),
                list(),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.etag",
            "Properties give the blob another ETag, and leave content and metadata",
            "They are kept beside the blob.",
            [BLOB_WRITES_NEW_ETAG, BLOB_HEADERS_ETAG],
            [
                put("b", "12345").with_metadata(&[("m", "1")]),
                set_properties("b").with("x-ms-blob-content-type", "a/b"),
                set_properties("b").with("x-ms-blob-content-type", "a/b"),
                get("b").if_none_match("${etag:1}"),
                get("b").if_match("${etag:2}"),
                create_append("a"),
                append("a", "x"),
                set_properties("a").with("x-ms-blob-content-language", "de"),
                append("a", "y"),
                get("a"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.pages",
            "Length and sequence number of a page blob are set without touching its properties",
            "All that is not sent is taken away.",
            [BLOB_PROPERTIES_SHOWN, BLOB_PAGES_RESIZE],
            [
                create_page("p", 512)
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-cache-control", "no-cache"),
                set_properties("p").with("x-ms-blob-content-length", "1024"),
                head("p"),
                put_page("p", 512, 1023),
                set_properties("p").with("x-ms-sequence-number-action", "increment"),
                head("p"),
                set_properties("p").with("x-ms-blob-content-language", "de"),
                head("p"),
                page_ranges("p"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.snapshot",
            "A snapshot keeps the properties of then",
            "They are those of the blob.",
            [BLOB_PROPERTIES_SHOWN],
            [
                put("b", "1").with("x-ms-blob-content-type", "text/then"),
                snapshot("b"),
                set_properties("b").with("x-ms-blob-content-type", "text/now"),
                head("b").of_snapshot(told(1, Told::Snapshot)),
                get("b").of_snapshot(told(1, Told::Snapshot)),
                head("b"),
            ]
        ),
        check!(
            BlobCore,
            "blob.properties.missing",
            "Properties of a blob that is not there are refused",
            "Setting them creates the blob.",
            [BLOB_READ_MISSING],
            [
                each([set_properties("n"), with_six(set_properties("n"))], |ask| ask),
                all([head("n"), get("n"), list()]),
            ]
            .concat()
        ),
        check!(
            BlobCore,
            "blob.properties.versions",
            "Properties are the same in every version of a request",
            "Content-Disposition is always told, or lost when an older client writes.",
            [BLOB_PROPERTIES_SHOWN],
            [
                with_six(put("b", "1")).leaving_out("x-ms-blob-content-md5").into(),
                head("b").version(Version::V2013_08_15),
                get("b").version(Version::V2011_08_18),
                get("b").version(Version::V2021_12_02),
                set_properties("b").with("x-ms-blob-content-type", "a/b").version(Version::V2012_02_12),
                head("b").into(),
            ]
            .to_vec()
        ),
        check!(
            BlobCore,
            "blob.properties.expiry",
            "An account without folders has no blobs that expire",
            "It is granted and forgotten.",
            [BLOB_WRITES_EXPIRY],
            {
                let steps = crate::define::steps![
                    put("b", "1"),
                    set_expiry("b", "NeverExpire"),
                    set_expiry("b", "RelativeToNow").with("x-ms-expiry-time", "10000"),
                    set_expiry("b", "Absolute").with("x-ms-expiry-time", "Fri, 01 Jan 2100 00:00:00 GMT"),
                    head("b"),
                    get("b").if_match("${etag:0}"),
                ];
                steps
                    .into_iter()
                    .map(|step| step.version(tablestakes_reference::Version::V2020_02_10))
                    .collect::<Vec<_>>()
            }
        ),
    ]
}
