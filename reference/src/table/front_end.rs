//! What the front end answers by itself: access policies of tables, properties and statistics of the service. Always in
//! XML, and without the headers of the layers behind it.

use super::access::Access;
use super::deletion;
use super::model::Model;
use super::secondary;
use super::shared_rules::POLICIES;
use super::verdict::Verdict;
use super::wire::command::Message;
use super::wire::reply::Frame;
use crate::datetime::DateTime;
use crate::http::Response;
use crate::policies::{self, Policy, Unacceptable};
use crate::properties::MOST_RULES;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

const HEAD: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// Answers a message that asks the front end; `None` for all others.
pub(super) fn answer(
    model: &mut Model,
    message: &Message<'_>,
    access: &Access,
    frame: &Frame<'_>,
    verdict: &mut Verdict,
    trace: &mut Trace<'_>,
) -> Option<Response> {
    let comp = message.query.get("comp")?;
    let name = message.path.trim_matches('/');
    let forbidden = access.front_end_refusals(message.method, comp, trace);
    if let Some(first) = forbidden.first() {
        let response = frame.refused_by_router(first, false, trace);
        // The codes are recorded of what asks for tables and entities alone.
        verdict.allow_any_code(first);
        verdict.refused(forbidden);
        return Some(response);
    }
    let outcome = match (message.method, comp) {
        ("GET" | "PUT", "acl") if let Some(refusal) = being_deleted(model, name, frame.now, trace) => Err(refusal),
        ("GET", "acl") if !name.is_empty() => policies_of(model, name, trace),
        ("PUT", "acl") if !name.is_empty() && is_of_another_type(message, trace) => {
            let message = "None of the provided media types are supported";
            Err(refusal(415, "MediaTypeNotSupported", message, id::TABLE_ACL_CONTENT_TYPE))
        }
        ("PUT", "acl") if !name.is_empty() => set_policies(model, name, message.body, frame.now, trace),
        ("GET", "properties") if name.is_empty() => {
            let sections = id::TABLE_SERVICE_SECTIONS_KEPT.holds_for(message.version);
            Ok((200, format!("{HEAD}{}", model.properties.written(sections))))
        }
        ("PUT", "properties") if name.is_empty() => set_properties(model, message, trace),
        ("GET", "stats") if name.is_empty() => {
            secondary::statistics(frame.location, frame.now, trace).map(|document| (200, format!("{HEAD}{document}")))
        }
        _ => return None,
    };
    Some(match outcome {
        Ok((status, body)) => frame.granted_by_front_end(status, body, trace),
        Err(refusal) => {
            let response = frame.refused_by_router(&refusal, false, trace);
            verdict.refused(vec![refusal]);
            response
        }
    })
}

fn refusal(status: u16, code: &'static str, message: &str, rule: RuleId) -> Refusal {
    Refusal { status, code, message: message.to_owned(), rule, layer: Layer::FrontEnd }
}

/// The refusal of a document that is not what it must be.
fn invalid_document(rule: RuleId) -> Refusal {
    refusal(400, "InvalidXmlDocument", "XML specified is not syntactically valid.", rule)
}

fn missing_table(rule: RuleId) -> Refusal {
    refusal(404, "TableNotFound", "The table specified does not exist.", rule)
}

/// Whether a body is not said to be XML (`table.acl.content-type`).
fn is_of_another_type(message: &Message<'_>, trace: &mut Trace<'_>) -> bool {
    let rule = id::TABLE_ACL_CONTENT_TYPE;
    let said = message.headers.get("content-type").is_some_and(|kind| kind.contains("xml"));
    !said && !message.body.is_empty() && rule.holds_for(message.version) && trace.enforce(rule)
}

/// Why the policies of a table that is being deleted are neither told nor changed.
fn being_deleted(model: &Model, name: &str, now: DateTime, trace: &mut Trace<'_>) -> Option<Refusal> {
    match model.table(name, trace) {
        Some(_) => None,
        None => deletion::refusal(model, name, now, Layer::FrontEnd, trace),
    }
}

fn policies_of(model: &Model, name: &str, trace: &mut Trace<'_>) -> Result<(u16, String), Refusal> {
    let held: &[Policy] = match model.table(name, trace) {
        Some(table) => &table.policies,
        None if trace.enforce(id::TABLE_ACL_MISSING_TABLE) => return Err(missing_table(id::TABLE_ACL_MISSING_TABLE)),
        None => &[],
    };
    Ok((200, format!("{HEAD}{}", policies::document(held, &POLICIES, trace))))
}

fn set_policies(
    model: &mut Model,
    name: &str,
    body: &[u8],
    now: DateTime,
    trace: &mut Trace<'_>,
) -> Result<(u16, String), Refusal> {
    if model.table(name, trace).is_none() {
        return match trace.enforce(id::TABLE_ACL_MISSING_TABLE) {
            true => Err(missing_table(id::TABLE_ACL_MISSING_TABLE)),
            false => Ok((204, String::new())),
        };
    }
    let policies = match policies::read(body, &POLICIES, trace) {
        Ok(policies) => policies,
        Err(Unacceptable { rule, .. }) if rule != id::TABLE_ACL_MALFORMED || trace.enforce(rule) => {
            return Err(invalid_document(rule));
        }
        Err(Unacceptable { rule, .. }) => {
            return Err(Refusal { status: 500, code: "InternalError", ..invalid_document(rule) });
        }
    };
    let kept =
        if policies.is_empty() { trace.enforce(id::TABLE_ACL_CLEARED) } else { trace.enforce(id::TABLE_ACL_SET) };
    if let Some(table) = model.table_mut(name, trace).filter(|_| kept) {
        table.policies = policies;
        table.policies_set = Some(now);
    }
    Ok((204, String::new()))
}

fn set_properties(model: &mut Model, message: &Message<'_>, trace: &mut Trace<'_>) -> Result<(u16, String), Refusal> {
    let (kept, validated) = (id::TABLE_SERVICE_SECTIONS_KEPT, id::TABLE_SERVICE_PROPERTIES_VALIDATED);
    let keeps = kept.holds_for(message.version) && trace.enforce(kept);
    let changed = match model.properties.changed(message.body, keeps) {
        Some(changed) => changed,
        None if trace.enforce(validated) => return Err(invalid_document(validated)),
        None => return Ok((202, String::new())),
    };
    if changed.cors.len() > MOST_RULES && trace.enforce(id::TABLE_SERVICE_CORS_LIMIT) {
        return Err(invalid_document(id::TABLE_SERVICE_CORS_LIMIT));
    }
    if trace.enforce(id::TABLE_SERVICE_PROPERTIES_STORED) {
        model.properties = changed;
    }
    Ok((202, String::new()))
}
