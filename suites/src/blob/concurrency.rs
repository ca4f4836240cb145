//! Several clients on one blob. Every write has content of its own and metadata that says the same, so that whoever reads a part of
//! one write and a part of another is seen to.

use super::steps::{
    AskExt as _, acquire_lease, append, block_list, create_append, delete, get, list, put, put_block, put_block_list,
};
use crate::check::{Check, Suite};
use crate::define::{Script, generated, side_by_side};
use crate::steps::StepExt as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::{Ending, Fault, Step};

const SUITE: Suite = Suite::Concurrency;
/// The blob that they meet on.
const BLOB: &str = "b";

/// The checks of the suite.
pub(super) fn checks() -> Vec<Check> {
    vec![
        generated!(
            BlobConcurrency,
            "blob.concurrency.overwriting",
            "Clients overwrite a blob while others read it",
            "Properties and content are stored one after the other, or copied to those who read.",
            [BLOB_CONCURRENCY_ONE_VERSION, BLOB_CONCURRENCY_NO_STALE_READS, BLOB_CONCURRENCY_NOTHING_LOST],
            overwriting()
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.by-etag",
            "Several clients write a blob under one ETag",
            "The ETag is compared before the lock is taken under which the blob changes.",
            [BLOB_CONCURRENCY_ONE_WINNER, BLOB_CONCURRENCY_NOTHING_LOST],
            competing(true)
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.create-once",
            "Several clients create a blob unless it is there",
            "Whether it is there is looked up before it is created.",
            [BLOB_CONCURRENCY_ONE_WINNER],
            competing(false)
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.block-lists",
            "Clients commit lists of blocks while others read",
            "A list is carried out block by block, on the blob that is read.",
            [BLOB_CONCURRENCY_ONE_VERSION, BLOB_CONCURRENCY_NOTHING_LOST],
            committing()
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.appending",
            "Several clients append to a blob",
            "Where the block goes is read before the block is written.",
            [BLOB_CONCURRENCY_APPENDS],
            appending()
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.leasing",
            "Several clients acquire the lease of a blob",
            "Whether there is a lease is looked up before one is given.",
            [BLOB_CONCURRENCY_ONE_LEASE],
            leasing()
        ),
        generated!(
            BlobConcurrency,
            "blob.concurrency.listing",
            "Clients write and delete blobs while others list them",
            "The listing has an index of its own, which is told later.",
            [BLOB_CONCURRENCY_LISTINGS],
            listing()
        ),
    ]
}

/// The checks of what may happen to requests and answers on their way.
pub(super) fn faults() -> Vec<Check> {
    const SUITE: Suite = Suite::Faults;
    vec![generated!(
        BlobConcurrency,
        "blob.faults.uploads",
        "Uploads whose connections end, sent again",
        "What came in of an upload replaces the blob, or an upload is carried out after it was given up.",
        [BLOB_CONCURRENCY_ONE_VERSION, BLOB_CONCURRENCY_NOTHING_LOST],
        disturbed()
    )]
}

/// A content that nobody else writes, longer than one packet in every other case, and metadata that says which it is.
fn version(name: &str) -> Ask {
    let filler = if name.len().is_multiple_of(2) { "" } else { &"0123456789abcdef".repeat(200) };
    put(BLOB, format!("[{name}]{filler}[/{name}]")).with_metadata(&[("v", name)])
}

fn overwriting() -> BoxedStrategy<Script> {
    (2_usize..4, 2_usize..4, 1_usize..3, 3_usize..7)
        .prop_map(|(writers, each, readers, reads)| {
            let write = |client: usize| {
                (0..each).map(|number| version(&format!("c{client}-{}", "x".repeat(number + 1))).into()).collect()
            };
            let mut branches: Vec<Vec<Step>> = (0..writers).map(write).collect();
            branches.extend((0..readers).map(|_| (0..reads).map(|_| get(BLOB).into()).collect::<Vec<_>>()));
            side_by_side(vec![version("a").into()], branches)
        })
        .boxed()
}

fn competing(there: bool) -> BoxedStrategy<Script> {
    (2_usize..6)
        .prop_map(move |clients| {
            let before = if there { vec![version("a").into()] } else { Vec::new() };
            let branch = |client: usize| {
                let write = version(&format!("c{client}"));
                let write = if there { write.if_match("${etag:0}") } else { write.if_none_match("*") };
                vec![Step::from(write)]
            };
            side_by_side(before, (0..clients).map(branch).collect())
        })
        .boxed()
}

fn committing() -> BoxedStrategy<Script> {
    (2_usize..4, 2_usize..4, 2_usize..6)
        .prop_map(|(writers, blocks, reads)| {
            let mut before: Vec<Step> = vec![version("a").into()];
            let mut branches: Vec<Vec<Step>> = Vec::new();
            for client in 0..writers {
                let ids: Vec<String> = (0..blocks).map(|number| format!("c{client}-{number}")).collect();
                before.extend(ids.iter().map(|id| Step::from(put_block(BLOB, id, format!("[{id}]")))));
                let list: Vec<(&str, &str)> = ids.iter().map(|id| ("Latest", id.as_str())).collect();
                let name = format!("c{client}");
                branches.push(vec![put_block_list(BLOB, block_list(&list)).with_metadata(&[("v", &name)]).into()]);
            }
            branches.push((0..reads).map(|_| get(BLOB).into()).collect());
            side_by_side(before, branches)
        })
        .boxed()
}

fn appending() -> BoxedStrategy<Script> {
    (2_usize..5, 2_usize..5)
        .prop_map(|(clients, each)| {
            let branch =
                |client: usize| (0..each).map(|number| append(BLOB, format!("[c{client}-{number}]")).into()).collect();
            side_by_side(vec![create_append(BLOB).into()], (0..clients).map(branch).collect())
        })
        .boxed()
}

fn leasing() -> BoxedStrategy<Script> {
    (2_usize..6)
        .prop_map(|clients| {
            let branch = |_| vec![Step::from(acquire_lease(BLOB, 60))];
            side_by_side(vec![version("a").into()], (0..clients).map(branch).collect())
        })
        .boxed()
}

fn listing() -> BoxedStrategy<Script> {
    (2_usize..4, 2_usize..4, 3_usize..7)
        .prop_map(|(clients, each, looks)| {
            let branch = |client: usize| {
                let one = |number: usize| {
                    let name = format!("c{client}-{number}");
                    let mut steps: Vec<Step> = vec![put(&name, name.clone()).into(), list().into()];
                    if number.is_multiple_of(2) {
                        steps.extend([delete(&name).into(), list().into()]);
                    }
                    steps
                };
                (0..each).flat_map(one).collect()
            };
            let mut branches: Vec<Vec<Step>> = (0..clients).map(branch).collect();
            branches.push((0..looks).map(|_| list().into()).collect());
            side_by_side(Vec::new(), branches)
        })
        .boxed()
}

fn fault() -> BoxedStrategy<Option<Fault>> {
    let ending = || select(vec![Ending::Closed, Ending::Reset]);
    let fault = prop_oneof![
        3 => (0_u16..1000, ending()).prop_map(|(at, ending)| Fault::CutRequest { at, ending }),
        2 => (0_u16..5, ending()).prop_map(|(milliseconds, ending)| Fault::CutBeforeAnswer { milliseconds, ending }),
        2 => (0_u32..200, ending()).prop_map(|(after, ending)| Fault::CutAnswer { after, ending }),
        1 => Just(Fault::Twice),
    ];
    proptest::option::weighted(0.6, fault).boxed()
}

/// Uploads on one after the other, each read; one that was disturbed is followed by another of another content.
fn disturbed() -> BoxedStrategy<Script> {
    vec(fault(), 2..6)
        .prop_map(|faults| {
            let mut steps: Vec<Step> = vec![version("a").into()];
            for (number, fault) in faults.into_iter().enumerate() {
                steps.push(version(&format!("d{}", "x".repeat(number + 1))).befallen_by(fault));
                steps.push(get(BLOB).into());
            }
            Script::from(steps)
        })
        .boxed()
}
