//! What somebody who is authenticated may do.

use super::wire::Kind;
use crate::refusal::{Layer, Refusal};
use crate::rules::{RuleId, Trace, id};

/// What a request may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Access {
    /// Everything: it comes from the owner of the account's key.
    Owner,
    /// What an account SAS allows.
    Account {
        /// `sp`.
        permissions: String,
        /// `srt`.
        resource_types: String,
    },
    /// What a SAS for the queue of the request allows.
    Queue {
        /// `sp`, or what the stored access policy permits.
        permissions: String,
        /// The rule that demands the permissions.
        permitted_by: RuleId,
    },
}

/// What an account SAS must hold for an operation: a resource type, and one of these permissions. (Microsoft Learn: Create an
/// account SAS.)
fn need(kind: Kind) -> Option<(char, &'static [char])> {
    Some(match kind {
        Kind::GetProperties | Kind::GetStatistics => ('s', &['r']),
        Kind::SetProperties => ('s', &['w']),
        Kind::ListQueues => ('s', &['l']),
        Kind::CreateQueue => ('c', &['c', 'w']),
        Kind::DeleteQueue => ('c', &['d']),
        Kind::GetMetadata => ('c', &['r']),
        Kind::SetMetadata => ('c', &['w']),
        Kind::PutMessage => ('o', &['a']),
        Kind::GetMessages | Kind::DeleteMessage => ('o', &['p']),
        Kind::PeekMessages => ('o', &['r']),
        Kind::ClearMessages => ('o', &['d']),
        Kind::UpdateMessage => ('o', &['u']),
        Kind::GetPolicies | Kind::SetPolicies => return None,
    })
}

/// What a SAS for a queue must hold; nothing helps for the other operations. (Microsoft Learn: Create a service SAS.)
fn need_of_queue(kind: Kind) -> Option<char> {
    match kind {
        Kind::PeekMessages | Kind::GetMetadata => Some('r'),
        Kind::PutMessage => Some('a'),
        Kind::UpdateMessage => Some('u'),
        Kind::GetMessages | Kind::DeleteMessage => Some('p'),
        _ => None,
    }
}

const OPERATION: &str = "This request is not authorized to perform this operation";

fn refusal(code: &'static str, message: String, rule: RuleId) -> Refusal {
    Refusal { status: 403, code, message, rule, layer: Layer::Entities }
}

fn without_permission(rule: RuleId) -> Refusal {
    refusal("AuthorizationPermissionMismatch", format!("{OPERATION} using this permission."), rule)
}

fn not_authorized(rule: RuleId) -> Refusal {
    refusal("AuthorizationFailure", format!("{OPERATION}."), rule)
}

impl Access {
    /// Everything that forbids an operation.
    pub(super) fn refusals(&self, kind: Kind, trace: &mut Trace<'_>) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        match self {
            Self::Owner => {}
            Self::Account { permissions, resource_types } => match need(kind) {
                None => {
                    let rule = id::QUEUE_SAS_NO_POLICIES;
                    refusals.extend(trace.enforce(rule).then(|| not_authorized(rule)));
                }
                Some((resource_type, needed)) => {
                    let rule = id::QUEUE_SAS_RESOURCE_TYPE;
                    if !resource_types.contains(resource_type) && trace.enforce(rule) {
                        let message = format!("{OPERATION} using this resource type.");
                        refusals.push(refusal("AuthorizationResourceTypeMismatch", message, rule));
                    }
                    let rule = id::QUEUE_SAS_PERMISSION;
                    if !permissions.contains(needed) && trace.enforce(rule) {
                        refusals.push(without_permission(rule));
                    }
                }
            },
            Self::Queue { permissions, permitted_by } => match need_of_queue(kind) {
                None => {
                    let rule = id::QUEUE_SAS_MESSAGES_ONLY;
                    refusals.extend(trace.enforce(rule).then(|| not_authorized(rule)));
                }
                Some(needed) if !permissions.contains(needed) => {
                    refusals.extend(trace.enforce(*permitted_by).then(|| without_permission(*permitted_by)));
                }
                Some(_) => {}
            },
        }
        refusals
    }
}
