//! Stored access policies: what they hold, and the document that sets and shows those of a table, a queue or a container.

use crate::lexical::datetime;
use crate::rules::{RuleId, Trace};
use crate::xml::{Element, written};

/// The most policies of one resource.
pub const MOST_POLICIES: usize = 5;

/// A stored access policy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// Its identifier, unique within its resource.
    pub id: String,
    /// When it begins to hold, as an instant; as sent if it is none.
    pub start: Option<String>,
    /// When it ends.
    pub expiry: Option<String>,
    /// What it permits, in the order in which it was sent.
    pub permission: Option<String>,
}

/// The rules of a service about the document.
#[derive(Debug, Clone, Copy)]
pub struct PolicyRules {
    /// A document of another kind is refused.
    pub malformed: RuleId,
    /// More than five are refused.
    pub too_many: RuleId,
    /// An identifier without `Id` is refused.
    pub without_id: RuleId,
    /// An identifier that is too long is refused.
    pub long_id: RuleId,
    /// Times come back with all of their digits.
    pub times: RuleId,
    /// An empty policy comes back without `AccessPolicy`.
    pub empty_policy: RuleId,
    /// The letters that there are, in the order in which they come back, and the rules about others and about the order;
    /// without it, permissions are not looked at.
    pub letters: Option<(&'static str, RuleId, RuleId)>,
}

/// Why a document is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unacceptable {
    /// The rule that refuses it.
    pub rule: RuleId,
    /// Where in the document it was found out, if that is told: the octet behind what is wrong.
    pub at: Option<usize>,
}

impl Unacceptable {
    fn by(rule: RuleId) -> Self {
        Self { rule, at: None }
    }
}

/// The longest identifier.
const LONGEST_ID: usize = 64;

/// Reads a document. No body at all says that there are none.
///
/// # Errors
/// Why the document is refused.
pub fn read(body: &[u8], rules: &PolicyRules, trace: &mut Trace<'_>) -> Result<Vec<Policy>, Unacceptable> {
    if body.is_empty() {
        return Ok(Vec::new());
    }
    let root =
        Element::read(body).filter(|root| root.name == "SignedIdentifiers").ok_or(Unacceptable::by(rules.malformed))?;
    if root.children.len() > MOST_POLICIES && trace.enforce(rules.too_many) {
        return Err(Unacceptable::by(rules.too_many));
    }
    root.children.iter().map(|identifier| policy(identifier, rules, trace)).collect()
}

fn policy(identifier: &Element, rules: &PolicyRules, trace: &mut Trace<'_>) -> Result<Policy, Unacceptable> {
    let at = identifier.child("Id").map_or(identifier.end, |id| id.end);
    if identifier.name != "SignedIdentifier" {
        return Err(Unacceptable::by(rules.malformed));
    }
    let id = identifier.child_text("Id").unwrap_or_default().to_owned();
    if id.is_empty() && trace.enforce(rules.without_id) {
        return Err(Unacceptable { rule: rules.without_id, at: Some(at) });
    }
    if id.encode_utf16().count() > LONGEST_ID && trace.enforce(rules.long_id) {
        return Err(Unacceptable { rule: rules.long_id, at: Some(at) });
    }
    let held = |name: &str| {
        let text = identifier.child("AccessPolicy")?.child_text(name)?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    let mut permission = held("Permission");
    if let Some((letters, foreign, order)) = rules.letters
        && let Some(sent) = &mut permission
    {
        if !sent.chars().all(|letter| letters.contains(letter)) && trace.enforce(foreign) {
            return Err(Unacceptable::by(foreign));
        }
        let canonical: String = letters.chars().filter(|letter| sent.contains(*letter)).collect();
        if canonical != *sent && canonical.len() == sent.len() && trace.enforce(order) {
            *sent = canonical;
        }
    }
    Ok(Policy { id, start: held("Start"), expiry: held("Expiry"), permission })
}

/// Writes the document.
pub fn document(policies: &[Policy], rules: &PolicyRules, trace: &mut Trace<'_>) -> String {
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
                inner.push_str(&written(name, &shown(sent, rules, trace)));
            }
        }
        if let Some(permission) = &policy.permission {
            inner.push_str(&written("Permission", permission));
        }
        if !inner.is_empty() || !trace.enforce(rules.empty_policy) {
            text.push_str(&format!("<AccessPolicy>{inner}</AccessPolicy>"));
        }
        text.push_str("</SignedIdentifier>");
    }
    text.push_str("</SignedIdentifiers>");
    text
}

/// An instant with all of its digits; other texts as they were sent.
fn shown(sent: &str, rules: &PolicyRules, trace: &mut Trace<'_>) -> String {
    match datetime::read(sent) {
        Some(instant) if trace.enforce(rules.times) => datetime::written_full(instant),
        _ => sent.to_owned(),
    }
}
