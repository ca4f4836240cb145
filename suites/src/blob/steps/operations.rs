//! One word for each operation on blobs, and what later steps call the things that earlier ones told.
//!
//! Where a name of a blob is given, it is one of the history's first container.

use super::options::AskExt as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tablestakes_reference::blob::{Ask, Operation};
use tablestakes_reference::history::symbol::{Symbol, Told};
use tablestakes_reference::history::{Call, Content, Step};

/// The name of the history's first container.
pub(crate) fn container() -> String {
    Symbol::Container(0).to_string()
}

/// The name of a further container, which the history creates itself.
pub(crate) fn further(end: &str) -> String {
    format!("{}-{end}", container())
}

/// What a header of an earlier step told.
pub(crate) fn told(step: usize, what: Told) -> String {
    Symbol::Told { step, what }.to_string()
}

/// The address of a blob of the history's first container: its name is percent-encoded by whoever calls.
pub(crate) fn url(encoded: &str) -> String {
    format!("${{origin}}${{base}}/{}/{encoded}", container())
}

/// Nothing for so many seconds.
pub(crate) fn wait(seconds: u32) -> Step {
    Step::from(Call::Wait { seconds })
}

fn on_blob(operation: Operation, name: &str) -> Ask {
    Ask::on_blob(operation, container(), name)
}

fn on_container(operation: Operation) -> Ask {
    Ask::on_container(operation, container())
}

/// List Containers whose names begin so. A check always says how, for a service has other containers than its own.
pub(crate) fn containers(prefix: impl Into<String>) -> Ask {
    Ask::new(Operation::ListContainers).option("prefix", prefix)
}

/// Get Blob Service Properties.
pub(crate) fn get_service_properties() -> Ask {
    Ask::new(Operation::GetServiceProperties)
}

/// Set Blob Service Properties.
pub(crate) fn set_service_properties(document: impl Into<String>) -> Ask {
    Ask::new(Operation::SetServiceProperties).text(document)
}

/// Get Blob Service Stats.
pub(crate) fn statistics() -> Ask {
    Ask::new(Operation::GetStatistics)
}

/// Get Account Information.
pub(crate) fn account() -> Ask {
    Ask::new(Operation::GetAccount)
}

/// Create Container.
pub(crate) fn create(name: impl Into<String>) -> Ask {
    Ask::on_container(Operation::CreateContainer, name)
}

/// Delete Container.
pub(crate) fn delete_container(name: impl Into<String>) -> Ask {
    Ask::on_container(Operation::DeleteContainer, name)
}

/// Get Container Properties, of the history's first.
pub(crate) fn get_container() -> Ask {
    on_container(Operation::GetContainer)
}

/// Get Container Metadata.
pub(crate) fn get_container_metadata() -> Ask {
    on_container(Operation::GetContainerMetadata)
}

/// Set Container Metadata: without any until [`AskExt::with_metadata`] says which.
pub(crate) fn set_container_metadata() -> Ask {
    on_container(Operation::SetContainerMetadata)
}

/// Get Container ACL.
pub(crate) fn get_acl() -> Ask {
    on_container(Operation::GetContainerAcl)
}

/// Set Container ACL; without a document there is no body.
pub(crate) fn set_acl(document: &str) -> Ask {
    let ask = on_container(Operation::SetContainerAcl);
    if document.is_empty() { ask } else { ask.text(document) }
}

/// Lease Container, this action.
pub(crate) fn lease_container(action: &str) -> Ask {
    on_container(Operation::LeaseContainer).with("x-ms-lease-action", action)
}

/// Acquires a lease of the history's first container for so many seconds, -1 for ever.
pub(crate) fn acquire_lease_of_container(seconds: i64) -> Ask {
    lease_container("acquire").with("x-ms-lease-duration", seconds.to_string())
}

/// List Blobs of the history's first container.
pub(crate) fn list() -> Ask {
    on_container(Operation::ListBlobs)
}

/// Put Blob: a block blob with this text.
pub(crate) fn put(name: &str, text: impl Into<String>) -> Ask {
    on_blob(Operation::PutBlob, name).with("x-ms-blob-type", "BlockBlob").text(text)
}

/// Put Blob From URL.
pub(crate) fn put_from_url(name: &str, source: impl Into<String>) -> Ask {
    on_blob(Operation::PutBlobFromUrl, name).with("x-ms-blob-type", "BlockBlob").with("x-ms-copy-source", source)
}

/// Put Blob: an append blob.
pub(crate) fn create_append(name: &str) -> Ask {
    on_blob(Operation::PutBlob, name).with("x-ms-blob-type", "AppendBlob")
}

/// Put Blob: a page blob of so many octets.
pub(crate) fn create_page(name: &str, length: impl ToString) -> Ask {
    on_blob(Operation::PutBlob, name)
        .with("x-ms-blob-type", "PageBlob")
        .with("x-ms-blob-content-length", length.to_string())
}

/// The id of a block that is called so, in base64.
pub(crate) fn block_id(name: &str) -> String {
    STANDARD.encode(name)
}

/// Put Block, with the id that stands for this name.
pub(crate) fn put_block(name: &str, id: &str, text: impl Into<String>) -> Ask {
    on_blob(Operation::PutBlock, name).option("blockid", block_id(id)).text(text)
}

/// Put Block From URL.
pub(crate) fn put_block_from_url(name: &str, id: &str, source: impl Into<String>) -> Ask {
    on_blob(Operation::PutBlockFromUrl, name).option("blockid", block_id(id)).with("x-ms-copy-source", source)
}

/// Put Block List.
pub(crate) fn put_block_list(name: &str, document: impl Into<String>) -> Ask {
    on_blob(Operation::PutBlockList, name).text(document)
}

/// Get Block List, blocks of this type: `committed`, `uncommitted` or `all`.
pub(crate) fn get_block_list(name: &str, which: &str) -> Ask {
    on_blob(Operation::GetBlockList, name).option("blocklisttype", which)
}

/// Get Blob.
pub(crate) fn get(name: &str) -> Ask {
    on_blob(Operation::GetBlob, name)
}

/// Get Blob Properties.
pub(crate) fn head(name: &str) -> Ask {
    on_blob(Operation::GetBlobProperties, name)
}

/// Get Blob Metadata.
pub(crate) fn get_metadata(name: &str) -> Ask {
    on_blob(Operation::GetBlobMetadata, name)
}

/// Set Blob Metadata: without any until [`AskExt::with_metadata`] says which.
pub(crate) fn set_metadata(name: &str) -> Ask {
    on_blob(Operation::SetBlobMetadata, name)
}

/// Set Blob Properties: none until [`AskExt::with`] says which.
pub(crate) fn set_properties(name: &str) -> Ask {
    on_blob(Operation::SetBlobProperties, name)
}

/// Lease Blob, this action.
pub(crate) fn lease(name: &str, action: &str) -> Ask {
    on_blob(Operation::LeaseBlob, name).with("x-ms-lease-action", action)
}

/// Acquires a lease for so many seconds, -1 for ever.
pub(crate) fn acquire_lease(name: &str, seconds: i64) -> Ask {
    lease(name, "acquire").with("x-ms-lease-duration", seconds.to_string())
}

/// Renews the lease of this id.
pub(crate) fn renew_lease(name: &str, id: impl Into<String>) -> Ask {
    lease(name, "renew").leased(id)
}

/// Releases the lease of this id.
pub(crate) fn release_lease(name: &str, id: impl Into<String>) -> Ask {
    lease(name, "release").leased(id)
}

/// Gives the lease of the first id the second one.
pub(crate) fn change_lease(name: &str, id: impl Into<String>, proposed: impl Into<String>) -> Ask {
    lease(name, "change").leased(id).with("x-ms-proposed-lease-id", proposed)
}

/// Snapshot Blob.
pub(crate) fn snapshot(name: &str) -> Ask {
    on_blob(Operation::SnapshotBlob, name)
}

/// Copy Blob, from an address.
pub(crate) fn copy_from(name: &str, source: impl Into<String>) -> Ask {
    on_blob(Operation::CopyBlob, name).with("x-ms-copy-source", source)
}

/// Copy Blob, from a blob of the history's first container whose name needs no percent-encoding.
pub(crate) fn copy(name: &str, source: &str) -> Ask {
    copy_from(name, url(source))
}

/// Abort Copy Blob.
pub(crate) fn abort_copy(name: &str, copy: impl Into<String>) -> Ask {
    on_blob(Operation::AbortCopyBlob, name).option("copyid", copy).with("x-ms-copy-action", "abort")
}

/// Delete Blob.
pub(crate) fn delete(name: &str) -> Ask {
    on_blob(Operation::DeleteBlob, name)
}

/// Undelete Blob.
pub(crate) fn undelete(name: &str) -> Ask {
    on_blob(Operation::UndeleteBlob, name)
}

/// Append Block.
pub(crate) fn append(name: &str, text: impl Into<String>) -> Ask {
    on_blob(Operation::AppendBlock, name).text(text)
}

/// Append Block From URL.
pub(crate) fn append_from_url(name: &str, source: impl Into<String>) -> Ask {
    on_blob(Operation::AppendBlockFromUrl, name).with("x-ms-copy-source", source)
}

/// Append Blob Seal.
pub(crate) fn seal(name: &str) -> Ask {
    on_blob(Operation::SealBlob, name)
}

/// Put Page: octets of a pattern, from the first to the last.
pub(crate) fn put_page(name: &str, first: u32, last: u32) -> Ask {
    let length = (last + 1).saturating_sub(first);
    on_blob(Operation::PutPage, name)
        .with("x-ms-page-write", "update")
        .with("x-ms-range", format!("bytes={first}-{last}"))
        .pattern(u64::from(first) + 1, length)
}

/// Put Page From URL.
pub(crate) fn put_page_from_url(name: &str, source: impl Into<String>) -> Ask {
    on_blob(Operation::PutPageFromUrl, name).with("x-ms-page-write", "update").with("x-ms-copy-source", source)
}

/// Get Page Ranges.
pub(crate) fn page_ranges(name: &str) -> Ask {
    on_blob(Operation::GetPageRanges, name)
}

/// Set Blob Tier.
pub(crate) fn set_tier(name: &str, tier: &str) -> Ask {
    on_blob(Operation::SetBlobTier, name).with("x-ms-access-tier", tier)
}

/// Get Blob Tags.
pub(crate) fn get_tags(name: &str) -> Ask {
    on_blob(Operation::GetBlobTags, name)
}

/// Set Blob Tags.
pub(crate) fn set_tags(name: &str, document: impl Into<String>) -> Ask {
    Ask { body: Content::text(document), ..on_blob(Operation::SetBlobTags, name) }
}

/// Find Blobs by Tags, in every container of the account.
pub(crate) fn find(search: impl Into<String>) -> Ask {
    Ask::new(Operation::FindBlobsByTags).option("where", search)
}

/// Blob Batch, of requests about blobs in any container.
pub(crate) fn batch(boundary: &str, document: impl Into<String>) -> Ask {
    let ask = Ask::new(Operation::Batch).with("Content-Type", format!("multipart/mixed; boundary={boundary}"));
    Ask { body: Content::text(document), ..ask }
}

/// Incremental Copy Blob, from the snapshot of a blob of the history's first container that a step made.
pub(crate) fn copy_increment(name: &str, source: &str, step: usize) -> Ask {
    let source = format!("{}?snapshot={}", url(source), told(step, Told::Snapshot));
    on_blob(Operation::IncrementalCopyBlob, name).with("x-ms-copy-source", source)
}

/// Set Blob Immutability Policy: until this instant, and of this mode.
pub(crate) fn set_policy(name: &str, until: impl Into<String>, mode: &str) -> Ask {
    on_blob(Operation::SetImmutabilityPolicy, name)
        .with("x-ms-immutability-policy-until-date", until)
        .with("x-ms-immutability-policy-mode", mode)
}

/// Delete Blob Immutability Policy.
pub(crate) fn delete_policy(name: &str) -> Ask {
    on_blob(Operation::DeleteImmutabilityPolicy, name)
}

/// Set Blob Legal Hold.
pub(crate) fn hold(name: &str, held: &str) -> Ask {
    on_blob(Operation::SetLegalHold, name).with("x-ms-legal-hold", held)
}

/// Set Blob Expiry.
pub(crate) fn set_expiry(name: &str, option: &str) -> Ask {
    on_blob(Operation::SetBlobExpiry, name).with("x-ms-expiry-option", option)
}

/// Get User Delegation Key.
pub(crate) fn delegation_key(document: impl Into<String>) -> Ask {
    Ask::new(Operation::GetUserDelegationKey).text(document)
}
