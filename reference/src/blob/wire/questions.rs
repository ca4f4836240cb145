//! Open questions that a request raises by what it carries, whatever becomes of it.

use super::kind::Kind;
use super::understand::Message;
use crate::auth::sas;
use crate::http::Headers;
use crate::rules::{Trace, id};
use crate::version::Version;

/// The operations whose conditions nobody knows: they are sent in vain, or refused.
fn takes_no_conditions(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::PutBlock
            | Kind::CreateContainer
            | Kind::ListBlobs
            | Kind::ListContainers
            | Kind::GetContainer
            | Kind::GetContainerMetadata
            | Kind::GetPolicies
            | Kind::AbortCopy
    )
}

/// Headers by which requests depend on what is there.
const CONDITIONS: [&str; 4] = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"];

/// Whether it makes a blob where there is none.
fn creates(kind: Kind) -> bool {
    matches!(kind, Kind::PutBlob | Kind::PutBlobFrom | Kind::PutBlockList | Kind::CopyBlob | Kind::IncrementalCopy)
}

/// Notes the open questions that conditions raise where there is no blob.
pub fn raise_on_nothing(headers: &Headers, kind: Kind, trace: &mut Trace<'_>) {
    let said = |names: &[&str]| names.iter().any(|name| headers.get(name).is_some());
    if creates(kind) && said(&["if-modified-since", "if-unmodified-since"]) {
        trace.raise(id::BLOB_OPEN_DATES_ON_NOTHING);
    }
    let is_known = kind == Kind::GetBlob || creates(kind);
    if !is_known && (said(&CONDITIONS) || said(&["x-ms-if-tags"])) {
        trace.raise(id::BLOB_OPEN_CONDITIONS_ON_NOTHING);
    }
}

/// Notes the open questions that a message raises.
pub fn raise(message: &Message<'_>, kind: Kind, trace: &mut Trace<'_>) {
    let Message { query, headers, .. } = message;
    let signed = sas::is_signed(query);
    if headers.get("x-ms-version").is_none() && !signed {
        trace.raise(id::BLOB_OPEN_VERSION_ABSENT);
    } else if !message.version.is_known() {
        trace.raise(id::BLOB_OPEN_VERSION_UNPUBLISHED);
    }
    if message.version < Version::V2011_08_18 {
        trace.raise(id::BLOB_OPEN_OLD_VERSIONS);
    }
    if takes_no_conditions(kind) && CONDITIONS.iter().any(|name| headers.get(name).is_some()) {
        trace.raise(id::BLOB_OPEN_CONDITIONS);
    }
    if headers.get("if-none-match").is_some_and(|tag| tag.trim() == "*") && !creates(kind) {
        trace.raise(id::BLOB_OPEN_NONE_MATCH_ANYTHING);
    }
    if query.get("timeout").is_some_and(|seconds| !seconds.parse().is_ok_and(|seconds: i64| seconds > 0)) {
        trace.raise(id::BLOB_OPEN_QUERY_OPTIONS);
    }
}
