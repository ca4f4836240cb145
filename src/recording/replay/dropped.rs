//! Headers of answers that are not compared in a session, because whoever recorded it kept them of no answer.

use crate::recording::session::{Exchange, Losses, Session};

/// What a recorder may drop from every answer.
const DROPPABLE: [&str; 4] = ["x-ms-request-id", "transfer-encoding", "date", "server"];
/// What it may drop beside the ids of requests.
const DROPPABLE_WITH_IDS: [&str; 1] = ["location"];
/// What says how a body is framed.
const FRAMING: [&str; 2] = ["content-length", "transfer-encoding"];

/// The headers that are not compared in a session.
pub(super) fn of(session: &Session) -> Vec<&'static str> {
    let kept = |name: &str| session.exchanges.iter().any(|held| held.response_headers.get(name).is_some());
    let mut dropped: Vec<_> = DROPPABLE.into_iter().filter(|name| !kept(name)).collect();
    if !session.exchanges.iter().any(is_service) {
        dropped.push("server");
    }
    if session.losses.framing {
        dropped.extend(FRAMING);
    }
    if dropped.contains(&"x-ms-request-id") {
        dropped.extend(DROPPABLE_WITH_IDS.into_iter().filter(|name| !kept(name)));
    }
    dropped
}

/// What a recorder did not keep: also headers of requests, if there is none in the whole session.
pub(super) fn losses(session: &Session) -> Losses {
    let bare = |exchange: &Exchange| exchange.request_headers.iter().all(|(name, _)| name == "x-ms-version");
    Losses { request_headers: session.losses.request_headers || session.exchanges.iter().all(bare), ..session.losses }
}

/// The same in a session with the queue service, whose framing changed over the years without a version. Answers of 2012 and
/// 2013 had no `Cache-Control` yet.
pub(super) fn of_queues(session: &Session) -> Vec<&'static str> {
    let mut dropped = of(session);
    dropped.extend(FRAMING);
    let kept = session.exchanges.iter().any(|held| held.response_headers.get("cache-control").is_some());
    if !kept {
        dropped.push("cache-control");
    }
    dropped
}

/// The same in a session with the blob service: beside the framing, what depends on the account and on the build of the
/// service, and not on the version.
pub(super) fn of_blobs(session: &Session) -> Vec<&'static str> {
    let mut dropped = of(session);
    dropped.extend(FRAMING);
    dropped.extend(BY_ACCOUNT);
    if session.exchanges.iter().all(|held| held.response_headers.get("x-ms-version").is_none()) {
        dropped.push("x-ms-version");
    }
    let leased = |held: &&Exchange| held.status == 201 && held.target.contains("comp=lease");
    let mut leased = session.exchanges.iter().filter(leased).peekable();
    if leased.peek().is_some() && leased.all(|held| held.response_headers.get("x-ms-lease-id").is_none()) {
        dropped.push("x-ms-lease-id");
    }
    dropped
}

/// What depends on the account, or on the build of the service.
const BY_ACCOUNT: [&str; 12] = [
    "x-ms-last-access-time",
    "x-ms-default-encryption-scope",
    "x-ms-deny-encryption-scope-override",
    "x-ms-immutable-storage-with-versioning-enabled",
    "x-ms-write-protection",
    "x-ms-is-hns-enabled",
    "x-ms-encryption-key-sha256",
    "x-ms-group",
    "x-ms-owner",
    "x-ms-permissions",
    "x-ms-resource-type",
    "x-ms-is-soft-deleted",
];

/// Those that are not compared of exchanges that are seen on their way, to whatever server.
pub(super) fn on_the_way() -> Vec<&'static str> {
    [&FRAMING[..], &["server"]].concat()
}

/// Whether the server is the service. Its name is its own, so that another server's is not compared.
fn is_service(exchange: &Exchange) -> bool {
    exchange.response_headers.get("server").is_some_and(|server| server.starts_with("Windows-Azure"))
}
