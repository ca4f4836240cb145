//! Writes to a blob that is leased.

use super::{
    SUITE, as_is, block_blob, later, unleased, unneeded, written_when_ended, written_while_breaking,
    written_while_leased,
};
use crate::blob::steps::{
    AskExt as _, append, append_from_url, block_list, copy, create_append, create_page, delete, put, put_block,
    put_block_from_url, put_block_list, put_from_url, put_page, put_page_from_url, seal, set_acl, set_metadata,
    set_properties, set_tags, set_tier, tags_document, url,
};
use crate::check::Check;
use crate::define::{check, steps};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// An append blob and a source.
fn append_blob() -> Vec<Step> {
    steps![create_append("b"), put("src", "source")]
}

/// A page blob and a source of one page.
fn page_blob() -> Vec<Step> {
    steps![create_page("b", 1024), put("src", "x".repeat(512))]
}

/// A block blob with a block that is not committed.
fn staged() -> Vec<Step> {
    steps![put("b", "1"), put_block("b", "1", "one")]
}

/// The same, in a container whose blobs are public, so that anything may be their source.
fn public(setup: Vec<Step>) -> Vec<Step> {
    let mut steps = steps![set_acl("").with("x-ms-blob-public-access", "blob")];
    steps.extend(setup);
    steps
}

fn clear_page() -> Ask {
    put_page("b", 0, 511).leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(b"")
}

fn sequence() -> Ask {
    set_properties("b").with("x-ms-sequence-number-action", "update").with("x-ms-blob-sequence-number", "7")
}

/// Five checks of one operation: without a lease, with one for a minute and one for ever, while it breaks and when it ended.
macro_rules! guarded {
    ($slug:literal, $name:literal, $setup:expr, $ask:expr, $of:path) => {
        vec![
            unneeded!($slug, $name, $setup, $ask, $of),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-leased"),
                concat!($name, " needs the id of the lease, and no other does"),
                "Each operation looks for itself, and this one was forgotten.",
                [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
                $of(written_while_leased($setup, &$ask, 60))
            ),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-endless"),
                concat!($name, " needs the id of a lease without end, and no other does"),
                "What has no end is compared with the clock, and is over.",
                [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
                $of(written_while_leased($setup, &$ask, -1))
            ),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-breaking"),
                concat!($name, " needs the id of a lease that is breaking, and no other does"),
                "What is broken protects nothing, from that moment on.",
                [BLOB_LEASES_ID_MISSING, BLOB_LEASES_OTHER_ID],
                $of(written_while_breaking($setup, &$ask))
            ),
            check!(
                BlobLease,
                concat!("blob.lease-conditions.", $slug, "-ended"),
                concat!($name, " with the id of a lease that was broken is refused, and granted without"),
                "The id is that of the blob, and the state is not looked at.",
                [BLOB_LEASES_LOST],
                $of(written_when_ended($setup, &$ask))
            ),
        ]
    };
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [of_blocks(), of_properties(), of_others(), from_addresses()].concat()
}

fn of_blocks() -> Vec<Check> {
    [
        guarded!("put", "Put Blob", block_blob(), put("b", "2"), as_is),
        guarded!("put-append", "Put Blob of an append blob", block_blob(), create_append("b"), as_is),
        guarded!("put-page", "Put Blob of a page blob", block_blob(), create_page("b", 512), as_is),
        guarded!("put-block", "Put Block", block_blob(), put_block("b", "2", "two"), as_is),
        guarded!(
            "put-block-list",
            "Put Block List",
            staged(),
            put_block_list("b", block_list(&[("Latest", "1")])),
            as_is
        ),
        guarded!(
            "put-empty-list",
            "Put Block List without blocks",
            block_blob(),
            put_block_list("b", block_list(&[])),
            as_is
        ),
        guarded!("copy", "Copy Blob", block_blob(), copy("b", "src"), as_is),
        guarded!("delete", "Delete Blob", block_blob(), delete("b"), as_is),
    ]
    .concat()
}

fn of_properties() -> Vec<Check> {
    [
        guarded!(
            "set-metadata",
            "Set Blob Metadata",
            block_blob(),
            set_metadata("b").with_metadata(&[("a", "1")]),
            as_is
        ),
        guarded!(
            "set-properties",
            "Set Blob Properties",
            block_blob(),
            set_properties("b").with("x-ms-blob-content-type", "text/plain"),
            as_is
        ),
        guarded!(
            "resize",
            "Set Blob Properties of a page blob",
            page_blob(),
            set_properties("b").with("x-ms-blob-content-length", "512"),
            as_is
        ),
        guarded!("set-tier", "Set Blob Tier", block_blob(), set_tier("b", "Cool"), as_is),
        guarded!("sequence-number", "Setting a sequence number", page_blob(), sequence(), as_is),
        guarded!("set-tags", "Set Blob Tags", block_blob(), set_tags("b", tags_document(&[("a", "1")])), later),
    ]
    .concat()
}

fn of_others() -> Vec<Check> {
    [
        guarded!("append", "Append Block", append_blob(), append("b", "1"), as_is),
        guarded!("seal", "Append Blob Seal", append_blob(), seal("b"), later),
        guarded!("put-pages", "Put Page", page_blob(), put_page("b", 0, 511), as_is),
        guarded!("clear-pages", "Clearing pages", page_blob(), clear_page(), as_is),
    ]
    .concat()
}

fn from_addresses() -> Vec<Check> {
    [
        guarded!("put-from-url", "Put Blob From URL", public(block_blob()), put_from_url("b", url("src")), later),
        guarded!(
            "put-block-from-url",
            "Put Block From URL",
            public(block_blob()),
            put_block_from_url("b", "2", url("src")),
            later
        ),
        guarded!(
            "append-from-url",
            "Append Block From URL",
            public(append_blob()),
            append_from_url("b", url("src")),
            later
        ),
        guarded!(
            "put-pages-from-url",
            "Put Page From URL",
            public(page_blob()),
            put_page_from_url("b", url("src"))
                .with("x-ms-source-range", "bytes=0-511")
                .with("x-ms-range", "bytes=0-511"),
            later
        ),
    ]
    .concat()
}
