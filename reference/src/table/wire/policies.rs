//! The document of a table's stored access policies.

use super::lexical::datetime;
use crate::rules::{RuleId, Trace, id};
use crate::table::model::{MOST_POLICIES, Policy};
use crate::xml::{Element, written};

/// The longest identifier.
const LONGEST_ID: usize = 64;

/// Reads a document. No body at all says that there are none.
///
/// # Errors
/// The rule by which the document is refused.
pub fn read(body: &[u8], trace: &mut Trace<'_>) -> Result<Vec<Policy>, RuleId> {
    if body.is_empty() {
        return Ok(Vec::new());
    }
    let root = Element::read(body).filter(|root| root.name == "SignedIdentifiers").ok_or(id::TABLE_ACL_MALFORMED)?;
    if root.children.len() > MOST_POLICIES && trace.enforce(id::TABLE_ACL_TOO_MANY) {
        return Err(id::TABLE_ACL_TOO_MANY);
    }
    root.children.iter().map(|identifier| policy(identifier, trace)).collect()
}

fn policy(identifier: &Element, trace: &mut Trace<'_>) -> Result<Policy, RuleId> {
    if identifier.name != "SignedIdentifier" {
        return Err(id::TABLE_ACL_MALFORMED);
    }
    let id = identifier.child_text("Id").unwrap_or_default().to_owned();
    if id.is_empty() && trace.enforce(id::TABLE_ACL_WITHOUT_ID) {
        return Err(id::TABLE_ACL_WITHOUT_ID);
    }
    if id.encode_utf16().count() > LONGEST_ID && trace.enforce(id::TABLE_ACL_LONG_ID) {
        return Err(id::TABLE_ACL_LONG_ID);
    }
    let held = |name: &str| {
        let text = identifier.child("AccessPolicy")?.child_text(name)?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    Ok(Policy { id, start: held("Start"), expiry: held("Expiry"), permission: held("Permission") })
}

/// Writes the document.
pub fn document(policies: &[Policy], trace: &mut Trace<'_>) -> String {
    if policies.is_empty() {
        return "<SignedIdentifiers />".to_owned();
    }
    let mut text = "<SignedIdentifiers>".to_owned();
    for policy in policies {
        text.push_str("<SignedIdentifier>");
        text.push_str(&written("Id", &policy.id));
        let mut inner = String::new();
        for (name, instant) in [("Start", &policy.start), ("Expiry", &policy.expiry)] {
            if let Some(sent) = instant {
                inner.push_str(&written(name, &shown(sent, trace)));
            }
        }
        if let Some(permission) = &policy.permission {
            inner.push_str(&written("Permission", permission));
        }
        if !inner.is_empty() || !trace.enforce(id::TABLE_ACL_EMPTY_POLICY) {
            text.push_str(&format!("<AccessPolicy>{inner}</AccessPolicy>"));
        }
        text.push_str("</SignedIdentifier>");
    }
    text.push_str("</SignedIdentifiers>");
    text
}

/// An instant with all of its digits; other texts as they were sent.
fn shown(sent: &str, trace: &mut Trace<'_>) -> String {
    match datetime::read(sent) {
        Some(instant) if trace.enforce(id::TABLE_ACL_TIMES) => datetime::written_full(instant),
        _ => sent.to_owned(),
    }
}
