//! Open questions that a request raises by what it carries, whatever becomes of it.

use super::operation::{Kind, Message};
use crate::auth::sas;
use crate::rules::{Trace, id};
use crate::version::Version;

/// The options that the service is known to understand.
const OPTIONS: [&str; 12] = [
    "comp",
    "include",
    "marker",
    "maxresults",
    "messagettl",
    "numofmessages",
    "peekonly",
    "popreceipt",
    "prefix",
    "restype",
    "timeout",
    "visibilitytimeout",
];

/// Headers by which other services make requests depend on what is there.
const CONDITIONS: [&str; 4] = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"];

/// Notes the open questions that a message raises.
pub(in crate::queue) fn raise(message: &Message<'_>, kind: Kind, trace: &mut Trace<'_>) {
    let Message { query, headers, .. } = message;
    let signed = sas::is_signed(query);
    if headers.get("x-ms-version").is_none() && !signed {
        trace.raise(id::QUEUE_OPEN_VERSION_ABSENT);
    } else if !message.version.is_known() {
        trace.raise(id::QUEUE_OPEN_VERSION_UNPUBLISHED);
    }
    if message.version < Version::V2011_08_18 {
        trace.raise(id::QUEUE_OPEN_OLD_VERSIONS);
    }
    if CONDITIONS.iter().any(|name| headers.get(name).is_some()) {
        trace.raise(id::QUEUE_OPEN_CONDITIONS);
    }
    let known = |name: &str| OPTIONS.contains(&name) || signed && sas::PARAMETERS.contains(&name);
    if query.names().any(|name| !known(name)) {
        trace.raise(id::QUEUE_OPEN_QUERY_OPTIONS);
    }
    let mut names: Vec<&str> = query.names().collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        trace.raise(id::QUEUE_OPEN_QUERY_OPTIONS);
    }
    if query.get("timeout").is_some_and(|seconds| !seconds.parse().is_ok_and(|seconds: i64| seconds > 0)) {
        trace.raise(id::QUEUE_OPEN_QUERY_OPTIONS);
    }
    if kind == Kind::GetPolicies && message.method == "HEAD" {
        trace.raise(id::QUEUE_OPEN_UNROUTABLE);
    }
}
