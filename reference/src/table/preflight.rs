//! Preflights: what a browser asks before it lets a page of another origin send a request. They come without
//! credentials, and what they name need not be there.

use super::model::Model;
use super::verdict::Verdict;
use super::wire::reply::Frame;
use crate::cors::{Asked, grant};
use crate::http::{Headers, Request, Response};
use crate::refusal::{Layer, Refusal};
use crate::rules::{Trace, id};

/// Answers an OPTIONS request; `None` where preflights must prove where they come from.
pub(super) fn answer(
    model: &Model,
    request: &Request,
    frame: &Frame<'_>,
    verdict: &mut Verdict,
    trace: &mut Trace<'_>,
) -> Option<Response> {
    if !trace.enforce(id::TABLE_CORS_PREFLIGHT_ANONYMOUS) {
        return None;
    }
    let said = |name: &str| request.headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    let headers = said("access-control-request-headers").unwrap_or_default();
    let granted = match (said("origin"), said("access-control-request-method")) {
        (Some(origin), Some(method)) => preflight(model, &Asked { origin, method, headers }, trace),
        _ if trace.enforce(id::TABLE_CORS_PREFLIGHT_MALFORMED) => {
            let (message, rule) = ("A required CORS header is not present.", id::TABLE_CORS_PREFLIGHT_MALFORMED);
            let message = message.to_owned();
            Err(Refusal { status: 400, code: "InvalidHeaderValue", message, rule, layer: Layer::FrontEnd })
        }
        _ => Ok(Headers::new()),
    };
    Some(match granted {
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

fn preflight(model: &Model, asked: &Asked<'_>, trace: &mut Trace<'_>) -> Result<Headers, Refusal> {
    let mut headers = Headers::new();
    let rules = &model.properties.cors;
    let rule = asked.allowed_by(rules, trace);
    match rule.filter(|_| trace.enforce(id::TABLE_CORS_PREFLIGHT)) {
        Some(rule) => grant(&mut headers, rule, asked, trace),
        None if rule.is_none() && !trace.enforce(id::TABLE_CORS_PREFLIGHT_REFUSED) => {
            headers.push("Access-Control-Allow-Origin", asked.origin);
        }
        None => {
            let message = "CORS not enabled or no matching rule found for this request.".to_owned();
            let rule = id::TABLE_CORS_PREFLIGHT_REFUSED;
            return Err(Refusal { status: 403, code: "CorsPreflightFailure", message, rule, layer: Layer::FrontEnd });
        }
    }
    Ok(headers)
}
