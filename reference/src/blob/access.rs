//! What whoever asks may do: the owner of the key, somebody with a shared access signature, anybody.

use super::refuse::refusal;
use super::wire::Kind;
use crate::refusal::Refusal;
use crate::rules::{RuleId, Trace, id};

/// What a request may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// Everything: it comes from the owner of the account's key.
    Owner,
    /// What is public: it was looked at before.
    Anybody,
    /// What an account SAS allows.
    Account {
        /// `sp`.
        permissions: String,
        /// `srt`.
        resource_types: String,
    },
    /// What a SAS for a container or a blob allows.
    Resource {
        /// `sp`, or what the stored access policy permits.
        permissions: String,
        /// The rule that demands the permissions.
        permitted_by: RuleId,
        /// Whether it is for a container as a whole.
        container: bool,
    },
}

/// What an account SAS must hold for an operation: a resource type, and one of these permissions. (Microsoft Learn: Create an
/// account SAS.)
fn need(kind: Kind) -> Option<(char, &'static [char])> {
    Some(match kind {
        Kind::GetServiceProperties | Kind::GetStatistics => ('s', &['r']),
        Kind::SetServiceProperties => ('s', &['w']),
        Kind::ListContainers => ('s', &['l']),
        Kind::CreateContainer => ('c', &['c', 'w']),
        Kind::DeleteContainer => ('c', &['d']),
        Kind::GetContainer | Kind::GetContainerMetadata => ('c', &['r']),
        Kind::SetContainerMetadata => ('c', &['w']),
        Kind::LeaseContainer => ('c', &['w', 'd']),
        Kind::ListBlobs => ('c', &['l']),
        Kind::GetPolicies | Kind::SetPolicies | Kind::GetDelegationKey => return None,
        kind => ('o', need_of_blob(kind)?),
    })
}

/// What a SAS must hold for an operation on a blob. (Microsoft Learn: Create a service SAS.)
fn need_of_blob(kind: Kind) -> Option<&'static [char]> {
    Some(match kind {
        Kind::GetBlob | Kind::GetBlobProperties | Kind::GetBlobMetadata | Kind::GetBlockList | Kind::GetPageRanges => {
            &['r']
        }
        Kind::PutBlob | Kind::PutBlobFrom | Kind::CopyBlob | Kind::IncrementalCopy | Kind::SnapshotBlob => &['c', 'w'],
        Kind::SetImmutability | Kind::DeleteImmutability | Kind::SetLegalHold => &['i'],
        Kind::FindBlobs => &['f'],
        Kind::PutBlock
        | Kind::PutBlockList
        | Kind::SetBlobProperties
        | Kind::SetBlobMetadata
        | Kind::PutPages
        | Kind::SetTier
        | Kind::AbortCopy
        | Kind::SetExpiry
        | Kind::Undelete => &['w'],
        Kind::AppendBlock | Kind::SealBlob => &['a', 'w'],
        Kind::LeaseBlob => &['w', 'd'],
        Kind::DeleteBlob => &['d'],
        Kind::GetTags | Kind::SetTags => &['t'],
        _ => return None,
    })
}

const OPERATION: &str = "This request is not authorized to perform this operation";

fn without_permission(rule: RuleId) -> Refusal {
    refusal(403, "AuthorizationPermissionMismatch", &format!("{OPERATION} using this permission."), rule)
}

fn not_authorized(rule: RuleId) -> Refusal {
    refusal(403, "AuthorizationFailure", &format!("{OPERATION}."), rule)
}

impl Access {
    /// Everything that forbids an operation.
    pub fn refusals(&self, kind: Kind, trace: &mut Trace<'_>) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        // What kind of account it is may be asked with any signature.
        if matches!(kind, Kind::GetAccount | Kind::Batch) {
            return refusals;
        }
        match self {
            Self::Owner | Self::Anybody => {}
            Self::Account { permissions, resource_types } => match need(kind) {
                None => {
                    let rule = id::BLOB_SAS_NO_POLICIES;
                    refusals.extend(trace.enforce(rule).then(|| not_authorized(rule)));
                }
                Some((resource_type, needed)) => {
                    let rule = id::BLOB_SAS_RESOURCE_TYPE;
                    // Which resource type a search needs is not known.
                    let typed = kind == Kind::FindBlobs || resource_types.contains(resource_type);
                    if !typed && trace.enforce(rule) {
                        let message = format!("{OPERATION} using this resource type.");
                        refusals.push(refusal(403, "AuthorizationResourceTypeMismatch", &message, rule));
                    }
                    let rule = id::BLOB_SAS_PERMISSION;
                    if !permissions.contains(needed) && trace.enforce(rule) {
                        refusals.push(without_permission(rule));
                    }
                }
            },
            Self::Resource { permissions, permitted_by, container } => {
                let needed: Option<&[char]> = match kind {
                    Kind::ListBlobs if *container => Some(&['l']),
                    kind => need_of_blob(kind),
                };
                match needed {
                    None => {
                        let rule = id::BLOB_SAS_BLOBS_ONLY;
                        refusals.extend(trace.enforce(rule).then(|| not_authorized(rule)));
                    }
                    Some(needed) if !permissions.contains(needed) => {
                        refusals.extend(trace.enforce(*permitted_by).then(|| without_permission(*permitted_by)));
                    }
                    Some(_) => {}
                }
            }
        }
        refusals
    }

    /// The refusal of replacing a blob by whoever may only create one.
    pub fn refuses_overwriting(&self, kind: Kind, trace: &mut Trace<'_>) -> Option<Refusal> {
        let (Self::Account { permissions, .. } | Self::Resource { permissions, .. }) = self else { return None };
        let creates = matches!(kind, Kind::PutBlob | Kind::PutBlobFrom | Kind::CopyBlob);
        let rule = id::BLOB_SAS_CREATE_OR_WRITE;
        let refused = creates && !permissions.contains('w') && trace.enforce(rule);
        refused.then(|| {
            let message = "This request is not authorized to perform blob overwrites.";
            refusal(403, "UnauthorizedBlobOverwrite", message, rule)
        })
    }
}

/// Whether anybody may do this with what of the container is public.
pub fn is_public(kind: Kind, public: super::model::PublicAccess, trace: &mut Trace<'_>) -> bool {
    use super::model::PublicAccess;
    let of_blob = matches!(
        kind,
        Kind::GetBlob | Kind::GetBlobProperties | Kind::GetBlobMetadata | Kind::GetBlockList | Kind::GetPageRanges
    );
    let of_container = matches!(kind, Kind::ListBlobs | Kind::GetContainer | Kind::GetContainerMetadata);
    match public {
        PublicAccess::None => false,
        _ if of_blob => trace.enforce(id::BLOB_PUBLIC_BLOBS),
        PublicAccess::Container if of_container => trace.enforce(id::BLOB_PUBLIC_CONTAINERS),
        PublicAccess::Blob if of_container => !trace.enforce(id::BLOB_PUBLIC_BLOBS_ALONE),
        _ => false,
    }
}
