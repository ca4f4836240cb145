//! How a read may be written: options, headers, order.

use crate::blob::steps::{AskExt as _, StepExt as _, acquire_lease, bare_request, get, get_metadata, head, put, told};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use crate::steps::RawExt as _;
use tablestakes_reference::history::KeyEncoding;
use tablestakes_reference::history::symbol::Told;

const SUITE: Suite = Suite::Reading;

/// The checks of this part.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobRead,
            "blob.reading.options",
            "A read takes a timeout, and options of which it knows nothing",
            "Every option must be one that is expected.",
            [BLOB_READ_LENGTH],
            [
                steps![put("b", "12345")],
                steps![
                    bare_request("GET", "/${container}/b?timeout=20"),
                    bare_request("HEAD", "/${container}/b?timeout=20"),
                    bare_request("GET", "/${container}/b?snapshot="),
                    bare_request("GET", "/${container}/b?x=y"),
                    bare_request("GET", "/${container}/b?"),
                    bare_request("GET", "/${container}/b?timeout=20&comp=metadata"),
                ],
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.accept",
            "Content is given whatever the request accepts",
            "Content is negotiated, or compressed on its way.",
            [BLOB_READ_LENGTH, BLOB_PROPERTIES_SHOWN],
            [
                steps![
                    put("b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").with("x-ms-blob-content-type", "text/plain")
                ],
                steps![
                    bare_request("GET", "/${container}/b").field("Accept", "application/json"),
                    bare_request("GET", "/${container}/b").field("Accept-Encoding", "gzip, deflate, br"),
                    bare_request("HEAD", "/${container}/b").field("Accept-Encoding", "gzip"),
                    bare_request("GET", "/${container}/b").field("Accept-Charset", "utf-16"),
                ],
            ]
            .concat()
        ),
        check!(
            BlobRead,
            "blob.reading.head-like-get",
            "HEAD tells what GET tells, and has no body",
            "It is answered from other data.",
            [BLOB_READ_LENGTH, BLOB_READ_TYPE, BLOB_READ_HEAD_ACCEPT_RANGES],
            [
                put("b", "12345")
                    .with_metadata(&[("m", "1")])
                    .with("x-ms-blob-content-type", "text/plain")
                    .with("x-ms-blob-content-encoding", "gzip"),
                get("b"),
                head("b"),
                put("e", ""),
                get("e"),
                head("e"),
                head("n"),
            ]
        ),
        check!(
            BlobRead,
            "blob.reading.lease-id",
            "A read with the id of a lease is granted if the lease has it, and refused otherwise",
            "Reads do not look at leases.",
            [BLOB_LEASES_MISMATCH],
            [
                put("b", "1"),
                acquire_lease("b", 60),
                get("b").leased(told(1, Told::Lease)),
                head("b").leased(told(1, Told::Lease)),
                get("b").leased("00000000-0000-4000-8000-000000000000"),
                head("b").leased("00000000-0000-4000-8000-000000000000"),
                get_metadata("b").leased("00000000-0000-4000-8000-000000000000"),
                get("b"),
            ]
        ),
        check!(
            BlobRead,
            "blob.reading.encoded",
            "A name may be percent-encoded more than it must be, in capital digits or small ones",
            "Blobs are kept by their addresses as they were written.",
            [BLOB_NAMES_DECODED_ONCE],
            [
                put("dir/a b-\u{e9}", "1").into(),
                get("dir/a b-\u{e9}").keys_as(KeyEncoding::LowerHex),
                get("dir/a b-\u{e9}").keys_as(KeyEncoding::Everything),
                get("dir/a b-\u{e9}").keys_as(KeyEncoding::Minimal),
                head("dir/a b-\u{e9}").keys_as(KeyEncoding::Everything),
                get_metadata("dir/a b-\u{e9}").keys_as(KeyEncoding::LowerHex),
            ]
            .to_vec()
        ),
    ]
}
