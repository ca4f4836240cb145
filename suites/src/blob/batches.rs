//! Batches: requests about blobs within one request.
//!
//! The requests within carry what authorizes them themselves; these carry nothing, or what authorizes nobody, and so it is told
//! apart how each of them is refused.

use super::steps::{AskExt as _, StepExt as _, batch, container, get, head, list, put};
use crate::check::{Check, Suite};
use crate::define::{check, steps};
use tablestakes_reference::Version;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::Step;

const SUITE: Suite = Suite::BlobBatch;

const BOUNDARY: &str = "batch_7c1f";

/// A request within: method, what follows the container in its target, and further headers, each with its line end.
type Inner<'a> = (&'a str, &'a str, &'a str);

/// A header that authorizes nobody.
const FORGED: &str = "Authorization: SharedKey ${account}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n";
/// A header that is none of authorization.
const GARBAGE: &str = "Authorization: nothing\r\n";
/// A header whose value has colons, one of them before a blank, as the names of systems have in which clients run.
const NOTED: &str = "User-Agent: client/1.0 (Kernel 23.1.0: Mon Oct  9 21:28:12)\r\n";
const COOL: &str = "x-ms-access-tier: Cool\r\n";

/// The document of a batch between these boundaries, its requests counted from 0 in Content-ID.
fn document(boundary: &str, inner: &[Inner<'_>]) -> String {
    let part = |(number, (method, target, headers)): (usize, &Inner<'_>)| {
        format!(
            "--{boundary}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: {number}\r\n\r\n\
             {method} ${{base}}/${{container}}/{target} HTTP/1.1\r\n{headers}Content-Length: 0\r\n\r\n"
        )
    };
    let parts: String = inner.iter().enumerate().map(part).collect();
    format!("{parts}--{boundary}--\r\n")
}

fn of(inner: &[Inner<'_>]) -> Ask {
    between(BOUNDARY, inner)
}

fn between(boundary: &str, inner: &[Inner<'_>]) -> Ask {
    batch(boundary, document(boundary, inner))
}

/// The same in the version that brought batches.
fn later(steps: Vec<Step>) -> Vec<Step> {
    steps.into_iter().map(|step| step.version(Version::V2018_11_09)).collect()
}

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        check!(
            BlobBatch,
            "blob.blob-batch.content-id",
            "Each answer within a batch has the Content-ID of its request",
            "Answers are told apart by their order alone.",
            [BLOB_BATCH_CONTENT_ID],
            later(steps![
                put("a", "1"),
                of(&[("DELETE", "a", FORGED), ("DELETE", "b", FORGED), ("DELETE", "c", FORGED)]),
                get("a"),
                of(&[("PUT", "a?comp=tier", &[COOL, FORGED].concat())]),
                head("a"),
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.alone",
            "Each request within a batch is answered on its own",
            "The first refusal ends the batch, or is that of all.",
            [BLOB_BATCH_PARTS_ALONE, BLOB_AUTH_SIGNATURE],
            later(steps![
                put("a", "1"),
                put("b", "1"),
                of(&[("DELETE", "a", FORGED), ("DELETE", "b", GARBAGE), ("DELETE", "a", "")]),
                of(&[("DELETE", "a", GARBAGE), ("DELETE", "b", FORGED)]),
                get("a"),
                get("b"),
                of(&[
                    ("PUT", "a?comp=tier", &[COOL, GARBAGE].concat()),
                    ("PUT", "b?comp=tier", &[COOL, FORGED].concat())
                ]),
                head("a"),
                list(),
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.one-kind",
            "A batch deletes or sets tiers, and does not do both",
            "Each request is done on its own, whatever it asks for.",
            [BLOB_BATCH_ONE_KIND],
            later(steps![
                put("a", "1"),
                put("b", "1"),
                of(&[("DELETE", "a", FORGED), ("PUT", "b?comp=tier", &[COOL, FORGED].concat())]),
                of(&[("PUT", "b?comp=tier", &[COOL, FORGED].concat()), ("DELETE", "a", FORGED)]),
                list(),
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.most",
            "A batch has 256 requests at most",
            "There is no limit, or that of a reader of MIME.",
            [BLOB_BATCH_MOST],
            later(steps![
                put("a", "1"),
                of(&[("DELETE", "a", FORGED); 257]),
                of(&[("DELETE", "a", FORGED); 256]),
                get("a")
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.boundary",
            "The boundary of a batch may have equals signs",
            "What follows the first of them is cut off.",
            [BLOB_BATCH_BOUNDARY],
            later(steps![
                put("a", "1"),
                between("===============1386896762==", &[("DELETE", "a", FORGED), ("DELETE", "b", FORGED)]),
                between("a=b", &[("DELETE", "a", FORGED)]),
                get("a"),
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.header-values",
            "The value of a header within a batch may have colons",
            "A line is cut at every colon, and two pieces are expected.",
            [BLOB_BATCH_HEADER_VALUES],
            later(steps![
                put("a", "1"),
                of(&[("DELETE", "a", &[FORGED, NOTED].concat()), ("DELETE", "b", FORGED)]),
                of(&[("DELETE", "b", FORGED), ("DELETE", "a", &[NOTED, FORGED].concat())]),
                get("a"),
            ])
        ),
        check!(
            BlobBatch,
            "blob.blob-batch.of-container",
            "A batch of a container is answered as one of the service",
            "The path is one that is not known.",
            [BLOB_BATCH_CONTENT_ID, BLOB_BATCH_ONE_KIND],
            {
                let within = |inner: &[Inner<'_>]| {
                    let ask = of(inner).option("restype", "container");
                    Ask { operation: Operation::Batch, ..ask }.on(container())
                };
                let script = steps![
                    put("a", "1"),
                    within(&[("DELETE", "a", FORGED), ("DELETE", "b", FORGED)]),
                    within(&[("DELETE", "a", FORGED), ("PUT", "b?comp=tier", &[COOL, FORGED].concat())]),
                    get("a"),
                ];
                script.into_iter().map(|step| step.version(Version::V2020_04_08)).collect::<Vec<_>>()
            }
        ),
    ]
}
