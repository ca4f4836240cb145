//! What a signature covers, part by part, in both schemes.

use super::SUITE;
use crate::blob::steps::{
    AskExt as _, StepExt as _, account, acquire_lease, bare_request, block_list, container, containers, create, delete,
    delete_container, further, get, get_acl, get_block_list, get_container, get_metadata, get_service_properties, head,
    list, put, put_block, put_block_list, set_acl, set_metadata, set_properties, snapshot,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Auth, SignedPart, Step};

/// A body whose digest is known.
const DIGESTED: &str = "1";
/// The digest of [`DIGESTED`].
const MD5: &str = "xMpCOKC5I4INzFCab3WEmw==";
/// The digest of no body at all.
const MD5_OF_NOTHING: &str = "1B2M2Y8AsgTpgAmY7PhCfg==";
const LONG_AGO: &str = "Sat, 01 Jan 2000 00:00:00 GMT";
/// Below 2016-05-31 a header without a value is left out of what is signed, so that one signed so is not covered at all.
const BEFORE: Version = Version::V2015_12_11;

/// A signature by Shared Key over this in place of a part of the request.
fn over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: false, part, value: value.to_owned() }
}

/// The same by Shared Key Lite.
fn lite_over(part: SignedPart, value: &str) -> Auth {
    Auth::SignedOver { lite: true, part, value: value.to_owned() }
}

/// Each of these with another method in its signature.
fn by_other_methods(sign: impl Fn(&str) -> Auth) -> Vec<Step> {
    let mut script = steps![put("b", "1")];
    let asks: [(Ask, &str); 14] = [
        (get("b"), "HEAD"),
        (head("b"), "GET"),
        (get("b"), "PUT"),
        (put("b", "2"), "GET"),
        (put("b", "2"), "DELETE"),
        (put("c", "2"), "GET"),
        (delete("b"), "GET"),
        (delete("b"), "PUT"),
        (set_metadata("b").with_metadata(&[("a", "1")]), "GET"),
        (delete_container(container()), "PUT"),
        (create(further("x")), "GET"),
        (set_acl(""), "GET"),
        (get_acl(), "PUT"),
        (list(), "PUT"),
    ];
    script.extend(asks.into_iter().map(|(ask, method)| ask.auth(sign(method))));
    script.extend(steps![get("b"), list()]);
    script
}

/// Each of these with another `comp` in what is signed, or none.
fn with_other_comp(sign: impl Fn(&str) -> Auth) -> Vec<Step> {
    steps![
        put("b", "1"),
        get_metadata("b").auth(sign("")),
        set_metadata("b").with_metadata(&[("a", "1")]).auth(sign("")),
        set_metadata("b").with_metadata(&[("a", "1")]).auth(sign("properties")),
        set_properties("b").with("x-ms-blob-content-type", "text/plain").auth(sign("metadata")),
        snapshot("b").auth(sign("metadata")),
        acquire_lease("b", 15).auth(sign("snapshot")),
        put("b", "2").auth(sign("block")),
        put_block("b", "1", "one").auth(sign("")),
        put_block_list("b", block_list(&[])).auth(sign("block")),
        get_block_list("b", "all").auth(sign("")),
        get_acl().auth(sign("metadata")),
        set_acl("").with("x-ms-blob-public-access", "container").auth(sign("metadata")),
        list().auth(sign("")),
        containers(container()).auth(sign("")),
        get_service_properties().auth(sign("stats")),
        delete("b").auth(sign("metadata")),
        head("b"),
        list(),
    ]
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [lines(), headers(), resource()].concat()
}

fn lines() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.method-signed",
            "A signature for another method is refused",
            "What may read may delete, if the first line of what is signed is not compared.",
            [BLOB_AUTH_METHOD_SIGNED],
            by_other_methods(|method| over(SignedPart::Method, method))
        ),
        check!(
            BlobAuth,
            "blob.auth.lite-method-signed",
            "A Shared Key Lite signature for another method is refused",
            "The scheme is that of tables, which signs no method.",
            [BLOB_AUTH_METHOD_SIGNED],
            by_other_methods(|method| lite_over(SignedPart::Method, method))
        ),
        check!(
            BlobAuth,
            "blob.auth.content-type-signed",
            "A signature covers Content-Type, where it is sent and where it is not",
            "The line is there and empty, as in half of the examples.",
            [BLOB_AUTH_CONTENT_TYPE_SIGNED, BLOB_AUTH_SIGNATURE],
            [
                put("b", "1").header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "")),
                put("b", "1").header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "text/html")),
                put("b", "1"),
                head("b").header("Content-Type", "text/plain").auth(over(SignedPart::ContentType, "")),
                set_acl("<SignedIdentifiers/>").auth(over(SignedPart::ContentType, "")),
                get("b").auth(over(SignedPart::ContentType, "application/xml")),
                delete("b").auth(over(SignedPart::ContentType, "application/xml")),
                put("b", "2").header("Content-Type", "text/plain"),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.lite-content-type-signed",
            "A Shared Key Lite signature covers Content-Type",
            "The scheme is that of tables, which signs the date and the path.",
            [BLOB_AUTH_CONTENT_TYPE_SIGNED, BLOB_AUTH_LITE_SIGNATURE],
            [
                put("b", "1").header("Content-Type", "text/plain").auth(lite_over(SignedPart::ContentType, "")),
                put("b", "1"),
                head("b").header("Content-Type", "text/plain").auth(lite_over(SignedPart::ContentType, "")),
                delete("b").auth(lite_over(SignedPart::ContentType, "application/xml")),
                put("b", "2").header("Content-Type", "text/plain").auth(Auth::SharedKeyLite),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.content-md5-signed",
            "A signature covers Content-MD5, where it is sent and where it is not",
            "The line is left out.",
            [BLOB_AUTH_CONTENT_MD5_SIGNED, BLOB_AUTH_SIGNATURE],
            [
                put("b", DIGESTED).with("Content-MD5", MD5).auth(over(SignedPart::ContentMd5, "")),
                put("b", DIGESTED).with("Content-MD5", MD5).auth(over(SignedPart::ContentMd5, MD5_OF_NOTHING)),
                put("b", DIGESTED).auth(over(SignedPart::ContentMd5, MD5)),
                put_block("b", "1", DIGESTED).with("Content-MD5", MD5).auth(over(SignedPart::ContentMd5, "")),
                get("b"),
                get_block_list("b", "all"),
                put("b", DIGESTED).with("Content-MD5", MD5),
                get("b"),
                get("b").auth(over(SignedPart::ContentMd5, MD5_OF_NOTHING)),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.lite-content-md5-signed",
            "A Shared Key Lite signature covers Content-MD5",
            "The scheme is that of tables, which signs the date and the path.",
            [BLOB_AUTH_CONTENT_MD5_SIGNED, BLOB_AUTH_LITE_SIGNATURE],
            [
                put("b", DIGESTED).with("Content-MD5", MD5).auth(lite_over(SignedPart::ContentMd5, "")),
                put("b", DIGESTED).auth(lite_over(SignedPart::ContentMd5, MD5)),
                get("b"),
                put("b", DIGESTED).with("Content-MD5", MD5).auth(Auth::SharedKeyLite),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.date-signed",
            "A signature over another date is refused, in both schemes",
            "The date is looked at for its age, and not compared.",
            [BLOB_AUTH_DATE_SIGNED, BLOB_AUTH_SIGNATURE, BLOB_AUTH_LITE_SIGNATURE],
            [
                put("b", "1"),
                get("b").auth(over(SignedPart::Date, "")).version(BEFORE),
                get("b").auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                put("b", "2").auth(over(SignedPart::Date, LONG_AGO)),
                delete("b").auth(lite_over(SignedPart::Date, LONG_AGO)),
                delete("b").auth(over(SignedPart::Date, "")).version(BEFORE),
                list().auth(over(SignedPart::Date, "")).version(BEFORE),
                get_acl().auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                delete_container(container()).auth(lite_over(SignedPart::Date, "")).version(BEFORE),
                put("b", "2").auth(over(SignedPart::Date, "")),
                get("b"),
            ]
        ),
    ]
}

fn headers() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.headers-signed",
            "A signature covers every header that begins with x-ms-, in both schemes",
            "The date is taken out of them, and the rest is left aside.",
            [BLOB_AUTH_HEADERS_SIGNED, BLOB_AUTH_SIGNATURE, BLOB_AUTH_LITE_SIGNATURE],
            [
                put("b", "1"),
                set_metadata("b")
                    .with_metadata(&[("a", "1")])
                    .auth(over(SignedPart::Header, "x-ms-meta-a: "))
                    .version(BEFORE),
                set_metadata("b")
                    .with_metadata(&[("a", "1")])
                    .auth(lite_over(SignedPart::Header, "x-ms-meta-a: "))
                    .version(BEFORE),
                set_metadata("b").with_metadata(&[("a", "1")]).auth(over(SignedPart::Header, "x-ms-meta-a: 2")),
                set_metadata("b").with_metadata(&[("a", "1")]).auth(lite_over(SignedPart::Header, "x-ms-meta-b: 1")),
                put("b", "2").auth(over(SignedPart::Header, "x-ms-blob-type: AppendBlob")),
                put("b", "2").auth(over(SignedPart::Header, "x-ms-blob-type: ")).version(BEFORE),
                put("b", "2").auth(lite_over(SignedPart::Header, "x-ms-version: 2015-12-11")),
                acquire_lease("b", 15).auth(over(SignedPart::Header, "x-ms-lease-action: release")),
                get("b").range("0-0").auth(over(SignedPart::Header, "x-ms-range: bytes=0-9")),
                delete("b")
                    .with("x-ms-delete-snapshots", "include")
                    .auth(over(SignedPart::Header, "x-ms-delete-snapshots: only")),
                delete("b").auth(over(SignedPart::Header, "x-ms-client-request-id: other")),
                head("b"),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.conditions-signed",
            "A signature covers the conditional headers and the range",
            "The five lines are empty in every example.",
            [BLOB_AUTH_SIGNATURE],
            [
                put("b", "1"),
                get("b").if_match("${etag:0}"),
                get("b").if_none_match("${etag:0}"),
                get("b").with("If-Modified-Since", LONG_AGO),
                get("b").with("If-Unmodified-Since", LONG_AGO),
                get("b").with("Range", "bytes=0-0"),
                head("b").if_match("${etag:0}").auth(Auth::SharedKeyLite),
                put("b", "2").with("If-Match", "*").with("If-Unmodified-Since", LONG_AGO),
                get("b").if_match("${etag:0}").auth(Auth::WrongKey),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.encodings-signed",
            "A signature covers Content-Encoding and Content-Language",
            "The first two lines behind the method are empty in every example.",
            [BLOB_AUTH_SIGNATURE],
            [
                put("b", "1").with("Content-Encoding", "identity").with("Content-Language", "de"),
                put("b", "2").with("Content-Language", "de"),
                put("b", "3").with("Content-Encoding", "identity").auth(Auth::SharedKeyLite),
                put("b", "4").with("Content-Encoding", "identity").auth(Auth::WrongKey),
                get("b"),
            ]
        ),
    ]
}

fn resource() -> Vec<Check> {
    vec![
        check!(
            BlobAuth,
            "blob.auth.query-signed",
            "A signature covers comp, and all other options with it",
            "The query is not signed, it is said; and then a signature for a blob opens all that can be done with it.",
            [BLOB_AUTH_QUERY_SIGNED, BLOB_AUTH_SIGNATURE],
            with_other_comp(|comp| over(SignedPart::Comp, comp))
        ),
        check!(
            BlobAuth,
            "blob.auth.lite-query-signed",
            "A Shared Key Lite signature covers comp",
            "The query is not signed, it is said; and then a signature for a blob opens all that can be done with it.",
            [BLOB_AUTH_QUERY_SIGNED, BLOB_AUTH_LITE_SIGNATURE],
            with_other_comp(|comp| lite_over(SignedPart::Comp, comp))
        ),
        check!(
            BlobAuth,
            "blob.auth.lite-other-options",
            "A Shared Key Lite signature covers no option but comp",
            "The resource is put together as for Shared Key.",
            [BLOB_AUTH_LITE],
            [
                put("b", "1"),
                put_block("b", "1", "one").auth(Auth::SharedKeyLite),
                get_block_list("b", "all").auth(Auth::SharedKeyLite),
                list().option("prefix", "b").at_most(1).auth(Auth::SharedKeyLite),
                containers(container()).including("metadata").auth(Auth::SharedKeyLite),
                get_container().auth(Auth::SharedKeyLite),
                get_service_properties().auth(Auth::SharedKeyLite),
                account().auth(Auth::SharedKeyLite),
                get("b").option("timeout", "20").auth(Auth::SharedKeyLite),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.options-sorted",
            "Options are signed by their names in order and their values decoded, however they are sent",
            "They are signed as they are sent.",
            [BLOB_AUTH_SIGNATURE],
            [
                put("b", "1"),
                bare_request("GET", "/${container}?restype=container&comp=list&prefix=b"),
                bare_request("GET", "/${container}?prefix=b&comp=list&restype=container"),
                bare_request("GET", "/${container}?timeout=20&restype=container&prefix=%62&comp=list&include=metadata"),
                bare_request("GET", "/${container}?restype=container&comp=list&include=metadata,copy"),
                bare_request("GET", "/?comp=list&prefix=%20${container}"),
                bare_request("GET", "/?restype=service&comp=properties"),
                bare_request("GET", "/?comp=properties&restype=service"),
                Step::from(bare_request("GET", "/${container}/b?timeout=20&comp=metadata"))
                    .auth(over(SignedPart::Comp, "")),
                Step::from(bare_request("GET", "/${container}?comp=list&restype=container"))
                    .auth(over(SignedPart::Comp, "")),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.path-signed",
            "A signature for another path is refused",
            "The string to sign is built without its last lines.",
            [BLOB_AUTH_PATH_SIGNED],
            [
                put("b", "1"),
                put("c", "1"),
                get("b").auth(Auth::SignedForPath { path: "/${container}/c".into() }),
                head("b").auth(Auth::SignedForPath { path: "/${container}".into() }),
                put("b", "2").auth(Auth::SignedForPath { path: "/${container}/c".into() }),
                delete("b").auth(Auth::SignedForPath { path: "/${container}-x/b".into() }),
                delete_container(container()).auth(Auth::SignedForPath { path: "/${container}-x".into() }),
                list().auth(Auth::SignedForPath { path: "/${container}/b".into() }),
                containers(container()).auth(Auth::SignedForPath { path: "/${container}".into() }),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.path-signed-exactly",
            "The path is signed with its account, its case and its spelling",
            "Paths are decoded, folded or cut down to the container's name before they are compared.",
            [BLOB_AUTH_PATH_SIGNED, BLOB_AUTH_SIGNATURE, BLOB_AUTH_LITE_SIGNATURE],
            [
                put("b", "1"),
                get("b").auth(over(SignedPart::Path, "/${container}/B")),
                get("b").auth(lite_over(SignedPart::Path, "/${container}/b/")),
                get("b").auth(over(SignedPart::Path, "/${container}%2Fb")),
                head("b").auth(over(SignedPart::Path, "/${container}/")),
                get_container().auth(lite_over(SignedPart::Path, "/")),
                put("b", "2").auth(over(SignedPart::Path, "/${container}")),
                delete("b").auth(over(SignedPart::Account, "someoneelse")),
                delete("b").auth(lite_over(SignedPart::Account, "someoneelse")),
                get("b").auth(over(SignedPart::Account, "")),
                get("b"),
            ]
        ),
        check!(
            BlobAuth,
            "blob.auth.path-as-sent",
            "The path is signed as it is sent, encoded or not",
            "The server signs the path that it decoded, or encodes it anew in its own way.",
            [BLOB_AUTH_PATH_SIGNED],
            [
                put("a b/c(1)", "1"),
                put("\u{e9}", "2"),
                bare_request("GET", "/${container}/a%20b/c(1)"),
                bare_request("GET", "/${container}/a%20b%2Fc%281%29"),
                bare_request("GET", "/${container}/%61%20b/c%281)"),
                bare_request("GET", "/${container}/%c3%a9"),
                bare_request("HEAD", "/${container}/%C3%A9"),
                Step::from(bare_request("GET", "/${container}/%c3%a9")).auth(Auth::SharedKeyLite),
                Step::from(bare_request("GET", "/${container}/%61%20b/c(1)"))
                    .auth(over(SignedPart::Path, "/${container}/a%20b/c(1)")),
                get("a b/c(1)").auth(over(SignedPart::Path, "/${container}/a b/c(1)")),
            ]
        ),
    ]
}
