//! A lease as the election of a leader: who holds it leads, and writes with its id; who lost it is refused.

use super::SUITE;
use crate::blob::leases::{A, B};
use crate::blob::steps::{
    AskExt as _, acquire_lease, acquire_lease_of_container, change_lease, container, delete, delete_container, get,
    head, lease, lease_container, put, release_lease, renew_lease, set_container_metadata, set_metadata, wait,
};
use crate::check::Check;
use crate::define::check;
use tablestakes_reference::blob::Ask;

const LEADER: &str = "leaders/scheduler";

/// The blob of which a lease is the office.
fn office() -> Ask {
    put(LEADER, "nobody")
}

/// Stands for election under this id.
fn stand(id: &str, seconds: i64) -> Ask {
    acquire_lease(LEADER, seconds).with("x-ms-proposed-lease-id", id)
}

/// Writes who leads, as the leader of this id.
fn reign(id: &str, name: &str) -> Ask {
    put(LEADER, name).leased(id)
}

/// Ends the lease, whoever has it, in so many seconds.
fn depose(seconds: i64) -> Ask {
    lease(LEADER, "break").with("x-ms-lease-break-period", seconds.to_string())
}

/// The checks of the topic.
pub(super) fn checks() -> Vec<Check> {
    [elected(), succeeded(), guarding()].concat()
}

fn elected() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.patterns.leader",
            "One of two is elected, renews and writes; the other is refused, until the first resigns",
            "A lease is given to whoever asks, or guards nothing.",
            [BLOB_LEASES_PRESENT, BLOB_LEASES_ID_MISSING, BLOB_LEASES_RELEASE],
            [
                office(),
                stand(A, 60),
                stand(B, 60),
                reign(A, "ann"),
                put(LEADER, "bob"),
                renew_lease(LEADER, A),
                stand(B, 60),
                get(LEADER),
                release_lease(LEADER, A),
                stand(B, 60),
                reign(B, "bob"),
                reign(A, "ann again"),
                get(LEADER),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-impostor",
            "Whoever is not the leader can neither write with another id, nor renew, nor resign for the leader",
            "Any id of the right form opens the lease.",
            [BLOB_LEASES_OTHER_ID, BLOB_LEASES_MISMATCH, BLOB_LEASES_ID_MISSING],
            [
                office(),
                stand(A, 60),
                reign(B, "bob"),
                set_metadata(LEADER).with_metadata(&[("term", "2")]).leased(B),
                delete(LEADER).leased(B),
                delete(LEADER),
                renew_lease(LEADER, B),
                release_lease(LEADER, B),
                change_lease(LEADER, B, B),
                reign(A, "ann"),
                get(LEADER),
                head(LEADER).leased(A),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-again",
            "Who stands again under the same id, since the answer was lost, is elected; a release that is sent again is refused",
            "A lease that is there is refused to everybody, and its holder waits for itself.",
            [BLOB_LEASES_ACQUIRE_AGAIN, BLOB_LEASES_PROPOSED, BLOB_LEASES_MISMATCH],
            [
                office(),
                stand(A, 60),
                stand(A, 60),
                stand(A, 30),
                stand(B, 60),
                reign(A, "ann"),
                renew_lease(LEADER, A),
                renew_lease(LEADER, A),
                release_lease(LEADER, A),
                stand(B, 60),
                release_lease(LEADER, A),
                reign(B, "bob"),
                get(LEADER),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-handed-over",
            "A leader hands over by changing the id: the old one leads no more, and nobody comes in between",
            "The id is changed beside the old one, or by a release.",
            [BLOB_LEASES_CHANGE, BLOB_LEASES_OTHER_ID, BLOB_LEASES_MISMATCH],
            [
                office(),
                stand(A, 60),
                change_lease(LEADER, A, B),
                reign(A, "ann"),
                renew_lease(LEADER, A),
                release_lease(LEADER, A),
                reign(B, "bob"),
                renew_lease(LEADER, B),
                get(LEADER),
            ]
        ),
    ]
}

fn succeeded() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.patterns.leader-deposed",
            "A leader is deposed within a second: then another is elected, and the old one neither renews nor writes",
            "The lease ends at once, or the old id is still good.",
            [BLOB_LEASES_BREAK_PERIOD, BLOB_LEASES_OTHER_ID, BLOB_LEASES_MISMATCH],
            [
                office(),
                stand(A, 60),
                reign(A, "ann"),
                depose(1),
                stand(B, 60),
                wait(2),
                stand(B, 60),
                reign(A, "ann still"),
                renew_lease(LEADER, A),
                reign(B, "bob"),
                get(LEADER),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-deposed-alone",
            "A leader that was deposed writes no more, even if nobody was elected in its place",
            "Its id is good until there is another.",
            [BLOB_LEASES_LOST, BLOB_LEASES_BROKEN],
            [
                office(),
                stand(A, -1),
                reign(A, "ann"),
                depose(0),
                reign(A, "ann still"),
                renew_lease(LEADER, A),
                get(LEADER),
                put(LEADER, "nobody"),
                get(LEADER),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-lost",
            "A leader that does not renew is none when its time is over: another is elected, and the old one's write is refused",
            "A lease stays until it is released.",
            [BLOB_LEASES_EXPIRE, BLOB_LEASES_OTHER_ID],
            [
                office(),
                stand(A, 15),
                reign(A, "ann"),
                wait(16),
                stand(B, 60),
                reign(A, "ann still"),
                renew_lease(LEADER, A),
                reign(B, "bob"),
                get(LEADER),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.leader-renews",
            "A leader that renews in time leads on past the time for which it was elected",
            "The first time runs on beside the new one.",
            [BLOB_LEASES_RENEW],
            [
                office(),
                stand(A, 15),
                wait(9),
                renew_lease(LEADER, A),
                wait(9),
                stand(B, 60),
                reign(A, "ann"),
                get(LEADER),
            ]
        ),
    ]
}

fn guarding() -> Vec<Check> {
    vec![
        check!(
            BlobLease,
            "blob.patterns.lock-and-etag",
            "A lease does not change the ETag: who holds it updates by the ETag that it read before",
            "Acquiring is a write.",
            [BLOB_LEASES_KEEP_ETAG, BLOB_CONDITIONS_IF_MATCH],
            [
                put("stock/lamp", "5"),
                acquire_lease("stock/lamp", 60).with("x-ms-proposed-lease-id", A),
                renew_lease("stock/lamp", A),
                put("stock/lamp", "4").leased(A).if_match("${etag:0}"),
                put("stock/lamp", "3").leased(A).if_match("${etag:0}"),
                put("stock/lamp", "3").if_match("${etag:3}"),
                release_lease("stock/lamp", A),
                get("stock/lamp").if_match("${etag:3}"),
            ]
        ),
        check!(
            BlobLease,
            "blob.patterns.lock-on-container",
            "A lease guards a container against being deleted, while its blobs are written as before",
            "It guards the blobs, or the metadata of the container.",
            [BLOB_LEASES_ID_MISSING, BLOB_LEASES_PRESENT],
            [
                put("report", "1"),
                acquire_lease_of_container(60).with("x-ms-proposed-lease-id", A),
                acquire_lease_of_container(60).with("x-ms-proposed-lease-id", B),
                delete_container(container()),
                put("report", "2"),
                set_container_metadata().with_metadata(&[("kept", "until-2030")]),
                get("report"),
                lease_container("release").leased(A),
            ]
        ),
    ]
}
