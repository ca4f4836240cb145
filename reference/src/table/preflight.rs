//! Preflights: what a browser asks before it lets a page of another origin send a request. They come without
//! credentials, and what they name need not be there.

use super::model::Model;
use super::shared_rules::CORS;
use super::verdict::Verdict;
use super::wire::reply::Frame;
use crate::cors;
use crate::http::{Request, Response};
use crate::rules::Trace;

/// Answers an OPTIONS request; `None` where preflights must prove where they come from.
pub(super) fn answer(
    model: &Model,
    request: &Request,
    frame: &Frame<'_>,
    verdict: &mut Verdict,
    trace: &mut Trace<'_>,
) -> Option<Response> {
    if !trace.enforce(CORS.preflight_anonymous) {
        return None;
    }
    Some(match cors::preflight(&model.properties.cors, request, &CORS, trace) {
        Ok(mut headers) => {
            headers.push("Content-Length", "0");
            frame.unrecorded_headers(&mut headers);
            Response { status: 200, headers, body: bytes::Bytes::new() }
        }
        Err(refusal) => {
            let response = frame.refused_by_router(&refusal, false, trace);
            verdict.refused(vec![refusal]);
            response
        }
    })
}
