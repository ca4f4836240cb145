//! One of each operation: granted one after another, or refused. For what holds whatever is asked.

use super::steps::{
    AskExt as _, account, acquire_lease, acquire_lease_of_container, append, append_from_url, block_list, container,
    containers, copy, create, create_append, create_page, delete, delete_container, further, get, get_acl,
    get_block_list, get_container, get_container_metadata, get_metadata, get_service_properties, get_tags, head, lease,
    lease_container, list, page_ranges, put, put_block, put_block_from_url, put_block_list, put_from_url, put_page,
    put_page_from_url, seal, set_acl, set_container_metadata, set_metadata, set_properties, set_tags, set_tier,
    snapshot, tags_document, url,
};
use tablestakes_reference::blob::Ask;
use tablestakes_reference::history::Step;

/// A container that nobody creates.
pub(super) fn absent() -> String {
    further("absent")
}

/// Operations on block blobs; each is granted if those before it were.
pub(super) fn on_blocks() -> Vec<Ask> {
    vec![
        put("b", "1"),
        get("b"),
        head("b"),
        set_metadata("b").with_metadata(&[("a", "1")]),
        get_metadata("b"),
        set_properties("b").with("x-ms-blob-content-type", "text/plain"),
        put_block("b", "1", "one"),
        get_block_list("b", "all"),
        put_block_list("b", block_list(&[("Latest", "1")])),
        get("b").range("0-1"),
        snapshot("b"),
        copy("c", "b"),
        set_tier("c", "Cool"),
        acquire_lease("c", 15),
        lease("c", "break").with("x-ms-lease-break-period", "0"),
        delete("b").with("x-ms-delete-snapshots", "include"),
        delete("c"),
    ]
}

/// Operations on blobs of other kinds, and what came to blobs later; each is granted if those before it were.
pub(super) fn on_others() -> Vec<Ask> {
    vec![
        create_append("a"),
        append("a", "1"),
        get("a"),
        head("a"),
        create_page("p", 1024),
        put_page("p", 0, 511),
        page_ranges("p"),
        put_page("p", 0, 511).leaving_out("x-ms-page-write").with("x-ms-page-write", "clear").octets(b""),
        set_properties("p").with("x-ms-blob-content-length", "512"),
        head("p"),
        delete("p"),
    ]
}

/// Operations that came with 2019-12-12; each is granted if those before it were.
pub(super) fn on_later() -> Vec<Ask> {
    vec![
        put("b", "1"),
        set_tags("b", tags_document(&[("a", "1")])),
        get_tags("b"),
        head("b"),
        create_append("a"),
        seal("a"),
        head("a"),
    ]
}

/// Operations that read what they write from an address; each is granted if those before it were.
pub(super) fn from_addresses() -> Vec<Ask> {
    vec![
        put("s", "x".repeat(512)),
        put_from_url("b", url("s")),
        get("b"),
        put_block_from_url("c", "1", url("s")),
        put_block_list("c", block_list(&[("Latest", "1")])),
        create_append("a"),
        append_from_url("a", url("s")),
        create_page("p", 512),
        put_page_from_url("p", url("s")),
        page_ranges("p"),
    ]
}

/// Operations on containers and the service; each is granted if those before it were.
pub(super) fn on_containers() -> Vec<Ask> {
    vec![
        create(further("x")),
        get_container(),
        set_container_metadata().with_metadata(&[("a", "1")]),
        get_container_metadata(),
        set_acl(""),
        get_acl(),
        list(),
        acquire_lease_of_container(15),
        lease_container("break").with("x-ms-lease-break-period", "0"),
        containers(container()),
        get_service_properties(),
        account(),
        delete_container(further("x")),
    ]
}

/// Operations on blobs that are not there; `absent` is the name of all.
pub(super) fn on_absent_blobs() -> Vec<Ask> {
    vec![
        get("absent"),
        head("absent"),
        get_metadata("absent"),
        set_metadata("absent"),
        set_properties("absent").with("x-ms-blob-content-type", "text/plain"),
        get_block_list("absent", "all"),
        put_block_list("absent", block_list(&[("Latest", "1")])),
        snapshot("absent"),
        copy("c", "absent"),
        set_tier("absent", "Cool"),
        acquire_lease("absent", 15),
        append("absent", "1"),
        put_page("absent", 0, 511),
        page_ranges("absent"),
        delete("absent"),
    ]
}

/// Operations on a container that is not there.
pub(super) fn on_absent_containers() -> Vec<Ask> {
    let asks = [
        get_container(),
        get_container_metadata(),
        set_container_metadata(),
        get_acl(),
        set_acl(""),
        list(),
        acquire_lease_of_container(15),
        put("b", "1"),
        get("b"),
        head("b"),
        put_block("b", "1", "one"),
        delete("b"),
        create_page("b", 512),
    ];
    asks.into_iter().map(|ask| ask.on(absent())).chain([delete_container(absent())]).collect()
}

/// Each of these, written so.
pub(super) fn each(asks: Vec<Ask>, written: impl Fn(Ask) -> Step) -> Vec<Step> {
    asks.into_iter().map(written).collect()
}
