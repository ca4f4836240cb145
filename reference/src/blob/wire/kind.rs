//! Which operation a request asks for.

use super::address::Resource;
use crate::blob::refuse::{invalid_parameter, refusal};
use crate::http::Headers;
use crate::query::QueryString;
use crate::refusal::{Detailed, Layer, Refusal};
use crate::rules::id;

/// Which operation is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are named as the operations are that they stand for")]
pub enum Kind {
    ListContainers,
    GetServiceProperties,
    SetServiceProperties,
    GetStatistics,
    GetAccount,
    CreateContainer,
    DeleteContainer,
    GetContainer,
    GetContainerMetadata,
    SetContainerMetadata,
    GetPolicies,
    SetPolicies,
    LeaseContainer,
    ListBlobs,
    PutBlob,
    PutBlobFrom,
    PutBlock,
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
    AbortCopy,
    DeleteBlob,
    AppendBlock,
    SealBlob,
    PutPages,
    GetPageRanges,
    SetTier,
    GetTags,
    SetTags,
    Undelete,
    FindBlobs,
    Batch,
    GetDelegationKey,
    IncrementalCopy,
    SetImmutability,
    DeleteImmutability,
    SetLegalHold,
    SetExpiry,
}

impl Kind {
    /// The operation that a request asks for.
    ///
    /// # Errors
    /// There is none.
    pub fn of(resource: &Resource, method: &str, query: &QueryString, headers: &Headers) -> Result<Self, Detailed> {
        let option = |name: &str| query.get(name).unwrap_or_default().to_ascii_lowercase();
        let (comp, restype) = (option("comp"), option("restype"));
        let copies = headers.get("x-ms-copy-source").is_some();
        let typed = headers.get("x-ms-blob-type").is_some();
        if restype == "account" && comp == "properties" && matches!(method, "GET" | "HEAD") {
            return Ok(Self::GetAccount);
        }
        let of_service = restype == "service";
        if let Resource::Nameless(name) = resource {
            let rule = id::BLOB_NAMES_EMPTY;
            let message = "The requested URI does not represent any resource on the server.";
            let refusal = Refusal { layer: Layer::FrontEnd, ..refusal(400, "InvalidUri", message, rule) };
            return Err(Detailed::from(refusal).with("UriPath", format!("/{name}/")));
        }
        let kind = match (resource, method, comp.as_str()) {
            (Resource::Service, "GET", "list") => Self::ListContainers,
            (Resource::Service, "GET", "properties") if of_service => Self::GetServiceProperties,
            (Resource::Service, "PUT", "properties") if of_service => Self::SetServiceProperties,
            (Resource::Service, "GET", "stats") if of_service => Self::GetStatistics,
            (Resource::Service, "POST", "userdelegationkey") if of_service => Self::GetDelegationKey,
            (Resource::Service | Resource::Container(_), "GET", "blobs") => Self::FindBlobs,
            (Resource::Service | Resource::Container(_), "POST", "batch") => Self::Batch,
            (Resource::Container(_), "PUT", "") => Self::CreateContainer,
            (Resource::Container(_), "DELETE", "") => Self::DeleteContainer,
            (Resource::Container(_), "GET" | "HEAD", "") => Self::GetContainer,
            (Resource::Container(_), "GET" | "HEAD", "metadata") => Self::GetContainerMetadata,
            (Resource::Container(_), "PUT", "metadata") => Self::SetContainerMetadata,
            (Resource::Container(_), "GET" | "HEAD", "acl") => Self::GetPolicies,
            (Resource::Container(_), "PUT", "acl") => Self::SetPolicies,
            (Resource::Container(_), "PUT", "lease") => Self::LeaseContainer,
            (Resource::Container(_), "GET", "list") => Self::ListBlobs,
            (Resource::Blob(_), "PUT", "") if copies && typed => Self::PutBlobFrom,
            (Resource::Blob(_), "PUT", "") if copies => Self::CopyBlob,
            (Resource::Blob(_), "PUT", "") => Self::PutBlob,
            (Resource::Blob(_), "PUT", "block") => Self::PutBlock,
            (Resource::Blob(_), "PUT", "blocklist") => Self::PutBlockList,
            (Resource::Blob(_), "GET", "blocklist") => Self::GetBlockList,
            (Resource::Blob(_), "GET", "") => Self::GetBlob,
            (Resource::Blob(_), "HEAD", "") => Self::GetBlobProperties,
            (Resource::Blob(_), "GET" | "HEAD", "metadata") => Self::GetBlobMetadata,
            (Resource::Blob(_), "PUT", "properties") => Self::SetBlobProperties,
            (Resource::Blob(_), "PUT", "metadata") => Self::SetBlobMetadata,
            (Resource::Blob(_), "PUT", "lease") => Self::LeaseBlob,
            (Resource::Blob(_), "PUT", "snapshot") => Self::SnapshotBlob,
            (Resource::Blob(_), "PUT", "copy") => Self::AbortCopy,
            (Resource::Blob(_), "DELETE", "") => Self::DeleteBlob,
            (Resource::Blob(_), "PUT", "appendblock") => Self::AppendBlock,
            (Resource::Blob(_), "PUT", "seal") => Self::SealBlob,
            (Resource::Blob(_), "PUT", "page") => Self::PutPages,
            (Resource::Blob(_), "GET", "pagelist") => Self::GetPageRanges,
            (Resource::Blob(_), "PUT", "tier") => Self::SetTier,
            (Resource::Blob(_), "GET", "tags") => Self::GetTags,
            (Resource::Blob(_), "PUT", "tags") => Self::SetTags,
            (Resource::Blob(_), "PUT", "undelete") => Self::Undelete,
            (Resource::Blob(_), "PUT", "incrementalcopy") => Self::IncrementalCopy,
            (Resource::Blob(_), "PUT", "immutabilitypolicies") => Self::SetImmutability,
            (Resource::Blob(_), "DELETE", "immutabilitypolicies") => Self::DeleteImmutability,
            (Resource::Blob(_), "PUT", "legalhold") => Self::SetLegalHold,
            (Resource::Blob(_), "PUT", "expiry") => Self::SetExpiry,
            (_, "GET" | "PUT" | "DELETE" | "HEAD", _) => {
                return Err(invalid_parameter("comp", &comp, "", id::BLOB_OPEN_UNROUTABLE));
            }
            _ => {
                let message = "The resource doesn't support specified Http Verb.";
                return Err(refusal(405, "UnsupportedHttpVerb", message, id::BLOB_OPEN_UNROUTABLE).into());
            }
        };
        Ok(kind)
    }

    /// Whether it changes something.
    pub fn writes(self) -> bool {
        !matches!(
            self,
            Self::ListContainers
                | Self::GetServiceProperties
                | Self::GetStatistics
                | Self::GetAccount
                | Self::GetContainer
                | Self::GetContainerMetadata
                | Self::GetPolicies
                | Self::ListBlobs
                | Self::GetBlockList
                | Self::GetBlob
                | Self::GetBlobProperties
                | Self::GetBlobMetadata
                | Self::GetPageRanges
                | Self::GetTags
                | Self::FindBlobs
                | Self::GetDelegationKey
        )
    }

    /// Whether it is about a snapshot where one is named.
    pub fn takes_snapshot(self) -> bool {
        let reads_blob = matches!(
            self,
            Self::GetBlockList
                | Self::GetBlob
                | Self::GetBlobProperties
                | Self::GetBlobMetadata
                | Self::GetPageRanges
                | Self::GetTags
        );
        reads_blob
            || matches!(
                self,
                Self::DeleteBlob
                    | Self::SetTier
                    | Self::SetImmutability
                    | Self::DeleteImmutability
                    | Self::SetLegalHold
            )
    }
}
