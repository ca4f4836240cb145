//! What the front end answers by itself: access policies of tables, properties and statistics of the service. Always in
//! XML, and without the headers of the layers behind it.

use super::model::{Model, Policy};
use super::verdict::Verdict;
use super::wire::command::Message;
use super::wire::policies;
use super::wire::reply::{Frame, http_date};
use crate::auth::Access;
use crate::datetime::DateTime;
use crate::http::Response;
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
    if matches!(access, Access::Table { .. }) && trace.enforce(id::TABLE_SAS_ENTITIES_ONLY) {
        let message = "This request is not authorized to perform this operation.";
        let refusal = refusal(403, "AuthorizationFailure", message, id::TABLE_SAS_ENTITIES_ONLY);
        let response = frame.refused_by_router(&refusal, false, trace);
        verdict.refused(vec![refusal]);
        return Some(response);
    }
    let outcome = match (message.method, comp) {
        ("GET", "acl") if !name.is_empty() => policies_of(model, name, trace),
        ("PUT", "acl") if !name.is_empty() => set_policies(model, name, message.body, frame.now, trace),
        ("GET", "properties") if name.is_empty() => {
            let sections = id::TABLE_SERVICE_SECTIONS_KEPT.holds_for(message.version);
            Ok((200, format!("{HEAD}{}", model.properties.written(sections))))
        }
        ("PUT", "properties") if name.is_empty() => set_properties(model, message),
        ("GET", "stats") if name.is_empty() => statistics(frame),
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

fn policies_of(model: &Model, name: &str, trace: &mut Trace<'_>) -> Result<(u16, String), Refusal> {
    let held: &[Policy] = match model.table(name, trace) {
        Some(table) => &table.policies,
        None if trace.enforce(id::TABLE_ACL_MISSING_TABLE) => return Err(missing_table(id::TABLE_ACL_MISSING_TABLE)),
        None => &[],
    };
    Ok((200, format!("{HEAD}{}", policies::document(held, trace))))
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
    let Some(policies) = policies::read(body, trace) else {
        let kept = trace.enforce(id::TABLE_ACL_MALFORMED);
        let refused = invalid_document(id::TABLE_ACL_MALFORMED);
        return Err(if kept { refused } else { Refusal { status: 500, code: "InternalError", ..refused } });
    };
    let kept =
        if policies.is_empty() { trace.enforce(id::TABLE_ACL_CLEARED) } else { trace.enforce(id::TABLE_ACL_SET) };
    if let Some(table) = model.table_mut(name, trace).filter(|_| kept) {
        table.policies = policies;
        table.policies_set = Some(now);
    }
    Ok((204, String::new()))
}

fn set_properties(model: &mut Model, message: &Message<'_>) -> Result<(u16, String), Refusal> {
    let keeps = id::TABLE_SERVICE_SECTIONS_KEPT.holds_for(message.version);
    let changed = model.properties.changed(message.body, keeps);
    model.properties = changed.ok_or_else(|| invalid_document(id::TABLE_SERVICE_PROPERTIES_VALIDATED))?;
    Ok((202, String::new()))
}

/// The reference's secondary is always up to date.
fn statistics(frame: &Frame<'_>) -> Result<(u16, String), Refusal> {
    if !frame.is_secondary() {
        let message = "Value for one of the query parameters specified in the request URI is invalid.";
        let rule = id::TABLE_OPEN_STATS_OF_PRIMARY;
        return Err(refusal(400, "InvalidQueryParameterValue", message, rule));
    }
    let synchronised = http_date(frame.now);
    let body = format!(
        "{HEAD}<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>{synchronised}</LastSyncTime>\
         </GeoReplication></StorageServiceStats>"
    );
    Ok((200, body))
}
