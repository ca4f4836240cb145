//! What a step of a history can ask of the blob service. Every text may hold symbols.
//!
//! Operations on blobs are told apart by method and two query options, and say all else in headers and further options, of which
//! a step may send any: so an ask is the operation, what it is about, and those.

use crate::content::Content;
use serde::{Deserialize, Serialize};

/// One operation, as a client asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The operation.
    pub operation: Operation,
    /// The container; none where the service itself is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// The blob, by its name as it is before it is percent-encoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// Query options beside those that say which operation it is, not percent-encoded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Headers beside those that every request has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// The body.
    #[serde(default, skip_serializing_if = "is_none")]
    pub body: Content,
}

fn is_none(body: &Content) -> bool {
    *body == Content::None
}

impl Ask {
    /// This operation, of the service.
    pub fn new(operation: Operation) -> Self {
        Self { operation, container: None, blob: None, options: Vec::new(), headers: Vec::new(), body: Content::None }
    }

    /// This operation, on a container.
    pub fn on_container(operation: Operation, container: impl Into<String>) -> Self {
        Self { container: Some(container.into()), ..Self::new(operation) }
    }

    /// This operation, on a blob.
    pub fn on_blob(operation: Operation, container: impl Into<String>, blob: impl Into<String>) -> Self {
        Self { blob: Some(blob.into()), ..Self::on_container(operation, container) }
    }

    /// Calls `each` with every text that may hold symbols.
    pub fn texts(&mut self, each: &mut impl FnMut(&mut String)) {
        let Self { operation: _, container, blob, options, headers, body } = self;
        container.iter_mut().for_each(&mut *each);
        blob.iter_mut().for_each(&mut *each);
        options.iter_mut().for_each(|(_, value)| each(value));
        headers.iter_mut().for_each(|(_, value)| each(value));
        if let Content::Text { text } = body {
            each(text);
        }
    }
}

/// An operation of the blob service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are named as the operations are that they stand for")]
pub enum Operation {
    ListContainers,
    GetServiceProperties,
    SetServiceProperties,
    GetStatistics,
    GetAccount,
    FindBlobsByTags,
    Batch,
    GetUserDelegationKey,
    Preflight,
    CreateContainer,
    DeleteContainer,
    RestoreContainer,
    GetContainer,
    GetContainerMetadata,
    SetContainerMetadata,
    GetContainerAcl,
    SetContainerAcl,
    LeaseContainer,
    ListBlobs,
    PutBlob,
    PutBlobFromUrl,
    PutBlock,
    PutBlockFromUrl,
    PutBlockList,
    GetBlockList,
    GetBlob,
    GetBlobProperties,
    GetBlobMetadata,
    SetBlobProperties,
    SetBlobMetadata,
    LeaseBlob,
    SnapshotBlob,
    CopyBlob,
    AbortCopyBlob,
    DeleteBlob,
    UndeleteBlob,
    AppendBlock,
    AppendBlockFromUrl,
    SealBlob,
    PutPage,
    PutPageFromUrl,
    GetPageRanges,
    IncrementalCopyBlob,
    SetBlobTier,
    GetBlobTags,
    SetBlobTags,
    SetBlobExpiry,
    SetImmutabilityPolicy,
    DeleteImmutabilityPolicy,
    SetLegalHold,
}

impl Operation {
    /// Every operation.
    pub const ALL: &'static [Self] = &[
        Self::ListContainers,
        Self::GetServiceProperties,
        Self::SetServiceProperties,
        Self::GetStatistics,
        Self::GetAccount,
        Self::FindBlobsByTags,
        Self::Batch,
        Self::GetUserDelegationKey,
        Self::Preflight,
        Self::CreateContainer,
        Self::DeleteContainer,
        Self::RestoreContainer,
        Self::GetContainer,
        Self::GetContainerMetadata,
        Self::SetContainerMetadata,
        Self::GetContainerAcl,
        Self::SetContainerAcl,
        Self::LeaseContainer,
        Self::ListBlobs,
        Self::PutBlob,
        Self::PutBlobFromUrl,
        Self::PutBlock,
        Self::PutBlockFromUrl,
        Self::PutBlockList,
        Self::GetBlockList,
        Self::GetBlob,
        Self::GetBlobProperties,
        Self::GetBlobMetadata,
        Self::SetBlobProperties,
        Self::SetBlobMetadata,
        Self::LeaseBlob,
        Self::SnapshotBlob,
        Self::CopyBlob,
        Self::AbortCopyBlob,
        Self::DeleteBlob,
        Self::UndeleteBlob,
        Self::AppendBlock,
        Self::AppendBlockFromUrl,
        Self::SealBlob,
        Self::PutPage,
        Self::PutPageFromUrl,
        Self::GetPageRanges,
        Self::IncrementalCopyBlob,
        Self::SetBlobTier,
        Self::GetBlobTags,
        Self::SetBlobTags,
        Self::SetBlobExpiry,
        Self::SetImmutabilityPolicy,
        Self::DeleteImmutabilityPolicy,
        Self::SetLegalHold,
    ];

    /// The documentation's name of the operation.
    pub fn name(self) -> &'static str {
        match self {
            Self::ListContainers => "List Containers",
            Self::GetServiceProperties => "Get Blob Service Properties",
            Self::SetServiceProperties => "Set Blob Service Properties",
            Self::GetStatistics => "Get Blob Service Stats",
            Self::GetAccount => "Get Account Information",
            Self::FindBlobsByTags => "Find Blobs by Tags",
            Self::Batch => "Blob Batch",
            Self::GetUserDelegationKey => "Get User Delegation Key",
            Self::Preflight => "Preflight Blob Request",
            Self::CreateContainer => "Create Container",
            Self::DeleteContainer => "Delete Container",
            Self::RestoreContainer => "Restore Container",
            Self::GetContainer => "Get Container Properties",
            Self::GetContainerMetadata => "Get Container Metadata",
            Self::SetContainerMetadata => "Set Container Metadata",
            Self::GetContainerAcl => "Get Container ACL",
            Self::SetContainerAcl => "Set Container ACL",
            Self::LeaseContainer => "Lease Container",
            Self::ListBlobs => "List Blobs",
            Self::PutBlob => "Put Blob",
            Self::PutBlobFromUrl => "Put Blob From URL",
            Self::PutBlock => "Put Block",
            Self::PutBlockFromUrl => "Put Block From URL",
            Self::PutBlockList => "Put Block List",
            Self::GetBlockList => "Get Block List",
            Self::GetBlob => "Get Blob",
            Self::GetBlobProperties => "Get Blob Properties",
            Self::GetBlobMetadata => "Get Blob Metadata",
            Self::SetBlobProperties => "Set Blob Properties",
            Self::SetBlobMetadata => "Set Blob Metadata",
            Self::LeaseBlob => "Lease Blob",
            Self::SnapshotBlob => "Snapshot Blob",
            Self::CopyBlob => "Copy Blob",
            Self::AbortCopyBlob => "Abort Copy Blob",
            Self::DeleteBlob => "Delete Blob",
            Self::UndeleteBlob => "Undelete Blob",
            Self::AppendBlock => "Append Block",
            Self::AppendBlockFromUrl => "Append Block From URL",
            Self::SealBlob => "Append Blob Seal",
            Self::PutPage => "Put Page",
            Self::PutPageFromUrl => "Put Page From URL",
            Self::GetPageRanges => "Get Page Ranges",
            Self::IncrementalCopyBlob => "Incremental Copy Blob",
            Self::SetBlobTier => "Set Blob Tier",
            Self::GetBlobTags => "Get Blob Tags",
            Self::SetBlobTags => "Set Blob Tags",
            Self::SetBlobExpiry => "Set Blob Expiry",
            Self::SetImmutabilityPolicy => "Set Blob Immutability Policy",
            Self::DeleteImmutabilityPolicy => "Delete Blob Immutability Policy",
            Self::SetLegalHold => "Set Blob Legal Hold",
        }
    }

    /// The method of its request.
    pub fn method(self) -> &'static str {
        match self {
            Self::ListContainers
            | Self::GetServiceProperties
            | Self::GetStatistics
            | Self::GetAccount
            | Self::FindBlobsByTags
            | Self::GetContainer
            | Self::GetContainerMetadata
            | Self::GetContainerAcl
            | Self::ListBlobs
            | Self::GetBlockList
            | Self::GetBlob
            | Self::GetBlobMetadata
            | Self::GetPageRanges
            | Self::GetBlobTags => "GET",
            Self::GetBlobProperties => "HEAD",
            Self::Batch | Self::GetUserDelegationKey => "POST",
            Self::DeleteContainer | Self::DeleteBlob | Self::DeleteImmutabilityPolicy => "DELETE",
            Self::Preflight => "OPTIONS",
            Self::SetServiceProperties
            | Self::CreateContainer
            | Self::RestoreContainer
            | Self::SetContainerMetadata
            | Self::SetContainerAcl
            | Self::LeaseContainer
            | Self::PutBlob
            | Self::PutBlobFromUrl
            | Self::PutBlock
            | Self::PutBlockFromUrl
            | Self::PutBlockList
            | Self::SetBlobProperties
            | Self::SetBlobMetadata
            | Self::LeaseBlob
            | Self::SnapshotBlob
            | Self::CopyBlob
            | Self::AbortCopyBlob
            | Self::UndeleteBlob
            | Self::AppendBlock
            | Self::AppendBlockFromUrl
            | Self::SealBlob
            | Self::PutPage
            | Self::PutPageFromUrl
            | Self::IncrementalCopyBlob
            | Self::SetBlobTier
            | Self::SetBlobTags
            | Self::SetBlobExpiry
            | Self::SetImmutabilityPolicy
            | Self::SetLegalHold => "PUT",
        }
    }

    /// The query options that say which operation it is; empty if there are none.
    pub fn query(self) -> &'static str {
        match self {
            Self::ListContainers => "comp=list",
            Self::GetServiceProperties | Self::SetServiceProperties => "restype=service&comp=properties",
            Self::GetStatistics => "restype=service&comp=stats",
            Self::GetAccount => "restype=account&comp=properties",
            Self::FindBlobsByTags => "comp=blobs",
            Self::Batch => "comp=batch",
            Self::GetUserDelegationKey => "restype=service&comp=userdelegationkey",
            Self::Preflight
            | Self::PutBlob
            | Self::PutBlobFromUrl
            | Self::GetBlob
            | Self::GetBlobProperties
            | Self::CopyBlob
            | Self::DeleteBlob => "",
            Self::CreateContainer | Self::DeleteContainer | Self::GetContainer => "restype=container",
            Self::RestoreContainer => "restype=container&comp=undelete",
            Self::GetContainerMetadata | Self::SetContainerMetadata => "restype=container&comp=metadata",
            Self::GetContainerAcl | Self::SetContainerAcl => "restype=container&comp=acl",
            Self::LeaseContainer => "restype=container&comp=lease",
            Self::ListBlobs => "restype=container&comp=list",
            Self::PutBlock | Self::PutBlockFromUrl => "comp=block",
            Self::PutBlockList | Self::GetBlockList => "comp=blocklist",
            Self::GetBlobMetadata | Self::SetBlobMetadata => "comp=metadata",
            Self::SetBlobProperties => "comp=properties",
            Self::LeaseBlob => "comp=lease",
            Self::SnapshotBlob => "comp=snapshot",
            Self::AbortCopyBlob => "comp=copy",
            Self::UndeleteBlob => "comp=undelete",
            Self::AppendBlock | Self::AppendBlockFromUrl => "comp=appendblock",
            Self::SealBlob => "comp=seal",
            Self::PutPage | Self::PutPageFromUrl => "comp=page",
            Self::GetPageRanges => "comp=pagelist",
            Self::IncrementalCopyBlob => "comp=incrementalcopy",
            Self::SetBlobTier => "comp=tier",
            Self::GetBlobTags | Self::SetBlobTags => "comp=tags",
            Self::SetBlobExpiry => "comp=expiry",
            Self::SetImmutabilityPolicy | Self::DeleteImmutabilityPolicy => "comp=immutabilityPolicies",
            Self::SetLegalHold => "comp=legalhold",
        }
    }

    /// Whether a blob is what it is about.
    pub fn is_on_blob(self) -> bool {
        matches!(
            self,
            Self::PutBlob
                | Self::PutBlobFromUrl
                | Self::PutBlock
                | Self::PutBlockFromUrl
                | Self::PutBlockList
                | Self::GetBlockList
                | Self::GetBlob
                | Self::GetBlobProperties
                | Self::GetBlobMetadata
                | Self::SetBlobProperties
                | Self::SetBlobMetadata
                | Self::LeaseBlob
                | Self::SnapshotBlob
                | Self::CopyBlob
                | Self::AbortCopyBlob
                | Self::DeleteBlob
                | Self::UndeleteBlob
                | Self::AppendBlock
                | Self::AppendBlockFromUrl
                | Self::SealBlob
                | Self::PutPage
                | Self::PutPageFromUrl
                | Self::GetPageRanges
                | Self::IncrementalCopyBlob
                | Self::SetBlobTier
                | Self::GetBlobTags
                | Self::SetBlobTags
                | Self::SetBlobExpiry
                | Self::SetImmutabilityPolicy
                | Self::DeleteImmutabilityPolicy
                | Self::SetLegalHold
        )
    }

    /// Whether it changes nothing.
    pub fn reads(self) -> bool {
        matches!(self.method(), "GET" | "HEAD" | "OPTIONS")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_survive_files() {
        for operation in Operation::ALL {
            let ask = Ask {
                options: vec![("a".into(), "b".into())],
                body: Content::Pattern { seed: 1, length: 2 },
                ..Ask::on_blob(*operation, "c", "b")
            };
            let text = serde_json::to_string(&ask).unwrap();
            assert_eq!(serde_json::from_str::<Ask>(&text).unwrap(), ask, "{text}");
        }
    }
}
