//! Transactions beyond the limit of their partition: a part that names no operation refuses them as a whole.

use super::request::{Contents, read};
use super::transaction::{Answered, answer, multipart};
use crate::addressing::below;
use crate::http::Response;
use crate::ids::IdSource;
use crate::refusal::Refusal;
use crate::rules::Trace;
use crate::table::shared_rules::QUERY;
use crate::table::throttled::place;
use crate::table::wire::address::QueryString;
use crate::table::wire::command::Message;
use crate::table::wire::reply::Frame;
use crate::throttle::Place;

/// The partition of a transaction, which is that of its first operation, and how many operations it has.
pub(in crate::table) fn demanded(
    message: &Message<'_>,
    base_path: &str,
    trace: &mut Trace<'_>,
) -> Option<(Place, u64)> {
    let contents = read(message.headers.get("content-type")?, message.body)?;
    let inner = match &contents {
        Contents::Changes(changes) => changes.as_slice(),
        Contents::Query(query) => std::slice::from_ref(query),
        Contents::Other => &[],
    };
    let first = inner.first()?;
    let address = match first.address.split_once("://") {
        Some((_, rest)) => &rest[rest.find('/')?..],
        None => first.address.as_str(),
    };
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = below(path, base_path).filter(|below| !below.is_empty()).unwrap_or(path);
    let query = QueryString::read(query, &QUERY, trace);
    let (method, headers, body) = (first.method.as_str(), &first.headers, first.body.as_slice());
    let message = Message { method, path, query: &query, headers, body, version: message.version, in_batch: true };
    Some((place(message.understand(trace).ok()?)?, inner.len() as u64))
}

/// The answer to a transaction of which nothing is carried out.
pub(in crate::table) fn refused_whole(
    frame: &Frame<'_>,
    refusal: &Refusal,
    ids: &mut dyn IdSource,
    trace: &mut Trace<'_>,
) -> Response {
    let within = Frame { in_batch: true, ..*frame };
    let part = Answered { reply: within.refused(refusal, "", false, trace), content_id: None };
    let body = multipart(std::slice::from_ref(&part), true, ids, frame, trace);
    answer(frame, body, &[part], trace)
}
